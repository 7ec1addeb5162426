"""A part of a picture around the places that its orders are about."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from builder.draw.board_sheet import BoardSheet, Box
from builder.draw.captions import words
from builder.draw.geometry.curves import Point, Rect
from builder.draw.marks import PAPER, Paint
from builder.draw.outlined_text import face
from builder.draw.shared_board import plain_frame
from builder.draw.svg import element, points, subpaths
from builder.model.board import Board
from builder.model.units import Code

# Lengths are units of the standard board.
AROUND = 85.0
LEAST = (400.0, 350.0)
SLENDER = 1.0  # the least ratio of width to height
FLAT = 1.4  # the greatest
BLEED = 20.0  # shapes and dots are kept so far outside of a part
NAME = 15.0
BELOW = 31.0
HALO = 0.28  # of enlarged names: size, place below a unit, width of halo
WORD = 90.0  # so are words, which begin at their left end
VIEW = re.compile(r'viewBox="[^"]*"')
TENTHS = re.compile(
    r'(<g [^>]*transform="scale\(\.1\)"[^>]*>)(.*?)(?=<g [^>]*transform="scale|$)', re.S
)
OUTLINE = re.compile(r' d="(M[^"]*)"')
PLAIN = re.compile(r"M-?\d+[ -]\d+l[\d\s-]+z?")
LETTERS = re.compile(r'<g transform="translate\(([\d.-]+) ([\d.-]+)\)[^"]*">(?:<use [^>]*/>)*</g>')
DOT = re.compile(r'<circle cx="([\d.-]+)" cy="([\d.-]+)" r="([\d.]+)"[^>]*/>')
REFERENCE = re.compile(r'href="#([^"]*)"')
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
    width = max(max(xs) - min(xs) + 2 * margin, least[0] * sheet.pen)
    height = max(max(ys) - min(ys) + 2 * margin, least[1] * sheet.pen)
    wider = max(width, height * SLENDER)
    higher = max(height, width / FLAT)
    frame_left, frame_top, frame_width, frame_height = sheet.frame
    frame = Rect(frame_left, frame_top, frame_left + frame_width, frame_top + frame_height)
    if not all(frame.away(place) == 0 for place in places):
        frame = Rect(0.0, 0.0, sheet.width, sheet.height)
    width = min(wider, frame.right - frame.left)
    height = min(higher, frame.bottom - frame.top)
    middle_x = (max(xs) + min(xs) - width) / 2
    middle_y = (max(ys) + min(ys) - height) / 2
    x = min(max(middle_x, frame.left), frame.right - width)
    y = min(max(middle_y, frame.top), frame.bottom - height)
    return x, y, width, height


def part(sheet: BoardSheet, box: Box) -> BoardSheet:
    """The sheet without what lies outside of a part of it, to make a much smaller file."""
    x, y, w, h = box
    inside = Rect(x, y, x + w, y + h)

    def if_near(sign: re.Match[str], margin: float) -> str:
        """A sign, if it is not farther outside of the part."""
        at = float(sign[1]), float(sign[2])
        return sign[0] if Rect(*at, *at).touches(inside.grown(margin, margin)) else ""

    def outline(attribute: re.Match[str]) -> str:
        """An outline with those of its subpaths that are near the part."""
        near = inside.grown(BLEED, BLEED)
        data = ""
        for subpath, bounds in _bounded(attribute[1]):
            if bounds is None or bounds.touches(near):
                data += subpath
        return f' d="{data}"'

    def thinned(text: str) -> str:
        pieces = list(_split_at_tenths(text))
        for number in range(2, len(pieces), 3):
            pieces[number] = OUTLINE.sub(outline, pieces[number])
        text = "".join(pieces)
        text = DOT.sub(lambda dot: if_near(dot, BLEED + float(dot[3])), text)
        return LETTERS.sub(lambda word: if_near(word, WORD), text)

    texts = {**sheet.layers, "frame": plain_frame(sheet), "defs": sheet.defs}
    layers = {name: thinned(text) for name, text in texts.items()}
    used = set(REFERENCE.findall("".join(layers.values())))
    defs = SIGN.sub(lambda sign: sign[0] if sign[1] in used else "", layers.pop("defs"))
    return replace(sheet, layers=layers, defs=defs)


def enlarged(
    sheet: BoardSheet, board: Board, places: Sequence[str], box: Box, growth: float
) -> BoardSheet:
    """The sheet for a picture of a large part of it, the `box`: counters and lines grow, and of all
    names those of some places are left, below their units, in letters that can be read."""
    pen = sheet.pen * growth
    left, _, wide, _ = box
    names = ""
    for code in dict.fromkeys(place.partition("/")[0] for place in places):
        spot = sheet.units.get(code)
        if spot is None:
            spot = next((sheet.units[p] for p in places if p.partition("/")[0] == code), None)
        if spot is None or code not in board.provinces:
            continue
        name = board.provinces[Code(code)].name
        half = face("sans-bold").width(name, NAME * pen) / 2 + NAME * pen / 3
        middle = min(max(spot.x, left + half), left + wide - half)
        below = Point(middle, spot.y + BELOW * pen)
        shape = words(name, "sans-bold", NAME * pen, below, middle=True)
        halo = Paint(stroke=PAPER, width=NAME * pen * HALO / shape.scale, round=True)
        names += element(shape.outlined()._replace(paint=halo)) + element(shape.outlined())
    layers = {**sheet.layers, "labels": f'<g id="labels">{names}</g>'}
    return replace(sheet, layers=layers, pen=pen)


@lru_cache(maxsize=16)  # the layers of a board are ten, of 300 kB at most
def _split_at_tenths(text: str) -> tuple[str, ...]:
    """A layer cut at its groups in tenths of a unit. Every third piece, beginning with the third,
    is the content of one."""
    return tuple(TENTHS.split(text))


@lru_cache(maxsize=8192)
def _bounded(outline: str) -> tuple[tuple[str, Rect | None], ...]:
    """The subpaths of an outline, each with its bounds; None if it is curved."""
    bounded: list[tuple[str, Rect | None]] = []
    for rest in outline.split("M")[1:]:
        subpath = f"M{rest}"
        bounds = None
        if PLAIN.fullmatch(subpath):
            ((corners, _),) = subpaths(subpath)
            xs, ys = zip(*corners, strict=True)
            bounds = Rect(min(xs) / 10, min(ys) / 10, max(xs) / 10, max(ys) / 10)
        bounded.append((subpath, bounds))
    return tuple(bounded)
