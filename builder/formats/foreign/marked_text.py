"""The lines of a report that marks orders one by one: seasons, powers, and what units were told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from builder.model.calendar import STEPS, WORDS, Phase
from builder.model.kinds import Power
from builder.model.names import Names

SEASONS = {"spring": "spring", "fall": "fall", "autumn": "fall", "winter": "winter"}
SEASON = re.compile(
    r"^\W*(?P<season>spring|fall|autumn|winter)[\s,]+(?:of\s+)?(?P<year>\d{4})"
    r"(?:\W+(?P<step>movement|moves|orders|results|retreats?|builds?|adjustments?))?\W*$",
    re.IGNORECASE,
)
IN_NAME = re.compile(
    r"(?<![a-z0-9])(?:(?P<first>\d{4})[_-]?(?P<after>spring|fall|autumn|winter)"
    r"|(?P<before>spring|fall|autumn|winter|[sfw])[_-]?(?P<last>\d{4}))(?![a-z0-9])",
    re.IGNORECASE,
)
SHORT = {
    "AU": "Austria", "UK": "England", "FR": "France", "GE": "Germany", "IT": "Italy",
    "RU": "Russia", "TU": "Turkey",
}  # fmt: skip
ALONE = re.compile(r"^(?P<power>[A-Za-z]\w+)\s*[:;,.]?$")
LED = re.compile(r"(?<!\S)(?P<power>[A-Z][a-z]+)\s*:\s*(?=\S)")
NEARLY_LED = re.compile(r"^(?P<power>\w+)\W+(?=(?:A|F|Army|Fleet)\s)")
WORD = re.compile(r"\s+\b(?P<word>SUCCEEDS|FAILS)\b\s*$")
TAGS = re.compile(r"\(\*\s*(?P<tags>[^*()]*?)\s*\*\)")
ORDER = re.compile(r"^(?:A|F|Army|Fleet)\b\.?\s+\S", re.IGNORECASE)
RUN_ON = re.compile(r"(?<=SUCCEEDS)(?=[A-Z]{2}$)|(?<=FAILS)(?=[A-Z]{2}$)", re.MULTILINE)


class Item(NamedTuple):
    """One thing that a line says: of which power, where it names one; `alone` where it says no
    more than that."""

    line: int
    text: str
    power: Power | None = None
    phase: Phase | None = None
    alone: bool = False


def items(text: str, powers: Names) -> Iterator[Item]:
    """What the lines say, one after another; several powers may share a line."""
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        for shown in RUN_ON.sub("\n", " ".join(raw.split())).split("\n"):
            yield from _of_line(number, shown, powers)


def _of_line(number: int, text: str, powers: Names) -> Iterator[Item]:
    if heading := SEASON.match(text):
        yield Item(number, text, phase=_headed(heading))
    elif (head := ALONE.match(text)) and (power := power_of(head["power"], powers)):
        yield Item(number, text, power, alone=True)
    else:
        led = [m for m in LED.finditer(text) if powers.get(m["power"])]
        ends = [*(m.start() for m in led), len(text)]
        if ends[0]:
            yield Item(number, text[: ends[0]].strip())
        for found, end in zip(led, ends[1:], strict=True):
            said = text[found.end() : end].strip()
            yield Item(number, said, power_of(found["power"], powers))


def power_of(name: str, powers: Names) -> Power | None:
    """The power that a heading names, in full or by two letters."""
    found = powers.get(SHORT.get(name, name))
    return Power(found) if found else None


def _headed(heading: re.Match[str]) -> Phase:
    season = SEASONS[heading["season"].lower()]
    step = WORDS.get((heading["step"] or "").lower(), STEPS[0])
    if season == "winter":
        step = "adjustments"
    return Phase(int(heading["year"]), season, step)


def phase_in(name: str) -> Phase | None:
    """The season that the name of a file tells of."""
    found = IN_NAME.search(name)
    if found is None:
        return None
    word = (found["after"] or found["before"]).lower()
    season = next(season for known, season in SEASONS.items() if known.startswith(word))
    step = STEPS[2] if season == "winter" else STEPS[0]
    return Phase(int(found["first"] or found["last"]), season, step)
