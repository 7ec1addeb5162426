"""The data of the player in a game's page: one board, and an overlay for each phase."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet, renamed
from builder.draw.marks import OVER, UNDER
from builder.draw.phase_map import Overlay, PhaseMap, board, overlay
from builder.draw.small_map import code_places, size
from builder.draw.svg import layers
from builder.draw.tints import tints
from builder.model.kinds import Power
from builder.model.position import Position
from builder.model.setting import Setting
from builder.playback.replaying import Replay
from builder.prose.headlines import headlines
from builder.site.parts.inline_board import inlined
from builder.site.parts.order_rows import HARMLESS, OrderRow, Told
from builder.site.parts.ownership_history import counts
from builder.site.player.arrow_heads import headless
from builder.site.player.packing import folded, row, uncased

BOARD = "b-"
WIDTH = re.compile(r'stroke-width="([^"]*)"')
BROADER = r'style="stroke-width:calc(\1px*var(--pen,1))"'


@dataclass(frozen=True, slots=True)
class Player:
    """What the page of a game needs to be played.

    `board` is the drawing with the first phase laid on it (empty without a sheet), `lines` that
    phase's orders, `data` the phases for the script, `image` the picture for link previews,
    `ratio` the board's width by its height.
    """

    board: Markup
    lines: Mapping[Power, list[OrderRow]]
    data: Markup
    title: str
    step: str
    slug: str
    image: str = ""
    ratio: float = 1.0


def player(
    replay: Replay,
    sheet: BoardSheet | None,
    pictures: Sequence[PhaseMap],
    told: Sequence[Told],
    image: str = "",
) -> Player:
    """Make the replay of a game, at its first phase; `sheet` None leaves the map away.

    `pictures` are those of the phases, which have been drawn before.
    """
    setting = replay.variant.setting
    calendar = setting.calendar
    if not replay.stages:
        return Player(Markup(""), {}, Markup(""), "", "", "", image)
    stage = replay.stages[0]
    title = calendar.season_title(stage.phase)
    drawn, ratio = "", 1.0
    if sheet is not None:
        inside = inlined(sheet)
        ratio = inside.width / inside.height
        drawn = board(
            inside, setting,
            title=f"Map: {replay.record.name}, {title}, {stage.phase.step}",
            description="The list of orders beside this map says the same in words.",
            prefix=BOARD, first=_overlay(pictures[0]),
            fills=tints(sheet, setting, stage.turn.before),
        )  # fmt: skip
        words = renamed(sheet.layers.get("title", ""), BOARD) + codes(sheet, setting)
        counters = f'<g id="{BOARD}counters">'
        drawn = drawn.replace("<svg ", '<svg class="board" ', 1)
        drawn = drawn.replace(counters, words + counters, 1)
    return Player(
        board=Markup(drawn),
        lines=told[0],
        data=script_safe(data(replay, sheet, pictures, told)),
        title=title,
        step=stage.phase.step,
        slug=calendar.slug(stage.phase),
        image=image,
        ratio=ratio,
    )


def codes(sheet: BoardSheet, setting: Setting) -> str:
    """Each space's code where its name stands: small maps bear these instead of the names."""
    kind = {str(p.code): p.terrain for p in setting.board.provinces.values()}
    words = (
        f'<text class="{kind[code]}" x="{at.x:.0f}" y="{at.y:.0f}">{code}</text>'
        for code, at in code_places(sheet, setting.board).items()
    )
    sizes = f"--land:{size(sheet, 'land'):.0f}px;--sea:{size(sheet, 'sea'):.0f}px"
    return f'<g class="codes" style="{sizes}" aria-hidden="true">{"".join(words)}</g>'


def _overlay(drawn: PhaseMap) -> Overlay:
    """A picture's layers, with lines that the style sheet makes broader on a small map."""
    lines = WIDTH.sub(BROADER, layers(drawn.marks, UNDER, BOARD))
    return Overlay(lines, layers(drawn.marks, OVER, BOARD))


def script_safe(value: Any) -> Markup:
    """Plain data as JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def data(
    replay: Replay, sheet: BoardSheet | None, pictures: Sequence[PhaseMap], told: Sequence[Told]
) -> dict[str, Any]:
    """The phases of a game for the script: words, orders, tints, lines and counters.

    Lines and counters of the first phase stand on the page's board.
    """
    setting = replay.variant.setting
    palette = sorted({n.tint for n in setting.nations if n.tint})
    phases = [_phase(replay, at, orders) for at, orders in enumerate(told)]
    if sheet is not None:
        for found, stage in zip(phases, replay.stages, strict=True):
            found["f"] = _fills(sheet, replay, stage.turn.before, palette)
        for found, layer in zip(phases[1:], map(_overlay, pictures[1:]), strict=True):
            found |= {"l": headless(uncased(layer.lines), sheet.pen), "c": layer.counters}
    last = replay.stages[-1]
    end: dict[str, Any] = {}
    if sheet is not None:
        after = overlay(sheet, setting, last.turn, when="after", prefix=BOARD)
        end = {"c": after.counters, "f": _fills(sheet, replay, replay.final, palette)}
    found = {
        "game": replay.record.name,
        "harmless": sorted(HARMLESS),
        "shapes": sorted(sheet.shapes) if sheet else [],
        "pen": sheet.pen if sheet else 1,
        "palette": palette,
        "powers": [str(p) for p in setting.powers],
        "phases": phases,
        "end": end,
    }
    return folded(found)


def _phase(replay: Replay, at: int, orders: Told) -> dict[str, Any]:
    stage = replay.stages[at]
    setting = replay.variant.setting
    calendar = setting.calendar
    found: dict[str, Any] = {
        "s": calendar.slug(stage.phase),
        "t": calendar.season_title(stage.phase),
        "k": stage.phase.step,
        "y": stage.phase.year,
        "n": list(counts(stage.turn.before.owners, setting).values()),
        "o": {str(p): [row(x) for x in told] for p, told in orders.items() if told},
    }
    if headline := headlines(replay).get(stage.phase):
        found["h"] = headline
    return found


def _fills(
    sheet: BoardSheet, replay: Replay, now: Position, palette: list[str]
) -> dict[str, int | str]:
    found = tints(sheet, replay.variant.setting, now)
    index: dict[str, int] = {tint: i for i, tint in enumerate(palette)}
    return {str(code): index.get(tint, tint) for code, tint in found.items()}
