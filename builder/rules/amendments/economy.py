"""Which centres support units, emergency measures, victory, and draws."""

from collections.abc import Mapping, Sequence

from builder.model.findings import Reason
from builder.model.position import Position, Progress
from builder.model.units import Code, Power
from builder.rules.standard import Standard


class EnemyCentresDoNotFeed(Standard):
    """Only a power's own home centres and the neutral centres support its units. An enemy's home
    centre supports no unit of the power that takes it, though the enemy loses one.
    (Cat Diplomacy, rule 9; ruling CD-A2)"""

    def feeders(self, owners: Mapping[Code, Power]) -> list[Power]:
        """The owners of the centres that support units, once for each centre."""
        provinces = self.setting.board.provinces
        own = {c: p for c, p in owners.items() if provinces[c].home in (None, p)}
        return super().feeders(own)


class EmergencyMeasures(Standard):
    """While a power owns some of its home centres but not all, it may keep one unit more than its
    centres support, and build in a province of its home country where it may build though it is
    no centre.
    (1900, rule 7; rulings BP-E1 to BP-E5)"""

    def entitlements(self, position: Position) -> dict[Power, int]:
        """How many units each power may have."""
        found = super().entitlements(position)
        return {power: n + self.in_need(power, position) for power, n in found.items()}

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
        found = {}
        for power in self.setting.powers:
            goal = frozenset((*self.setting.homelands[power], *self.setting.neutral_centres))
            held = sum(position.owners.get(code) == power for code in goal)
            found[power] = Progress(power, held, len(goal), goal)
        return found


class NoTwoWayDraw(Standard):
    """Two powers cannot share a draw: if two are left and neither can win, the game is a draw of
    all powers, the eliminated included. (Cat Diplomacy, rule 8; ruling CD-V2)"""

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return len(agreed) != 2 and super().may_draw(agreed)
