"""Coast guards: an army and a fleet in one, and two when they divide."""

from collections.abc import Iterable

from builder.model.findings import Fate, Finding, Reason
from builder.model.orders import Written
from builder.model.units import Dislodged, Kind, KindCode, Location, Unit
from builder.rules.standard import Standard


class CoastGuards(Standard):
    """A coast guard moves and supports along the coast only, where an army and a fleet both
    could; it neither convoys nor is convoyed. Divided, it becomes one army and one fleet.
    (Cat Diplomacy, rule 10, examples A to F; rulings CD-D3, CD-G1 and CD-G2)"""

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:
        """The kinds of the halves of a doubled unit: for a coast guard an army and a fleet."""
        kind = self.setting.kinds[unit.kind]
        both = unit.size > 1 and self.is_twofold(kind)
        return kind.travels_as if both else super().divides_into(unit)

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat: whole along the coast, or in two halves."""
        found = super().refuges(d, units)
        kind = self.setting.kinds[d.unit.kind]
        if d.unit.size == 1 or not self.is_twofold(kind):
            return found
        for half in kind.travels_as:
            part = d._replace(unit=d.unit._replace(kind=half, size=1))
            found += super().refuges(part, units)
        return tuple(sorted(set(found)))

    def choice(self, d: Dislodged, w: Written | None) -> Fate | Location:
        """The refuge that is ordered; an undivided coast guard keeps to the coast."""
        to = super().choice(d, w)
        if isinstance(to, Fate) or to in self.map.reach[d.unit.kind].get(d.unit.at, {}):
            return to
        return Fate(d.unit.power, d.unit, Finding(0, Reason.REFUGE_CLOSED), w, to)

    def is_twofold(self, kind: Kind) -> bool:
        """Is it an army and a fleet at once?"""
        return kind.needs_all and len(kind.travels_as) == 2
