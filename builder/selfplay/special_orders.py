"""Orders of the exhibition player for doubled units, leaders and neutral units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.model.board import Location
from builder.model.findings import HOLD
from builder.model.kinds import KindCode
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef, Written
from builder.model.units import Unit
from builder.selfplay.movement import MovementPlanner

SPLIT, SIBLING, TOGETHER, RESTLESS, STEWARD = 0.7, 0.5, 0.8, 0.25, 0.85


def divide(staff: MovementPlanner) -> None:
    """Send the halves of a doubled unit two ways, where nobody disputes either."""
    for unit in list(staff.free):
        plan = staff.plans.get(unit)
        if unit.size > 1 and type(plan) in (Hold, Move):
            pair = best_pair(staff, unit)
            foe = staff.look.others.get(plan.to.province) if type(plan) is Move else None
            if type(plan) is Move and foe and foe.size == 1 and staff.chance.random() < SIBLING:
                part_ways(staff, unit, (plan.to, unit.at), Support(unit.at, plan.to))
            elif pair and staff.chance.random() < SPLIT:
                part_ways(staff, unit, pair)


def best_pair(staff: MovementPlanner, unit: Unit) -> tuple[Location, Location] | None:
    """The two places where halves would gain most; one of them may be where the unit is."""
    first, second = (list(half_goals(staff, unit, kind)) for kind in staff.book.divides_into(unit))
    pairs = [
        (a_gain + b_gain, a, b)
        for a_gain, a in first
        for b_gain, b in second
        if a.province != b.province
    ]
    gain, one, other = max(pairs, default=(0.0, unit.at, unit.at))
    return (one, other) if gain > 1.0 else None


def half_goals(
    staff: MovementPlanner, unit: Unit, kind: KindCode
) -> Iterator[tuple[float, Location]]:
    """Where a half of that kind might go unopposed, or stay, and what that would gain."""
    here = staff.look.lure(kind, unit.at)
    yield 0.0, unit.at
    for to in sorted(staff.book.map.reach[kind].get(unit.at, {})):
        code = to.province
        taken = code in staff.goals and staff.goals[code] != unit
        if taken or code in staff.look.others or staff.unit_in(code):
            continue
        if staff.look.rivals_near(code) < 2:
            yield staff.look.lure(kind, to) - here + staff.look.worth.get(code, 0.0) / 2, to


def part_ways(
    staff: MovementPlanner,
    unit: Unit,
    pair: tuple[Location, Location],
    stays: Order = HOLD,
) -> None:
    """Give a doubled unit two orders; a half that stays may support the other."""
    old = staff.plans.pop(unit)
    if type(old) is Move:
        for code in [c for c, u in staff.goals.items() if u == unit]:
            del staff.goals[code]
        for helper in [u for u, plan in staff.plans.items() if backs(plan, unit)]:
            staff.plans[helper] = Hold()
    halves = staff.book.divides_into(unit)
    named = halves[0] != halves[1]
    for kind, to in zip(halves, pair, strict=True):
        order = stays if to == unit.at else Move(to)
        if to != unit.at:
            staff.goals[to.province] = unit
        ref = UnitRef(unit.at, unit.kind, part=kind if named else None, doubled=True)
        staff.extra.append(Written(staff.power, ref, order))


def backs(plan: Order, unit: Unit) -> bool:
    """Does the order support that unit's move?"""
    return isinstance(plan, Support) and plan.at == unit.at and plan.to is not None


def lead(staff: MovementPlanner) -> None:
    """Let leaders go with their units, or look for one to go with."""
    for leader in staff.look.mine:
        if staff.book.holds_ground(leader):
            continue
        mate = staff.unit_in(leader.at.province)
        if mate is not None and staff.chance.random() > RESTLESS:
            if type(staff.plans.get(mate)) is Move and staff.chance.random() < TOGETHER:
                staff.led.add(mate)
            continue
        to = next_place(staff, leader)
        if to is not None and not sails(staff, leader):
            ref = UnitRef(leader.at, leader.kind)
            staff.extra.append(Written(staff.power, ref, Move(to)))


