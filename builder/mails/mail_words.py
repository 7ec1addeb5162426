"""The phrases of `words.yaml`: what mail programs and their users write around a mail's words."""

import re
from functools import cache
from pathlib import Path

from builder.source.documents import read
from builder.source.fields import Fields

FILE = Path(__file__).with_name("words.yaml")


@cache
def _file() -> Fields:
    return read(FILE).fields()


@cache
def phrases(*keys: str) -> frozenset[str]:
    """The phrases below a key, of all languages, in lower case.

    >>> "betreff" in phrases("headers", "subject")
    True
    """
    fields = _file()
    for key in keys[:-1]:
        fields = fields.mapping(key)
    listed: set[str] = set()
    for text in fields.table(keys[-1]).values():
        listed.update(" ".join(phrase.lower().split()) for phrase in text.split(","))
    return frozenset(listed)


@cache
def pattern(*keys: str) -> str:
    """A regular expression for one of the phrases below a key, the longest first."""
    longest_first = sorted(phrases(*keys), key=len, reverse=True)
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s{1,3}") for phrase in longest_first)


@cache
def phrase_in_text(*keys: str) -> re.Pattern[str]:
    """What finds one of the phrases below a key in a text, as whole words in any case."""
    return re.compile(rf"(?<!\w)(?:{pattern(*keys)})(?!\w)", re.IGNORECASE)
