"""Points, rectangles, and lines across the board: Bezier curves that can be bent and cut."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise, starmap
from operator import sub
from typing import NamedTuple, Self

from builder.draw.marks import Bow
from builder.draw.svg import steps

STEPS = 12  # points per segment at which a line is measured
MOST_POINTS = 4  # that a segment is made of


class Point(NamedTuple):
    """A point of the drawing."""

    x: float
    y: float

    @property
    def rounded(self) -> Self:
        """The nearest point of whole units."""
        return type(self)(round(self.x), round(self.y))


class Rect(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Self) -> bool:
        """Do two overlap?"""
        return self.common(other) > 0

    def touches(self, other: Self) -> bool:
        """Do two overlap, or meet at an edge or a corner?"""
        beside = self.right < other.left or other.right < self.left
        return not beside and self.top <= other.bottom and other.top <= self.bottom

    def within(self, other: Self) -> bool:
        """Does it lie inside another, without touching its edge?"""
        wide = other.left < self.left and self.right < other.right
        return wide and other.top < self.top and self.bottom < other.bottom

    def common(self, other: Self) -> float:
        """The area that two have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        return max(0.0, wide) * max(0.0, min(self.bottom, other.bottom) - max(self.top, other.top))

    def away(self, spot: tuple[float, float]) -> float:
        """The distance of a spot; 0 inside."""
        dx = max(self.left - spot[0], 0, spot[0] - self.right)
        return math.hypot(dx, max(self.top - spot[1], 0, spot[1] - self.bottom))

    def moved(self, dx: float, dy: float) -> Self:
        """The same at another place."""
        return type(self)(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def grown(self, wide: float, high: float) -> Self:
        """The same with so much more room at its sides, and above and below."""
        corner = self.left - wide, self.top - high
        return type(self)(*corner, self.right + wide, self.bottom + high)

    def scaled(self, factor: float) -> Self:
        """The same in other units."""
        return type(self)(*(n * factor for n in self))


Segment = tuple[Point, ...]
COMMANDS = {2: "l", 3: "q", 4: "c"}  # of path data, by the number of a segment's points
Dot = complex  # a point of which thousands of lines have many: a third of the size of a tuple
Weights = tuple[float, float, float, float]  # of a segment's points


def _weights(points: int, t: float) -> Weights:
    """How much each of a segment's points counts at the parameter `t`; those it lacks count 0."""
    rest = 1 - t
    if points == 2:
        return (rest, t, 0.0, 0.0)
    if points == 3:
        return (rest**2, 2 * t * rest, t**2, 0.0)
    return (rest**3, 3 * t * rest**2, 3 * t**2 * rest, t**3)


def _weights_along(points: int) -> list[Weights]:
    """The weights at each point at which a segment of so many points is measured."""
    return [_weights(points, step / STEPS) for step in range(1, STEPS + 1)]


MEASURED = {points: _weights_along(points) for points in (2, 3, MOST_POINTS)}


def between(a: Point, b: Point, t: float) -> Point:
    """The point that lies the share `t` of the way from `a` to `b`."""
    return Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)


def on(segment: Segment, t: float) -> Point:
    """The point of a segment at the parameter `t`."""
    x = 0.0
    y = 0.0
    for weight, point in zip(_weights(len(segment), t), segment, strict=False):
        x += weight * point[0]
        y += weight * point[1]
    return Point(x, y)


def _split(segment: Segment, t: float) -> tuple[Segment, Segment]:
    """Cut one Bezier segment in two (de Casteljau)."""
    rows = [segment]
    while len(rows[-1]) > 1:
        rows.append(tuple([between(a, b, t) for a, b in pairwise(rows[-1])]))
    first = tuple(row[0] for row in rows)
    second = tuple(row[-1] for row in reversed(rows))
    return first, second


