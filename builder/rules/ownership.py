"""Chapter 4, first part: who owns what, what that entitles to, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.model.board import Code
from builder.model.findings import Finding, Reason
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.units import Unit
from builder.rules.muster import Muster


class Ownership(Muster):
    """Centres are counted after Fall; who holds enough of them has won."""

    @property
    def holdings(self) -> frozenset[Code]:
        """The provinces whose ownership is kept: centres, and places where somebody may build."""
        return self.setting.holdings

    def captures(self, position: Position) -> Mapping[Code, Power]:
        """Who owns what once the year's moves and retreats are done."""
        owners = dict(position.owners)
        holdings = self.holdings
        for unit in position.units:
            here = unit.at.province
            if here in holdings and owners.get(here) != unit.power and self.takes(unit):
                owners[here] = unit.power
        return owners

    def takes(self, unit: Unit) -> bool:
        """Does a unit of that kind and nation take the centre it stands on?"""
        nation = self.setting.nation.get(unit.power)
        return self.setting.kinds[unit.kind].captures and (nation is None or nation.playable)

    def entitlement(self, power: Power, position: Position) -> int:
        """How many units the power's centres feed."""
        centres = self.setting.centres
        return len([c for c, p in position.owners.items() if p == power and c in centres])

    def upkeep(self, power: Power, position: Position) -> int:
        """How many units the power has to feed."""
        kinds = self.setting.kinds
        return sum([kinds[u.kind].upkeep for u in position.units if u.power == power])

    def due(self, power: Power, position: Position) -> int:
        """Builds due if above nothing, removals due if below."""
        return self.entitlement(power, position) - self.upkeep(power, position)

    def winners(self, position: Position) -> tuple[tuple[Power, ...], Finding]:
        """Who has won with this ownership, and at what count."""
        counts = {p: self.entitlement(p, position) for p in self.setting.powers}
        best = max(counts.values(), default=0)
        tally = (best, self.setting.victory)
        first = tuple(p for p, n in counts.items() if n == best)
        if best >= self.setting.victory and len(first) == 1:
            return first, Finding(1, Reason.WON, (), tally)
        return (), Finding(0, Reason.NOT_WON, (), tally)

    def sharers(self, agreed: Sequence[Power]) -> tuple[Power, ...]:
        """Who shares a draw on which these powers have agreed?"""
        return tuple(agreed)

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return bool(agreed)
