"""The small cut of a board: codes in place of names, for pictures a few hundred pixels wide.

A code stands where the name stood unless it would touch a counter or another code there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.draw.curves import Point
from builder.draw.lettering import face
from builder.draw.sheet import Box, Sheet
from builder.model.board import Board, Code

LARGER = 1.5
SIZE = 24.0
BESIDE, ABOVE, BELOW, CENTRE = 15.0, 16.0, 12.0, 5.0
SHIFTS = (0.0, 9.0, -9.0, 18.0, -18.0)


def code_places(sheet: Sheet, board: Board, larger: float = LARGER) -> dict[Code, Point]:
    """Where the middle of every code stands, with counters that many times larger.

    Spaces with a name are served first, in the order of the board.
    """
    pen = sheet.pen * larger
    taken = [around(p, BESIDE, ABOVE, BELOW, pen) for p in sheet.units.values()]
    taken += [around(p, CENTRE, CENTRE, CENTRE, pen) for p in sheet.centres.values()]
    placed: dict[Code, Point] = {}
    for code in sorted(board.provinces, key=lambda c: c not in sheet.names):
        spot = freest(code, candidates(sheet, code, pen), taken)
        if spot is not None:
            placed[code] = spot
            taken.append(room(code, spot))
    return placed


def freest(code: Code, spots: Iterator[Point], taken: Sequence[Box]) -> Point | None:
    """The first spot where a code touches nothing, else the one where it touches least."""
    best, least = None, float("inf")
    for spot in spots:
        area = clash(room(code, spot), taken)
        if area < 1:
            return spot
        if area < least:
            best, least = spot, area
    return best


def candidates(sheet: Sheet, code: Code, pen: float) -> Iterator[Point]:
    """Places for a code, best first: where the name stood, then round the unit."""
    if code in sheet.names:
        x, y = sheet.names[code]
        yield from (Point(x, y + shift) for shift in SHIFTS)
        yield from (Point(x + 2 * shift, y) for shift in SHIFTS[1:])
    if code in sheet.units:
        x, y = sheet.units[code]
        for height in (y + BELOW * pen + SIZE / 2, y - ABOVE * pen - SIZE / 2):
            yield from (Point(x + 1.5 * shift, height) for shift in SHIFTS)
        far = width(code) / 2 + BESIDE * pen
        for side in (x + far, x - far):
            yield from (Point(side, y + shift) for shift in SHIFTS)


def width(code: Code) -> float:
    """How wide a code is set."""
    return face("sans").width(code, SIZE)


def room(code: Code, at: Point) -> Box:
    """What a code covers."""
    half = width(code) / 2
    return at.x - half, at.y - SIZE * 0.4, at.x + half, at.y + SIZE * 0.4


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
