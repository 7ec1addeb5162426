"""Off-board spaces: a panel of water under the map, and the channels that lead to it."""

from __future__ import annotations

from itertools import pairwise

from builder.cartography.drawing import Box, Point
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.geography.regions import GRID

SEA, INK, RULE = "#dbe6e8", "#2c3338", "#71909d"
HALF = 17


def shape(ground: BoardGeometry, box: Box) -> str:
    """The panel as a shape of its own, in grid units; it shares no border with anything."""
    left, top, wide, high = (round(n * GRID) for n in ground.room(box))
    return (
        f'<g fill="{SEA}"><path id="{box.code}" data-kind="sea" '
        f'd="M{left} {top}l{wide} 0 0 {high}-{wide} 0z"><title>{box.name}</title></path></g>'
    )


def channels(ground: BoardGeometry) -> str:
    """The frame of each panel and its openings to the seas that it joins."""
    found = ""
    for box in ground.plan.boxes:
        left, top, wide, high = ground.room(box)
        _, _, _, foot = ground.projection.frame
        found += (
            f'<g fill="none" stroke="{INK}"><rect x="{left:g}" y="{top:g}" width="{wide:g}" '
            f'height="{high:g}" stroke-width="1"/><rect x="{left + 3:g}" y="{top + 3:g}" '
            f'width="{wide - 6:g}" height="{high - 6:g}" stroke="{RULE}" stroke-width=".6"/></g>'
        )
        for sea in box.joins:
            x = opening(ground, sea)
            a, b = x - HALF, x + HALF
            found += (
                f'<rect x="{a:g}" y="{foot - 2:g}" width="{2 * HALF}" height="{top - foot + 6:g}" '
                f'fill="{SEA}"/><path d="M{a:g} {foot - 1:g}V{top:g}M{b:g} {foot - 1:g}V{top:g}" '
                f'stroke="{INK}"/>'
                f'<path d="M{x:g} {foot - 12:g}l6 9h-3.6v{top - foot + 6:g}h3.6l-6 9l-6-9h3.6'
                f'v-{top - foot + 6:g}h-3.6z" fill="{RULE}"/>'
            )
    return found


def ways(ground: BoardGeometry, box: Box) -> dict[str, list[Point]]:
    """From each sea that a panel joins: the places by which a line reaches it."""
    _, top, _, high = ground.room(box)
    _, _, _, foot = ground.projection.frame
    gates = {sea: opening(ground, sea) for sea in box.joins}
    return {sea: [(x, foot - 8), (x, top + high / 2)] for sea, x in gates.items()}


def opening(ground: BoardGeometry, sea: str) -> float:
    """The middle of the longest stretch of a sea along the foot of the map."""
    foot = round(ground.projection.frame[3] * GRID)
    stretches: list[tuple[float, float]] = []
    for face in ground.pieces[sea]:
        for (ax, ay), (bx, by) in pairwise(face.shape.exterior.coords):
            if ay == by == foot:
                stretches.append((abs(bx - ax), (ax + bx) / 2 / GRID))
    _, middle = max(stretches)
    return round(middle)
