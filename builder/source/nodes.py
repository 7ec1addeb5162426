"""Composed YAML, node by node: what it is, which lines it has, what a word in it stands for."""

from __future__ import annotations

from datetime import date
from typing import Any, Protocol

from builder.source.lines import SourceLine, SourceLines

FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LONGEST = 9  # figures of a number
WHAT = {"scalar": "text", "sequence": "a list", "mapping": "a mapping (name: value)"}


class Place(Protocol):
    """Where a node begins or ends; line and column count from 0."""

    line: int
    column: int


class Node(Protocol):
    """What PyYAML composes: `value` is a string, a list of nodes, or a list of pairs."""

    id: str
    value: Any
    start_mark: Place
    end_mark: Place
    style: str | None


def whole_line(lines: SourceLines, node: Node) -> SourceLine:
    """The text of a scalar, with the place where its first letter stands."""
    start, quoted = node.start_mark, node.style in ("'", '"')
    return SourceLine(lines, str(node.value).strip(), start.line + 1, start.column + 1 + quoted)


def raw_lines(lines: SourceLines, node: Node) -> list[SourceLine]:
    """The lines that a scalar takes up in the file, without the blanks around them."""
    start, end = node.start_mark, node.end_mark
    block = node.style in ("|", ">")
    if start.line == end.line or (not block and "\\" in node.value):
        return [whole_line(lines, node)]
    found: list[SourceLine] = []
    for number in range(start.line + block, end.line + 1):
        text = lines.lines[number] if number < len(lines.lines) else ""
        first = start.column if number == start.line else 0
        text = text[first : end.column if number == end.line else None]
        bare = text.lstrip()
        found.append(
            SourceLine(lines, bare.rstrip(), number + 1, first + len(text) - len(bare) + 1)
        )
    return found


def whole(text: str) -> int:
    """A whole number; raises ValueError."""
    if not text.removeprefix("-").isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    if len(text) > LONGEST:
        raise ValueError(f"a number of {len(text)} figures is too large")
    return int(text)


def yes_or_no(text: str) -> bool:
    """Yes, true, on; no, false, off; raises ValueError."""
    found = FLAGS.get(text.lower())
    if found is None:
        raise ValueError(f"{text!r} is neither yes nor no")
    return found


def day(text: str) -> str:
    """A day, as 2026-05-31; raises ValueError."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is no day; write it as 2026-05-31") from None
