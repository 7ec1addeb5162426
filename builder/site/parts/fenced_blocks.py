"""Finds fenced blocks of worked examples in Markdown.

    ```diplomacy
    title: Two against one
    phase: Spring 1901 moves
    units: {france: [A par, A gas], germany: [A bur]}
    orders: {france: [A par-bur, A gas S A par-bur], germany: [A bur H]}
    expect: {after: {france: [A bur, A gas]}, dislodged: {germany: [A bur]}}
    ```

Inside is a case as `chancery cases` reads it. Fences inside longer fences are quotations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([\w-]*)")
INFO = "diplomacy"


class ExampleBlock(NamedTuple):
    """One example: the number of its first line, its end, and its text as it is indented."""

    start: int
    end: int
    text: str


def blocks(text: str) -> Iterator[ExampleBlock]:
    """The examples in a Markdown text, or in a YAML file that holds some.

    `start` is the line of the opening fence and `end` that of the closing one, from 1.
    """
    lines = text.splitlines()
    opened: tuple[int, str, str] | None = None
    for number, line in enumerate(lines, 1):
        found = FENCE.match(line)
        if not found:
            continue
        if opened is None:
            opened = number, found[1], found[2]
        elif found[1].startswith(opened[1]) and not found[2]:
            if opened[2] == INFO:
                yield ExampleBlock(opened[0], number, "\n".join(lines[opened[0] : number - 1]))
            opened = None


def without(text: str, put: Callable[[int], str]) -> str:
    """The text with each example replaced by what `put` gives for its number, from 0."""
    lines = text.splitlines()
    for number, block in reversed(list(enumerate(blocks(text)))):
        lines[block.start - 1 : block.end] = ["", put(number), ""]
    return "\n".join(lines)
