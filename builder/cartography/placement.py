"""Finds room on the board: for names, units and units dislodged.

A name that is too small to be read on a map a thousand pixels wide is tried larger, and a little
aside of its place. It takes the largest size at which it touches nothing and covers hardly more of
its neighbours than before. A unit is moved as little as possible to be clear of what stands there.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import compress, product
from typing import Any, NamedTuple

import shapely
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from shapely import STRtree, affinity

from builder.cartography import names
from builder.cartography.drawing import Point
from builder.cartography.names import Name, NameRequest
from builder.cartography.path_data import GRID, on_grid
from builder.draw import curves
from builder.draw.curves import Rect
from builder.draw.symbols import OUTLINES, RIM

# Lengths in units of the standard board: the radii of a counter, of a centre's dot and of a whole
# centre, the distance of a dislodged unit, and the least gap between counters and names.
COUNTER, DOT, CENTRE = 10.2, 3.6, 6.4
STEP_ASIDE, GAP = 27.0, 0.3
FARTHEST = range(-9, 10)  # how far a unit may be moved, in units of the drawing
NEARBY = sorted(product(FARTHEST, repeat=2), key=lambda s: (math.hypot(*s), s))
DIRECTIONS, PREFERRED = 24, -math.pi / 5  # of a dislodged unit, in radians; up and right first
ROUND = 8  # points round a counter
BEND = 12  # straight pieces in place of a curve
# Names, in picture units.
READABLE, COAST_SIZE, STEP = 11.5, 10.5, 0.5  # the largest sizes to try, and the steps
SIDEWAYS, ALOFT = (0.0, 2.5, -2.5, 5.0, -5.0, 8.0, -8.0), (0.0, 2.0, -2.0, 4.0, -4.0)
ASIDE = sorted(product(SIDEWAYS, ALOFT), key=lambda p: (math.hypot(*p), p))
NAME_GAP = 1.4  # between names
DOT_ROOM, OVERLAP = 5.2, 1.2  # the room of a centre's dot; how far a name may lap over a counter
STRAY = 0.03  # how much more of a name may lie on other provinces


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
    """The anchors with a place beside every unit, as clear of everything else as possible. `shapes`
    are the provinces in grid units, `rooms` the boxes of names."""
    found, reach = {}, (STEP_ASIDE + COUNTER) * pen
    for place, at in anchors.units.items():
        shape, (x, y) = shapes[place.partition("/")[0]], at
        shapely.prepare(shape)
        others = [spot for other, spot in anchors.units.items() if other != place]
        around = Rect(x, y, x, y).grown(reach, reach)
        close = [box for boxes in rooms.values() for box in boxes if box.meets(around)]
        spots = _points_round(at, STEP_ASIDE * pen, DIRECTIONS, PREFERRED)
        costs = []
        for i, spot in enumerate(spots):
            rim = on_grid(shapely.points(_points_round(spot, COUNTER * pen, ROUND)))
            costs.append(
                min(i, DIRECTIONS - i) / DIRECTIONS
                + 10 * sum(~shapely.contains(shape, rim))
                + sum(3 * max(0.0, COUNTER * pen - room.away(spot)) for room in close)
                + 70 * sum(math.dist(spot, d) < (COUNTER + DOT) * pen for d in anchors.dots)
                + 60 * sum(math.dist(spot, u) < 2 * COUNTER * pen for u in others)
            )
        found[place] = spots[costs.index(min(costs))]
    return anchors._replace(dislodged=found)


def _points_round(at: Point, radius: float, count: int, first: float = 0.0) -> list[Point]:
    """Points on a circle, clockwise from an angle in radians."""
    turns = (first + math.tau * i / count for i in range(count))
    return [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns]


@cache
def counter_area(kinds: tuple[str, ...], pen: float = 1.0) -> Any:
    """The area that the counters of some kinds of units cover together, rims too, about (0, 0)."""
    parts = [shapely.Polygon(_ring(d)).buffer(0) for k in kinds for d in OUTLINES[k]]
    found = affinity.scale(shapely.union_all(parts).buffer(RIM / 2), pen, pen, origin=(0, 0))
    shapely.prepare(found)
    return found


def _ring(d: str) -> list[Point]:
    """The closed figure of path data, its curves in short straight pieces."""
    pen, ring = RecordingPen(), list[Point]()
    parse_path(d, pen)
    for _, points in pen.value:
        if len(points) == 3:
            bend = tuple(curves.Point(*p) for p in (ring[-1], *points))
            ring += [curves.on(bend, n / BEND) for n in range(1, BEND)]
        ring += points[-1:]
    return ring


def settled_units(
    anchors: Anchors, rooms: Mapping[str, list[Rect]], counters: Mapping[str, Any], pen: float
) -> dict[str, Point]:
    """Every unit's place in whole units, moved as little as possible to be clear of names, centres
    and units, if it can be; the mark of a coast may lie under its fleet. `counters` are the areas
    of each place's counters."""
    discs = [shapely.Point(*at).buffer(CENTRE * pen) for at in anchors.dots]
    words = [(n, shapely.box(*b).buffer(GAP * pen)) for n, boxes in rooms.items() for b in boxes]
    standing = {at: affinity.translate(counters[at], *spot) for at, spot in anchors.units.items()}
    found: dict[str, Point] = {}
    for place, spot in anchors.units.items():
        code, _, coast = place.partition("/")
        others = [
            *(word for name, word in words if not coast or name != place),
            *discs,
            *(there for other, there in standing.items() if other.partition("/")[0] != code),
        ]
        near, (x, y) = STRtree(others), map(round, spot)
        there = (affinity.translate(counters[place], x + dx, y + dy) for dx, dy in NEARBY)
        free = (not len(near.query(counter, "intersects")) for counter in there)
        dx, dy = next(compress(NEARBY, free), (0, 0))
        found[place] = x + dx, y + dy
        standing[place] = affinity.translate(counters[place], *found[place])
    return found


