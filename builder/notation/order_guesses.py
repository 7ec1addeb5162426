"""Guesses what a misspelt order means, if only one order is likely.

    A Gas - Burgandy          A Gas - Bur
    A Ukrane - Rumania        A Ukr - Rum
    Amry Gascony hodl         A Gas H

Each unknown word is replaced by words that look like it. A guess counts if exactly one of the
orders that come out is for a unit that is there, and possible on the board.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import islice, product
from typing import NamedTuple

from builder.errors import NotationError
from builder.model.calendar import Step
from builder.model.names import Names, unaccented
from builder.model.orders import Order, UnitRef
from builder.model.units import Power, Unit
from builder.notation.notation import Notation
from builder.notation.usual_words import usual_verbs
from builder.notation.word_lists import words

WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")
MOST_UNKNOWN = 3  # words of one order
MOST_TRIED = 200  # orders of one text
LONGEST_NAME = 3  # words
SHORTEST_VERB = 4  # letters
LONGEST_GUESSED_TEXT = 120  # letters of a text for which a guess is made
POSSIBLE = 2  # the rating of an order that is possible in every part


class OrderGuess(NamedTuple):
    """An order that a text probably means, written out."""

    text: str
    unit: UnitRef | None
    order: Order


class Replacement(NamedTuple):
    """A piece of a text, and what may be meant by it."""

    start: int
    end: int
    text: str


@cache
def verb_names() -> Names:
    """The verbs that a misspelt word may be, of those with four letters and more."""
    return Names(
        "word", [(verb, verb) for verb in sorted(usual_verbs()) if len(verb) > LONGEST_NAME]
    )


@lru_cache(maxsize=16)
def words_of_names(names: Names) -> frozenset[str]:
    """The words of names with several words: `gulf`, `of`, `sea`."""
    known: set[str] = set()
    for name in names.shown.values():
        parts = name.replace("-", " ").split()
        if len(parts) > 1:
            known.update(unaccented(part) for part in parts)
    return frozenset(known)


class OrderGuesser:
    """Guesses the orders of one power in one phase. `units` are those that it may order."""

    def __init__(
        self, notation: Notation, step: Step, issuer: Power, units: Sequence[Unit] = ()
    ) -> None:
        self.notation = notation
        self.step = step
        self.issuer = issuer
        self.standing = {unit.at.province: unit.kind for unit in units}

    @cached_property
    def kinds(self) -> Names:
        """The names of kinds of units."""
        kinds = self.notation.vocabulary.setting.kinds.values()
        return Names("kind", [(kind.name, kind.code) for kind in kinds])

    def guess(self, text: str) -> OrderGuess | None:
        """The one order that a text probably means."""
        unknown = [word for word in WORD.finditer(text) if not self._is_known(word[0])]
        if not 0 < len(unknown) <= MOST_UNKNOWN or len(text) > LONGEST_GUESSED_TEXT:
            return None
        ways = [list(self._replacements(text, word)) for word in unknown]
        meant: dict[tuple[object, Order], OrderGuess] = {}
        for chosen in islice(product(*ways), MOST_TRIED):
            written = _replaced(text, chosen)
            guess = self._order(written) if written else None
            if guess is not None:
                meant.setdefault((guess.unit and guess.unit.at, guess.order), guess)
        return next(iter(meant.values())) if len(meant) == 1 else None

    def _is_known(self, word: str) -> bool:
        """Is it a place, a kind, a verb, a power or a little word?"""
        vocabulary = self.notation.vocabulary
        plain_word = unaccented(word)
        if len(plain_word) == 1:
            return plain_word in vocabulary.kinds or plain_word in usual_verbs()
        if plain_word in vocabulary.kinds or plain_word in usual_verbs():
            return True
        if plain_word in words_of_names(vocabulary.board.names):
            return True
        if vocabulary.board.names.get(word) or vocabulary.languages.get(word):
            return True
        little = any(plain_word in words("little words", key) for key in ("to", "at", "dropped"))
        return little or vocabulary.power(word) is not None

    def _replacements(self, text: str, word: re.Match[str]) -> Iterator[Replacement]:
        """What may be meant by a word, or by it and its neighbours: `Irsih Sea`."""
        start, end = word.span()
        if len(word[0]) == 1:
            for kind in self.notation.vocabulary.codes:
                yield Replacement(start, end, kind)
            return
        for code in self.kinds.guesses(word[0]):
            yield Replacement(start, end, code)
        for verb in verb_names().guesses(word[0]):
            yield Replacement(start, end, verb)
        yield from self._places(text, start)

    def _places(self, text: str, start: int) -> Iterator[Replacement]:
        """The places that may be meant by the word that starts there; if there are none, those
        that may be meant by the word with its neighbours."""
        spoken = [*WORD.finditer(text)]
        number = next(n for n, one in enumerate(spoken) if one.start() == start)
        for length in range(1, LONGEST_NAME + 1):
            alike: list[Replacement] = []
            for first in range(max(0, number - length + 1), number + 1):
                run = spoken[first : first + length]
                begin = run[0].start()
                stop = run[-1].end()
                codes = self.notation.board.names.guesses(text[begin:stop])
                alike += [Replacement(begin, stop, code) for code in codes]
            yield from alike
            if alike:
                return

    def _order(self, text: str) -> OrderGuess | None:
        """The order of a text, if it is possible and its unit is there."""
        try:
            unit, order = self.notation.known(text, self.step, self.issuer)
        except NotationError:
            return None
        if self.notation.similar.fits(unit, order) < POSSIBLE:
            return None
        if unit is not None and self.standing and self.step != "adjustments":
            kind = self.standing.get(unit.at.province)
            if kind is None or unit.kind not in (None, kind):
                return None
        return OrderGuess(text, unit, order)


def _replaced(text: str, chosen: Sequence[Replacement]) -> str:
    """The text with all replacements; empty if two of them overlap."""
    pieces: list[str] = []
    at = 0
    for start, end, replacement in sorted(chosen):
        if start < at:
            return ""
        pieces += [text[at:start], replacement]
        at = end
    return "".join([*pieces, text[at:]])
