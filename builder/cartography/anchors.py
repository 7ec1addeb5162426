"""Where things stand in the picture: units, those driven out beside them, centres, names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shapely import prepared
from shapely.geometry import Point as Spot

from builder.cartography.faces import GRID
from builder.cartography.names import Rect
from builder.cartography.plan import Plan, Point
from builder.cartography.projection import Projection

COUNTER, FLEET, DOT = 10.2, 13.5, 3.6
STEP_ASIDE = 27.0
DIRECTIONS = 24
PREFERRED = -math.pi / 5


@dataclass(frozen=True)
class Anchors:
    """Every place of a board where something may stand, in picture units."""

    units: dict[str, Point]
    centres: Mapping[str, Point]
    builds: Mapping[str, Point]
    dislodged: dict[str, Point] = field(default_factory=dict)


def survey(plan: Plan, projection: Projection) -> Anchors:
    """The points that the plan itself gives."""
    units = {}
    for site in plan.sites.values():
        if not site.impassable:
            units[site.code] = projection(*site.at)
            for coast, spot in (site.coasts or {}).items():
                units[f"{site.code}/{coast}"] = projection(*spot)
    return Anchors(
        units=units,
        centres={s.code: projection(*s.centre) for s in plan.sites.values() if s.centre},
        builds={s.code: projection(*s.build) for s in plan.sites.values() if s.build},
    )


def step_aside(
    anchors: Anchors, shapes: Mapping[str, Any], taken: Iterable[Rect], pen: float
) -> None:
    """Find for every location a place beside its unit, as free of other things as can be had."""
    rects = list(taken)
    dots = [*anchors.centres.values(), *anchors.builds.values()]
    for place, (x, y) in anchors.units.items():
        inside = prepared.prep(shapes[place.partition("/")[0]])
        reach = (STEP_ASIDE + COUNTER) * pen
        close = [
            r for r in rects if r[0] - reach < x < r[2] + reach and r[1] - reach < y < r[3] + reach
        ]
        best, least = (x, y), math.inf
        for i in range(DIRECTIONS):
            angle = PREFERRED + math.tau * i / DIRECTIONS
            spot = (
                x + STEP_ASIDE * pen * math.cos(angle),
                y + STEP_ASIDE * pen * math.sin(angle),
            )
            cost = min(i, DIRECTIONS - i) / DIRECTIONS
            cost += sum(10 for n in range(8) if not inside.contains(_rim(spot, n, pen)))
            cost += sum(_overlap(spot, r, pen) for r in close)
            cost += sum(70 for d in dots if math.dist(spot, d) < (COUNTER + DOT) * pen)
            cost += sum(
                60
                for other, (ux, uy) in anchors.units.items()
                if other != place and math.dist(spot, (ux, uy)) < 2 * COUNTER * pen
            )
            if cost < least:
                best, least = spot, cost
        anchors.dislodged[place] = best


def _rim(spot: Point, n: int, pen: float) -> Spot:
    angle = math.tau * n / 8
    reach = COUNTER * pen
    return Spot(
        (spot[0] + reach * math.cos(angle)) * GRID, (spot[1] + reach * math.sin(angle)) * GRID
    )


def _overlap(spot: Point, rect: Rect, pen: float) -> float:
    dx = max(rect[0] - spot[0], 0, spot[0] - rect[2])
    dy = max(rect[1] - spot[1], 0, spot[1] - rect[3])
    return max(0.0, COUNTER * pen - math.hypot(dx, dy)) * 3
