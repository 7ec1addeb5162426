"""The small cut of a board: codes in place of names, for pictures a few hundred pixels wide.

Codes are placed for the smallest of them, a phone's, where they are largest. Each looks for the
cheapest place near its name or its unit: clear of other codes, centres and counters, in its own
space; and looks again, for the others move too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil, dist, floor
from typing import NamedTuple

from builder.draw.board_sheet import BoardSheet, Box
from builder.draw.curves import Point
from builder.draw.outlined_text import face
from builder.draw.png.path_steps import steps
from builder.model.board import Board, Code

LARGER = 1.72
LAND, SEA, SPACED = 31.0, 27.0, 0.04
HEIGHT = 0.36
BESIDE, ABOVE, BELOW, CENTRE = 13.0, 15.0, 12.0, 5.2
REACH, STEP, WIDE, NEAR = 72, 8, 100.0, 200.0
CHOICES, ROUNDS = 160, 12
FAR, ABROAD, ASTRAY, CODES, CENTRES, COVERED = 1.5, 60.0, 150.0, 200.0, 200.0, 1.5
OUTLINE = re.compile(r'<path id="([^"]+)" data-kind="[a-z]+"[^>]* d="([^"]*)"')
Cell = tuple[int, int]
Chart = Mapping[Cell, Code]
Kinds = tuple[tuple[Code, str], ...]


class CodePlace(NamedTuple):
    """A place for a code: its middle, what it covers there, and what that costs."""

    at: Point
    box: Box
    cost: float


def code_places(sheet: BoardSheet, board: Board) -> dict[Code, Point]:
    """Where the middle of every code stands."""
    return dict(settled(sheet, tuple((c, str(p.terrain)) for c, p in board.provinces.items())))


@lru_cache(maxsize=16)
def settled(sheet: BoardSheet, kinds: Kinds) -> Mapping[Code, Point]:
    """Where the codes of spaces of these kinds stand at last."""
    told = {code: kind == "sea" for code, kind in kinds}
    lie = chart(sheet)
    wet = {cell: told.get(code, False) for cell, code in lie.items()}
    spots = {code: choices(sheet, code, kind, lie, wet) for code, kind in kinds}
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


def choices(
    sheet: BoardSheet, code: Code, kind: str, lie: Chart, wet: Mapping[Cell, bool]
) -> list[CodePlace]:
    """The cheapest places for a code, the cheapest of them first."""
    ends = [p[code] for p in (sheet.names, sheet.units) if code in p]
    if not ends:
        return []
    shifts = range(-REACH, REACH + 1, STEP)
    x0, y0, x1, y1 = room(sheet, code, kind, Point(0.0, 0.0))
    found = []
    crowd = counters(sheet), centres(sheet)
    for end in ends:
        units, seals = (close(boxes, end) for boxes in crowd)
        for y in (end.y + shift for shift in shifts):
            for x in (end.x + shift for shift in shifts):
                at = Point(x, y)
                here = cell(at)
                abroad = ASTRAY if wet.get(here) is (kind == "sea") else ABROAD
                abroad = 0.0 if lie.get(here) == code else abroad
                box = x + x0, y + y0, x + x1, y + y1
                far = min(dist(at, e) for e in ends)
                cost = (
                    FAR * far + abroad + COVERED * clash(box, units) + CENTRES * clash(box, seals)
                )
                if inside(box, sheet):
                    found.append(CodePlace(at, box, cost))
    return sorted(found, key=lambda s: s.cost)[:CHOICES]


def close(boxes: Sequence[Box], to: Point) -> list[Box]:
    """Those of the boxes that a code may touch that stands about a place."""
    return [
        b
        for b in boxes
        if b[0] < to.x + WIDE and to.x - WIDE < b[2] and b[1] < to.y + WIDE and to.y - WIDE < b[3]
    ]


def inside(box: Box, sheet: BoardSheet) -> bool:
    """Is a box wholly on the sheet?"""
    return box[0] > 0 and box[1] > 0 and box[2] < sheet.width and box[3] < sheet.height


def cell(at: Point) -> Cell:
    """The square of the chart in which a point lies."""
    return round(at.x / STEP), round(at.y / STEP)


def chart(sheet: BoardSheet) -> Chart:
    """Which space there is in the middle of every square."""
    found: dict[Cell, Code] = {}
    for code, outline in OUTLINE.findall(sheet.layers["provinces"]):
        shore = edges(outline)
        heights = [end.y for edge in shore for end in edge]
        for row in range(round(min(heights) / STEP), round(max(heights) / STEP) + 1):
            shores = sorted(crossings(shore, row * STEP))
            for left, right in zip(shores[::2], shores[1::2], strict=True):
                for column in range(ceil(left / STEP), floor(right / STEP) + 1):
                    found[column, row] = Code(code)
    return found


def edges(outline: str) -> list[tuple[Point, Point]]:
    """The straight pieces of a province's outline, which is given in tenths."""
    found: list[tuple[Point, Point]] = []
    first = last = Point(0.0, 0.0)
    for kind, numbers in steps(outline):
        to = Point(numbers[-2] / 10, numbers[-1] / 10) if numbers else first
        if kind == "M":
            first = to
        else:
            found.append((last, to))
        last = to
    return found


def crossings(shore: Sequence[tuple[Point, Point]], y: float) -> list[float]:
    """Where a level line meets an outline."""
    return [
        one.x + (y - one.y) * (other.x - one.x) / (other.y - one.y)
        for one, other in shore
        if (one.y > y) != (other.y > y)
    ]


def counters(sheet: BoardSheet) -> list[Box]:
    """What the counters of a board would cover."""
    pen = sheet.pen * LARGER
    return [around(p, BESIDE, ABOVE, BELOW, pen) for p in sheet.units.values()]


def centres(sheet: BoardSheet) -> list[Box]:
    """What the signs of the centres cover."""
    pen = sheet.pen * LARGER
    return [around(p, CENTRE, CENTRE, CENTRE, pen) for p in sheet.centres.values()]


def size(sheet: BoardSheet, kind: str) -> float:
    """How large the code of a space of that kind is set on a phone: less on a crowded board."""
    return (SEA if kind == "sea" else LAND) * min(1.0, sheet.pen) ** 2


def room(sheet: BoardSheet, code: Code, kind: str, at: Point) -> Box:
    """What the code of a space of that kind covers."""
    high = size(sheet, kind)
    half = face("sans").width(code, high, SPACED if kind == "sea" else 0.0) / 2
    return at.x - half, at.y - high * HEIGHT, at.x + half, at.y + high * HEIGHT


def around(p: Point, beside: float, above: float, below: float, pen: float) -> Box:
    """What a counter or a centre covers."""
    return p.x - beside * pen, p.y - above * pen, p.x + beside * pen, p.y + below * pen


def clash(box: Box, others: Sequence[Box]) -> float:
    """The area that a box has in common with others."""
    x0, y0, x1, y1 = box
    return sum(
        (min(x1, o[2]) - max(x0, o[0])) * (min(y1, o[3]) - max(y0, o[1]))
        for o in others
        if o[0] < x1 and x0 < o[2] and o[1] < y1 and y0 < o[3]
    )
