"""Chapter 4, first part: who owns which centre, how many units that supports, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from builder.model.board import Code
from builder.model.findings import Finding, Reason
from builder.model.goals import Progress
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.units import Unit
from builder.rules.acceptance import Acceptance


class Ownership(Acceptance):
    """Centres are counted after Fall; who holds enough of them has won.

    `counted` is the last count: how many units the centres of these owners feed.
    """

    counted: tuple[Mapping[Code, Power], dict[Power, int]] = ({}, {})

    def captures(self, position: Position) -> Mapping[Code, Power]:
        """Who owns what once the year's moves and retreats are done."""
        owners = dict(position.owners)
        holdings = self.setting.holdings
        for unit in position.units:
            here = unit.at.province
            if here in holdings and owners.get(here) != unit.power and self.takes(unit):
                owners[here] = unit.power
        return owners

    def takes(self, unit: Unit) -> bool:
        """Does a unit of that kind and nation take the centre it stands on?"""
        nation = self.setting.nation.get(unit.power)
        return self.setting.kinds[unit.kind].captures and (nation is None or nation.playable)

    def entitlements(self, position: Position) -> dict[Power, int]:
        """How many units each power's centres feed."""
        owners, fed = self.counted
        if owners is not position.owners:
            owners = position.owners
            count = Counter(self.feeders(owners))
            fed = {power: count[power] for power in self.setting.powers}
            self.counted = owners, fed
        return fed

    def feeders(self, owners: Mapping[Code, Power]) -> list[Power]:
        """The owners of the centres that feed units, once for every centre."""
        centres = self.setting.centres
        if owners.keys() <= centres:
            return list(owners.values())
        return [power for code, power in owners.items() if code in centres]

    def upkeeps(self, position: Position) -> dict[Power, int]:
        """How many units each power has to feed."""
        kinds = self.setting.kinds
        kept = dict.fromkeys(self.setting.powers, 0)
        for unit in position.units:
            power = unit.power
            kept[power] = kept.get(power, 0) + kinds[unit.kind].upkeep
        return kept

    def dues(self, position: Position) -> dict[Power, int]:
        """What each power may build, if above nothing, or must remove, if below."""
        fed, kept = self.entitlements(position), self.upkeeps(position)
        return {power: fed.get(power, 0) - count for power, count in kept.items()}

    def progress(self, position: Position) -> dict[Power, Progress]:
        """What each power needs to win, and how much of it it holds."""
        counts, needed = self.entitlements(position), self.setting.victory
        return {p: Progress(p, counts[p], needed) for p in self.setting.powers}

    def winners(self, position: Position) -> tuple[tuple[Power, ...], Finding]:
        """Who has won with this ownership, alone in front, and at what count."""
        found = self.progress(position).values()
        best = max(found, key=lambda p: (p.reached, p.held), default=Progress(Power(""), 0, 0))
        tally = (best.held, best.needed)
        if best.reached and sum(p.reached and p.held == best.held for p in found) == 1:
            return (best.power,), Finding(1, Reason.WON, (), tally)
        return (), Finding(0, Reason.NOT_WON, (), tally)

    def sharers(self, agreed: Sequence[Power]) -> tuple[Power, ...]:
        """Who shares a draw on which these powers have agreed?"""
        return tuple(agreed)

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return bool(agreed)
