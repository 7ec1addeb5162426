"""PIG convoy, last part: removing units of an army/fleet."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.findings import Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.turns import Fate
from builder.model.units import Unit
from builder.rules.amendments.pigs.adrift import Adrift


class PigConvoy(Adrift):
    """An army/fleet counts as two units. The army may be removed alone, the fleet only with its
    army; in civil disorder the army goes first. (Classix, rule 6; ruling CX-P10)"""

    def removals(self, power: Power, due: int, orders: list[Written]) -> list[Fate]:
        """Take units off the board, armies from aboard before their fleets."""

        def ashore(w: Written) -> bool:
            unit = self.addressed(w)
            return unit is None or not unit.aboard

        return super().removals(power, due, sorted(orders, key=ashore))

    def removed_unit(
        self, power: Power, w: Written, gone: set[Unit]
    ) -> tuple[Unit | None, Reason | None]:
        """Which unit does a removal name, or why is it not accepted?"""
        unit, fault = super().removed_unit(power, w, gone)
        if unit is not None and any(army not in gone for army in self.load(unit)):
            return None, Reason.BEARS_ARMY
        return unit, fault

    def disorder(self, power: Power, units: list[Unit]) -> tuple[Unit, Reason]:
        """Which unit goes first when the power does not say? No fleet before its army."""
        free = [u for u in units if not any(a.power != power for a in self.load(u))]
        unit, why = super().disorder(power, free or units)
        return next((army for army in self.load(unit) if army in units), unit), why

    def adjust(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out builds and removals; an army whose fleet is gone is lost."""
        fates = super().adjust(orders)
        gone = {f.unit for f in fates if f.unit and f.to is None}
        lost = [army for fleet in gone for army in self.load(fleet) if army not in gone]
        return [
            *fates,
            *(Fate(u.power, u, Finding(0, Reason.LOST_WITH_FLEET)) for u in lost),
        ]

    def load(self, fleet: Unit) -> list[Unit]:
        """The army aboard a fleet."""
        if fleet.aboard:
            return []
        return [u for u in self.stations.get(fleet.at.province, ()) if u.aboard]
