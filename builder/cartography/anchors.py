"""The places of units, dislodged units, centres and names in the picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import shapely

from builder.cartography.drawing import DrawingPlan, Point
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID
from builder.cartography.letters.names import Rect

COUNTER, DOT = 10.2, 3.6
STEP_ASIDE = 27.0
DIRECTIONS, RIM = 24, 8
PREFERRED = -math.pi / 5


@dataclass(frozen=True)
class Anchors:
    """Every place of a board where something may stand, in picture units."""

    units: dict[str, Point]
    centres: Mapping[str, Point]
    builds: Mapping[str, Point]
    dislodged: dict[str, Point] = field(default_factory=dict)


def survey(plan: DrawingPlan, projection: Projection) -> Anchors:
    """The points that the plan itself gives, in whole units as pictures use them."""

    def whole(at: Point) -> Point:
        x, y = projection(*at)
        return round(x), round(y)

    units = {}
    for site in plan.sites.values():
        if not site.impassable:
            units[site.code] = whole(site.at)
            for coast, spot in (site.coasts or {}).items():
                units[f"{site.code}/{coast}"] = whole(spot)
    return Anchors(
        units=units,
        centres={s.code: whole(s.centre) for s in plan.sites.values() if s.centre},
        builds={s.code: whole(s.build) for s in plan.sites.values() if s.build},
    )


def step_aside(
    anchors: Anchors, shapes: Mapping[str, Any], taken: Iterable[Rect], pen: float
) -> None:
    """Find for every location a place beside its unit, as free of other things as can be had."""
    rects = list(taken)
    dots = [*anchors.centres.values(), *anchors.builds.values()]
    for place, (x, y) in anchors.units.items():
        spots = [_aside(x, y, i, pen) for i in range(DIRECTIONS)]
        outside = _outside(shapes[place.partition("/")[0]], spots, pen)
        others = [spot for other, spot in anchors.units.items() if other != place]
        reach = (STEP_ASIDE + COUNTER) * pen
        close = [
            r for r in rects if r[0] - reach < x < r[2] + reach and r[1] - reach < y < r[3] + reach
        ]
        costs = [
            min(i, DIRECTIONS - i) / DIRECTIONS
            + 10 * outside[i]
            + sum(_overlap(spot, r, pen) for r in close)
            + 70 * sum(math.dist(spot, d) < (COUNTER + DOT) * pen for d in dots)
            + 60 * sum(math.dist(spot, u) < 2 * COUNTER * pen for u in others)
            for i, spot in enumerate(spots)
        ]
        anchors.dislodged[place] = spots[costs.index(min(costs))]


def _aside(x: float, y: float, i: int, pen: float) -> Point:
    angle = PREFERRED + math.tau * i / DIRECTIONS
    return x + STEP_ASIDE * pen * math.cos(angle), y + STEP_ASIDE * pen * math.sin(angle)


def _outside(shape: Any, spots: list[Point], pen: float) -> list[int]:
    """How many of eight points around each spot lie outside the shape."""
    turns = [math.tau * n / RIM for n in range(RIM)]
    xs = [(x + COUNTER * pen * math.cos(t)) * GRID for x, _ in spots for t in turns]
    ys = [(y + COUNTER * pen * math.sin(t)) * GRID for _, y in spots for t in turns]
    shapely.prepare(shape)
    inside = [bool(hit) for hit in shapely.contains_xy(shape, xs, ys)]
    return [inside[i : i + RIM].count(False) for i in range(0, len(inside), RIM)]


def _overlap(spot: Point, rect: Rect, pen: float) -> float:
    dx = max(rect[0] - spot[0], 0, spot[0] - rect[2])
    dy = max(rect[1] - spot[1], 0, spot[1] - rect[3])
    return max(0.0, COUNTER * pen - math.hypot(dx, dy)) * 3
