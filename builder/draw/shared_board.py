"""One board for many pictures: its layers as files, and a phase laid between them on a page.

From the bottom up a page shows `ground.svg`, the phase's tints, `lines.svg`, the lines of its
orders, `small.svg` with the codes, its counters and its cartouche. Pictures that a script saves
have `names.svg` in place of the codes. The tints are rectangles that `board.css` cuts to the
shapes of the provinces, so no page repeats an outline. This works without scripts, from disk and
in print.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path

from builder.draw import svg
from builder.draw.board_sheet import SCALE, BoardSheet
from builder.draw.captions import words
from builder.draw.geometry.curves import Point, Rect
from builder.draw.marks import OVER, PAPER, UNDER, DrawnMark, Paint, SymbolUse
from builder.draw.outlined_text import face
from builder.draw.phase_map import PhaseMap, closed, whole
from builder.draw.scene import Scene
from builder.draw.svg import path, subpaths
from builder.model.board import Board
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code

ELEMENT = re.compile(r'(?=<(?:path|clipPath|g) id=")')
NAMED = re.compile(r'<\w+ id="([^"]+)"')
WANTED = re.compile(r'(?:href="#|url\(#)([^")]+)')
SEA = re.compile(r'(<g fill="[^>]*>.*?</g>)|<path id="[^"]+" data-kind="sea".*?</path>')
TITLE = re.compile(r"<title>.*?</title>")
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
EM = 10.0  # the font size in which widths of lines are given
# Sizes of codes.
LAND_CODE = 31.0
SEA_CODE = 27.0
NARROWEST = 40.0  # on the narrowest screens


def shared_board(
    name: str, sheet: BoardSheet, setting: Setting
) -> tuple[dict[str, str], dict[str, Mapping[str, str]]]:
    """The files of a board that pages share, and the `layers` and `shapes` of which they are made.
    Layers are SVG by their names, bottom up, each with its definitions. Shapes are the outlines
    that tints are cut to; of the seas only those have tints that ice closes."""
    sheet = coarse(sheet)
    bodies = {
        "ground": sheet.layers["sea"] + SEA.sub(lambda m: m[1] or "", sheet.layers["provinces"]),
        "lines": sheet.above(setting),
        "names": sheet.over(),
        "small": plain_frame(sheet),
    }
    layers: dict[str, str] = {}
    for layer, body in bodies.items():
        layers[layer] = _with_definitions(sheet, TITLE.sub("", body))
    shapes: dict[str, str] = {}
    untinted_seas: dict[str, str] = {}
    iced: set[Code] = set()
    for season in setting.calendar.seasons:
        iced |= closed(setting.board, season)
    for code, outline in sheet.outlines.items():
        tinted = sheet.shapes[code] != "sea" or code in iced
        if tinted:
            shapes[str(code)] = outline
        else:
            untinted_seas[str(code)] = outline
    files = {f"{layer}.svg": _layer_file(sheet, body) for layer, body in layers.items()}
    own = f".b-{name}"
    files["board.css"] = _size_rules(own, sheet) + _clip_rules(own, shapes)
    files["seas.css"] = _clip_rules(own, untinted_seas)
    return files, {"layers": layers, "shapes": shapes}


def _layer_file(sheet: BoardSheet, body: str) -> str:
    """A layer as an SVG file of the size of its sheet."""
    wide = svg.points(sheet.width)
    high = svg.points(sheet.height)
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f"<svg {svg.HEAD} {size}>{body}</svg>\n"


def _size_rules(own: str, sheet: BoardSheet) -> str:
    """The rules for the ratio of a small map and the size of its tints."""
    wide = svg.points(sheet.width / SCALE)
    high = svg.points(sheet.height / SCALE)
    ratio = sheet.width / sheet.small_height
    tints = f'{own} [class^="s-"]{{width:{wide}px;height:{high}px}}'
    return f"{own}{{--ratio:{ratio:.3f}}}\n{tints}\n"


def _clip_rules(own: str, shapes: Mapping[str, str]) -> str:
    """A rule for each province that cuts an element to its shape: `.b-standard .s-Mun`."""
    return "".join(f'{own} .s-{c}{{clip-path:path("{d}")}}\n' for c, d in shapes.items())


def _with_definitions(sheet: BoardSheet, body: str) -> str:
    """A layer with the definitions that it refers to, and those that they refer to."""
    definitions = {str(c): f'<path id="{c}" d="{d}"/>' for c, d in sheet.outlines.items()}
    for element in ELEMENT.split(sheet.defs):
        name = NAMED.match(element)
        if name is not None:
            definitions[name[1]] = element
    drawn_here = set(NAMED.findall(body))
    needed: set[str] = set()
    references = WANTED.findall(body)
    while references:
        reference = references.pop()
        if reference in definitions and reference not in needed | drawn_here:
            needed.add(reference)
            references += WANTED.findall(definitions[reference])
    defs = "".join(element for name, element in definitions.items() if name in needed)
    return f"<defs>{defs}</defs>{body}" if defs else body


def pressable_provinces(sheet: BoardSheet) -> str:
    """Every province as an invisible shape that can be pressed."""
    rects = (f'<rect class="s-{c}" data-o="{c}"/>' for c in sorted(sheet.shapes))
    paint = 'fill="none" pointer-events="all"'
    return f'<g class="places" {paint} transform="scale({SCALE:g})">{"".join(rects)}</g>'


def inline_map(
    sheet: BoardSheet, overlay: str, folder: str, title: str, description: str = "", codes: str = ""
) -> str:
    """A picture as SVG inside a page: an overlay between the layers of its board, whose files are
    in `folder`; with the board's codes in place of its names."""
    wide = svg.points(sheet.width)
    high = svg.points(sheet.small_height)
    size = f'width="{wide}" height="{svg.points(sheet.height)}"'
    path = escape(folder)
    ground = f'<image href="{path}ground.svg" {size}/>'
    lines = f'<image href="{path}lines.svg" {size}/>'
    small = f'<image href="{path}small.svg" {size}/>'
    desc = f"<desc>{escape(description)}</desc>" if description else ""
    drawn = overlay.replace("<!--names-->", small + codes).replace("<!--lines-->", lines)
    return (
        f'<svg class="board b-{folder.rstrip("/").rpartition("/")[2]}"'
        f' viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
        f"<title>{escape(title)}</title>{desc}{ground}{drawn}</svg>"
    )


