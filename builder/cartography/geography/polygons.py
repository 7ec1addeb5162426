"""Coast, borders and frame cut a board into regions, each given to the province it shows.

All coordinates from here on are rounded to a grid: whole tenths of a picture unit, so that what
is checked is, digit for digit, what is written.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator
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

WAVER = 0.07
LOOSE_END = 2.5


@dataclass
class RegionMosaic:
    """A board cut into regions, and the strait lines (grid units) that close water to fleets."""

    plan: DrawingPlan
    projection: Projection
    faces: list[Region]
    straits: list[tuple[Border, Any]]


def build(maps: Path, plan: DrawingPlan, projection: Projection) -> RegionMosaic:
    """Cut the board that a plan describes; raises DrawingError with every fault found."""
    ground = land(maps, plan, projection)
    banks = ground.buffer(0.2), ground.buffer(-0.2)
    lines = [(b, part) for b in plan.borders for part in drawn(b, plan, projection, *banks)]
    thin = plan.number("coast", "thin", 0.36)
    faces, loose = regions_of_lines(ground, [line for _, line in lines], projection, thin)
    straits = [
        (b, affinity.scale(line, GRID, GRID, origin=(0, 0)))
        for b, line in lines
        if b.kind == "straits"
    ]
    faults = junctions(plan) + [f"a line ends loose at {end}" for end in loose]
    faults += RegionClaims(plan, projection, faces).settle()
    faults += sides(faces, projection, lines)
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
    on_land = prepared.prep(affinity.scale(ground, GRID, GRID, origin=(0, 0)))
    faces = [Region(s, on_land.contains(s.representative_point())) for s in shapes.geoms]
    faces.sort(key=lambda f: (-f.shape.area, f.shape.bounds))
    loose = [
        (round(d.coords[0][0] / GRID), round(d.coords[0][1] / GRID))
        for d in dangles.geoms
        if d.length > LOOSE_END * GRID
    ]
    return faces, loose


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


BLEED = 60
LEAST_LAKE = 12
SMALL_ISLAND, SMALL_TOLERANCE = 60, 0.5


def land(maps: Path, plan: DrawingPlan, projection: Projection) -> Any:
    """All land in and a little around the frame, as one (multi)polygon in picture units."""
    window = box(*projection.frame).buffer(BLEED, join_style="mitre")
    coast_file = map_file(maps, "coast", "land.json")
    islands = [
        part
        for polygon in globe(coast_file, plan.number("coast", "west", -180))
        for part in polygons(projected(polygon, projection).buffer(0).intersection(window))
    ]
    _enlarge_islands(islands, plan, projection)
    least = plan.number("coast", "least", 7)
    tolerance = plan.number("coast", "tolerance", 0.9)
    ground = shapely.union_all(
        [
            smooth(i, tolerance if i.area > SMALL_ISLAND else SMALL_TOLERANCE)
            for i in islands
            if i.area >= least
        ]
    ).intersection(window)
    for ring in plan.raw.get("fill", ()):
        corners = [projection.token(token, plan) for token in ring.split()]
        ground = ground.union(Polygon(rounded([*corners, corners[0]], 2, closed=True)))
    return ground.intersection(window)


def globe(path: Path, west: float) -> Iterator[Polygon]:
    """The polygons of the coast cut in degrees, but none that lies wholly west of a meridian."""
    cut = json.loads(path.read_text(encoding="utf-8"))
    for rings in cut["polygons"]:
        outline, *holes = [degrees(ring, cut["unit"]) for ring in rings]
        if max(lon for lon, _ in outline) > west:
            yield Polygon(outline, holes)


def degrees(steps: list[int], unit: float) -> list[tuple[float, float]]:
    """A ring stored as a start and steps, as points."""
    places = zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)
    return [(lon * unit, lat * unit) for lon, lat in places]


def projected(polygon: Polygon, projection: Projection) -> Polygon:
    """A polygon of the globe on the sheet; long straight edges are bent with the globe."""
    fine = polygon.segmentize(1.0)
    rings = [[projection(*c) for c in ring.coords] for ring in (fine.exterior, *fine.interiors)]
    return Polygon(rings[0], rings[1:])


def polygons(shape: Any) -> list[Polygon]:
    """The polygons in any geometry."""
    parts = getattr(shape, "geoms", [shape])
    return [p for p in parts if p.geom_type == "Polygon" and not p.is_empty]


def smooth(island: Polygon, tolerance: float) -> Any:
    """An island with its outline thinned and rounded, and its smallest holes filled."""

    def ring(line: Any) -> list[tuple[float, float]]:
        return rounded(list(LinearRing(line).simplify(tolerance).coords), 2, closed=True)

    holes = [ring(hole) for hole in island.interiors if Polygon(hole).area > LEAST_LAKE]
    return Polygon(ring(island.exterior), holes).buffer(0)


def _enlarge_islands(islands: list[Polygon], plan: DrawingPlan, projection: Projection) -> None:
    for lon, lat, factor in plan.raw.get("swell", ()):
        place = Point(projection(float(lon), float(lat)))
        nearest = min(range(len(islands)), key=lambda i: islands[i].distance(place))
        if islands[nearest].distance(place) > 6:
            raise DrawingError([f"swell: there is no island at {lon}, {lat}"])
        islands[nearest] = affinity.scale(islands[nearest], float(factor), float(factor))
