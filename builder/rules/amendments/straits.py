"""Straits: ways on which only supports count."""

from __future__ import annotations

from builder.model.board import Location
from builder.model.findings import Action
from builder.model.units import Dislodged
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
