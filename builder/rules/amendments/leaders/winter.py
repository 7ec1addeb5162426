"""Leaders in Winter: they cost nothing, hold nothing, and go with their country."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.board import Code
from builder.model.findings import Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Build, Written
from builder.model.turns import Fate
from builder.model.units import Unit
from builder.rules.amendments.leaders.flight import LeaderRetreats


class Leaders(LeaderRetreats):
    """Each country has one leader, which needs no supply, takes no centre and is never built
    again. It is eliminated only with its country, or when it must retreat and cannot.
    (Militarism III, rule 3; rulings M3-W2, M3-L6 and M3-L7)"""

    def adjust(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out builds and removals, and what they mean for leaders."""
        fates = super().adjust(orders)
        units = self.changed(fates)
        lost = self.orphaned(units)
        gone = {f.unit for f in lost}
        moved = self.displaced(self.field(units))
        return [*fates, *lost, *(f for f in moved if f.unit not in gone)]

    def build_fault(
        self, power: Power, w: Written, taken: set[Code]
    ) -> tuple[Reason | None, Unit | None]:
        """May the unit be built there? A leader not."""
        if isinstance(w.order, Build) and self.setting.kinds[w.order.kind].strength == 0:
            return Reason.WRONG_PHASE, None
        return super().build_fault(power, w, taken)

    def removed_unit(
        self, power: Power, w: Written, gone: set[Unit]
    ) -> tuple[Unit | None, Reason | None]:
        """Which unit does a removal name, or why is it not accepted? A leader is not removed."""
        named = self.addressed(w)
        if named is not None and self.is_leader(named):
            return None, Reason.WRONG_PHASE
        return super().removed_unit(power, w, gone)

    def orphaned(self, units: Sequence[Unit]) -> list[Fate]:
        """Leaders of countries that have neither a unit nor a centre left."""
        alive = {u.power for u in units if self.holds_ground(u)} | {*self.position.owners.values()}
        lost = [u for u in units if self.is_leader(u) and u.power not in alive]
        return [Fate(u.power, u, Finding(0, Reason.LEADER_LOST)) for u in lost]
