"""Lines with round corners and a natural irregularity, and their SVG path data."""

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import shapely
from shapely.geometry import LineString, Polygon
from shapely.ops import linemerge

from builder.cartography.drawing import Point
from builder.cartography.geography.regions import GRID
from builder.draw.svg import path

Spot = tuple[int, int]
Segment = tuple[Spot, Spot]


def line(points: Sequence[tuple[float, float]], *, closed: bool = False) -> str:
    """A line or ring in grid units: an absolute start, then steps."""
    spots = [(round(x), round(y)) for x, y in points]
    kept = [spots[0], *(b for a, b in pairwise(spots) if a != b)]
    if closed and kept[0] == kept[-1]:
        kept.pop()
    if len(kept) < 2:
        return ""
    return path(kept, closed)


def on_grid(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points given in picture units, in grid units."""
    return [(x * GRID, y * GRID) for x, y in points]


def polygon(shape: Polygon) -> str:
    """One polygon, outline and holes."""
    return "".join(line(r.coords, closed=True) for r in (shape.exterior, *shape.interiors))


def area(shapes: Iterable[Polygon]) -> str:
    """Several touching polygons as one path without the lines between them."""
    return "".join(polygon(part) for part in shapely.get_parts(merged(shapes)))


def merged(shapes: Iterable[Polygon]) -> Any:
    """Several polygons of the grid as one geometry."""
    return shapely.normalize(shapely.union_all(list(shapes)))


def chains(segments: Iterable[Segment]) -> str:
    """Loose segments as path data, joined into lines as long as possible."""
    lines = [LineString(s) for s in sorted(segments)]
    if not lines:
        return ""
    joined = shapely.get_parts(linemerge(lines))
    return "".join(line(c.coords, closed=c.is_ring) for c in joined)


def rounded(points: list[Point], times: int = 2, *, closed: bool = False) -> list[Point]:
    """Chaikin's corner cutting; the ends of an open line stay where they are."""
    for _ in range(times):
        ring = [*points[:-1], points[0]] if closed else points
        cut: list[Point] = []
        for i, ((ax, ay), (bx, by)) in enumerate(pairwise(ring)):
            if closed or i:
                cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            if closed or i < len(ring) - 2:
                cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = [*cut, cut[0]] if closed else [points[0], *cut, points[-1]]
    return points


def wavering(points: list[Point], seed: str, amount: float) -> list[Point]:
    """A line with the middle of every long leg moved aside at random, three times over.

    `amount` is the usual shift in parts of a leg. The same seed always gives the same line.
    """
    chance = random.Random(seed)
    for _ in range(3):
        out = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            dx, dy = bx - ax, by - ay
            if math.hypot(dx, dy) > 7:  # picture units
                aside = max(-2 * amount, min(2 * amount, chance.gauss(0, amount)))
                out.append(((ax + bx) / 2 - dy * aside, (ay + by) / 2 + dx * aside))
            out.append((bx, by))
        points = out
    return points