def sails(staff: MovementPlanner, leader: Unit) -> bool:
    """Can one of our fleets carry the leader alone to one of its units? Then it does."""
    waters, where = staff.book.map.waters, staff.setting.board.locations
    for fleet in staff.free:
        near = waters.get(fleet.at.province, frozenset())
        if type(staff.plans.get(fleet)) not in (Hold, Support) or leader.at.province not in near:
            continue
        ends = [u.at.province for u in staff.free if type(staff.plans.get(u)) is not Move]
        for to in (where[c] for c in ends if c in near - {leader.at.province}):
            if staff.book.may_sail(leader, to):
                staff.plans[fleet] = Convoy(leader.at, to, leader.kind)
                order = Move(to, via=True)
                staff.extra.append(Written(staff.power, UnitRef(leader.at, leader.kind), order))
                return True
    return False


def next_place(staff: MovementPlanner, leader: Unit) -> Location | None:
    """The next step of a leader alone: to one of its units, or towards the nearest."""
    near = sorted(staff.book.map.reach[leader.kind].get(leader.at, {}))
    ends = {staff.plans[u].to.province for u in staff.plans if type(staff.plans[u]) is Move}  # type: ignore[union-attr]
    homes = {u.at.province for u in staff.free if type(staff.plans.get(u)) is not Move}
    mates = [p for p in near if p.province in ends | homes]
    if mates:
        return staff.chance.choice(mates)
    open_to = [p for p in near if p.province not in staff.look.others]
    chart = {p: staff.look.chart.steps(leader.kind, p) for p in open_to}
    far = [
        (min((chart[p].get(u.at.province, 99) for u in staff.free), default=99), p) for p in chart
    ]
    return min(far)[1] if far else None


def join(staff: MovementPlanner) -> None:
    """Attack a third power together with a friend: one of the two moves, the other supports."""
    pact = staff.agreement()
    if pact is None:
        return
    friend, lot = pact
    reach, support = staff.book.map.reach, staff.book.map.support
    units = sorted(u for u in staff.look.position.units if not u.aboard)
    victims = {u.at.province for u in units if u.power not in (staff.power, friend)}
    pairs = [
        (one, other, to)
        for one in units
        for other in units
        if {one.power, other.power} == {staff.power, friend}
        for to in sorted(reach[one.kind].get(one.at, {}))
        if to.province in victims & support[other.kind].get(other.at, frozenset())
    ]
    if not pairs:
        return
    one, other, to = lot.choice(pairs)
    if one in staff.free and one not in staff.plans:
        staff.plans[one], staff.goals[to.province] = Move(to), one
    elif other in staff.free and other not in staff.plans:
        staff.plans[other] = Support(one.at, to, one.kind)


def steward(staff: MovementPlanner) -> None:
    """Order the neutral units, where that is ours to do or to begin."""
    neutral = [u for u in staff.look.position.units if not playable(staff, u)]
    if not neutral or not may_command(staff) or staff.chance.random() > STEWARD:
        return
    for unit in neutral:
        ref = UnitRef(unit.at, unit.kind, unit.power)
        staff.extra.append(Written(staff.power, ref, favour(staff, unit)))


def may_command(staff: MovementPlanner) -> bool:
    """Do we control the neutral units, or have we fewer units than any other power?"""
    units = [u for u in staff.look.position.units if playable(staff, u)]
    counts = Counter(u.power for u in units)
    fewest = [p for p, n in counts.items() if n == min(counts.values())]
    return fewest == [staff.power] or staff.power in staff.look.position.memory.values()


def playable(staff: MovementPlanner, unit: Unit) -> bool:
    """Does somebody play that unit's nation?"""
    return staff.setting.nation[unit.power].playable


def favour(staff: MovementPlanner, unit: Unit) -> Order:
    """What a neutral unit does for us: it supports a move of ours, or one that stands."""
    near = staff.book.map.support[unit.kind].get(unit.at, frozenset())
    for mine, plan in staff.plans.items():
        if type(plan) is Move and plan.to.province in near:
            return Support(mine.at, plan.to, mine.kind)
    standing = [u for u in staff.free if u.at.province in near]
    return Support(standing[0].at, None, standing[0].kind) if standing else Hold()
