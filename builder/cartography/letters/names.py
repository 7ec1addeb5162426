"""The names of a board as they are set: their places, sizes and boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely import affinity

from builder.cartography.drawing import Label, Point
from builder.draw.outlined_text import Typeface, face

LEADING = 1.02
LAND_FONT = "sans-sc"
# The size of a name by the area of its province (up to, in picture units).
LAND_SIZES = ((1300, 9.5), (3000, 10.5), (8000, 11.5), (20000, 12.5), (math.inf, 14.0))
SEA_SIZES = ((9000, 11.0), (25000, 13.0), (math.inf, 15.0))
Rect = tuple[float, float, float, float]


def letter_id(font: str, letter: str) -> str:
    """The id of a letter, which is defined once and used wherever it stands."""
    plain = letter if letter.isascii() and letter.isalnum() else f"{ord(letter):x}"
    return plain if font == LAND_FONT and plain.isalpha() else f"{font[0]}{plain}"


@dataclass(frozen=True, slots=True)
class Style:
    """How names of one kind are set: typeface, tracking and height of the middle in em."""

    face: str
    tracking: float
    middle: float = 0.32


LAND = Style(LAND_FONT, 0.045)
SEA = Style("italic", 0.085)
COAST = Style("italic", 0.03)


def _scale(size: float, typeface: Typeface) -> str:
    """The factor from em units to a size, as SVG."""
    return f"{size / typeface.em:.4f}".rstrip("0").removeprefix("0")


@dataclass(frozen=True, slots=True)
class Name:
    """One line of a name, placed: the middle of its baseline, size and turn (degrees)."""

    text: str
    style: Style
    x: float
    y: float
    size: float
    turn: float
    pivot: Point
    tracking: float

    @property
    def typeface(self) -> Typeface:
        """The typeface it is set in."""
        return face(self.style.face)

    @property
    def transform(self) -> str:
        """The SVG transform from em units to its place."""
        scale = _scale(self.size, self.typeface)
        x, y = self.pivot
        turn = f"rotate({self.turn:g} {x:.1f} {y:.1f}) " if self.turn else ""
        return f"{turn}translate({self.x:.1f} {self.y:.1f}) scale({scale})"

    def letters(self) -> Iterator[tuple[int, str]]:
        """Each letter with its left end, in em units from the line's middle."""
        half = self.typeface.length(self.text, self.tracking) // 2
        return ((pen - half, c) for pen, c in self.typeface.letters(self.text, self.tracking))

    def boxes(self) -> list[Rect]:
        """The boxes it fills: one, or one for every two letters if it is turned."""
        unit = self.size / self.typeface.em
        top, bottom = -self.typeface.cap * unit, 0.04 * self.size
        places = [
            (pen * unit, (pen + self.typeface.glyphs[c].advance) * unit)
            for pen, c in self.letters()
        ]
        if not self.turn:
            return [(self.x + places[0][0], self.y + top, self.x + places[-1][1], self.y + bottom)]
        ends = zip(places[::2], [*places, places[-1]][1::2], strict=False)
        pairs = (
            shapely.box(self.x + left, self.y + top, self.x + right, self.y + bottom)
            for (left, _), (_, right) in ends
        )
        return [affinity.rotate(pair, self.turn, self.pivot).bounds for pair in pairs]


def placed(label: Label, spot: Point, style: Style, size: float, pen: float = 1.0) -> list[Name]:
    """A label's lines, set about a spot of the picture; `pen` scales shifts and sizes."""
    size = (label.size or size) * pen
    x, y = spot[0] + label.shift[0] * pen, spot[1] + label.shift[1] * pen
    lines = label.text.split("|")
    tracking = style.tracking if label.spacing is None else label.spacing * pen / size

    def baseline(i: int) -> float:
        return y + (i - (len(lines) - 1) / 2) * size * LEADING + size * style.middle

    return [
        Name(text, style, x, baseline(i), size, label.turn, (x, y), tracking)
        for i, text in enumerate(lines)
    ]


def glyphs(lines: Iterable[Name | CurvedName]) -> list[tuple[str, str]]:
    """The letters of some lines, each once: its id and its outline."""
    used = {
        (line.style.face, letter): line.typeface
        for line in lines
        for _, letter in line.typeface.letters(line.text)
    }
    drawn = ((letter_id(*key), used[key].glyphs[key[1]].path()) for key in sorted(used))
    return [(id_, d) for id_, d in drawn if d]


def label_boxes(names: Mapping[str, list[Name]]) -> dict[str, list[Rect]]:
    """The boxes of every name by its code, in picture units to one decimal."""
    return {
        code: [(round(a, 1), round(b, 1), round(c, 1), round(d, 1)) for a, b, c, d in boxes]
        for code, lines in names.items()
        if (boxes := [box for one in lines for box in one.boxes()])
    }


def away(box: Rect, spot: Point) -> float:
    """The distance of a spot from a box; 0 inside it."""
    dx = max(box[0] - spot[0], 0, spot[0] - box[2])
    dy = max(box[1] - spot[1], 0, spot[1] - box[3])
    return math.hypot(dx, dy)


def overlapping(a: Sequence[float], b: Sequence[float]) -> bool:
    """Do two boxes overlap?"""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@dataclass(frozen=True, slots=True)
class CurvedName:
    """A name whose baseline is an arc about `centre`, its middle at `angle` (clockwise from top).

    In the lower half the letters are turned over so that they read from left to right.
    """

    text: str
    style: Style
    centre: Point
    radius: float
    angle: float
    size: float

    @property
    def typeface(self) -> Typeface:
        """The typeface it is set in."""
        return face(self.style.face)

    @property
    def flipped(self) -> bool:
        """Does it read anticlockwise, in the lower half?"""
        return 95 < self.angle % 360 < 265

    def places(self) -> Iterator[tuple[str, float, float, float]]:
        """Each letter with the left end of its baseline and its turn in degrees."""
        unit = self.size / self.typeface.em
        half = self.typeface.length(self.text, self.style.tracking) / 2
        way = -1 if self.flipped else 1
        radius = self.radius + (0.62 * self.typeface.cap * unit if self.flipped else 0)
        for pen, letter in self.typeface.letters(self.text, self.style.tracking):
            advance = self.typeface.glyphs[letter].advance
            middle = (pen + advance / 2 - half) * unit
            turn = self.angle + way * math.degrees(middle / radius)
            x = self.centre[0] + radius * math.sin(math.radians(turn))
            y = self.centre[1] - radius * math.cos(math.radians(turn))
            tilt = turn + (180 if self.flipped else 0)
            back = advance / 2 * unit
            yield (
                letter,
                x - back * math.cos(math.radians(tilt)),
                y - back * math.sin(math.radians(tilt)),
                tilt % 360,
            )

    def boxes(self) -> list[Rect]:
        """The box of every letter."""
        unit = self.size / self.typeface.em
        found = []
        for letter, x, y, tilt in self.places():
            wide, high = self.typeface.glyphs[letter].advance * unit, self.typeface.cap * unit
            room = shapely.box(x, y - high, x + wide, y + 0.04 * self.size)
            found.append(affinity.rotate(room, tilt, (x, y)).bounds)
        return found

    def svg(self) -> str:
        """The letters as uses of those defined before."""
        scale = _scale(self.size, self.typeface)
        return "".join(
            f'<use xlink:href="#{letter_id(self.style.face, letter)}" transform="translate({x:.1f} '
            f'{y:.1f}) rotate({tilt:.1f}) scale({scale})"/>'
            for letter, x, y, tilt in self.places()
            if self.typeface.glyphs[letter].contours
        )
