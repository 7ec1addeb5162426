"""What the drawn counters cover, read off the signs themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from shapely.geometry import Polygon
from shapely.ops import unary_union

from builder.draw.marks import PaintedPath
from builder.draw.symbols import symbol_set
from builder.model.setting import Nation
from builder.model.units import Power

NOBODY = Nation(Power("N"), letter="N", tint="#ffffff", ink="#000000")
KINDS = ("A", "F", "CG", "L")
FINE = 40


@cache
def covered(sign: str, pen: float) -> Any:
    """The ground under a counter that stands at (0, 0), with its rim."""
    found = [figure(t) for t in symbol_set((NOBODY,), KINDS, pen)[f"{sign}.N"] if t.paint.stroke]
    assert found
    return unary_union(found)


def figure(trace: PaintedPath) -> Any:
    """The ground under one closed figure."""
    corners = [(trace.x + x * trace.scale, trace.y + y * trace.scale) for x, y in walk(trace.d)]
    return Polygon(corners).buffer(trace.paint.width * trace.scale / 2)


def walk(d: str) -> Iterator[tuple[float, float]]:
    """Points along path data, close to each other where it bends."""
    pen = RecordingPen()
    parse_path(d, pen)
    x = y = 0.0
    for step, points in pen.value:
        if step == "curveTo":
            (ax, ay), (bx, by), (ex, ey) = points
            for t in (n / FINE for n in range(1, FINE)):
                a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield a * x + b * ax + c * bx + e * ex, a * y + b * ay + c * by + e * ey
        if points:
            x, y = points[-1]
            yield x, y
