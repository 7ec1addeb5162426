"""What spaces and powers are called in other languages, read from `names.yaml` beside a board."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from builder.model.board import Board
from builder.model.names import ascii_forms, unaccented
from builder.model.units import Code
from builder.source.documents import read

SHORTEST = 5  # letters of a name that are enough if no other name begins with them


class NameList(NamedTuple):
    """The names of one language as they are written: by the code of a space, separated by commas;
    by the name of a power; and the codes that an unclear name may mean."""

    places: Mapping[str, str]
    powers: Mapping[str, str]
    unclear: Mapping[str, str]


class LanguageNames:
    """The names of all languages of a board. They are read when a name is asked for that the board
    itself does not have, so that a text in the board's own words does not wait for them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.abbreviated = lru_cache(maxsize=4096)(self._abbreviated)

    @cached_property
    def lists(self) -> Sequence[NameList]:
        """The languages of each file, those of the board before those of the board it extends."""
        languages: list[NameList] = []
        for path in self.board.name_lists:
            for _, language in read(Path(path)).fields().mapping("names"):
                fields = language.mapping()
                tables = (fields.table(name) for name in NameList._fields)
                languages.append(NameList(*tables))
        return languages

    @cached_property
    def places(self) -> Mapping[str, tuple[Code, ...]]:
        """The spaces that a name in plain letters may mean."""
        codes_of_name: dict[str, tuple[Code, ...]] = {}
        for language in self.lists:
            for code, written in language.places.items():
                if code in self.board.provinces:
                    for form in _forms(written.split(",")):
                        codes_of_name.setdefault(form, (Code(code),))
        for language in self.lists:
            for written, text in language.unclear.items():
                meant = [Code(code) for code in text.split() if code in self.board.provinces]
                for form in _forms([written]):
                    codes = dict.fromkeys((*codes_of_name.get(form, ()), *meant))
                    codes_of_name[form] = tuple(codes)
        return codes_of_name

    @cached_property
    def powers(self) -> Mapping[str, str]:
        """The power that a name in plain letters means; nothing for names of several powers."""
        power_of_name: dict[str, str] = {}
        for language in self.lists:
            for power, written in language.powers.items():
                for form in _forms(written.split(",")):
                    power_of_name.setdefault(form, power)
        return power_of_name

    @cached_property
    def power_beginnings(self) -> frozenset[str]:
        """The first words of the names of powers in plain letters, and their whole names."""
        first_words: set[str] = set()
        for language in self.lists:
            for written in language.powers.values():
                for name in written.split(","):
                    first_words.update(ascii_forms(name.split()[0]))
        return frozenset(first_words | self.powers.keys())

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Every letter or letters with which a name of a space begins."""
        beginnings: set[str] = set()
        for name in self.places:
            beginnings.update(accumulate(name))
        return frozenset(beginnings)

    def power(self, written: str) -> str:
        """The power that a text names, also in a genitive such as `Frankreichs`; or nothing."""
        word = unaccented(written)
        return self.powers.get(word) or self.powers.get(word.removesuffix("s")) or ""

    def begins_power(self, written: str) -> bool:
        """Is a text the first word of a power's name?"""
        word = unaccented(written)
        return word in self.power_beginnings or word.removesuffix("s") in self.power_beginnings

    def get(self, written: str) -> tuple[Code, ...]:
        """The spaces that a text may mean; none if no language has it as a name."""
        return self.places.get(unaccented(written), ())

    def _abbreviated(self, written: str) -> tuple[Code, ...]:
        """The spaces with a name that begins with these letters."""
        start = unaccented(written)
        accented = not written.isascii()  # with an accent it is hardly a slip
        if len(start) + accented < SHORTEST or start not in self.beginnings:
            return ()
        meant: dict[Code, None] = {}
        for name, codes in self.places.items():
            if name.startswith(start):
                meant |= dict.fromkeys(codes)
        return tuple(meant)


def _forms(names: Iterable[str]) -> Iterable[str]:
    """Each name in plain letters, in every spelling of its umlauts."""
    for name in names:
        yield from ascii_forms(name)


@lru_cache(maxsize=16)
def language_names(board: Board) -> LanguageNames:
    """The names of a board; the same again while few boards are in use."""
    return LanguageNames(board)
