"""Marks: painted paths and signs, before any file format.

A picture is a list of marks in layers; `svg.py` writes them as text and `raster.py` paints the
same marks as pixels. Lengths are units of the board's drawing.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, Self

from builder.draw.outlined_text import face

Layer = Literal["owners", "bands", "casing", "paths", "rings", "units", "signs"]
UNDER: tuple[Layer, ...] = ("owners", "bands", "casing", "paths", "rings")
OVER: tuple[Layer, ...] = ("units", "signs")

PAPER = "#fbf8f0"
CASING = "#fffdf6"
INK = "#2c3338"
RED = "#b3281a"


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


class Bow(NamedTuple):
    """How a line is bent: from one point to another, to its right by the share `bend` of its
    length, and without its first and its last stretch, given as lengths."""

    start: tuple[float, float]
    end: tuple[float, float]
    bend: float
    first: float = 0.0
    last: float = 0.0


class PaintedPath(NamedTuple):
    """SVG path data (M L H V Q C Z, absolute or relative) with its paint, place and scale. One that
    draws words names them, so that a page can write them in its own fonts, and has no data until it
    is `outlined`. One that begins with a bent line says how the line is bent."""

    d: str
    paint: Paint
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    words: Lettering | None = None
    bow: Bow | None = None

    def moved(self, x: float, y: float, scale: float) -> Self:
        """The path scaled, with its origin at (x, y)."""
        return self._replace(x=x + self.x * scale, y=y + self.y * scale, scale=self.scale * scale)

    def outlined(self) -> Self:
        """The path with its words as an outline, which looks the same without any font."""
        lettering = self.words
        if lettering is None:
            return self
        outline = face(lettering.font).outline(lettering.text, lettering.tracking)
        return self._replace(d=outline, words=None)


class PlaceOnLine(NamedTuple):
    """A point on a line: after a share of its length, and then `ahead` in the same direction."""

    share: float
    ahead: float = 0.0


class SymbolUse(NamedTuple):
    """A sign of the picture's symbol set, placed at a point. `on` is where that is on the line of
    the sign's order, if it is there."""

    sign: str
    x: float
    y: float
    scale: float = 1.0
    on: PlaceOnLine | None = None

    def moved(self, x: float, y: float, scale: float) -> Self:
        """The sign scaled, with its origin at (x, y)."""
        return self._replace(x=x + self.x * scale, y=y + self.y * scale, scale=self.scale * scale)


Shape = PaintedPath | SymbolUse
SymbolSet = Mapping[str, tuple[PaintedPath, ...]]


class DrawnMark(NamedTuple):
    """One shape in its layer, with its order (where its unit stands) and its power."""

    layer: Layer
    shape: Shape
    order: str = ""
    power: str = ""

    def with_prefix(self, prefix: str) -> Self:
        """The mark with another name of its sign, if it has one."""
        shape = self.shape
        if isinstance(shape, PaintedPath):
            return self
        return self._replace(shape=shape._replace(sign=prefix + shape.sign))

    def outlined(self) -> Self:
        """The mark with its words as an outline."""
        shape = self.shape
        return self._replace(shape=shape.outlined()) if isinstance(shape, PaintedPath) else self
