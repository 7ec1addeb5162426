"""Enlarges small names as far as there is room around them.

A name that is too small to be read on a map a thousand pixels wide is tried larger, and a little
aside of its place. It takes the largest size at which it touches nothing and covers hardly more of
its neighbours than before.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import shapely

from builder.cartography.anchors import meets
from builder.cartography.drawing import Point
from builder.cartography.letters import names
from builder.cartography.letters.names import Name, NameRequest, Rect, away, overlapping
from builder.cartography.path_data import GRID

READABLE, COAST_SIZE, STEP = 11.5, 10.5, 0.5  # the largest sizes to try, and the steps
SIDEWAYS, ALOFT = (0.0, 2.5, -2.5, 5.0, -5.0, 8.0, -8.0), (0.0, 2.0, -2.0, 4.0, -4.0)
ASIDE = sorted(product(SIDEWAYS, ALOFT), key=lambda p: (math.hypot(*p), p))
GAP = 1.4  # between names
DOT, OVERLAP = 5.2, 1.2  # the room of a centre's dot; how far a name may lap over a counter
STRAY = 0.03  # how much more of a name may lie on other provinces
REACH = 90.0  # no name is longer


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

    def have_room(self, code: str, boxes: Sequence[Rect], others: Sequence[Rect]) -> bool:
        """Is there room for the boxes of a name, given those of the other names?"""
        x0, y0, x1, y1 = self.frame
        return all(
            box[0] > x0 + GAP
            and box[1] > y0 + GAP
            and box[2] < x1 - GAP
            and box[3] < y1 - GAP
            and not any(_touching(box, other) for other in (*others, *self.panels))
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

    def around(self, reach: Rect) -> Obstacles:
        """The obstacles in a part of the board."""
        ground = [n * GRID for n in reach]
        return replace(
            self,
            units={at: unit for at, unit in self.units.items() if overlapping(unit[0] * 2, reach)},
            dots=[dot for dot in self.dots if overlapping(dot * 2, reach)],
            shapes={c: s for c, s in self.shapes.items() if overlapping(ground, s.bounds)},
        )


def fitted(wants: Mapping[str, NameRequest], obstacles: Obstacles) -> dict[str, list[Name]]:
    """Every name placed, the small ones as large as possible; the smallest is enlarged first."""
    placed = {code: want.lines(obstacles.pen) for code, want in wants.items()}
    rooms = {code: _boxes(lines) for code, lines in placed.items()}
    growing = sorted(
        (code for code, lines in placed.items() if not wants[code].fixed and lines),
        key=lambda code: (placed[code][0].size, code),
    )
    for code in growing:
        want, (x, y) = wants[code], placed[code][0].pivot
        reach = x - REACH, y - REACH, x + REACH, y + REACH
        others = (box for other, boxes in rooms.items() if other != code for box in boxes)
        taken = [box for box in others if overlapping(box, reach)]
        near = obstacles.around(reach)
        allowed = near.share_abroad(code, rooms[code]) + STRAY
        most = COAST_SIZE if want.style == names.COAST else READABLE
        steps = range(math.ceil((most - placed[code][0].size) / STEP))
        sizes = [most - step * STEP for step in steps]
        tried = [(size, _boxes(want.lines(near.pen, size))) for size in sizes]
        for (size, whole), (dx, dy) in product(tried, ASIDE):
            moved = [(a + dx, b + dy, c + dx, d + dy) for a, b, c, d in whole]
            if near.have_room(code, moved, taken) and near.share_abroad(code, moved) <= allowed:
                placed[code] = want.lines(near.pen, size, (dx, dy))
                rooms[code] = moved
                break
    return placed


def _touching(a: Rect, b: Rect) -> bool:
    """Are two boxes closer to each other than names should be?"""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > -GAP and high > -GAP / 2


def _boxes(lines: Sequence[Name]) -> list[Rect]:
    return [box for line in lines for box in line.boxes()]
