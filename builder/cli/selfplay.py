"""`chancery exhibit`: play an exhibition game of a variant and print its game file."""

from functools import partial

import click

from builder.archive import Archive
from builder.cli import command
from builder.formats.game.writing import write_game
from builder.formats.sentences import sentences_of
from builder.selfplay.game import exhibit

counted = partial(click.option, type=click.IntRange(1), show_default=True)


@command("exhibit", "chancery exhibit cat --seed 13 > games/cat/cat-exhibition.yaml")
@click.argument("variant")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same game.")
@counted("--years", default=10, help="How many years to play at most.")
@counted(
    "--best-of",
    default=1,
    help="Play with that many seeds, beginning with --seed, and print the game that shows most.",
)
@click.option(
    "options", "--option", multiple=True, metavar="KEY=VALUE", help="An option of the variant."
)
def exhibit_command(
    variant: str, seed: int, years: int, best_of: int, options: tuple[str, ...]
) -> None:
    """Play a game of VARIANT by the program's own player, and print it as a game file.

    Ends with 2 if there is no such variant. Also reports which sentences of the variant's rules the
    game does not show, and how many of its orders were blunders.
    """
    archive = Archive.near()
    played = archive.variant(variant)
    sentences = sentences_of(archive.maps_folder, played.name)
    if wrong := [option for option in options if "=" not in option]:
        raise click.UsageError(f"--option {wrong[0]}: write it as KEY=VALUE")
    chosen = dict(option.split("=", 1) for option in options)
    games = (exhibit(played, seed + i, years, sentences, chosen) for i in range(best_of))
    best = min(games, key=lambda game: (len(game.unseen), game.blunders))
    click.echo(write_game(best.record, played.playing(chosen)), nl=False)
    missing = ", ".join(s.number for s in best.unseen) or "none"
    click.echo(f"Not shown: {missing}. Blunders: {best.blunders}.", err=True)
