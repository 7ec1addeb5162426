"""The places of units, dislodged units, centres and names in the picture."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import hypot
from typing import Any, NamedTuple

import shapely
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from shapely import STRtree, affinity
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon
from shapely.ops import unary_union

from builder.cartography.drawing import Point
from builder.cartography.letters.names import Rect, away, overlapping
from builder.cartography.path_data import GRID
from builder.draw import curves
from builder.draw.symbols import OUTLINES, RIM

# Lengths in units of the standard board: the radii of a counter, of a centre's dot and of a whole
# centre, the distance of a dislodged unit, and the least gap between counters and names.
COUNTER, DOT, CENTRE = 10.2, 3.6, 6.4
STEP_ASIDE, GAP = 27.0, 0.3
FARTHEST = 9  # how far a unit may be moved, in units of the drawing
DIRECTIONS, PREFERRED = 24, -math.pi / 5  # of a dislodged unit, in radians; up and right first
ROUND = 8  # points round a counter
BEND = 12  # straight pieces in place of a curve


class Anchors(NamedTuple):
    """Where units, dislodged units, centres and build places stand, in picture units."""

    units: Mapping[str, Point]
    dislodged: Mapping[str, Point] = {}
    centres: Mapping[str, Point] = {}
    builds: Mapping[str, Point] = {}

    @property
    def dots(self) -> list[Point]:
        """The places of centres and of places to build."""
        return [*self.centres.values(), *self.builds.values()]


def with_dislodged(
    anchors: Anchors, shapes: Mapping[str, Any], rooms: Mapping[str, list[Rect]], pen: float
) -> Anchors:
    """The anchors with a place beside every unit, as clear of everything else as possible.

    `shapes` are the provinces in grid units, `rooms` the boxes of names.
    """
    found, reach = {}, (STEP_ASIDE + COUNTER) * pen
    for place, (x, y) in anchors.units.items():
        turns = (PREFERRED + math.tau * i / DIRECTIONS for i in range(DIRECTIONS))
        aside = STEP_ASIDE * pen
        spots = [(x + aside * math.cos(t), y + aside * math.sin(t)) for t in turns]
        outside = _outside(shapes[place.partition("/")[0]], spots, pen)
        others = [spot for other, spot in anchors.units.items() if other != place]
        around = x - reach, y - reach, x + reach, y + reach
        close = [box for boxes in rooms.values() for box in boxes if overlapping(box, around)]
        costs = [
            min(i, DIRECTIONS - i) / DIRECTIONS
            + 10 * outside[i]
            + sum(3 * max(0.0, COUNTER * pen - away(r, spot)) for r in close)
            + 70 * sum(math.dist(spot, d) < (COUNTER + DOT) * pen for d in anchors.dots)
            + 60 * sum(math.dist(spot, u) < 2 * COUNTER * pen for u in others)
            for i, spot in enumerate(spots)
        ]
        found[place] = spots[costs.index(min(costs))]
    return anchors._replace(dislodged=found)


def _outside(shape: Any, spots: Sequence[Point], pen: float) -> list[int]:
    """How many of eight points around each spot lie outside the shape."""
    turns = [math.tau * n / ROUND for n in range(ROUND)]
    xs = [(x + COUNTER * pen * math.cos(t)) * GRID for x, _ in spots for t in turns]
    ys = [(y + COUNTER * pen * math.sin(t)) * GRID for _, y in spots for t in turns]
    shapely.prepare(shape)
    inside = shapely.contains_xy(shape, xs, ys).reshape(-1, ROUND)
    return [ROUND - int(n) for n in inside.sum(axis=1)]


@cache
def counter_area(kinds: tuple[str, ...], pen: float = 1.0) -> Any:
    """The area that the counters of some kinds of units cover together, rims too, about (0, 0)."""
    parts = [Polygon(ring).buffer(0) for k in kinds for d in OUTLINES[k] for ring in _rings(d)]
    found = affinity.scale(unary_union(parts).buffer(RIM / 2), pen, pen, origin=(0, 0))
    shapely.prepare(found)
    return found


def _rings(d: str) -> Iterator[list[Point]]:
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
    """Does a counter at a spot come closer to a box than a gap?"""
    x, y = spot
    room = box[0] - gap - x, box[1] - gap - y, box[2] + gap - x, box[3] + gap - y
    return overlapping(room, counter.bounds) and bool(counter.intersects(shapely.box(*room)))


def settled_units(
    anchors: Anchors, rooms: Mapping[str, list[Rect]], counters: Mapping[str, Any], pen: float
) -> dict[str, Point]:
    """Every unit's place, moved as little as possible to be clear of names, centres and units.

    `rooms` are the boxes of names, `counters` the area of each place's counters. The mark of a
    coast may lie under the fleet that it is for.
    """
    discs = [Spot(*at).buffer(CENTRE * pen) for at in anchors.dots]
    words = [
        (name, shapely.box(*box).buffer(GAP * pen))
        for name, boxes in rooms.items()
        for box in boxes
    ]
    standing = {at: affinity.translate(counters[at], *spot) for at, spot in anchors.units.items()}
    found = {}
    for place, spot in anchors.units.items():
        code, _, coast = place.partition("/")
        others = [
            *(word for name, word in words if not coast or name != place),
            *discs,
            *(there for other, there in standing.items() if other.partition("/")[0] != code),
        ]
        found[place] = _free_place(spot, counters[place], others)
        standing[place] = affinity.translate(counters[place], *found[place])
    return found


def _free_place(spot: Point, counter: Any, others: Iterable[Any]) -> Point:
    """The place nearest to a spot, in whole units, where a counter touches none of the others.

    It is the spot itself if all places near it are taken.
    """
    x, y = round(spot[0]), round(spot[1])
    reach = affinity.translate(shapely.box(*counter.bounds).buffer(FARTHEST), x, y).bounds
    near = STRtree([other for other in others if overlapping(other.bounds, reach)])
    aside = range(-FARTHEST, FARTHEST + 1)
    for dx, dy in sorted(product(aside, aside), key=lambda s: (hypot(*s), s)):
        there = affinity.translate(counter, x + dx, y + dy)
        if not len(near.query(there, "intersects")):
            return x + dx, y + dy
    return x, y
