"""Printed results as people note them: `(bounced)` behind an order, or a line of `results:`.

A Vie-Tri (bounced)              A Mun H (dislodged, retreats Ber Sil)
A Bur S A Mun-Ruh (cut)          F Bla H (dislodged, no retreat)
F Gre S F Aeg-Con (failed)       A Ven - Tri *           the same as (failed)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from builder.errors import UnknownWordError
from builder.formats.places import Line
from builder.model.board import Location
from builder.model.findings import Outcome
from builder.model.names import Names

DISBANDS = frozenset({"otb", "off the board", "disband", "disbands", "none", "nowhere"})
ALSO = {
    Outcome.MOVED: ("ok", "succeeds", "succeeded", "success", "moves", "done"),
    Outcome.BOUNCED: ("bounce", "bounces", "stood off", "stand-off", "standoff"),
    Outcome.VOID: ("nso", "otm", "no such order", "ordered to move"),
    Outcome.NO_CONVOY: ("not convoyed",),
    Outcome.DISRUPTED: ("disrupts", "convoy disrupted"),
    Outcome.DISLODGED: ("d", "dislodge", "dislodges"),
    Outcome.DESTROYED: ("annihilated", "destroys"),
    Outcome.ILLEGAL: ("imp", "impossible", "invalid", "nsu", "no such unit", "ncs"),
    Outcome.NO_ORDER: ("unordered", "nmr"),
    Outcome.FAILED: ("fails", "fail"),
    Outcome.HELD: ("holds", "stands", "stood"),
    Outcome.GIVEN: ("supports", "supported"),
}
WORDS = Names(
    "result",
    [(o.value, o.value) for o in Outcome if o is not Outcome.UNDECIDED]
    + [(word, o.value) for o, words in ALSO.items() for word in words],
)
BEHIND = re.compile(r"[(\[](?P<inside>[^()\[\]]*)[)\]]\s*\.?$")
RETREATS = re.compile(r"(?:^|[\s,;])(?:r:|retreats?\b(?:\s+to\b)?:?|no retreats?\b)", re.IGNORECASE)
ANNIHILATED = frozenset({"ann", "d ann"})
BY = re.compile(r"\s+by\s.*$")


class Marks(NamedTuple):
    """What is printed of one order: its outcomes, and where a dislodged unit may go."""

    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None

    def __bool__(self) -> bool:
        return bool(self.outcomes)


def read_marks(line: Line, find: Callable[[str], Location]) -> Marks:
    """Read `bounced`, `dislodged, retreats Ber Sil`; what is no result is noted there."""
    body, options = line, None
    found = RETREATS.search(line.text)
    if found:
        options = _options(line.part(found.end()), find)
        body = line.part(0, found.start())
    outcomes: set[Outcome] = set()
    for piece in body.split():
        word = BY.sub("", piece.text.strip("* ").lower())
        if word in ANNIHILATED:
            outcomes.add(Outcome.DISLODGED)
            options = ()
            continue
        try:
            outcomes.add(Outcome(WORDS.find(word)))
        except UnknownWordError as error:
            piece.fail(str(error))
    if options is not None:
        outcomes.add(Outcome.DISLODGED)
    return Marks(frozenset(outcomes), options)


def part_marks(line: Line, find: Callable[[str], Location]) -> tuple[Line, Marks]:
    """An order and the marks behind it, in brackets or a lone asterisk."""
    text = line.text.rstrip(" .")
    if text.endswith("*"):
        return line.part(0, len(text) - 1), Marks(frozenset({Outcome.FAILED}))
    found = BEHIND.search(line.text)
    if found is None or not _tells(found["inside"]):
        return line, Marks(frozenset())
    marks = read_marks(line.part(found.start("inside"), found.end("inside")), find)
    return line.part(0, found.start()), marks


def write_marks(outcomes: frozenset[Outcome], options: tuple[Location, ...] | None) -> str:
    """`bounced, dislodged, retreats Ber Sil`."""
    words = [o.value for o in Outcome if o in outcomes]
    if options is not None:
        words.append(f"retreats {' '.join(options)}" if options else "no retreat")
    return ", ".join(words)


def _tells(inside: str) -> bool:
    """Is it a result, and not a coast, a half or a nationality?"""
    first = re.split(r"[,;]", inside)[0].strip("* ").lower()
    return (
        first in ANNIHILATED
        or WORDS.get(BY.sub("", first) or "?") is not None
        or RETREATS.search(inside) is not None
    )


def _options(line: Line, find: Callable[[str], Location]) -> tuple[Location, ...]:
    found: list[Location] = []
    for piece in line.split():
        if piece.text.lower() in DISBANDS:
            continue
        at = _whole(piece.text, find)
        if at is not None:
            found.append(at)
            continue
        for word in re.finditer(r"\S+", piece.text):
            if word[0].lower() not in DISBANDS:
                place = piece.part(word.start(), word.end()).read(find)
                found += [place] if place is not None else []
    return tuple(found)


def _whole(text: str, find: Callable[[str], Location]) -> Location | None:
    try:
        return find(text)
    except UnknownWordError:
        return None
