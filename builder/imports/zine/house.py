"""House styles: rules that bring the ways in which zines print into one form.

`house.yaml` has the rules for all zines; an archive adds files of the same shape. The reader's own
regular expressions are in `patterns.yaml`. Each rule and each expression has a sample.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from builder.imports.patterns import Patterns, joined
from builder.model.outcomes import Outcome
from builder.source.documents import read
from builder.source.fields import Value

BUILT_IN = Path(__file__).with_name("house.yaml")
KEYS = ("text", "faces", "items", "orders")


class TextRule(NamedTuple):
    """One way of printing: its pattern, the replacement, and a sample of both."""

    name: str
    pattern: re.Pattern[str]
    becomes: str
    sample: tuple[str, str]


@dataclass(frozen=True, eq=False)
class House:
    """The rules of a zine for its whole `text`, its type`faces`, the `items` of an entry and a
    single one of its `orders`; the outcomes of its marks; and `words`, a pattern for the words of
    results."""

    rules: Mapping[str, tuple[TextRule, ...]]
    marks: Mapping[str, Outcome]
    words: str = ""

    def rewritten(self, text: str, key: str) -> str:
        """The text after all rules of a kind, applied in order."""
        for rule in self.rules[key]:
            text = rule.pattern.sub(rule.becomes, text)
        return text


_adopted: list[Path] = []


def adopt(styles: Iterable[Path]) -> None:
    """Use the styles of an archive for all zines that are read from now on."""
    _adopted[:] = styles


def house() -> House:
    """The built-in style with those of the archive, whose rules come first; raises SourceError or
    Mistakes."""
    return _joined(*_adopted)


@lru_cache(maxsize=8)
def _joined(*styles: Path) -> House:
    style = House({}, {})
    for path in (BUILT_IN, *reversed(styles)):
        style = _with_file(style, path)
    return style


def _with_file(style: House, path: Path) -> House:
    """A style with the rules, marks and words of a file, which come first."""
    document = read(path)
    top = document.fields()
    words = top.text("words", style.words)
    rules: dict[str, tuple[TextRule, ...]] = {}
    for key in KEYS:
        rules[key] = (*_rules(top.take(key), words), *style.rules.get(key, ()))
    marks = dict(style.marks)
    for outcome, value in top.take("marks").mapping():
        meant = Outcome(outcome.choice([*Outcome]) or Outcome.FAILED)
        for word in value.text().split(","):
            marks[word.strip()] = meant
    document.finish()
    return House(rules, marks, words)


def _rules(listed: Value, words: str) -> Iterator[TextRule]:
    """The rules of a list; one that cannot be used is a mistake of the file."""
    for rule in (item.mapping() for item in listed.items()):
        name = rule.text("rule")
        pattern = rule.need("pattern")
        becomes = rule.need("becomes")
        samples = rule.texts("sample")
        if len(samples) != 2:
            rule.take("sample").fail("expected a sample and its result")
            continue
        before, after = samples
        try:
            expression = re.compile(joined(pattern).replace("<words>", words))
            expression.sub(joined(becomes), before)
        except re.error as error:
            pattern.fail(f"not a regular expression, or not one for its result: {error}")
            continue
        yield TextRule(name, expression, joined(becomes), (before, after))


RE = Patterns(Path(__file__).with_name("patterns.yaml"))
