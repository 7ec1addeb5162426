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
    if len(text) <= WIDTH and text.isprintable():
        return [text]
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
