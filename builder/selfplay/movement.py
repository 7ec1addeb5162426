"""The orders of one power for one movement phase."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.model.board import Code, Location
from builder.model.kinds import Power
from builder.model.orders import Hold, Move, Order, Support, UnitRef, Written
from builder.model.units import Unit
from builder.selfplay.evaluation import PowerView

BOLD = 0.35
NOISE = 1.5
SHOWS_A_RULE = 4.0
RISKY = 0.05
LOOSELY = 0.3
OWN_CENTRE = 2.5
FRIENDLY = 0.5


class MoveTarget(NamedTuple):
    """A move that a unit might make; the one with the lowest `loss` is the best."""

    loss: float
    unit: Unit
    to: Location


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

    def orders(self) -> Iterator[Written]:
        """The orders of the phase."""
        for unit, order in self.plans.items():
            yield self.written(unit, order)
        yield from self.extra

    def written(self, unit: Unit, order: Order) -> Written:
        """An order as recorded."""
        ref = UnitRef(unit.at, unit.kind, doubled=unit.size > 1, led=unit in self.led)
        return Written(self.power, ref, order)

    # Where to go

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
        odd = way.force is not None or way.crosses or way.seasons is not None
        gain = SHOWS_A_RULE * (
            bool(odd) or any(ends <= {*s.between} for s in self.view.distances.unshown)
        )
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
        helpers = self.helpers(aim, need)
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

    def helpers(self, aim: MoveTarget, need: int) -> list[Unit]:
        """The units that support the move, at most as many as it needs."""
        able = [u for u in self.able(aim.to) if u != aim.unit]
        able.sort(key=lambda u: (self.view.attraction(u.kind, u.at), str(u)))
        return able[:need]

    # Units that stay

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
