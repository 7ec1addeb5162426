"""Chapter 3, retreats: where dislodged units may go, and what becomes of them."""

from collections.abc import Iterable, Sequence, Set

from builder.model.findings import Finding, Reason
from builder.model.orders import Disband, Move, Retreat, Written
from builder.model.results import OrderResult
from builder.model.units import Code, Dislodged, Location, Unit
from builder.rules.acceptance import Acceptance, spelled

Fallen = tuple[Dislodged, ...]


class Retreats(Acceptance):
    """Dislodged units retreat to open neighbouring places or are removed."""

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat while these units are on the board: neighbouring
        by a way that is open now, empty, not the attacker's, not left empty by a stand-off, and
        never by convoy."""
        near = self.map.reach[d.unit.kind].get(d.unit.at, ())
        taken = self.occupied(d, units)
        contested = (*self.contested, d.origin)
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

    def withdraw(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out the retreat orders: the result for every dislodged unit, in their order."""
        fallen = self.parted(orders)
        assigned = self.assign(orders, fallen)
        ends = {d: self.choice(d, assigned.get(d)) for d in fallen}
        chosen = {d: end.to for d, end in ends.items() if end.to and end.finding.value}
        for d in self.clash(chosen):
            ends[d] = ends[d]._replace(finding=Finding(0, Reason.RETREAT_CLASH))
        return [*ends.values()]

    def parted(self, orders: Sequence[Written]) -> Fallen:  # noqa: ARG002
        """The dislodged units as they retreat; by the standard rules none of them divides."""
        return self.driven_out()

    def assign(self, orders: Iterable[Written], fallen: Fallen) -> dict[Dislodged, Written]:
        """The order of each dislodged unit that has one, whether or not it can carry it out.

        Several orders for one unit obey the rule of moves: unlawful ones are ignored, equal ones
        count once, and if different ones are left none counts (DATC 4.D.3).
        """
        orders_of: dict[Dislodged, list[Written]] = {}
        for w in orders:
            d = self.fallen_unit(w, fallen)
            if d is None:
                self.refuse(w, Reason.NO_SUCH_UNIT if w.unit else Reason.WRONG_PHASE)
            elif not self.commands(w.issuer, d.unit):
                self.refuse(w, Reason.NOT_YOURS)
            elif not isinstance(w.order, Move | Retreat | Disband):
                self.refuse(w, Reason.WRONG_PHASE)
            else:
                orders_of.setdefault(d, []).append(w)
        return {d: self.order_shown(d, several) for d, several in orders_of.items()}

    def order_shown(self, d: Dislodged, orders: Sequence[Written]) -> Written:
        """The order that a dislodged unit carries out; if none of several counts, one of them,
        refused like the others."""
        if len(orders) == 1:
            return orders[0]
        candidates = {w: self.lawful_retreat(d, w) for w in orders}
        lawful = self.lawful_among(candidates)
        if not lawful:
            return max(orders, key=spelled)
        if len({candidates[w] for w in lawful}) > 1:
            for w in lawful:
                self.refuse(w, self.why_unclear(d, lawful))
        else:
            self.repeats.update((w, Finding(1, Reason.REPEATED)) for w in lawful[1:])
        return lawful[0]

    def why_unclear(self, d: Dislodged, orders: Sequence[Written]) -> Reason:  # noqa: ARG002
        """Why none of these lawful orders for a dislodged unit counts."""
        return Reason.ORDERED_TWICE

    def lawful_retreat(self, d: Dislodged, w: Written) -> Retreat | Disband | Reason:
        """The order with its place filled in, or why the unit cannot carry it out."""
        if isinstance(w.order, Disband):
            return w.order
        assert isinstance(w.order, Move | Retreat)
        if not d.refuges:
            return Reason.NO_REFUGE
        refuge = self.meant(w.order.to, d.refuges)
        return Reason.REFUGE_CLOSED if refuge is None else Retreat(refuge)

    def fallen_unit(self, w: Written, fallen: Fallen) -> Dislodged | None:
        """The dislodged unit that an order names."""
        at = w.home or getattr(w.order, "at", Location("")).province
        here = [d for d in fallen if d.unit.at.province == at]
        if len(here) < 2 or w.unit is None:
            return here[0] if here else None
        unit = self.meant_by(w, [d.unit for d in here])
        return next(d for d in here if d.unit is unit)

    def choice(self, d: Dislodged, w: Written | None) -> OrderResult:
        """The result for a unit under its order, if no other unit goes to the same place."""
        unit = d.unit
        if not d.refuges:
            return OrderResult(unit.power, unit, Finding(0, Reason.NO_REFUGE), w)
        if w is None:
            return OrderResult(unit.power, unit, Finding(0, Reason.NOT_RETREATED))
        order = self.lawful_retreat(d, w)
        if isinstance(order, Reason):
            to = w.order.to if isinstance(w.order, Move | Retreat) else None
            return OrderResult(unit.power, unit, Finding(0, order), w, to)
        if w in self.faults:  # lawful, and beside another lawful one
            return OrderResult(unit.power, unit, Finding(0, Reason.RETREATS_DIFFER), w)
        if isinstance(order, Disband):
            return OrderResult(unit.power, unit, Finding(1, Reason.DISBANDED), w)
        return OrderResult(unit.power, unit, Finding(1, Reason.RETREATED), w, order.to)

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
