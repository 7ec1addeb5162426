"""Coast, borders and frame cut a board into regions, each given to the province it shows.

All coordinates of regions are rounded to a grid of whole tenths of a picture unit, so the checks
see exactly what is written.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely
from shapely import STRtree, affinity, prepared
from shapely.geometry import LinearRing, LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize_full

from builder.cartography.drawing import OUTSIDE, Border, DrawingPlan
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID, ISLE, Region, RegionClaims
from builder.cartography.path_data import rounded, wavering
from builder.errors import DrawingError
from builder.provided import map_file

# Lengths and areas in picture units.
WAVER = 0.07  # of borders on land, in parts of a leg
LOOSE_END = 2.5  # the longest line that may end without meeting another
LEAST_BORDER = 6  # shorter pieces of a border are not checked
CHECKED_AT = (0.25, 0.5, 0.75)
BLEED = 60  # of the coast beyond the frame
LEAST_LAKE = 12
SMALL_ISLAND, SMALL_TOLERANCE = 60, 0.5


@dataclass
class RegionMosaic:
    """A board cut into regions, and the strait lines (grid units) that close water to fleets."""

    regions: list[Region]
    straits: list[tuple[Border, Any]]


def region_mosaic(maps: Path, plan: DrawingPlan, projection: Projection) -> RegionMosaic:
    """Cut the board that a plan describes; raises DrawingError with every fault found."""
    land = land_around(maps, plan, projection)
    banks = land.buffer(0.2), land.buffer(-0.2)
    lines = [(b, part) for b in plan.borders for part in border_lines(b, plan, projection, *banks)]
    thin = plan.number("coast", "thin", 0.36)
    regions, loose = regions_of_lines(land, [line for _, line in lines], projection, thin)
    straits = [
        (b, affinity.scale(line, GRID, GRID, origin=(0, 0)))
        for b, line in lines
        if b.kind == "straits"
    ]
    faults = junction_faults(plan) + [f"a line ends loose at {end}" for end in loose]
    faults += RegionClaims(plan, projection, regions).settle()
    faults += border_faults(regions, projection, lines)
    if faults:
        raise DrawingError(faults)
    return RegionMosaic(regions, straits)


def border_lines(
    border: Border, plan: DrawingPlan, projection: Projection, wide: Any, narrow: Any
) -> list[LineString]:
    """A border as lines in picture units, cut off just past the coast.

    `wide` is all land and a little more, for borders on land; `narrow` a little less, for others.
    """
    points = [projection.token(token, plan) for token in border.tokens]
    if border.kind == "land":
        points = wavering(points, " ".join(border.tokens), WAVER)
    line = LineString(rounded(points, 3 if border.kind == "sea" else 2))
    cut = line.intersection(wide) if border.kind == "land" else line.difference(narrow)
    least = 0.3 if border.kind == "straits" else 1
    return [part for part in shapely.get_parts(cut) if part.length > least]


def regions_of_lines(
    land: Any, lines: list[LineString], projection: Projection, thin: float
) -> tuple[list[Region], list[tuple[int, int]]]:
    """The regions between coast, lines and frame, and where a line ends without meeting another."""
    frame = box(*projection.frame)
    net = shapely.union_all([land.boundary, frame.boundary, *lines], grid_size=0.01)
    net = shapely.union_all([net.intersection(frame)], grid_size=0.01)
    arcs = [arc.simplify(thin) for arc in linemerge(list(net.geoms)).geoms]
    grid = affinity.scale(shapely.union_all(arcs), GRID, GRID, origin=(0, 0))
    shapes, _, dangles, _ = polygonize_full(shapely.union_all([grid], grid_size=1))
    on_land = prepared.prep(affinity.scale(land, GRID, GRID, origin=(0, 0)))
    regions = [Region(s, on_land.contains(s.representative_point())) for s in shapes.geoms]
    regions.sort(key=lambda f: (-f.shape.area, f.shape.bounds))
    loose = [
        (round(d.coords[0][0] / GRID), round(d.coords[0][1] / GRID))
        for d in dangles.geoms
        if d.length > LOOSE_END * GRID
    ]
    return regions, loose


def junction_faults(plan: DrawingPlan) -> list[str]:
    """Junctions whose name does not list exactly the provinces whose borders meet there."""
    faults = []
    for name in plan.junctions:
        met = {side for b in plan.borders if name in b.tokens for side in b.sides}
        if met != set(name.split(".")):
            faults.append(f"junction {name}: met by the borders of {', '.join(sorted(met))}")
    return faults


def border_faults(
    regions: list[Region], projection: Projection, lines: Iterable[tuple[Border, LineString]]
) -> list[str]:
    """Borders that do not lie between the two provinces that their entries name."""
    tree = STRtree([region.shape for region in regions])
    x0, y0, x1, y1 = projection.frame

    def owner(x: float, y: float) -> str:
        spot = Point(x * GRID, y * GRID)
        first = min(tree.query(spot, "within"), default=None)
        of = regions[first].of if first is not None else ""
        return OUTSIDE if of == ISLE else of

    return [
        f"the border {'-'.join(border.sides)} at {here.x:.0f}, {here.y:.0f} lies between "
        f"{' and '.join(sorted(found))}"
        for border, line in lines
        if border.kind != "straits" and line.length >= LEAST_BORDER
        for here, found in _beside(line, owner)
        if x0 + 4 < here.x < x1 - 4 and y0 + 4 < here.y < y1 - 4 and found != set(border.sides)
    ]


def _beside(
    line: LineString, owner: Callable[[float, float], str]
) -> Iterable[tuple[Point, set[str]]]:
    """Three points of a line, each with what lies on its left and on its right."""
    for part in CHECKED_AT:
        before, after, here = (
            line.interpolate(part + step, normalized=True) for step in (-0.02, 0.02, 0)
        )
        dx, dy = after.x - before.x, after.y - before.y
        reach = 1.2 / math.hypot(dx, dy)
        left = owner(here.x - dy * reach, here.y + dx * reach)
        yield here, {left, owner(here.x + dy * reach, here.y - dx * reach)}


def land_around(maps: Path, plan: DrawingPlan, projection: Projection) -> Any:
    """All land in and a little around the frame, as one (multi)polygon in picture units."""
    window = box(*projection.frame).buffer(BLEED, join_style="mitre")
    coast_file = map_file(maps, "coast", "land.json")
    islands = [
        part
        for polygon in coast_polygons(coast_file, plan.number("coast", "west", -180))
        for part in polygons(projected(polygon, projection).buffer(0).intersection(window))
    ]
    islands = _enlarged(islands, plan, projection)
    least = plan.number("coast", "least", 7)
    tolerance = plan.number("coast", "tolerance", 0.9)
    land = shapely.union_all(
        [
            smooth(i, tolerance if i.area > SMALL_ISLAND else SMALL_TOLERANCE)
            for i in islands
            if i.area >= least
        ]
    ).intersection(window)
    for ring in plan.raw.get("fill", ()):
        corners = [projection.token(token, plan) for token in ring.split()]
        land = land.union(Polygon(rounded([*corners, corners[0]], 2, closed=True)))
    return land.intersection(window)


def coast_polygons(path: Path, west: float) -> Iterator[Polygon]:
    """The polygons of the coast file in degrees, except those wholly west of a meridian."""
    coast = json.loads(path.read_text(encoding="utf-8"))
    for rings in coast["polygons"]:
        outline, *holes = [degrees(ring, coast["unit"]) for ring in rings]
        if max(lon for lon, _ in outline) > west:
            yield Polygon(outline, holes)


def degrees(steps: list[int], unit: float) -> list[tuple[float, float]]:
    """The points of a ring that is stored as a start and steps, in units of `unit` degrees."""
    places = zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)
    return [(lon * unit, lat * unit) for lon, lat in places]


def projected(polygon: Polygon, projection: Projection) -> Polygon:
    """A polygon given in degrees, in picture units; its long edges are curved by the projection."""
    fine = polygon.segmentize(1.0)
    rings = [[projection(*c) for c in ring.coords] for ring in (fine.exterior, *fine.interiors)]
    return Polygon(rings[0], rings[1:])


def polygons(shape: Any) -> list[Polygon]:
    """The polygons in any geometry."""
    parts = shapely.get_parts(shape)
    return [p for p in parts if p.geom_type == "Polygon" and not p.is_empty]


def smooth(island: Polygon, tolerance: float) -> Any:
    """An island with its outline thinned and rounded, and its smallest holes filled."""

    def ring(line: Any) -> list[tuple[float, float]]:
        return rounded(list(LinearRing(line).simplify(tolerance).coords), 2, closed=True)

    holes = [ring(hole) for hole in island.interiors if Polygon(hole).area > LEAST_LAKE]
    return Polygon(ring(island.exterior), holes).buffer(0)


def _enlarged(
    islands: Sequence[Polygon], plan: DrawingPlan, projection: Projection
) -> list[Polygon]:
    """The islands with those enlarged that the plan's `swell` names; raises DrawingError."""
    found = list(islands)
    for lon, lat, factor in plan.raw.get("swell", ()):
        place = Point(projection(lon, lat))
        nearest = min(range(len(found)), key=lambda i: found[i].distance(place))
        if found[nearest].distance(place) > 6:
            raise DrawingError([f"swell: there is no island at {lon}, {lat}"])
        found[nearest] = affinity.scale(found[nearest], factor, factor)
    return found
