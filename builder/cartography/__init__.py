"""The map maker: makes `map.svg` from `maps/<variant>/drawing.yaml` and a public-domain coast."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.cartography.code_places import code_places
from builder.cartography.drawing import merged
from builder.cartography.geographic_board import GeographicBoard
from builder.cartography.map_sheet import MapSheet
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
        drawn = _board(maps, variant, raw).svg()
    except KeyError as error:
        raise ArchiveError(f"{variant}: the entry {error} is missing") from error
    except (LookupError, ValueError, TypeError, AttributeError, StopIteration) as error:
        raise ArchiveError(f"{variant}: this cannot be drawn: {error}") from error
    _check(drawn, maps, variant)
    codes = json.dumps(code_places(parse_sheet(drawn, variant)), separators=(",", ":"))
    with_codes = drawn.replace(',"homes":', f',"codes":{codes},"homes":', 1)
    return stamped(with_codes)


def _board(maps: Path, variant: str, raw: Mapping[str, Any]) -> MapSheet:
    """The board of the kind that a drawing describes."""
    if "wheel" not in raw:
        return GeographicBoard(maps, variant)
    if raw.get("star"):
        return StarBoard(variant, raw)
    return RingBoard(variant, raw)


def _check(drawn: str, maps: Path, variant: str) -> None:
    """Compares a drawing with the declared board, if there is one; raises ArchiveError."""
    path = map_file(maps, variant, "board.yaml")
    if not path.exists():
        return
    differences = Drawing(drawn).differences(load_board(path))
    if differences:
        raise ArchiveError("\n".join(f"{variant}: {difference}" for difference in differences))
