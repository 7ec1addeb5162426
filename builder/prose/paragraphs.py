"""Paragraphs of plain text, no wider than a zine's page."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 78


def filled(text: str) -> str:
    """Words that somebody wrote, as one paragraph."""
    return textwrap.fill(text, WIDTH)


def wrapped(text: str, indent: str = "    ") -> Sequence[str]:
    """The text in lines that fit a page; `indent` stands before all but the first."""
    if not text.isprintable() or (len(text) > WIDTH and _longest(text) > WIDTH - len(indent)):
        return textwrap.wrap(
            text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    lines = []
    rest = text.rstrip()
    while len(rest) > WIDTH:
        cut = rest.rindex(" ", 0, WIDTH + 1)
        lines.append(rest[:cut].rstrip())
        rest = indent + rest[cut:].lstrip()
    return [*lines, rest] if rest else lines


def _longest(text: str) -> int:
    return max(map(len, text.split()), default=0)
