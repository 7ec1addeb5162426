"""Reads the text of an order word by word: places, powers and kinds of units."""

import re
from collections.abc import Callable, Container
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, NoReturn, TypeVar

from builder.errors import NotationError, SourceMark, UnknownWordError
from builder.model.names import plain
from builder.model.units import Code, Location, Power
from builder.notation.vocabulary import GOING, VERBS, KindWord, Vocabulary

Known = TypeVar("Known")
TOKEN = re.compile(r"-*>|=+>|[-–—−‐‑~]+|[^\W_]+(?:['’`][^\W_]+)*|[^\w\s.]")
ARROWS = ">→➔➝⇒»"
DASHES = "-–—−‐‑~"
NUMBERED = r"\s*(?:\(?\d{1,2}[.):]+|[•·*])\s*(?=\D)"
ARTICLES = ("the", "The", "an")
SEA_WORDS = ("sea", "ch", "channel", "ocean")
SIDES = ("north", "south", "east", "west")
COASTS = {
    word: f"{side[0]}c"
    for side in SIDES
    for word in (f"{side[0]}c", f"{side}coast", f"{side[0]}coast", f"{side}c")
}
BEFORE_COASTS = ("/", "(", "[", "-")
LONE_COASTS = {**COASTS, "n": "nc", "s": "sc", "e": "ec", "w": "wc"}
GENITIVES = ("'s", "’s", "`s")
COAST_WORDS = frozenset({*LONE_COASTS, *SIDES})
LONGEST_NAME = 5
ENDS = frozenset(["", *")],;:!"])
IN_BRACKETS = {"(": ")", "[": "]"}
CLOSING = frozenset(IN_BRACKETS.values())


class Token(NamedTuple):
    """A word or a sign of an order; `word` has it in plain letters, without a genitive ending."""

    kind: Literal["word", "arrow", "dash", "sign", "end"]
    text: str
    word: str


PADDING = [Token("end", "", "")] * (LONGEST_NAME + 3)
JOINTS = ("dash", "arrow")


@lru_cache(maxsize=4096)
def token(text: str) -> Token:
    """The token for a piece of text that TOKEN has found."""
    if text[0].isalnum():
        return Token("word", text, plain(text[:-2] if text.endswith(GENITIVES) else text))
    if text[-1] in ARROWS:
        return Token("arrow", text, text)
    return Token("dash" if text[0] in DASHES else "sign", text, text)


