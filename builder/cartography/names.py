"""The names of a board as they are set: their places, sizes and boxes."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import shapely
from shapely import affinity

from builder.cartography.drawing import Label, Point
from builder.draw.geometry.curves import Rect
from builder.draw.outlined_text import Typeface, face

LEADING = 1.02
LAND_FONT = "sans-sc"
# The size of a name by the area of its province (up to, in picture units).
LAND_SIZES = ((1300, 9.5), (3000, 10.5), (8000, 11.5), (20000, 12.5), (math.inf, 14.0))
SEA_SIZES = ((9000, 11.0), (25000, 13.0), (math.inf, 15.0))


def letter_id(font: str, letter: str) -> str:
    """The id of a letter, which is defined once and used wherever it stands."""
    plain = letter if letter.isascii() and letter.isalnum() else f"{ord(letter):x}"
    return plain if font == LAND_FONT and plain.isalpha() else f"{font[0]}{plain}"


class Style(NamedTuple):
    """How names of one kind are set: typeface, tracking and height of the middle in em."""

    face: str
    tracking: float
    middle: float = 0.32

    @property
    def typeface(self) -> Typeface:
        """The letters of its typeface."""
        return face(self.face)


LAND = Style(LAND_FONT, 0.045)
SEA = Style("italic", 0.085)
COAST = Style("italic", 0.03)


class Name(NamedTuple):
    """One line of a name, placed: the middle of its baseline, its size and its turn (degrees)."""

    text: str
    style: Style
    x: float
    y: float
    size: float
    tracking: float
    turn: float = 0.0
    pivot: Point = (0.0, 0.0)

    def letters(self) -> Iterator[tuple[int, str]]:
        """Each letter with its left end, in em units from the line's middle."""
        half = self.style.typeface.length(self.text, self.tracking) // 2
        return ((pen - half, c) for pen, c in self.style.typeface.letters(self.text, self.tracking))

    def boxes(self) -> list[Rect]:
        """The boxes it fills: one, or one for every two letters if it is turned."""
        typeface = self.style.typeface
        unit = self.size / typeface.em
        top = self.y - typeface.cap * unit
        bottom = self.y + 0.04 * self.size
        lefts: list[float] = []
        rights: list[float] = []
        for pen, letter in self.letters():
            lefts.append(self.x + pen * unit)
            rights.append(self.x + (pen + typeface.glyphs[letter].advance) * unit)
        if not self.turn:
            return [Rect(lefts[0], top, rights[-1], bottom)]
        boxes = []
        for first in range(0, len(lefts), 2):
            second = min(first + 1, len(lefts) - 1)
            room = shapely.box(lefts[first], top, rights[second], bottom)
            boxes.append(Rect(*affinity.rotate(room, self.turn, self.pivot).bounds))
        return boxes


class NameRequest(NamedTuple):
    """A name as a drawing asks for it: about a spot of the picture, in that style and size."""

    label: Label
    spot: Point
    style: Style
    size: float
    fixed: bool = False

    def lines(self, pen: float, size: float | None = None, aside: Point = (0.0, 0.0)) -> list[Name]:
        """The name as requested, or at another size and place, both in picture units. `pen` is what
        sizes and shifts of the drawing are multiplied by."""
        label = self.label
        texts = label.text.split("|")
        x = self.spot[0] + (label.shift[0] + aside[0] / pen) * pen
        y = self.spot[1] + (label.shift[1] + aside[1] / pen) * pen
        high = ((label.size or self.size) if size is None else size / pen) * pen
        tracking = self.style.tracking if label.spacing is None else label.spacing * pen / high
        names = []
        for i, text in enumerate(texts):
            from_middle = i - (len(texts) - 1) / 2
            baseline = y + from_middle * high * LEADING + high * self.style.middle
            names.append(Name(text, self.style, x, baseline, high, tracking, label.turn, (x, y)))
        return names


class CurvedName(NamedTuple):
    """A name whose baseline is an arc about `centre`, its middle at `angle` (clockwise from top).
    In the lower half the letters are turned over so that they read from left to right."""

    text: str
    style: Style
    centre: Point
    radius: float
    angle: float
    size: float

    def places(self) -> Iterator[tuple[str, float, float, float]]:
        """Each letter with the left end of its baseline and its turn in degrees."""
        face = self.style.typeface
        unit = self.size / face.em
        half = face.length(self.text, self.style.tracking) / 2
        flipped = 95 < self.angle % 360 < 265
        radius = self.radius + (0.62 * face.cap * unit if flipped else 0)
        for pen, letter in face.letters(self.text, self.style.tracking):
            back = face.glyphs[letter].advance / 2
            along = math.degrees((pen + back - half) * unit / radius)
            turn = math.radians(self.angle + (-along if flipped else along))
            tilt = turn + (math.pi if flipped else 0)
            x = self.centre[0] + radius * math.sin(turn) - back * unit * math.cos(tilt)
            y = self.centre[1] - radius * math.cos(turn) - back * unit * math.sin(tilt)
            yield letter, x, y, math.degrees(tilt) % 360

    def boxes(self) -> list[Rect]:
        """The box of every letter."""
        face = self.style.typeface
        unit = self.size / face.em
        boxes = []
        for letter, x, y, tilt in self.places():
            right = x + face.glyphs[letter].advance * unit
            room = shapely.box(x, y - face.cap * unit, right, y + 0.04 * self.size)
            boxes.append(Rect(*affinity.rotate(room, tilt, (x, y)).bounds))
        return boxes
