"""Names set along a circle, letter by letter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from builder.cartography.drawing import Point
from builder.cartography.letters.names import Rect, Style, letter_id
from builder.draw.outlined_text import Typeface, face


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
    def case(self) -> Typeface:
        """The letters it is set in."""
        return face(self.style.face)

    @property
    def flipped(self) -> bool:
        """Does it read anticlockwise, in the lower half?"""
        return 95 < self.angle % 360 < 265

    def places(self) -> Iterator[tuple[str, float, float, float]]:
        """Each letter with the start of its baseline and its turn in degrees."""
        unit = self.size / self.case.em
        half = self.case.length(self.text, self.style.tracking) / 2
        way = -1 if self.flipped else 1
        radius = self.radius + (0.62 * self.case.cap * unit if self.flipped else 0)
        for pen, letter in self.case.letters(self.text, self.style.tracking):
            advance = self.case.glyphs[letter].advance
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
        """The room of every letter."""
        unit = self.size / self.case.em
        found = []
        for letter, x, y, tilt in self.places():
            wide, high = self.case.glyphs[letter].advance * unit, self.case.cap * unit
            cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
            corners = [
                (x + u * cos + v * sin, y + u * sin - v * cos)
                for u in (0, wide)
                for v in (-0.04 * self.size, high)
            ]
            xs, ys = zip(*corners, strict=True)
            found.append((min(xs), min(ys), max(xs), max(ys)))
        return found

    def svg(self) -> str:
        """The letters as uses of those cut before."""
        scale = f"{self.size / self.case.em:.4f}".rstrip("0").removeprefix("0")
        return "".join(
            f'<use xlink:href="#{letter_id(self.style.face, letter)}" transform="translate({x:.1f} '
            f'{y:.1f}) rotate({tilt:.1f}) scale({scale})"/>'
            for letter, x, y, tilt in self.places()
            if self.case.glyphs[letter].contours
        )
