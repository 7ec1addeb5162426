"""Coast, borders and frame cut a board into regions, each given to the province it shows.

All coordinates of regions are rounded to a grid of whole tenths of a picture unit, so the checks
see exactly what is written.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely
from shapely import STRtree, affinity, prepared
from shapely.geometry import LinearRing, LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize_full

from builder.cartography.drawing import OUTSIDE, Border, DrawingPlan
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import ISLE, Region, RegionClaims
from builder.cartography.path_data import GRID, on_grid, rounded, wavering
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


def board_geometry(maps: Path, plan: DrawingPlan, projection: Projection) -> BoardGeometry:
    """Cut the board that a plan describes; raises DrawingError with every fault found."""
    land = land_around(maps, plan, projection)
    banks = land.buffer(0.2), land.buffer(-0.2)
    lines = [(b, part) for b in plan.borders for part in _border_lines(b, plan, projection, *banks)]
    thin = plan.number("coast", "thin", 0.36)
    regions, loose = _regions_of_lines(land, [line for _, line in lines], projection, thin)
    faults = [
        f"junction {name}: met by the borders of {', '.join(sorted(met))}"
        for name in plan.junctions
        if (met := {side for b in plan.borders if name in b.tokens for side in b.sides})
        != set(name.split("."))
    ]
    faults += [f"a line ends loose at {end}" for end in loose]
    faults += RegionClaims(plan, projection, regions).settle()
    faults += _border_faults(regions, projection, lines)
    if faults:
        raise DrawingError(faults)
    straits = [(b.name, on_grid(line)) for b, line in lines if b.kind == "straits"]
    return BoardGeometry(plan, regions, straits)


def _border_lines(
    border: Border, plan: DrawingPlan, projection: Projection, wide: Any, narrow: Any
) -> list[LineString]:
    """A border as lines in picture units, cut off just past the coast.

    `wide` is all land and a little more, for borders on land; `narrow` a little less, for others.
    """
    points = projection.line(border.tokens, plan)
    if border.kind == "land":
        points = wavering(points, " ".join(border.tokens), WAVER)
    line = LineString(rounded(points, 3 if border.kind == "sea" else 2))
    cut = line.intersection(wide) if border.kind == "land" else line.difference(narrow)
    least = 0.3 if border.kind == "straits" else 1
    return [part for part in shapely.get_parts(cut) if part.length > least]


def _regions_of_lines(
    land: Any, lines: list[LineString], projection: Projection, thin: float
) -> tuple[list[Region], list[tuple[int, int]]]:
    """The regions between coast, lines and frame, and where a line ends without meeting another."""
    frame = box(*projection.frame)
    net = shapely.union_all([land.boundary, frame.boundary, *lines], grid_size=0.01)
    net = shapely.union_all([net.intersection(frame)], grid_size=0.01)
    arcs = [arc.simplify(thin) for arc in linemerge(list(net.geoms)).geoms]
    grid = on_grid(shapely.union_all(arcs))
    shapes, _, dangles, _ = polygonize_full(shapely.union_all([grid], grid_size=1))
    on_land = prepared.prep(on_grid(land))
    regions = [Region(s, on_land.contains(s.representative_point())) for s in shapes.geoms]
    regions.sort(key=lambda f: (-f.shape.area, f.shape.bounds))
    ends = [dangle.coords[0] for dangle in dangles.geoms if dangle.length > LOOSE_END * GRID]
    return regions, [(round(x / GRID), round(y / GRID)) for x, y in ends]


def _border_faults(
    regions: list[Region], projection: Projection, lines: Iterable[tuple[Border, LineString]]
) -> Iterator[str]:
    """Borders that do not lie between the two provinces that their entries name."""
    tree = STRtree([region.shape for region in regions])
    x0, y0, x1, y1 = projection.frame

    def owner(x: float, y: float) -> str:
        first = min(tree.query(Point(x * GRID, y * GRID), "within"), default=None)
        of = regions[first].of if first is not None else ""
        return OUTSIDE if of == ISLE else of

    for border, line in lines:
        for part in CHECKED_AT if border.kind != "straits" and line.length >= LEAST_BORDER else ():
            before, here, after = (
                line.interpolate(part + step, normalized=True) for step in (-0.02, 0, 0.02)
            )
            dx, dy = after.x - before.x, after.y - before.y
            reach = 1.2 / math.hypot(dx, dy)
            x, y = here.x, here.y
            found = {owner(x - dy * s, y + dx * s) for s in (reach, -reach)}
            if x0 + 4 < x < x1 - 4 and y0 + 4 < y < y1 - 4 and found != set(border.sides):
                yield (
                    f"the border {'-'.join(border.sides)} at {x:.0f}, {y:.0f} lies between "
                    f"{' and '.join(sorted(found))}"
                )


def land_around(maps: Path, plan: DrawingPlan, projection: Projection) -> Any:
    """All land in and a little around the frame, as one (multi)polygon in picture units.

    Raises DrawingError if the plan enlarges an island that is not there.
    """
    window = box(*projection.frame).buffer(BLEED, join_style="mitre")
    coast = json.loads(map_file(maps, "coast", "land.json").read_text(encoding="utf-8"))
    west = plan.number("coast", "west", -180)
    islands = []
    for rings in coast["polygons"]:
        outline, *holes = (_degrees(ring, coast["unit"]) for ring in rings)
        if max(lon for lon, _ in outline) > west:
            # its long edges are curved by the projection
            fine = Polygon(outline, holes).segmentize(1.0)
            drawn = shapely.transform(fine, lambda places: [projection(*p) for p in places])
            parts = shapely.get_parts(drawn.buffer(0).intersection(window))
            islands += [p for p in parts if p.geom_type == "Polygon" and not p.is_empty]
    for lon, lat, factor in plan.raw.get("swell", ()):
        place = Point(projection(lon, lat))
        nearest = min(range(len(islands)), key=lambda i: islands[i].distance(place))
        if islands[nearest].distance(place) > 6:
            raise DrawingError([f"swell: there is no island at {lon}, {lat}"])
        islands[nearest] = affinity.scale(islands[nearest], factor, factor)
    least = plan.number("coast", "least", 7)
    tolerance = plan.number("coast", "tolerance", 0.9)
    smooth = [
        _smooth(i, tolerance if i.area > SMALL_ISLAND else SMALL_TOLERANCE)
        for i in islands
        if i.area >= least
    ]
    land = shapely.union_all(smooth).intersection(window)
    for ring in plan.raw.get("fill", ()):
        corners = projection.line(ring.split(), plan)
        land = land.union(Polygon(rounded([*corners, corners[0]], 2, closed=True)))
    return land.intersection(window)


def _degrees(steps: Sequence[int], unit: float) -> list[tuple[float, float]]:
    """The points of a ring that is stored as a start and steps, in units of `unit` degrees."""
    places = zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True)
    return [(lon * unit, lat * unit) for lon, lat in places]


def _smooth(island: Polygon, tolerance: float) -> Any:
    """An island with its outline thinned and rounded, and its smallest holes filled."""

    def ring(line: Any) -> list[tuple[float, float]]:
        return rounded(list(LinearRing(line).simplify(tolerance).coords), 2, closed=True)

    holes = [ring(hole) for hole in island.interiors if Polygon(hole).area > LEAST_LAKE]
    return Polygon(ring(island.exterior), holes).buffer(0)
