"""The places of a board's codes on small maps, a few hundred pixels wide.

The places are found for the size on a phone, where codes are largest. Each code takes the cheapest
place near its name or its unit: clear of other codes, centres and counters, in its own space. This
is repeated, because the other codes move as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import dist
from typing import NamedTuple

import shapely
from shapely.geometry import Polygon

from builder.cartography.letters.names import Rect, overlapping
from builder.cartography.path_data import GRID, rings
from builder.draw.board_sheet import BoardSheet
from builder.draw.curves import Point
from builder.draw.outlined_text import face
from builder.draw.shared_board import code_size
from builder.model.units import Code

# Lengths are picture units.
LARGER = 1.72  # counters and centres on a phone, against the full map
SPACED, HEIGHT = 0.04, 0.36  # the tracking of codes at sea, half the height of a code (em)
COUNTER, CENTRE = (13.0, 15.0, 13.0, 12.0), (5.2, 5.2, 5.2, 5.2)  # left, up, right, down
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
    kinds = dict(sorted(sheet.shapes.items()))
    spaces = chart(sheet)
    spots = {code: _choices(sheet, code, kinds, spaces) for code in kinds}
    placed = {code: found[0] for code, found in spots.items() if found}
    for _ in range(ROUNDS):
        before = dict(placed)
        for code in placed:
            at = placed[code].at
            others = [s.box for c, s in placed.items() if c != code and dist(s.at, at) < NEAR]
            placed[code] = min(spots[code], key=lambda s: s.cost + CODES * clash(s.box, others))
        if placed == before:
            break
    return {code: spot.at for code, spot in placed.items()}


def _choices(
    sheet: BoardSheet, code: Code, kinds: Mapping[Code, str], spaces: Mapping[Cell, Code]
) -> list[CodePlace]:
    """The cheapest places for a code, the cheapest of them first."""
    found = []
    ends = [p[code] for p in (sheet.names, sheet.units) if code in p]
    left, top, right, bottom = room(sheet, code, kinds[code], Point(0, 0))
    shifts = range(-REACH, REACH + 1, STEP)
    for end in ends:
        about = end.x - WIDE, end.y - WIDE, end.x + WIDE, end.y + WIDE
        units, centres = (
            [box for box in signs(places.values(), sides, sheet.pen) if overlapping(box, about)]
            for places, sides in ((sheet.units, COUNTER), (sheet.centres, CENTRE))
        )
        for dy, dx in product(shifts, shifts):
            at = Point(round(end.x) + dx, round(end.y) + dy)
            box = at.x + left, at.y + top, at.x + right, at.y + bottom
            here = spaces.get(cell(at))
            if inside(box, sheet):
                alike = here is not None and (kinds[here] == "sea") is (kinds[code] == "sea")
                cost = 0.0 if here == code else ASTRAY if alike else ABROAD
                cost += FAR * min(dist(at, e) for e in ends)
                cost += COVERED * clash(box, units) + CENTRES * clash(box, centres)
                found.append(CodePlace(at, box, cost))
    return sorted(found, key=lambda s: s.cost)[:CHOICES]


def inside(box: Rect, sheet: BoardSheet) -> bool:
    """Is a box wholly on the sheet?"""
    return box[0] > 0 and box[1] > 0 and box[2] < sheet.width and box[3] < sheet.height


def cell(at: Point) -> Cell:
    """The square of the chart in which a point lies."""
    return round(at.x / STEP), round(at.y / STEP)


def chart(sheet: BoardSheet) -> dict[Cell, Code]:
    """The space in the middle of every square."""
    found: dict[Cell, Code] = {}
    for code, outline in sheet.outlines.items():
        own: set[Cell] = set()
        for shape in map(Polygon, rings(outline)):
            left, top, right, bottom = (round(n / STEP / GRID) for n in shape.bounds)
            cells = list(product(range(left, right + 1), range(top, bottom + 1)))
            xs, ys = ([n * STEP * GRID for n in axis] for axis in zip(*cells, strict=True))
            hits = shapely.contains_xy(shape, xs, ys)
            own ^= {at for at, hit in zip(cells, hits, strict=True) if hit}
        found |= dict.fromkeys(own, code)
    return found


def signs(places: Iterable[Point], sides: Rect, pen: float) -> list[Rect]:
    """The boxes of signs that reach so far to the left, up, right and down of their places."""
    left, top, right, bottom = (n * pen * LARGER for n in sides)
    return [(p.x - left, p.y - top, p.x + right, p.y + bottom) for p in places]


def room(sheet: BoardSheet, code: Code, kind: str, at: Point) -> Rect:
    """The box of a code, by the kind of its space."""
    high = code_size(sheet, kind)
    half = face("sans").width(code, high, SPACED if kind == "sea" else 0.0) / 2
    return at.x - half, at.y - high * HEIGHT, at.x + half, at.y + high * HEIGHT


def clash(box: Rect, others: Sequence[Rect]) -> float:
    """The area that a box has in common with others."""
    x0, y0, x1, y1 = box
    return sum(
        (min(x1, o[2]) - max(x0, o[0])) * (min(y1, o[3]) - max(y0, o[1]))
        for o in others
        if overlapping(box, o)
    )
