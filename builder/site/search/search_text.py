"""The words of a text as the search compares them; its script does the same in `words.js`."""

import re
from collections.abc import Iterator
from functools import lru_cache

from builder.model.names import unaccented

LETTERS = re.compile(r"[^\W_]+")
JOINED = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)+")
LONGEST = 30  # letters of a word that are compared


@lru_cache(maxsize=1 << 16)
def search_words(text: str) -> tuple[str, ...]:
    """The words of a text without accents and capitals, each once. What stands around an
    apostrophe, a dot or a dash makes a word as well.

    >>> search_words("O’Brien, São Paulo")
    ('o', 'brien', 'sao', 'paulo', 'obrien')
    """
    return tuple(dict.fromkeys(_words(text)))


def _words(text: str) -> Iterator[str]:
    for pattern in (LETTERS, JOINED):
        for match in pattern.finditer(text):
            word = unaccented(match[0])[:LONGEST]
            if word:
                yield word
