"""The land under a board: the public-domain coast, projected, smoothed and touched up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry import LinearRing, Point, Polygon, box

from builder.cartography.drawing import DrawingPlan
from builder.cartography.geography.projection import Projection
from builder.cartography.path_data import rounded
from builder.errors import DrawingError
from builder.provided import map_file

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
    lon = lat = 0
    points = []
    for dlon, dlat in zip(steps[::2], steps[1::2], strict=True):
        lon, lat = lon + dlon, lat + dlat
        points.append((lon * unit, lat * unit))
    return points


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
