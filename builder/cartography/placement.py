"""Finds room on the board: for names, units and units dislodged.

A name that is too small to be read on a map a thousand pixels wide is tried larger, and a little
aside of its place. It takes the largest size at which it touches nothing and covers hardly more of
its neighbours than before. A unit is moved as little as possible to be clear of what stands there.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Any, NamedTuple

import shapely
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from shapely import STRtree, affinity

from builder.cartography import names
from builder.cartography.drawing import Point
from builder.cartography.names import Name, NameRequest
from builder.cartography.path_data import GRID, on_grid
from builder.draw.geometry import curves
from builder.draw.geometry.curves import Rect
from builder.draw.symbols import OUTLINES, RIM

# Lengths in units of the standard board: the radii of a counter, of a centre's dot and of a whole
# centre, the distance of a dislodged unit, and the least gap between counters and names.
COUNTER_RADIUS = 10.2
DOT_RADIUS = 3.6
CENTRE_RADIUS = 6.4
STEP_ASIDE = 27.0
LEAST_GAP = 0.3
FARTHEST = range(-9, 10)  # how far a unit may be moved, in units of the drawing
NEARBY = sorted(product(FARTHEST, repeat=2), key=lambda shift: (math.hypot(*shift), shift))
DIRECTIONS = 24  # that are tried for a dislodged unit
FIRST_DIRECTION = -math.pi / 5  # radians: up and to the right
POINTS_ROUND_A_COUNTER = 8
PIECES_OF_A_CURVE = 12
# Names, in picture units.
READABLE = 11.5  # the largest size that is tried for a name
COAST_SIZE = 10.5  # and for the mark of a coast
SIZE_STEP = 0.5
SIDEWAYS = (0.0, 2.5, -2.5, 5.0, -5.0, 8.0, -8.0)
UPWARD = (0.0, 2.0, -2.0, 4.0, -4.0)
ASIDE = sorted(product(SIDEWAYS, UPWARD), key=lambda shift: (math.hypot(*shift), shift))
NAME_GAP = 1.4  # between names
DOT_ROOM = 5.2  # the room of a centre's dot
OVERLAP = 1.2  # how far a name may lap over a counter
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
    reach = (STEP_ASIDE + COUNTER_RADIUS) * pen
    words = list(chain.from_iterable(rooms.values()))
    dislodged: dict[str, Point] = {}
    for place, at in anchors.units.items():
        x, y = at
        shape = shapes[place.partition("/")[0]]
        shapely.prepare(shape)
        around = Rect(x, y, x, y).grown(reach, reach)
        surroundings = Surroundings(
            shape=shape,
            words=[box for box in words if box.meets(around)],
            dots=anchors.dots,
            units=[spot for other, spot in anchors.units.items() if other != place],
            pen=pen,
        )
        spots = _points_round(at, STEP_ASIDE * pen, DIRECTIONS, FIRST_DIRECTION)
        costs = []
        for i, spot in enumerate(spots):
            turn = min(i, DIRECTIONS - i) / DIRECTIONS
            costs.append(turn + surroundings.cost(spot))
        dislodged[place] = spots[costs.index(min(costs))]
    return anchors._replace(dislodged=dislodged)


class Surroundings(NamedTuple):
    """What a dislodged unit should not lie upon: anything outside its province, words, the dots of
    centres, and units. `shape` is in grid units."""

    shape: Any
    words: Sequence[Rect]
    dots: Sequence[Point]
    units: Sequence[Point]
    pen: float

    def cost(self, spot: Point) -> float:
        """How much a counter at a spot would lie upon these things."""
        radius = COUNTER_RADIUS * self.pen
        rim = on_grid(shapely.points(_points_round(spot, radius, POINTS_ROUND_A_COUNTER)))
        points_outside = sum(~shapely.contains(self.shape, rim))
        over_words = sum(3 * max(0.0, radius - box.away(spot)) for box in self.words)
        dot_reach = (COUNTER_RADIUS + DOT_RADIUS) * self.pen
        dots_covered = sum(math.dist(spot, dot) < dot_reach for dot in self.dots)
        units_covered = sum(math.dist(spot, unit) < 2 * radius for unit in self.units)
        cost: float = 10 * points_outside + over_words + 70 * dots_covered + 60 * units_covered
        return cost


def _points_round(at: Point, radius: float, count: int, first: float = 0.0) -> list[Point]:
    """Points on a circle, clockwise from an angle in radians."""
    turns = (first + math.tau * i / count for i in range(count))
    return [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns]


@cache
def counter_area(kinds: tuple[str, ...], pen: float = 1.0) -> Any:
    """The area that the counters of some kinds of units cover together, rims too, about (0, 0)."""
    parts = []
    for kind in kinds:
        parts += [shapely.Polygon(_ring(data)).buffer(0) for data in OUTLINES[kind]]
    with_rim = shapely.union_all(parts).buffer(RIM / 2)
    area = affinity.scale(with_rim, pen, pen, origin=(0, 0))
    shapely.prepare(area)
    return area


def _ring(d: str) -> list[Point]:
    """The closed figure of path data, its curves in short straight pieces."""
    pen = RecordingPen()
    parse_path(d, pen)
    ring: list[Point] = []
    for _, points in pen.value:
        if len(points) == 3:
            bend = tuple(curves.Point(*point) for point in (ring[-1], *points))
            for piece in range(1, PIECES_OF_A_CURVE):
                ring.append(curves.on(bend, piece / PIECES_OF_A_CURVE))
        ring += points[-1:]
    return ring


def settled_units(
    anchors: Anchors, rooms: Mapping[str, list[Rect]], counters: Mapping[str, Any], pen: float
) -> dict[str, Point]:
    """Every unit's place in whole units, moved as little as possible to be clear of names, centres
    and units, if it can be; the mark of a coast may lie under its fleet. `counters` are the areas
    of each place's counters."""
    discs = [shapely.Point(*at).buffer(CENTRE_RADIUS * pen) for at in anchors.dots]
    words = []
    for name, boxes in rooms.items():
        words += [(name, shapely.box(*box).buffer(LEAST_GAP * pen)) for box in boxes]
    standing = {at: affinity.translate(counters[at], *spot) for at, spot in anchors.units.items()}
    settled: dict[str, Point] = {}
    for place, spot in anchors.units.items():
        code, _, coast = place.partition("/")
        obstacles = [word for name, word in words if not coast or name != place]
        obstacles += discs
        for other, area in standing.items():
            if other.partition("/")[0] != code:
                obstacles.append(area)
        settled[place] = _nearest_free(spot, counters[place], STRtree(obstacles))
        standing[place] = affinity.translate(counters[place], *settled[place])
    return settled


