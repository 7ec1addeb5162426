"""`chancery replay`: the results of a game as a zine prints them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.sources import read_source, sources
from builder.errors import ArchiveError, plainly
from builder.formats.games_phases import read_phase
from builder.prose.zine import report
from builder.replay import Replay, replay
from builder.replay.document import stage_document


@click.command(
    epilog="Example:  chancery replay 1998v --phase F1901M",
    short_help="Print a game's results as a zine would.",
)
@click.argument("game", type=click.Path(readable=False, path_type=Path))
@click.option("--phase", help="One phase only: S1901M, or its name.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def replay_command(game: Path, phase: str | None, form: str) -> None:
    """Adjudicate a recorded game phase by phase and print what came of it."""
    try:
        played = replayed(game, Archive.open(Path.cwd()))
        setting = played.variant.setting
        wanted = read_phase(setting.calendar, phase) if phase else None
    except (OSError, ArchiveError) as error:
        click.echo(plainly(error), err=True)
        sys.exit(2)
    stages = [s for s in played.stages if wanted in (None, s.phase)]
    if wanted and not stages:
        click.echo(f"{game}: there is no phase {setting.calendar.title(wanted)}", err=True)
        sys.exit(2)
    if form == "json":
        documents = [stage_document(s, setting) for s in stages]
        click.echo(json.dumps(documents, ensure_ascii=False, indent=1))
        return
    players = {p: name for p, name in played.record.players.items() if name != "?"}
    for stage in stages:
        click.echo(report(stage.turn, setting, stage.recorded, players))


def replayed(game: Path, archive: Archive) -> Replay:
    """A game by its path or id, replayed. Raises ArchiveError where it cannot be read."""
    if not game.exists():
        record = archive.game(str(game))
    else:
        found = next((f for s in sources([game], archive) for f in read_source(s, archive)), None)
        if found is None:
            raise ArchiveError(f"{game}: there is no game in it that we can read")
        if found.record is None:
            raise ArchiveError("\n".join(found.errors))
        record = found.record
    return replay(archive.variant(record.variant), record)
