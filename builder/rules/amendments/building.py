"""Where units are built, and games that begin with builds."""

from collections.abc import Iterable, Iterator, Sequence

from builder.model.findings import Fate, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Build, Written
from builder.model.units import Code, KindCode, Power, Unit
from builder.rules.standard import Standard


class BuildAnywhere(Standard):
    """A power may build in every vacant centre that it owns, and not only at home.
    (Build Anywhere, rule 1; Chaos, rules 2 and 3; rulings BA-R1 to BA-R4)"""

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Why the power cannot build there: it must be a vacant centre that the power owns."""
        if code not in self.setting.centres or self.position.owners.get(code) != power:
            return Reason.NOT_OWNED
        return self.vacancy_fault(code)


class InitialBuilds(Standard):
    """Before the first Spring every power builds one unit in each of its home centres, army or
    fleet as it likes; a power that orders no builds gets its customary units. A unit that needs no
    supply is placed in a home centre then, by default in the capital.
    (Militarism III, rules 2 and 3; ruling M3-W1)"""

    def adjust(self, orders: Sequence[Written]) -> list[Fate]:
        """Carry out builds and removals; the first builds add customary and free units."""
        if self.position.phase != self.setting.calendar.start:
            return super().adjust(orders)
        free = {kind.code for kind in self.setting.kinds.values() if kind.upkeep == 0}
        placing = grouped(
            ((w.issuer, w.order.kind), (w, w.order.at.province))
            for w in orders
            if isinstance(w.order, Build) and w.order.kind in free
        )
        placed = {w for same in placing.values() for w, _ in same}
        building = [w for w in orders if w not in placed]
        fates = super().adjust(building)
        present = set(self.position.owners.values())
        for power in (power for power in self.setting.powers if power in present):
            if not any(w.issuer == power for w in building):
                fates += self.customary(power)
            for kind in (kind for kind in self.setting.kinds if kind in free):
                fates.append(self.placed(power, kind, placing.get((power, kind), [])))
        return fates

    def customary(self, power: Power) -> Iterator[Fate]:
        """The units of a power that orders no builds."""
        for unit in self.setting.nation[power].customary:
            if self.site_fault(power, unit.at.province) is None:
                yield Fate(power, unit, Finding(1, Reason.CUSTOMARY), None, unit.at, unit.kind)

    def placed(self, power: Power, kind: KindCode, orders: Iterable[tuple[Written, Code]]) -> Fate:
        """A unit that needs no supply, where the first lawful order places it or in the capital."""
        homes = self.setting.homes[power]
        chosen: Written | None = None
        site = self.setting.nation[power].seat or homes[0]
        for w, code in orders:
            if code not in homes or chosen:
                self.refuse(w, Reason.USED_TWICE if code in homes else Reason.NOT_HOME)
            else:
                chosen, site = w, code
        unit = Unit(power, kind, self.setting.board.locations[site])
        return Fate(power, unit, Finding(1, Reason.BUILT), chosen, unit.at, kind)
