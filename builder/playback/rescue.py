"""One order: which single other order would have saved a unit, or let its order succeed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.model.board import Location
from builder.model.findings import Action
from builder.model.kinds import Power
from builder.model.orders import Convoy, Hold, Move, Support, Written, alike
from builder.model.turns import Turn
from builder.model.units import Unit
from builder.rules.possible_orders import possible_orders
from builder.variant import Variant

SIMPLER = {Support: 0, Hold: 1, Convoy: 2, Move: 3}
Ends = Mapping[Unit, Location | None]


class Rescue(NamedTuple):
    """One order that would have changed what became of another.

    `order` is given in place of `instead` (None where the unit had none); `turn` is the phase
    judged with it. `changed` are the other units that it would have brought elsewhere.
    """

    order: Written
    instead: Written | None
    turn: Turn
    changed: tuple[Unit, ...]


def rescues(
    variant: Variant, turn: Turn, orders: Sequence[Written], action: Action
) -> list[Rescue]:
    """The orders of one power that would each have made an order succeed, or saved its unit.

    A dislodged unit is saved where it stands under its own order; any other order must succeed.
    All other `orders` are kept. Tried are all lawful orders of the unit's own power and, if none
    of them would do, those of the powers that did not stand against it. What changes least else
    comes first. Empty for an order that did not fail, and outside of movement phases.
    """
    if not failed(turn, action):
        return []
    ends = outcome(turn)
    hostile = opponents(turn, action)
    friends = [p for p in variant.setting.powers if p != action.power and p not in hostile]
    for powers in ([action.power], friends):
        found = [r for p in powers for r in _of_power(variant, turn, action, p, orders, ends)]
        if found:
            return sorted(found, key=_rank)
    return []


def opponents(turn: Turn, action: Action) -> set[Power]:
    """The powers whose units defeated an order or its unit, or supported those that did."""
    lost = action.units[0] in {d.unit for d in turn.dislodged}
    places = {action.goal, action.home if lost else None} - {None}
    victors = [a for a in turn.actions if a.goal in places and a is not action]
    helpers = [
        a
        for a in turn.actions
        if a.aim in places and (a.helps or ())[:2] != (action.home, action.goal)
    ]
    found = {a.power for a in (*turn.findings[action].by, *victors, *helpers)}
    return found - {action.power}


def failed(turn: Turn, action: Action) -> bool:
    """Was the unit dislodged, or did its order come to nothing?"""
    return not turn.findings[action].value or action.units[0] in {d.unit for d in turn.dislodged}


def outcome(turn: Turn) -> Ends:
    """Where a phase leaves every unit; None where it is dislodged."""
    lost = {d.unit for d in turn.dislodged}
    return {
        a.units[0]: None
        if a.units[0] in lost
        else a.after.at
        if a.goal is not None and turn.findings[a].value
        else a.at
        for a in turn.actions
    }


def _of_power(
    variant: Variant,
    turn: Turn,
    action: Action,
    power: Power,
    orders: Sequence[Written],
    ends: Ends,
) -> Iterator[Rescue]:
    """What that power could have done."""
    given = {w.home: w for w in orders}
    for w in possible_orders(variant.open(turn.before), power):
        before = given.get(w.home)
        if w.home == action.home or (before is not None and alike(before.order, w.order)):
            continue
        kept = [o for o in orders if o is not before]
        tried = variant.open(turn.before).play([*kept, w])
        if w not in tried.faults and _mended(turn, tried, action):
            now = outcome(tried)
            others = (u for u in ends if u != action.units[0])
            changed = tuple(u for u in others if now.get(u) != ends[u])
            yield Rescue(w, before, tried, changed)


def _mended(turn: Turn, tried: Turn, action: Action) -> bool:
    """Does the same unit, by the same order, fare as it was meant to?"""
    again = next((a for a in tried.actions if a.units == action.units), None)
    if again is None or type(again.order) is not type(action.order):
        return False
    saved = action.units[0] not in {d.unit for d in tried.dislodged}
    if action.units[0] in {d.unit for d in turn.dislodged}:
        return saved
    return saved and tried.findings[again].value > 0


def _rank(found: Rescue) -> tuple[int, int, str]:
    order = found.order.order
    return len(found.changed), SIMPLER.get(type(order), 4), f"{found.order.home} {tuple(order)}"
