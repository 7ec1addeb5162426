"""The small cut of a board: codes for names, larger counters, as a file that needs no page."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.captions import words
from builder.draw.curves import Point
from builder.draw.marks import PAPER, Paint, PaintedPath
from builder.draw.outlined_text import face
from builder.draw.phase_map import PhaseMap, whole
from builder.draw.shared_board import coarse, plain_frame
from builder.model.setting import Setting
from builder.model.units import Code

LAND_CODE, SEA_CODE, NARROWEST = 31.0, 27.0, 40.0  # sizes of codes; the last on the least screen
SIZES = Path(__file__).with_name("small_map.css").read_text(encoding="utf-8").strip()


def small_cut(
    sheet: BoardSheet, setting: Setting, p: PhaseMap, *, title: str, description: str
) -> str:
    """A position as an SVG file for narrow screens: codes for names, larger counters.

    Codes and counters grow as the picture shrinks; on the least screens there are no codes.
    """
    codes = "".join(
        f'<g class="{kinds}" transform="translate({svg.points(*at)})"><g>'
        f"{svg.element(lettered(code))}</g></g>"
        for code, at, kinds in shown_codes(sheet, setting)
    )
    layers = {
        "labels": f'<style>\n{SIZES}</style><g class="codes">{codes}</g>',
        "frame": plain_frame(sheet),
    }
    small = coarse(sheet)
    small = replace(small, height=sheet.small_height, layers={**small.layers, **layers})
    unlabelled = p._replace(cartouche=(), legend=())
    return whole(small, setting, unlabelled, title=title, description=description)


def shown_codes(sheet: BoardSheet, setting: Setting) -> Iterator[tuple[str, Point, str]]:
    """Each code of a small map, its place and its classes: `land` or `sea`, and `crowded` for
    one that overlaps another on the narrowest screens. A supply centre keeps its code first."""
    board, taken = setting.board.provinces, list[tuple[Point, float, float]]()
    known = [(code, at) for code, at in sheet.codes.items() if code in board]
    for code, at in sorted(known, key=lambda one: not board[Code(one[0])].centre):
        kind = board[Code(code)].terrain
        wide, high = face("sans").width(code, NARROWEST) / 2, 0.36 * NARROWEST
        meets = any(abs(at.x - o.x) < wide + w and abs(at.y - o.y) < high + h for o, w, h in taken)
        if not meets:
            taken.append((at, wide, high))
        yield code, at, f"{kind} crowded" if meets else kind


def lettered(code: str) -> PaintedPath:
    """A code as an outline about the origin, with its halo."""
    shape = words(code, "sans", LAND_CODE, Point(0, LAND_CODE / 3), middle=True)
    return shape._replace(words=None, paint=Paint(stroke=PAPER, width=5 / shape.scale))


def code_size(sheet: BoardSheet, kind: str) -> float:
    """The size of a code on a phone, by the kind of its space; smaller on a crowded board."""
    return (SEA_CODE if kind == "sea" else LAND_CODE) * min(1.0, sheet.pen) ** 2
