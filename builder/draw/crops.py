"""A part of a picture around the places that its orders are about."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from builder.draw.board_sheet import BoardSheet, Box
from builder.draw.curves import Rect
from builder.draw.shared_board import plain_frame
from builder.draw.svg import points, subpaths

# Lengths are units of the standard board.
AROUND, LEAST = 85.0, (400.0, 350.0)
SLENDER, FLAT = 1.0, 1.4  # the least and the greatest ratio of width to height
BLEED = 20.0  # shapes and dots are kept so far outside of a part
WORD = 90.0  # so are words, which begin at their left end
VIEW = re.compile(r'viewBox="[^"]*"')
TENTHS = re.compile(
    r'(<g [^>]*transform="scale\(\.1\)"[^>]*>)(.*?)(?=<g [^>]*transform="scale|$)', re.S
)
OUTLINE = re.compile(r' d="(M[^"]*)"')
PLAIN = re.compile(r"M-?\d+[ -]\d+l[\d\s-]+z?")
LETTERS = re.compile(r'<g transform="translate\(([\d.-]+) ([\d.-]+)\)[^"]*">(?:<use [^>]*/>)*</g>')
DOT = re.compile(r'<circle cx="([\d.-]+)" cy="([\d.-]+)" r="([\d.]+)"[^>]*/>')
SIGN = re.compile(r'<path id="([^"]+)" d="[^"]*"/>')


def cropped(svg: str, box: Box) -> str:
    """A whole picture cut down to a part of its sheet."""
    x, y, w, h = box
    view = f'viewBox="{points(x, y, w, h)}" width="{points(w)}" height="{points(h)}"'
    return VIEW.sub(view, svg, count=1)


def window(
    sheet: BoardSheet,
    places: Sequence[tuple[float, float]],
    around: float = AROUND,
    least: tuple[float, float] = LEAST,
) -> Box:
    """The part of the sheet around some places (all of it without any), neither slender nor flat.
    `around` is the margin, `least` the least width and height, in units of the standard board."""
    if not places:
        return 0.0, 0.0, sheet.width, sheet.height
    xs, ys = zip(*places, strict=True)
    margin = around * sheet.pen
    w = max(max(xs) - min(xs) + 2 * margin, least[0] * sheet.pen)
    h = max(max(ys) - min(ys) + 2 * margin, least[1] * sheet.pen)
    w, h = max(w, h * SLENDER), max(h, w / FLAT)
    left, top, wide, high = sheet.frame
    if not all(left <= x <= left + wide and top <= y <= top + high for x, y in places):
        left, top, wide, high = 0.0, 0.0, sheet.width, sheet.height
    w, h = min(w, wide), min(h, high)
    x = min(max((max(xs) + min(xs) - w) / 2, left), left + wide - w)
    y = min(max((max(ys) + min(ys) - h) / 2, top), top + high - h)
    return x, y, w, h


def part(sheet: BoardSheet, box: Box) -> BoardSheet:
    """The sheet without what lies outside of a part of it, to make a much smaller file."""
    x, y, w, h = box
    inside = Rect(x, y, x + w, y + h)

    def kept(found: re.Match[str], margin: float) -> str:
        at = float(found[1]), float(found[2])
        return found[0] if Rect(*at, *at).touches(inside.grown(margin, margin)) else ""

    def outline(found: re.Match[str]) -> str:
        near = inside.grown(BLEED, BLEED)
        subpaths = (s for s, edges in _bounded(found[1]) if edges is None or edges.touches(near))
        return f' d="{"".join(subpaths)}"'

    def thinned(text: str) -> str:
        text = TENTHS.sub(lambda m: m[1] + OUTLINE.sub(outline, m[2]), text)
        text = DOT.sub(lambda m: kept(m, BLEED + float(m[3])), text)
        return LETTERS.sub(lambda m: kept(m, WORD), text)

    whole = {**sheet.layers, "frame": plain_frame(sheet), "defs": sheet.defs}
    layers = {name: thinned(text) for name, text in whole.items()}
    needed, defs = "".join(layers.values()), layers.pop("defs")
    defs = SIGN.sub(lambda m: m[0] if f'href="#{m[1]}"' in needed else "", defs)
    return replace(sheet, layers=layers, defs=defs)


@lru_cache(maxsize=8192)
def _bounded(outline: str) -> tuple[tuple[str, Rect | None], ...]:
    """The subpaths of an outline, each with its bounds; None if it is curved."""
    found: list[tuple[str, Rect | None]] = []
    for subpath in (f"M{rest}" for rest in outline.split("M")[1:]):
        edges = None
        if PLAIN.fullmatch(subpath):
            ((corners, _),) = subpaths(subpath)
            xs, ys = zip(*corners, strict=True)
            edges = Rect(min(xs) / 10, min(ys) / 10, max(xs) / 10, max(ys) / 10)
        found.append((subpath, edges))
    return tuple(found)
