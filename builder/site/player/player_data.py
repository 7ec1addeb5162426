"""The player inside a game's page: its first phase, and where the script finds the others.

Every other phase is read from its own page when it is wanted, so a game is shipped once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from builder.draw.board_sheet import BoardSheet
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.shared_board import laid, parts
from builder.model.kinds import Power
from builder.playback.concerned_powers import ConcernedPowers
from builder.playback.replaying import Replay, Stage
from builder.prose.order_rows import Told, list_items
from builder.site.addresses import board as board_address
from builder.site.parts.ownership_history import counts
from builder.site.player.board_files import script_safe, small_layer


@dataclass(frozen=True, slots=True)
class Player:
    """What the page of a game needs to be played.

    `board` is the map with the first phase laid on it and `end` what the last one leads to
    (empty without a sheet), `rows` the first phase's orders, `data` the list of phases for the
    script, `image` the picture for link previews.
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
    told: Sequence[Told],
    image: str = "",
) -> Player:
    """Make the player of a game, at its first phase; `sheet` None leaves the map away.

    `pictures` are those of the phases, which have been drawn before.
    """
    setting = replay.variant.setting
    if not replay.stages:
        return Player(Markup(""), Markup(""), {}, Markup(""), "", "", "", image)
    stage = replay.stages[0]
    title = setting.calendar.season_title(stage.phase)
    board = end = ""
    if sheet is not None:
        board = laid(
            sheet,
            pictures[0],
            f"../../{board_address(replay.variant.name)}",
            title=f"Map: {replay.record.name}, {title}, {stage.phase.step}",
            description="The list of orders beside this map says the same in words.",
            small=small_layer(sheet, setting),
        )
        last = picture(sheet, setting, replay.stages[-1].turn, when="after", legend=False)
        end = f"<svg>{parts(sheet, last, words=False)}</svg>"
    return Player(
        board=Markup(board),
        end=Markup(end),
        rows={power: Markup(list_items(rows)) for power, rows in told[0].items()},
        data=script_safe(data(replay)),
        title=title,
        step=stage.phase.step,
        slug=setting.calendar.slug(stage.phase),
        image=image,
    )


def data(replay: Replay) -> dict[str, Any]:
    """The phases of a game for the script: their addresses, names, years and centres, and for
    each power the places of the orders that concern it."""
    return {
        "game": replay.record.name,
        "variant": replay.variant.name,
        "powers": [str(p) for p in replay.variant.setting.powers],
        "phases": [_phase(replay, stage) for stage in replay.stages],
    }


def _phase(replay: Replay, stage: Stage) -> dict[str, Any]:
    setting = replay.variant.setting
    concerned = ConcernedPowers(stage.turn, setting)
    orders = [(str(a.at), concerned.by_action(a)) for a in stage.turn.actions]
    orders += [(str(f.unit.at), concerned.by_fate(f)) for f in stage.turn.fates if f.unit]
    return {
        "s": setting.calendar.slug(stage.phase),
        "t": setting.calendar.season_title(stage.phase),
        "k": stage.phase.step,
        "y": stage.phase.year,
        "n": list(counts(stage.turn.before.owners, setting).values()),
        "c": [[at for at, powers in orders if p in powers] for p in setting.powers],
    }