class OrderText:
    """The text of one order, read from left to right; errors point at the word that is wrong."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text, self.vocabulary = text, vocabulary
        self.tokens = [token(found) for found in TOKEN.findall(text) if found not in ARTICLES]
        self.tokens += PADDING
        self.words = [t.word for t in self.tokens]
        self.at = 0

    def over(self) -> bool:
        """Is nothing left but closing brackets and stops?"""
        ahead = self.words[self.at]
        return not ahead or (ahead in ENDS and ENDS.issuperset(self.words[self.at :]))

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each token begins and ends in the text; rarely needed but for errors."""
        return [m.span() for m in TOKEN.finditer(self.text) if m[0] not in ARTICLES]

    def joint(self) -> bool:
        """Is a dash or an arrow next?"""
        return self.tokens[self.at].kind in JOINTS

    def word(self, ahead: int = 0) -> str:
        """The word or sign ahead in plain letters; empty at the end."""
        return self.words[self.at + ahead]

    def accept(self, words: Container[str]) -> bool:
        """Step over one of the words, if it is there."""
        found = self.words[self.at] in words
        self.at += found
        return found

    def verb(self, words: Container[str]) -> bool:
        """Step over one of the verbs, also in brackets or between dashes: `S`, `(s)`, `-S-`."""
        bracket = self.words[self.at] in IN_BRACKETS
        if self.words[self.at + 1] not in words or not (bracket or self.joint()):
            return self.accept(words)
        after = self.tokens[self.at + 2]
        enclosed = after.text in CLOSING if bracket else after.kind in JOINTS
        self.at += 3 * enclosed
        return enclosed

    def opening(self) -> None:
        """Step over opening brackets."""
        while self.words[self.at] in ("(", "["):
            self.at += 1

    def closing(self) -> None:
        """Step over closing brackets and commas."""
        while self.words[self.at] in (")", "]", ","):
            self.at += 1

    def separator(self) -> str:
        """Step over what is between two places (`-`, `→`, `to`, `moves to`); empty if nothing
        is."""
        before = self.at
        while self.words[self.at] in GOING:
            self.at += 1
        while self.joint():
            self.at += 1
        return self.words[before] if self.at > before else ""

    def bracketed(self, known: Callable[[str], Known | None]) -> Known | None:
        """What the words in brackets mean, as in `(army)` or `[Barbary States]`, if they are next
        and `known` when run together."""
        closing = IN_BRACKETS.get(self.words[self.at])
        inside = self.words[self.at + 1 : self.at + LONGEST_NAME + 1]
        if closing is None or closing not in inside:
            return None
        length = inside.index(closing)
        found = known("".join(word for word in inside[:length] if word.isalnum()))
        self.at += length + 2 if found else 0
        return found

    def kind(self) -> KindWord | None:
        """A kind of unit."""
        found = self.vocabulary.kinds.get(self.words[self.at])
        self.at += found is not None
        return found

    def power(self) -> Power | None:
        """The name of a power, or the adjective, also in the genitive."""
        for length in (3, 2, 1):
            words = self.words[self.at : self.at + length]
            found = self.vocabulary.powers.get("".join(words))
            if found is not None and words[-1].isalnum():
                self.at += length
                return Power(found)
        return None

    def place_ahead(self) -> bool:
        """Is the exact name of a place next?"""
        return self._known()[0] != ""

    def place(self, afoot: bool = False) -> Location:
        """A place, with its coast in any form; raises NotationError at a place or a coast that
        is unknown. After a unit that goes on foot, `(s)` is a verb, not a coast."""
        code, length = self._known()
        if not code:
            code, length = self._abbreviated()
        board = self.vocabulary.board
        province = board.provinces[Code(code)]
        self.at += length
        if self.words[self.at] in SEA_WORDS and province.terrain == "sea":
            self.at += 1
        start = self.at
        coast = self._coast(code, afoot)
        written = f"{code}/{coast}" if coast else code
        found = board.locations.get(written) or board.find(written)
        if found.coast and str(found) not in board.locations:
            side = next(side for side in SIDES if side[0] == found.coast[0])
            end = self.spans[: self.at][-1][1]
            self.fail(f"{province.name} has no {side} coast", start, end)
        after = self.tokens[self.at]
        letter = self.words[start] == "/" and self.words[start + 1] == "s"
        if letter and after.kind == "word" and after.word not in VERBS:
            self.fail("the south coast, or a support? Write a dash or S", start)
        return found

    def fail(self, message: str, at: int | None = None, end: int | None = None) -> NoReturn:
        """Raise a NotationError at a token, given by its number, or at the next one."""
        past = len(self.text.rstrip())
        spans = self.spans[self.at if at is None else at :] or [(past, past + 1)]
        start, stop = spans[0]
        width = max(1, (end or stop) - start)
        raise NotationError(message, SourceMark("", 0, start + 1, self.text, width))

    def _known(self) -> tuple[str, int]:
        best, joined = ("", 0), ""
        for length, token in enumerate(self.tokens[self.at : self.at + LONGEST_NAME], 1):
            if token.kind == "word":
                joined += token.text
                found, more = self.vocabulary.place(joined)
                if found is not None and not self._ended(best[1], length):
                    best = found, length
                if not more:
                    break
            elif token.kind != "dash" or not joined:
                break
        return best

    def _ended(self, first: int, end: int) -> bool:
        """Does a name of `first` tokens end there, though `end` tokens also make a name, as in
        `Swe-Den` and `BOT H`?"""
        if not first:
            return False
        after = self.tokens[self.at + first]
        if after.kind != "dash":
            return after.word in VERBS
        rest = "".join(t.text for t in self.tokens[self.at + first + 1 : self.at + end])
        return self.vocabulary.board.names.get(rest) is not None

    def _abbreviated(self) -> tuple[str, int]:
        if self.tokens[self.at].kind != "word":
            self.fail("a place is missing here")
        length = 1
        while length < LONGEST_NAME and self.tokens[self.at + length].kind == "word":
            if (word := self.word(length)) in VERBS or word in COASTS:
                break
            length += 1
        found = self.vocabulary.abbreviated(tuple(self.words[self.at : self.at + length]))
        if len(found) == 1:
            return found[0], length
        start, end = self.spans[self.at][0], self.spans[self.at + length - 1][1]
        written = self.text[start:end]
        guesses = self.vocabulary.board.names.guesses(written)
        message = str(UnknownWordError("province", written, guesses))
        if found:
            message = f"{written!r} may be {' or '.join(found)}"
        return self.fail(message, end=end)

    def _verb_ahead(self, code: str, afoot: bool) -> bool:
        """Does the `(s)` after a place mean 'supports'? It does where there is no such coast, and
        where a name follows."""
        opened, letter, closed = self.words[self.at : self.at + 3]
        if opened not in IN_BRACKETS or letter != "s" or closed not in CLOSING:
            return False
        after, board = self.tokens[self.at + 3], self.vocabulary.board
        named = after.kind == "word" and after.word not in VERBS
        return afoot or named or str(board.find(f"{code}/sc")) not in board.locations

    def _coast(self, code: str, afoot: bool) -> str:
        sign = self.word() if self.word() in BEFORE_COASTS else ""
        first, second = self.word(len(sign)), self.word(len(sign) + 1)
        if first not in COAST_WORDS or self._verb_ahead(code, afoot):
            return ""
        known = COASTS if sign in ("", "-") else LONE_COASTS
        for length, name in ((2, first + second), (1, first)):
            if name in known and not (sign == "-" and self.vocabulary.board.names.get(name)):
                self.at += len(sign) + length
                self.accept((IN_BRACKETS.get(sign, ")"),))
                return known[name]
        return ""
