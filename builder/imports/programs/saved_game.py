"""Reads saved games of the Python package `diplomacy`, and Cicero's games in the same format.

    {"id": "…", "map": "standard", "phases": [
      {"name": "S1901M",
       "state": {"units": {"FRANCE": ["A PAR", "*F BRE"]}, "centers": {"FRANCE": ["PAR"]}, …},
       "orders": {"FRANCE": ["A PAR - BUR", "F BRE D", "A MAR B", "WAIVE"]},
       "results": {"A PAR": ["bounce"]}}, …]}

The state of each phase is the printed result of the previous one. `*F BRE` is dislodged; `retreats`
lists where it may go, and a unit with an empty list is lost. A file holds one game, one game a
line, or the phases of a game without the rest. Messages are press; games of language models have
plans and diaries as well. Centres change hands after the retreats; missing removals are chosen by
distance from home. It is assumed that only `VIA` chooses a convoy, as on webDiplomacy, and that an
army that none carries walks. The package itself carries an army as well if a fleet of its own power
is ordered to, and lets one ordered `VIA` walk only if no chain of fleets was ordered to carry it;
results that rest on this show it.

A game that a server dumped whole has a history of each thing by phase instead of `phases`, and its
present position under its powers:

    {"state_history": {"S1901M": {"units": …}}, "order_history": {"S1901M": {"FRANCE": […]}},
     "phase": "FALL 1901 MOVEMENT",
     "powers": {"FRANCE": {"units": ["A PAR"], "retreats": {"F BRE": ["MAO"]}, "centers": […]}}}

The winners are in the note of the last position, `Victory by: FRA, GER`, or in the `outcome` of a
dumped game; several winners have agreed on a draw.

A convoy is `void` or has `no convoy` if its army goes by land, if another convoy that the army
needs is missing, or if the army needs only others. A support is `void` or has `no convoy` if it has
no effect: against a unit of the same power, or for an order that is itself `void` or has `no
convoy`. These words do not say whether such an order was cut or its unit dislodged.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import chain
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import (
    ANY_POWER,
    ForeignGame,
    PhaseSheet,
    PrintedPosition,
    unread_note,
)  # fmt: skip
from builder.imports.importer import ARMY, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.programs.agent_notes import AgentNotes, models_of
from builder.model.board import Reach
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Move, Support
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Power, Unit
from builder.notation.result_words import dialect
from builder.record import Note, Printed, Result, Source

RULES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
HOUSE = {"removal": "home_distance", "adjacent_convoy": "via", "via_fallback_to_land": "yes"}
COMPLETED = "COMPLETED"
WAIVED = "WAIVE"
UNPLAYED = (COMPLETED, "FORMING")
DUEL = "fva"  # France against Austria on the standard board
Played = tuple[JsonNode, Phase]
VICTORY = "Victory by:"
BUILD_ANY = "BUILD_ANY"
BUILD_ANYWHERE = "build-anywhere"
LATER_WON = {"HOLD_WIN", "SHARED_VICTORY"}  # not at once by the power with most centres
TO_ALL = ("GLOBAL", "ALL")
IDLE = frozenset({Outcome.VOID, Outcome.NO_CONVOY})
HISTORIES = ("order", "result", "message")  # of a dumped game, beside that of states


class SavedGame(ForeignGame):
    """One saved game while it is read."""

    def __init__(self, data: JsonNode, document: TextFile, setting: Setting, press: bool) -> None:
        super().__init__(setting, press)
        self.data = data
        self.document = document
        self.agents = AgentNotes(data, self.power_of)

    def read(self, variant: str) -> Imported:
        """The game as a record."""
        raws = [*_phases(self.data)]
        played = self._played(raws)
        rules = house(self.data) - ({BUILD_ANY} if variant == BUILD_ANYWHERE else set())
        for rule in sorted(rules.difference(RULES["untouched"])):
            self._remark(RULES["changed"].get(rule, "an unknown rule; judged without it"), rule)
        states = [self._state(raw["state"]) for raw, _ in played]
        last = raws[-1] if raws and raws[-1]["name"].text() == COMPLETED else None
        won_by = self._winners(last["state"]) if last else ()
        # if all agreed on the end, the last phase has neither orders nor results
        idle = played and not (_ordered(played[-1][0]) or played[-1][0]["results"].value)
        if last and not (won_by and idle):
            states.append(self._state(last["state"]))
        all_sheets = []
        for (raw, phase), state in zip(played, states, strict=False):
            all_sheets.append(self._sheet(raw, phase, state))
        sheets = self.linked(all_sheets, states)
        if last and sheets:
            sheets[-1].notes += self._press(last)
        end = states[-1] if sheets else None
        result = self._result(won_by, end.owners or {}, rules) if end else Result()
        return self.imported(
            self.document,
            sheets,
            name=self.data["id"].text() or self.document.stem,
            variant=variant,
            house=HOUSE,
            words="package",
            players=dict.fromkeys(self.setting.powers, "?") | models_of(self.data, self.power_of),
            source=Source(title="saved game", note=self.data["game_id"].text()),
            result=result._replace(at=sheets[-1].phase) if result.powers else result,
            **(self._start(played[0][1], states[0]) if states and states[0] else {}),
        )

    def _winners(self, last: JsonNode) -> tuple[Power, ...]:
        """The powers that the file names as winners or as sharing a draw, at best in `last`."""
        notes = (node.value for node in (last["note"], self.data["note"]))
        note = next((text for text in notes if text and isinstance(text, str)), "")
        in_note = note.removeprefix(VICTORY).split(",") if note.startswith(VICTORY) else []
        winners: dict[Power, None] = {}
        for written in _words(self.data["outcome"])[1:] or in_note:
            name = written.strip().upper()
            if name:
                powers = [p for p in self.setting.powers if p.upper().startswith(name)]
                winners.update(dict.fromkeys(powers))
        return tuple(winners)

    def _result(
        self, won_by: tuple[Power, ...], owners: Mapping[Code, Power], rules: Set[str]
    ) -> Result:
        """The end that the file states; else a win of the power with enough centres for victory."""
        if len(won_by) > 1:
            return Result("draw", won_by)
        owned = Counter(owners.values())
        best = won_by or tuple(power for power, _ in owned.most_common(1))
        enough = bool(best) and owned[best[0]] >= self.setting.victory
        if won_by:
            return Result("won" if enough else "conceded", best)
        return Result("won", best) if enough and not rules & LATER_WON else Result()

    def _start(self, at: Phase, first: PrintedPosition) -> dict[str, Any]:
        """The position at the start, for the record, unless it is the usual one.

        Of a game that begins with retreats, an empty place to which one dislodged unit may not go,
        but another may, is where the attacker of the first came from. An empty place to which none
        may go had a stand-off.
        """
        usual = self.setting.start
        as_usual = set(first.units) == set(usual.units) and first.owners == dict(usual.owners)
        if at == usual.phase and as_usual:
            return {}
        start = {"start": tuple(first.units), "start_owners": first.owners}
        if at.step != "retreats":
            return start
        occupied = {unit.at.province for unit in first.units}
        open_to_any = set(chain.from_iterable(first.refuges.values()))
        closed: dict[Unit, set[Code]] = {}
        for unit, codes in first.refuges.items():
            reach = self.setting.board.reach(self.setting.kinds[unit.kind], at.season)
            closed[unit] = {to.province for to in reach.get(unit.at, ())} - occupied - codes
        origins = {u: min(codes & open_to_any, default=None) for u, codes in closed.items()}
        contested = frozenset(chain.from_iterable(closed.values())) - open_to_any
        dislodged = tuple(Dislodged(u, origins.get(u)) for u in first.dislodged)
        return start | {"start_dislodged": dislodged, "start_contested": contested}

    def _played(self, raws: list[JsonNode]) -> list[Played]:
        """The phases by date; of one that is there twice the first with orders."""
        rank = self.setting.calendar.rank
        raw_of: dict[Phase, JsonNode] = {}
        for raw in raws:
            name = raw["name"].text()
            phase = self.setting.calendar.get(name)
            if phase is None and name not in UNPLAYED:
                self._remark("not a phase; left out", name)
            elif phase in raw_of:
                self._remark("a phase that is there twice; read once", name)
            if phase and not (phase in raw_of and _ordered(raw_of[phase])):
                raw_of[phase] = raw
        return [(raw_of[phase], phase) for phase in sorted(raw_of, key=rank)]

    def _remark(self, message: str, text: str) -> None:
        whole = self.document.text
        spellings = (json.dumps(text), json.dumps(text, ensure_ascii=False))
        at = max(map(whole.find, dict.fromkeys(spellings)))
        self.remark(self.document.line + whole.count("\n", 0, max(at, 0)), message, text)

    def _by_power(self, listed: JsonNode) -> Iterator[tuple[str, Power, str]]:
        """The texts that are listed for each nation, with its power, empty for an unknown one."""
        for nation, texts in listed.items():
            power = self.power_of(nation)
            yield from ((nation, power, text.text()) for text in texts.list())

    def _state(self, state: JsonNode) -> PrintedPosition | None:
        """One position; None where the file has none."""
        if not state["units"].given:
            return None
        owners: dict[Code, Power] = {}
        position = PrintedPosition(owners=owners)
        for nation, power, text in self._by_power(state["units"]):
            if power:
                self._add_unit(position, power, text, state["retreats"][nation])
            else:
                self._remark(f"a unit of no power that we know: {text}", nation)
                position.unread.append((ANY_POWER, Note("not read", f"{nation}: {text}")))
        for nation, power, text in self._by_power(state["centers"]):
            at = self.places.get(text)
            if at and power:
                owners[at.province] = power
            else:
                self._remark(f"not a centre ({nation.capitalize()})", text)
                position.charted = False
        return position

    def _add_unit(
        self, position: PrintedPosition, power: Power, text: str, retreats: JsonNode
    ) -> None:
        """Add a unit to a position; a dislodged one is marked `*`."""
        bare = text.lstrip("*")
        unit = self.read_unit(power, bare)
        if unit is None:
            self._remark("not a unit", text)
            position.unread.append((power, Note("not read", f"{power}: {text}")))
        elif bare == text:
            position.units.append(unit)
        elif retreats[bare].value != []:
            position.dislodged.append(unit)
            names = [node.text() for node in retreats[bare].list()]
            refuges: set[Code] = set()
            for name in names:
                place = self.places.get(name)
                if place is None:
                    self._remark("not a place to retreat to", name)
                else:
                    refuges.add(place.province)
            if names:
                position.refuges[unit] = frozenset(refuges)

    def _sheet(self, raw: JsonNode, phase: Phase, state: PrintedPosition | None) -> PhaseSheet:
        sheet = PhaseSheet(phase)
        for nation, power, text in self._by_power(raw["orders"]):
            written = ForeignOrders(self.setting, phase, power).parsed(text) if power else None
            if written is None:
                sheet.notes.append(unread_note(f"{nation}: {text}", 0, order=True))
                self._remark(f"not understood ({nation.capitalize()})", text)
            else:
                sheet.orders.append(written)
        self._results(raw["results"], sheet, state)
        sheet.notes += self._press(raw)
        return sheet

    def _press(self, raw: JsonNode) -> Iterator[Note]:
        if not self.press:
            return
        for message in raw["messages"].list():
            if message["message"].value:
                yield Note(
                    kind="press",
                    text=message["message"].text(),
                    author=self._named(message["sender"]),
                    to=self._named(message["recipient"]),
                )
        yield from self.agents.of_phase(raw)

    def _named(self, node: JsonNode) -> str:
        """The sender or receivers of a message: a power, `all`, or another name as it is."""
        name = node.text()
        return "all" if name.upper() in TO_ALL else self.power_of(name) or name

    def _results(self, results: JsonNode, sheet: PhaseSheet, state: PrintedPosition | None) -> None:
        sheet.silent = bool(results.value) and sheet.phase.step == "movement"
        units: list[Unit] = []
        if state is not None:
            units = state.dislodged if sheet.phase.step == "retreats" else state.units
        owner = {u.at: u.power for u in units}
        for text, node in results.items():
            nodes = list(node.list()) if isinstance(node.value, list) else [node]
            texts = (each.text() for each in nodes)
            tags = [tag for tag in texts if tag]
            unit = self.read_unit(Power(""), text)
            if unit is None or not tags:
                sheet.silent = sheet.silent and (unit is not None or text == WAIVED)
                if tags and text != WAIVED:
                    self._remark(f"a result of no unit: {', '.join(tags)}", text)
                continue
            outcomes = []
            for tag in tags:
                if tag in dialect("judge"):
                    outcomes.append(dialect("judge")[tag])
                else:
                    self._remark(f"unknown result {tag!r}", text)
            line = ", ".join(tags)
            sheet.printed(owner.get(unit.at), unit.at, *outcomes, text=f"{text}: {line}")
        walks = self.setting.board.reach(self.setting.kinds[ARMY], sheet.phase.season)
        sheet.results = [*_without_idle(sheet, units, walks)]


def _phases(data: JsonNode) -> Iterator[JsonNode]:
    """The phases as they are saved; those of a dumped game are put together."""
    for raw in data["phases"].list():
        within = raw["state"]["name"] if isinstance(raw["state"].value, dict) else raw["name"]
        named = raw["name"].text() or within.text()
        yield JsonNode({**raw.value, "name": named}, raw.name, raw.way)
    if data["phases"].given:
        return
    for name, state in data["state_history"].items():
        histories = {f"{key}s": data[f"{key}_history"][name].value for key in HISTORIES}
        yield JsonNode({"name": name, "state": state.value, **histories}, data.name, state.way)
    units = dict[str, Any]()
    retreats = dict[str, Any]()
    centers = dict[str, Any]()
    for nation, power in data["powers"].items():
        fallen = [f"*{unit}" for unit, _ in power["retreats"].items()]
        units[nation] = [unit.text() for unit in power["units"].list()] + fallen
        retreats[nation] = power["retreats"].value
        centers[nation] = power["centers"].value
    if units and (name := data["phase"].text()):
        state_now = {"units": units, "retreats": retreats, "centers": centers}
        yield JsonNode({"name": name, "state": state_now}, data.name, "powers")


def _gathered(data: Any) -> Any:
    """A bare list of phases, or one phase alone, as a game; other data as they are."""
    members = data if isinstance(data, list) else [data]
    if members and all(isinstance(m, dict) and "state" in m and "phases" not in m for m in members):
        return {"phases": members}
    return data


def _ordered(raw: JsonNode) -> bool:
    return any(orders.value for _, orders in raw["orders"].items())


def variant_of(data: JsonNode) -> str:
    """The variant that judges a game; maps as `standard_france_austria` are the standard board."""
    name = data["map"].text() or data["map_name"].text() or STANDARD
    if name.lower() == STANDARD and BUILD_ANY in house(data):
        return BUILD_ANYWHERE
    return STANDARD if name.lower() == DUEL or name.startswith(STANDARD) else name


def house(data: JsonNode) -> frozenset[str]:
    """The package's rules by which the game was played."""
    return frozenset(rule.upper() for rule in _words(data["rules"]))


