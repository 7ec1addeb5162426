"""How leaders retreat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set

from builder.model.board import Code, Location
from builder.model.findings import Finding, Reason
from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.orders import Disband, Written
from builder.model.turns import Fate
from builder.model.units import Dislodged, Unit
from builder.rules.amendments.leaders.alone import LeadersAlone
from builder.rules.retreats import RetreatBoard


class LeaderRetreats(LeadersAlone):
    """A leader that must retreat goes to any adjacent space, land or sea, where no foreign unit
    is, also to one of its own units or to other leaders. It is lost only if it has nowhere to
    go: without an order it finds its own units first.
    (Militarism III, rules 3 and 4; rulings M3-R1 and M3-R2)"""

    def occupied(self, d: Dislodged, field: RetreatBoard) -> Set[Code]:
        """Which provinces do other units close? To a leader only those of foreign ones."""
        if not self.is_leader(d.unit):
            return super().occupied(d, field)
        return self.holders(u for u in field.units if u.power != d.unit.power)

    def assign(
        self, orders: Iterable[Written], fallen: Sequence[Dislodged]
    ) -> dict[Dislodged, Written]:
        """Which order belongs to which dislodged unit? That of a led one to its leader too."""
        told = super().assign(orders, fallen)
        for d in fallen:
            if self.is_leader(d.unit) and d not in told:
                for other, w in [*told.items()]:
                    same = other.unit.at.province == d.unit.at.province
                    if same and w.unit and w.unit.led and other.unit.power == d.unit.power:
                        told[d] = w
        return told

    def choice(self, d: Dislodged, w: Written | None) -> Fate | Location:
        """The refuge that is ordered; a leader may not be disbanded."""
        if w is not None and isinstance(w.order, Disband) and self.is_leader(d.unit):
            if not (w.unit and w.unit.led):
                self.refuse(w, Reason.LEADER_ORDERS)
            w = None
        return super().choice(d, w)

    def clash(self, chosen: dict[Dislodged, Location]) -> set[Dislodged]:
        """Who is lost because two or more retreat to one province? Leaders are in nobody's way."""
        return super().clash({d: to for d, to in chosen.items() if not self.is_leader(d.unit)})

    def withdraw(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out the retreat orders; leaders choose their way when the units have theirs."""
        fallen = {d.unit: d for d in self.driven_out()}
        fates = super().withdraw(orders)
        firm = [f for f in fates if f.unit and not self.is_leader(f.unit)]
        arrived = [f.unit._replace(at=f.to) for f in firm if f.unit and f.to and f.finding.value]
        field = self.field((*self.position.units, *arrived))
        guided = [
            self.refuge_of(f, fallen[f.unit], field) if f.unit and self.is_leader(f.unit) else f
            for f in fates
        ]
        return [*guided, *self.displaced(field)]

    # Where a leader goes by itself

    def refuge_of(self, f: Fate, d: Dislodged, field: RetreatBoard) -> Fate:
        """The fate of a dislodged leader: its own choice if that is open still, else by rule."""
        closed = self.occupied(d, field)
        refuges = [place for place in d.refuges if place.province not in closed]
        if f.finding.value and f.to in refuges:
            return f
        return self.escape(d.unit, refuges, field.units, f.written)

    def escape(
        self,
        leader: Unit,
        refuges: Sequence[Location],
        units: Collection[Unit],
        w: Written | None = None,
    ) -> Fate:
        """The first refuge with an own unit, or the first at all, by their names."""
        own = self.holders(u for u in units if u.power == leader.power)
        names = self.setting.board.provinces
        to = min(
            refuges,
            key=lambda p: (p.province not in own, plain(names[p.province].name)),
            default=None,
        )
        finding = Finding(0, Reason.NO_REFUGE) if to is None else Finding(1, Reason.RETREATED)
        return Fate(leader.power, leader, finding, w, to)

    def displaced(self, field: RetreatBoard) -> list[Fate]:
        """Leaders on whose space a foreign unit has come outside the moves: they leave at once."""
        ground = [u for u in field.units if self.holds_ground(u)]
        masters: dict[Code, Power] = {u.at.province: u.power for u in ground}
        fates = []
        for u in self.position.units:
            if self.is_leader(u) and masters.get(u.at.province, u.power) != u.power:
                d = Dislodged(u, None)
                fates.append(self.escape(u, self.refuges(d, field), field.units))
        return fates
