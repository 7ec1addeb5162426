"""`chancery explain`: why an order ended as it did, down to the ground."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.replay import replayed, which_option
from builder.errors import ArchiveError, UnknownWordError, plainly
from builder.formats.game.phases import read_phase
from builder.model.board import Board, Code
from builder.model.calendar import Phase
from builder.model.findings import Action
from builder.model.kinds import Power
from builder.model.names import plain
from builder.model.setting import Setting
from builder.model.turns import Turn
from builder.notation.notation import parse_order, parse_unit
from builder.playback.replaying import Replay, Stage
from builder.prose.names import action_text, standing
from builder.prose.reason_chains import chain, written_chain
from builder.prose.reasons import Sentence, flat, reason_of_fate, refusal, rule


@click.command(
    epilog='Example:  chancery explain 1998v F1901M "A Yor-Nwy"',
    short_help="Tell why an order ended as it did.",
)
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("phase")
@click.argument("order")
@which_option
def explain_command(game: Path, phase: str, order: str, which: str | None) -> None:
    """Print the chain of reasons behind one order: ORDER is the order, or its unit or place."""
    try:
        played = replayed(game, Archive.open(Path.cwd()), which)
        setting = played.variant.setting
        stage = stage_at(played, read_phase(setting.calendar, phase))
        text = explanation(order, stage, setting)
    except (OSError, ArchiveError) as error:
        click.echo(plainly(error), err=True)
        sys.exit(2)
    click.echo(text)


def stage_at(played: Replay, phase: Phase) -> Stage:
    """The stage of a phase; raises UnknownWordError where the game has none."""
    found = next((s for s in played.stages if s.phase == phase), None)
    if found is None:
        raise UnknownWordError("phase of this game", played.variant.setting.calendar.title(phase))
    return found


def explanation(order: str, stage: Stage, setting: Setting) -> str:
    """Why an order ended as it did, down to the ground; raises UnknownWordError."""
    turn, board = stage.turn, setting.board
    place = province_of(order, stage.phase, setting)
    action = meant(order, place, stage)
    if action is not None:
        return written_chain(chain(turn, action, board))
    for text, where, why, cited in beside(turn, board):
        if plain(order) == plain(text) or place in where:
            return f"{text}\n  {flat(why)} [{cited}]"
    texts = [action_text(a, standing(turn.before.units)) for a in turn.actions]
    texts += [text for text, *_ in beside(turn, board)]
    start = plain(order)[:4]
    raise UnknownWordError("order", order, [t for t in texts if plain(t).startswith(start)][:3])


def meant(order: str, place: Code | None, stage: Stage) -> Action | None:
    """The action that an order or a place stands for; where nobody stands, the first to come."""
    units = standing(stage.turn.before.units)
    for action in stage.turn.actions:
        w = stage.turn.written.get(action)
        texts = {action_text(action, units), w.text if w is not None else ""}
        if plain(order) in map(plain, texts):
            return action
    here = [a for a in stage.turn.actions if a.home == place]
    coming = [a for a in stage.turn.actions if a.goal == place]
    return next(iter(here + coming), None) if place else None


def beside(turn: Turn, board: Board) -> Iterator[tuple[str, set[Code], Sentence, str]]:
    """What is told of no unit's action: retreats, adjustments and orders that nobody took; each
    as its text, the provinces it concerns, its reason and the rule."""
    for f in turn.fates:
        text = f"{f.power} {(f.written and f.written.text) or f.unit or 'Waive'}"
        places = {at.province for at in (f.unit and f.unit.at, f.to) if at}
        yield text, places, reason_of_fate(f, board), rule(f.finding.why)
    for w, finding in turn.faults.items():
        at = w.unit.at if w.unit else getattr(w.order, "at", None)
        why = refusal(w, finding, turn, board)
        yield f"{w.issuer} {w.text}", {at.province} if at else set(), why, rule(finding.why)


def province_of(order: str, phase: Phase, setting: Setting) -> Code | None:
    """The province of the unit that an order is for; None where none can be read."""
    nobody = Power("")
    with suppress(ArchiveError):
        written = parse_order(order, setting, phase, nobody)
        at = written.unit.at if written.unit else getattr(written.order, "at", None)
        return at.province if at else None
    with suppress(ArchiveError):
        return parse_unit(order, setting, nobody).at.province
    return None