class Curve:
    """A chain of Bezier segments, each beginning where the one before it ends. `dots` are points
    along it, close together, from its start to its end. A bent line has its `bend`, and a `bow` as
    soon as it is cut."""

    def __init__(
        self, segments: Sequence[Segment], bend: float | None = None, bow: Bow | None = None
    ) -> None:
        self.segments = tuple(segments)
        self.bend = bend
        self.bow = bow
        self.dots: list[Dot] = [complex(*segments[0][0])]
        for segment in segments:
            # A segment of fewer points is padded with its last one, whose weight is 0 there.
            padding = segment[-1:] * (MOST_POINTS - len(segment))
            one, two, three, four = starmap(complex, segment + padding)
            self.dots += [
                a * one + b * two + c * three + d * four for a, b, c, d in MEASURED[len(segment)]
            ]
        legs = map(abs, map(sub, self.dots[1:], self.dots))
        self._sums: array[float] = array("d", accumulate(legs, initial=0.0))  # up to each dot
        self.length = self._sums[-1]

    def at(self, share: float) -> Point:
        """The point after a share (0 to 1) of the length."""
        segment, t = self._find(self.length * share)
        return on(self.segments[segment], t)

    def heading(self, share: float) -> float:
        """The direction after a share of the length, in radians clockwise from the right."""
        step = 4.0 / max(self.length, 8.0)
        before = self.at(max(0.0, share - step))
        after = self.at(min(1.0, share + step))
        return math.atan2(after.y - before.y, after.x - before.x)

    def nearest(self, point: Point) -> float:
        """The share of the length at which the line comes closest to the point."""
        place = complex(*point)
        distances = [abs(dot - place) for dot in self.dots]
        best = distances.index(min(distances))
        return self._sums[best] / self.length if self.length else 0.0

    def cut(self, head: float, tail: float) -> Curve:
        """The line without its first and its last stretch, given as lengths. If the line is too
        short for both, they are shortened and a short middle piece is kept."""
        return _cut(self, head, tail)

    def _without_ends(self, head: float, tail: float) -> Curve:
        bow = None
        if self.bend is not None:
            bow = Bow(self.segments[0][0], self.segments[0][-1], self.bend, head, tail)
        spare = max(self.length - 6.0, 0.0)
        if head + tail > spare:
            share = spare / (head + tail)
            head *= share
            tail *= share
        first, start = self._find(head)
        last, end = self._find(self.length - tail)
        last_segment, _ = _split(self.segments[last], end)
        segments = [*self.segments[:last], last_segment]
        if first == last:
            start /= max(end, 1e-6)  # the segment is shorter now
        _, first_segment = _split(segments[first], min(start, 1.0))
        return Curve([first_segment, *segments[first + 1 :]], bow=bow)

    def crossing(self, other: Self) -> float | None:
        """The share of this line's length where it first meets the other, if it does."""
        for i, (a, b) in enumerate(pairwise(self.dots)):
            if any(_meet(a, b, c, d) for c, d in pairwise(other.dots)):
                return (self._sums[i] + self._sums[i + 1]) / 2 / self.length
        return None

    @cached_property
    def d(self) -> str:
        """The line as path data, rounded to whole units, which look the same as tenths."""
        x, y = map(round, self.segments[0][0])
        text = f"M{steps(x, y)}"
        for segment in self.segments:
            legs: list[int] = []
            for to_x, to_y in segment[1:]:
                legs.append(round(to_x - x))
                legs.append(round(to_y - y))
            text += COMMANDS[len(segment)] + steps(*legs)
            x += legs[-2]
            y += legs[-1]
        return text

    def _find(self, length: float) -> tuple[int, float]:
        """The segment after a stretch of the line, and the parameter of the point in it."""
        sums = self._sums
        at = min(bisect_left(sums, length, 1), len(sums) - 1)
        step = sums[at] - sums[at - 1]
        part = (length - sums[at - 1]) / step if step else 0.0
        segment, inside = divmod(at - 1, STEPS)
        return segment, (inside + min(max(part, 0.0), 1.0)) / STEPS


def _meet(a: Dot, b: Dot, c: Dot, d: Dot) -> bool:
    """Does the line from `a` to `b` touch the one from `c` to `d`?"""

    def side(p: Dot, q: Dot, r: Dot) -> float:
        ahead = q - p
        aside = r - p
        return ahead.real * aside.imag - ahead.imag * aside.real

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


# The moves of one season are those of the next, and of the next game: the same lines recur.
@lru_cache(maxsize=4096)
def _cut(curve: Curve, head: float, tail: float) -> Curve:
    return curve._without_ends(head, tail)


def bent(a: Point, b: Point, bend: float) -> Curve:
    """A line from `a` to `b`, bent to its right by the share `bend` of its length."""
    dx = b.x - a.x
    dy = b.y - a.y
    middle = Point((a.x + b.x) / 2 - dy * bend, (a.y + b.y) / 2 + dx * bend)
    return Curve([(a, middle, b)], bend)


def cornered(stops: Sequence[Point], radius: float) -> Curve:
    """Straight lines from stop to stop, rounded where they turn."""
    segments: list[Segment] = []
    here = stops[0]
    for corner, after in pairwise(stops[1:]):
        back = min(0.5, radius / max(math.dist(here, corner), 1.0))
        forth = min(0.5, radius / max(math.dist(corner, after), 1.0))
        before = between(corner, here, back)
        beyond = between(corner, after, forth)
        segments += [(here, before), (before, corner, beyond)]
        here = beyond
    return Curve([*segments, (here, stops[-1])])


def through(stops: Sequence[Point]) -> Curve:
    """A smooth line through all the stops (Catmull-Rom)."""
    ends = [stops[0], *stops, stops[-1]]
    segments: list[Segment] = []
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        leaving = Point(a.x + (b.x - before.x) / 6, a.y + (b.y - before.y) / 6)
        arriving = Point(b.x - (after.x - a.x) / 6, b.y - (after.y - a.y) / 6)
        segments.append((a, leaving, arriving, b))
    return Curve(segments)