def signs_of_board(sheet: BoardSheet, setting: Setting) -> str:
    """The definitions of every sign that a picture of a board may use, as SVG, for a script that
    draws phases."""
    turn = Turn(setting.start, setting.start)
    symbols = Scene(sheet, setting, turn).symbols
    marks = [DrawnMark("signs", SymbolUse(name, 0, 0)) for name in symbols]
    return svg.symbols(symbols, marks)


def overlay_of(sheet: BoardSheet, p: PhaseMap) -> str:
    """What a phase adds to its board, with comments in the places of the board's own layers. Lines
    have their widths in em: on small maps their font size, and so their width, is larger."""
    signs = svg.symbols(p.symbols, (*p.marks, *p.cartouche))
    lines = in_em(svg.layers(p.marks, UNDER))
    words = f"{_panel(sheet)}{svg.layers(p.cartouche, ('signs',))}"
    text = f'<g class="words">{words}</g>' if p.cartouche else ""
    return (
        f"<defs>{signs}</defs>{tinted(p)}"
        f'<!--lines--><g class="lines" font-size="{EM:g}">{lines}</g><!--names-->'
        f'<g class="counters">{svg.layers(p.marks, OVER)}</g>{text}'
    )


def in_em(drawing: str) -> str:
    """A drawing in SVG with the widths of its lines in em."""
    return WIDTH.sub(_width_in_em, drawing)


def _width_in_em(attribute: re.Match[str]) -> str:
    """The width of a line in em, without a leading zero."""
    em = f"{float(attribute[1]) / EM:.3g}".removeprefix("0")
    return f'stroke-width="{em}em"'


def plain_frame(sheet: BoardSheet) -> str:
    """The frame without cartouche, key and degrees, for small maps and parts of maps."""
    return FINE_PRINT.sub("", sheet.layers["frame"].replace(_panel(sheet), ""))


def _panel(sheet: BoardSheet) -> str:
    """The cartouche's panel as the sheet's frame draws it."""
    start = '<g fill="[^"]*" stroke="[^"]*"><rect x="{:g}" y="{:g}" .*?</g>'
    panel = re.search(start.format(*sheet.cartouche), sheet.layers["frame"])
    return panel[0] if panel else ""


