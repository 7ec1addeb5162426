"""PIG convoy, third part: armies that stay aboard, and fleets driven out with them."""

from __future__ import annotations

from collections.abc import Sequence

from builder.model.board import Code, Location
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Embark, Move, Written
from builder.model.turns import Fate
from builder.model.units import Dislodged, Unit
from builder.rules.amendments.pigs.landing import Landing
from builder.rules.retreats import RetreatBoard


class Adrift(Landing):
    """Who does not land stays aboard where the fleet is: the two are an army/fleet, as strong
    as the fleet alone. If the fleet is dislodged both are; the army comes along if the fleet
    retreats to a sea and is lost otherwise. (Classix, rule 6; rulings CX-P4 and CX-P7)"""

    def stands(self, a: Action) -> Finding:
        """Does the unit keep its province? One at sea shares its fleet's fate."""
        fleet = self.rides.get(a)
        if fleet is None:
            return super().stands(a)
        why = Reason.EMBARKED if type(a.order) is Embark else Reason.STAYED_ABOARD
        if self.leaves(fleet):
            return Finding(1, why, (fleet,))
        found = self.stands(fleet)
        return Finding(1, why, (fleet,)) if found.value else found

    def lands(
        self, a: Action, finding: Finding, arrivals: dict[Code | None, Action]
    ) -> Unit | Dislodged:
        """What the moves make of one unit, or of an army at sea."""
        fleet = self.rides.get(a)
        if fleet is None:
            return super().lands(a, finding, arrivals)
        unit = a.units[0]
        if type(a.order) is Move and finding.value:
            return unit._replace(at=a.order.to, aboard=False)
        if type(fleet.order) is Move and self.moves(fleet).value:
            return unit._replace(at=fleet.order.to, aboard=True)
        unit = unit if unit.aboard else unit._replace(at=fleet.at, aboard=True)
        if fleet.home in arrivals:
            return Dislodged(unit, self.barred(arrivals[fleet.home]))
        return unit

    def refuges(self, d: Dislodged, field: RetreatBoard) -> tuple[Location, ...]:
        """Where the unit may go; an army aboard only with its fleet, and only to a sea."""
        if not d.unit.aboard:
            return super().refuges(d, field)
        fleet = self.bearer(d.unit)
        if fleet is None:
            return ()
        places = self.refuges(d._replace(unit=fleet), field)
        return tuple(place for place in places if place.province in self.map.ferries)

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """Who is lost because two or more retreat to one province? Armies aboard do not count."""
        return super().clash({d: to for d, to in chosen.items() if not d.unit.aboard})

    def withdraw(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out the retreat orders; an army aboard goes where its fleet goes."""
        fates = super().withdraw(orders)
        return [self.shared_fate(f, fates) if f.unit and f.unit.aboard else f for f in fates]

    def shared_fate(self, f: Fate, fates: Sequence[Fate]) -> Fate:
        """The fate of an army aboard, given that of its fleet; its own orders are void but for
        one that says the same."""
        assert f.unit is not None
        fleet = next((o for o in fates if o.unit == self.bearer(f.unit)), None)
        to = fleet.to if fleet is not None and fleet.finding.value else None
        if to is not None and to.province not in self.map.ferries:
            to = None
        if f.written is not None and getattr(f.written.order, "to", None) != to:
            self.refuse(f.written, Reason.NO_LANDING)
        if to is not None:
            return f._replace(finding=Finding(1, Reason.RETREATED), to=to)
        return f._replace(finding=Finding(0, Reason.LOST_WITH_FLEET), to=None)

    def bearer(self, army: Unit) -> Unit | None:
        """The fleet that bears an army, on the board or driven out with it."""
        here = army.at.province
        fallen = (d.unit for d in self.position.dislodged if d.unit.at.province == here)
        units = (*fallen, *self.stations.get(here, ()))
        return next((u for u in units if self.setting.kinds[u.kind].convoys), None)
