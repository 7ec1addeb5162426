"""One board for many pictures: its layers as files, and a phase laid between them on a page.

From the bottom up a page shows `ground.svg`, the phase's tints, `lines.svg`, the lines of its
orders, `names.svg`, its counters and its words; a small map has `small.svg` and codes in place
of the names. The tints are rectangles that `board.css` cuts to the shapes of the provinces, so
no page repeats an outline. This works without scripts, from disk and in print.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import OVER, UNDER
from builder.draw.phase_map import PhaseMap, bands, closed
from builder.draw.svg import path, runs
from builder.model.board import Code
from builder.model.setting import Setting

ELEMENT = re.compile(r'(?=<(?:path|clipPath|g) id=")')
NAMED = re.compile(r'<\w+ id="([^"]+)"')
WANTED = re.compile(r'(?:href="#|url\(#)([^")]+)')
SHAPE = re.compile(r'<path id="([^"]+)" data-kind="(?:land|coast|sea)"[^>]*? d="([^"]*)"')
SEA = re.compile(r'(<g fill="[^>]*>.*?</g>)|<path id="[^"]+" data-kind="sea".*?</path>')
TITLE = re.compile(r"<title>.*?</title>")
SCALE = re.compile(r'<g id="provinces"[^>]*? transform="scale\(([\d.]+)\)"')
WIDTH = re.compile(r'stroke-width="([^"]*)"')
OUTLINE = re.compile(r' d="([^"]*)"')
FRONTIER = re.compile(r'<path id="frontier"[^>]*>')
STRAIGHT = re.compile(r"(?:[Mlz ]|-?\d)+")
WORDS = r'<g fill="[^"]*">(?:<g transform="[^"]*">(?:<use [^>]*/>)+</g>)+</g>'
FINE_PRINT = re.compile(  # the key of the board's signs, and the degrees along its frame
    rf'<rect [^>]*/><g id="sign-.*?{WORDS}|<g fill="[^"]*">(?:<use [^>]*/>)+</g>'
)
COARSE = ("sea", "provinces", "borders", "canals")
GRID, APART, EM = 5, 4.0, 10.0


class SharedBoard(NamedTuple):
    """A board's layers by name, bottom up, each with its definitions; the outlines that tints
    are cut to, and those of all other seas; and how much an outline is to be scaled."""

    layers: Mapping[str, str]
    shapes: Mapping[Code, str]
    seas: Mapping[Code, str]
    scale: float


def shared_board(sheet: BoardSheet, setting: Setting) -> SharedBoard:
    """The layers and shapes of a board that every picture of the variant shows.

    Seas are tinted only where ice closes them in some season.
    """
    sheet = coarse(sheet)
    provinces = sheet.layers["provinces"]
    layers = {
        "ground": sheet.below() + SEA.sub(lambda m: m[1] or "", provinces),
        "lines": sheet.above(bands(setting)),
        "names": sheet.layers.get("labels", "") + sheet.layers.get("frame", ""),
        "small": plain_frame(sheet),
    }
    iced = {c for season in setting.calendar.seasons for c in closed(setting.board, season)}
    shapes = {Code(code): d for code, d in SHAPE.findall(provinces)}
    return SharedBoard(
        {name: _with_definitions(sheet, TITLE.sub("", body)) for name, body in layers.items()},
        {c: d for c, d in shapes.items() if c not in sheet.seas or c in iced},
        {c: d for c, d in shapes.items() if c in sheet.seas and c not in iced},
        scale_of(sheet),
    )


def _with_definitions(sheet: BoardSheet, body: str) -> str:
    """A layer with the definitions that it refers to, and those that they refer to."""
    known = {c: f'<path id="{c}" d="{d}"/>' for c, d in SHAPE.findall(sheet.layers["provinces"])}
    known |= {m[1]: part for part in ELEMENT.split(sheet.defs) if (m := NAMED.match(part))}
    there, wanted, waiting = set(NAMED.findall(body)), set[str](), WANTED.findall(body)
    while waiting:
        name = waiting.pop()
        if name in known and name not in wanted | there:
            wanted.add(name)
            waiting += WANTED.findall(known[name])
    defs = "".join(part for name, part in known.items() if name in wanted)
    return f"<defs>{defs}</defs>{body}" if defs else body


def file_of(sheet: BoardSheet, layer: str) -> str:
    """A layer as an SVG file."""
    wide, high = svg.points(sheet.width), svg.points(sheet.height)
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f"<svg {svg.HEAD} {size}>{layer}</svg>\n"


def style_sheet(name: str, sheet: BoardSheet, board: SharedBoard, more: str) -> str:
    """The rules that cut tints to their provinces, with `more` for all of the board."""
    wide, high = (svg.points(x / board.scale) for x in (sheet.width, sheet.height))
    size = f"width:{wide}px;height:{high}px"
    own = f".b-{name}"
    return f'{own}{{{more}}}\n{own} [class^="s-"]{{{size}}}\n{cuts(name, board.shapes)}'


def cuts(name: str, shapes: Mapping[Code, str]) -> str:
    """A rule for each province: `.b-standard .s-Mun`."""
    rules = (f'.b-{name} .s-{c}{{clip-path:path("{d}")}}\n' for c, d in shapes.items())
    return "".join(rules)


def places(sheet: BoardSheet) -> str:
    """Every province as a shape that is not seen but can be pressed."""
    rects = (f'<rect class="s-{c}" data-o="{c}"/>' for c in sorted(sheet.shapes))
    paint = 'fill="none" pointer-events="all"'
    return f'<g class="places" {paint} transform="scale({scale_of(sheet):g})">{"".join(rects)}</g>'


def height(sheet: BoardSheet, *, small: bool) -> float:
    """The height of a board on a page: small maps do without the key below it."""
    return sheet.legend[1] - APART if small and sheet.legend else sheet.height


def laid(
    sheet: BoardSheet, p: PhaseMap, folder: str, *, title: str, description: str, small: str = ""
) -> str:
    """A picture as SVG for the inside of a page, on the board whose files are in `folder`.

    `small` makes it a small map: what it shows in place of names.
    """
    brought = parts(sheet, p, words=not small)
    names = _layer(sheet, folder, "small") + small if small else _layer(sheet, folder, "names")
    head = f"{opened(sheet, folder, title, small=bool(small))}<desc>{escape(description)}</desc>"
    return head + filled(sheet, folder, brought.replace("<!--names-->", names))


def opened(sheet: BoardSheet, folder: str, title: str, *, small: bool) -> str:
    """The beginning of a picture on the inside of a page, up to its title."""
    wide, high = svg.points(sheet.width), svg.points(height(sheet, small=small))
    return (
        f'<svg class="board b-{folder.rstrip("/").rpartition("/")[2]}"'
        f' viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
        f"<title>{escape(title)}</title>"
    )


def filled(sheet: BoardSheet, folder: str, brought: str) -> str:
    """The rest of a picture: what a phase brings, between the layers of its board."""
    lines = brought.replace("<!--lines-->", _layer(sheet, folder, "lines"))
    return f"{_layer(sheet, folder, 'ground')}{lines}</svg>"


def _layer(sheet: BoardSheet, folder: str, name: str) -> str:
    wide, high = svg.points(sheet.width), svg.points(sheet.height)
    return f'<image href="{escape(folder)}{name}.svg" width="{wide}" height="{high}"/>'


def parts(sheet: BoardSheet, p: PhaseMap, *, words: bool) -> str:
    """What a phase brings to its board, with comments in the places of the board's own layers.

    Of the words a small map has the cartouche alone.
    """
    listed = p.words if words else p.words[:2] if sheet.cartouche else ()
    panel = "" if words or not listed else _panel(sheet)
    signs = svg.signs(p.case, svg.used([*p.marks, *listed]))
    lines = WIDTH.sub(_in_em, svg.layers(p.marks, UNDER))
    said = f'<g class="words">{panel}{svg.layers(listed, ("signs",))}</g>' if listed else ""
    return (
        f"<defs>{signs}</defs>{tinted(sheet, p)}"
        f'<!--lines--><g class="lines" font-size="{EM:g}">{lines}</g><!--names-->'
        f"{counters(p)}{said}"
    )


def plain_frame(sheet: BoardSheet) -> str:
    """The frame without cartouche, key and degrees, which small maps and parts of maps lack."""
    return FINE_PRINT.sub("", sheet.layers.get("frame", "").replace(_panel(sheet), ""))


def _panel(sheet: BoardSheet) -> str:  # as the sheet's frame draws it
    start = '<g fill="[^"]*" stroke="[^"]*"><rect x="{:g}" y="{:g}" .*?</g>'
    found = sheet.cartouche and re.search(
        start.format(*sheet.cartouche), sheet.layers.get("frame", "")
    )
    return found[0] if found else ""


def counters(p: PhaseMap) -> str:
    """The counters of a phase."""
    return f'<g class="counters">{svg.layers(p.marks, OVER)}</g>'


def tinted(sheet: BoardSheet, p: PhaseMap) -> str:
    """The tints of a phase, cut to their provinces by the board's style sheet."""
    scale = f"{scale_of(sheet):g}".removeprefix("0")
    runs = groupby(sorted(p.tints.items(), key=itemgetter(1, 0)), key=itemgetter(1))
    rects = ((tint, "".join(f'<rect class="s-{c}"/>' for c, _ in same)) for tint, same in runs)
    groups = "".join(f'<g fill="{tint}">{drawn}</g>' for tint, drawn in rects)
    return f'<g class="tints" transform="scale({scale})">{groups}</g>'


