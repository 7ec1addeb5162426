"""Crossings: units that criss-cross the same water stand each other off."""

from __future__ import annotations

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move
from builder.rules.rulebook import question
from builder.rules.standard import Standard


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
            for start, end in way.crosses
            for r in self.movers.get(end.province, ())
            if r.home == start.province and isinstance(r.order, Move)
        ]
        if not foes or self.ferried(m).value:
            return []
        return [r for r in foes if self.arrives(r).value and not self.ferried(r).value]
