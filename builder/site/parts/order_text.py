"""The results of a phase as running text, power by power."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from builder.model.setting import Nation
from builder.playback.replaying import Replay, Stage
from builder.prose.zine_report import commander
from builder.site.parts.order_rows import OrderRow, Told, escaped


class PowerOrders(NamedTuple):
    """What a power gave and what came of it: who plays it, its orders with their fates and
    reasons, and whether none were received."""

    nation: Nation
    player: str
    nmr: bool
    standby: str
    lines: list[OrderRow]
    given: Markup
    reasons: Markup


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
            given=given(listed),
            reasons=reasons(listed),
        )


def given(lines: Iterable[OrderRow]) -> Markup:
    """Every order with its fate, the failed underlined; one with a reason is named by that."""
    told = "; ".join(map(_order, lines))
    return Markup(f"{told}." if told else "")


def _order(line: OrderRow) -> str:
    text = escaped(line.text)
    name = "" if line.why else f' id="order-{escaped(line.key)}"'
    order = f'<u class="fail">{text}</u>' if line.failed else text
    mark = "" if line.failed else ' class="ok"'
    fate = f" <i{mark}>({escaped(line.fate)})</i>" if line.fate else ""
    return f'<span class="zo"{name}>{order}{fate}</span>'


def reasons(lines: Iterable[OrderRow]) -> Markup:
    """Why orders ended as they did, one reason under another."""
    return Markup("".join(_reason(line) for line in lines if line.why))


def _reason(line: OrderRow) -> str:
    key, text = escaped(line.key), escaped(line.text)
    force = f' <span class="tl">({escaped(line.force)})</span>' if line.force else ""
    return f'<li id="order-{key}"><b>{text}</b> {line.why}{force}</li>'
