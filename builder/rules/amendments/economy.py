"""Which centres support units, who wins, and who may share a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.model.board import Code
from builder.model.kinds import Power
from builder.model.position import Position, Progress
from builder.rules.standard import Standard


class EnemyCentresDoNotFeed(Standard):
    """Only a power's own home centres and the neutral centres feed its units. Holding an
    enemy's centre entitles to nothing, though it costs the enemy his unit.
    (Cat Diplomacy, rule 9; ruling CD-A2)"""

    def feeders(self, owners: Mapping[Code, Power]) -> list[Power]:
        """The owners of the centres that feed units, once for every centre."""
        provinces = self.setting.board.provinces
        own = {c: p for c, p in owners.items() if provinces[c].home in (None, p)}
        return super().feeders(own)


class HomelandVictory(Standard):
    """Victory goes to the power that, after any year, controls every neutral centre and its
    whole home country: its home centres and its home provinces without a centre, which are owned
    as centres are. (Cat Diplomacy, rule 7; ruling CD-V1)"""

    def progress(self, position: Position) -> dict[Power, Progress]:
        """What each power needs to win, and how much of it it holds."""
        found = {}
        for power in self.setting.powers:
            goal = frozenset(self.needed(power))
            held = sum(position.owners.get(code) == power for code in goal)
            found[power] = Progress(power, held, len(goal), goal)
        return found

    def needed(self, power: Power) -> tuple[Code, ...]:
        """What the power must control to win."""
        return (*self.setting.homelands.get(power, ()), *self.setting.neutral_centres)


class NoTwoWayDraw(Standard):
    """Two powers cannot share a draw between them: where two are left and neither can win, the
    game is a draw of all, the eliminated included. (Cat Diplomacy, rule 8; ruling CD-V2)"""

    def sharers(self, agreed: Sequence[Power]) -> tuple[Power, ...]:
        """Who shares a draw on which these powers have agreed?"""
        return self.setting.powers if len(agreed) == 2 else super().sharers(agreed)

    def may_draw(self, agreed: Sequence[Power]) -> bool:
        """May these powers agree on a draw between them?"""
        return len(agreed) != 2 and super().may_draw(agreed)
