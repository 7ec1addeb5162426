"""The map maker: makes `map.svg` from `maps/<variant>/drawing.yaml` and a public-domain coast."""

import json
from pathlib import Path

from builder.cartography.code_places import code_places
from builder.cartography.drawing import merged
from builder.cartography.geographic_board import GeographicBoard
from builder.cartography.ring_boards import RingBoard, StarBoard
from builder.cartography.shown_adjacency import Drawing
from builder.draw.board_sheet import parse_sheet
from builder.draw.sheet_allowlist import stamped
from builder.errors import ArchiveError
from builder.formats.boards import load_board
from builder.provided import map_file


def redraw(maps: Path, variant: str) -> str:
    """The text of `<variant>/map.svg` in the folder `maps`, redrawn. Raises ArchiveError with every
    fault of the drawing, and every difference between what it shows and what `board.yaml` says."""
    raw = merged(maps, variant)
    try:
        if "wheel" in raw:
            drawn = (StarBoard if raw.get("star") else RingBoard)(variant, raw).svg()
        else:
            drawn = GeographicBoard(maps, variant).svg()
    except KeyError as error:
        raise ArchiveError(f"{variant}: the entry {error} is missing") from error
    except (LookupError, ValueError, TypeError, AttributeError, StopIteration) as error:
        raise ArchiveError(f"{variant}: this cannot be drawn: {error}") from error
    board = map_file(maps, variant, "board.yaml")
    if board.exists() and (why := Drawing(drawn).differences(load_board(board))):
        raise ArchiveError("\n".join(f"{variant}: {fault}" for fault in why))
    codes = json.dumps(code_places(parse_sheet(drawn, variant)), separators=(",", ":"))
    return stamped(drawn.replace(',"homes":', f',"codes":{codes},"homes":', 1))
