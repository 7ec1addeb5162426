"""The words of `words.yaml`: what people write, by what it means and in which language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from builder.model.names import ascii_forms
from builder.source.documents import read
from builder.source.fields import Fields

FILE = Path(__file__).with_name("words.yaml")


@cache
def _file() -> Fields:
    return read(FILE).fields()


@cache
def word_table(*keys: str) -> Mapping[str, str]:
    """The texts below a key, as they are in the file."""
    fields = _file()
    for key in keys[:-1]:
        fields = fields.mapping(key)
    return fields.table(keys[-1])


@cache
def words(*keys: str) -> frozenset[str]:
    """The words and phrases that have one meaning, of all languages, in plain letters.

    >>> "aucun ordre" in words("headings", "no orders")
    True
    """
    plain_words: set[str] = set()
    for listed in word_table(*keys).values():
        for phrase in listed.split(","):
            plain_words.update(plain_phrases(phrase))
    return frozenset(plain_words)


def plain_phrases(phrase: str) -> tuple[str, ...]:
    """A phrase in plain letters with one blank between its words, in each spelling of umlauts."""
    forms = [ascii_forms(word) for word in phrase.split()]
    first = " ".join(form[0] for form in forms)
    second = " ".join(form[-1] for form in forms)
    return (first, second) if second != first else (first,)
