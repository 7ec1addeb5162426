"""Convoys in an exhibition game: by chains of fleets, and of armies aboard a fleet."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance
from builder.model import orders
from builder.model.board import Code, Location
from builder.model.orders import Order, UnitRef, Written
from builder.model.units import Unit
from builder.selfplay.movement import SHOWS_A_RULE, MovementPlanner

WORTHWHILE = 1.5
OFTEN = 0.8
STAY_ABOARD = 0.12
PLAINLY = 0.2


class ConvoyPlan(NamedTuple):
    """An army that could land at `to` from its fleet's sea, or from the sea `over`.

    The plan with the lowest `loss` is the best.
    """

    loss: float
    army: Unit
    fleet: Unit
    to: Location
    over: Location | None = None


def sail(planner: MovementPlanner) -> None:
    """Order ordinary convoys for armies that have nothing better to do."""
    for v in sorted(voyages(planner, ashore(planner))):
        fleets = chain(planner, v)
        if fleets and is_free(planner, v._replace(over=None)) and planner.chance.random() < OFTEN:
            planner.plans[v.army] = orders.Move(v.to)
            for fleet in fleets:
                planner.plans[fleet] = orders.Convoy(v.army.at, v.to, v.army.kind)
            planner.goals[v.to.province] = v.army
            support(planner, v)


def chain(planner: MovementPlanner, v: ConvoyPlan) -> list[Unit]:
    """The fleets that carry: one, or two if the game should show such a convoy; else none."""
    if v.over is None:
        return [v.fleet]
    link, ends = planner.unit_in(v.over.province), {v.fleet.at.province, v.over.province}
    unshown = planner.view.distances.unshown
    wanted = any(would_show(s, v.army, ends, v.to.province) for s in unshown)
    able = wanted and link is not None and link not in planner.plans
    return [v.fleet, link] if able and link and planner.setting.kinds[link.kind].convoys else []


def ride(planner: MovementPlanner) -> None:
    """Order armies to board the fleets beside them, and those aboard to land."""
    aboard = [
        (a, f) for a in planner.view.mine if a.aboard if (f := planner.unit_in(a.at.province))
    ]
    for v in sorted(voyages(planner, [*aboard, *ashore(planner)])):
        if is_free(planner, v) and (v.army.aboard or planner.chance.random() < OFTEN):
            carry(planner, v)
    ride_with_friend(planner)
    for army in planner.view.mine:
        if army.aboard and army not in planner.plans:
            planner.extra.append(Written(planner.power, UnitRef(army.at, army.kind), orders.Hold()))


def ride_with_friend(planner: MovementPlanner) -> None:
    """Carry a friend's army, or have one carried, if both powers act together."""
    pact = planner.agreement()
    if pact is None:
        return
    kinds, units = planner.setting.kinds, sorted(planner.view.position.units, key=str)
    agreed = next(
        (
            (army, fleet)
            for army in units
            for fleet in units
            if kinds[army.kind].convoyed and kinds[fleet.kind].convoys and not army.aboard
            if {army.power, fleet.power} == {planner.power, pact[0]}
            if fleet.at.province in planner.book.map.shores[army.at.province]
            if fleet.at.province not in planner.loaded
        ),
        None,
    )
    if agreed is None:
        return
    army, fleet = agreed
    if fleet.power == planner.power and fleet not in planner.plans:
        planner.plans[fleet] = orders.Convoy(army.at, None, army.kind)
    if army.power == planner.power and army not in planner.plans:
        landings = [v for v in voyages(planner, [agreed]) if v.over is None]
        if landings:
            best = min(landings)
            planner.plans[army] = orders.Embark(fleet.at.province, best.to)
            planner.goals[best.to.province] = army


