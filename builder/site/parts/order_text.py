"""The results of a phase, power by power."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from builder.model.setting import Nation
from builder.playback.replaying import Replay, Stage
from builder.prose.order_rows import OrderRow, Told, list_items
from builder.prose.zine_report import commander


class PowerOrders(NamedTuple):
    """What a power ordered and what came of it: who plays it, the rows of its orders, and
    whether none were received."""

    nation: Nation
    player: str
    nmr: bool
    standby: str
    lines: list[OrderRow]
    rows: Markup


def by_power(replay: Replay, stage: Stage, told: Told) -> Iterator[PowerOrders]:
    """What each power gave in a phase, in the order in which results print the powers."""
    recorded = stage.recorded
    for nation in replay.variant.setting.nations:
        listed = told.get(nation.name, [])
        late = recorded is not None and nation.name in recorded.nmr
        if not listed and not late:
            continue
        player = replay.record.players.get(nation.name, "?")
        if not nation.playable:
            player = commander(stage.turn)
        yield PowerOrders(
            nation=nation,
            player="" if player == "?" else player,
            nmr=late,
            standby=recorded.standby.get(nation.name, "") if recorded else "",
            lines=listed,
            rows=Markup(list_items(listed)),
        )