class Obstacles(NamedTuple):
    """What names avoid: counters, the dots of centres, the frame, the panels and other provinces.
    `counters` are the areas that they cover by location, `shapes` are in grid units."""

    counters: Mapping[str, Any]
    dots: Sequence[Point]
    frame: Rect
    panels: Sequence[Rect]
    shapes: Mapping[str, Any]
    pen: float

    def have_room(self, code: str, boxes: Sequence[Rect], others: Sequence[Rect]) -> bool:
        """Is there room for the boxes of a name, given those of the other names?"""
        frame, apart = self.frame.grown(-NAME_GAP, -NAME_GAP), (*others, *self.panels)
        counters = [area for at, area in self.counters.items() if at != code or "/" not in at]
        overlap = OVERLAP * self.pen
        return all(
            box.within(frame)
            and not any(map(box.grown(NAME_GAP, NAME_GAP / 2).meets, apart))
            and all(box.away(dot) > DOT_ROOM * self.pen for dot in self.dots)
            and not any(shapely.intersects(shapely.box(*box.grown(-overlap, -overlap)), counters))
            for box in boxes
        )

    def share_abroad(self, code: str, boxes: Sequence[Rect]) -> float:
        """The share of a name that lies on other provinces."""
        abroad = [shape for other, shape in self.shapes.items() if other != code]
        over: float = sum(
            shapely.area(shapely.clip_by_rect(abroad, *box.scaled(GRID))).sum() for box in boxes
        )
        return over / GRID**2 / max(sum(box.common(box) for box in boxes), 1.0)


def fitted_names(wants: Mapping[str, NameRequest], obstacles: Obstacles) -> dict[str, list[Name]]:
    """Every name placed, the small ones as large as possible; the smallest is enlarged first."""
    pen = obstacles.pen
    placed = {code: want.lines(pen) for code, want in wants.items()}
    rooms = {code: boxes_of(lines) for code, lines in placed.items()}
    growing = [code for code, lines in placed.items() if not wants[code].fixed and lines]
    for code in sorted(growing, key=lambda code: (placed[code][0].size, code)):
        want, least = wants[code], placed[code][0].size
        others = [box for other, boxes in rooms.items() if other != code for box in boxes]
        allowed = obstacles.share_abroad(code, rooms[code]) + STRAY
        most = COAST_SIZE if want.style == names.COAST else READABLE
        sizes = [most - step * STEP for step in range(math.ceil((most - least) / STEP))]
        tried = [(size, boxes_of(want.lines(pen, size))) for size in sizes]
        for (size, whole), (dx, dy) in product(tried, ASIDE):
            moved = [box.moved(dx, dy) for box in whole]
            room = obstacles.have_room(code, moved, others)
            if room and obstacles.share_abroad(code, moved) <= allowed:
                placed[code], rooms[code] = want.lines(pen, size, (dx, dy)), moved
                break
    return placed


def boxes_of(lines: Sequence[Name]) -> list[Rect]:
    """The boxes of all lines of a name."""
    return [box for line in lines for box in line.boxes()]
