"""Lines with round corners and a natural irregularity, and their SVG path data."""

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import shapely
from shapely import LineString, Polygon
from shapely.ops import linemerge

from builder.cartography.drawing import Point
from builder.draw.svg import path, subpaths

WAVER = 0.07  # the usual shift of a border on land, in parts of a leg
GRID = 10  # parts of a picture unit in which shapes are stored
Spot = tuple[int, int]
SpotSegment = tuple[Spot, Spot]


def segments(*lines: Iterable[Spot]) -> Iterator[SpotSegment]:
    """The segments of lines from spot to spot, each with its lesser end first."""
    for line in lines:
        for start, end in pairwise(line):
            if start != end:
                yield min(start, end), max(start, end)


def line_kind(sides: Sequence[tuple[str, bool]], homes: Mapping[str, Iterable[str]]) -> str:
    """What a segment is: `rim`, `coast`, `sea`, `seam` (within a province), `inner` (within a
    country) or `frontier`. `sides` are the provinces on either side, each with whether it is land;
    `homes` the provinces of each country."""
    if len(sides) == 1:
        return "rim"
    (one, one_is_land), (other, other_is_land) = sides
    if one_is_land != other_is_land:
        return "coast"
    if one == other:
        return "seam"
    if not one_is_land:
        return "sea"
    within_a_country = any({one, other} <= set(lands) for lands in homes.values())
    return "inner" if within_a_country else "frontier"


def rings(d: str) -> Iterator[list[Spot]]:
    """The subpaths of path data, the closed ones back to their start."""
    return ([*corners, corners[0]] if closed else corners for corners, closed in subpaths(d))


def line(points: Sequence[tuple[float, float]], *, closed: bool = False) -> str:
    """A line or ring in grid units: an absolute start, then steps."""
    rounded_spots = ((round(x), round(y)) for x, y in points)
    spots = [spot for spot, _ in groupby(rounded_spots)]
    if closed and spots[0] == spots[-1]:
        spots.pop()
    return path(spots, closed) if len(spots) > 1 else ""


def on_grid(shape: Any) -> Any:
    """A geometry given in picture units, in grid units."""
    return shapely.transform(shape, lambda places: places * GRID)


def area(shapes: Iterable[Polygon]) -> str:
    """Several touching polygons as one path without the lines between them."""
    joined = shapely.normalize(shapely.union_all(list(shapes)))
    data = ""
    for part in shapely.get_parts(joined):
        for ring in (part.exterior, *part.interiors):
            data += line(ring.coords, closed=True)
    return data


def chains(segments: Iterable[SpotSegment]) -> str:
    """Loose segments as path data, joined into lines as long as possible."""
    lines = [LineString(s) for s in sorted(segments)]
    joined = shapely.get_parts(linemerge(lines)) if lines else ()
    return "".join(line(c.coords, closed=c.is_ring) for c in joined)


def rounded(points: Sequence[Point], times: int = 2, *, closed: bool = False) -> list[Point]:
    """Chaikin's corner cutting; the ends of an open line stay where they are."""
    smoother = [*points]
    for _ in range(times):
        cut: list[Point] = []
        for start, end in pairwise(smoother):
            cut.append(_part_way(start, end, 0.75))
            cut.append(_part_way(start, end, 0.25))
        if closed:
            smoother = [*cut, cut[0]]
        else:
            smoother = [smoother[0], *cut[1:-1], smoother[-1]]
    return smoother


def _part_way(start: Point, end: Point, share: float) -> Point:
    """The point of a leg that has the share of its start and the rest of its end."""
    rest = 1 - share
    return share * start[0] + rest * end[0], share * start[1] + rest * end[1]


def wavering(points: list[Point], seed: str) -> list[Point]:
    """A line with the middle of every long leg moved aside at random, three times over. The same
    seed always gives the same line."""
    chance = random.Random(seed)
    for _ in range(3):
        out = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            dx = bx - ax
            dy = by - ay
            if math.hypot(dx, dy) > 7:  # picture units
                aside = max(-2 * WAVER, min(2 * WAVER, chance.gauss(0, WAVER)))
                out.append(((ax + bx) / 2 - dy * aside, (ay + by) / 2 + dx * aside))
            out.append((bx, by))
        points = out
    return points
