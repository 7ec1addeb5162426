"""What language models wrote while they played, in saved games of AI_Diplomacy and its kin.

    {"phases": [{"name": "S1901M", …,
       "state_agents": {"FRANCE": {"model_id": "…", "full_private_diary": ["[S1901M] …", …]}},
       "state_history_plans": {"FRANCE": "…"}, "state_phase_summaries": {"FRANCE": "…"},
       "summary": "…"}],
     "phase_summaries": {"S1901M": "…"}}

A diary is saved whole after each phase; each of its entries is kept once, with the phase in which
it is new. Plans, diaries and the summaries of a power are its statements, other summaries are
commentary.
"""

from collections.abc import Callable, Iterator

from builder.imports.importer import TextFile
from builder.imports.json_nodes import JsonNode, parsed
from builder.model.units import Power
from builder.record import Note

DIARIES = ("full_private_diary", "private_diary")
PLANS = "state_history_plans"
OWN_SUMMARIES = "state_phase_summaries"
AGENTS = "state_agents"


class AgentNotes:
    """The words of the models in one game; `power_of` gives the power of a name."""

    def __init__(self, data: JsonNode, power_of: Callable[[str], Power]) -> None:
        self.power_of = power_of
        self.summaries = data["phase_summaries"]
        self.seen: set[tuple[str, str]] = set()

    def of_phase(self, raw: JsonNode) -> Iterator[Note]:
        """The plans, the new entries of the diaries and the summaries of a phase."""
        for nation, plan in _texts(raw[PLANS]):
            yield Note("statement", f"Plan: {plan}", self._author(nation))
        for nation, agent in _mappings(raw[AGENTS]):
            for entry in _diary(agent):
                if (nation, entry) not in self.seen:
                    self.seen.add((nation, entry))
                    yield Note("statement", f"Diary: {entry}", self._author(nation))
        for nation, summary in _texts(raw[OWN_SUMMARIES]):
            yield Note("statement", f"Summary: {summary}", self._author(nation))
        name = raw["name"].text()
        summaries = [summary for phase, summary in _texts(self.summaries) if phase == name]
        if isinstance(raw["summary"].value, str) and raw["summary"].value.strip():
            summaries.append(raw["summary"].value.strip())
        for summary in dict.fromkeys(map(_unwrapped, summaries)):
            yield Note("commentary", summary)

    def _author(self, nation: str) -> str:
        return self.power_of(nation) or nation.capitalize()


def _unwrapped(summary: str) -> str:
    """The text of a summary, which may be in JSON: `{"summary": "…"}`."""
    data = parsed(TextFile("", summary)) if summary.startswith("{") else None
    text = data.get("summary") if isinstance(data, dict) else None
    return text.strip() if isinstance(text, str) and text.strip() else summary


def models_of(data: JsonNode, power_of: Callable[[str], Power]) -> dict[Power, str]:
    """The model that plays each power, as the phases name it first."""
    model_of: dict[Power, str] = {}
    for raw in data["phases"].list():
        for nation, agent in _mappings(raw[AGENTS]):
            model = agent["model_id"].value
            power = power_of(nation)
            if power and isinstance(model, str) and model:
                model_of.setdefault(power, model)
    return model_of


def _mappings(node: JsonNode) -> Iterator[tuple[str, JsonNode]]:
    """The members of a mapping that are mappings themselves."""
    for key, value in node.items() if isinstance(node.value, dict) else ():
        if isinstance(value.value, dict):
            yield key, value


def _texts(node: JsonNode) -> Iterator[tuple[str, str]]:
    """The members of a mapping that are texts with something in them."""
    for key, value in node.items() if isinstance(node.value, dict) else ():
        if isinstance(value.value, str) and value.value.strip():
            yield key, value.value.strip()


def _diary(agent: JsonNode) -> list[str]:
    """The entries of a diary, of the whole one if it is saved."""
    for name in DIARIES:
        listed = agent[name].value
        if isinstance(listed, list) and listed:
            return [entry.strip() for entry in listed if isinstance(entry, str) and entry.strip()]
    return []
