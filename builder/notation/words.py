"""Reads the text of an order word by word: places, powers and kinds of units."""

import re
from collections.abc import Callable, Container, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, NoReturn, TypeVar

from builder.errors import NotationError, SourceMark, UnknownWordError
from builder.model.names import plain, unaccented
from builder.model.units import Code, KindCode, Location, Power
from builder.notation.vocabulary import GOING, VERBS, KindWord, Vocabulary

Known = TypeVar("Known")
TOKEN = re.compile(r"-*>|=+>|[-–—−‐‑~]+|[^\W_]+(?:['’`][^\W_]+)*|[^\w\s.]")
ARROWS = ">→➔➝⇒»⟶⟹➜➤►▶➙➛➞⇨↦"
DASHES = "-–—−‐‑~"
NUMBERED = r"\s*(?:\(?\d{1,2}[.):]+|[•·*])\s*(?=\D)"
ARTICLES = ("the", "The", "an")
SEA_WORDS = ("sea", "ch", "channel", "ocean")
SIDES = ("north", "south", "east", "west")
COASTS: dict[str, str] = {}
for _side in SIDES:
    _spellings = (f"{_side[0]}c", f"{_side}coast", f"{_side[0]}coast", f"{_side}c")
    COASTS |= dict.fromkeys(_spellings, f"{_side[0]}c")
BEFORE_COASTS = ("/", "(", "[", "-")
LONE_COASTS = {**COASTS, "n": "nc", "s": "sc", "e": "ec", "w": "wc"}
LONE_COASTS |= {side: f"{side[0]}c" for side in SIDES}
GENITIVES = ("'s", "’s", "`s")
COAST_WORDS = frozenset({*LONE_COASTS, *SIDES})
LONGEST_NAME = 5
GLUED_COASTS = LONE_COASTS | {f"{side[0]}cs": f"{side[0]}c" for side in SIDES}  # DAIDE: `STPNCS`
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


def tokens_of(text: str) -> list[Token]:
    """The words and signs of a text, articles left out."""
    return [token(piece) for piece in TOKEN.findall(text) if piece not in ARTICLES]


