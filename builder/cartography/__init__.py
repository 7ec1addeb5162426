"""The map maker: makes `map.svg` of `maps/<variant>/drawing.yaml` and a public-domain coast."""

from __future__ import annotations

from pathlib import Path

from builder.cartography import map_sheet
from builder.cartography.drawing import merged
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.rings import ring_sheet, star_sheet
from builder.draw.sheet_allowlist import stamped


def redraw(root: Path, variant: str) -> str:
    """The text of `maps/<variant>/map.svg`, drawn anew; `root` is the archive's folder.

    Raises DrawingError with every fault of the drawing.
    """
    raw = merged(root / "maps", variant)
    if "star" in raw:
        return stamped(star_sheet.write(variant, raw))
    if "wheel" in raw:
        return stamped(ring_sheet.write(variant, raw))
    return stamped(map_sheet.write(variant, BoardGeometry.of(root / "maps", variant)))
