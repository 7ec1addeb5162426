"""`chancery draw` and `map`: draw a phase of a game, or redraw a board."""

from pathlib import Path
from typing import get_args

import click

from builder.archive import Archive
from builder.cli import command
from builder.cli.options import flag
from builder.cli.replay import of_a_game, stage_of
from builder.draw.phase_map import When
from builder.draw.raster import board_png
from builder.errors import ArchiveError
from builder.mails.results import drawing
from builder.playback.replaying import Replay
from builder.provided import map_file

NEEDED = "drawing boards needs shapely and fonttools: pip install 'chancery[maps]'"


@command("draw", "chancery draw 1998v --phase 'Fall 1901' -o fall.svg", status=1)
@of_a_game
@click.option("--phase", help="Which phase, as in `Fall 1901 retreats` (default: the last).")
@click.option(
    "--when", type=click.Choice(get_args(When)), default="orders", help="Which moment of it."
)
@click.option("--width", type=click.IntRange(200, 8000), default=1200, help="Of a PNG, in pixels.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False))
def draw_command(played: Replay, phase: str | None, when: When, width: int, output: Path) -> None:
    """Draw a phase of a game into FILE.svg or FILE.png.

    GAME is the id of a game in the archive or the path of a file. Ends with 0, or with 1 if the
    game cannot be read or the picture cannot be made.
    """
    if not played.stages:
        raise ArchiveError(f"{played.record.id} has no phase that could be drawn")
    stage = stage_of(played, phase) if phase else played.stages[-1]
    text = drawing(played, stage, Archive.near().maps_folder, when)
    match output.suffix.lower():
        case ".svg":
            output.write_text(text, encoding="utf-8")
        case ".png":
            output.write_bytes(board_png(text, width))
        case other:
            raise ArchiveError(f"{output}: pictures are .svg or .png, not {other or 'nothing'}")


@command("map", "chancery map standard", status=1)
@click.argument("variant")
@flag("--check", help="Write nothing; end with 1 if the file is not fresh.")
def map_command(variant: str, check: bool) -> int:
    """Make maps/VARIANT/map.svg from drawing.yaml and the coast; the same bytes every time.

    For a variant without a board of its own it is the board on which the variant is played.
    """
    try:
        from builder.cartography import redraw
    except ImportError:
        click.echo(NEEDED, err=True)
        return 2
    archive = Archive.open(Path.cwd())
    board = variant
    maps = archive.maps_folder
    if not map_file(maps, variant, "drawing.yaml").is_file():
        board = archive.variant(variant).setting.board.name
    text = redraw(maps, board)
    place = maps / board / "map.svg"
    fresh = place.is_file() and place.read_text(encoding="utf-8") == text
    if not fresh and not check:
        place.write_text(text, encoding="utf-8")
    state = "is as its drawing says" if fresh else "is stale" if check else "drawn"
    click.echo(f"{place.relative_to(archive.root)} {state}")
    return int(check and not fresh)
