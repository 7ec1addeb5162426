"""Corrects misspelt orders; every correction is reported.

12 A Mun-Bur         a number before the order       A Mun S F A Bur-Par   two kinds of unit
A Mun-Brgundy        a misspelt name                 F Bel-North           the place beside the unit
A Mun-Bur as agreed  words after a whole order
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from builder.errors import ArchiveError, NotationError, SourceMark
from builder.imports.importer import KINDS
from builder.imports.patterns import RE
from builder.model.board import Board
from builder.model.calendar import Phase
from builder.model.names import plain
from builder.model.orders import Written
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.notation.notation import parse_order

WORD = re.compile(r"[A-Za-z]{3,}")
MOST, LONGEST = 3, 5
SHORTEST, SHORT = 3, 4
MANY, LOOSE, CLOSE = 6, 0.6, 0.75


class Correction(NamedTuple):
    """A text with one slip corrected, and the guess as a remark says it."""

    text: str
    guess: str


class ForeignOrders(NamedTuple):
    """Reads the orders of a power in a phase, as others wrote them; `line` is in the source."""

    setting: Setting
    phase: Phase
    power: Power
    line: int = 0

    def parsed(self, text: str) -> Written | None:
        """The order of a text; None where it cannot be read."""
        try:
            return parse_order(text, *self)
        except ArchiveError:
            return None

    def guessed(self, text: str) -> tuple[Written, str] | None:
        """The order of a text with slips, and a remark on what was guessed; None if the text needs
        more guesses than three, or one that is not safe."""
        corrected, guesses = text, list[str]()
        while len(guesses) <= MOST:
            try:
                written = parse_order(corrected, *self)
                found = Written(self.power, written.unit, written.order, text, self.line)
                return found, "; ".join(guesses)
            except NotationError as error:
                correction = _corrected(corrected, error.mark, self.setting.board)
                if correction is None:
                    return None
                corrected = correction.text
                guesses.append(correction.guess)
        return None

    def beginning(self, shape: str, text: str) -> tuple[Written, str] | None:
        """The order that the first words of a text make in a shape (`Build {}`, `{} H`), as many of
        them as possible, and the words after these; None if no words make one."""
        words = text.split()
        for end in range(min(len(words), LONGEST), 1, -1):
            if found := self.parsed(shape.format(" ".join(words[:end]))):
                return found, " ".join(words[end:])
        return None


def _corrected(text: str, mark: SourceMark, board: Board) -> Correction | None:
    """The text without the slip at which the grammar stopped, the `mark`."""
    if found := RE.number.search(text) or RE.two_kinds.search(text):
        rest = text[: found.start()] + text[found.end() :]
        return Correction(rest, f"{found[0].strip()!r} left out")
    start, end = mark.column - 1, mark.column - 1 + mark.width
    before, piece, after = text[:start], text[start:end], text[end:]
    place = nearest(piece, board, places_in(f"{before} {after}", board))
    if place is not None:
        return Correction(before + place + after, f"{piece!r} read as {place}")
    names_nothing = not places_in(piece, board) and piece.partition(" ")[0].lower() not in KINDS
    if before.strip() and not after.strip() and names_nothing:
        return Correction(before.rstrip(), f"{piece!r} left out")
    return None


def respelt(text: str, board: Board) -> Correction | None:
    """An order with its misspelt places corrected; None without any, or if one is uncertain."""
    guesses = []
    for found in reversed([*RE.run_in.finditer(text)]):
        if shown := two_codes(found, board):
            text = text[: found.start()] + shown + text[found.end() :]
            guesses.append(f"{found[0]!r} read as {shown}")
    for found in reversed([*RE.named.finditer(text)]):
        written = found[1]
        if board.names.get(written) is not None:
            continue
        rest = text[: found.start(1)] + " " + text[found.end(1) :]
        place = nearest(written, board, places_in(rest, board))
        if place is None:
            return None
        shown = place.upper() if written.isupper() else place.lower()
        text = text[: found.start(1)] + shown + text[found.end(1) :]
        guesses.append(f"{written!r} read as {place}")
    return Correction(text, "; ".join(reversed(guesses))) if guesses else None


def two_codes(found: re.Match[str], board: Board) -> str:
    """`con-BUL` for the two codes `conBUL` or `con.BUL`; empty for a name and for other words."""
    both = board.names.get(found[0]) is None and all(map(board.names.get, found.groups()))
    return "-".join(found.groups()) if both else ""


def nearest(written: str, board: Board, known: Iterable[Code]) -> Code | None:
    """The province that a misspelt or ambiguous name may mean: the only one with a similar name,
    or the only one of several that is beside a province `known` from the order."""
    word = plain(written)
    if len(word) < SHORTEST:
        return None
    named, wanted, short = board.names.known, {*known}, len(word) <= SHORT
    ways = ((start, end) for start, ends in board.ways.items() for end in ends)
    beside = {end.province for start, end in ways if start.province in wanted}
    keys = {key for key in named if key.startswith(word)}
    keys |= {*board.names.by_letters.get("".join(sorted(word)), ())}
    keys |= {*get_close_matches(word, named, MANY, LOOSE if short else CLOSE)}
    alike = {Code(named[key]) for key in keys}
    if len(alike) > 1 or (short and beside):
        alike &= beside
    return alike.pop() if len(alike) == 1 else None


def near(written: str, known: Iterable[str], close: float = CLOSE) -> str:
    """The known word that a misspelt one may mean; empty if none is as `close` to it."""
    return next(iter(get_close_matches(plain(written), [*known], 1, close)), "")


def places_in(text: str, board: Board) -> set[Code]:
    """The provinces that single words of a text name."""
    named = (board.names.get(word) for word in WORD.findall(text))
    return {Code(code) for code in named if code is not None}
