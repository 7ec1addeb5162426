"""Chapter 3, retreats: where dislodged units may go, and what becomes of them."""

from collections.abc import Iterable, Sequence, Set

from builder.model.findings import Fate, Finding, Reason
from builder.model.orders import Disband, Move, Retreat, Written
from builder.model.units import Code, Dislodged, Location, Unit
from builder.rules.acceptance import Acceptance

Fallen = tuple[Dislodged, ...]


class Retreats(Acceptance):
    """Dislodged units retreat to open neighbouring places or are removed."""

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat while these units are on the board: neighbouring
        by a way that is open now, empty, not the attacker's, not left empty by a stand-off, and
        never by convoy."""
        near = self.map.reach[d.unit.kind].get(d.unit.at, ())
        taken, contested = self.occupied(d, units), (*self.contested, d.origin)
        free = [p for p in near if p.province not in taken and p.province not in contested]
        return tuple(sorted(free))

    def occupied(self, d: Dislodged, units: Iterable[Unit]) -> Set[Code]:  # noqa: ARG002
        """The provinces that these units keep the retreating one out of."""
        return self.holders(units)

    def with_refuges(self, dislodged: Iterable[Dislodged], units: Iterable[Unit]) -> Fallen:
        """The dislodged units, each with its legal retreats."""
        return tuple([Dislodged(d.unit, d.origin, self.refuges(d, units)) for d in dislodged])

    def driven_out(self) -> Fallen:
        """The dislodged units of the position, each with its legal retreats."""
        return self.with_refuges(self.position.dislodged, self.position.units)

    def withdraw(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out the retreat orders: the fate of every dislodged unit, in their order."""
        fallen = self.parted(orders)
        assigned = self.assign(orders, fallen)
        fates = {d: self.choice(d, assigned.get(d)) for d in fallen}
        chosen = {d: fate.to for d, fate in fates.items() if fate.to and fate.finding.value}
        for d in self.clash(chosen):
            fates[d] = fates[d]._replace(finding=Finding(0, Reason.RETREAT_CLASH))
        return [*fates.values()]

    def parted(self, orders: Sequence[Written]) -> Fallen:  # noqa: ARG002
        """The dislodged units as they retreat; by the standard rules none of them divides."""
        return self.driven_out()

    def assign(self, orders: Iterable[Written], fallen: Fallen) -> dict[Dislodged, Written]:
        """The order of each dislodged unit: the first one that its owner gives it."""
        assigned: dict[Dislodged, Written] = {}
        for w in orders:
            d = self.fallen_unit(w, fallen)
            if d is None:
                self.refuse(w, Reason.NO_SUCH_UNIT if w.unit else Reason.WRONG_PHASE)
            elif not self.commands(w.issuer, d.unit):
                self.refuse(w, Reason.NOT_YOURS)
            elif not isinstance(w.order, Move | Retreat | Disband):
                self.refuse(w, Reason.WRONG_PHASE)
            elif d not in assigned:
                assigned[d] = w
            elif w.order != assigned[d].order:
                self.refuse(w, Reason.SUPERSEDED)
            else:
                self.repeats[w] = Finding(1, Reason.REPEATED)
        return assigned

    def fallen_unit(self, w: Written, fallen: Fallen) -> Dislodged | None:
        """The dislodged unit that an order names."""
        at = w.home or getattr(w.order, "at", Location("")).province
        here = [d for d in fallen if d.unit.at.province == at]
        if len(here) < 2 or w.unit is None:
            return here[0] if here else None
        unit = self.meant_by(w, [d.unit for d in here])
        return next(d for d in here if d.unit is unit)

    def choice(self, d: Dislodged, w: Written | None) -> Fate:
        """The fate of a unit under its order, if no other unit goes to the same place."""
        unit = d.unit
        if not d.refuges:
            return Fate(unit.power, unit, Finding(0, Reason.NO_REFUGE), w)
        if w is None:
            return Fate(unit.power, unit, Finding(0, Reason.NOT_RETREATED))
        if isinstance(w.order, Disband):
            return Fate(unit.power, unit, Finding(1, Reason.DISBANDED), w)
        assert isinstance(w.order, Move | Retreat)
        to = self.meant(w.order.to, d.refuges)
        finding = Finding(1, Reason.RETREATED) if to else Finding(0, Reason.REFUGE_CLOSED)
        return Fate(unit.power, unit, finding, w, to or w.order.to)

    def meant(self, to: Location, refuges: Sequence[Location]) -> Location | None:
        """The refuge meant by a written place; a coast may be left out if only one is possible."""
        if to in refuges:
            return next(place for place in refuges if place == to)
        fits = (place for place in refuges if not (to.coast and place.coast))
        there = [place for place in fits if place.province == to.province]
        return there[0] if len(there) == 1 else None

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """The units that are lost because two or more retreat to one province; armies aboard and
        units without strength are in nobody's way."""
        rivals = [d for d in chosen if self.holds_ground(d.unit) and not d.unit.aboard]
        goals = [chosen[d].province for d in rivals]
        return {d for d, goal in zip(rivals, goals, strict=True) if goals.count(goal) > 1}