def _nearest_free(spot: Point, counter: Any, obstacles: STRtree) -> Point:
    """The nearest place in whole units at which a counter meets nothing; the spot if none is."""
    x, y = map(round, spot)
    for dx, dy in NEARBY:
        moved = affinity.translate(counter, x + dx, y + dy)
        if not len(obstacles.query(moved, "intersects")):
            return x + dx, y + dy
    return x, y


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
        apart = [*others, *self.panels]
        counters = [area for at, area in self.counters.items() if at != code or "/" not in at]
        return all(self._has_room(box, apart, counters) for box in boxes)

    def _has_room(self, box: Rect, apart: Sequence[Rect], counters: Sequence[Any]) -> bool:
        """Is a box within the frame, apart from other boxes, and clear of dots and counters?"""
        if not box.within(self.frame.grown(-NAME_GAP, -NAME_GAP)):
            return False
        if any(map(box.grown(NAME_GAP, NAME_GAP / 2).meets, apart)):
            return False
        if any(box.away(dot) <= DOT_ROOM * self.pen for dot in self.dots):
            return False
        overlap = OVERLAP * self.pen
        core = shapely.box(*box.grown(-overlap, -overlap))
        return not any(shapely.intersects(core, counters))

    def share_abroad(self, code: str, boxes: Sequence[Rect]) -> float:
        """The share of a name that lies on other provinces."""
        other_shapes = [shape for other, shape in self.shapes.items() if other != code]
        area_abroad = 0.0
        whole_area = 0.0
        for box in boxes:
            clipped = shapely.clip_by_rect(other_shapes, *box.scaled(GRID))
            area_abroad += shapely.area(clipped).sum()
            whole_area += box.common(box)
        return area_abroad / GRID**2 / max(whole_area, 1.0)


def fitted_names(wants: Mapping[str, NameRequest], obstacles: Obstacles) -> dict[str, list[Name]]:
    """Every name placed, the small ones as large as possible; the smallest is enlarged first."""
    pen = obstacles.pen
    placed = {code: want.lines(pen) for code, want in wants.items()}
    rooms = {code: boxes_of(lines) for code, lines in placed.items()}
    growing = [code for code, lines in placed.items() if not wants[code].fixed and lines]
    for code in sorted(growing, key=lambda code: (placed[code][0].size, code)):
        larger = _enlarged(code, wants[code], rooms, obstacles)
        if larger is not None:
            placed[code] = larger
            rooms[code] = boxes_of(larger)
    return placed


def _enlarged(
    code: str, want: NameRequest, rooms: Mapping[str, list[Rect]], obstacles: Obstacles
) -> list[Name] | None:
    """A name in the largest size that fits, perhaps a little aside; None if no larger one fits."""
    pen = obstacles.pen
    others: list[Rect] = []
    for other, boxes in rooms.items():
        if other != code:
            others += boxes
    share_allowed = obstacles.share_abroad(code, rooms[code]) + STRAY
    least = want.lines(pen)[0].size
    most = COAST_SIZE if want.style == names.COAST else READABLE
    for step in range(math.ceil((most - least) / SIZE_STEP)):
        size = most - step * SIZE_STEP
        boxes = boxes_of(want.lines(pen, size))
        for shift in ASIDE:
            moved = [box.moved(*shift) for box in boxes]
            if not obstacles.have_room(code, moved, others):
                continue
            if obstacles.share_abroad(code, moved) <= share_allowed:
                return want.lines(pen, size, shift)
    return None


def boxes_of(lines: Sequence[Name]) -> list[Rect]:
    """The boxes of all lines of a name."""
    return list(chain.from_iterable(line.boxes() for line in lines))
