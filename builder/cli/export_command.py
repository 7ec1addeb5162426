"""`chancery export`: writes a game in a foreign format."""

from __future__ import annotations

from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.game_arguments import game_argument, plain_errors
from builder.cli.replay import replayed, which_option
from builder.exports.registry import EXPORTERS, Exporter, unwritable_facts
from builder.prose.zine_game import whole_game

WRITERS = {e.name: e for e in (*EXPORTERS, Exporter("zine", "report of a zine", whole_game))}


@click.command(
    epilog="Example:  chancery export 1998v --to saved-game",
    short_help="Write a game in a foreign format.",
)
@game_argument(type=click.Path(path_type=Path))
@click.option("--to", "name", required=True, type=click.Choice(sorted(WRITERS)))
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write to; without it, standard output.",
)  # fmt: skip
@which_option
def export_command(game: Path, name: str, output: Path | None, which: str | None) -> None:
    """Write a recorded game in the format of others.

    Orders are written as recorded, results as printed or else as we find them. What that format
    has no words for is told on standard error.
    """
    with plain_errors(2):
        played = replayed(game, Archive.near(Path.cwd()), which)
        text = WRITERS[name].write(played)
        for lost in unwritable_facts(played, name):
            click.echo(f"warning: {WRITERS[name].title}: no words there for {lost}", err=True)
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8")
