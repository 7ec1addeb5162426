"""House styles: how zines print things, as rules that bring their text into one form.

`house.yaml` holds what is known everywhere; an archive adds files of the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from builder.model.outcomes import Outcome
from builder.source.documents import read
from builder.source.fields import Fields, Value

BUILT_IN = Path(__file__).with_name("house.yaml")


class TextRule(NamedTuple):
    """One way of printing: what is found, what takes its place, and a sample of both."""

    name: str
    pattern: re.Pattern[str]
    becomes: str
    sample: tuple[str, str]

    def apply(self, text: str) -> str:
        """The text with every occurrence replaced."""
        return self.pattern.sub(self.becomes, text)


@dataclass(frozen=True, eq=False)
class House:
    """The rules for a zine's whole text, for its typefaces, for one order, and what its marks
    mean."""

    text: tuple[TextRule, ...]
    faces: tuple[TextRule, ...]
    orders: tuple[TextRule, ...]
    marks: Mapping[str, Outcome]
    words: str = ""


def rewritten(text: str, rules: Iterable[TextRule]) -> str:
    """The text after every rule, one after another."""
    for rule in rules:
        text = rule.apply(text)
    return text


_adopted: list[Path] = []


def adopt(styles: Iterable[Path]) -> None:
    """Read zines by the styles of an archive, too, from now on."""
    _adopted[:] = styles


def house() -> House:
    """The built-in style, after those of an archive; raises SourceError or Mistakes."""
    return _joined(*_adopted)


@lru_cache(maxsize=8)
def _joined(*styles: Path) -> House:
    base = _house(BUILT_IN)
    for path in reversed(styles):
        own = _house(path, base.words)
        marks = {**base.marks, **own.marks}
        text, faces, orders = own.text + base.text, own.faces + base.faces, own.orders + base.orders
        base = House(text, faces, orders, marks, base.words)
    return base


def _house(path: Path, words: str = "") -> House:
    document = read(path)
    top = document.fields()
    words = words or top.text("words", "")
    text, faces, orders = (_rules(top, key, words) for key in ("text", "faces", "orders"))
    marks: dict[str, Outcome] = {}
    for outcome, value in top.take("marks").mapping():
        for word in value.text().split(","):
            marks[word.strip()] = Outcome(outcome.choice([*Outcome]) or Outcome.FAILED)
    document.finish()
    return House(text, faces, orders, marks, words)


def _rules(top: Fields, key: str, words: str) -> tuple[TextRule, ...]:
    return tuple(_rule(item.mapping(), words) for item in top.take(key).items())


def _rule(given: Fields, words: str) -> TextRule:
    pattern, becomes = given.need("pattern"), given.need("becomes")
    first, then = given.texts("sample")
    return TextRule(given.text("rule"), _compiled(pattern, words), _raw(becomes), (first, then))


def _compiled(value: Value, words: str) -> re.Pattern[str]:
    try:
        return re.compile(value.text().replace("<words>", words))
    except re.error as error:
        value.fail(f"not a regular expression: {error}")
        return re.compile(r"(?!)")


def _raw(value: Value) -> str:
    """The text with the blanks around it."""
    return str(value.node.value) if value.node else ""
