"""Convoys in an exhibition game: chains of fleets, and armies that ride on a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance
from builder.model.board import Code, Location
from builder.model.orders import (
    Convoy,
    Debark,
    Embark,
    Hold,
    Move,
    Order,
    Support,
    UnitRef,
    Written,
)
from builder.model.units import Unit
from builder.selfplay.movement import SIGHT, MovementPlanner

WORTHWHILE = 1.5
OFTEN = 0.8
STAY_ABOARD = 0.12
PLAINLY = 0.2


class ConvoyPlan(NamedTuple):
    """An army that could land somewhere from a fleet's sea, or from the next one."""

    loss: float
    army: Unit
    fleet: Unit
    to: Location
    over: Location | None = None


def sail(staff: MovementPlanner) -> None:
    """Order ordinary convoys, where an army has nothing better to do."""
    for v in sorted(voyages(staff, ashore(staff))):
        fleets = chain(staff, v)
        if fleets and is_free(staff, v._replace(over=None)) and staff.chance.random() < OFTEN:
            staff.plans[v.army] = Move(v.to)
            for fleet in fleets:
                staff.plans[fleet] = Convoy(v.army.at, v.to, v.army.kind)
            staff.goals[v.to.province] = v.army
            support(staff, v)


def chain(staff: MovementPlanner, v: ConvoyPlan) -> list[Unit]:
    """The fleets that carry: one, or two where the game should show such a voyage."""
    if v.over is None:
        return [v.fleet]
    link, ends = staff.unit_in(v.over.province), {v.fleet.at.province, v.over.province}
    sights = staff.look.chart.sights
    wanted = any(is_sight(s, v.army, ends, v.to.province) for s in sights)
    able = wanted and link is not None and link not in staff.plans
    return [v.fleet, link] if able and link and staff.setting.kinds[link.kind].convoys else []


def ride(staff: MovementPlanner) -> None:
    """Order armies aboard the fleets beside them, and those aboard ashore."""
    aboard = [(a, f) for a in staff.look.mine if a.aboard if (f := staff.unit_in(a.at.province))]
    for v in sorted(voyages(staff, [*aboard, *ashore(staff)])):
        if is_free(staff, v) and (v.army.aboard or staff.chance.random() < OFTEN):
            carry(staff, v)
    honour(staff)
    for army in staff.look.mine:
        if army.aboard and army not in staff.plans:
            staff.extra.append(Written(staff.power, UnitRef(army.at, army.kind), Hold()))


def honour(staff: MovementPlanner) -> None:
    """Take a friend's army across, or let ours be taken, where both have agreed."""
    pact = staff.agreement()
    if pact is None:
        return
    kinds, units = staff.setting.kinds, sorted(staff.look.position.units, key=str)
    agreed = next(
        (
            (army, fleet)
            for army in units
            for fleet in units
            if kinds[army.kind].convoyed and kinds[fleet.kind].convoys and not army.aboard
            if {army.power, fleet.power} == {staff.power, pact[0]}
            if fleet.at.province in staff.book.map.shores[army.at.province]
            if fleet.at.province not in staff.loaded
        ),
        None,
    )
    if agreed is None:
        return
    army, fleet = agreed
    if fleet.power == staff.power and fleet not in staff.plans:
        staff.plans[fleet] = Convoy(army.at, None, army.kind)
    if army.power == staff.power and army not in staff.plans:
        landings = [v for v in voyages(staff, [agreed]) if v.over is None]
        if landings:
            best = min(landings)
            staff.plans[army] = Embark(fleet.at.province, best.to)
            staff.goals[best.to.province] = army


def carry(staff: MovementPlanner, v: ConvoyPlan) -> None:
    """Order one ride, in one of the ways in which it may be written and done."""
    lands = v.army.aboard or staff.chance.random() > STAY_ABOARD
    foe = v.to.province in staff.look.others
    order: Order = Embark(v.fleet.at.province, v.to if lands else None)
    task: Order = Hold()
    if v.army.aboard:
        order = Debark(v.to)
    if v.over is not None:
        task = Move(v.over)
        staff.goals[v.over.province] = v.fleet
    elif foe and lands:
        task = Support(v.army.at, v.to, v.army.kind)
    elif lands and not v.army.aboard and staff.chance.random() < PLAINLY:
        order, task = Move(v.to), Convoy(v.army.at, v.to, v.army.kind)
    staff.plans[v.army], staff.plans[v.fleet] = order, task
    if lands:
        staff.goals[v.to.province] = v.army
        support(staff, v)


def ashore(staff: MovementPlanner) -> list[tuple[Unit, Unit]]:
    """Our armies on a coast, each with our empty fleets beside it."""
    kinds, shores = staff.setting.kinds, staff.book.map.shores
    return [
        (army, fleet)
        for army in staff.free
        if kinds[army.kind].convoyed
        for sea in sorted(shores[army.at.province])
        if sea not in staff.loaded
        if (fleet := staff.unit_in(sea)) is not None and kinds[fleet.kind].convoys
    ]


def voyages(staff: MovementPlanner, pairs: list[tuple[Unit, Unit]]) -> Iterator[ConvoyPlan]:
    """Every landing that would be worth the voyage."""
    look, waters = staff.look, staff.book.map.waters
    board = staff.setting.board
    for army, fleet in pairs:
        here = 0.0 if army.aboard else look.lure(army.kind, army.at)
        seas: list[Location | None] = [None]
        seas += sorted(staff.book.map.reach[fleet.kind][fleet.at])
        for over in seas:
            sea = fleet.at.province if over is None else over.province
            for code in sorted(waters.get(sea, ())):
                if board.provinces[code].terrain != "coast" or code == army.at.province:
                    continue
                to = board.locations[code]
                if to in staff.book.map.reach[army.kind].get(army.at, {}):
                    continue
                gain = look.lure(army.kind, to) - here - (over is not None)
                gain += 0.5 * look.worth.get(code, 0.0) + staff.chance.uniform(-1, 1)
                seas_used = {fleet.at.province, sea}
                gain += SIGHT * any(is_sight(s, army, seas_used, code) for s in look.chart.sights)
                if gain > WORTHWHILE:
                    yield ConvoyPlan(-gain, army, fleet, to, over)


def is_sight(seen: RuleAppearance, army: Unit, seas: set[Code], code: Code) -> bool:
    """Would the voyage show what the game should show?"""
    if "convoy" in seen.words:
        return bool(seas & {*seen.at})
    fits = (not seen.at or army.at.province in seen.at) and (not seen.to or code in seen.to)
    return fits and "by sea" in seen.words and bool(seen.at or seen.to)


def is_free(staff: MovementPlanner, v: ConvoyPlan) -> bool:
    """Are both still without orders, and is nobody of ours in their way?"""
    if v.army in staff.plans or v.fleet in staff.plans or v.to.province in staff.goals:
        return False
    foe = staff.look.others.get(v.to.province)
    if staff.unit_in(v.to.province) or (foe and foe.power == staff.look.friend):
        return False
    if v.over is None:
        return True
    sea = v.over.province
    return not (staff.unit_in(sea) or sea in staff.look.others or sea in staff.goals)


def support(staff: MovementPlanner, v: ConvoyPlan) -> None:
    """Let units near the landing support it, if somebody is there."""
    if v.to.province not in staff.look.others:
        return
    able = [
        u
        for u in staff.free
        if u not in staff.plans and v.to.province in staff.book.map.support[u.kind].get(u.at, ())
    ]
    for u in able[:2]:
        staff.plans[u] = Support(v.army.at, v.to, v.army.kind)
