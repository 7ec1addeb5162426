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
from functools import cache
from html import escape
from pathlib import Path

from builder.draw import svg
from builder.draw.board_sheet import SCALE, BoardSheet
from builder.draw.captions import words
from builder.draw.curves import Point, Rect
from builder.draw.marks import OVER, PAPER, UNDER, Paint
from builder.draw.outlined_text import face
from builder.draw.phase_map import PhaseMap, closed, whole
from builder.draw.svg import path, subpaths
from builder.model.board import Board
from builder.model.grouping import grouped
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
LAND_CODE, SEA_CODE, NARROWEST = 31.0, 27.0, 40.0  # sizes of codes; the last on the least screen


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
    layers = {n: _with_definitions(sheet, TITLE.sub("", body)) for n, body in bodies.items()}
    iced = {c for season in setting.calendar.seasons for c in closed(setting.board, season)}
    bare = {c for c, kind in sheet.shapes.items() if kind == "sea" and c not in iced}
    shapes = {str(c): d for c, d in sheet.outlines.items() if c not in bare}
    seas = {str(c): d for c, d in sheet.outlines.items() if c in bare}
    wide, high = svg.points(sheet.width), svg.points(sheet.height)
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    files = {f"{n}.svg": f"<svg {svg.HEAD} {size}>{body}</svg>\n" for n, body in layers.items()}
    own = f".b-{name}"
    wide, high = (svg.points(x / SCALE) for x in (sheet.width, sheet.height))
    ratio, size = sheet.width / sheet.small_height, f"width:{wide}px;height:{high}px"
    head = f'{own}{{--ratio:{ratio:.3f}}}\n{own} [class^="s-"]{{{size}}}\n'
    files["board.css"] = head + _clip_rules(own, shapes)
    files["seas.css"] = _clip_rules(own, seas)
    return files, {"layers": layers, "shapes": shapes}


def _clip_rules(own: str, shapes: Mapping[str, str]) -> str:
    """A rule for each province that cuts an element to its shape: `.b-standard .s-Mun`."""
    return "".join(f'{own} .s-{c}{{clip-path:path("{d}")}}\n' for c, d in shapes.items())


def _with_definitions(sheet: BoardSheet, body: str) -> str:
    """A layer with the definitions that it refers to, and those that they refer to."""
    known = {str(c): f'<path id="{c}" d="{d}"/>' for c, d in sheet.outlines.items()}
    known |= {m[1]: part for part in ELEMENT.split(sheet.defs) if (m := NAMED.match(part))}
    there, wanted, waiting = set(NAMED.findall(body)), set[str](), WANTED.findall(body)
    while waiting:
        name = waiting.pop()
        if name in known and name not in wanted | there:
            wanted.add(name)
            waiting += WANTED.findall(known[name])
    defs = "".join(part for name, part in known.items() if name in wanted)
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
    wide, high = svg.points(sheet.width), svg.points(sheet.small_height)
    size = f'width="{wide}" height="{svg.points(sheet.height)}"'
    names, path = ("ground", "lines", "small"), escape(folder)
    ground, lines, small = (f'<image href="{path}{name}.svg" {size}/>' for name in names)
    said = f"<desc>{escape(description)}</desc>" if description else ""
    drawn = overlay.replace("<!--names-->", small + codes).replace("<!--lines-->", lines)
    return (
        f'<svg class="board b-{folder.rstrip("/").rpartition("/")[2]}"'
        f' viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
        f"<title>{escape(title)}</title>{said}{ground}{drawn}</svg>"
    )


def overlay_of(sheet: BoardSheet, p: PhaseMap) -> str:
    """What a phase adds to its board, with comments in the places of the board's own layers. Lines
    have their widths in em: on small maps their font size, and so their width, is larger."""
    signs = svg.symbols(p.symbols, (*p.marks, *p.cartouche))
    lines = WIDTH.sub(
        lambda m: f'stroke-width="{f"{float(m[1]) / EM:.3g}".removeprefix("0")}em"',
        svg.layers(p.marks, UNDER),
    )
    words = f"{_panel(sheet)}{svg.layers(p.cartouche, ('signs',))}"
    text = f'<g class="words">{words}</g>' if p.cartouche else ""
    return (
        f"<defs>{signs}</defs>{tinted(p)}"
        f'<!--lines--><g class="lines" font-size="{EM:g}">{lines}</g><!--names-->'
        f'<g class="counters">{svg.layers(p.marks, OVER)}</g>{text}'
    )


def plain_frame(sheet: BoardSheet) -> str:
    """The frame without cartouche, key and degrees, for small maps and parts of maps."""
    return FINE_PRINT.sub("", sheet.layers["frame"].replace(_panel(sheet), ""))


def _panel(sheet: BoardSheet) -> str:
    """The cartouche's panel as the sheet's frame draws it."""
    start = '<g fill="[^"]*" stroke="[^"]*"><rect x="{:g}" y="{:g}" .*?</g>'
    found = re.search(start.format(*sheet.cartouche), sheet.layers["frame"])
    return found[0] if found else ""


def tinted(p: PhaseMap) -> str:
    """The tints of a phase, cut to their provinces by the board's style sheet."""
    by_tint = grouped(sorted((tint, f'<rect class="s-{c}"/>') for c, tint in p.tints.items()))
    groups = "".join(f'<g fill="{tint}">{"".join(rects)}</g>' for tint, rects in by_tint.items())
    return f'<g class="tints" transform="scale({f"{SCALE:g}".removeprefix("0")})">{groups}</g>'


@cache
def coarse(sheet: BoardSheet) -> BoardSheet:
    """The sheet with its outlines rounded to half a unit, because pages show it half as large.
    Neighbours still share their corners. A board with curved provinces keeps its outlines."""
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(sheet.layers["provinces"]))):
        return sheet
    found = {name: OUTLINE.sub(_rounded, sheet.layers[name]) for name in COARSE}
    defs = FRONTIER.sub(lambda m: OUTLINE.sub(_rounded, m[0]), sheet.defs)
    return replace(sheet, defs=defs, layers={**sheet.layers, **found})


def _rounded(found: re.Match[str]) -> str:
    """An outline with its corners on the grid, if it is straight."""
    if not STRAIGHT.fullmatch(found[1]):
        return found[0]

    def near(tenths: int) -> int:
        return (2 * tenths + GRID) // (2 * GRID) * GRID

    parts = (
        path([(near(x), near(y)) for x, y in corners], closed)
        for corners, closed in subpaths(found[1])
    )
    return f' d="{"".join(parts)}"'


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
    spaces, taken = board.provinces, list[Rect]()
    known = [(code, at) for code, at in sheet.codes.items() if code in spaces]
    for code, at in sorted(known, key=lambda one: not spaces[Code(one[0])].centre):
        half = face("sans").width(code, NARROWEST) / 2
        box, kind = Rect(*at, *at).grown(half, 0.36 * NARROWEST), spaces[Code(code)].terrain
        crowded = any(map(box.meets, taken))
        if not crowded:
            taken.append(box)
        yield code, at, f"{kind} crowded" if crowded else kind


def code_size(sheet: BoardSheet, kind: str) -> float:
    """The size of a code on a phone, by the kind of its space; smaller on a crowded board."""
    return (SEA_CODE if kind == "sea" else LAND_CODE) * min(1.0, sheet.pen) ** 2
