"""Ways of their own kind: straits and crossings."""

from __future__ import annotations

from builder.model.board import Location
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move
from builder.model.units import Dislodged
from builder.rules.solver import question
from builder.rules.standard import Standard


class Straits(Standard):
    """An army that crosses a strait comes with a force equal to the number of its supports,
    not to one plus that number; without support it cuts nothing. Where several units retreat
    to one place, those that would cross a strait give way to the one that need not.
    (Loeb9, rule 4; rulings L9-S2, L9-S6 and L9-S8)"""

    def bites(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        if self.setting.chosen("strait_cut_counts_all"):
            return self.force(m) + self.backing(m) > 0
        return super().bites(m, s)

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """Who is lost because two or more retreat to one province."""
        lost = super().clash(chosen)
        firm = {d: to for d, to in chosen.items() if not self.is_weak(d, to)}
        if len(firm) == len(chosen):
            return lost
        return lost & (super().clash(firm) | (chosen.keys() - firm.keys()))

    def is_weak(self, d: Dislodged, to: Location) -> bool:
        """Does the retreat lead across a strait?"""
        way = self.map.reach[d.unit.kind].get(d.unit.at, {}).get(to)
        return way is not None and way.force is not None


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

    def claim(self, m: Action) -> int | None:
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
