"""The coast of a board: a public-domain coastline, projected, thinned and rounded."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry import LinearRing, Point, Polygon, box

from builder.cartography.drawing import DrawingPlan
from builder.cartography.path_data import rounded
from builder.errors import ArchiveError
from builder.provided import map_file

# Lengths and areas in picture units.
BLEED = 60  # of the coast beyond the frame
LEAST_LAKE = 12
SMALL_ISLAND, SMALL_TOLERANCE = 60, 0.5
SWELL_REACH = 6  # how near an island to be enlarged must be


def land_around(maps: Path, plan: DrawingPlan) -> Any:
    """All land in and a little around the frame, as one (multi)polygon in picture units.

    Raises ArchiveError if the plan enlarges an island that is not there.
    """
    projection = plan.projection
    window = box(*projection.frame).buffer(BLEED, join_style="mitre")
    islands = _islands(maps, plan, window)
    for lon, lat, factor in plan.raw.get("swell", ()):
        place = Point(projection(lon, lat))
        nearest = min(range(len(islands)), key=lambda i: islands[i].distance(place))
        if islands[nearest].distance(place) > SWELL_REACH:
            raise ArchiveError(f"swell: there is no island at {lon}, {lat}")
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
        corners = plan.line(ring.split())
        land = land.union(Polygon(rounded([*corners, corners[0]], 2, closed=True)))
    return land.intersection(window)


def _islands(maps: Path, plan: DrawingPlan, window: Polygon) -> list[Polygon]:
    """The polygons of the coast file in a window, except those wholly west of a meridian."""
    coast = json.loads(map_file(maps, "coast", "land.json").read_text(encoding="utf-8"))
    west, unit = plan.number("coast", "west", -180), coast["unit"]
    found: list[Polygon] = []
    for rings in coast["polygons"]:
        # each ring is a start and steps, two numbers a point
        places = (zip(accumulate(r[::2]), accumulate(r[1::2]), strict=True) for r in rings)
        outline, *holes = ([(lon * unit, lat * unit) for lon, lat in ring] for ring in places)
        if max(lon for lon, _ in outline) > west:
            fine = Polygon(outline, holes).segmentize(1.0)  # the projection curves long edges
            drawn = shapely.transform(fine, lambda places: [plan.projection(*p) for p in places])
            parts = shapely.get_parts(drawn.buffer(0).intersection(window))
            found += [p for p in parts if p.geom_type == "Polygon" and not p.is_empty]
    return found


def _smooth(island: Polygon, tolerance: float) -> Any:
    """An island with its outline thinned and rounded, and its smallest holes filled."""

    def ring(line: Any) -> list[tuple[float, float]]:
        return rounded(LinearRing(line).simplify(tolerance).coords, 2, closed=True)

    holes = [ring(hole) for hole in island.interiors if Polygon(hole).area > LEAST_LAKE]
    return Polygon(ring(island.exterior), holes).buffer(0)
