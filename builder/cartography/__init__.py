"""The map maker: `maps/<variant>/drawing.yaml` and a public-domain coast become `map.svg`."""

from __future__ import annotations

from pathlib import Path

from builder.cartography import sheet, wheelsheet
from builder.cartography.ground import Ground
from builder.cartography.plan import merged


def redraw(root: Path, variant: str) -> str:
    """The text of `maps/<variant>/map.svg`, drawn anew; `root` is the archive's folder.

    Raises DrawingError with every fault of the drawing.
    """
    raw = merged(root / "maps", variant)
    if "wheel" in raw:
        return wheelsheet.write(variant, raw)
    return sheet.write(variant, Ground.of(root / "maps", variant))
