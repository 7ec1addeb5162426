"""The orders of one power for one movement phase."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from builder.formats.sentences import RuleAppearance
from builder.model.findings import HOLD
from builder.model.orders import Convoy, Debark, Embark, Move, Order, Support, UnitRef, Written
from builder.model.units import Code, KindCode, Location, Unit
from builder.selfplay.evaluation import PowerView, distances

NOISE, SHOWS_A_RULE, OWN_CENTRE, WORTHWHILE = 1.5, 4.0, 2.5, 1.5  # of gains
BOLD, RISKY, LOOSELY, FRIENDLY = 0.35, 0.05, 0.3, 0.5  # the rest are chances
OFTEN, STAY_ABOARD, PLAINLY = 0.8, 0.12, 0.2
SPLIT, SIBLING, TOGETHER, RESTLESS, STEWARD = 0.7, 0.5, 0.8, 0.25, 0.85


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
        home, code = self.army.at.province, self.to.province
        if "convoy" in seen.words:
            return self.fleet.at.province in seen.at or (self.over or "") in seen.at
        fits = (not seen.at or home in seen.at) and (not seen.to or code in seen.to)
        return fits and "by sea" in seen.words and bool(seen.at or seen.to)


class MovementPlanner(PowerView):
    """Plans one power's moves: the best first, each with the support that it needs. `plans` are the
    orders of its units, `goals` the provinces that they enter, `extra` all other orders."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plans, self.goals = dict[Unit, Order](), dict[Code, Unit]()
        self.extra, self.led = list[Written](), set[Unit]()
        self.free = [u for u in self.mine if self.book.holds_ground(u) and not u.aboard]
        self.own = {u.at.province: u for u in reversed(self.free)}
        self.fleets = [self.own[at] for at in sorted(self.own)]
        self.loaded = {u.at.province for u in self.position.units if u.aboard}
        phase = self.setting.calendar.slug(self.position.phase)
        both = " ".join(sorted((self.power, self.friend or "")))
        self.lot = random.Random(f"{phase} {both}")  # the same for the friend
        self.ally = self.friend if self.friend and self.lot.random() < FRIENDLY else None

    def orders(self) -> list[Written]:
        """The orders of the phase: convoys are planned first, then moves, then special orders."""
        if self.book.boarding:
            self._ride()
        else:
            self._sail()
        self._join()
        for loss, unit, to in self._aims():
            if unit not in self.plans and loss <= -0.2 and self._is_open(unit, to):
                self._attempt(unit, to)
        for unit in self.free:
            if unit not in self.plans:
                self.plans[unit] = self._duty(unit)
        self._divide()
        self._lead()
        self._order_neutral_units()
        return [*(self._written(*planned) for planned in self.plans.items()), *self.extra]

    def _written(self, unit: Unit, order: Order) -> Written:
        ref = UnitRef(unit.at, unit.kind, doubled=unit.size > 1, led=unit in self.led)
        return Written(self.power, ref, order)

    # Moves

    def _aims(self) -> list[tuple[float, Unit, Location]]:
        """Every move of every unit with its loss, the one with the lowest first."""
        found = []
        for unit in self.free:
            stay = self.attraction(unit.kind, unit.at)
            for to in sorted(self.ways(unit)):
                if unit.at.province in self.loaded and to.province not in self.map.ferries:
                    continue
                gain = self.attraction(unit.kind, to) - stay + self._bonus(unit, to)
                found.append((self.chance.uniform(-NOISE, NOISE) - gain, unit, to))
        return sorted(found)

    def _bonus(self, unit: Unit, to: Location) -> float:
        """What a move is worth besides its goal: for a rule that it shows, a centre in Fall."""
        way, ends = self.ways(unit)[to], {unit.at.province, to.province}
        odd = way.force is not None or bool(way.crosses) or way.seasons is not None
        gain = SHOWS_A_RULE * (odd or any(ends <= {*s.between} for s in self.unshown))
        worth, here = (self.worth.get(at.province, 0.0) for at in (to, unit.at))
        if self.position.phase.season == "fall":
            gain += 0.5 * worth - 0.6 * here * (here > OWN_CENTRE)
        return gain

    def _is_open(self, unit: Unit, to: Location) -> bool:
        """May the unit move there without meeting one of its own power?"""
        crosses = self.ways(unit)[to].crosses
        crossing = ((self.own.get(a.province), self.goals.get(b.province)) for a, b in crosses)
        if to.province in self.goals or any(one and one is other for one, other in crossing):
            return False
        there = self.own.get(to.province)
        if there is None:
            return True
        plan = self.plans.get(there)
        if type(plan) is not Move or plan.to.province == unit.at.province:
            return False
        return not self.rivals_near(plan.to.province) or self.chance.random() < RISKY

    def _attempt(self, unit: Unit, to: Location) -> None:
        """Order the move, with as much support as it seems to need; if the rules allow it, the
        support sometimes names no unit."""
        foe = self.others.get(to.province)
        if foe is not None and foe.power == self.friend:
            return
        need = min(2, (foe is not None) + self.rivals_near(to.province) // 2)
        way = self.ways(unit)[to]
        if way.force is not None or way.crosses:
            need = max(need, 1)
        able = [u for u in self._able(to) if u != unit]
        able.sort(key=lambda u: (self.attraction(u.kind, u.at), str(u)))
        if foe is not None and len(able) < need and self.chance.random() > BOLD:
            return
        self.plans[unit] = Move(to)
        self.goals[to.province] = unit
        loose = Support(None, to, None, self.power)
        for u in able[:need]:
            loosely = self.book.settled(u, loose) == loose and self.chance.random() < LOOSELY
            self.plans[u] = loose if loosely else Support(unit.at, to, unit.kind)

    def _able(self, to: Location) -> list[Unit]:
        """The power's units without orders that could support an action there."""
        idle = (u for u in self.free if u not in self.plans)
        return [u for u in idle if to.province in self.in_reach(u)]

    def _duty(self, unit: Unit) -> Order:
        """The order of a unit that does not move: it supports a neighbour in need, or holds."""
        near, rivals = self.in_reach(unit), self.rivals_near
        moving = {u: code for code, u in reversed(self.goals.items()) if u != unit}
        helped = [u for u in self.goals.values() if moving.get(u) in near and rivals(moving[u])]
        if helped:
            friend = max(helped, key=lambda u: (rivals(moving[u]), str(u)))
            plan, to = self.plans[friend], self.setting.board.locations[moving[friend]]
            return Support(friend.at, plan.to if type(plan) is Move else to, friend.kind)
        standing = [u for u in self._standing() if u.at.province in near and u != unit]
        needy = [u for u in standing if rivals(u.at.province)]
        return Support(needy[0].at, None, needy[0].kind) if needy else HOLD

    def _standing(self) -> list[Unit]:
        """The power's units that do not move."""
        return [u for u in self.free if type(self.plans.get(u)) is not Move]

    # Convoys, by chains of fleets and of armies aboard a fleet

    def _sail(self) -> None:
        """Order convoys for armies that have nothing better to do: by one fleet, or by two if the
        game should show such a convoy."""
        for v in sorted(self._voyages(self._ashore(self.free, self.fleets))):
            fleets = [v.fleet]
            if v.over is not None:
                link = self.own.get(v.over.province)
                shown = any(map(v.shows, self.unshown))
                if not (shown and link and self.setting.kinds[link.kind].convoys):
                    continue
                fleets.append(link)
            free = self._is_free(v._replace(over=None)) and self.plans.keys().isdisjoint(fleets)
            if free and self.chance.random() < OFTEN:
                self.plans[v.army] = Move(v.to)
                self.plans |= dict.fromkeys(fleets, Convoy(v.army.at, v.to, v.army.kind))
                self._land(v)

    def _ride(self) -> None:
        """Order armies to board the fleets beside them, and those aboard to land."""
        aboard = [(a, f) for a in self.mine if a.aboard if (f := self.own.get(a.at.province))]
        for v in sorted(self._voyages([*aboard, *self._ashore(self.free, self.fleets)])):
            if self._is_free(v) and (v.army.aboard or self.chance.random() < OFTEN):
                self._carry(v)
        self._ride_with_friend()
        idle = (army for army in self.mine if army.aboard and army not in self.plans)
        self.extra += [self._written(army, HOLD) for army in idle]

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
        elif lands and not v.army.aboard and self.chance.random() < PLAINLY:
            order, task = Move(v.to), Convoy(v.army.at, v.to, v.army.kind)
        self.plans[v.army], self.plans[v.fleet] = order, task
        if lands:
            self._land(v)

    def _land(self, v: ConvoyPlan) -> None:
        """Keep a landing free, and order units near it to support it if a unit is there."""
        self.goals[v.to.province] = v.army
        for u in self._able(v.to)[:2] if v.to.province in self.others else ():
            self.plans[u] = Support(v.army.at, v.to, v.army.kind)

    def _ashore(self, units: list[Unit], fleets: list[Unit]) -> list[tuple[Unit, Unit]]:
        """The armies on coasts, each with the empty ones of the fleets in adjacent seas."""
        kinds, shores = self.setting.kinds, self.map.shores
        return [
            (army, fleet)
            for army in units
            if kinds[army.kind].convoyed and not army.aboard
            for fleet in fleets
            if fleet.at.province in shores[army.at.province] - self.loaded
            if kinds[fleet.kind].convoys
        ]

    def _voyages(self, pairs: list[tuple[Unit, Unit]]) -> Iterator[ConvoyPlan]:
        """Every landing that gains enough."""
        for army, fleet in pairs:
            here = 0.0 if army.aboard else self.attraction(army.kind, army.at)
            by_land = self.ways(army)
            for over in [None, *sorted(self.ways(fleet))]:
                sea = fleet.at.province if over is None else over.province
                for code in sorted(self.map.waters.get(sea, frozenset()) & self.map.harbours):
                    to = self.setting.board.locations[code]
                    if code == army.at.province or to in by_land:
                        continue
                    gain = self.attraction(army.kind, to) - here - (over is not None)
                    gain += 0.5 * self.worth.get(code, 0.0) + self.chance.uniform(-1, 1)
                    plan = ConvoyPlan(-gain, army, fleet, to, over)
                    gain += SHOWS_A_RULE * any(map(plan.shows, self.unshown))
                    if gain > WORTHWHILE:
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
        units = sorted(self.position.units, key=str) if self.ally else []
        pairs, friends = self._ashore(units, units), {self.power, self.ally}
        agreed = [(one, other) for one, other in pairs if {one.power, other.power} == friends]
        for army, fleet in agreed[:1]:
            if fleet.power == self.power and fleet not in self.plans:
                self.plans[fleet] = Convoy(army.at, None, army.kind)
            if army.power == self.power and army not in self.plans:
                landings = [v for v in self._voyages([(army, fleet)]) if v.over is None]
                if landings:
                    best = min(landings).to
                    self.plans[army] = Embark(fleet.at.province, best)
                    self.goals[best.province] = army

    def _join(self) -> None:
        """Attack a third power together with a friend: one of the two moves, the other supports."""
        units = sorted(u for u in self.position.units if self.ally and not u.aboard)
        victims = {u.at.province for u in units if u.power not in (self.power, self.ally)}
        pairs = [
            (one, other, to)
            for one in units
            for other in units
            if {one.power, other.power} == {self.power, self.ally}
            for to in sorted(self.ways(one))
            if to.province in victims & self.in_reach(other)
        ]
        if not pairs:
            return
        one, other, to = self.lot.choice(pairs)
        if one in self.free and one not in self.plans:
            self.plans[one], self.goals[to.province] = Move(to), one
        elif other in self.free and other not in self.plans:
            self.plans[other] = Support(one.at, to, one.kind)

    # Doubled units, leaders and neutral units

    def _divide(self) -> None:
        """Send the halves of doubled units to two places that no other unit can enter."""
        for unit in self.free:
            plan = self.plans.get(unit)
            if unit.size == 1 or not (plan == HOLD or type(plan) is Move):
                continue
            first, second = ([*self._half_goals(unit, k)] for k in self.book.divides_into(unit))
            pairs = [(x + y, a, b) for x, a in first for y, b in second if a.province != b.province]
            gain, one, other = max(pairs, default=(0.0, unit.at, unit.at))
            foe = self.others.get(plan.to.province) if type(plan) is Move else None
            if type(plan) is Move and foe and foe.size == 1 and self.chance.random() < SIBLING:
                self._part_ways(unit, (plan.to, unit.at), Support(unit.at, plan.to))
            elif gain > 1.0 and self.chance.random() < SPLIT:
                self._part_ways(unit, (one, other))

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
            if mate is not None and self.chance.random() > RESTLESS:
                if type(self.plans.get(mate)) is Move and self.chance.random() < TOGETHER:
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
            for code in (u.at.province for u in self._standing()):
                to = self.setting.board.locations[code]
                if code in near - {leader.at.province} and self.book.may_sail(leader, to):
                    self.plans[fleet] = Convoy(leader.at, to, leader.kind)
                    self.extra.append(self._written(leader, Move(to, via=True)))
                    return True
        return False

    def _next_place(self, leader: Unit) -> Location | None:
        """The next step of a leader alone: to one of its units, or towards the nearest."""
        near = sorted(self.ways(leader))
        ends = {plan.to.province for plan in self.plans.values() if isinstance(plan, Move)}
        ends |= {u.at.province for u in self._standing()}
        if mates := [p for p in near if p.province in ends]:
            return self.chance.choice(mates)
        clear = (p for p in near if p.province not in self.others)
        steps = ((distances(self.setting, leader.kind, p), p) for p in clear)
        far = [(min((s.get(code, 99) for code in self.own), default=99), p) for s, p in steps]
        return min(far)[1] if far else None

    def _order_neutral_units(self) -> None:
        """Order the neutral units, if this power controls them or has the fewest units: each
        supports a move of this power or one of its units."""
        units, nation = self.position.units, self.setting.nation
        neutral = [u for u in units if not nation[u.power].playable]
        counts = Counter(u.power for u in units if nation[u.power].playable)
        fewest = [p for p, n in counts.items() if n == min(counts.values())]
        may_command = fewest == [self.power] or self.power == self.position.controller
        if not (neutral and may_command and self.chance.random() <= STEWARD):
            return
        helps = [Support(u.at, p.to, u.kind) for u, p in self.plans.items() if type(p) is Move]
        helps += [Support(u.at, None, u.kind) for u in self.free]
        for unit in neutral:
            near, ref = self.in_reach(unit), UnitRef(unit.at, unit.kind, unit.power)
            possible = (s for s in helps if s.at and (s.to or s.at).province in near)
            self.extra.append(Written(self.power, ref, next(possible, HOLD)))
