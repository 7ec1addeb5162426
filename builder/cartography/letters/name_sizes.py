"""Enlarges small names as far as there is room around them.

A name that is too small to be read on a map a thousand pixels wide is tried larger, and a little
aside of its place. It takes the largest size at which it touches nothing and covers hardly more of
its neighbours than before.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import shapely

from builder.cartography.anchors import meets
from builder.cartography.drawing import Label, Point
from builder.cartography.geography.regions import GRID
from builder.cartography.letters import names
from builder.cartography.letters.names import Name, Rect, Style, away, overlapping

READABLE, COAST_SIZE, STEP = 11.5, 10.5, 0.5  # the largest sizes to try, and the steps
SIDEWAYS, ALOFT = (0.0, 2.5, -2.5, 5.0, -5.0, 8.0, -8.0), (0.0, 2.0, -2.0, 4.0, -4.0)
ASIDE = sorted(product(SIDEWAYS, ALOFT), key=lambda p: (math.hypot(*p), p))
GAP = 1.4  # between names
DOT, OVERLAP = 5.2, 1.2  # the room of a centre's dot; how far a name may lap over a counter
STRAY = 0.03  # how much more of a name may lie on other provinces
REACH = 90.0  # no name is longer


@dataclass(frozen=True, slots=True)
class NameRequest:
    """A name as a drawing asks for it: about a spot of the picture, in that style and size."""

    label: Label
    spot: Point
    style: Style
    size: float
    fixed: bool = False

    def lines(self, pen: float, size: float | None = None, aside: Point = (0.0, 0.0)) -> list[Name]:
        """The name as requested, or at another size and place, both in picture units."""
        label = self.label
        if size is not None:
            x, y = label.shift
            moved = x + aside[0] / pen, y + aside[1] / pen
            label = replace(label, size=size / pen, shift=moved)
        return names.placed(label, self.spot, self.style, self.size, pen)


@dataclass(frozen=True)
class Obstacles:
    """What names avoid: units, the dots of centres, the frame, the panels and other provinces.

    `units` are the spot and the area of the counters by location, `shapes` are in grid units.
    """

    units: Mapping[str, tuple[Point, Any]]
    dots: Sequence[Point]
    frame: Rect
    panels: Sequence[Rect]
    shapes: Mapping[str, Any]
    pen: float

    def allow(self, code: str, boxes: Sequence[Rect], others: Sequence[Rect], stray: float) -> bool:
        """May a name stand there, with at most that share of it on other provinces?"""
        return self.have_room(code, boxes, others) and self.share_abroad(code, boxes) <= stray

    def have_room(self, code: str, boxes: Sequence[Rect], others: Sequence[Rect]) -> bool:
        """Is there room for the boxes of a name, given those of the other names?"""
        x0, y0, x1, y1 = self.frame
        return all(
            box[0] > x0 + GAP
            and box[1] > y0 + GAP
            and box[2] < x1 - GAP
            and box[3] < y1 - GAP
            and not any(touching(box, other) for other in (*others, *self.panels))
            and all(away(box, dot) > DOT * self.pen for dot in self.dots)
            and all(
                (place == code and "/" in place)
                or not meets(counter, spot, box, -OVERLAP * self.pen)
                for place, (spot, counter) in self.units.items()
            )
            for box in boxes
        )

    def share_abroad(self, code: str, boxes: Sequence[Rect]) -> float:
        """The share of a name that lies on other provinces."""
        total = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
        over = 0.0
        for other, shape in self.shapes.items():
            for box in boxes if other != code else ():
                corners = [n * GRID for n in box]
                if overlapping(corners, shape.bounds):
                    over += shapely.clip_by_rect(shape, *corners).area
        return over / GRID**2 / max(total, 1.0)

    def around(self, spot: Point) -> Obstacles:
        """The obstacles that a name about a spot may meet."""
        reach = neighbourhood(spot)
        ground = [n * GRID for n in reach]

        def near(point: Point) -> bool:
            return overlapping((*point, *point), reach)

        return replace(
            self,
            units={place: unit for place, unit in self.units.items() if near(unit[0])},
            dots=[dot for dot in self.dots if near(dot)],
            shapes={c: s for c, s in self.shapes.items() if overlapping(ground, s.bounds)},
        )


def touching(a: Rect, b: Rect) -> bool:
    """Are two boxes closer to each other than names should be?"""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > -GAP and high > -GAP / 2


def fitted(wants: Mapping[str, NameRequest], obstacles: Obstacles) -> dict[str, list[Name]]:
    """Every name placed, the small ones as large as possible; the smallest is enlarged first."""
    placed = {code: want.lines(obstacles.pen) for code, want in wants.items()}
    rooms = {code: boxes(lines) for code, lines in placed.items()}
    growing = sorted(
        (code for code, lines in placed.items() if not wants[code].fixed and lines),
        key=lambda code: (placed[code][0].size, code),
    )
    for code in growing:
        middle = placed[code][0].pivot
        reach = neighbourhood(middle)
        taken = [
            box
            for other, room in rooms.items()
            for box in room
            if other != code and overlapping(box, reach)
        ]
        near = obstacles.around(middle)
        allowed = near.share_abroad(code, rooms[code]) + STRAY
        for size in sizes(wants[code], placed[code][0].size):
            whole = boxes(wants[code].lines(obstacles.pen, size))
            free = (a for a in ASIDE if near.allow(code, shifted(whole, a), taken, allowed))
            aside = next(free, None)
            if aside is not None:
                placed[code] = wants[code].lines(obstacles.pen, size, aside)
                rooms[code] = shifted(whole, aside)
                break
    return placed


def sizes(want: NameRequest, size: float) -> Iterator[float]:
    """The sizes that a name may grow to, the largest first."""
    most = COAST_SIZE if want.style == names.COAST else READABLE
    return (most - step * STEP for step in range(math.ceil((most - size) / STEP)))


def shifted(found: Sequence[Rect], aside: Point) -> list[Rect]:
    """Boxes moved aside."""
    x, y = aside
    return [(a + x, b + y, c + x, d + y) for a, b, c, d in found]


def boxes(lines: Sequence[Name]) -> list[Rect]:
    """The boxes of all lines of a name."""
    return [box for line in lines for box in line.boxes()]


def neighbourhood(spot: Point) -> Rect:
    """The box that a name about a spot cannot leave."""
    return spot[0] - REACH, spot[1] - REACH, spot[0] + REACH, spot[1] + REACH
