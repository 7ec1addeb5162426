"""The player inside a game's page: its first phase, and the list of all phases for the script.

The script reads every other phase from its own page, so a game is published only once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import (
    clip_rules,
    file_of,
    height,
    inline_map,
    overlay_of,
    shared_board,
    style_sheet,
)
from builder.draw.small_map import shown_codes
from builder.model.findings import Turn
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move, Support
from builder.model.setting import Setting
from builder.model.units import Location, Power
from builder.playback.replaying import Replay, Stage
from builder.prose.order_rows import OrderRows, list_items
from builder.site.addresses import board as board_address
from builder.site.artifacts import Artifact
from builder.site.parts.centre_table import counts
from builder.variant import Variant


@dataclass(frozen=True, slots=True)
class Player:
    """What the page of a game needs for its player.

    `board` is the map with the first phase and `end` what the last phase leads to (both empty
    without a sheet), `rows` the first phase's orders, `data` the list of phases for the script,
    `image` the picture for link previews.
    """

    board: Markup
    end: Markup
    rows: Mapping[Power, Markup]
    data: Markup
    title: str
    step: str
    slug: str
    image: str = ""


def player(
    replay: Replay,
    sheet: BoardSheet | None,
    pictures: Sequence[PhaseMap],
    order_rows: Sequence[OrderRows],
    image: str = "",
) -> Player:
    """The player of a game, at its first phase; without a `sheet` it has no map.

    `pictures` are those of the phases.
    """
    setting = replay.variant.setting
    if not replay.stages:
        return Player(Markup(""), Markup(""), {}, Markup(""), "", "", "", image)
    stage = replay.stages[0]
    title = setting.calendar.season_title(stage.phase)
    board = end = ""
    if sheet is not None:
        board = inline_map(
            sheet,
            pictures[0],
            f"../../{board_address(replay.variant.name)}",
            title=f"Map: {replay.record.name}, {title}, {stage.phase.step}",
            description="The list of orders beside this map says the same in words.",
            codes=small_layer(sheet, setting),
        )
        last = picture(sheet, setting, replay.stages[-1].turn, when="after", legend=False)
        end = f"<svg>{overlay_of(sheet, last)}</svg>"
    return Player(
        board=Markup(board),
        end=Markup(end),
        rows={power: Markup(list_items(rows)) for power, rows in order_rows[0].items()},
        data=script_safe(data(replay)),
        title=title,
        step=stage.phase.step,
        slug=setting.calendar.slug(stage.phase),
        image=image,
    )


def data(replay: Replay) -> dict[str, Any]:
    """The phases of a game for the script.

    Each has its slug `s`, title `t`, step `k`, year `y`, the powers' centres `n`, and for each
    power the places of the orders that concern it, `c`.
    """
    return {
        "game": replay.record.name,
        "variant": replay.variant.name,
        "powers": [str(p) for p in replay.variant.setting.powers],
        "phases": [_phase(replay, stage) for stage in replay.stages],
    }


def _phase(replay: Replay, stage: Stage) -> dict[str, Any]:
    setting = replay.variant.setting
    orders = [*concerned_powers(stage.turn, setting)]
    return {
        "s": setting.calendar.slug(stage.phase),
        "t": setting.calendar.season_title(stage.phase),
        "k": stage.phase.step,
        "y": stage.phase.year,
        "n": list(counts(stage.turn.before.owners, setting).values()),
        "c": [[at for at, powers in orders if p in powers] for p in setting.powers],
    }


def concerned_powers(turn: Turn, setting: Setting) -> Iterator[tuple[str, frozenset[Power]]]:
    """The place of each order, and the powers that it concerns.

    An order concerns its own power, the powers whose units it supports, convoys or meets at its
    goal, and the power that owns the goal or whose home it is.
    """
    before, playing = turn.before, frozenset(setting.powers)
    units = (*before.units, *(d.unit for d in before.dislodged))
    there = grouped((unit.at.province, unit.power) for unit in units)

    def around(goal: Location) -> Iterator[str | None]:
        yield from there.get(goal.province, ())
        yield from (setting.board.provinces[goal.province].home, before.owners.get(goal.province))

    for a in turn.actions:
        order, found = a.order if a.meant is None else a.meant, {a.power}
        if isinstance(order, Support | Convoy) and order.at is not None:
            found.update(there.get(order.at.province, ()))
        goal = order.to if isinstance(order, Move | Support | Convoy) else None
        yield a.at, playing.intersection((*found, *(around(goal) if goal else ())))
    for f in turn.fates:
        if f.unit is not None:
            yield f.unit.at, playing.intersection((f.power, *(around(f.to) if f.to else ())))


def script_safe(value: object) -> Markup:
    """Plain data as JSON that is safe inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def shared_board_files(variant: Variant, sheet: BoardSheet) -> Iterator[Artifact]:
    """All files of a variant's shared board.

    `board.js` has the same layers and shapes for the script that saves a picture, which cannot
    read the other files from disk.
    """
    folder = board_address(variant.name)
    board = shared_board(sheet, variant.setting)
    for name, layer in board.layers.items():
        yield Artifact(f"{folder}{name}.svg", file_of(sheet, layer))
    ratio = f"--ratio:{sheet.width / height(sheet, small=True):.3f}"
    style = style_sheet(variant.name, sheet, board, ratio)
    yield Artifact(f"{folder}board.css", style)
    yield Artifact(f"{folder}seas.css", clip_rules(variant.name, board.seas))
    data = script_safe({"layers": board.layers, "shapes": board.shapes})
    yield Artifact(f"{folder}board.js", f"chancery({json.dumps(variant.name)},{data});\n")


def small_layer(sheet: BoardSheet, setting: Setting) -> str:
    """What a small map shows in place of names: the code of each space."""
    words: dict[str, str] = {}
    for code, at, kinds in shown_codes(sheet, setting):
        said = f'<text x="{at.x:.0f}" y="{at.y:.0f}">{code}</text>'
        words[kinds] = words.get(kinds, "") + said
    groups = (f'<g class="{kinds}">{said}</g>' for kinds, said in words.items())
    return f'<g class="codes" aria-hidden="true">{"".join(groups)}</g>'
