"""The board beside the rules of a variant: it lights up the provinces that a rule names."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from builder.draw.board_sheet import SCALE, BoardSheet
from builder.draw.phase_map import picture
from builder.draw.shared_board import inline_map, overlay_of
from builder.model.board import Board
from builder.model.results import Turn
from builder.model.units import Code
from builder.site import addresses
from builder.site.parts.player import small_layer
from builder.variant import Variant

SHORTEST = 4  # letters of a name that is looked for: shorter ones are words as well


@lru_cache(maxsize=4)  # each holds a board
def _names(board: Board) -> re.Pattern[str]:
    """Finds the names of provinces, longer ones before those that they contain."""
    names = [p.name for p in board.provinces.values() if len(p.name) >= SHORTEST]
    names.sort(key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def named_provinces(text: str, board: Board) -> Sequence[Code]:
    """The provinces that a text names, in its order; none of a list of most of the board."""
    codes = {province.name: province.code for province in board.provinces.values()}
    named = [*dict.fromkeys(codes[name] for name in _names(board).findall(text))]
    return named if len(named) <= len(codes) / 2 else []


def rule_board(variant: Variant, sheet: BoardSheet, named: Iterable[Code]) -> Markup:
    """The board at the start, with an unlit shape over each of the named provinces."""
    start = variant.setting.start
    shown = picture(sheet, variant.setting, Turn(start, start), when="before", legend=False)
    shapes = [code for code in dict.fromkeys(named) if code in sheet.shapes]
    rects = "".join(f'<rect class="s-{code}" data-lit="{code}"/>' for code in shapes)
    lights = f'<g class="lights" fill="none" transform="scale({SCALE:g})">{rects}</g>'
    drawing = inline_map(
        sheet,
        overlay_of(sheet, shown),
        f"../../{addresses.board(variant.name)}",
        title=f"The board of {variant.about.title} at the start",
        codes=lights + small_layer(sheet, variant.setting.board),
    )
    return Markup(drawing)
