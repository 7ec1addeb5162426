"""Special orders in an exhibition game: doubled units, leaders, friends and neutral units."""

from collections import Counter
from collections.abc import Iterator

from builder.model.board import Location
from builder.model.findings import HOLD
from builder.model.kinds import KindCode
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef, Written
from builder.model.units import Unit
from builder.selfplay.movement import MovementPlanner

SPLIT, SIBLING, TOGETHER, RESTLESS, STEWARD = 0.7, 0.5, 0.8, 0.25, 0.85


def divide(planner: MovementPlanner) -> None:
    """Send the halves of doubled units to two places that no other unit can enter."""
    for unit in list(planner.free):
        plan = planner.plans.get(unit)
        if unit.size > 1 and type(plan) in (Hold, Move):
            pair = best_pair(planner, unit)
            foe = planner.view.others.get(plan.to.province) if type(plan) is Move else None
            if type(plan) is Move and foe and foe.size == 1 and planner.chance.random() < SIBLING:
                part_ways(planner, unit, (plan.to, unit.at), Support(unit.at, plan.to))
            elif pair and planner.chance.random() < SPLIT:
                part_ways(planner, unit, pair)


def best_pair(planner: MovementPlanner, unit: Unit) -> tuple[Location, Location] | None:
    """The two places where halves would gain most; one may be the place of the unit itself."""
    first, second = (
        list(half_goals(planner, unit, kind)) for kind in planner.book.divides_into(unit)
    )
    pairs = [
        (a_gain + b_gain, a, b)
        for a_gain, a in first
        for b_gain, b in second
        if a.province != b.province
    ]
    gain, one, other = max(pairs, default=(0.0, unit.at, unit.at))
    return (one, other) if gain > 1.0 else None


def half_goals(
    planner: MovementPlanner, unit: Unit, kind: KindCode
) -> Iterator[tuple[float, Location]]:
    """The places to which a half could go unopposed, its own included, with their gains."""
    here = planner.view.attraction(kind, unit.at)
    yield 0.0, unit.at
    for to in sorted(planner.book.map.reach[kind].get(unit.at, {})):
        code = to.province
        taken = code in planner.goals and planner.goals[code] != unit
        if taken or code in planner.view.others or planner.unit_in(code):
            continue
        if planner.view.rivals_near(code) < 2:
            gain = planner.view.attraction(kind, to) - here
            yield gain + planner.view.worth.get(code, 0.0) / 2, to


def part_ways(
    planner: MovementPlanner,
    unit: Unit,
    pair: tuple[Location, Location],
    stays: Order = HOLD,
) -> None:
    """Give a doubled unit two orders; a half that stays may support the other."""
    old = planner.plans.pop(unit)
    if type(old) is Move:
        for code in [c for c, u in planner.goals.items() if u == unit]:
            del planner.goals[code]
        for helper in [u for u, plan in planner.plans.items() if backs(plan, unit)]:
            planner.plans[helper] = Hold()
    halves = planner.book.divides_into(unit)
    named = halves[0] != halves[1]
    for kind, to in zip(halves, pair, strict=True):
        order = stays if to == unit.at else Move(to)
        if to != unit.at:
            planner.goals[to.province] = unit
        ref = UnitRef(unit.at, unit.kind, part=kind if named else None, doubled=True)
        planner.extra.append(Written(planner.power, ref, order))


def backs(plan: Order, unit: Unit) -> bool:
    """Does the order support that unit's move?"""
    return isinstance(plan, Support) and plan.at == unit.at and plan.to is not None


def lead(planner: MovementPlanner) -> None:
    """Let leaders go with their units, or look for one to go with."""
    for leader in planner.view.mine:
        if planner.book.holds_ground(leader):
            continue
        mate = planner.unit_in(leader.at.province)
        if mate is not None and planner.chance.random() > RESTLESS:
            if type(planner.plans.get(mate)) is Move and planner.chance.random() < TOGETHER:
                planner.led.add(mate)
            continue
        to = next_place(planner, leader)
        if to is not None and not sails(planner, leader):
            ref = UnitRef(leader.at, leader.kind)
            planner.extra.append(Written(planner.power, ref, Move(to)))


