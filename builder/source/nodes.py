"""YAML nodes with their kind, their lines, and the meaning of plain words."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Protocol

from builder.source.files import RESERVED
from builder.source.lines import SourceLine, SourceLines

FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
LONGEST = 9  # digits of a number
MOST = 9999
DECIMAL = re.compile(r"[+-]?[0-9]{1,7}(?:\.[0-9]{0,9})?|[+-]?\.[0-9]{1,9}")
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 100
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
    """The text of a scalar, with the place of its first letter."""
    start, quoted = node.start_mark, node.style in ("'", '"')
    return SourceLine(lines, str(node.value).strip(), start.line + 1, start.column + 1 + quoted)


def raw_lines(lines: SourceLines, node: Node) -> list[SourceLine]:
    """The lines that a scalar takes up in the file, without the blanks around them."""
    start, end = node.start_mark, node.end_mark
    block, quoted = node.style in ("|", ">"), node.style in ("'", '"')
    if start.line == end.line or (not block and "\\" in node.value):
        return [whole_line(lines, node)]
    found: list[SourceLine] = []
    for number in range(start.line + block, end.line + 1):
        text = lines.lines[number] if number < len(lines.lines) else ""
        first = start.column + quoted if number == start.line else 0
        text = text[first : end.column - quoted if number == end.line else None]
        column = first + len(text) - len(text.lstrip()) + 1
        bare = text.strip().replace("''", "'") if node.style == "'" else text.strip()
        found.append(SourceLine(lines, bare, number + 1, column))
    return found


def whole(text: str) -> int:
    """A whole number; raises ValueError."""
    if not text.removeprefix("-").isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    if len(text) > LONGEST:
        raise ValueError(f"a number of {len(text)} digits is too large")
    return int(text)


def small(text: str) -> int:
    """A whole number from 0 to 9999; raises ValueError."""
    number = whole(text)
    if not 0 <= number <= MOST:
        raise ValueError(f"{number} is not between 0 and {MOST}")
    return number


def decimal(text: str) -> float:
    """A number, with or without a decimal point; raises ValueError."""
    if not DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    return float(text)


def pair(text: str) -> tuple[str, str]:
    """Two names joined by a hyphen, as in `Bre-Gas`; raises ValueError."""
    one, hyphen, other = text.partition("-")
    if not (one and hyphen and other):
        raise ValueError(f"{text!r} is not a pair; write it as Bre-Gas")
    return one, other


def colour(text: str) -> str:
    """A colour as `#2d3d84`, also where it is written `#234`; raises ValueError."""
    if not COLOUR.fullmatch(text):
        raise ValueError(f"{text!r} is not a colour; write it as #2d3d84")
    return text if len(text) == 7 else "#" + "".join(2 * figure for figure in text[1:])


def identifier(text: str) -> str:
    """A name for addresses and files: a-z, 0-9 and hyphens. Raises ValueError.

    Names that Windows keeps for devices (`con`, `nul`, `lpt1`) are refused.
    """
    if not ID.fullmatch(text) or len(text) > LONGEST_ID:
        raise ValueError(f"{text!r} becomes an address: use a-z, 0-9 and -")
    if text in RESERVED:
        raise ValueError(f"{text!r} is a device on Windows; choose another name")
    return text


def power_name(text: str) -> str:
    """The name of a power, of which an address is made; raises ValueError."""
    if not re.search("[A-Za-z0-9]", text) or text.lower() in RESERVED or len(text) > LONGEST_ID:
        raise ValueError(f"{text!r} becomes an address: choose another name, with letters a-z")
    return text


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
        raise ValueError(f"{text!r} is not a date; write it as 2026-05-31") from None
