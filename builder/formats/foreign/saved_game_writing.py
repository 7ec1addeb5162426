"""Replay -> the saved game of the Python package `diplomacy`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from builder.formats.foreign.told import is_gone, tags, told
from builder.model.board import Location
from builder.model.findings import Action
from builder.model.kinds import KindCode
from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
    Written,
)
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.replay import Replay, Stage

Standing = Mapping[str, Unit]
COMPLETED = "COMPLETED"  # nobody owns anew what he took while retreats are due


def saved_game(replay: Replay) -> str:
    """The game as JSON: states as played, orders as recorded, results as printed or found."""
    setting = replay.variant.setting
    phases = [_phase(stage, setting) for stage in replay.stages]
    last = replay.stages[-1].next if replay.stages else replay.final
    name = setting.calendar.short(last.phase) if last.phase.step == "retreats" else COMPLETED
    closing = {"name": name, "state": _state(last, setting, name), "orders": {}}
    data = {
        "id": replay.record.id,
        "map": replay.record.variant,
        "rules": [],
        "phases": [*phases, closing | {"results": {}, "messages": []}],
    }
    return json.dumps(data, indent=1) + "\n"


def _phase(stage: Stage, setting: Setting) -> dict[str, Any]:
    name = setting.calendar.short(stage.phase)
    before = stage.turn.before
    units = _standing(before)
    orders = stage.recorded.orders if stage.recorded else ()
    return {
        "name": name,
        "state": _state(before, setting, name),
        "orders": {
            nation.name.upper(): [_order(w, units) for w in orders if w.issuer == nation.name]
            for nation in setting.nations
        },
        "results": _results(stage),
        "messages": [],
    }


def _standing(position: Position) -> Standing:
    fallen = {str(d.unit.at.province): d.unit for d in position.dislodged}
    if position.phase.step == "retreats":
        return fallen
    return {str(u.at.province): u for u in position.units}


def _state(position: Position, setting: Setting, name: str) -> dict[str, Any]:
    powers = [n.name for n in setting.nations]
    return {
        "name": name,
        "units": {
            p.upper(): [_unit(u) for u in position.units if u.power == p]
            + [f"*{_unit(d.unit)}" for d in position.dislodged if d.unit.power == p]
            for p in powers
        },
        "retreats": {
            p.upper(): {
                _unit(d.unit): [_at(r) for r in d.refuges]
                for d in position.dislodged
                if d.unit.power == p
            }
            for p in powers
        },
        "centers": {
            p.upper(): [str(c).upper() for c, owner in position.owners.items() if owner == p]
            for p in powers
        },
    }


def _results(stage: Stage) -> dict[str, list[str]]:
    found = {_acting(a): tags(told(stage, a), a.goal is not None) for a in stage.turn.actions}
    for fate in stage.turn.fates:
        if fate.unit is not None:
            gone = stage.phase.step == "retreats" and is_gone(stage, fate)
            found[_unit(fate.unit)] = ["disband"] if gone else []
    return found


def _acting(action: Action) -> str:
    return f"{action.kind} {_at(action.at)}"


def _unit(unit: Unit) -> str:
    return f"{unit.kind} {_at(unit.at)}"


def _at(at: Location) -> str:
    return str(at).upper()


def _named(at: Location, kind: KindCode | None, units: Standing) -> str:
    unit = units.get(at.province)
    return f"{kind or (unit.kind if unit else 'A')} {_at(at)}"


def _order(written: Written, units: Standing) -> str:
    ref, order = written.unit, written.order
    if isinstance(order, Waive) or ref is None:
        return "WAIVE"
    if isinstance(order, Build):
        return f"{order.kind} {_at(order.at)} B"
    return " ".join([_named(ref.at, ref.kind, units), *_doing(order, units)])


def _doing(order: Order, units: Standing) -> Iterable[str]:
    match order:
        case Move():
            return ("-", _at(order.to), *(["VIA"] if order.via or order.route else []))
        case Support() if order.at is not None:
            aim = ["-", _at(order.to)] if order.to else []
            return ("S", _named(order.at, order.kind, units), *aim)
        case Convoy() if order.to is not None:
            return ("C", _named(order.at, order.kind, units), "-", _at(order.to))
        case Retreat():
            return ("R", _at(order.to))
        case Disband() | Remove():
            return ("D",)
        case Hold():
            return ("H",)
    return ("H",)