def carry(planner: MovementPlanner, v: ConvoyPlan) -> None:
    """Order one army carried, in one of the ways in which that may be ordered."""
    lands = v.army.aboard or planner.chance.random() > STAY_ABOARD
    foe = v.to.province in planner.view.others
    order: Order = orders.Embark(v.fleet.at.province, v.to if lands else None)
    task: Order = orders.Hold()
    if v.army.aboard:
        order = orders.Debark(v.to)
    if v.over is not None:
        task = orders.Move(v.over)
        planner.goals[v.over.province] = v.fleet
    elif foe and lands:
        task = orders.Support(v.army.at, v.to, v.army.kind)
    elif lands and not v.army.aboard and planner.chance.random() < PLAINLY:
        order, task = orders.Move(v.to), orders.Convoy(v.army.at, v.to, v.army.kind)
    planner.plans[v.army], planner.plans[v.fleet] = order, task
    if lands:
        planner.goals[v.to.province] = v.army
        support(planner, v)


def ashore(planner: MovementPlanner) -> list[tuple[Unit, Unit]]:
    """The power's armies on coasts, each with its empty fleets in adjacent seas."""
    kinds, shores = planner.setting.kinds, planner.book.map.shores
    return [
        (army, fleet)
        for army in planner.free
        if kinds[army.kind].convoyed
        for sea in sorted(shores[army.at.province])
        if sea not in planner.loaded
        if (fleet := planner.unit_in(sea)) is not None and kinds[fleet.kind].convoys
    ]


def voyages(planner: MovementPlanner, pairs: list[tuple[Unit, Unit]]) -> Iterator[ConvoyPlan]:
    """Every landing that gains enough."""
    view, waters = planner.view, planner.book.map.waters
    board = planner.setting.board
    for army, fleet in pairs:
        here = 0.0 if army.aboard else view.attraction(army.kind, army.at)
        seas: list[Location | None] = [None]
        seas += sorted(planner.book.map.reach[fleet.kind].get(fleet.at, {}))
        for over in seas:
            sea = fleet.at.province if over is None else over.province
            for code in sorted(waters.get(sea, ())):
                if board.provinces[code].terrain != "coast" or code == army.at.province:
                    continue
                to = board.locations[code]
                if to in planner.book.map.reach[army.kind].get(army.at, {}):
                    continue
                gain = view.attraction(army.kind, to) - here - (over is not None)
                gain += 0.5 * view.worth.get(code, 0.0) + planner.chance.uniform(-1, 1)
                seas_used = {fleet.at.province, sea}
                gain += SHOWS_A_RULE * any(
                    would_show(s, army, seas_used, code) for s in view.distances.unshown
                )
                if gain > WORTHWHILE:
                    yield ConvoyPlan(-gain, army, fleet, to, over)


def would_show(seen: RuleAppearance, army: Unit, seas: set[Code], code: Code) -> bool:
    """Would the convoy show a rule that the game should show?"""
    if "convoy" in seen.words:
        return bool(seas & {*seen.at})
    fits = (not seen.at or army.at.province in seen.at) and (not seen.to or code in seen.to)
    return fits and "by sea" in seen.words and bool(seen.at or seen.to)


def is_free(planner: MovementPlanner, v: ConvoyPlan) -> bool:
    """Are both units still without orders, and no unit of their power in their way?"""
    if v.army in planner.plans or v.fleet in planner.plans or v.to.province in planner.goals:
        return False
    foe = planner.view.others.get(v.to.province)
    if planner.unit_in(v.to.province) or (foe and foe.power == planner.view.friend):
        return False
    if v.over is None:
        return True
    sea = v.over.province
    return not (planner.unit_in(sea) or sea in planner.view.others or sea in planner.goals)


def support(planner: MovementPlanner, v: ConvoyPlan) -> None:
    """Order units near the landing to support it, if a unit is there."""
    if v.to.province not in planner.view.others:
        return
    for u in planner.able(v.to)[:2]:
        planner.plans[u] = orders.Support(v.army.at, v.to, v.army.kind)
