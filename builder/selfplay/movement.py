"""The orders of one power for one movement phase."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance
from builder.model.findings import HOLD
from builder.model.orders import Convoy, Debark, Embark, Move, Order, Support, UnitRef, Written
from builder.model.units import Code, KindCode, Location, Power, Unit
from builder.selfplay.evaluation import PowerView, distances

# Gains of moves.
NOISE = 1.5  # the most that chance adds to or takes from a gain
SHOWS_A_RULE = 4.0
WORTH_STAYING = 2.5  # a centre of more worth is not left in Fall
LEAST_GAIN = 0.2  # of a move
LEAST_CONVOY_GAIN = 1.5
FAR = 99  # moves, where there is no way
# Chances.
ATTACK_WITHOUT_ENOUGH_SUPPORT = 0.35
FOLLOW_A_UNIT_THAT_MAY_BOUNCE = 0.05
SUPPORT_ANY_UNIT = 0.3  # a support that names no unit
ACT_WITH_FRIEND = 0.5
USE_A_CONVOY = 0.8
STAY_ABOARD = 0.12
ORDER_A_PLAIN_CONVOY = 0.2  # where armies board fleets
DIVIDE = 0.7
SUPPORT_THE_OTHER_HALF = 0.5
LEADER_GOES_ALONG = 0.8
LEADER_LEAVES = 0.25
ORDER_NEUTRALS = 0.85


class ConvoyPlan(NamedTuple):
    """An army that could land at `to` from its fleet's sea, or from the sea `over`; the plan with
    the lowest `loss` is the best."""

    loss: float
    army: Unit
    fleet: Unit
    to: Location
    over: Location | None = None

    def shows(self, seen: RuleAppearance) -> bool:
        """Would the convoy show a rule that the game should show?"""
        home = self.army.at.province
        code = self.to.province
        if "convoy" in seen.words:
            return self.fleet.at.province in seen.at or (self.over or "") in seen.at
        fits = (not seen.at or home in seen.at) and (not seen.to or code in seen.to)
        return fits and "by sea" in seen.words and bool(seen.at or seen.to)


class MovementPlanner(PowerView):
    """Plans one power's moves: the best first, each with the support that it needs. `plans` are the
    orders of its units, `goals` the provinces that they enter, `extra` all other orders."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plans: dict[Unit, Order] = {}
        self.goals: dict[Code, Unit] = {}
        self.extra: list[Written] = []
        self.led: set[Unit] = set()
        self.free = [u for u in self.mine if self.book.holds_ground(u) and not u.aboard]
        self.own = {u.at.province: u for u in reversed(self.free)}
        self.fleets = [self.own[at] for at in sorted(self.own)]
        self.loaded = {u.at.province for u in self.position.units if u.aboard}
        phase = self.setting.calendar.slug(self.position.phase)
        both = " ".join(sorted((self.power, self.friend or "")))
        self.lot = random.Random(f"{phase} {both}")  # the same for the friend
        self.ally: Power | None = None
        if self.friend and self.lot.random() < ACT_WITH_FRIEND:
            self.ally = self.friend

    def orders(self) -> list[Written]:
        """The orders of the phase: convoys are planned first, then moves, then special orders."""
        if self.book.boarding:
            self._ride()
        else:
            self._sail()
        self._join()
        for loss, unit, to in self._aims():
            gains_enough = loss <= -LEAST_GAIN
            if unit not in self.plans and gains_enough and self._is_open(unit, to):
                self._attempt(unit, to)
        for unit in self.free:
            if unit not in self.plans:
                self.plans[unit] = self._duty(unit)
        self._divide()
        self._lead()
        self._order_neutral_units()
        planned = [self._written(unit, order) for unit, order in self.plans.items()]
        return planned + self.extra

    def _written(self, unit: Unit, order: Order) -> Written:
        ref = UnitRef(unit.at, unit.kind, doubled=unit.size > 1, led=unit in self.led)
        return Written(self.power, ref, order)

    # Moves

    def _aims(self) -> list[tuple[float, Unit, Location]]:
        """Every move of every unit with its loss, the one with the lowest first."""
        moves = []
        for unit in self.free:
            stay = self.attraction(unit.kind, unit.at)
            for to in sorted(self.ways(unit)):
                if unit.at.province in self.loaded and to.province not in self.map.ferries:
                    continue
                gain = self.attraction(unit.kind, to) - stay + self._bonus(unit, to)
                moves.append((self.chance.uniform(-NOISE, NOISE) - gain, unit, to))
        return sorted(moves)

    def _bonus(self, unit: Unit, to: Location) -> float:
        """What a move is worth besides its goal: for a rule that it shows, a centre in Fall."""
        way = self.ways(unit)[to]
        ends = {unit.at.province, to.province}
        odd_way = way.force is not None or bool(way.crosses) or way.seasons is not None
        shows_a_rule = odd_way or any(ends <= {*rule.between} for rule in self.unshown)
        bonus = SHOWS_A_RULE if shows_a_rule else 0.0
        if self.position.phase.season == "fall":
            bonus += 0.5 * self.worth.get(to.province, 0.0)
            here = self.worth.get(unit.at.province, 0.0)
            if here > WORTH_STAYING:
                bonus -= 0.6 * here
        return bonus

    def _is_open(self, unit: Unit, to: Location) -> bool:
        """May the unit move there without meeting one of its own power?"""
        if to.province in self.goals or self._meets_own_in_crossing(unit, to):
            return False
        there = self.own.get(to.province)
        if there is None:
            return True
        plan = self.plans.get(there)
        if type(plan) is not Move or plan.to.province == unit.at.province:
            return False
        if not self.rivals_near(plan.to.province):
            return True
        return self.chance.random() < FOLLOW_A_UNIT_THAT_MAY_BOUNCE

    def _meets_own_in_crossing(self, unit: Unit, to: Location) -> bool:
        """Would the move collide on its way with one of the same power?"""
        for start, end in self.ways(unit)[to].crosses:
            own = self.own.get(start.province)
            if own and own is self.goals.get(end.province):
                return True
        return False

    def _attempt(self, unit: Unit, to: Location) -> None:
        """Order the move, with as much support as it seems to need; if the rules allow it, the
        support sometimes names no unit."""
        foe = self.others.get(to.province)
        if foe is not None and foe.power == self.friend:
            return
        defender = 1 if foe is not None else 0
        need = min(2, defender + self.rivals_near(to.province) // 2)
        way = self.ways(unit)[to]
        if way.force is not None or way.crosses:
            need = max(need, 1)
        able = [u for u in self._able(to) if u != unit]
        able.sort(key=lambda u: (self.attraction(u.kind, u.at), str(u)))
        too_weak = foe is not None and len(able) < need
        if too_weak and self.chance.random() > ATTACK_WITHOUT_ENOUGH_SUPPORT:
            return
        self.plans[unit] = Move(to)
        self.goals[to.province] = unit
        for supporter in able[:need]:
            self.plans[supporter] = self._support(supporter, unit, to)

    def _support(self, supporter: Unit, unit: Unit, to: Location) -> Support:
        """A support of a unit's move; one that names no unit, if the rules allow it, by chance."""
        unnamed = Support(None, to, None, self.power)
        allowed = self.book.settled(supporter, unnamed) == unnamed
        if allowed and self.chance.random() < SUPPORT_ANY_UNIT:
            return unnamed
        return Support(unit.at, to, unit.kind)

    def _able(self, to: Location) -> list[Unit]:
        """The power's units without orders that could support an action there."""
        idle = (u for u in self.free if u not in self.plans)
        return [u for u in idle if to.province in self.in_reach(u)]

    def _duty(self, unit: Unit) -> Order:
        """The order of a unit that does not move: it supports a neighbour in need, or holds."""
        near = self.in_reach(unit)
        goal_of = {u: code for code, u in reversed(self.goals.items()) if u != unit}
        contested = [u for u, code in goal_of.items() if code in near and self.rivals_near(code)]
        if contested:
            mover = max(contested, key=lambda u: (self.rivals_near(goal_of[u]), str(u)))
            plan = self.plans[mover]
            goal = self.setting.board.locations[goal_of[mover]]
            return Support(mover.at, plan.to if type(plan) is Move else goal, mover.kind)
        for other in self._standing():
            at = other.at.province
            if other != unit and at in near and self.rivals_near(at):
                return Support(other.at, None, other.kind)
        return HOLD

    def _standing(self) -> list[Unit]:
        """The power's units that do not move."""
        return [u for u in self.free if type(self.plans.get(u)) is not Move]

    # Convoys, by chains of fleets and of armies aboard a fleet

    def _sail(self) -> None:
        """Order convoys for armies that have nothing better to do: by one fleet, or by two if the
        game should show such a convoy."""
        for v in sorted(self._voyages(self._ashore(self.free, self.fleets))):
            fleets = self._chain(v)
            if not fleets:
                continue
            free = self._is_free(v._replace(over=None)) and self.plans.keys().isdisjoint(fleets)
            if free and self.chance.random() < USE_A_CONVOY:
                self.plans[v.army] = Move(v.to)
                self.plans |= dict.fromkeys(fleets, Convoy(v.army.at, v.to, v.army.kind))
                self._land(v)

    def _chain(self, v: ConvoyPlan) -> list[Unit]:
        """The fleets that would convoy the army; none if the plan needs a second fleet that is not
        there, or if a convoy by two fleets would show nothing."""
        if v.over is None:
            return [v.fleet]
        second = self.own.get(v.over.province)
        shows_a_rule = any(map(v.shows, self.unshown))
        if shows_a_rule and second and self.setting.kinds[second.kind].convoys:
            return [v.fleet, second]
        return []

    def _ride(self) -> None:
        """Order armies to board the fleets beside them, and those aboard to land."""
        aboard: list[tuple[Unit, Unit]] = []
        for army in self.mine:
            fleet = self.own.get(army.at.province)
            if army.aboard and fleet:
                aboard.append((army, fleet))
        for v in sorted(self._voyages([*aboard, *self._ashore(self.free, self.fleets)])):
            if self._is_free(v) and (v.army.aboard or self.chance.random() < USE_A_CONVOY):
                self._carry(v)
        self._ride_with_friend()
        for army in self.mine:
            if army.aboard and army not in self.plans:
                self.extra.append(self._written(army, HOLD))

    def _carry(self, v: ConvoyPlan) -> None:
        """Order one army carried, in one of the ways in which that may be ordered."""
        lands = v.army.aboard or self.chance.random() > STAY_ABOARD
        boards = Embark(v.fleet.at.province, v.to if lands else None)
        order: Order = Debark(v.to) if v.army.aboard else boards
        task: Order = HOLD
        if v.over is not None:
            task = Move(v.over)
            self.goals[v.over.province] = v.fleet
        elif lands and v.to.province in self.others:
            task = Support(v.army.at, v.to, v.army.kind)
        elif lands and not v.army.aboard and self.chance.random() < ORDER_A_PLAIN_CONVOY:
            order = Move(v.to)
            task = Convoy(v.army.at, v.to, v.army.kind)
        self.plans[v.army] = order
        self.plans[v.fleet] = task
        if lands:
            self._land(v)

    def _land(self, v: ConvoyPlan) -> None:
        """Keep a landing free, and order units near it to support it if a unit is there."""
        self.goals[v.to.province] = v.army
        if v.to.province in self.others:
            for supporter in self._able(v.to)[:2]:
                self.plans[supporter] = Support(v.army.at, v.to, v.army.kind)

    def _ashore(self, units: list[Unit], fleets: list[Unit]) -> list[tuple[Unit, Unit]]:
        """The armies on coasts, each with the empty ones of the fleets in adjacent seas."""
        kinds = self.setting.kinds
        carriers = [fleet for fleet in fleets if kinds[fleet.kind].convoys]
        pairs: list[tuple[Unit, Unit]] = []
        for army in units:
            if army.aboard or not kinds[army.kind].convoyed:
                continue
            empty_seas = self.map.shores[army.at.province] - self.loaded
            pairs += [(army, fleet) for fleet in carriers if fleet.at.province in empty_seas]
        return pairs

    def _voyages(self, pairs: list[tuple[Unit, Unit]]) -> Iterator[ConvoyPlan]:
        """Every landing that gains enough."""
        for army, fleet in pairs:
            for over in [None, *sorted(self.ways(fleet))]:
                for plan in self._landings(army, fleet, over):
                    if -plan.loss > LEAST_CONVOY_GAIN:
                        yield plan

    def _landings(self, army: Unit, fleet: Unit, over: Location | None) -> Iterator[ConvoyPlan]:
        """Every landing of an army from its fleet's sea, or from the sea `over`."""
        here = 0.0 if army.aboard else self.attraction(army.kind, army.at)
        by_land = self.ways(army)
        sea = fleet.at.province if over is None else over.province
        for code in sorted(self.map.waters.get(sea, frozenset()) & self.map.harbours):
            to = self.setting.board.locations[code]
            if code == army.at.province or to in by_land:
                continue
            gain = self.attraction(army.kind, to) - here - (0 if over is None else 1)
            gain += 0.5 * self.worth.get(code, 0.0) + self.chance.uniform(-1, 1)
            plan = ConvoyPlan(-gain, army, fleet, to, over)
            if any(map(plan.shows, self.unshown)):
                gain += SHOWS_A_RULE
            yield plan._replace(loss=-gain)

    def _is_free(self, v: ConvoyPlan) -> bool:
        """Are both units still without orders, and no unit of their power in their way?"""
        if v.army in self.plans or v.fleet in self.plans or v.to.province in self.goals:
            return False
        foe = self.others.get(v.to.province)
        if v.to.province in self.own or (foe and foe.power == self.friend):
            return False
        sea = v.over and v.over.province
        return not (sea in self.own or sea in self.others or sea in self.goals)

    # Friends

    def _ride_with_friend(self) -> None:
        """Carry a friend's army, or have one carried, if both powers act together."""
        if not self.ally:
            return
        units = sorted(self.position.units, key=str)
        friends = {self.power, self.ally}
        for army, fleet in self._ashore(units, units):
            if {army.power, fleet.power} == friends:
                self._ride_together(army, fleet)
                return

    def _ride_together(self, army: Unit, fleet: Unit) -> None:
        """Order the army or the fleet, whichever is this power's, to act with the friend's."""
        if fleet.power == self.power and fleet not in self.plans:
            self.plans[fleet] = Convoy(army.at, None, army.kind)
        if army.power == self.power and army not in self.plans:
            landings = [v for v in self._voyages([(army, fleet)]) if v.over is None]
            if landings:
                goal = min(landings).to
                self.plans[army] = Embark(fleet.at.province, goal)
                self.goals[goal.province] = army

    def _join(self) -> None:
        """Attack a third power together with a friend: one of the two moves, the other supports."""
        attacks = list(self._common_attacks())
        if not attacks:
            return
        one, other, to = self.lot.choice(attacks)
        if one in self.free and one not in self.plans:
            self.plans[one] = Move(to)
            self.goals[to.province] = one
        elif other in self.free and other not in self.plans:
            self.plans[other] = Support(one.at, to, one.kind)

    def _common_attacks(self) -> Iterator[tuple[Unit, Unit, Location]]:
        """Each unit of this power or its ally that could move to a third power's unit, with one of
        the other power that could support it."""
        if not self.ally:
            return
        units = sorted(u for u in self.position.units if not u.aboard)
        allies = {self.power, self.ally}
        victims = {u.at.province for u in units if u.power not in allies}
        for one, other in product(units, units):
            if {one.power, other.power} != allies:
                continue
            goals = victims & self.in_reach(other)
            for to in sorted(self.ways(one)):
                if to.province in goals:
                    yield one, other, to

    # Doubled units, leaders and neutral units

    def _divide(self) -> None:
        """Send the halves of doubled units to two places that no other unit can enter."""
        for unit in self.free:
            plan = self.plans.get(unit)
            if unit.size == 1 or not (plan == HOLD or type(plan) is Move):
                continue
            gain, goals = self._best_division(unit)
            attacked = self._single_unit_attacked(plan)
            if attacked and self.chance.random() < SUPPORT_THE_OTHER_HALF:
                self._part_ways(unit, (attacked, unit.at), Support(unit.at, attacked))
            elif gain > 1.0 and self.chance.random() < DIVIDE:
                self._part_ways(unit, goals)

    def _single_unit_attacked(self, plan: Order | None) -> Location | None:
        """The goal of a move against a unit that is not doubled."""
        if type(plan) is not Move:
            return None
        foe = self.others.get(plan.to.province)
        return plan.to if foe is not None and foe.size == 1 else None

    def _best_division(self, unit: Unit) -> tuple[float, tuple[Location, Location]]:
        """The two provinces to which the halves of a unit should go, and what is gained by it."""
        one_kind, other_kind = self.book.divides_into(unit)
        divisions = []
        ones = list(self._half_goals(unit, one_kind))
        others = list(self._half_goals(unit, other_kind))
        for (one_gain, one), (other_gain, other) in product(ones, others):
            if one.province != other.province:
                divisions.append((one_gain + other_gain, (one, other)))
        return max(divisions, default=(0.0, (unit.at, unit.at)))

    def _half_goals(self, unit: Unit, kind: KindCode) -> Iterator[tuple[float, Location]]:
        """The places to which a half could go unopposed, its own included, with their gains."""
        here = self.attraction(kind, unit.at)
        yield 0.0, unit.at
        for to in sorted(self.ways(unit, kind)):
            code = to.province
            taken = self.goals.get(code, unit) != unit or code in self.others
            if not taken and code not in self.own and self.rivals_near(code) < 2:
                yield self.attraction(kind, to) - here + self.worth.get(code, 0.0) / 2, to

    def _part_ways(self, unit: Unit, pair: tuple[Location, Location], stays: Order = HOLD) -> None:
        """Give a doubled unit two orders; a half that stays may support the other."""
        if type(self.plans.pop(unit)) is Move:
            self.goals = {code: u for code, u in self.goals.items() if u != unit}
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

    def _lead(self) -> None:
        """Let leaders go with their units, or look for one to go with."""
        for leader in self.mine:
            if self.book.holds_ground(leader):
                continue
            mate = self.own.get(leader.at.province)
            if mate is not None and self.chance.random() > LEADER_LEAVES:
                moves = type(self.plans.get(mate)) is Move
                if moves and self.chance.random() < LEADER_GOES_ALONG:
                    self.led.add(mate)
                continue
            to = self._next_place(leader)
            if to is not None and not self._sails(leader):
                self.extra.append(self._written(leader, Move(to)))

    def _sails(self, leader: Unit) -> bool:
        """Order a fleet to carry the leader alone to one of its units; False if none can."""
        for fleet in self.free:
            near = self.map.waters.get(fleet.at.province, frozenset())
            plan = self.plans.get(fleet)
            idle = plan == HOLD or type(plan) is Support
            if not idle or leader.at.province not in near:
                continue
            for unit in self._standing():
                code = unit.at.province
                to = self.setting.board.locations[code]
                reachable = code in near and code != leader.at.province
                if reachable and self.book.may_sail(leader, to):
                    self.plans[fleet] = Convoy(leader.at, to, leader.kind)
                    self.extra.append(self._written(leader, Move(to, via=True)))
                    return True
        return False

    def _next_place(self, leader: Unit) -> Location | None:
        """The next step of a leader alone: to one of its units, or towards the nearest."""
        near = sorted(self.ways(leader))
        ends = {plan.to.province for plan in self.plans.values() if isinstance(plan, Move)}
        ends |= {u.at.province for u in self._standing()}
        with_a_unit = [place for place in near if place.province in ends]
        if with_a_unit:
            return self.chance.choice(with_a_unit)
        clear = [place for place in near if place.province not in self.others]
        if not clear:
            return None
        return min(clear, key=lambda place: (self._distance_to_own(leader.kind, place), place))

    def _distance_to_own(self, kind: KindCode, place: Location) -> int:
        """How many moves away the nearest unit of the power is, for a leader at a place."""
        moves_to = distances(self.setting, kind, place)
        return min((moves_to.get(code, FAR) for code in self.own), default=FAR)

    def _order_neutral_units(self) -> None:
        """Order the neutral units, if this power controls them or has the fewest units: each
        supports a move of this power or one of its units."""
        units = self.position.units
        nation = self.setting.nation
        neutral = [unit for unit in units if not nation[unit.power].playable]
        counts = Counter(unit.power for unit in units if nation[unit.power].playable)
        fewest = [power for power, count in counts.items() if count == min(counts.values())]
        may_command = fewest == [self.power] or self.power == self.position.controller
        if not (neutral and may_command and self.chance.random() <= ORDER_NEUTRALS):
            return
        supports = self._supports()
        for unit in neutral:
            near = self.in_reach(unit)
            possible = (support for support, place in supports if place in near)
            ref = UnitRef(unit.at, unit.kind, unit.power)
            self.extra.append(Written(self.power, ref, next(possible, HOLD)))

    def _supports(self) -> list[tuple[Support, Code]]:
        """A support of each of the power's moves, then of each of its units, with the province in
        which it counts."""
        supports = []
        for unit, plan in self.plans.items():
            if type(plan) is Move:
                supports.append((Support(unit.at, plan.to, unit.kind), plan.to.province))
        for unit in self.free:
            supports.append((Support(unit.at, None, unit.kind), unit.at.province))
        return supports
