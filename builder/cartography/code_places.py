"""The places of a board's codes on small maps, a few hundred pixels wide.

The places are found for the size on a phone, where codes are largest. Each code takes the cheapest
place near its name or its unit: clear of other codes, centres and counters, in its own space. This
is repeated, because the other codes move as well.
"""

from collections.abc import Iterable, Mapping
from itertools import compress, product
from math import dist
from typing import NamedTuple

import shapely

from builder.cartography.path_data import GRID, rings
from builder.draw.board_sheet import BoardSheet
from builder.draw.curves import Point, Rect
from builder.draw.outlined_text import face
from builder.draw.shared_board import code_size
from builder.model.units import Code

# Lengths are picture units.
LARGER = 1.72  # counters and centres on a phone, against the full map
SPACED, HEIGHT = 0.04, 0.36  # the tracking of codes at sea, half the height of a code (em)
COUNTER, CENTRE = Rect(-13.0, -15.0, 13.0, 12.0), Rect(-5.2, -5.2, 5.2, 5.2)
REACH, STEP = 72, 8  # how far from its name or unit a code is tried, and in which steps
WIDE, NEAR = 100.0, 200.0  # no counter or code beyond can meet one at a place
CHOICES, ROUNDS = 160, 12  # places kept for each code, and how often codes are moved
# Costs: of each unit of distance, of a place abroad (on land, at sea) or of the other element, and
# of each unit of area in common with codes, centres and counters.
FAR, ABROAD, ASTRAY, CODES, CENTRES, COVERED = 1.5, 60.0, 150.0, 200.0, 200.0, 1.5
Cell = tuple[int, int]


class CodePlace(NamedTuple):
    """A place for a code: its middle, the box it covers there, and its cost."""

    at: Point
    box: Rect
    cost: float


def code_places(sheet: BoardSheet) -> dict[Code, Point]:
    """The middle of every code."""
    spaces = chart(sheet)
    spots = {code: _choices(sheet, code, spaces) for code in sorted(sheet.shapes)}
    placed = {code: found[0] for code, found in spots.items() if found}
    for _ in range(ROUNDS):
        before = dict(placed)
        for code in placed:
            at = placed[code].at
            others = [s.box for c, s in placed.items() if c != code and dist(s.at, at) < NEAR]
            placed[code] = min(
                spots[code], key=lambda s: s.cost + CODES * sum(map(s.box.common, others))
            )
        if placed == before:
            break
    return {code: spot.at for code, spot in placed.items()}


def _choices(sheet: BoardSheet, code: Code, spaces: Mapping[Cell, Code]) -> list[CodePlace]:
    """The cheapest places for a code, the cheapest of them first."""
    found, paper = [], Rect(0, 0, sheet.width, sheet.height)
    ends = [p[code] for p in (sheet.names, sheet.units) if code in p]
    kinds = sheet.shapes
    own, sea = room(sheet, code, kinds[code]), kinds[code] == "sea"
    shifts = range(-REACH, REACH + 1, STEP)
    for end in ends:
        about = Rect(*end, *end).grown(WIDE, WIDE)
        units, centres = (
            [box for box in signs(places.values(), sign, sheet.pen) if box.meets(about)]
            for places, sign in ((sheet.units, COUNTER), (sheet.centres, CENTRE))
        )
        for dy, dx in product(shifts, shifts):
            at = Point(round(end.x) + dx, round(end.y) + dy)
            box, here = own.moved(*at), spaces.get(cell(at))
            if box.within(paper):
                alike = here is not None and (kinds[here] == "sea") is sea
                cost = 0.0 if here == code else ASTRAY if alike else ABROAD
                cost += FAR * min(dist(at, e) for e in ends)
                cost += COVERED * sum(map(box.common, units))
                cost += CENTRES * sum(map(box.common, centres))
                found.append(CodePlace(at, box, cost))
    return sorted(found, key=lambda s: s.cost)[:CHOICES]


def cell(at: Point) -> Cell:
    """The square of the chart in which a point lies."""
    return round(at.x / STEP), round(at.y / STEP)


def chart(sheet: BoardSheet) -> dict[Cell, Code]:
    """The space in the middle of every square."""
    found: dict[Cell, Code] = {}
    for code, outline in sheet.outlines.items():
        shapes = [shapely.Polygon(ring) for ring in rings(outline)]
        shapely.prepare(shapes)
        left, top, right, bottom = (round(n / STEP / GRID) for n in shapely.total_bounds(shapes))
        cells = list(product(range(left, right + 1), range(top, bottom + 1)))
        middles = shapely.points([(x * STEP * GRID, y * STEP * GRID) for x, y in cells])
        times = sum(shapely.contains(shape, middles) for shape in shapes)
        found |= dict.fromkeys(compress(cells, times % 2), code)
    return found


def signs(places: Iterable[Point], sign: Rect, pen: float) -> list[Rect]:
    """The boxes that a sign covers at some places."""
    return [sign.scaled(pen * LARGER).moved(*at) for at in places]


def room(sheet: BoardSheet, code: Code, kind: str) -> Rect:
    """The box of a code about (0, 0), by the kind of its space."""
    high = code_size(sheet, kind)
    half = face("sans").width(code, high, SPACED if kind == "sea" else 0.0) / 2
    return Rect(-half, -high * HEIGHT, half, high * HEIGHT)
