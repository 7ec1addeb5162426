"""The places of units, dislodged units, centres and names in the picture."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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

from builder.cartography.drawing import DrawingPlan, Point
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID
from builder.cartography.letters.names import Rect, away, overlapping
from builder.draw import curves
from builder.draw.symbols import OUTLINES, RIM

COUNTER, DOT = 10.2, 3.6
STEP_ASIDE = 27.0
DIRECTIONS, ROUND = 24, 8
PREFERRED = -math.pi / 5


@dataclass(frozen=True)
class Anchors:
    """Every place of a board where something may stand, in picture units."""

    units: dict[str, Point]
    centres: Mapping[str, Point]
    builds: Mapping[str, Point]
    dislodged: dict[str, Point] = field(default_factory=dict)


def survey(plan: DrawingPlan, projection: Projection) -> Anchors:
    """The points that the plan itself gives, in whole units as pictures use them."""

    def whole(at: Point) -> Point:
        x, y = projection(*at)
        return round(x), round(y)

    units = {}
    for site in plan.sites.values():
        if not site.impassable:
            units[site.code] = whole(site.at)
            for coast, spot in (site.coasts or {}).items():
                units[f"{site.code}/{coast}"] = whole(spot)
    return Anchors(
        units=units,
        centres={s.code: whole(s.centre) for s in plan.sites.values() if s.centre},
        builds={s.code: whole(s.build) for s in plan.sites.values() if s.build},
    )


def step_aside(
    anchors: Anchors, shapes: Mapping[str, Any], taken: Iterable[Rect], pen: float
) -> None:
    """Find for every location a place beside its unit, as free of other things as can be had."""
    rects = list(taken)
    dots = [*anchors.centres.values(), *anchors.builds.values()]
    for place, (x, y) in anchors.units.items():
        spots = [_aside(x, y, i, pen) for i in range(DIRECTIONS)]
        outside = _outside(shapes[place.partition("/")[0]], spots, pen)
        others = [spot for other, spot in anchors.units.items() if other != place]
        reach = (STEP_ASIDE + COUNTER) * pen
        close = [
            r for r in rects if r[0] - reach < x < r[2] + reach and r[1] - reach < y < r[3] + reach
        ]
        costs = [
            min(i, DIRECTIONS - i) / DIRECTIONS
            + 10 * outside[i]
            + sum(3 * max(0.0, COUNTER * pen - away(r, spot)) for r in close)
            + 70 * sum(math.dist(spot, d) < (COUNTER + DOT) * pen for d in dots)
            + 60 * sum(math.dist(spot, u) < 2 * COUNTER * pen for u in others)
            for i, spot in enumerate(spots)
        ]
        anchors.dislodged[place] = spots[costs.index(min(costs))]


def _aside(x: float, y: float, i: int, pen: float) -> Point:
    angle = PREFERRED + math.tau * i / DIRECTIONS
    return x + STEP_ASIDE * pen * math.cos(angle), y + STEP_ASIDE * pen * math.sin(angle)


def _outside(shape: Any, spots: list[Point], pen: float) -> list[int]:
    """How many of eight points around each spot lie outside the shape."""
    turns = [math.tau * n / ROUND for n in range(ROUND)]
    xs = [(x + COUNTER * pen * math.cos(t)) * GRID for x, _ in spots for t in turns]
    ys = [(y + COUNTER * pen * math.sin(t)) * GRID for _, y in spots for t in turns]
    shapely.prepare(shape)
    inside = [bool(hit) for hit in shapely.contains_xy(shape, xs, ys)]
    return [inside[i : i + ROUND].count(False) for i in range(0, len(inside), ROUND)]


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
