"""Reads the season of an annotated report from a heading or the file's name.

Spring, 1909      Fall 1901 Adjustments      F1901M      Game1_1903_Fall.txt
"""

from __future__ import annotations

import re
from typing import NamedTuple

from builder.imports.corrections import near
from builder.imports.importer import SEASONS
from builder.model.calendar import WORDS, Phase, Step

BESIDE = ("of", "continued", "results", "turn", "season", "the")
WORD = re.compile(r"[A-Za-z]+|\d+")
CODE = re.compile(r"^\W*([SFW])(\d{4})([MRAB]?)\W*$")
IN_NAME = re.compile(
    r"(?<![a-z0-9])(?:(?P<first>\d{4})[_-]?(?P<after>spring|summer|fall|autumn|winter)"
    r"|(?P<before>spring|summer|fall|autumn|winter|[sfw])[_-]?(?P<last>\d{4}))(?![a-z0-9])",
    re.IGNORECASE,
)
MOST, SHORTEST = 5, 3


class AnnotatedHeading(NamedTuple):
    """A phase, and what had to be guessed to know it."""

    phase: Phase
    guess: str = ""


def heading(text: str) -> AnnotatedHeading | None:
    """The phase that a line names, if it says nothing else."""
    if code := CODE.match(text):
        return AnnotatedHeading(_phase(_season(code[1]), int(code[2]), code[3].lower()))
    words = WORD.findall(text)
    years = [w for w in words if w.isdigit()]
    if len(years) != 1 or len(years[0]) != len("1901") or not 1 < len(words) <= MOST:
        return None
    said = [w.lower() for w in words if not w.isdigit() and w.lower() not in BESIDE]
    steps = [w for w in said if w in WORDS]
    named = [w for w in said if w not in WORDS]
    if len(named) != 1 or len(steps) > 1:
        return None
    season = near(named[0], SEASONS) if len(named[0]) >= SHORTEST else ""
    if not season:
        return None
    guess = "" if season == named[0] else f"{named[0]!r} read as {season}"
    return AnnotatedHeading(_phase(season, int(years[0]), steps[0] if steps else ""), guess)


def phase_in(name: str) -> Phase | None:
    """The season that the name of a file tells of."""
    found = IN_NAME.search(name)
    if found is None:
        return None
    return _phase(_season(found["after"] or found["before"]), int(found["first"] or found["last"]))


def _season(word: str) -> str:
    return next(known for known in SEASONS if known.startswith(word.lower()))


def _phase(season: str, year: int, step: str = "") -> Phase:
    """Builds of any season are those of Winter; Summer is when the units of Spring retreat."""
    told: Step = WORDS.get(step, "retreats" if season == "summer" else "movement")
    if season == "winter" or told == "adjustments":
        return Phase(year, "winter", "adjustments")
    return Phase(year, SEASONS[season], told)
