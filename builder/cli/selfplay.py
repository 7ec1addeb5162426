"""`chancery exhibit`: plays an exhibition game of a variant and prints its game file."""

from __future__ import annotations

import sys

import click

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.formats.game.writing import write_game
from builder.selfplay import exhibit


@click.command(
    epilog="Example:  chancery exhibit cat --seed 13 > games/cat/cat-exhibition.yaml",
    short_help="Play an exhibition game.",
)
@click.argument("variant")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same game.")
@click.option(
    "--years",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many years to play at most.",
)
def exhibit_command(variant: str, seed: int, years: int) -> None:
    """Let the program's own seeded player play VARIANT, and print the game as a game file.

    Ends with 2 if there is no such variant.
    """
    try:
        found = Archive.near().variant(variant)
    except ArchiveError as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    click.echo(write_game(exhibit(found, seed, years), found), nl=False)
