"""The orders of one power for one movement phase."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance
from builder.model.findings import HOLD
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
from builder.model.units import Code, KindCode, Location, Power, Unit
from builder.selfplay.evaluation import PowerView, distances

NOISE, SHOWS_A_RULE, OWN_CENTRE, WORTHWHILE = 1.5, 4.0, 2.5, 1.5  # of gains
BOLD, RISKY, LOOSELY, FRIENDLY = 0.35, 0.05, 0.3, 0.5  # the rest are chances
OFTEN, STAY_ABOARD, PLAINLY = 0.8, 0.12, 0.2
SPLIT, SIBLING, TOGETHER, RESTLESS, STEWARD = 0.7, 0.5, 0.8, 0.25, 0.85


class MoveTarget(NamedTuple):
    """A move that a unit might make; the one with the lowest `loss` is the best."""

    loss: float
    unit: Unit
    to: Location


class ConvoyPlan(NamedTuple):
    """An army that could land at `to` from its fleet's sea, or from the sea `over`.

    The plan with the lowest `loss` is the best.
    """

    loss: float
    army: Unit
    fleet: Unit
    to: Location
    over: Location | None = None


class MovementPlanner:
    """Plans one power's moves: the best first, each with the support that it needs."""

    def __init__(self, view: PowerView) -> None:
        self.view, self.book, self.chance = view, view.book, view.chance
        self.power, self.setting = view.power, view.setting
        self.free = [u for u in view.mine if self.book.holds_ground(u) and not u.aboard]
        self.loaded = {u.at.province for u in view.position.units if u.aboard}
        self.plans: dict[Unit, Order] = {}
        self.goals: dict[Code, Unit] = {}
        self.led: set[Unit] = set()
        self.extra: list[Written] = []

    def agreement(self) -> tuple[Power, random.Random] | None:
        """The friend, if the two act together in this phase, and the random numbers of both."""
        friend, phase = self.view.friend, self.setting.calendar.slug(self.view.position.phase)
        lot = random.Random(f"{phase} {' '.join(sorted((self.power, friend or '')))}")
        return (friend, lot) if friend is not None and lot.random() < FRIENDLY else None

    def plan(self) -> None:
        """Plan an order for every unit that has none yet."""
        for aim in self.aims():
            if aim.unit not in self.plans and self.is_open(aim):
                self.attempt(aim)
        for unit in self.free:
            if unit not in self.plans:
                self.plans[unit] = self.duty(unit)

    def orders(self, *, boarding: bool) -> list[Written]:
        """The orders of the phase: convoys are planned first, then moves, then special orders.

        By the rule of `boarding`, armies go aboard fleets.
        """
        if boarding:
            self.ride()
        else:
            self.sail()
        self.join()
        self.plan()
        self.divide()
        self.lead()
        self.order_neutral_units()
        return [*(self.written(*planned) for planned in self.plans.items()), *self.extra]

    def written(self, unit: Unit, order: Order) -> Written:
        """An order as recorded."""
        ref = UnitRef(unit.at, unit.kind, doubled=unit.size > 1, led=unit in self.led)
        return Written(self.power, ref, order)

    # Moves

    def aims(self) -> list[MoveTarget]:
        """Every move of every unit, the most promising first."""
        found = []
        for unit in self.free:
            stay = self.view.attraction(unit.kind, unit.at)
            for to in sorted(self.book.map.reach[unit.kind].get(unit.at, {})):
                if unit.at.province in self.loaded and to.province not in self.book.map.ferries:
                    continue
                gain = self.view.attraction(unit.kind, to) - stay + self.bonus(unit, to)
                found.append(MoveTarget(self.chance.uniform(-NOISE, NOISE) - gain, unit, to))
        return sorted(found)

    def bonus(self, unit: Unit, to: Location) -> float:
        """What a move is worth besides its goal: for a rule that it shows, a centre in Fall."""
        way, ends = self.book.map.reach[unit.kind][unit.at][to], {unit.at.province, to.province}
        odd = way.force is not None or bool(way.crosses) or way.seasons is not None
        gain = SHOWS_A_RULE * (odd or any(ends <= {*s.between} for s in self.view.unshown))
        worth = self.view.worth.get(to.province, 0.0)
        here = self.view.worth.get(unit.at.province, 0.0)
        if self.book.position.phase.season == "fall":
            gain += 0.5 * worth - 0.6 * here * (here > OWN_CENTRE)
        return gain

    def is_open(self, aim: MoveTarget) -> bool:
        """May the unit move there without meeting one of its own power?"""
        code = aim.to.province
        ways = self.book.map.reach[aim.unit.kind][aim.unit.at][aim.to].crosses
        if code in self.goals or aim.loss > -0.2 or any(self.goes(*way) for way in ways):
            return False
        there = self.unit_in(code)
        if there is None:
            return True
        plan = self.plans.get(there)
        if type(plan) is not Move or plan.to.province == aim.unit.at.province:
            return False
        return not self.view.rivals_near(plan.to.province) or self.chance.random() < RISKY

    def goes(self, start: Location, end: Location) -> bool:
        """Does a unit of this power go that way?"""
        there = self.unit_in(start.province)
        return there is not None and self.goals.get(end.province) is there

    def unit_in(self, code: Code) -> Unit | None:
        """The power's own unit in a province."""
        return next((u for u in self.free if u.at.province == code), None)

    def attempt(self, aim: MoveTarget) -> None:
        """Order the move, with as much support as it seems to need."""
        code = aim.to.province
        foe = self.view.others.get(code)
        if foe is not None and foe.power == self.view.friend:
            return
        need = self.need(aim, foe)
        able = [u for u in self.able(aim.to) if u != aim.unit]
        able.sort(key=lambda u: (self.view.attraction(u.kind, u.at), str(u)))
        helpers = able[:need]
        if foe is not None and len(helpers) < need and self.chance.random() > BOLD:
            return
        self.plans[aim.unit] = Move(aim.to)
        self.goals[code] = aim.unit
        for helper in helpers:
            self.plans[helper] = self.backing(helper, aim)

    def backing(self, helper: Unit, aim: MoveTarget) -> Order:
        """A support for the move; if the rules allow it, sometimes one that names no unit."""
        loose = Support(None, aim.to, None, self.power)
        if self.book.settled(helper, loose) == loose and self.chance.random() < LOOSELY:
            return loose
        return Support(aim.unit.at, aim.to, aim.unit.kind)

    def need(self, aim: MoveTarget, foe: Unit | None) -> int:
        """How many supporters the move should have."""
        near = self.view.rivals_near(aim.to.province)
        need = min(2, (foe is not None) + near // 2)
        way = self.book.map.reach[aim.unit.kind][aim.unit.at][aim.to]
        return max(need, 1) if way.force is not None or way.crosses else need

    def able(self, to: Location) -> list[Unit]:
        """The power's units without orders that could support an action there."""
        reach, idle = self.book.map.support, (u for u in self.free if u not in self.plans)
        return [u for u in idle if to.province in reach[u.kind].get(u.at, ())]

    def duty(self, unit: Unit) -> Order:
        """The order of a unit that does not move: it supports a neighbour in need, or holds."""
        near = self.book.map.support[unit.kind].get(unit.at, frozenset())
        moving = [u for u in self.goals.values() if self.goal(u) in near and u != unit]
        if moving:
            friend = max(moving, key=lambda u: (self.view.rivals_near(self.goal(u)), str(u)))
            if self.view.rivals_near(self.goal(friend)):
                return Support(friend.at, self.target(friend), friend.kind)
        standing = [u for u in self.standing() if u.at.province in near and u != unit]
        needy = [u for u in standing if self.view.rivals_near(u.at.province)]
        return Support(needy[0].at, None, needy[0].kind) if needy else Hold()

    def standing(self) -> Sequence[Unit]:
        """The power's units that do not move."""
        return [u for u in self.free if type(self.plans.get(u)) is not Move]

    def target(self, unit: Unit) -> Location:
        """The place where a moving unit goes."""
        plan = self.plans[unit]
        return plan.to if type(plan) is Move else self.setting.board.locations[self.goal(unit)]

    def goal(self, unit: Unit) -> Code:
        """Where a moving unit goes."""
        return next(code for code, u in self.goals.items() if u == unit)

    # Convoys, by chains of fleets and of armies aboard a fleet

    def sail(self) -> None:
        """Order ordinary convoys for armies that have nothing better to do."""
        for v in sorted(self.voyages(self.ashore())):
            fleets = self.chain(v)
            if fleets and self.is_free(v._replace(over=None)) and self.chance.random() < OFTEN:
                self.plans[v.army] = Move(v.to)
                for fleet in fleets:
                    self.plans[fleet] = Convoy(v.army.at, v.to, v.army.kind)
                self.goals[v.to.province] = v.army
                self.support(v)

    def chain(self, v: ConvoyPlan) -> list[Unit]:
        """The fleets that carry: one, or two if the game should show such a convoy; else none."""
        if v.over is None:
            return [v.fleet]
        link, ends = self.unit_in(v.over.province), {v.fleet.at.province, v.over.province}
        unshown = self.view.unshown
        wanted = any(would_show(s, v.army, ends, v.to.province) for s in unshown)
        able = wanted and link is not None and link not in self.plans
        return [v.fleet, link] if able and link and self.setting.kinds[link.kind].convoys else []

    def ride(self) -> None:
        """Order armies to board the fleets beside them, and those aboard to land."""
        aboard = [(a, f) for a in self.view.mine if a.aboard if (f := self.unit_in(a.at.province))]
        for v in sorted(self.voyages([*aboard, *self.ashore()])):
            if self.is_free(v) and (v.army.aboard or self.chance.random() < OFTEN):
                self.carry(v)
        self.ride_with_friend()
        for army in self.view.mine:
            if army.aboard and army not in self.plans:
                self.extra.append(self.written(army, HOLD))

    def ride_with_friend(self) -> None:
        """Carry a friend's army, or have one carried, if both powers act together."""
        pact = self.agreement()
        if pact is None:
            return
        kinds, units = self.setting.kinds, sorted(self.view.position.units, key=str)
        agreed = next(
            (
                (army, fleet)
                for army in units
                for fleet in units
                if kinds[army.kind].convoyed and kinds[fleet.kind].convoys and not army.aboard
                if {army.power, fleet.power} == {self.power, pact[0]}
                if fleet.at.province in self.book.map.shores[army.at.province]
                if fleet.at.province not in self.loaded
            ),
            None,
        )
        if agreed is None:
            return
        army, fleet = agreed
        if fleet.power == self.power and fleet not in self.plans:
            self.plans[fleet] = Convoy(army.at, None, army.kind)
        if army.power == self.power and army not in self.plans:
            best = min((v for v in self.voyages([agreed]) if v.over is None), default=None)
            if best is not None:
                self.plans[army] = Embark(fleet.at.province, best.to)
                self.goals[best.to.province] = army

    def carry(self, v: ConvoyPlan) -> None:
        """Order one army carried, in one of the ways in which that may be ordered."""
        lands = v.army.aboard or self.chance.random() > STAY_ABOARD
        foe = v.to.province in self.view.others
        order: Order = Embark(v.fleet.at.province, v.to if lands else None)
        task: Order = Hold()
        if v.army.aboard:
            order = Debark(v.to)
        if v.over is not None:
            task = Move(v.over)
            self.goals[v.over.province] = v.fleet
        elif foe and lands:
            task = Support(v.army.at, v.to, v.army.kind)
        elif lands and not v.army.aboard and self.chance.random() < PLAINLY:
            order, task = Move(v.to), Convoy(v.army.at, v.to, v.army.kind)
        self.plans[v.army], self.plans[v.fleet] = order, task
        if lands:
            self.goals[v.to.province] = v.army
            self.support(v)

    def ashore(self) -> list[tuple[Unit, Unit]]:
        """The power's armies on coasts, each with its empty fleets in adjacent seas."""
        kinds, shores = self.setting.kinds, self.book.map.shores
        return [
            (army, fleet)
            for army in self.free
            if kinds[army.kind].convoyed
            for sea in sorted(shores[army.at.province])
            if sea not in self.loaded
            if (fleet := self.unit_in(sea)) is not None and kinds[fleet.kind].convoys
        ]

    def voyages(self, pairs: list[tuple[Unit, Unit]]) -> Iterator[ConvoyPlan]:
        """Every landing that gains enough."""
        view, board, waters = self.view, self.setting.board, self.book.map.waters
        for army, fleet in pairs:
            here = 0.0 if army.aboard else view.attraction(army.kind, army.at)
            by_land = self.book.map.reach[army.kind].get(army.at, {})
            seas: list[Location | None] = [None]
            seas += sorted(self.book.map.reach[fleet.kind].get(fleet.at, {}))
            for over in seas:
                sea = fleet.at.province if over is None else over.province
                for code in sorted(waters.get(sea, ())):
                    to, coastal = board.locations[code], board.provinces[code].terrain == "coast"
                    if not coastal or code == army.at.province or to in by_land:
                        continue
                    gain = view.attraction(army.kind, to) - here - (over is not None)
                    gain += 0.5 * view.worth.get(code, 0.0) + self.chance.uniform(-1, 1)
                    seas_used = {fleet.at.province, sea}
                    gain += SHOWS_A_RULE * any(
                        would_show(s, army, seas_used, code) for s in view.unshown
                    )
                    if gain > WORTHWHILE:
                        yield ConvoyPlan(-gain, army, fleet, to, over)

    def is_free(self, v: ConvoyPlan) -> bool:
        """Are both units still without orders, and no unit of their power in their way?"""
        if v.army in self.plans or v.fleet in self.plans or v.to.province in self.goals:
            return False
        foe = self.view.others.get(v.to.province)
        if self.unit_in(v.to.province) or (foe and foe.power == self.view.friend):
            return False
        if v.over is None:
            return True
        sea = v.over.province
        return not (self.unit_in(sea) or sea in self.view.others or sea in self.goals)

    def support(self, v: ConvoyPlan) -> None:
        """Order units near the landing to support it, if a unit is there."""
        for u in self.able(v.to)[:2] if v.to.province in self.view.others else ():
            self.plans[u] = Support(v.army.at, v.to, v.army.kind)

    # Doubled units, leaders, friends and neutral units

    def divide(self) -> None:
        """Send the halves of doubled units to two places that no other unit can enter."""
        for unit in list(self.free):
            plan = self.plans.get(unit)
            if unit.size > 1 and type(plan) in (Hold, Move):
                pair = self.best_pair(unit)
                foe = self.view.others.get(plan.to.province) if type(plan) is Move else None
                if type(plan) is Move and foe and foe.size == 1 and self.chance.random() < SIBLING:
                    self.part_ways(unit, (plan.to, unit.at), Support(unit.at, plan.to))
                elif pair and self.chance.random() < SPLIT:
                    self.part_ways(unit, pair)

    def best_pair(self, unit: Unit) -> tuple[Location, Location] | None:
        """The two places where halves would gain most; one may be the place of the unit itself."""
        first, second = (list(self.half_goals(unit, kind)) for kind in self.book.divides_into(unit))
        pairs = [
            (a_gain + b_gain, a, b)
            for a_gain, a in first
            for b_gain, b in second
            if a.province != b.province
        ]
        gain, one, other = max(pairs, default=(0.0, unit.at, unit.at))
        return (one, other) if gain > 1.0 else None

    def half_goals(self, unit: Unit, kind: KindCode) -> Iterator[tuple[float, Location]]:
        """The places to which a half could go unopposed, its own included, with their gains."""
        here = self.view.attraction(kind, unit.at)
        yield 0.0, unit.at
        for to in sorted(self.book.map.reach[kind].get(unit.at, {})):
            code = to.province
            taken = code in self.goals and self.goals[code] != unit
            if taken or code in self.view.others or self.unit_in(code):
                continue
            if self.view.rivals_near(code) < 2:
                gain = self.view.attraction(kind, to) - here
                yield gain + self.view.worth.get(code, 0.0) / 2, to

    def part_ways(self, unit: Unit, pair: tuple[Location, Location], stays: Order = HOLD) -> None:
        """Give a doubled unit two orders; a half that stays may support the other."""
        old = self.plans.pop(unit)
        if type(old) is Move:
            for code in [c for c, u in self.goals.items() if u == unit]:
                del self.goals[code]
            for helper, plan in self.plans.items():
                if isinstance(plan, Support) and plan.at == unit.at and plan.to is not None:
                    self.plans[helper] = HOLD
        halves = self.book.divides_into(unit)
        named = halves[0] != halves[1]
        for kind, to in zip(halves, pair, strict=True):
            order = stays if to == unit.at else Move(to)
            if to != unit.at:
                self.goals[to.province] = unit
            ref = UnitRef(unit.at, unit.kind, part=kind if named else None, doubled=True)
            self.extra.append(Written(self.power, ref, order))

    def lead(self) -> None:
        """Let leaders go with their units, or look for one to go with."""
        for leader in self.view.mine:
            if self.book.holds_ground(leader):
                continue
            mate = self.unit_in(leader.at.province)
            if mate is not None and self.chance.random() > RESTLESS:
                if type(self.plans.get(mate)) is Move and self.chance.random() < TOGETHER:
                    self.led.add(mate)
                continue
            to = self.next_place(leader)
            if to is not None and not self.sails(leader):
                self.extra.append(self.written(leader, Move(to)))

    def sails(self, leader: Unit) -> bool:
        """Order a fleet to carry the leader alone to one of its units; False if none can."""
        waters, where = self.book.map.waters, self.setting.board.locations
        for fleet in self.free:
            near = waters.get(fleet.at.province, frozenset())
            if type(self.plans.get(fleet)) not in (Hold, Support) or leader.at.province not in near:
                continue
            ends = [u.at.province for u in self.standing()]
            for to in (where[c] for c in ends if c in near - {leader.at.province}):
                if self.book.may_sail(leader, to):
                    self.plans[fleet] = Convoy(leader.at, to, leader.kind)
                    self.extra.append(self.written(leader, Move(to, via=True)))
                    return True
        return False

    def next_place(self, leader: Unit) -> Location | None:
        """The next step of a leader alone: to one of its units, or towards the nearest."""
        near = sorted(self.book.map.reach[leader.kind].get(leader.at, {}))
        ends = {plan.to.province for plan in self.plans.values() if isinstance(plan, Move)}
        ends |= {u.at.province for u in self.standing()}
        mates = [p for p in near if p.province in ends]
        if mates:
            return self.chance.choice(mates)
        open_to = [p for p in near if p.province not in self.view.others]
        steps = {p: distances(self.setting, leader.kind, p) for p in open_to}
        far = {
            p: min((step.get(u.at.province, 99) for u in self.free), default=99)
            for p, step in steps.items()
        }
        return min(far, key=lambda p: (far[p], p), default=None)

    def join(self) -> None:
        """Attack a third power together with a friend: one of the two moves, the other supports."""
        pact = self.agreement()
        if pact is None:
            return
        friend, lot = pact
        reach, support = self.book.map.reach, self.book.map.support
        units = sorted(u for u in self.view.position.units if not u.aboard)
        victims = {u.at.province for u in units if u.power not in (self.power, friend)}
        pairs = [
            (one, other, to)
            for one in units
            for other in units
            if {one.power, other.power} == {self.power, friend}
            for to in sorted(reach[one.kind].get(one.at, {}))
            if to.province in victims & support[other.kind].get(other.at, frozenset())
        ]
        if not pairs:
            return
        one, other, to = lot.choice(pairs)
        if one in self.free and one not in self.plans:
            self.plans[one], self.goals[to.province] = Move(to), one
        elif other in self.free and other not in self.plans:
            self.plans[other] = Support(one.at, to, one.kind)

    def order_neutral_units(self) -> None:
        """Order the neutral units, if this power controls them or has the fewest units."""
        units, nation = self.view.position.units, self.setting.nation
        neutral = [u for u in units if not nation[u.power].playable]
        counts = Counter(u.power for u in units if nation[u.power].playable)
        fewest = [p for p, n in counts.items() if n == min(counts.values())]
        may_command = fewest == [self.power] or self.power == self.view.position.controller
        if neutral and may_command and self.chance.random() <= STEWARD:
            for unit in neutral:
                ref = UnitRef(unit.at, unit.kind, unit.power)
                self.extra.append(Written(self.power, ref, self.neutral_order(unit)))

    def neutral_order(self, unit: Unit) -> Order:
        """The order for a neutral unit: to support a move of this power or a unit that holds."""
        near = self.book.map.support[unit.kind].get(unit.at, frozenset())
        for mine, plan in self.plans.items():
            if type(plan) is Move and plan.to.province in near:
                return Support(mine.at, plan.to, mine.kind)
        standing = [u for u in self.free if u.at.province in near]
        return Support(standing[0].at, None, standing[0].kind) if standing else Hold()


def would_show(seen: RuleAppearance, army: Unit, seas: set[Code], code: Code) -> bool:
    """Would the convoy show a rule that the game should show?"""
    if "convoy" in seen.words:
        return bool(seas & {*seen.at})
    fits = (not seen.at or army.at.province in seen.at) and (not seen.to or code in seen.to)
    return fits and "by sea" in seen.words and bool(seen.at or seen.to)
