"""The signs of a board, drawn in picture units: centres, canals, crossings, ice."""

from __future__ import annotations

import math
from collections.abc import Sequence

from builder.cartography.drawing import Point

INK, PAPER, CREAM = "#2c3338", "#fbf8f0", "#fffdf6"
DUG, WATER, PATH, ICE = "#3f6f8c", "#cfe3ea", "#3d3831", "#7fa3b4"


def centre(x: float, y: float, pen: float) -> str:
    """A supply centre: a ringed dot."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.6 * pen:.1f}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.1 * pen:.1f}" fill="{INK}"/>'
    )


def build_place(x: float, y: float, pen: float) -> str:
    """A place where units are built and that is no centre: a dotted square."""
    side, dot = 7.2 * pen, 2 * pen
    return (
        f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
        f'height="{side:.1f}"/><rect x="{x - dot / 2:.1f}" y="{y - dot / 2:.1f}" '
        f'width="{dot:.1f}" height="{dot:.1f}" fill="{INK}"/>'
    )


def places(signs: str, pen: float) -> str:
    """The frame that centres and build places are drawn in."""
    return f'<g fill="{CREAM}" stroke="{INK}" stroke-width="{0.9 * pen:.2f}">{signs}</g>'


def canal(d: str, pen: float, unit: float = 1.0) -> str:
    """A dug waterway along path data whose numbers are `unit` parts of a picture unit."""
    return "".join(
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-linejoin="round" '
        f'stroke-linecap="round" stroke-width="{width * pen * unit:.1f}"/>'
        for width, colour in ((5.0, PAPER), (3.6, DUG), (1.7, WATER))
    )


def crossing(
    line: Sequence[Point], units: str, pen: float, met: Sequence[Point] | None = None
) -> str:
    """A passage over water: dashes with a head at both ends, thin where only armies may go and
    blue where only fleets may. `met` is the fleets' way with which it collides, drawn below it."""
    if met is not None:
        return crossing(met, "F", pen) + crossing(line, units, pen)
    weight, head, ink = {"A": (1.2, 4.2, PATH), "F": (1.4, 4.6, DUG)}.get(units, (2.0, 5.4, PATH))
    weight, head = weight * pen, head * pen
    (ax, ay), (bx, by) = line[0], line[-1]
    d = f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
    heads = _head((ax, ay), (bx, by), head) + _head((bx, by), (ax, ay), head)
    return (
        f'<path d="{d}" stroke="{PAPER}" stroke-width="{weight + 2 * pen:.1f}"/>'
        f'<path d="{d}" stroke="{ink}" stroke-width="{weight:.1f}" '
        f'stroke-dasharray="{2.6 * pen:.1f} {1.7 * pen:.1f}"/>'
        f'<path d="{heads}" fill="{ink}" stroke="{PAPER}" stroke-width="{0.7 * pen:.1f}"/>'
    )


def _head(tip: Point, tail: Point, size: float) -> str:
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    cos, sin = math.cos(angle), math.sin(angle)

    def at(u: float, v: float) -> str:
        return f"{tip[0] + u * cos - v * sin:.1f} {tip[1] + u * sin + v * cos:.1f}"

    return f"M{at(0.5 * size, 0)}L{at(-0.6 * size, 0.5 * size)}L{at(-0.6 * size, -0.5 * size)}z"


def ice(x: float, y: float, size: float) -> str:
    """An ice crystal: water that is closed for a part of the year."""
    d = ""
    for arm in range(6):
        angle = math.tau * arm / 6 + math.pi / 6
        cos, sin = math.cos(angle), math.sin(angle)
        d += f"M{x:.1f} {y:.1f}L{x + size * cos:.1f} {y + size * sin:.1f}"
        for side in (-1, 1):
            turn = angle + side * math.pi / 4
            bx, by = x + 0.55 * size * cos, y + 0.55 * size * sin
            ex, ey = bx + 0.36 * size * math.cos(turn), by + 0.36 * size * math.sin(turn)
            d += f"M{bx:.1f} {by:.1f}L{ex:.1f} {ey:.1f}"
    return d


def frozen(d: str, pen: float) -> str:
    """The strokes of ice crystals."""
    return (
        f'<path d="{d}" fill="none" stroke="{ICE}" stroke-width="{0.9 * pen:.1f}" '
        'stroke-linecap="round"/>'
    )
