"""Meridians, parallels and the graduated frame."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import shapely
from shapely.geometry import LineString, box

from builder.cartography.drawing import Point, Projection
from builder.cartography.letters.names import Name, Style
from builder.cartography.path_data import GRID, line, on_grid
from builder.draw.svg import steps

BAND, OUTER = 5, 19
DEGREES = 5
HORIZON = math.cos(math.radians(56))
LEAST_BAR, LEAST_STEP = 5, 44
FIGURES = Style("italic", 0.0)


def net(projection: Projection) -> str:
    """Every tenth meridian and every fifth parallel in the frame, as path data."""
    frame = box(*projection.frame).buffer(3)
    lines = [[(lon, lat / 2) for lat in range(-40, 161)] for lon in range(-180, 180, 10)]
    lines += [[(lon, lat) for lon in range(-180, 181, 2)] for lat in range(-10, 85, 5)]
    found = ""
    for places in lines:
        near = [projection(*p) for p in places if projection.turned(*p)[0] > HORIZON]
        if len(near) > 1:
            for part in shapely.get_parts(LineString(near).simplify(0.6).intersection(frame)):
                if part.geom_type == "LineString" and part.length > 1:
                    found += line(on_grid(part).coords)
    return found


class Edge(NamedTuple):
    """One edge of the frame.

    `axis` is 0 if it is level and 1 if it is upright, `start` and `end` are its ends along that
    axis, `level` is its place on the other; `out` is -1 or 1, the direction outward.
    """

    axis: int
    start: float
    end: float
    level: float
    out: int

    def at(self, along: float, off: float = 0.0) -> Point:
        """A point of the edge, or `off` units outside of it."""
        across = self.level + self.out * off
        return (along, across) if self.axis == 0 else (across, along)

    def marks(self, projection: Projection) -> Iterator[tuple[float, int]]:
        """Where each stretch of five degrees begins on the edge, and its number."""
        before: int | None = None
        for step in range(round(self.end - self.start) + 1):
            along = self.start + step
            now = math.floor(projection.globe(*self.at(along))[self.axis] / DEGREES)
            if now != before:
                yield along, now
            before = now


def _edges(projection: Projection) -> list[Edge]:
    x0, y0, x1, y1 = projection.frame
    level = [Edge(0, x0, x1, y0, -1), Edge(0, x0, x1, y1, 1)]
    return [*level, Edge(1, y0, y1, x0, -1), Edge(1, y0, y1, x1, 1)]


def scale(projection: Projection) -> str:
    """Every other stretch of five degrees along the frame, as path data: the black bars."""
    bars = ""
    for edge in _edges(projection):
        for (here, step), (there, _) in pairwise([*edge.marks(projection), (edge.end, 0)]):
            if step % 2 and there - here > LEAST_BAR:
                x, y = (round(n * GRID) for n in edge.at(here, BAND / 2))
                length = round(there * GRID) - round(here * GRID)
                bars += f"M{steps(x, y)}{'hv'[edge.axis]}{length}"
    return bars


def figures(projection: Projection) -> list[Name]:
    """The multiples of ten degrees in the margin, as words."""
    found = []
    for edge in _edges(projection):
        last = edge.start - LEAST_STEP
        for (_, before), (here, step) in pairwise(edge.marks(projection)):
            degree = max(before, step) * DEGREES
            if degree % 10:
                continue
            if edge.start + 14 < here < edge.end - 14 and here - last > LEAST_STEP:
                x, y = edge.at(here, (BAND + OUTER) / 2)
                turn = 90.0 * edge.out * edge.axis
                text = f"{abs(degree)}°"
                found.append(Name(text, FIGURES, x, y + 2.6, 8.5, turn, (x, y), 0.0))
            last = here
    return found
