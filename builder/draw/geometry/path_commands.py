"""SVG path data as commands in absolute coordinates: moves, lines, curves and closings."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import acos, ceil, copysign, cos, degrees, hypot, pi, radians, sin, sqrt, tan
from typing import NamedTuple

TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
LETTERS = frozenset("MmLlHhVvCcSsQqTtAaZz")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Command = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y or Z


class Pen(NamedTuple):
    """Where a path has come to, where its subpath began, and the last control point."""

    x: float = 0.0
    y: float = 0.0
    start_x: float = 0.0
    start_y: float = 0.0
    control: tuple[float, float] | None = None
    kind: str = ""  # of the last command: only curves of one kind continue smoothly


def commands(data: str) -> Iterator[Command]:
    """The commands of path data. Raises ValueError if it is not well formed.

    >>> [*commands("M1 2h3z")]
    [('M', (1.0, 2.0)), ('L', (4.0, 2.0)), ('Z', ())]
    """
    pen = Pen()
    for letter, numbers in _pieces(data):
        pen, made = _step(pen, letter, numbers)
        yield from made


def _pieces(data: str) -> Iterator[tuple[str, Sequence[float]]]:
    """Each command with its own numbers; more numbers repeat it, a move then becomes a line."""
    tokens = TOKEN.findall(data)
    at = 0
    letter = ""
    while at < len(tokens):
        if tokens[at] in LETTERS:
            letter = tokens[at]
            at += 1
        elif not letter or letter in "Zz":
            raise ValueError(f"path data without a command: {data[:40]!r}")
        count = TAKES[letter.upper()]
        yield letter, [float(token) for token in tokens[at : at + count]]
        at += count
        if letter in "Mm":
            letter = "L" if letter == "M" else "l"


def _step(pen: Pen, letter: str, numbers: Sequence[float]) -> tuple[Pen, Sequence[Command]]:
    kind = letter.upper()
    if kind == "Z":
        return Pen(pen.start_x, pen.start_y, pen.start_x, pen.start_y), [("Z", ())]
    left, top = (pen.x, pen.y) if letter.islower() else (0.0, 0.0)
    if kind == "A":
        x = left + numbers[5]
        y = top + numbers[6]
        curves = _arc(pen, numbers, x, y)
        return pen._replace(x=x, y=y, control=None, kind=kind), curves
    points = _absolute(pen, kind, left, top, numbers)
    x, y = points[-1]
    if kind == "M":
        return Pen(x, y, x, y), [("M", (x, y))]
    if kind in "LHV":
        return pen._replace(x=x, y=y, control=None, kind=kind), [("L", (x, y))]
    curve, control = _curve(pen, kind, points)
    return pen._replace(x=x, y=y, control=control, kind=kind), [("C", curve)]


def _absolute(
    pen: Pen, kind: str, left: float, top: float, numbers: Sequence[float]
) -> list[tuple[float, float]]:
    if kind == "H":
        return [(left + numbers[0], pen.y)]
    if kind == "V":
        return [(pen.x, top + numbers[0])]
    xs = (left + number for number in numbers[::2])
    ys = (top + number for number in numbers[1::2])
    return list(zip(xs, ys, strict=True))


def _curve(
    pen: Pen, kind: str, points: list[tuple[float, float]]
) -> tuple[tuple[float, ...], tuple[float, float]]:
    """The numbers of a cubic curve, and the control point that a smooth one continues from."""
    if kind in "ST":
        points = [_mirrored(pen, "CS" if kind == "S" else "QT"), *points]
    if kind in "CS":
        first, second, end = points
        return (*first, *second, *end), second
    (cx, cy), (x, y) = points
    return (
        pen.x + (cx - pen.x) * 2 / 3,
        pen.y + (cy - pen.y) * 2 / 3,
        x + (cx - x) * 2 / 3,
        y + (cy - y) * 2 / 3,
        x,
        y,
    ), (cx, cy)


def _mirrored(pen: Pen, kinds: str) -> tuple[float, float]:
    """The control point of a smooth curve: the last one, mirrored at the pen."""
    if pen.control is None or pen.kind not in kinds:
        return pen.x, pen.y
    return 2 * pen.x - pen.control[0], 2 * pen.y - pen.control[1]


def _arc(pen: Pen, numbers: Sequence[float], x: float, y: float) -> list[Command]:
    """An elliptical arc as cubic curves, by the SVG specification's notes F.6.5 and F.6.6."""
    rx, ry, turned, large, sweep = numbers[:5]
    rx = abs(rx)
    ry = abs(ry)
    if not rx or not ry or (pen.x, pen.y) == (x, y):
        return [("L", (x, y))]
    cosine = cos(radians(turned))
    sine = sin(radians(turned))
    half_x = (pen.x - x) / 2
    half_y = (pen.y - y) / 2
    dx = cosine * half_x + sine * half_y
    dy = cosine * half_y - sine * half_x
    stretch = max(1.0, sqrt((dx / rx) ** 2 + (dy / ry) ** 2))
    rx *= stretch
    ry *= stretch
    off = (dx / rx) ** 2 + (dy / ry) ** 2
    root = copysign(sqrt(max(0.0, 1 / off - 1)), 1 if large != sweep else -1)
    middle_x = root * rx * dy / ry
    middle_y = -root * ry * dx / rx
    begin = _angle(1, 0, (dx - middle_x) / rx, (dy - middle_y) / ry)
    angle = _angle(
        (dx - middle_x) / rx, (dy - middle_y) / ry, (-dx - middle_x) / rx, (-dy - middle_y) / ry
    )
    if not sweep and angle > 0:
        angle -= 2 * pi
    if sweep and angle < 0:
        angle += 2 * pi
    centre_x = cosine * middle_x - sine * middle_y + (pen.x + x) / 2
    centre_y = sine * middle_x + cosine * middle_y + (pen.y + y) / 2

    def place(across: float, along: float) -> tuple[float, float]:
        return (
            centre_x + cosine * rx * across - sine * ry * along,
            centre_y + sine * rx * across + cosine * ry * along,
        )

    return _quarters(place, begin, angle)


def _quarters(
    place: Callable[[float, float], tuple[float, float]], begin: float, angle: float
) -> list[Command]:
    """An arc of the unit circle as curves of at most a quarter each, put into its place."""
    count = max(1, ceil(abs(degrees(angle)) / 90 - 1e-9))
    step = angle / count
    reach = 4 / 3 * tan(step / 4)
    curves: list[Command] = []
    for number in range(count):
        one = begin + number * step
        two = one + step
        first = place(cos(one) - reach * sin(one), sin(one) + reach * cos(one))
        second = place(cos(two) + reach * sin(two), sin(two) - reach * cos(two))
        curves.append(("C", (*first, *second, *place(cos(two), sin(two)))))
    return curves


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    share = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    return copysign(acos(max(-1.0, min(1.0, share))), ux * vy - uy * vx)
