"""House styles: how zines print things, as rules that bring their text into one form.

`house.yaml` holds what is known everywhere; an archive adds files of the same shape. The text keeps
its lines; it has one dash, one kind of italics, bare headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

from builder.imports.zine.headings import heading
from builder.imports.zine.patterns import RE, joined
from builder.model.outcomes import Outcome
from builder.source.documents import read
from builder.source.fields import Value

BUILT_IN = Path(__file__).with_name("house.yaml")
KEYS = ("text", "faces", "orders")
DASHES = str.maketrans(dict.fromkeys("‐‑−→➔➝⇒", "-"))


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
    """The rules for a zine's whole `text`, for its type`faces` and for one of its `orders`, and
    what its marks mean; `words` are those of results, which patterns name."""

    rules: Mapping[str, tuple[TextRule, ...]]
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
    found = House({}, {})
    for path in (BUILT_IN, *reversed(styles)):
        found = _over(found, path)
    return found


def _over(base: House, path: Path) -> House:
    """A style on top of another."""
    document = read(path)
    top = document.fields()
    words = top.text("words", base.words)
    rules = {key: (*_rules(top.take(key), words), *base.rules.get(key, ())) for key in KEYS}
    marks = dict(base.marks)
    for outcome, value in top.take("marks").mapping():
        for word in value.text().split(","):
            marks[word.strip()] = Outcome(outcome.choice([*Outcome]) or Outcome.FAILED)
    document.finish()
    return House(rules, marks, words)


def _rules(given: Value, words: str) -> Iterator[TextRule]:
    for told in (item.mapping() for item in given.items()):
        pattern, becomes = told.need("pattern"), told.need("becomes")
        first, then = told.texts("sample")
        found = _compiled(pattern, words)
        yield TextRule(told.text("rule"), found, joined(becomes), (first, then))


def _compiled(value: Value, words: str) -> re.Pattern[str]:
    try:
        return re.compile(joined(value).replace("<words>", words))
    except re.error as error:
        value.fail(f"not a regular expression: {error}")
        return re.compile(r"(?!)")


def normalised(text: str) -> str:
    """The text of a zine after the rules of its house."""
    text = RE.entity.sub(_sign, text).translate(DASHES)
    text = _unstarred(rewritten(text, house().rules["text"]))
    lines = rewritten(text, house().rules["faces"]).splitlines()
    return "\n".join(_undressed(line) for line in lines)


def _sign(found: re.Match[str]) -> str:
    sign = unescape(found[0])
    return " " if sign.isspace() else sign


def _unstarred(text: str) -> str:
    """Orders with a star behind them as what a line says that it marks; else in bold."""
    says = RE.stars.search(text)
    if says is None:
        return RE.starred.sub(r"<b>\g<order></b>", text)
    what = says["what"].lower()
    mark = what if what in ("dislodged", "annihilated") else "failed"
    return RE.starred.sub(rf"\g<order> ({mark})", RE.stars.sub("", text))


def _undressed(line: str) -> str:
    """A heading without what makes it bold."""
    bare = RE.dress.sub("", line).strip()
    return bare if bare != line.strip() and heading(bare) else line
