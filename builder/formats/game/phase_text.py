"""Adds a phase to the text of a game file, or takes one out; all else stays as it was typed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import takewhile
from typing import NamedTuple

from builder.model.calendar import Calendar, Phase
from builder.model.orders import Written
from builder.model.units import Power

EMPTY = re.compile(r"^phases: *\{ *\}", re.MULTILINE)
PHASES = re.compile(r"phases:\s*(#.*)?$")


class Cut(NamedTuple):
    """A text without one phase, that phase, and the number of the line where it began."""

    text: str
    phase: str
    line: int


def with_phase(
    text: str,
    phase: Phase,
    calendar: Calendar,
    orders: Mapping[Power, Iterable[Written]],
    nmr: Iterable[Power] = (),
    more: Mapping[str, str] | None = None,
    cut: Cut | None = None,
) -> str:
    """The text with one phase after the others; `more` are further keys of the phase.

    A phase that was `cut` returns to its place with all its keys, except for those given here; a
    key in `more` without a value is taken away.
    """
    given = {key.lower() for key in (*orders, *nmr, *(more or {}))}
    kept = list(_without_keys(cut.phase, given)) if cut else []
    depth = " " * next((len(row) - len(row.lstrip()) for row in kept if row.strip()), 4)
    block = [f"  {calendar.title(phase)}:"]
    block += [f"{depth}{key}: {value}" for key, value in (more or {}).items() if value]
    block += kept
    for power, mine in orders.items():
        block += [f"{depth}{power}: |", *(f"{depth}  {written.text}" for written in mine)]
    block += [f"{depth}{power}: NMR" for power in nmr]
    lines = EMPTY.sub("phases:", text).rstrip().splitlines()
    if not any(map(PHASES.match, lines)):
        lines.append("phases:")
    at = cut.line - 1 if cut else _bounds(lines)[1]
    return "\n".join([*lines[:at], *block, *lines[at:]]) + "\n"


def _without_keys(phase: str, keys: Set[str]) -> Iterator[str]:
    """The lines of a phase below its name, without those of some keys."""
    rows = phase.splitlines()[1:]
    depth = len(rows[0]) - len(rows[0].lstrip()) if rows else 0
    keep = True
    for row in rows:
        if re.match(rf" {{0,{depth}}}[^\s#]", row):
            keep = row.partition(":")[0].strip("\"' ").lower() not in keys
        if keep:
            yield row


def without_phase(text: str, line: int) -> Cut:
    """The text without the phase whose name is in that line."""
    lines = text.splitlines()
    depth = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    last = _bounds(lines)[1]
    inner = (at for at in range(line, last) if re.match(rf" {{0,{depth}}}[^\s#]", lines[at]))
    end = next(inner, last)
    left = [*lines[: line - 1], *lines[end:]]
    start, last = _bounds(left)
    if not any(re.match(r"\s*[^\s#]", row) for row in left[start + 1 : last]):
        left[start] = left[start].replace("phases:", "phases: {}", 1)
    return Cut("\n".join(left) + "\n", "\n".join(lines[line - 1 : end]) + "\n", line)


def _bounds(lines: list[str]) -> tuple[int, int]:
    """The index of the line `phases:`, and that of the first line after the last phase."""
    start = next(i for i, line in enumerate(lines) if PHASES.match(line))
    below = takewhile(lambda at: not re.match(r"[^\s#]", lines[at]), range(start + 1, len(lines)))
    return start, max((at for at in below if lines[at].strip()), default=start) + 1
