"""Outlines as map.svg has them: path data of starts (`M`), steps (`l`) and closings (`z`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from builder.draw.svg import steps

NUMBER = re.compile(r"-?\d+")
Corner = tuple[int, int]


def runs(outline: str) -> Iterator[tuple[list[Corner], bool]]:
    """The corners of each run, in tenths of a unit, and whether it is closed."""
    for run in outline.split("M")[1:]:
        numbers = [int(n) for n in NUMBER.findall(run)]
        xs, ys = accumulate(numbers[::2]), accumulate(numbers[1::2])
        yield list(zip(xs, ys, strict=True)), run.endswith("z")


def path(corners: list[Corner], closed: bool) -> str:
    """A run as path data; steps that lead nowhere are left out."""
    moves = [(c - a, d - b) for (a, b), (c, d) in pairwise(corners)]
    legs = steps(*(n for move in moves if any(move) for n in move))
    return f"M{steps(*corners[0])}l{legs}{'z' if closed else ''}"
