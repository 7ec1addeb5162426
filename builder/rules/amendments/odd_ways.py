"""Ways of their own kind: straits, ways of half strength and crossings."""

from builder.model.board import Code, Location
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Convoy, Move
from builder.model.units import Dislodged, Unit
from builder.rules.geography import Seas
from builder.rules.solver import question
from builder.rules.standard import Standard

HALF = 0.5


class WeakRetreats(Standard):
    """Where several units retreat to one place, those that would take a way on which a unit
    counts for less than one give way to the one that need not.
    (1900, rule 6; Loeb9, rule 4; ruling L9-S8)"""

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """Who is lost because two or more retreat to one province."""
        lost = super().clash(chosen)
        firm = {d: to for d, to in chosen.items() if not self.is_weak(d, to)}
        if len(firm) == len(chosen):
            return lost
        return lost & (super().clash(firm) | (chosen.keys() - firm.keys()))

    def is_weak(self, d: Dislodged, to: Location) -> bool:
        """Does the retreat lead by such a way?"""
        way = self.map.reach[d.unit.kind].get(d.unit.at, {}).get(to)
        return way is not None and way.force is not None


class Straits(WeakRetreats):
    """An army that crosses a strait comes with a force equal to the number of its supports,
    not to one plus that number; without support it cuts nothing.
    (Loeb9, rule 4; rulings L9-S2 and L9-S6)"""

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        if self.setting.chosen("strait_cut_counts_all"):
            return self.force(m) + self.backing(m) > 0
        return super().has_force(m, s)


class HalfStrengthWays(WeakRetreats):
    """A unit that comes round the Cape counts half, and each of its supports as one. It cuts
    support only by dislodging. An army that a convoy brings by such a way counts half too, if no
    other fleet could land it, and cuts support as any.
    (1900, rule 6; rulings BP-C1 to BP-C4, BP-C8 and BP-C9)"""

    def force(self, m: Action) -> float:
        """What the unit is worth on its way."""
        if not self.ferried(m).value:
            return super().force(m)
        fleets = frozenset(c.home for c in self.convoyers(m) if self.carries(c).value)
        assert m.goal
        near = self.near(m.goal, fleets)
        return m.weight if self.map.sails(m.home, m.goal, fleets, near) else HALF

    def convoy_fault(self, unit: Unit, order: Convoy) -> Reason | None:
        """Is it a fleet on a route, be it a longer one by which the army has its full strength?"""
        fault = super().convoy_fault(unit, order)
        army = self.passenger(order) if fault is Reason.NO_ROUTE else None
        if army is None or order.to is None:
            return fault
        near = self.near(order.to.province, self.afloat)
        routes = self.map.ways_by_sea(army.at.province, order.to.province, self.afloat, near)
        return None if any(unit.at.province in route for route in routes) else fault

    def near(self, goal: Code, seas: Seas) -> Seas:
        """Which of these seas touch the destination by a way like any other?"""
        ways = self.setting.board.ways
        return frozenset(
            start.province
            for end in ways
            if end.province == goal
            for start, there in ways[end].items()
            if start.province in seas and any(way.force is None for way in there)
        )

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        way = self.way(m)
        weak = way is not None and way.force is not None and not self.ferried(m).value
        return not weak and super().has_force(m, s)


class MosesCrossing(Standard):
    """Two moves that criss-cross the same water meet there as if head to head: the better
    supported goes on, equal ones stand each other off. Whoever is beaten in the crossing has no
    claim on its destination any more, but still cuts support there. An army that goes by convoy
    does not use the crossing. (Cline 9-Man IV, rule 8; rulings IV-20 to IV-23)"""

    @question
    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        for foe in self.crossers(m):
            mine, theirs = self.strength(m), self.strength(foe)
            if mine <= theirs:
                why = Reason.CROSSED if mine == theirs else Reason.BEATEN_CROSSING
                return Finding(0, why, (foe,), (mine, theirs))
        return super().moves(m)

    def claim(self, m: Action) -> float | None:
        """How strongly a move contests its destination; not at all if beaten on the way."""
        if any(self.strength(m) < self.strength(foe) for foe in self.crossers(m)):
            return None
        return super().claim(m)

    def crossers(self, m: Action) -> list[Action]:
        """Who criss-crosses the move, neither of the two by convoy?"""
        way = self.way(m)
        if way is None or not way.crosses:
            return []
        foes = [
            r
            for start, end in sorted(way.crosses)
            for r in self.movers.get(end.province, ())
            if r.home == start.province and isinstance(r.order, Move)
        ]
        if not foes or self.ferried(m).value:
            return []
        return [r for r in foes if self.arrives(r).value and not self.ferried(r).value]
