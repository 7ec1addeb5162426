"""Where units are built, which centres support them, victory, and draws."""

from collections.abc import Iterable, Iterator, Sequence

from builder.model.findings import Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Build, Waive, Written
from builder.model.results import OrderResult
from builder.model.units import Code, KindCode, Position, Power, Progress, Unit
from builder.rules.standard import Standard


class BuildAnywhere(Standard):
    """A power may build in every vacant centre that it owns, and not only at home.
    By the option `first_centre_needed` it must still own one of those with which it began.
    (Build Anywhere, rule 1; Chaos, rules 2 and 3; Hundred, rule 7;
    rulings BA-R1 to BA-R4; ruling HU-R1)"""

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Why the power cannot build there: it must be a vacant centre that the power owns."""
        if code not in self.setting.centres or self.position.owners.get(code) != power:
            return Reason.NOT_OWNED
        if self.setting.chosen("first_centre_needed") and not self._owns_a_first_centre(power):
            return Reason.NO_FIRST_CENTRE
        return self.vacancy_fault(code)

    def _owns_a_first_centre(self, power: Power) -> bool:
        """Does a power own one of the centres with which the variant begins?"""
        owners = self.position.owners
        first_owners = self.setting.start.owners.items()
        return any(owners.get(code) == power for code, first in first_owners if first == power)


class CustomaryBuilds(Standard):
    """Before the first Spring every power builds one unit in each of its home centres, army or
    fleet as it likes; a power that orders no builds gets its customary units. A unit that needs no
    supply is placed in a home centre then, by default in the capital.
    (Militarism III, rules 2 and 3; ruling M3-W1)"""

    def adjust(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out builds and removals; the first builds add customary and free units."""
        if self.position.phase != self.setting.calendar.start:
            return super().adjust(orders)
        free = [kind.code for kind in self.setting.kinds.values() if kind.upkeep == 0]
        builds = ((w, w.order) for w in orders if isinstance(w.order, Build))
        placings = [(w, order) for w, order in builds if order.kind in free]
        placing = grouped(((w.issuer, o.kind), (w, o.at.province)) for w, o in placings)
        placed = {w for w, _ in placings}
        building = [w for w in orders if w not in placed]
        ends = super().adjust(building)
        present = set(self.position.owners.values())
        for power in (power for power in self.setting.powers if power in present):
            ordered = [w for w in building if w.issuer == power]
            if not ordered:
                ends += self.customary(power)
            elif all(isinstance(w.order, Waive) for w in ordered):
                ends = [self.without_custom(f) if f.power == power else f for f in ends]
            ends += [self.placed(power, kind, placing.get((power, kind), [])) for kind in free]
        return ends

    def without_custom(self, f: OrderResult) -> OrderResult:
        """The result of a waived build of a power that ordered nothing else."""
        if f.finding.why is not Reason.WAIVED:
            return f
        return f._replace(finding=Finding(1, Reason.CUSTOM_WAIVED))

    def customary(self, power: Power) -> Iterator[OrderResult]:
        """The units of a power that orders no builds."""
        for unit in self.setting.nation[power].customary:
            if self.site_fault(power, unit.at.province) is None:
                yield OrderResult(power, unit, Finding(1, Reason.CUSTOMARY), None, unit.at)

    def placed(
        self, power: Power, kind: KindCode, orders: Iterable[tuple[Written, Code]]
    ) -> OrderResult:
        """A unit that needs no supply, where the first lawful order places it or in the capital."""
        homes = self.setting.homes[power]
        chosen: Written | None = None
        site = self.setting.nation[power].seat or homes[0]
        for w, code in orders:
            if code not in homes or chosen:
                self.refuse(w, Reason.USED_TWICE if code in homes else Reason.NOT_HOME)
            else:
                chosen = w
                site = code
        unit = Unit(power, kind, self.setting.board.locations[site])
        why = Reason.LEADER_PLACED if chosen is None else Reason.BUILT
        return OrderResult(power, unit, Finding(1, why), chosen, unit.at)


class EnemyCentresDoNotFeed(Standard):
    """Only a power's own home centres and the neutral centres support its units. An enemy's home
    centre supports no unit of the power that takes it, though the enemy loses one.
    (Cat Diplomacy, rule 9; ruling CD-A2)"""

    def fed(self, position: Position) -> dict[Power, int]:
        """How many units each power's centres support; enemies' home centres support none."""
        provinces = self.setting.board.provinces
        owners = position.owners.items()
        own = {code: power for code, power in owners if provinces[code].home in (None, power)}
        return super().fed(position._replace(owners=own))


class EmergencyMeasures(Standard):
    """While a power owns some of its home centres but not all, it may keep one unit more than its
    centres support, and build in a province of its home country where it may build though it is
    no centre.
    (1900, rule 7; rulings BP-E1 to BP-E5)"""

    def entitlements(self, position: Position) -> dict[Power, int]:
        """How many units each power may have."""
        entitlements = dict(super().entitlements(position))
        for power in entitlements:
            if self.in_need(power, position):
                entitlements[power] += 1
        return entitlements

    def site_fault(self, power: Power, code: Code) -> Reason | None:
        """Why the power cannot build there now."""
        province = self.setting.board.provinces[code]
        if province.centre or province.builds != power:
            return super().site_fault(power, code)
        if not self.in_need(power, self.position):
            return Reason.NO_EMERGENCY
        return self.vacancy_fault(code)

    def in_need(self, power: Power, position: Position) -> bool:
        """Does a power with such a province own some of its home centres but not all?"""
        homes = self.setting.homes[power]
        some = 0 < sum(position.owners.get(c) == power for c in homes) < len(homes)
        places = self.setting.board.provinces.values()
        return some and any(p.builds == power and not p.centre for p in places)


class HomelandVictory(Standard):
    """A power wins that, after any year, owns every neutral centre and its whole home country:
    its home centres and its home provinces without a centre, which are owned like centres.
    (Cat Diplomacy, rule 7; ruling CD-V1)"""

    def progress(self, position: Position) -> dict[Power, Progress]:
        """How much of what it needs to win each power holds."""
        of_powers: dict[Power, Progress] = {}
        for power in self.setting.powers:
            goal = frozenset((*self.setting.homelands[power], *self.setting.neutral_centres))
            held = sum(position.owners.get(code) == power for code in goal)
            of_powers[power] = Progress(power, held, len(goal), goal)
        return of_powers


class NoTwoWayDraw(Standard):
    """Two powers cannot share a draw: if two are left and neither can win, the game is a draw of
    all powers, the eliminated included. (Cat Diplomacy, rule 8; ruling CD-V2)"""

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return len(agreed) != 2 and super().may_draw(agreed)
