"""A board's sheet for the inside of a page: outlines in whole fifths of a unit, which packs better.

A page shows the board half as large as it was drawn, so nobody sees the difference. Every corner
is rounded by its place on the sheet, and neighbours still share theirs.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from builder.draw.sheet import Sheet

OUTLINE = re.compile(r' d="([^"]*)"')
STRAIGHT = re.compile(r"(?:[Mlz]|-?\d+| )+")
RUN = re.compile(r"([Mlz])([^Mlz]*)")
NUMBER = re.compile(r"-?\d+")


@cache
def inlined(sheet: Sheet) -> Sheet:
    """The sheet with the outlines of its provinces in whole fifths; one with curves as it is."""
    shapes = sheet.layers["provinces"]
    if not all(map(STRAIGHT.fullmatch, OUTLINE.findall(shapes))):
        return sheet
    coarse = OUTLINE.sub(lambda m: f' d="{_rounded(m[1])}"', shapes)
    return replace(sheet, layers={**sheet.layers, "provinces": coarse})


def _rounded(outline: str) -> str:
    """An outline in tenths (`M` absolute, `l` relative, `z`) with even numbers only."""
    text, x, y = "", 0, 0
    for letter, tail in RUN.findall(outline):
        numbers = [int(n) for n in NUMBER.findall(tail)]
        if letter == "M":
            x, y = numbers
            text += f"M{_even(x)} {_even(y)}"
            continue
        steps = []
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            steps += [_even(x + dx) - _even(x), _even(y + dy) - _even(y)]
            x, y = x + dx, y + dy
        text += letter + re.sub(r" (?=-)", "", " ".join(map(str, steps)))
    return text


def _even(tenths: int) -> int:
    return (tenths + 1) // 2 * 2
