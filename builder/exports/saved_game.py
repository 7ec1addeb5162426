"""Writes a replay as a saved game of the Python package `diplomacy`."""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from builder.exports.order_results import is_gone, order_results, tags
from builder.model import orders
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Position, Unit
from builder.playback.replaying import Replay, Stage

Standing = Mapping[str, Unit]
Saved = dict[str, Any]
Texts = Mapping[str, list[str]]  # by power or unit
COMPLETED = "COMPLETED"  # a centre just taken is not counted while retreats are due


def saved_game(replay: Replay) -> str:
    """The game as JSON: states as played, orders as recorded, results as printed or judged."""
    setting = replay.variant.setting
    writer = SavedGameWriter(setting)
    befores = [stage.turn.before for stage in replay.stages]
    for i, (stage, then) in enumerate(pairwise(replay.stages), 1):
        if {d.unit for d in then.turn.before.dislodged} == {d.unit for d in stage.dislodged}:
            befores[i] = befores[i]._replace(dislodged=stage.dislodged)
    phases = [writer.played(*known) for known in zip(replay.stages, befores, strict=True)]
    last = replay.final.phase
    name = setting.calendar.short(last) if last.step == "retreats" else COMPLETED
    phases.append(writer.phase(name, replay.final, {}, {}))
    data = {"id": replay.record.id, "map": replay.record.variant, "rules": [], "phases": phases}
    return json.dumps(data, indent=1) + "\n"


class SavedGameWriter:
    """Writes phases on one board; codes are in capitals, except where two would become equal."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.powers = {nation.name: nation.name.upper() for nation in setting.nations}
        self.alike = {c for codes in setting.board.names.namesakes.values() for c in codes}

    def played(self, stage: Stage, before: Position) -> Saved:
        """A phase: the position before it, its orders and their results."""
        retreats = stage.phase.step == "retreats"
        there = [d.unit for d in before.dislodged] if retreats else before.units
        units = {str(u.at.province): u for u in there}
        given = stage.recorded.orders if stage.recorded else ()
        ordered = {
            shown: [self._order(w, units) for w in given if w.issuer == power]
            for power, shown in self.powers.items()
        }
        name = self.setting.calendar.short(stage.phase)
        return self.phase(name, before, ordered, self._results(stage))

    def phase(self, name: str, position: Position, ordered: Texts, results: Texts) -> Saved:
        """A phase, or the end, and its position under its name."""
        found: dict[str, Any] = {"name": name, "units": {}, "retreats": {}, "centers": {}}
        for power, shown in self.powers.items():
            lost = [d for d in position.dislodged if d.unit.power == power]
            units = [self._unit(u) for u in position.units if u.power == power]
            owned = [Location(c) for c, owner in position.owners.items() if owner == power]
            found["units"][shown] = units + [f"*{self._unit(d.unit)}" for d in lost]
            found["retreats"][shown] = {self._unit(d.unit): self._all(d.refuges) for d in lost}
            found["centers"][shown] = self._all(owned)
        return {"name": name, "state": found, "orders": ordered, "results": results, "messages": []}

    def _results(self, stage: Stage) -> dict[str, list[str]]:
        """The tags of each unit's result."""
        found = {}
        for action, result in stage.turn.by_action.items():
            unit = f"{action.kind} {self._at(action.at)}"
            found[unit] = tags(order_results(stage, result), action.goal is not None)
        for end in stage.turn.ends:
            if end.unit is not None:
                gone = stage.phase.step == "retreats" and is_gone(stage, end)
                found[self._unit(end.unit)] = ["disband"] if gone else []
        return found

    def _unit(self, unit: Unit) -> str:
        return f"{unit.kind} {self._at(unit.at)}"

    def _at(self, at: Location) -> str:
        return str(at) if at.province in self.alike else str(at).upper()

    def _all(self, places: Iterable[Location]) -> list[str]:
        return [self._at(place) for place in places]

    def _order(self, written: orders.Written, units: Standing) -> str:
        ref, order = written.unit, written.order
        if isinstance(order, orders.Waive) or ref is None:
            return "WAIVE"
        if isinstance(order, orders.Build):
            return f"{order.kind} {self._at(order.at)} B"
        return f"{self._named(ref.at, ref.kind, units)} {self._doing(order, units)}"

    def _named(self, at: Location, kind: KindCode | None, units: Standing) -> str:
        unit = units.get(at.province)
        return f"{kind or (unit.kind if unit else 'A')} {self._at(at)}"

    def _doing(self, order: orders.Order, units: Standing) -> str:
        match order:
            case orders.Move(to):
                return f"- {self._at(to)}{' VIA' if order.via or order.route else ''}"
            case orders.Support(Location() as at, to):
                aim = f" - {self._at(to)}" if to else ""
                return f"S {self._named(at, order.kind, units)}{aim}"
            case orders.Convoy(at, Location() as to):
                return f"C {self._named(at, order.kind, units)} - {self._at(to)}"
            case orders.Retreat(to):
                return f"R {self._at(to)}"
            case orders.Disband() | orders.Remove():
                return "D"
        return "H"
