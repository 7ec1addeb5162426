"""Reads the positions of a saved game, power by power.

    {"units": {"FRANCE": ["A PAR", "*F BRE"]}, "retreats": {"FRANCE": {"F BRE": ["MAO"]}},
     "centers": {"FRANCE": ["PAR"]}}

`*` marks who was driven out; `retreats` has where each may go, and who may go nowhere is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from builder.imports.json_nodes import JsonNode
from builder.imports.saved_games.orders import SavedOrders
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.setting import Setting
from builder.model.units import Dislodged, Unit

Refuges = dict[Unit, frozenset[Code]]
Tell = Callable[[str, str], None]


class SavedPosition(NamedTuple):
    """A position as the file has it; of the driven out also where they may go, if that is told."""

    units: list[Unit]
    dislodged: list[Unit]
    owners: dict[Code, Power]
    refuges: Refuges


class SavedPositionReader:
    """Reads positions on one board; `tell` is told what cannot be read, and the words."""

    def __init__(self, setting: Setting, orders: SavedOrders, tell: Tell) -> None:
        self.setting, self.orders, self.tell = setting, orders, tell

    def power(self, nation: str) -> Power:
        """The power of a name; nothing where it is none of ours."""
        return Power(self.setting.power_names.get(nation) or "")

    def state(self, state: JsonNode) -> SavedPosition | None:
        """One position; None where the file has none."""
        if not state["units"].given:
            return None
        found = SavedPosition([], [], {}, {})
        for nation, units in state["units"].items():
            power = self.power(nation)
            for unit in units.list():
                if power:
                    self._stand(power, unit.text(), state["retreats"][nation], found)
                else:
                    self.tell(f"a unit of no power that we know: {unit.text()}", nation)
        for nation, centres in state["centers"].items():
            power = self.power(nation)
            for code in centres.list():
                at = self.orders.places.get(code.text())
                if at is None or not power:
                    self.tell(f"not a centre ({nation.capitalize()})", code.text())
                else:
                    found.owners[at.province] = power
        return found

    def _stand(self, power: Power, text: str, retreats: JsonNode, found: SavedPosition) -> None:
        bare = text.lstrip("*")
        unit = self.orders.unit(power, bare)
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
            at = self.orders.places.get(name.text())
            if at is None:
                self.tell("not a place to retreat to", name.text())
            else:
                yield at.province


def opens(state: SavedPosition, setting: Setting) -> bool:
    """Are these the units and the centres with which the board's own game begins?"""
    known = setting.start
    return set(state.units) == set(known.units) and state.owners == dict(known.owners)


class OpeningRetreats(NamedTuple):
    """Who must retreat at a game's beginning, and what a stand-off closed to all of them."""

    dislodged: tuple[Dislodged, ...]
    contested: frozenset[Code]


def rout(state: SavedPosition, phase: Phase, setting: Setting) -> OpeningRetreats:
    """Who was driven out before the game begins, if it begins with retreats.

    An open place to which one of them may not go, though another may, is where his attacker came
    from; any other was left empty by a stand-off.
    """
    if phase.step != "retreats":
        return OpeningRetreats((), frozenset())
    held = {unit.at.province for unit in state.units}
    some = {code for codes in state.refuges.values() for code in codes}
    closed = {u: {*_near(u, phase, setting)} - held - codes for u, codes in state.refuges.items()}
    origins = {u: sorted(codes & some) for u, codes in closed.items()}
    return OpeningRetreats(
        tuple(Dislodged(u, next(iter(origins.get(u, ())), None)) for u in state.dislodged),
        frozenset(code for codes in closed.values() for code in codes - some),
    )


def _near(unit: Unit, phase: Phase, setting: Setting) -> Iterator[Code]:
    reach = setting.board.reach(setting.kinds[unit.kind], phase.season)
    ends: tuple[Location, ...] = tuple(reach.get(unit.at, ()))
    return (at.province for at in ends)
