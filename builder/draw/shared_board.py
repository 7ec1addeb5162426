"""One board for many pictures: its layers as files, and a phase laid between them on a page.

From the bottom up a page shows `ground.svg`, the phase's tints, `lines.svg`, the lines of its
orders, `small.svg` with the codes, its counters and its cartouche. Pictures that a script saves
have `names.svg` in place of the codes. The tints are rectangles that `board.css` cuts to the
shapes of the provinces, so no page repeats an outline. This works without scripts, from disk and
in print.
"""

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
from builder.draw.phase_map import PhaseMap, closed
from builder.draw.svg import path, subpaths
from builder.model.setting import Setting
from builder.model.units import Code

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
GRID = 5  # half a unit, in tenths
APART = 4.0  # between a small map's lower edge and where the legend would be
EM = 10.0  # the font size in which widths of lines are given


class SharedBoard(NamedTuple):
    """The layers and shapes of a board.

    `layers` are SVG by their names, bottom up, each with its definitions. `shapes` are the outlines
    that tints are cut to, `seas` those of all other seas; they are to be scaled by `scale`.
    """

    layers: Mapping[str, str]
    shapes: Mapping[Code, str]
    seas: Mapping[Code, str]
    scale: float


def shared_board(sheet: BoardSheet, setting: Setting) -> SharedBoard:
    """The layers and shapes of a board. Of the seas only those have tints that ice closes."""
    sheet = coarse(sheet)
    provinces = sheet.layers["provinces"]
    layers = {
        "ground": sheet.below() + SEA.sub(lambda m: m[1] or "", provinces),
        "lines": sheet.above(setting),
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


def style_sheet(name: str, sheet: BoardSheet, board: SharedBoard, declarations: str) -> str:
    """The rules that cut tints to their provinces, with declarations for the whole board."""
    wide, high = (svg.points(x / board.scale) for x in (sheet.width, sheet.height))
    size = f"width:{wide}px;height:{high}px"
    own = f".b-{name}"
    return (
        f'{own}{{{declarations}}}\n{own} [class^="s-"]{{{size}}}\n{clip_rules(name, board.shapes)}'
    )


def clip_rules(name: str, shapes: Mapping[Code, str]) -> str:
    """A rule for each province that cuts an element to its shape: `.b-standard .s-Mun`."""
    rules = (f'.b-{name} .s-{c}{{clip-path:path("{d}")}}\n' for c, d in shapes.items())
    return "".join(rules)


def pressable_provinces(sheet: BoardSheet) -> str:
    """Every province as an invisible shape that can be pressed."""
    rects = (f'<rect class="s-{c}" data-o="{c}"/>' for c in sorted(sheet.shapes))
    paint = 'fill="none" pointer-events="all"'
    return f'<g class="places" {paint} transform="scale({scale_of(sheet):g})">{"".join(rects)}</g>'


def height(sheet: BoardSheet, *, small: bool) -> float:
    """The height of a board on a page: small maps lack the legend below it."""
    return sheet.legend[1] - APART if small and sheet.legend else sheet.height


def inline_map(
    sheet: BoardSheet, p: PhaseMap, folder: str, *, title: str, description: str, codes: str
) -> str:
    """A picture as SVG inside a page, on the board whose files are in `folder`, with its codes."""
    names = _layer(sheet, folder, "small") + codes
    head = f"{opening(sheet, folder, title)}<desc>{escape(description)}</desc>"
    return head + on_board(sheet, folder, overlay_of(sheet, p).replace("<!--names-->", names))


def opening(sheet: BoardSheet, folder: str, title: str) -> str:
    """The beginning of a picture inside a page, up to its title."""
    wide, high = svg.points(sheet.width), svg.points(height(sheet, small=True))
    return (
        f'<svg class="board b-{folder.rstrip("/").rpartition("/")[2]}"'
        f' viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
        f"<title>{escape(title)}</title>"
    )


def on_board(sheet: BoardSheet, folder: str, overlay: str) -> str:
    """The rest of a picture: an overlay between the layers of its board."""
    lines = overlay.replace("<!--lines-->", _layer(sheet, folder, "lines"))
    return f"{_layer(sheet, folder, 'ground')}{lines}</svg>"


def _layer(sheet: BoardSheet, folder: str, name: str) -> str:
    wide, high = svg.points(sheet.width), svg.points(sheet.height)
    return f'<image href="{escape(folder)}{name}.svg" width="{wide}" height="{high}"/>'


def overlay_of(sheet: BoardSheet, p: PhaseMap) -> str:
    """What a phase adds to its board, with comments in the places of the board's own layers."""
    signs = svg.symbols(p.symbols, svg.used_signs([*p.marks, *p.cartouche]))
    lines = WIDTH.sub(_in_em, svg.layers(p.marks, UNDER))
    words = f"{_panel(sheet)}{svg.layers(p.cartouche, ('signs',))}" if p.cartouche else ""
    text = f'<g class="words">{words}</g>' if words else ""
    return (
        f"<defs>{signs}</defs>{tinted(sheet, p)}"
        f'<!--lines--><g class="lines" font-size="{EM:g}">{lines}</g><!--names-->'
        f"{counters(p)}{text}"
    )


def plain_frame(sheet: BoardSheet) -> str:
    """The frame without cartouche, key and degrees, for small maps and parts of maps."""
    return FINE_PRINT.sub("", sheet.layers.get("frame", "").replace(_panel(sheet), ""))


def _panel(sheet: BoardSheet) -> str:
    """The cartouche's panel as the sheet's frame draws it."""
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
    by_tint = groupby(sorted(p.tints.items(), key=itemgetter(1, 0)), key=itemgetter(1))
    rects = ((tint, "".join(f'<rect class="s-{c}"/>' for c, _ in same)) for tint, same in by_tint)
    groups = "".join(f'<g fill="{tint}">{drawn}</g>' for tint, drawn in rects)
    return f'<g class="tints" transform="scale({scale})">{groups}</g>'


def _in_em(found: re.Match[str]) -> str:
    """A stroke width in em: on small maps the lines' font size, and so their width, is larger."""
    return f'stroke-width="{f"{float(found[1]) / EM:.3g}".removeprefix("0")}em"'


def scale_of(sheet: BoardSheet) -> float:
    """How much the outlines of a sheet are to be scaled."""
    found = SCALE.search(sheet.layers["provinces"])
    return float(found[1]) if found else 1.0


@cache
def coarse(sheet: BoardSheet) -> BoardSheet:
    """The sheet with its outlines rounded to half a unit, because pages show it half as large.

    Neighbours still share their corners. A board with curved provinces keeps its outlines.
    """
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(sheet.layers["provinces"]))):
        return sheet
    found = {name: _coarse(sheet.layers[name]) for name in COARSE if name in sheet.layers}
    defs = FRONTIER.sub(lambda m: _coarse(m[0]), sheet.defs)
    return replace(sheet, defs=defs, layers={**sheet.layers, **found})


def _coarse(drawn: str) -> str:
    """A piece of a drawing with the corners of its straight outlines on the grid."""

    def near(tenths: int) -> int:
        return (2 * tenths + GRID) // (2 * GRID) * GRID

    def rounded(found: re.Match[str]) -> str:
        if not STRAIGHT.fullmatch(found[1]):
            return found[0]
        parts = (
            path([(near(x), near(y)) for x, y in corners], closed)
            for corners, closed in subpaths(found[1])
        )
        return f' d="{"".join(parts)}"'

    return OUTLINE.sub(rounded, drawn)
