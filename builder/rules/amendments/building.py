"""Where units are built, and games that begin with builds."""

from collections.abc import Iterator, Sequence

from builder.model.board import Code
from builder.model.findings import Finding, Reason
from builder.model.kinds import Kind, Power
from builder.model.orders import Build, Written
from builder.model.turns import Fate
from builder.model.units import Unit
from builder.rules.standard import Standard


class BuildAnywhere(Standard):
    """A power may build in every vacant centre that it owns, and not only at home.
    (Build Anywhere, rule 1; Chaos, rules 2 and 3; rulings BA-R1 to BA-R4)"""

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Is the province a vacant centre that the power owns?"""
        if code not in self.setting.centres or self.position.owners.get(code) != power:
            return Reason.NOT_OWNED
        return Reason.OCCUPIED if any(map(self.holds_ground, self.stations.get(code, ()))) else None


class InitialBuilds(Standard):
    """Before the first Spring every power builds one unit on each of its home centres, army or
    fleet as it likes; one that orders no builds gets the customary units. A unit that needs no
    supply is placed on a home centre then, in the capital if nothing is said.
    (Militarism III, rules 2 and 3; ruling M3-W1)"""

    def adjust(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out builds and removals; at the start of the game also what custom adds."""
        if self.position.phase != self.setting.calendar.start:
            return super().adjust(orders)
        placing = [w for w in orders if self.is_free(w)]
        building = [w for w in orders if w not in placing]
        fates = super().adjust(building)
        present = set(self.position.owners.values())
        for power in self.setting.powers:
            if power not in present:
                continue
            if not any(w.issuer == power for w in building):
                fates += self.customary(power)
            fates += self.placed(power, [w for w in placing if w.issuer == power])
        return fates

    def is_free(self, w: Written) -> bool:
        """Does the order place a unit that needs no supply?"""
        return isinstance(w.order, Build) and self.setting.kinds[w.order.kind].upkeep == 0

    def customary(self, power: Power) -> Iterator[Fate]:
        """The units of a power that orders nothing."""
        for unit in self.setting.nation[power].customary:
            if self.site_fault(power, unit.at.province) is not None:
                continue
            yield Fate(power, unit, Finding(1, Reason.CUSTOMARY), None, unit.at, unit.kind)

    def placed(self, power: Power, orders: Sequence[Written]) -> Iterator[Fate]:
        """The power's units that need no supply, each where it is ordered or in the capital."""
        for kind in self.setting.kinds.values():
            if kind.upkeep == 0:
                yield self.placing(power, kind, [w for w in orders if self.is_of(w, kind)])

    def is_of(self, w: Written, kind: Kind) -> bool:
        """Does the order place a unit of that kind?"""
        return isinstance(w.order, Build) and w.order.kind == kind.code

    def placing(self, power: Power, kind: Kind, orders: Sequence[Written]) -> Fate:
        """One unit that needs no supply."""
        board = self.setting.board
        homes = self.setting.homes[power]
        chosen: Written | None = None
        for w in orders:
            assert isinstance(w.order, Build)
            fault = Reason.NOT_HOME if w.order.at.province not in homes else None
            if fault or chosen:
                self.refuse(w, fault or Reason.USED_TWICE)
            else:
                chosen = w
        code = self.setting.nation[power].seat or homes[0]
        if chosen is not None and isinstance(chosen.order, Build):
            code = chosen.order.at.province
        unit = Unit(power, kind.code, board.locations[code])
        return Fate(power, unit, Finding(1, Reason.BUILT), chosen, unit.at, kind.code)
