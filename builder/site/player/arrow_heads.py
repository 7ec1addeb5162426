"""The heads of arrows in a replay's data: left out where the page's script can draw them again."""

from __future__ import annotations

import re
from math import atan2, cos, dist, sin

from builder.draw.curves import Point, Segment, on

ARROW = re.compile(r'(M[^M"]*[^M"z])((?:"[^>]*/><path d=")?)(M[^M"]*z)')
RUN = re.compile(r"([Mlqc])([^Mlqcz]*)")
NUMBER = re.compile(r"-?(?:\d*\.)?\d+")
MARK = "^"
BACK, STEPS = 9.0, 60
CORNERS = ((-8.0, 3.6), (-5.0, 0.0), (-8.0, -3.6))
NEAR = 0.6


def headless(lines: str, pen: float) -> str:
    """The lines of a phase with a mark in place of each head that its line foretells."""

    def shorter(found: re.Match[str]) -> str:
        line, between, head = found.groups()
        again = tip(line, pen)
        near = all(dist(a, b) <= NEAR for a, b in zip(last(head), again, strict=True))
        return f"{line}{between}{MARK if near else head}"

    return ARROW.sub(shorter, lines)


def tip(line: str, pen: float) -> Segment:
    """The corners of the head at the end of a line, as the script draws it."""
    piece = last(line)
    end = piece[-1]
    points = (on(piece, 1 - i / STEPS) for i in range(1, STEPS + 1))
    back = next((p for p in points if dist(p, end) >= BACK * pen), piece[0])
    turn = atan2(end.y - back.y, end.x - back.x)
    along, across = pen * cos(turn), pen * sin(turn)
    corners = (
        Point(end.x + u * along - v * across, end.y + u * across + v * along) for u, v in CORNERS
    )
    return (end, *corners)


def last(path: str) -> Segment:
    """The last piece of a path: where it begins, and the places that its letter names."""
    piece = [Point(0.0, 0.0)]
    for letter, tail in RUN.findall(path):
        numbers = [float(n) for n in NUMBER.findall(tail)]
        piece = piece[-1:]
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            here = piece[-1 if letter == "l" else 0]
            piece.append(Point(here.x + x, here.y + y))
    return tuple(piece)
