"""Coast, borders and frame woven into faces, and every face given to the province it shows.

All coordinates from here on are rounded to a grid: whole tenths of a picture unit, so that what
is checked is, digit for digit, what is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity, prepared
from shapely.geometry import LineString, box
from shapely.ops import linemerge, polygonize_full

from builder.cartography.drawing import Border, DrawingPlan
from builder.cartography.geography import border_checks, coast
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID, Region, RegionClaims
from builder.cartography.path_data import rounded, wavering
from builder.errors import DrawingError

WAVER = 0.07
LOOSE_END = 2.5


@dataclass
class RegionMosaic:
    """A board cut into faces, and the strait lines (grid units) that close water to ships."""

    plan: DrawingPlan
    projection: Projection
    faces: list[Region]
    straits: list[tuple[Border, Any]]


def build(maps: Path, plan: DrawingPlan, projection: Projection) -> RegionMosaic:
    """Cut the board that a plan describes; raises DrawingError with every fault found."""
    ground = coast.land(maps, plan, projection)
    banks = ground.buffer(0.2), ground.buffer(-0.2)
    lines = [(b, part) for b in plan.borders for part in drawn(b, plan, projection, *banks)]
    thin = plan.number("coast", "thin", 0.36)
    faces, loose = regions_of_lines(ground, [line for _, line in lines], projection, thin)
    straits = [
        (b, affinity.scale(line, GRID, GRID, origin=(0, 0)))
        for b, line in lines
        if b.kind == "straits"
    ]
    faults = border_checks.junctions(plan) + [f"a line ends loose at {end}" for end in loose]
    faults += RegionClaims(plan, projection, faces).settle()
    faults += border_checks.sides(faces, projection, lines)
    if faults:
        raise DrawingError(faults)
    return RegionMosaic(plan, projection, faces, straits)


def drawn(
    border: Border, plan: DrawingPlan, projection: Projection, wide: Any, narrow: Any
) -> list[LineString]:
    """A border as lines in picture units, cut off just past the coast: land a little wider for
    borders on land, a little narrower for those at sea.
    """
    points = [projection.token(token, plan) for token in border.tokens]
    if border.kind == "land":
        points = wavering(points, " ".join(border.tokens), WAVER)
    line = LineString(rounded(points, 3 if border.kind == "sea" else 2))
    cut = line.intersection(wide) if border.kind == "land" else line.difference(narrow)
    least = 0.3 if border.kind == "straits" else 1
    return [part for part in getattr(cut, "geoms", [cut]) if part.length > least]


def regions_of_lines(
    ground: Any, lines: list[LineString], projection: Projection, thin: float
) -> tuple[list[Region], list[tuple[int, int]]]:
    """Faces between coast, lines and frame, and where a line ends without meeting another."""
    frame = box(*projection.frame)
    net = shapely.union_all([ground.boundary, frame.boundary, *lines], grid_size=0.01)
    net = shapely.union_all([net.intersection(frame)], grid_size=0.01)
    arcs = [arc.simplify(thin) for arc in linemerge(list(net.geoms)).geoms]
    grid = affinity.scale(shapely.union_all(arcs), GRID, GRID, origin=(0, 0))
    shapes, _, dangles, _ = polygonize_full(shapely.union_all([grid], grid_size=1))
    land = prepared.prep(affinity.scale(ground, GRID, GRID, origin=(0, 0)))
    faces = [Region(s, land.contains(s.representative_point())) for s in shapes.geoms]
    faces.sort(key=lambda f: (-f.shape.area, f.shape.bounds))
    loose = [
        (round(d.coords[0][0] / GRID), round(d.coords[0][1] / GRID))
        for d in dangles.geoms
        if d.length > LOOSE_END * GRID
    ]
    return faces, loose
