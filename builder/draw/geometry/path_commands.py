"""SVG path data as commands in absolute coordinates: moves, lines, curves and closings."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import acos, ceil, copysign, cos, degrees, hypot, pi, radians, sin, sqrt, tan

LETTERS = "MmLlHhVvCcSsQqTtAaZz"
PIECE = re.compile(rf"([{LETTERS}])([^{LETTERS}]*)")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Command = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y or Z


def commands(data: str) -> Iterator[Command]:
    """The commands of path data. Raises ValueError if it is not well formed.

    >>> [*commands("M1 2h3z")]
    [('M', (1.0, 2.0)), ('L', (4.0, 2.0)), ('Z', ())]
    """
    pen = Pen()
    for letter, numbers in _pieces(data):
        yield from pen.commands(letter, numbers)


def _pieces(data: str) -> Iterator[tuple[str, Sequence[float]]]:
    """Each command with its own numbers; more numbers repeat it, a move then becomes a line."""
    if data and data.strip()[:1] not in LETTERS:
        raise ValueError(f"path data without a command: {data[:40]!r}")
    for letter, text in PIECE.findall(data):
        numbers = [*map(float, NUMBER.findall(text))]
        count = TAKES[letter.upper()]
        if not count and not numbers:
            yield letter, numbers
            continue
        if not count or not numbers or len(numbers) % count:
            raise ValueError(f"path data with {len(numbers)} numbers after {letter}: {data[:40]!r}")
        yield letter, numbers[:count]
        following = {"M": "L", "m": "l"}.get(letter, letter)
        for at in range(count, len(numbers), count):
            yield following, numbers[at : at + count]


class Pen:
    """Where a path has come to, where its subpath began, and the last control point."""

    def __init__(self) -> None:
        self.x = 0.0
        self.y = 0.0
        self.start_x = 0.0
        self.start_y = 0.0
        self.control: tuple[float, float] | None = None
        self.kind = ""  # of the last command: only curves of one kind continue smoothly

    def commands(self, letter: str, numbers: Sequence[float]) -> Sequence[Command]:
        """The commands in absolute coordinates that a command with its numbers stands for."""
        kind = letter.upper()
        if kind == "Z":
            self._go("", self.start_x, self.start_y)
            return [("Z", ())]
        left = self.x if letter.islower() else 0.0
        top = self.y if letter.islower() else 0.0
        if kind == "A":
            x = left + numbers[5]
            y = top + numbers[6]
            curves = _arc(self.x, self.y, numbers, x, y)
            self._go(kind, x, y)
            return curves
        if kind in "CSQT":
            return [("C", self._curve(kind, left, top, numbers))]
        if kind == "H":
            self._go(kind, left + numbers[0], self.y)
        elif kind == "V":
            self._go(kind, self.x, top + numbers[0])
        else:
            self._go(kind, left + numbers[0], top + numbers[1])
        if kind == "M":
            self.start_x = self.x
            self.start_y = self.y
        return [("M" if kind == "M" else "L", (self.x, self.y))]

    def _go(self, kind: str, x: float, y: float) -> None:
        self.kind = kind
        self.x = x
        self.y = y
        self.control = None

    def _curve(
        self, kind: str, left: float, top: float, numbers: Sequence[float]
    ) -> tuple[float, ...]:
        """The numbers of a cubic curve, at whose end the pen is then."""
        points = [(left + x, top + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if kind in "ST":
            points.insert(0, self._mirrored("CS" if kind == "S" else "QT"))
        x, y = points[-1]
        control = points[-2]
        if kind in "CS":
            first = points[0]
            second = control
        else:
            first = _two_thirds(self.x, self.y, control)
            second = _two_thirds(x, y, control)
        self._go(kind, x, y)
        self.control = control
        return (*first, *second, x, y)

    def _mirrored(self, kinds: str) -> tuple[float, float]:
        """The control point of a smooth curve: the last one, mirrored at the pen."""
        if self.control is None or self.kind not in kinds:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]


def _two_thirds(x: float, y: float, control: tuple[float, float]) -> tuple[float, float]:
    """The control point of a cubic curve beside an end of a quadratic one."""
    return x + (control[0] - x) * 2 / 3, y + (control[1] - y) * 2 / 3


def _arc(
    from_x: float, from_y: float, numbers: Sequence[float], x: float, y: float
) -> list[Command]:
    """An elliptical arc as cubic curves, by the SVG specification's notes F.6.5 and F.6.6."""
    rx, ry, turned, large, sweep = numbers[:5]
    rx = abs(rx)
    ry = abs(ry)
    if not rx or not ry or (from_x, from_y) == (x, y):
        return [("L", (x, y))]
    cosine = cos(radians(turned))
    sine = sin(radians(turned))
    half_x = (from_x - x) / 2
    half_y = (from_y - y) / 2
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
    centre_x = cosine * middle_x - sine * middle_y + (from_x + x) / 2
    centre_y = sine * middle_x + cosine * middle_y + (from_y + y) / 2

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
