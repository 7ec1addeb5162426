"""`chancery replay` and `export`: print a game as a zine does, or write it in a foreign format."""

import json
from collections.abc import Callable
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any

import click

from builder import __version__
from builder.archive import Archive
from builder.cli import command
from builder.cli.game_sources import read_source, sources
from builder.cli.options import FILE, PATH, format_option, game_argument
from builder.errors import ArchiveError
from builder.exports.registry import EXPORTERS, exporter, unwritable_facts
from builder.formats.game.phases import read_phase
from builder.playback.replaying import Replay, Stage, replay
from builder.prose.phase_documents import FORMAT, stage_documents
from builder.prose.zine_report import report
from builder.record import Record

SHOWN = 6


def of_a_game(run: Callable[..., None]) -> Callable[..., None]:
    """The argument GAME and the option --game of a command that gets the game replayed."""

    @game_argument(type=PATH)
    @click.option("--game", "which", help="Which game, if a foreign file holds several.")
    @wraps(run)
    def with_replay(game: Path, which: str | None, **others: Any) -> None:
        archive = Archive.near()
        record = _chosen(game, archive, which) if game.exists() else archive.game(str(game))
        run(replay(archive.variant(record.variant), record), **others)

    return with_replay


def stage_of(played: Replay, phase: str) -> Stage:
    """The phase asked for; raises ArchiveError if the game has no such phase."""
    calendar = played.variant.setting.calendar
    wanted = read_phase(calendar, phase)
    titles = []
    for stage in played.stages:
        if stage.phase == wanted:
            return stage
        titles.append(calendar.title(stage.phase))
    runs = f"; it runs from {titles[0]} to {titles[-1]}" if titles else ""
    raise ArchiveError(f"{played.record.id} has no {calendar.title(wanted)}{runs}")


@command("replay", "chancery replay 1998v --phase F1901M")
@of_a_game
@click.option("--phase", help="One phase only: S1901M, or its name.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def replay_command(played: Replay, phase: str | None, form: str) -> None:
    """Adjudicate a recorded game phase by phase and print the results."""
    setting = played.variant.setting
    stages = [stage_of(played, phase)] if phase else played.stages
    if form == "json":
        phases = list(stage_documents(stages, setting))
        document = {"format": FORMAT, "chancery": __version__, "phases": phases}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    players = {p: name for p, name in played.record.players.items() if name != "?"}
    for stage in stages:
        click.echo(report(stage.turn, setting, stage.recorded, players))


def _chosen(path: Path, archive: Archive, which: str | None) -> Record:
    """The only game of a file, or the one whose id is asked for; raises ArchiveError."""
    errors: list[str] = []
    held: list[Record] = []
    games = chain.from_iterable(read_source(source, archive) for source in sources([path], archive))
    for _, record, why in games:
        if record is not None and record.id == which:
            return record
        held += [record] if record else []
        errors += why if record is None else ()
        if which is None and len(held) > SHOWN:
            break
    if len(held) == 1 and which is None:
        return held[0]
    if not held:
        raise ArchiveError("\n".join(errors) or f"{path}: there is no game in it that we can read")
    names = ", ".join(record.id for record in held[:SHOWN]) + ", …" * (len(held) > SHOWN)
    asked = f"there is no game {which} in it" if which else "there are several games in it"
    raise ArchiveError(f"{path}: {asked}; name one with --game: {names}")


@command("export", "chancery export 1998v --to saved-game")
@of_a_game
@format_option("--to", EXPORTERS, exporter, required=True)
@click.option(
    "-o", "--output", type=FILE, help="The file to write to; without it, standard output."
)
def export_command(played: Replay, name: str, output: Path | None) -> None:
    """Write a recorded game in a foreign format.

    Orders are written as recorded, results as printed or else as we find them. What the format
    cannot express is reported on standard error.
    """
    writer = exporter(name)
    text = writer.write(played)
    for lost in unwritable_facts(played, name) if name in EXPORTERS else ():
        click.echo(f"warning: left out of the {writer.title}: {lost}", err=True)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
