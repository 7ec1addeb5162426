"""Marks: painted paths and signs, before any file format.

A picture is a list of marks in layers; `svg.py` writes them as text and `raster.py` paints the
very same marks on a canvas. Lengths are units of the board's drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Layer = Literal["owners", "bands", "casing", "paths", "rings", "units", "signs"]
UNDER: tuple[Layer, ...] = ("owners", "bands", "casing", "paths", "rings")
OVER: tuple[Layer, ...] = ("units", "signs")

PAPER, CASE, INK, SEAL = "#fbf8f0", "#fffdf6", "#2c3338", "#b3281a"


class Paint(NamedTuple):
    """How a path is painted; an empty colour means not at all."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    round: bool = False
    opacity: float = 1.0


class Lettering(NamedTuple):
    """The words that an outline draws: their font, and the space added between letters in em."""

    text: str
    font: str
    tracking: float = 0.0


class PaintedPath(NamedTuple):
    """A path in SVG's words (M L H V Q C Z, either case) with its paint, place and scale.

    One that draws words also names them, so that a page can write them in its own fonts.
    """

    d: str
    paint: Paint
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    words: Lettering | None = None


class SymbolUse(NamedTuple):
    """A sign out of the picture's case of signs, set down at a place."""

    sign: str
    x: float
    y: float
    scale: float = 1.0


Shape = PaintedPath | SymbolUse
Case = Mapping[str, tuple[PaintedPath, ...]]


class Tag(NamedTuple):
    """Which order a mark belongs to (where its unit stands), and whose it is."""

    order: str = ""
    power: str = ""


NOBODY = Tag()


class DrawnMark(NamedTuple):
    """One shape in its layer, with the order it belongs to."""

    layer: Layer
    shape: Shape
    tag: Tag = NOBODY