def sails(planner: MovementPlanner, leader: Unit) -> bool:
    """Order a fleet to carry the leader alone to one of its units; False if none can."""
    waters, where = planner.book.map.waters, planner.setting.board.locations
    for fleet in planner.free:
        near = waters.get(fleet.at.province, frozenset())
        if type(planner.plans.get(fleet)) not in (Hold, Support) or leader.at.province not in near:
            continue
        ends = [u.at.province for u in planner.free if type(planner.plans.get(u)) is not Move]
        for to in (where[c] for c in ends if c in near - {leader.at.province}):
            if planner.book.may_sail(leader, to):
                planner.plans[fleet] = Convoy(leader.at, to, leader.kind)
                order = Move(to, via=True)
                planner.extra.append(Written(planner.power, UnitRef(leader.at, leader.kind), order))
                return True
    return False


def next_place(planner: MovementPlanner, leader: Unit) -> Location | None:
    """The next step of a leader alone: to one of its units, or towards the nearest."""
    near = sorted(planner.book.map.reach[leader.kind].get(leader.at, {}))
    ends = {plan.to.province for plan in planner.plans.values() if isinstance(plan, Move)}
    homes = {u.at.province for u in planner.free if type(planner.plans.get(u)) is not Move}
    mates = [p for p in near if p.province in ends | homes]
    if mates:
        return planner.chance.choice(mates)
    open_to = [p for p in near if p.province not in planner.view.others]
    steps = {p: planner.view.distances.steps(leader.kind, p) for p in open_to}
    far = [
        (min((steps[p].get(u.at.province, 99) for u in planner.free), default=99), p) for p in steps
    ]
    return min(far)[1] if far else None


def join(planner: MovementPlanner) -> None:
    """Attack a third power together with a friend: one of the two moves, the other supports."""
    pact = planner.agreement()
    if pact is None:
        return
    friend, lot = pact
    reach, support = planner.book.map.reach, planner.book.map.support
    units = sorted(u for u in planner.view.position.units if not u.aboard)
    victims = {u.at.province for u in units if u.power not in (planner.power, friend)}
    pairs = [
        (one, other, to)
        for one in units
        for other in units
        if {one.power, other.power} == {planner.power, friend}
        for to in sorted(reach[one.kind].get(one.at, {}))
        if to.province in victims & support[other.kind].get(other.at, frozenset())
    ]
    if not pairs:
        return
    one, other, to = lot.choice(pairs)
    if one in planner.free and one not in planner.plans:
        planner.plans[one], planner.goals[to.province] = Move(to), one
    elif other in planner.free and other not in planner.plans:
        planner.plans[other] = Support(one.at, to, one.kind)


def order_neutral_units(planner: MovementPlanner) -> None:
    """Order the neutral units, if this power controls them or may begin to."""
    neutral = [u for u in planner.view.position.units if not playable(planner, u)]
    if not neutral or not may_command(planner) or planner.chance.random() > STEWARD:
        return
    for unit in neutral:
        ref = UnitRef(unit.at, unit.kind, unit.power)
        planner.extra.append(Written(planner.power, ref, neutral_order(planner, unit)))


def may_command(planner: MovementPlanner) -> bool:
    """Does this power control the neutral units, or has it fewer units than any other?"""
    counts = Counter(u.power for u in planner.view.position.units if playable(planner, u))
    fewest = [p for p, n in counts.items() if n == min(counts.values())]
    return fewest == [planner.power] or planner.power == planner.view.position.controller


def playable(planner: MovementPlanner, unit: Unit) -> bool:
    """Is the unit's power played, and not neutral?"""
    return planner.setting.nation[unit.power].playable


def neutral_order(planner: MovementPlanner, unit: Unit) -> Order:
    """The order for a neutral unit: to support a move of this power or a unit that holds."""
    near = planner.book.map.support[unit.kind].get(unit.at, frozenset())
    for mine, plan in planner.plans.items():
        if type(plan) is Move and plan.to.province in near:
            return Support(mine.at, plan.to, mine.kind)
    standing = [u for u in planner.free if u.at.province in near]
    return Support(standing[0].at, None, standing[0].kind) if standing else Hold()