def _in_em(found: re.Match[str]) -> str:
    """A width that grows with the font size of the lines: small maps have broader ones."""
    return f'stroke-width="{f"{float(found[1]) / EM:.3g}".removeprefix("0")}em"'


def scale_of(sheet: BoardSheet) -> float:
    """How much the outlines of a sheet are to be scaled."""
    found = SCALE.search(sheet.layers["provinces"])
    return float(found[1]) if found else 1.0


@cache
def coarse(sheet: BoardSheet) -> BoardSheet:
    """The sheet with its outlines in whole halves of a unit: pages show it half as large.

    Neighbours still share their corners. A board with curved provinces keeps its outlines.
    """
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(sheet.layers["provinces"]))):
        return sheet
    found = {name: _coarse(sheet.layers[name]) for name in COARSE if name in sheet.layers}
    defs = FRONTIER.sub(lambda m: _coarse(m[0]), sheet.defs)
    return replace(sheet, defs=defs, layers={**sheet.layers, **found})


def _coarse(drawn: str) -> str:
    return OUTLINE.sub(
        lambda m: f' d="{_rounded(m[1])}"' if STRAIGHT.fullmatch(m[1]) else m[0], drawn
    )


def _rounded(outline: str) -> str:
    """An outline with its corners on the grid."""
    return "".join(
        path([(_near(x), _near(y)) for x, y in corners], closed)
        for corners, closed in runs(outline)
    )


def _near(tenths: int) -> int:
    return (2 * tenths + GRID) // (2 * GRID) * GRID
