"""House styles: how zines print things, as rules that bring their text into one form.

`house.yaml` holds what is known everywhere; an archive adds files of the same shape. What the
reader itself looks for are the regular expressions of `patterns.yaml`. Each rule and each
expression has a sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from builder.imports.patterns import Patterns, joined
from builder.model.outcomes import Outcome
from builder.source.documents import read
from builder.source.fields import Value

BUILT_IN = Path(__file__).with_name("house.yaml")
KEYS = ("text", "faces", "items", "orders")


class TextRule(NamedTuple):
    """One way of printing: what is found, what takes its place, and a sample of both."""

    name: str
    pattern: re.Pattern[str]
    becomes: str
    sample: tuple[str, str]


@dataclass(frozen=True, eq=False)
class House:
    """The rules for a zine's whole `text`, for its type`faces`, for the `items` of an entry and for
    one of its `orders`, and what its marks mean; `words` are those of results, which patterns
    name."""

    rules: Mapping[str, tuple[TextRule, ...]]
    marks: Mapping[str, Outcome]
    words: str = ""

    def rewritten(self, text: str, key: str) -> str:
        """The text after every rule of a kind, one after another."""
        for rule in self.rules[key]:
            text = rule.pattern.sub(rule.becomes, text)
        return text


_adopted: list[Path] = []


def adopt(styles: Iterable[Path]) -> None:
    """Read zines by the styles of an archive as well, from now on."""
    _adopted[:] = styles


def house() -> House:
    """The built-in style, after those of an archive; raises SourceError or Mistakes."""
    return _joined(*_adopted)


@lru_cache(maxsize=8)
def _joined(*styles: Path) -> House:
    found = House({}, {})
    for path in (BUILT_IN, *reversed(styles)):
        document = read(path)
        top = document.fields()
        words = top.text("words", found.words)
        rules = {key: (*_rules(top.take(key), words), *found.rules.get(key, ())) for key in KEYS}
        marks = dict(found.marks)
        for outcome, value in top.take("marks").mapping():
            meant = Outcome(outcome.choice([*Outcome]) or Outcome.FAILED)
            marks |= {word.strip(): meant for word in value.text().split(",")}
        document.finish()
        found = House(rules, marks, words)
    return found


def _rules(given: Value, words: str) -> Iterator[TextRule]:
    for told in (item.mapping() for item in given.items()):
        name, pattern, becomes = told.text("rule"), told.need("pattern"), told.need("becomes")
        first, then = told.texts("sample")
        try:
            found = re.compile(joined(pattern).replace("<words>", words))
        except re.error as error:
            pattern.fail(f"not a regular expression: {error}")
            continue
        yield TextRule(name, found, joined(becomes), (first, then))


RE = Patterns(Path(__file__).with_name("patterns.yaml"))


def one_below_the_other(found: re.Match[str]) -> str:
    """Two powers whose orders stand in columns, in as many lines, the first one above the other;
    all of it nobody's, and so reported, if some order is not under its power."""
    rows, cut = found[0].splitlines(), found.start("right") - found.start()
    columns = [[row[:cut].strip() for row in rows], [row[cut:].strip() for row in rows]]
    entries = [f"{head} {', '.join(filter(None, orders))}" for head, *orders in columns]
    if any(row[cut - 1 : cut].strip() for row in rows) or any("   " in c for c in chain(*columns)):
        entries = [f"Neutral: {' '.join(rows)}"]
    return "\n".join([*entries, *[""] * (len(rows) - len(entries))])