class OrderText:
    """The text of one order, read from left to right; errors point at the word that is wrong."""

    def __init__(
        self, text: str, vocabulary: Vocabulary, tokens: Sequence[Token] | None = None
    ) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.tokens = [*(tokens_of(text) if tokens is None else tokens), *PADDING]
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

    def span(self, at: int) -> tuple[int, int]:
        """Where a token, given by its number, begins and ends in the text; behind the text for
        the end, and for tokens in other words, of which there may be more than the text has."""
        behind = len(self.text.rstrip())
        return self.spans[at] if at < len(self.spans) else (behind, behind + 1)

    def joint(self) -> bool:
        """Is a dash or an arrow next?"""
        return self.tokens[self.at].kind in JOINTS

    def word(self, ahead: int = 0) -> str:
        """The word or sign ahead in plain letters; empty at the end."""
        return self.words[self.at + ahead]

    def accept(self, words: Container[str]) -> bool:
        """Step over one of the words, if it is there."""
        accepted = self.words[self.at] in words
        if accepted:
            self.at += 1
        return accepted

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
        meaning = known("".join(word for word in inside[:length] if word.isalnum()))
        if meaning:
            self.at += length + 2
        return meaning

    def kind(self) -> KindWord | None:
        """A kind of unit."""
        kind = self.vocabulary.kinds.get(self.words[self.at])
        if kind is not None:
            self.at += 1
        return kind

    def power(self) -> Power | None:
        """The name of a power, or the adjective, also in the genitive."""
        for length in (3, 2, 1):
            words = self.words[self.at : self.at + length]
            if length > 1 and words[1] in self.vocabulary.kinds:
                continue  # `Italian A` is no `italiana`
            power = self.vocabulary.power("".join(words))
            if power is not None and words[-1].isalnum():
                self.at += length
                return power
        return None

    def place_ahead(self) -> bool:
        """Is the exact name of a place next?"""
        return len(self._known()[0]) == 1

    def place(self, kind: KindCode | None = None) -> Location:
        """A place, with its coast in any form; raises NotationError at a place or a coast that
        is unknown. `kind` is the unit's that stands there or goes there: of two places with one
        name it may be possible in only one, and behind a unit on foot `(s)` is a verb, no coast."""
        codes, length = self._known()
        if not codes and (glued := self._with_glued_coast()):
            self.at += 1
            return glued
        if not codes:
            codes, length = self._abbreviated()
        code = self._possible(codes, kind, length)
        board = self.vocabulary.board
        province = board.provinces[Code(code)]
        self.at += length
        if self.words[self.at] in SEA_WORDS and province.terrain == "sea":
            self.at += 1
        start = self.at
        coast = self._coast(code, kind in self.vocabulary.afoot)
        written = f"{code}/{coast}" if coast else code
        location = board.locations.get(written) or board.find(written)
        if location.coast and str(location) not in board.locations:
            side = next(side for side in SIDES if side[0] == location.coast[0])
            _, end = self.span(self.at - 1)
            self.fail(f"{province.name} has no {side} coast", start, end)
        after = self.tokens[self.at]
        letter = self.words[start] == "/" and self.words[start + 1] == "s"
        if letter and after.kind == "word" and after.word not in VERBS:
            self.fail("the south coast, or a support? Write a dash or S", start)
        return location

    def _possible(self, codes: Sequence[str], kind: KindCode | None, length: int) -> str:
        """The one place of several with the same name where such a unit can be."""
        stands = self.vocabulary.stands
        if len(codes) == 1 and (kind is None or stands(kind, codes[0])):
            return codes[0]
        named = "".join(token.text for token in self.tokens[self.at : self.at + length])
        others = self.vocabulary.languages.get(named)
        likely = [code for code in dict.fromkeys((*codes, *others)) if kind and stands(kind, code)]
        if len(likely) == 1:
            return likely[0]
        if len(codes) > 1:
            self._unclear(codes, length)
        return codes[0]

    def _with_glued_coast(self) -> Location | None:
        """`SpaN`, `StPnc`: a place that has that coast, in one word with it."""
        written = self.tokens[self.at].text
        board = self.vocabulary.board
        for length in (1, 2, 3):
            name = written[:-length]
            side = written[-length:]
            coast = GLUED_COASTS.get(side.lower())
            code = board.names.get(name) if coast and len(name) > 2 else None
            place = board.locations.get(f"{code}/{coast}")
            if place and (length > 1 or side.isupper()):
                return place
        return None

    def _unclear(self, codes: Sequence[str], length: int) -> NoReturn:
        start, _ = self.span(self.at)
        _, end = self.span(self.at + length - 1)
        self.fail(f"{self.text[start:end]!r} may be {' or '.join(codes)}", end=end)

    def fail(self, message: str, at: int | None = None, end: int | None = None) -> NoReturn:
        """Raise a NotationError at a token, given by its number, or at the next one."""
        start, stop = self.span(self.at if at is None else at)
        width = max(1, (end or stop) - start)
        raise NotationError(message, SourceMark("", 0, start + 1, self.text, width))

    def _known(self) -> tuple[tuple[str, ...], int]:
        """The places of the longest exact name that is next, and its number of tokens."""
        best: tuple[tuple[str, ...], int] = ((), 0)
        joined = ""
        for length, token in enumerate(self.tokens[self.at : self.at + LONGEST_NAME], 1):
            verb_after_name = joined and len(token.word) == 1 and token.word in VERBS
            if token.kind == "word" and not verb_after_name:
                joined += token.text
                code, more = self.vocabulary.place(joined)
                if code is not None and not self._ended(best[1], length):
                    best = (code,), length
                if not more:
                    break
            elif token.kind != "dash" or not joined:
                break
        after = self.tokens[self.at + best[1]]
        if after.kind == "word" and after.word not in VERBS:
            return self._in_a_language(best)
        return best

    def _in_a_language(self, best: tuple[tuple[str, ...], int]) -> tuple[tuple[str, ...], int]:
        """The same with the names of other languages, if one of them is longer: `Mar Ionio`."""
        languages = self.vocabulary.languages
        joined = ""
        for length, token in enumerate(self.tokens[self.at : self.at + LONGEST_NAME], 1):
            if token.kind == "word" and not (joined and token.word in VERBS):
                joined += unaccented(token.text)
                codes = languages.get(joined)
                if codes and length > best[1] and not self._ended(best[1], length):
                    best = codes, length
                if joined not in languages.beginnings:
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

    def _abbreviated(self) -> tuple[tuple[str, ...], int]:
        """The places whose names begin with the words that are next."""
        if self.tokens[self.at].kind != "word":
            self.fail("a place is missing here")
        length = 1
        while length < LONGEST_NAME and self.tokens[self.at + length].kind == "word":
            if (word := self.word(length)) in VERBS or word in COASTS:
                break
            length += 1
        beginnings = tuple(self.words[self.at : self.at + length])
        codes = tuple(self.vocabulary.abbreviated(beginnings))
        joined = "".join(beginnings)
        of_power = any(name.startswith(joined) for name in self.vocabulary.powers.known)
        if not codes and not of_power:  # `Germ an A Pru-War` names no German Bight
            codes = self.vocabulary.languages.abbreviated(joined)
        if codes:
            return codes, length
        last = len(self.spans) - 1  # in usual words there may be more words than were written
        start = self.spans[min(self.at, last)][0]
        end = self.spans[min(self.at + length - 1, last)][1]
        written = self.text[start:end]
        board = self.vocabulary.board
        closed = board.closed_land(written)
        if closed is not None:
            return self.fail(f"{closed} is closed: {board.impassable[closed]}", end=end)
        guesses = board.names.guesses(written)
        return self.fail(str(UnknownWordError("province", written, guesses)), end=end)

    def _verb_ahead(self, code: str, afoot: bool) -> bool:
        """Does the `(s)` after a place mean 'supports'? It does where there is no such coast, and
        where a name follows."""
        opened, letter, closed = self.words[self.at : self.at + 3]
        if opened not in IN_BRACKETS or letter != "s" or closed not in CLOSING:
            return False
        after = self.tokens[self.at + 3]
        board = self.vocabulary.board
        named = after.kind == "word" and after.word not in VERBS
        return afoot or named or str(board.find(f"{code}/sc")) not in board.locations

    def _coast(self, code: str, afoot: bool) -> str:
        sign = self.word() if self.word() in BEFORE_COASTS else ""
        first = self.word(len(sign))
        second = self.word(len(sign) + 1)
        if first not in COAST_WORDS or self._verb_ahead(code, afoot):
            return ""
        known = COASTS if sign in ("", "-") else LONE_COASTS
        for length, name in ((2, first + second), (1, first)):
            if name in known and not (sign == "-" and self.vocabulary.board.names.get(name)):
                self.at += len(sign) + length
                self.accept((IN_BRACKETS.get(sign, ")"),))
                return known[name]
        return ""
