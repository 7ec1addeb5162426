"""Special ways: straits, ways of half strength and crossings."""

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Convoy, Move
from builder.model.units import Code, Dislodged, Location, Unit
from builder.rules.geography import Seas
from builder.rules.standard import Standard

HALF = 0.5


class WeakRetreats(Standard):
    """If several units retreat to one place, only one arrives: the one that need not use a way on
    which units count less, if there is just one such unit.
    (1900, rule 6; Loeb9, rule 4; ruling L9-S6)"""

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """Who is lost because two or more retreat to one province."""
        lost = super().clash(chosen)
        firm = {d: to for d, to in chosen.items() if not self.is_weak(d, to)}
        return lost & (super().clash(firm) | (chosen.keys() - firm.keys()))

    def is_weak(self, d: Dislodged, to: Location) -> bool:
        """Does the retreat use a way on which units count less?"""
        way = self.map.reach[d.unit.kind].get(d.unit.at, {}).get(to)
        return way is not None and way.force is not None


class Straits(WeakRetreats):
    """An army that crosses a strait has the strength of its supports alone; without support it
    cuts nothing.
    (Loeb9, rule 4; rulings L9-S2 and L9-S6)"""

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        if self.setting.chosen("strait_cut_counts_all"):
            return self.strength(m) > 0
        return super().has_force(m, s)


class HalfStrengthWays(WeakRetreats):
    """A unit that moves by such a way (round the Cape) counts half, and each of its supports one.
    It cuts support only by dislodging. A convoyed army counts half too if no fleet but one beside
    such a way could land it; it cuts support like any other.
    (1900, rule 6; rulings BP-C1 to BP-C4, BP-C8 and BP-C9)"""

    def force(self, m: Action) -> float:
        """The strength of a move without supports, on the way that it takes."""
        if not self.ferried(m).value:
            return super().force(m)
        fleets = frozenset(c.home for c in self.convoyers(m) if self.carries(c).value)
        assert m.goal
        near = self.near(m.goal, fleets)
        return m.weight if self.map.sails(m.home, m.goal, fleets, near) else HALF

    def convoy_fault(self, unit: Unit, order: Convoy) -> Reason | None:
        """Why the unit cannot convoy so; it may be on a longer route that keeps the army's full
        strength."""
        fault = super().convoy_fault(unit, order)
        army = self.passenger(order) if fault is Reason.NO_ROUTE else None
        if army is None or order.to is None:
            return fault
        near = self.near(order.to.province, self.afloat)
        routes = self.map.ways_by_sea(army.at.province, order.to.province, self.afloat, near)
        return None if any(unit.at.province in route for route in routes) else fault

    def near(self, goal: Code, seas: Seas) -> Seas:
        """Those of the seas that touch the destination by an ordinary way."""
        near = set()
        for end, neighbours in self.setting.board.ways.items():
            if end.province != goal:
                continue
            for start, ways in neighbours.items():
                if any(way.force is None for way in ways):
                    near.add(start.province)
        return seas & near

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        way = self.way(m)
        weak = way is not None and way.force is not None and not self.ferried(m).value
        return not weak and super().has_force(m, s)


class MosesCrossing(Standard):
    """Two moves that cross the same water meet there as if head to head: the stronger one goes
    on, equal ones stand each other off. A move that is beaten in the crossing does not contest its
    destination, but still cuts support there. A convoyed army does not use the crossing.
    (Cline 9-Man IV, rule 8; rulings IV-20 to IV-23)"""

    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        for foe in self.crossers(m):
            mine = self.strength(m)
            theirs = self.strength(foe)
            if mine <= theirs:
                why = Reason.CROSSED if mine == theirs else Reason.BEATEN_CROSSING
                return Finding(0, why, (foe,), (mine, theirs))
        return super().moves(m)

    def prefers_sea(self, m: Action) -> bool:
        """Does the army choose the convoy? Over a crossing it does if its own fleet carries it;
        elsewhere the edition decides."""
        way = self.way(m)
        if way is None or not way.crosses or not self.setting.kinds[m.kind].convoyed:
            return super().prefers_sea(m)
        assert type(m.order) is Move
        return m.order.via or any(c.power == m.power for c in self.convoyers(m))

    def claim(self, m: Action) -> float | None:
        """How strongly a move contests its destination; None if it is beaten on the way."""
        if any(self.strength(m) < self.strength(foe) for foe in self.crossers(m)):
            return None
        return super().claim(m)

    def crossers(self, m: Action) -> list[Action]:
        """The moves that cross this one; neither is by convoy."""
        way = self.way(m)
        if way is None or not way.crosses:
            return []
        foes: list[Action] = []
        for start, end in sorted(way.crosses):
            movers = self.movers.get(end.province, ())
            foes += [r for r in movers if r.home == start.province]
        if not foes or self.ferried(m).value:
            return []
        return [r for r in foes if self.arrives(r).value and not self.ferried(r).value]