def _words(node: JsonNode) -> list[str]:
    """The texts of a list; other values are left out, which are no reason to refuse the game."""
    listed = node.value if isinstance(node.value, list) else []
    return [word for word in listed if word and isinstance(word, str)]


def _without_idle(sheet: PhaseSheet, units: Iterable[Unit], walks: Reach) -> Iterator[Printed]:
    """The results, without words that say nothing; `walks` are the ways of armies."""
    powers = {u.at.province: u.power for u in units}
    orders = {w.home: w.order for w in sheet.orders}
    void = {p.at.province for p in sheet.results if p.outcomes & IDLE}
    for p in sheet.results:
        idle = False
        match orders.get(p.at.province):
            case Convoy(at, to):
                army = orders.get(at.province)
                by_land = isinstance(army, Move) and army.to == to and to in walks.get(at, {})
                idle = by_land or (to is not None and at.province in void)
            case Support(at, to) if at and to:
                own = powers.get(p.at.province) == powers.get(to.province)
                idle = own or at.province in void
        yield p._replace(outcomes=p.outcomes - IDLE) if idle else p


def recognises(document: TextFile) -> bool:
    """Is it JSON with phases, or orders, and states?"""
    text = document.text
    stated = '"state"' in text and ('"phases"' in text or '"orders"' in text)
    return text.lstrip()[:1] in ("{", "[") and (stated or '"state_history"' in text)


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read, as an unknown board.
    Raises ArchiveError where the file is not JSON."""

    def game(data: JsonNode, i: int, own: TextFile) -> Imported | None:
        if not (data["phases"].value or data["state_history"].value):
            return None
        number = i + 1 if i else own.line
        named = own if number == 1 else own._replace(name=f"{document.stem}-{number}")
        variant = variant_of(data)
        return SavedGame(data, named, settings(variant), press).read(variant)

    return every(document, game, _gathered)


SAVED_GAME = Importer("saved-game", "saved game of the package diplomacy", recognises, read)
