"""The places of a board's codes on small maps, a few hundred pixels wide.

The places are found for the size on a phone, where codes are largest. Each code takes the cheapest
place near its name or its unit: clear of other codes, centres and counters, in its own space. This
is repeated, because the other codes move as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, product
from math import dist
from typing import NamedTuple

import shapely

from builder.cartography.path_data import GRID, rings
from builder.draw.board_sheet import BoardSheet
from builder.draw.geometry.curves import Point, Rect
from builder.draw.outlined_text import face
from builder.draw.shared_board import code_size
from builder.model.units import Code

# Lengths are picture units.
LARGER = 1.72  # counters and centres on a phone, against the full map
SEA_TRACKING = 0.04  # em
HALF_HEIGHT = 0.36  # of a code, em
COUNTER_BOX = Rect(-13.0, -15.0, 13.0, 12.0)
CENTRE_BOX = Rect(-5.2, -5.2, 5.2, 5.2)
REACH = 72  # how far from its name or unit a code is tried
STEP = 8  # between the places that are tried
COUNTER_REACH = 100.0  # a counter that is farther away cannot meet a code
CODE_REACH = 200.0  # nor can another code
MOST_PLACES = 160  # kept for each code
ROUNDS = 12  # how often codes are moved
# What a place costs: for each unit of distance; abroad, in a space of the same element or of the
# other; and for each unit of area in common with codes, centres and counters.
DISTANCE_COST = 1.5
SAME_ELEMENT_COST = 150.0
OTHER_ELEMENT_COST = 60.0
CODE_COST = 200.0
CENTRE_COST = 200.0
COUNTER_COST = 1.5
Cell = tuple[int, int]


class CodePlace(NamedTuple):
    """A place for a code: its middle, the box it covers there, and its cost."""

    at: Point
    box: Rect
    cost: float


def code_places(sheet: BoardSheet) -> dict[Code, Point]:
    """The middle of every code."""
    spaces = chart(sheet)
    choices: dict[Code, list[CodePlace]] = {}
    placed: dict[Code, CodePlace] = {}
    for code in sorted(sheet.shapes):
        choices[code] = _choices(sheet, code, spaces)
        if choices[code]:
            placed[code] = choices[code][0]
    for _ in range(ROUNDS):
        before = dict(placed)
        for code in placed:
            placed[code] = _cheapest(choices[code], _boxes_near(code, placed))
        if placed == before:
            break
    return {code: place.at for code, place in placed.items()}


def _boxes_near(code: Code, placed: Mapping[Code, CodePlace]) -> list[Rect]:
    """The boxes of the other codes that may meet this one."""
    here = placed[code].at
    boxes = []
    for other, place in placed.items():
        if other != code and dist(place.at, here) < CODE_REACH:
            boxes.append(place.box)
    return boxes


def _cheapest(choices: Iterable[CodePlace], boxes: Sequence[Rect]) -> CodePlace:
    """The place with the least cost, given where the codes nearby are."""

    def cost(place: CodePlace) -> float:
        return place.cost + CODE_COST * sum(map(place.box.common, boxes))

    return min(choices, key=cost)


def _choices(sheet: BoardSheet, code: Code, spaces: Mapping[Cell, Code]) -> list[CodePlace]:
    """The cheapest places for a code, the cheapest of them first."""
    paper = Rect(0, 0, sheet.width, sheet.height)
    own_room = room(sheet, code, sheet.shapes[code])
    ends = [places[code] for places in (sheet.names, sheet.units) if code in places]
    shifts = range(-REACH, REACH + 1, STEP)
    choices = []
    for end in ends:
        around = Rect(*end, *end).grown(COUNTER_REACH, COUNTER_REACH)
        counters = list(filter(around.meets, signs(sheet.units.values(), COUNTER_BOX, sheet.pen)))
        centres = list(filter(around.meets, signs(sheet.centres.values(), CENTRE_BOX, sheet.pen)))
        for dy, dx in product(shifts, shifts):
            at = Point(round(end.x) + dx, round(end.y) + dy)
            box = own_room.moved(*at)
            if not box.within(paper):
                continue
            cost = _cost_of_space(sheet, code, spaces.get(cell(at)))
            cost += DISTANCE_COST * min(dist(at, other_end) for other_end in ends)
            cost += COUNTER_COST * sum(map(box.common, counters))
            cost += CENTRE_COST * sum(map(box.common, centres))
            choices.append(CodePlace(at, box, cost))
    return sorted(choices, key=lambda place: place.cost)[:MOST_PLACES]


def _cost_of_space(sheet: BoardSheet, code: Code, space: Code | None) -> float:
    """What it costs a code to stand in a space, which may be its own."""
    if space == code:
        return 0.0
    if space is None:
        return OTHER_ELEMENT_COST
    at_sea = sheet.shapes[code] == "sea"
    same_element = (sheet.shapes[space] == "sea") is at_sea
    return SAME_ELEMENT_COST if same_element else OTHER_ELEMENT_COST


def cell(at: Point) -> Cell:
    """The square of the chart in which a point lies."""
    return round(at.x / STEP), round(at.y / STEP)


def chart(sheet: BoardSheet) -> dict[Cell, Code]:
    """The space in the middle of every square."""
    spaces: dict[Cell, Code] = {}
    for code, outline in sheet.outlines.items():
        shapes = [shapely.Polygon(ring) for ring in rings(outline)]
        shapely.prepare(shapes)
        left, top, right, bottom = (round(n / STEP / GRID) for n in shapely.total_bounds(shapes))
        cells = list(product(range(left, right + 1), range(top, bottom + 1)))
        middles = shapely.points([(x * STEP * GRID, y * STEP * GRID) for x, y in cells])
        # A hole is a ring within a ring: what lies in an even number of them is outside.
        times_inside = sum(shapely.contains(shape, middles) for shape in shapes)
        cells_inside = compress(cells, times_inside % 2)
        spaces |= dict.fromkeys(cells_inside, code)
    return spaces


def signs(places: Iterable[Point], sign: Rect, pen: float) -> list[Rect]:
    """The boxes that a sign covers at some places."""
    scaled = sign.scaled(pen * LARGER)
    return [scaled.moved(*at) for at in places]


def room(sheet: BoardSheet, code: Code, kind: str) -> Rect:
    """The box of a code about (0, 0), by the kind of its space."""
    high = code_size(sheet, kind)
    tracking = SEA_TRACKING if kind == "sea" else 0.0
    half = face("sans").width(code, high, tracking) / 2
    return Rect(-half, -high * HALF_HEIGHT, half, high * HALF_HEIGHT)
