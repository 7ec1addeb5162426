"""The index of words, in files of which a search loads one for each word that is typed.

Each file is named after the letters with which its words begin. A file that would be too large is
split by one more letter. What remains under its own name then has the words that end there and the
most important entries of all that follow, so that a search that has only begun finds something.
Loads of one file are therefore bounded, whatever an archive holds.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.site.search.entries import Entry
from builder.site.search.search_text import search_words

LARGEST = 9_000  # letters of a file, about
SHORTEST = 3  # letters of a word for which others are offered
TOGETHER = 12  # texts in a file
MOST = 24  # entries of a word, and of a file's beginning that has been split
PLAIN = re.compile(r"[a-z0-9]")
Words = Mapping[str, Sequence[int]]


def file_name(letters: str, kind: str = "w") -> str:
    """The name of the file of words that begin with some letters: `w-mu`. Letters that are not
    plain have their numbers: `w-05d0-`. Without a `kind` it is the end of the name alone."""
    spelled = "".join(c if PLAIN.match(c) else f"{ord(c):04x}-" for c in letters)
    return f"{kind}-{spelled}" if kind else spelled


@dataclass
class WordIndex:
    """The words that lead to some entries, in files of bounded size; `files` are the contents of
    each file by the letters with which its words begin. Of the `texts`, which are given by their
    many words, a file has the numbers alone: they are found among the last things, and their
    entries are in files of their own."""

    entries: Sequence[Entry]
    texts: Sequence[tuple[Entry, Sequence[str]]] = ()
    files: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Spread the words over files."""
        self._plain = [entry.plain() for entry in self.entries]
        self._sizes = [len(json.dumps(plain, ensure_ascii=False)) for plain in self._plain]
        order = sorted(range(len(self.entries)), key=lambda at: -self.entries[at].weight)
        by_word: dict[str, list[int]] = {}
        for at in order:
            entry = self.entries[at]
            for word in dict.fromkeys((*search_words(entry.title), *search_words(entry.words))):
                by_word.setdefault(word, []).append(at)
        self._numbers: dict[str, list[int]] = {}
        for number, (_, words) in enumerate(self.texts):
            for word in words:
                self._numbers.setdefault(word, []).append(number)
                by_word.setdefault(word, [])
        for letter, part in _by_letter(by_word, 0).items():
            self._spread(letter, part)

    def _spread(self, letters: str, words: Words) -> None:
        """Make the file of all words that begin with some letters, and those of its parts."""
        held = _entries_of(words)
        numbers = sum(len(self._numbers.get(word, ())) for word in words)
        size = sum(self._sizes[at] for at in held) + sum(len(word) + 6 for word in words)
        if size + 4 * numbers <= LARGEST:
            self.files[letters] = self._file(words, cut=False)
            return
        shown = {word: listed[:MOST] for word, listed in words.items() if word == letters}
        most = sorted(held, key=lambda at: (-self.entries[at].weight, at))[:MOST]
        important = frozenset(most)
        for word, listed in words.items():
            named = [at for at in listed if at in important]
            if named and word != letters:
                shown[word] = named
        self.files[letters] = self._file(shown, cut=True)
        longer = {word: listed for word, listed in words.items() if word != letters}
        for more, part in _by_letter(longer, len(letters)).items():
            self._spread(more, part)

    def _file(self, words: Words, cut: bool) -> Any:
        """A file: its entries, the places of those of each word, whether it is not whole, and the
        numbers of the texts that have each word."""
        held = sorted(_entries_of(words))
        place = {at: number for number, at in enumerate(held)}
        places: dict[str, list[int]] = {}
        texts: dict[str, list[int]] = {}
        for word, listed in sorted(words.items()):
            if listed:
                places[word] = [place[at] for at in listed]
            if word in self._numbers:
                texts[word] = self._numbers[word]
        return [[self._plain[at] for at in held], places, int(cut), texts]

    def text_files(self) -> Iterator[tuple[str, Any]]:
        """The entries of the texts, some in each file."""
        for start in range(0, len(self.texts), TOGETHER):
            some = self.texts[start : start + TOGETHER]
            yield f"t-{start // TOGETHER}", [entry.plain() for entry, _ in some]

    def near(self) -> Mapping[str, str]:
        """The words of all titles by their first letter, and behind them those of the texts, to
        find one that was misspelt."""
        titles: set[str] = set()
        for entry in self.entries:
            titles.update(search_words(entry.title))
        of_texts = self._numbers.keys() - titles
        words: dict[str, list[str]] = {}
        for word in (*sorted(titles), *sorted(of_texts)):
            if len(word) >= SHORTEST and not word.isdecimal():
                words.setdefault(word[0], []).append(word)
        return {letter: " ".join(listed) for letter, listed in sorted(words.items())}


def _entries_of(words: Words) -> set[int]:
    """The numbers of all entries that some words lead to."""
    entries: set[int] = set()
    for listed in words.values():
        entries.update(listed)
    return entries


def _by_letter(words: Words, length: int) -> Mapping[str, Words]:
    """The words by their first letters, one more than a length."""
    parts: dict[str, dict[str, Sequence[int]]] = {}
    for word, listed in words.items():
        parts.setdefault(word[: length + 1], {})[word] = listed
    return parts
