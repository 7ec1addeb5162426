"""Meridians, parallels and the graduated frame."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from shapely.geometry import LineString, box

from builder.cartography.geography.projection import Projection
from builder.cartography.letters.names import Name, Style
from builder.cartography.path_data import line, on_grid, parts
from builder.draw.svg import steps

BAND, OUTER = 5, 19
DEGREES = 5
HORIZON = 56
LEAST_BAR, LEAST_STEP = 5, 44
FIGURES = Style("italic", 0.0)


def net(projection: Projection) -> str:
    """Every tenth meridian and every fifth parallel in the frame, as path data."""
    frame = box(*projection.frame).buffer(3)
    lines = [[(lon, lat / 2) for lat in range(-40, 161)] for lon in range(-180, 180, 10)]
    lines += [[(lon, lat) for lon in range(-180, 181, 2)] for lat in range(-10, 85, 5)]
    found = []
    for places in lines:
        near = [projection(*p) for p in places if projection.arc(*p) < HORIZON]
        if len(near) > 1:
            kept = LineString(near).simplify(0.6).intersection(frame)
            found += [p for p in parts(kept) if p.geom_type == "LineString" and p.length > 1]
    return "".join(line(on_grid(p.coords)) for p in found)


def edges(
    projection: Projection,
) -> list[tuple[tuple[float, float], tuple[float, float], int, tuple[float, float]]]:
    """The frame's four edges: start, end, 0 for a level one and 1 else, and what is outward."""
    x0, y0, x1, y1 = projection.frame
    return [
        ((x0, y0), (x1, y0), 0, (0.0, -1.0)),
        ((x0, y1), (x1, y1), 0, (0.0, 1.0)),
        ((x0, y0), (x0, y1), 1, (-1.0, 0.0)),
        ((x1, y0), (x1, y1), 1, (1.0, 0.0)),
    ]


def scale(projection: Projection) -> str:
    """The black parts of the band along the frame, by five degrees, as path data."""
    bars = ""
    for start, end, axis, out in edges(projection):
        level = round((start[1 - axis] + out[1 - axis] * BAND / 2) * 10)
        for (here, step), (there, _) in pairwise(
            [*_marks(projection, start, end, axis), (end[axis], 0)]
        ):
            if step % 2 and there - here > LEAST_BAR:
                a, b = round(here * 10), round(there * 10)
                spot = (a, level) if axis == 0 else (level, a)
                bars += f"M{steps(*spot)}{'h' if axis == 0 else 'v'}{b - a}"
    return bars


def figures(projection: Projection) -> list[Name]:
    """The tens of degrees in the margin."""
    found = []
    for start, end, axis, out in edges(projection):
        last = start[axis] - LEAST_STEP
        for (_, before), (here, step) in pairwise(_marks(projection, start, end, axis)):
            degree = max(before, step) * DEGREES
            clear = start[axis] + 14 < here < end[axis] - 14 and here - last > LEAST_STEP
            if degree % 10 == 0 and clear:
                found.append(_figure(degree, axis, here, start, out))
            if degree % 10 == 0:
                last = here
    return found


def _marks(
    projection: Projection, start: tuple[float, float], end: tuple[float, float], axis: int
) -> Iterator[tuple[float, int]]:
    """The stretches of an edge between multiples of five degrees: where each begins, which."""
    before: int | None = None
    for step in range(round(end[axis] - start[axis]) + 1):
        at = start[axis] + step
        place = (at, start[1]) if axis == 0 else (start[0], at)
        now = math.floor(projection.globe(*place)[axis] / DEGREES)
        if now != before:
            yield at, now
        before = now


def _figure(
    degree: int, axis: int, here: float, start: tuple[float, float], out: tuple[float, float]
) -> Name:
    middle = (BAND + OUTER) / 2
    x, y = (here, start[1] + out[1] * middle) if axis == 0 else (start[0] + out[0] * middle, here)
    return Name(f"{abs(degree)}°", FIGURES, x, y + 2.6, 8.5, 90 * out[0], (x, y), 0.0)
