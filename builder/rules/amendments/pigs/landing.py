"""PIG convoy, second part: the outcome of landings."""

from __future__ import annotations

from builder.model.board import Code
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move, Support
from builder.rules.action_index import NOBODY, Actions
from builder.rules.amendments.pigs.boarding import Boarding
from builder.rules.rulebook import question


class Landing(Boarding):
    """An army at sea takes no part in any fight; the space that it left is free at once. It
    lands if its fleet's own order succeeds and it overcomes what it meets; otherwise it stays
    aboard. It comes from the sea, so it never meets another unit head to head, and it cannot
    change the outcome of its own fleet's order. Landings that depend on each other in a circle
    do not take place. (Classix, rule 6; rulings CX-P5, CX-P6, CX-P8 and CX-P9)"""

    def stationed(self, actions: Actions) -> Actions:
        """Who stands on the ground of a province? Not those at sea."""
        return [a for a in super().stationed(actions) if a not in self.rides]

    def beneficiaries(self, s: Action) -> Actions:
        """Whose action does the support help? A landing is named by its coast or its sea."""
        order = s.order
        assert type(order) is Support
        found = super().beneficiaries(s)
        if order.at is None or order.to is None:
            return found
        start, end = order.at.province, order.to.province
        landing = [
            a
            for a, fleet in self.rides.items()
            if a.goal == end and start in (a.at.province, fleet.home, fleet.goal)
        ]
        return [*found, *landing]

    @question
    def ferried(self, m: Action) -> Finding:
        """Does the army go by sea? With a fleet whose own order succeeds."""
        fleet = self.rides.get(m)
        if fleet is None:
            return super().ferried(m)
        if type(fleet.order) is Move:
            done = self.moves(fleet).value
        else:
            supporting = type(fleet.order) is Support
            done = self.stands(fleet).value and (not supporting or self.lends(fleet).value)
        why = Reason.MOVED if done else Reason.FLEET_FAILED
        return Finding(1 if done else 0, why, (fleet,))

    def spared(self, m: Action, s: Action) -> bool:
        """Is the support out of reach of the landing: one that bears on its own fleet?"""
        fleet = self.rides.get(m)
        if fleet is None:
            return super().spared(m, s)
        assert type(s.order) is Support
        target = s.order.to or s.order.at
        return target is not None and target.province == self.comes_from(m)

    def comes_from(self, m: Action) -> Code:
        """The space out of which the unit attacks: for a landing the sea that its fleet is in."""
        fleet = self.rides.get(m)
        return super().comes_from(m) if fleet is None else fleet.goal or fleet.home

    def head_on(self, m: Action) -> Actions:
        """Who comes the opposite way? Nobody meets a landing so."""
        return NOBODY if m in self.rides else super().head_on(m)
