"""Checks of border lines: junctions named correctly, borders between the right provinces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from shapely import STRtree
from shapely.geometry import LineString, Point

from builder.cartography.drawing import OUTSIDE, Border, DrawingPlan
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID, ISLE, Region

LEAST = 6
AT = (0.25, 0.5, 0.75)


def junctions(plan: DrawingPlan) -> list[str]:
    """A junction must bear the names of exactly the provinces whose borders meet there."""
    faults = []
    for name in plan.junctions:
        met = {side for b in plan.borders if name in b.tokens for side in b.sides}
        if met != set(name.split(".")):
            faults.append(f"junction {name}: met by the borders of {', '.join(sorted(met))}")
    return faults


def sides(
    faces: list[Region], projection: Projection, lines: Iterable[tuple[Border, LineString]]
) -> list[str]:
    """A border must lie between the two provinces that its entry names."""
    tree = STRtree([face.shape for face in faces])
    x0, y0, x1, y1 = projection.frame

    def owner(x: float, y: float) -> str:
        spot = Point(x * GRID, y * GRID)
        hits = [faces[i] for i in sorted(tree.query(spot)) if faces[i].shape.contains(spot)]
        return "" if not hits else OUTSIDE if hits[0].of == ISLE else hits[0].of

    return [
        f"the border {'-'.join(border.sides)} at {here.x:.0f}, {here.y:.0f} lies between "
        f"{' and '.join(sorted(found))}"
        for border, line in lines
        if border.kind != "straits" and line.length >= LEAST
        for here, found in _beside(line, owner)
        if x0 + 4 < here.x < x1 - 4 and y0 + 4 < here.y < y1 - 4 and found != set(border.sides)
    ]


def _beside(
    line: LineString, owner: Callable[[float, float], str]
) -> Iterable[tuple[Point, set[str]]]:
    """Three points of a line, each with what lies on its left and on its right."""
    for part in AT:
        before, after, here = (
            line.interpolate(part + step, normalized=True) for step in (-0.02, 0.02, 0)
        )
        dx, dy = after.x - before.x, after.y - before.y
        reach = 1.2 / math.hypot(dx, dy)
        left = owner(here.x - dy * reach, here.y + dx * reach)
        yield here, {left, owner(here.x + dy * reach, here.y - dx * reach)}
