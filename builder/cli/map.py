"""`chancery map`: redraw a board from its border lines."""

import sys
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli import command
from builder.provided import map_file

NEEDED = "drawing boards needs shapely and fonttools: pip install 'chancery[maps]'"


@command("map", "chancery map standard", status=1)
@click.argument("variant")
@click.option("--check", is_flag=True, help="Write nothing; end with 1 if the file is not fresh.")
def map_command(variant: str, check: bool) -> None:
    """Make maps/VARIANT/map.svg from drawing.yaml and the coast; the same bytes every time.

    For a variant without a board of its own it is the board on which the variant is played.
    """
    try:
        from builder.cartography import redraw
    except ImportError:
        click.echo(NEEDED, err=True)
        sys.exit(2)
    archive = Archive.open(Path.cwd())
    maps, board = archive.maps_folder, board_of(variant, archive)
    text = redraw(maps, board)
    place = maps / board / "map.svg"
    fresh = place.is_file() and place.read_text(encoding="utf-8") == text
    if not fresh and not check:
        place.write_text(text, encoding="utf-8")
    state = "is as its drawing says" if fresh else "is stale" if check else "drawn"
    click.echo(f"{place.relative_to(archive.root)} {state}")
    sys.exit(int(check and not fresh))


def board_of(variant: str, archive: Archive) -> str:
    """The folder in which the board of a variant is drawn; raises ArchiveError."""
    if map_file(archive.maps_folder, variant, "drawing.yaml").is_file():
        return variant
    return archive.variant(variant).setting.board.name
