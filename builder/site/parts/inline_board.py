"""A board's sheet for the inside of a page: outlines in whole halves of a unit, which packs better.

A page shows the board half as large as it was drawn, so nobody sees the difference. Every corner
is rounded by its place on the sheet, and neighbours still share theirs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from builder.draw.board_sheet import BoardSheet

OUTLINE = re.compile(r' d="([^"]*)"')
FRONTIER = re.compile(r'<path id="frontier"[^>]*>')
STRAIGHT = re.compile(r"(?:[Mlz ]|-?\d)+")
RUN = re.compile(r"([Mlz])([^Mlz]*)")
NUMBER = re.compile(r"-?\d+")
GROUNDS = ("sea", "provinces", "borders", "canals")
GRID, APART = 5, 4.0


@cache
def inlined(sheet: BoardSheet) -> BoardSheet:
    """The sheet without the room for its key, which a page writes itself, and coarser.

    A board with curved provinces keeps its outlines.
    """
    if sheet.legend:
        sheet = replace(sheet, height=sheet.legend[1] - APART)
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(sheet.layers["provinces"]))):
        return sheet
    coarse = {name: _coarse(sheet.layers[name]) for name in GROUNDS if name in sheet.layers}
    defs = FRONTIER.sub(lambda m: _coarse(m[0]), sheet.defs)
    return replace(sheet, defs=defs, layers={**sheet.layers, **coarse})


def _coarse(drawn: str) -> str:
    return OUTLINE.sub(
        lambda m: f' d="{_rounded(m[1])}"' if STRAIGHT.fullmatch(m[1]) else m[0], drawn
    )


def _rounded(outline: str) -> str:
    """An outline in tenths (`M` absolute, `l` relative, `z`) with its corners on the grid."""
    text, x, y = "", 0, 0
    for letter, tail in RUN.findall(outline):
        numbers = [int(n) for n in NUMBER.findall(tail)]
        if letter == "M":
            x, y = numbers
            text += f"M{_near(x)} {_near(y)}"
            continue
        steps: list[int] = []
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            across, down = _near(x + dx) - _near(x), _near(y + dy) - _near(y)
            steps += (across, down) if across or down else ()
            x, y = x + dx, y + dy
        text += letter + re.sub(r" (?=-)", "", " ".join(map(str, steps)))
    return text


def _near(tenths: int) -> int:
    return (2 * tenths + GRID) // (2 * GRID) * GRID
