"""The phases, the board and the positions of a saved game, as saved or as dumped.

A saved game has a list of phases, each with its position, orders and results. A file may consist of
that list only, or of one phase. A game that was dumped whole has separate histories of positions,
orders, results and messages, each by phase, and the current position under its powers:

    {"state_history": {"S1901M": {"units": …}}, "order_history": {"S1901M": {"FRANCE": […]}},
     "phase": "FALL 1901 MOVEMENT",
     "powers": {"FRANCE": {"units": ["A PAR"], "retreats": {"F BRE": ["MAO"]}, "centers": […]}}}

In a position `*F BRE` is dislodged; `retreats` lists where it may go, and a unit with an empty list
is lost. Maps such as `standard_france_austria` are the standard board; so is a map of an unknown
name if the game begins as the standard game does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.imports.foreign_game import ForeignGame, PrintedPosition
from builder.imports.importer import STANDARD, OnBoard, Settings
from builder.imports.json_nodes import JsonNode
from builder.imports.saved_games.results import BUILD_ANY, BUILD_ANYWHERE, house
from builder.model.calendar import Phase
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Location, Power, Unit

HISTORIES = {
    "state": "state_history", "orders": "order_history", "results": "result_history",
    "messages": "message_history",
}  # fmt: skip
Raws = Iterator[tuple[str, JsonNode]]
DUEL = "fva"  # France against Austria on the standard board


class SavedPositionReader:
    """Reads the positions of one game. `tell` is called with a message and the text for anything
    that cannot be read."""

    def __init__(self, game: ForeignGame, tell: Callable[[str, str], None]) -> None:
        self.game, self.tell = game, tell

    def state(self, state: JsonNode) -> PrintedPosition | None:
        """One position; None where the file has none."""
        if not state["units"].given:
            return None
        owners: dict[Code, Power] = {}
        found = PrintedPosition([], [], owners, {})
        for nation, units in state["units"].items():
            power = self.game.power_of(nation)
            for unit in units.list():
                if power:
                    self._stand(power, unit.text(), state["retreats"][nation], found)
                else:
                    self.tell(f"a unit of no power that we know: {unit.text()}", nation)
        for nation, centres in state["centers"].items():
            power = self.game.power_of(nation)
            for code in centres.list():
                at = self.game.places.get(code.text())
                if at is None or not power:
                    self.tell(f"not a centre ({nation.capitalize()})", code.text())
                else:
                    owners[at.province] = power
        return found

    def _stand(self, power: Power, text: str, retreats: JsonNode, found: PrintedPosition) -> None:
        bare = text.lstrip("*")
        unit = self.game.read_unit(power, bare)
        if unit is None:
            self.tell("not a unit", text)
        elif bare == text:
            found.units.append(unit)
        elif retreats[bare].value != []:
            found.dislodged.append(unit)
            if retreats[bare].given:
                found.refuges[unit] = frozenset(self._refuges(retreats[bare]))

    def _refuges(self, named: JsonNode) -> Iterator[Code]:
        for name in named.list():
            at = self.game.places.get(name.text())
            if at is None:
                self.tell("not a place to retreat to", name.text())
            else:
                yield at.province


def opens(state: PrintedPosition, setting: Setting) -> bool:
    """Are these the units and the centres with which the board's own game begins?"""
    known = setting.start
    return set(state.units) == set(known.units) and state.owners == dict(known.owners)


class OpeningRetreats(NamedTuple):
    """The units that must retreat when a game begins, and the provinces closed by stand-offs."""

    dislodged: tuple[Dislodged, ...]
    contested: frozenset[Code]


def rout(state: PrintedPosition, phase: Phase, setting: Setting) -> OpeningRetreats:
    """The dislodged units of a game that begins with retreats.

    An empty place to which one of them may not retreat, but another may, is where the attacker of
    the first came from. An empty place to which none may retreat had a stand-off.
    """
    if phase.step != "retreats":
        return OpeningRetreats((), frozenset())
    held = {unit.at.province for unit in state.units}
    open_to_any = {code for codes in state.refuges.values() for code in codes}
    closed = {u: {*_near(u, phase, setting)} - held - codes for u, codes in state.refuges.items()}
    origins = {u: sorted(codes & open_to_any) for u, codes in closed.items()}
    return OpeningRetreats(
        tuple(Dislodged(u, next(iter(origins.get(u, ())), None)) for u in state.dislodged),
        frozenset(code for codes in closed.values() for code in codes - open_to_any),
    )


def _near(unit: Unit, phase: Phase, setting: Setting) -> Iterator[Code]:
    reach = setting.board.reach(setting.kinds[unit.kind], phase.season)
    ends: tuple[Location, ...] = tuple(reach.get(unit.at, ()))
    return (at.province for at in ends)


def phases(data: JsonNode) -> Raws:
    """The name of each phase, and its position, orders, results and messages."""
    if data["phases"].given:
        for raw in data["phases"].list():
            yield raw["name"].text() or _named(raw["state"]), raw
        return
    for name, _ in data["state_history"].items():
        kept = {key: data[key_of][name].value for key, key_of in HISTORIES.items()}
        yield name, JsonNode(kept, data.name, f"state_history.{name}")
    if data["powers"].given and data["phase"].text():
        yield (
            data["phase"].text(),
            JsonNode({"state": _standing(data["powers"])}, data.name, "powers"),
        )


def gathered(data: Any) -> Any:
    """A bare list of phases, or one phase alone, as a game; other data as they are."""
    members = data if isinstance(data, list) else [data]
    if members and all(isinstance(m, dict) and "state" in m and "phases" not in m for m in members):
        return {"phases": members}
    return data


def _named(state: JsonNode) -> str:
    return state["name"].text() if isinstance(state.value, dict) else ""


def _standing(powers: JsonNode) -> dict[str, dict[str, Any]]:
    """The position under the powers, which list dislodged units only among the retreats."""
    found: dict[str, dict[str, Any]] = {"units": {}, "retreats": {}, "centers": {}}
    for nation, power in powers.items():
        fallen = [f"*{unit}" for unit, _ in power["retreats"].items()]
        found["units"][nation] = [u.text() for u in power["units"].list()] + fallen
        found["retreats"][nation] = power["retreats"].value
        found["centers"][nation] = power["centers"].value
    return found


def board(data: JsonNode, settings: Settings) -> OnBoard:
    """The board of a game, and the variant by which it is judged; raises UnknownWordError."""
    name = data["map"].text() or data["map_name"].text() or STANDARD
    if name.lower() == STANDARD and BUILD_ANY in house(data):
        return OnBoard(settings(BUILD_ANYWHERE), BUILD_ANYWHERE)
    if name.lower() == DUEL or name.startswith(STANDARD):
        return OnBoard(settings(STANDARD), STANDARD)
    try:
        return OnBoard(settings(name), name)
    except UnknownWordError:
        setting = settings(STANDARD)
        if not _opens(data, setting):
            raise
        return OnBoard(setting, STANDARD, name)


def _opens(data: JsonNode, setting: Setting) -> bool:
    """Does the game begin as the board's own does?"""
    game = ForeignGame(setting)
    states = SavedPositionReader(game, lambda message, text: game.remark(0, message, text))
    first = next((raw["state"] for _, raw in phases(data)), None)
    state = states.state(first) if first else None
    return state is not None and not game.remarks and opens(state, setting)
