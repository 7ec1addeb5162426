"""The lines of an annotated report: whose orders they are, and what kind of line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.imports.annotated.headings import AnnotatedHeading, heading
from builder.imports.result_tags import TAGS
from builder.model.kinds import Power
from builder.model.names import Names

SHORT = {
    "AU": "Austria", "UK": "England", "FR": "France", "GE": "Germany", "IT": "Italy",
    "RU": "Russia", "TU": "Turkey",
}  # fmt: skip
MARKUP = " \t*_#<>:;,."
BESIDE = re.compile(r"^(?P<power>[^()\[\]:]+?)\s*(?:[-–]\s|[(\[])\s*(?P<who>[^()]*)[)\]]?$")
RUN_ON = re.compile(r"(SUCCEEDS|FAILS)\s*([A-Z]{2})$")
WORD = re.compile(r"\s+(?P<word>succeeds|succeeded|fails|failed)[\s.!]*$", re.IGNORECASE)
ORDER = re.compile(r"^(?:A|F|Army|Fleet)\b\.?\s+\S", re.IGNORECASE)
VERB = re.compile(
    r"->|[-–—]\s?[A-Z]|\s[-–—]\s"
    r"|\s(?:[SHC]|(?i:to|holds?|stands?|supports?|convoys?|transports?))(?:\s|$)"
)
MAIL = re.compile(r"@|\[e-?mail\b", re.IGNORECASE)


class ReportItem(NamedTuple):
    """One thing that a line says: of which power, where it names one; `alone` where it says no
    more than that."""

    line: int
    text: str
    power: Power | None = None
    season: AnnotatedHeading | None = None
    alone: bool = False


def items(text: str, powers: Names) -> Iterator[ReportItem]:
    """What the lines say, one after another; several powers may share a line."""
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        for shown in RUN_ON.sub(r"\1\n\2", " ".join(raw.split())).split("\n"):
            yield from _of_line(number, shown, powers)


def _of_line(number: int, text: str, powers: Names) -> Iterator[ReportItem]:
    if not text:
        return
    if season := heading(text):
        yield ReportItem(number, text, season=season)
    elif power := _alone(text, powers):
        yield ReportItem(number, text, power, alone=True)
    else:
        led = [*_leads(powers).finditer(text)]
        ends = [*(m.start() for m in led), len(text)]
        if ends[0]:
            yield ReportItem(number, text[: ends[0]].strip())
        for found, end in zip(led, ends[1:], strict=True):
            said = text[found.end() : end].strip()
            yield ReportItem(number, said, power_of(found["power"], powers))


def _alone(text: str, powers: Names) -> Power | None:
    """The power whose heading a line is, maybe with the name of its player."""
    bare = text.strip(MARKUP)
    if power := power_of(bare, powers):
        return power
    beside = BESIDE.match(bare)
    named = beside is not None and not VERB.search(f" {beside['who']}")
    return power_of(beside["power"], powers) if beside and named and not TAGS.search(text) else None


@lru_cache(maxsize=8)
def _leads(powers: Names) -> re.Pattern[str]:
    """The name of a power and a colon, before what is told of it."""
    names = sorted(map(re.escape, powers.shown.values()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?P<power>{'|'.join(names)})\s*:\s*(?=\S)", re.IGNORECASE)


def power_of(name: str, powers: Names) -> Power | None:
    """The power that a heading names, in full or by two letters."""
    found = powers.get(SHORT.get(name, name)) if name.strip() else None
    return Power(found) if found else None