def tinted(p: PhaseMap) -> str:
    """The tints of a phase, cut to their provinces by the board's style sheet."""
    rects_by_tint: dict[str, list[str]] = {}
    for code, tint in p.tints.items():
        rects_by_tint.setdefault(tint, []).append(f'<rect class="s-{code}"/>')
    groups = ""
    for tint, rects in sorted(rects_by_tint.items()):
        groups += f'<g fill="{tint}">{"".join(sorted(rects))}</g>'
    scale = f"{SCALE:g}".removeprefix("0")
    return f'<g class="tints" transform="scale({scale})">{groups}</g>'


@lru_cache(maxsize=4)  # each holds two sheets
def coarse(sheet: BoardSheet) -> BoardSheet:
    """The sheet with its outlines rounded to half a unit, because pages show it half as large.
    Neighbours still share their corners. A board with curved provinces keeps its outlines."""
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(sheet.layers["provinces"]))):
        return sheet
    rounded = {name: OUTLINE.sub(_rounded, sheet.layers[name]) for name in COARSE}
    defs = FRONTIER.sub(lambda frontier: OUTLINE.sub(_rounded, frontier[0]), sheet.defs)
    return replace(sheet, defs=defs, layers={**sheet.layers, **rounded})


def _rounded(attribute: re.Match[str]) -> str:
    """An outline with its corners on the grid, if it is straight."""
    outline = attribute[1]
    if not STRAIGHT.fullmatch(outline):
        return attribute[0]
    data = ""
    for corners, is_ring in subpaths(outline):
        data += path([(_on_grid(x), _on_grid(y)) for x, y in corners], is_ring)
    return f' d="{data}"'


def _on_grid(tenths: int) -> int:
    """The nearest line of the grid."""
    return (2 * tenths + GRID) // (2 * GRID) * GRID


def small_cut(
    sheet: BoardSheet, setting: Setting, p: PhaseMap, *, title: str, description: str
) -> str:
    """A position as an SVG file for narrow screens: codes for names, larger counters. Codes and
    counters grow as the picture shrinks; on the least screens there are no codes."""
    sizes = Path(__file__).with_name("small_map.css").read_text(encoding="utf-8").strip()
    codes = ""
    for code, at, kinds in shown_codes(sheet, setting.board):
        shape = words(code, "sans", LAND_CODE, Point(0, LAND_CODE / 3), middle=True)
        halo = Paint(stroke=PAPER, width=5 / shape.scale)
        drawn = svg.element(shape.outlined()._replace(paint=halo))
        codes += f'<g class="{kinds}" transform="translate({svg.points(*at)})"><g>{drawn}</g></g>'
    labels = f'<style>\n{sizes}</style><g class="codes">{codes}</g>'
    layers = {**coarse(sheet).layers, "labels": labels, "frame": plain_frame(sheet)}
    small = replace(coarse(sheet), height=sheet.small_height, layers=layers)
    unlabelled = p._replace(cartouche=(), legend=())
    return whole(small, setting, unlabelled, title=title, description=description)


def shown_codes(sheet: BoardSheet, board: Board) -> Iterator[tuple[str, Point, str]]:
    """Each code of a small map, its place and its classes: `land` or `sea`, and `crowded` for
    one that overlaps another on the narrowest screens. A supply centre keeps its code first."""
    spaces = board.provinces
    codes = [code for code in sheet.codes if code in spaces]
    codes.sort(key=lambda code: not spaces[Code(code)].centre)
    boxes: list[Rect] = []
    for code in codes:
        at = sheet.codes[code]
        half = face("sans").width(code, NARROWEST) / 2
        box = Rect(*at, *at).grown(half, 0.36 * NARROWEST)
        kind = spaces[Code(code)].terrain
        if any(map(box.meets, boxes)):
            yield code, at, f"{kind} crowded"
        else:
            boxes.append(box)
            yield code, at, kind


def code_size(sheet: BoardSheet, kind: str) -> float:
    """The size of a code on a phone, by the kind of its space; smaller on a crowded board."""
    size = SEA_CODE if kind == "sea" else LAND_CODE
    return size * min(1.0, sheet.pen) ** 2
