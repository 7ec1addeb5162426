"""How a line is drawn: corners cut round, straight legs given a natural unrest."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from builder.cartography.drawing import Point


def rounded(points: list[Point], times: int = 2, *, closed: bool = False) -> list[Point]:
    """Chaikin's corner cutting; the ends of an open line stay where they are."""
    for _ in range(times):
        ring = [*points[:-1], points[0]] if closed else points
        cut: list[Point] = []
        for i, ((ax, ay), (bx, by)) in enumerate(pairwise(ring)):
            if closed or i:
                cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            if closed or i < len(ring) - 2:
                cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = [*cut, cut[0]] if closed else [points[0], *cut, points[-1]]
    return points


def wavering(points: list[Point], seed: str, amount: float) -> list[Point]:
    """Move the middle of every leg a little aside, three times over; the same for the same seed."""
    chance = random.Random(seed)
    for _ in range(3):
        out = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            dx, dy = bx - ax, by - ay
            if math.hypot(dx, dy) > 7:
                aside = max(-2 * amount, min(2 * amount, chance.gauss(0, amount)))
                out.append(((ax + bx) / 2 - dy * aside, (ay + by) / 2 + dx * aside))
            out.append((bx, by))
        points = out
    return points
