"""Printed results as people note them: `(bounced)` after an order, or a line of `results:`.

A Vie-Tri (bounced)              A Mun H (dislodged, retreats Ber Sil)
A Bur S A Mun-Ruh (cut)          F Bla H (dislodged, no retreat)
F Gre S F Aeg-Con (failed)       A Ven - Tri *           the same as (failed)
F Aeg S F Con-Bul (unknown)      the source says neither done nor failed
"""

import re
from functools import lru_cache
from typing import NamedTuple

from builder.model.board import Board, split_coast
from builder.model.outcomes import Outcome
from builder.model.units import Location
from builder.notation.result_words import result_names
from builder.source.fields import SourceLine

DISBANDS = frozenset({"otb", "off the board", "disband", "disbands", "none", "nowhere"})
WORDS = result_names()
OPENING = {")": "(", "]": "["}
DASHES = (" -", " –", " —")
RETREATS = re.compile(r"(?:^|[\s,;])(?:r:|retreats?\b(?:\s+to\b)?:?|no retreats?\b)", re.IGNORECASE)
ANNIHILATED = frozenset({"ann", "d ann"})
UNKNOWN = "unknown"
REMEMBERED_TEXTS = 5000  # texts that are remembered
BY = re.compile(r"\s+by\s.*$")


class OrderMarks(NamedTuple):
    """What is printed of one order: its outcomes, and where a dislodged unit may go."""

    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None


def read_marks(line: SourceLine, board: Board) -> OrderMarks | None:
    """Read `bounced`, `dislodged, retreats Ber Sil`; a word that is not a result is noted."""
    if (plain := plain_outcomes(line.text)) is not None:
        return OrderMarks(plain)
    if retreats := RETREATS.search(line.text):
        options = _options(line.part(retreats.end()), board)
        return OrderMarks(_outcomes(line.part(0, retreats.start())) | {Outcome.DISLODGED}, options)
    annihilated = any(piece.text.lower() in ANNIHILATED for piece in line.words())
    outcomes = _outcomes(line)
    return OrderMarks(outcomes, () if annihilated else None) if outcomes else None


def part_marks(line: SourceLine, board: Board) -> tuple[SourceLine, OrderMarks | None]:
    """An order and the marks after it: in brackets, after a dash, or a lone asterisk."""
    text = line.text.rstrip(" .")
    if text.endswith("*"):
        return line.part(0, len(text) - 1), OrderMarks(frozenset({Outcome.FAILED}))
    start = text.rfind(OPENING.get(text[-1:], "\n"))
    end = len(text) - (start >= 0)
    if start < 0:
        start = max(map(text.rfind, DASHES)) + 1
    inside = text[start + 1 : end].strip()
    if start < 1 or board.names.get(inside) or not _is_result(inside):
        return line, None
    return line.part(0, start), read_marks(line.part(start + 1, end), board)


@lru_cache(maxsize=REMEMBERED_TEXTS)
def plain_outcomes(text: str) -> frozenset[Outcome] | None:
    """The outcomes of a text that is nothing but known words with commas between; else None."""
    if _word(text) == UNKNOWN:
        return frozenset()
    words = [_word(piece) for piece in re.split(r"[,;]", text)]
    names = [WORDS.get(word) if word else None for word in words]
    return None if None in names else frozenset(Outcome(name) for name in names if name)


def _outcomes(line: SourceLine) -> frozenset[Outcome]:
    return frozenset(o for piece in line.words() if (o := piece.read(_outcome)))


def _outcome(text: str) -> Outcome:
    word = _word(text)
    return Outcome.DISLODGED if word in ANNIHILATED else Outcome(WORDS.find(word))


def _word(text: str) -> str:
    return BY.sub("", text.strip("* ").lower())


def write_marks(outcomes: frozenset[Outcome], options: tuple[Location, ...] | None) -> str:
    """`bounced, dislodged, retreats Ber Sil`."""
    words = [o.value for o in Outcome if o in outcomes]
    if options is not None:
        words.append(f"retreats {' '.join(options)}" if options else "no retreat")
    return ", ".join(words) or UNKNOWN


def _is_result(inside: str) -> bool:
    """Is it a result, and not a coast, a half of a unit or a nationality?"""
    first = _word(re.split(r"[,;]", inside)[0])
    known = first in ANNIHILATED or plain_outcomes(first) is not None
    return known or bool(RETREATS.search(inside))


def _options(line: SourceLine, board: Board) -> tuple[Location, ...]:
    places: list[Location | None] = []
    for piece in line.words():
        if board.names.get(split_coast(piece.text)[0]):
            places.append(piece.read(board.find))
        elif piece.text.lower() not in DISBANDS:
            words = (piece.part(*word.span()) for word in re.finditer(r"\S+", piece.text))
            places += [w.read(board.find) for w in words if w.text.lower() not in DISBANDS]
    return tuple(place for place in places if place is not None)
