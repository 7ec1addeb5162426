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
MOST_GUESSES = 3  # in one order
LONGEST_ORDER = 5  # words of an order at the beginning of a text
SHORTEST_NAME = 3  # letters of a name that may be misspelt
SHORT_NAME = 4  # letters: a name so short must be beside another place of the order
SIMILAR_NAMES = 6  # that are looked at
LIKENESS_OF_SHORT_NAMES = 0.6
LIKENESS = 0.75  # from 0 to 1, as `difflib` measures it


class Correction(NamedTuple):
    """A text with one slip corrected, the guess as a remark says it, and words that the correction
    leaves out."""

    text: str
    guess: str
    left_out: str = ""


class GuessedOrder(NamedTuple):
    """The order of a text with slips, a remark on what was guessed, and the words behind the order
    that were left out."""

    written: Written
    guess: str
    left_out: str = ""


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

    def guessed(self, text: str) -> GuessedOrder | None:
        """The order of a text with slips; None if the text needs more guesses than three, or one
        that is not safe."""
        corrected = text
        guesses: list[str] = []
        left_out = ""
        while len(guesses) <= MOST_GUESSES:
            try:
                written = parse_order(corrected, *self)
                order = Written(self.power, written.unit, written.order, text, self.line)
                return GuessedOrder(order, "; ".join(guesses), left_out)
            except NotationError as error:
                correction = _corrected(corrected, error.mark, self.setting.board)
                if correction is None:
                    return None
                corrected = correction.text
                guesses.append(correction.guess)
                left_out = f"{correction.left_out} {left_out}".strip()
        return None

    def beginning(self, shape: str, text: str) -> tuple[Written, str] | None:
        """The order that the first words of a text make in a shape (`Build {}`, `{} H`), as many of
        them as possible, and the words after these; None if no words make one."""
        words = text.split()
        for end in range(min(len(words), LONGEST_ORDER), 1, -1):
            written = self.parsed(shape.format(" ".join(words[:end])))
            if written is not None:
                return written, " ".join(words[end:])
        return None


def _corrected(text: str, mark: SourceMark, board: Board) -> Correction | None:
    """The text without the slip at which the grammar stopped, the `mark`."""
    superfluous = RE.number.search(text) or RE.two_kinds.search(text)
    if superfluous:
        rest = text[: superfluous.start()] + text[superfluous.end() :]
        return Correction(rest, f"{superfluous[0].strip()!r} left out")
    start = mark.column - 1
    end = mark.column - 1 + mark.width
    before = text[:start]
    piece = text[start:end]
    after = text[end:]
    place = nearest(piece, board, places_in(f"{before} {after}", board))
    if place is not None:
        return Correction(before + place + after, f"{piece!r} read as {place}")
    names_nothing = not places_in(piece, board) and piece.partition(" ")[0].lower() not in KINDS
    if before.strip() and not after.strip() and names_nothing:
        return Correction(before.rstrip(), f"{piece!r} left out", piece)
    return None


def respelt(text: str, board: Board) -> Correction | None:
    """An order with its misspelt places corrected; None without any, or if one is uncertain."""
    guesses = []
    for word in reversed(list(RE.run_in.finditer(text))):
        codes = two_codes(word, board)
        if codes:
            text = text[: word.start()] + codes + text[word.end() :]
            guesses.append(f"{word[0]!r} read as {codes}")
    for name in reversed(list(RE.named.finditer(text))):
        written = name[1]
        if board.names.get(written) is not None:
            continue
        rest = text[: name.start(1)] + " " + text[name.end(1) :]
        place = nearest(written, board, places_in(rest, board))
        if place is None:
            return None
        shown = place.upper() if written.isupper() else place.lower()
        text = text[: name.start(1)] + shown + text[name.end(1) :]
        guesses.append(f"{written!r} read as {place}")
    return Correction(text, "; ".join(reversed(guesses))) if guesses else None


def two_codes(word: re.Match[str], board: Board) -> str:
    """`con-BUL` for the two codes `conBUL` or `con.BUL`; empty for a name and for other words."""
    both = board.names.get(word[0]) is None and all(map(board.names.get, word.groups()))
    return "-".join(word.groups()) if both else ""


def nearest(written: str, board: Board, other_places: Iterable[Code]) -> Code | None:
    """The province that a misspelt or ambiguous name may mean: the only one with a similar name,
    or the only one of several that is beside one of the order's other places."""
    word = plain(written)
    if len(word) < SHORTEST_NAME:
        return None
    code_of = board.names.known
    is_short = len(word) <= SHORT_NAME
    beside = _beside(other_places, board)
    names = {name for name in code_of if name.startswith(word)}
    names.update(board.names.by_letters.get("".join(sorted(word)), ()))
    likeness = LIKENESS_OF_SHORT_NAMES if is_short else LIKENESS
    names.update(get_close_matches(word, code_of, SIMILAR_NAMES, likeness))
    alike = {Code(code_of[name]) for name in names}
    if len(alike) > 1 or (is_short and beside):
        alike &= beside
    return alike.pop() if len(alike) == 1 else None


def _beside(places: Iterable[Code], board: Board) -> set[Code]:
    """The provinces beside some provinces."""
    provinces = set(places)
    beside: set[Code] = set()
    for start, ends in board.ways.items():
        if start.province in provinces:
            beside.update(end.province for end in ends)
    return beside


def near(written: str, words: Iterable[str], likeness: float = LIKENESS) -> str:
    """The one of several words that a misspelt one may mean; empty if none is so like it."""
    return next(iter(get_close_matches(plain(written), list(words), 1, likeness)), "")


def places_in(text: str, board: Board) -> set[Code]:
    """The provinces that single words of a text name."""
    named = (board.names.get(word) for word in WORD.findall(text))
    return {Code(code) for code in named if code is not None}
