"""Names as people write them: any letter case, with or without dots, hyphens and spaces."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from builder.errors import UnknownWordError
from builder.model.grouping import grouped

LONGEST_GUESSED = 60  # characters of a word for which guesses are made
REMEMBERED_GUESSES = 5000  # words


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """The letters and digits of a word, in lower case: `St. Petersburg` is `stpetersburg`."""
    return word.lower() if word.isalnum() else "".join(c for c in word.lower() if c.isalnum())


# Letters that are no Latin letter with an accent: what remains of each in plain ASCII, and the two
# letters that Germans, Danes and Norwegians write where a keyboard has not got it.
WITHOUT_ACCENT = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "å": "a", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
)
IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


@lru_cache(maxsize=4096)
def unaccented(word: str) -> str:
    """The plain letters of a word without accents: `München` is `munchen`."""
    word = plain(word)
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFKD", word.translate(WITHOUT_ACCENT))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def ascii_forms(word: str) -> tuple[str, ...]:
    """A name as keyboards without accents write it: `munchen` and `muenchen` for `München`."""
    composed = unicodedata.normalize("NFC", plain(word))
    return tuple(dict.fromkeys((unaccented(word), unaccented(composed.translate(IN_TWO_LETTERS)))))


class Names:
    """Finds the code that a written name stands for.

    `what` says in errors what kind of name it is; `spellings` are pairs of a spelling and its
    code, of which the first counts. A word that equals one of the `exact` codes, letter case
    included, means that code. `namesakes` are the codes that differ in letter case only (`CAS` the
    sea, `Cas` the province), by their plain letters.
    """

    def __init__(
        self, what: str, spellings: Iterable[tuple[str, str]], exact: Iterable[str] = ()
    ) -> None:
        self.what = what
        self.exact = {code: code for code in exact}
        alike = grouped((plain(code), code) for code in self.exact)
        self.namesakes = {word: codes for word, codes in alike.items() if len(codes) > 1}
        self.known: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        for word, code in spellings:
            self.known.setdefault(plain(word), code)
            self.shown.setdefault(plain(word), word)

    def get(self, written: str) -> str | None:
        """The code that a written name stands for, or None."""
        return self.exact.get(written) or self.known.get(plain(written))

    def find(self, written: str) -> str:
        """The code that a written name stands for; raises UnknownWordError with guesses."""
        code = self.get(written)
        if code is None:
            raise UnknownWordError(self.what, written, self.guesses(written))
        return code

    def guesses(self, written: str) -> list[str]:
        """Up to three names that look like the written one."""
        word = plain(written)
        return list(_guesses(self, word)) if len(word) <= LONGEST_GUESSED else []

    @cached_property
    def by_letters(self) -> Mapping[str, list[str]]:
        """The plain names, by their letters in alphabetical order (`Brg` and `Bgr` under `bgr`)."""
        return grouped(("".join(sorted(word)), word) for word in self.known)


@lru_cache(maxsize=REMEMBERED_GUESSES)
def _guesses(names: Names, word: str) -> tuple[str, ...]:
    from difflib import get_close_matches  # a text without mistakes needs no guesses

    near = get_close_matches(word, list(names.known), n=6, cutoff=0.6)
    near.sort(key=lambda k: k[:1] != word[:1])
    near += names.by_letters.get("".join(sorted(word)), ())
    return tuple(dict.fromkeys(names.known[k] for k in near))[:3]
