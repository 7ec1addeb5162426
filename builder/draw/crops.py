"""A part of a picture: what matters, and some of what lies around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draw.sheet import Box, Sheet
from builder.draw.svg import points

AROUND = 85.0
LEAST = (400.0, 350.0)
SLENDER, FLAT = 1.0, 1.4
VIEW = re.compile(r'viewBox="[^"]*"')


def cropped(svg: str, sheet: Sheet, places: Sequence[tuple[float, float]]) -> str:
    """A whole picture cut down to the surroundings of some places; without any, as it is."""
    if not places:
        return svg
    x, y, w, h = window(sheet, places)
    view = f'viewBox="{points(x, y, w, h)}" width="{points(w)}" height="{points(h)}"'
    return VIEW.sub(view, svg, count=1)


def window(sheet: Sheet, places: Sequence[tuple[float, float]]) -> Box:
    """The part of the sheet to show: x, y, width, height; neither too slender nor too flat."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    margin = AROUND * sheet.pen
    w = max(max(xs) - min(xs) + 2 * margin, LEAST[0] * sheet.pen)
    h = max(max(ys) - min(ys) + 2 * margin, LEAST[1] * sheet.pen)
    w, h = max(w, h * SLENDER), max(h, w / FLAT)
    left, top, wide, high = bounds(sheet, places)
    w, h = min(w, wide), min(h, high)
    x = min(max((max(xs) + min(xs) - w) / 2, left), left + wide - w)
    y = min(max((max(ys) + min(ys) - h) / 2, top), top + high - h)
    return x, y, w, h


def bounds(sheet: Sheet, places: Sequence[tuple[float, float]]) -> Box:
    """What a window may show: the frame, or all of the sheet where a box lies outside of it."""
    x, y, w, h = sheet.frame
    inside = all(x <= px <= x + w and y <= py <= y + h for px, py in places)
    return sheet.frame if inside else (0.0, 0.0, sheet.width, sheet.height)
