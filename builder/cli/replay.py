"""`chancery replay`: prints the results of a game as a zine does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.game_arguments import game_argument
from builder.cli.game_sources import read_source, sources
from builder.errors import ArchiveError, plainly
from builder.formats.game.phases import read_phase
from builder.playback.phase_data import stage_documents
from builder.playback.replaying import Replay, replay
from builder.prose.zine_report import report
from builder.record import Record

SHOWN = 6
which_option = click.option(
    "--game", "which", help="Which game, where a foreign file holds several."
)


@click.command(
    epilog="Example:  chancery replay 1998v --phase F1901M",
    short_help="Print a game's results as a zine would.",
)
@game_argument(type=click.Path(readable=False, path_type=Path))
@which_option
@click.option("--phase", help="One phase only: S1901M, or its name.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def replay_command(game: Path, which: str | None, phase: str | None, form: str) -> None:
    """Adjudicate a recorded game phase by phase and print what came of it."""
    try:
        played = replayed(game, Archive.near(Path.cwd()), which)
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
        documents = list(stage_documents(stages, setting))
        click.echo(json.dumps(documents, ensure_ascii=False, indent=1))
        return
    players = {p: name for p, name in played.record.players.items() if name != "?"}
    for stage in stages:
        click.echo(report(stage.turn, setting, stage.recorded, players))


def replayed(game: Path, archive: Archive, which: str | None = None) -> Replay:
    """A game by its path or id, replayed; `which` of several that a foreign file holds. Raises
    ArchiveError where it cannot be read, or is one of several and nobody says which."""
    record = archive.game(str(game)) if not game.exists() else chosen(game, archive, which)
    return replay(archive.variant(record.variant), record)


def chosen(path: Path, archive: Archive, which: str | None) -> Record:
    """The one game of a file, or the one that is asked for."""
    errors: list[str] = []
    held: list[Record] = []
    for found in (f for s in sources([path], archive) for f in read_source(s, archive)):
        if found.record is None:
            errors += found.errors
        elif found.record.id == which:
            return found.record
        else:
            held.append(found.record)
        if which is None and len(held) > SHOWN:
            break
    if len(held) == 1 and which is None:
        return held[0]
    if not held:
        raise ArchiveError("\n".join(errors) or f"{path}: there is no game in it that we can read")
    names = ", ".join(record.id for record in held[:SHOWN]) + ", …" * (len(held) > SHOWN)
    asked = f"there is no game {which} in it" if which else "there are several games in it"
    raise ArchiveError(f"{path}: {asked}; say one with --game: {names}")
