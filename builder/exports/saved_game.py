"""Writes a replay as a saved game of the Python package `diplomacy`."""

import json
from collections.abc import Mapping
from typing import Any

from builder.exports.order_results import is_gone, order_results, tags
from builder.model import orders
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Position, Unit, UnitByProvince
from builder.playback.replaying import Replay, Stage

JsonObject = dict[str, Any]
COMPLETED = "COMPLETED"  # a centre just taken is not counted while retreats are due


def saved_game(replay: Replay) -> str:
    """The game as JSON: states as played, orders as recorded, results as printed or judged."""
    setting = replay.variant.setting
    writer = SavedGameWriter(setting)
    phases = []
    previous: Stage | None = None
    for stage in replay.stages:
        phases.append(writer.played(stage, _before(stage, previous)))
        previous = stage
    last = replay.final.phase
    name = setting.calendar.short(last) if last.step == "retreats" else COMPLETED
    phases.append(writer.phase(name, replay.final, orders={}, results={}))
    document = {
        "id": replay.record.id, "map": replay.record.variant, "rules": [], "phases": phases,
    }  # fmt: skip
    return json.dumps(document, indent=1) + "\n"


def _before(stage: Stage, previous: Stage | None) -> Position:
    """The position before a phase. If the same units are dislodged in it as in the phase before,
    they have the retreats that are printed there."""
    before = stage.turn.before
    if previous is None:
        return before
    dislodged = previous.dislodged
    if {each.unit for each in before.dislodged} == {each.unit for each in dislodged}:
        return before._replace(dislodged=dislodged)
    return before


class SavedGameWriter:
    """Writes phases on one board; codes are in capitals, except where two would become equal."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.capitals = {nation.name: nation.name.upper() for nation in setting.nations}
        self.equal_in_capitals: set[str] = set()
        for codes in setting.board.names.namesakes.values():
            self.equal_in_capitals.update(codes)

    def played(self, stage: Stage, before: Position) -> JsonObject:
        """A phase: the position before it, its orders and their results."""
        units = before.units
        if stage.phase.step == "retreats":
            units = tuple(dislodged.unit for dislodged in before.dislodged)
        unit_in = {unit.at.province: unit for unit in units}
        orders_of: dict[str, list[str]] = {name: [] for name in self.capitals.values()}
        for written in stage.recorded.orders if stage.recorded else ():
            if written.issuer in self.capitals:
                orders_of[self.capitals[written.issuer]].append(self._order(written, unit_in))
        name = self.setting.calendar.short(stage.phase)
        return self.phase(name, before, orders=orders_of, results=self._results(stage))

    def phase(
        self,
        name: str,
        position: Position,
        *,
        orders: Mapping[str, list[str]],
        results: Mapping[str, list[str]],
    ) -> JsonObject:
        """A phase, or the end, and its position under its name. `orders` are listed by power,
        `results` by unit."""
        units: JsonObject = {}
        retreats: JsonObject = {}
        centers: JsonObject = {}
        for power, capitals in self.capitals.items():
            on_board = [self._unit(unit) for unit in position.units if unit.power == power]
            dislodged = [each for each in position.dislodged if each.unit.power == power]
            owned = [code for code, owner in position.owners.items() if owner == power]
            units[capitals] = on_board + [f"*{self._unit(each.unit)}" for each in dislodged]
            retreats[capitals] = {}
            for each in dislodged:
                refuges = [self._at(refuge) for refuge in each.refuges]
                retreats[capitals][self._unit(each.unit)] = refuges
            centers[capitals] = [self._at(Location(code)) for code in owned]
        state = {"name": name, "units": units, "retreats": retreats, "centers": centers}
        return {
            "name": name, "state": state, "orders": orders, "results": results, "messages": [],
        }  # fmt: skip

    def _results(self, stage: Stage) -> dict[str, list[str]]:
        """The tags of each unit's result."""
        tags_of = {}
        for action, result in stage.turn.by_action.items():
            unit = f"{action.kind} {self._at(action.at)}"
            tags_of[unit] = tags(order_results(stage, result), moves=action.goal is not None)
        for end in stage.turn.ends:
            if end.unit is not None:
                gone = stage.phase.step == "retreats" and is_gone(stage, end)
                tags_of[self._unit(end.unit)] = ["disband"] if gone else []
        return tags_of

    def _unit(self, unit: Unit) -> str:
        return f"{unit.kind} {self._at(unit.at)}"

    def _at(self, at: Location) -> str:
        return str(at) if at.province in self.equal_in_capitals else str(at).upper()

    def _order(self, written: orders.Written, unit_in: UnitByProvince) -> str:
        order = written.order
        if isinstance(order, orders.Waive) or written.unit is None:
            return "WAIVE"
        if isinstance(order, orders.Build):
            return f"{order.kind} {self._at(order.at)} B"
        unit = self._named_unit(written.unit.at, written.unit.kind, unit_in)
        return f"{unit} {self._doing(order, unit_in)}"

    def _named_unit(self, at: Location, kind: KindCode | None, unit_in: UnitByProvince) -> str:
        """A unit that an order names, of the kind that is there if it names none."""
        unit = unit_in.get(at.province)
        return f"{kind or (unit.kind if unit else 'A')} {self._at(at)}"

    def _doing(self, order: orders.Order, unit_in: UnitByProvince) -> str:
        match order:
            case orders.Move(to):
                return f"- {self._at(to)}{' VIA' if order.via or order.route else ''}"
            case orders.Support(Location() as at, to):
                aim = f" - {self._at(to)}" if to else ""
                return f"S {self._named_unit(at, order.kind, unit_in)}{aim}"
            case orders.Convoy(at, Location() as to):
                return f"C {self._named_unit(at, order.kind, unit_in)} - {self._at(to)}"
            case orders.Retreat(to):
                return f"R {self._at(to)}"
            case orders.Disband() | orders.Remove():
                return "D"
        return "H"
