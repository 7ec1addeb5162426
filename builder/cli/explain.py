"""`chancery explain`: why an order ended as it did, down to the ground."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.replay import replayed
from builder.errors import ArchiveError, UnknownWordError
from builder.model.calendar import Phase
from builder.model.findings import Action
from builder.model.names import plain
from builder.prose.chains import chain, written_chain
from builder.prose.names import action_text, standing
from builder.replay import Replay, Stage


@click.command(
    epilog='Example:  chancery explain 1998v F1901M "A Yor-Nwy"',
    short_help="Tell why an order ended as it did.",
)
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("phase")
@click.argument("order")
def explain_command(game: Path, phase: str, order: str) -> None:
    """Print the chain of reasons behind one order: ORDER is the order, or its unit or place."""
    try:
        played = replayed(game, Archive.open(Path.cwd()))
        setting = played.variant.setting
        wanted = setting.calendar.read(phase)
        stage = stage_at(played, wanted)
        action = meant(order, stage)
    except (OSError, ArchiveError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    click.echo(written_chain(chain(stage.turn, action, setting.board)))


def stage_at(played: Replay, phase: Phase) -> Stage:
    """The stage of a phase; raises UnknownWordError where the game has none."""
    found = next((s for s in played.stages if s.phase == phase), None)
    if found is None:
        raise UnknownWordError("phase of this game", played.variant.setting.calendar.title(phase))
    return found


def meant(order: str, stage: Stage) -> Action:
    """The action that an order, a unit or a place stands for; raises UnknownWordError."""
    units = standing(stage.turn.before.units)
    word = plain(order)
    known = {action_text(a, units): a for a in stage.turn.actions}
    for text, action in known.items():
        names = {plain(text), plain(f"{action.kind}{action.at}"), plain(action.at)}
        if action.written:
            names.add(plain(action.written.text))
        if word in names:
            return action
    near = [text for text in known if word and plain(text).startswith(word[:4])]
    raise UnknownWordError("order", order, near[:3])
