"""The room that counters take; moves units so that they cover no name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from math import hypot
from typing import Any

import shapely
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from shapely import STRtree, affinity
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon
from shapely.ops import unary_union

from builder.cartography.anchors import Anchors
from builder.cartography.drawing import Point
from builder.cartography.letters.names import Rect, overlapping
from builder.draw import curves
from builder.draw.symbols import OUTLINES, RIM

BEND = 12
FARTHEST = 9
SEAL, GAP = 6.4, 0.3


@cache
def figure(kinds: tuple[str, ...], pen: float = 1.0) -> Any:
    """What the counters of some kinds of units cover together, with their rims, about (0, 0)."""
    parts = [Polygon(ring).buffer(0) for k in kinds for d in OUTLINES[k] for ring in rings(d)]
    found = affinity.scale(unary_union(parts).buffer(RIM / 2), pen, pen, origin=(0, 0))
    shapely.prepare(found)
    return found


def rings(d: str) -> Iterator[list[Point]]:
    """The closed figures of path data, their curves in short straight pieces."""
    pen = RecordingPen()
    parse_path(d, pen)
    ring: list[Point] = []
    for step, points in pen.value:
        if step == "moveTo" and ring:
            yield ring
            ring = []
        if step == "curveTo":
            bend = tuple(curves.Point(*p) for p in (ring[-1], *points))
            ring += [curves.on(bend, n / BEND) for n in range(1, BEND)]
        ring += points[-1:]
    yield ring


def meets(counter: Any, spot: Point, box: Rect, gap: float) -> bool:
    """Does a counter that stands at a spot come closer to a box than a gap?"""
    x, y = spot
    room = box[0] - gap - x, box[1] - gap - y, box[2] + gap - x, box[3] + gap - y
    return overlapping(room, counter.bounds) and bool(counter.intersects(shapely.box(*room)))


def settle(
    anchors: Anchors, rooms: Mapping[str, list[Rect]], figures: Mapping[str, Any], pen: float
) -> None:
    """Move every unit as little as need be to stand clear of names, centres and other units;
    the mark of a coast may lie under the fleet that it is for."""
    centres = [*anchors.centres.values(), *anchors.builds.values()]
    seals = [Spot(*at).buffer(SEAL * pen) for at in centres]
    words = [
        (name, shapely.box(*box).buffer(GAP * pen))
        for name, boxes in rooms.items()
        for box in boxes
    ]
    standing = {at: affinity.translate(figures[at], *spot) for at, spot in anchors.units.items()}
    for place, spot in anchors.units.items():
        code, _, coast = place.partition("/")
        others = [
            *(word for name, word in words if not coast or name != place),
            *seals,
            *(there for other, there in standing.items() if other.partition("/")[0] != code),
        ]
        anchors.units[place] = settled(spot, figures[place], others)
        standing[place] = affinity.translate(figures[place], *anchors.units[place])


def settled(spot: Point, counter: Any, others: Iterable[Any]) -> Point:
    """The place nearest to a spot, in whole units, where a counter touches none of the other
    things; the spot itself where all places near it are taken."""
    x, y = round(spot[0]), round(spot[1])
    reach = affinity.translate(shapely.box(*counter.bounds).buffer(FARTHEST), x, y).bounds
    near = STRtree([other for other in others if overlapping(other.bounds, reach)])
    aside = range(-FARTHEST, FARTHEST + 1)
    for dx, dy in sorted(product(aside, aside), key=lambda s: (hypot(*s), s)):
        there = affinity.translate(counter, x + dx, y + dy)
        if not len(near.query(there, "intersects")):
            return x + dx, y + dy
    return x, y
