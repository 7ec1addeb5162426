"""Cuts the lines of an annotated report into headings, entries of powers and other text.

Spring, 1909      Fall 1901 Adjustments      F1901M      Game1_1903_Fall.txt
"""

import json
import re
from pathlib import Path

from builder.imports.corrections import near
from builder.imports.importer import SEASONS
from builder.imports.patterns import Patterns
from builder.imports.phase_reports import TAGS
from builder.model.calendar import STEP_OF_WORD, Phase, Step
from builder.model.names import Names
from builder.model.outcomes import Outcome
from builder.model.units import Power
from builder.notation.result_words import dialect

HERE = Path(__file__)
MARKS = dialect("report")
WORD = "|".join(sorted(map(re.escape, MARKS), key=len, reverse=True))
RE = Patterns(HERE.with_name("patterns.yaml"), mark=WORD)
BESIDE = ("of", "continued", "results", "turn", "season", "the")
MOST, SHORTEST = 5, 3
SHORT: dict[str, str] = json.loads(HERE.with_name("powers.json").read_text(encoding="utf-8"))
MARKUP = " \t*_#<>:;,."
LONGEST = 500  # characters; one order and its marks


def heading(text: str) -> tuple[Phase, str] | None:
    """The phase of a line that says nothing else, and a remark on a guess; None for others."""
    if code := RE.code.match(text):
        return _phase(_season(code[1]), int(code[2]), code[3].lower()), ""
    words = [word.lower() for word in RE.word.findall(text)]
    years = [w for w in words if w.isdigit()]
    if len(years) != 1 or len(years[0]) != len("1901") or not 1 < len(words) <= MOST:
        return None
    said = [w for w in words if not w.isdigit() and w not in BESIDE]
    steps = [w for w in said if w in STEP_OF_WORD]
    named = [w for w in said if w not in STEP_OF_WORD]
    if len(named) != 1 or len(steps) > 1 or len(named[0]) < SHORTEST:
        return None
    season = near(named[0], SEASONS)
    guess = "" if season == named[0] else f"{named[0]!r} read as {season}"
    return (_phase(season, int(years[0]), *steps), guess) if season else None


def phase_in(name: str) -> Phase | None:
    """The phase that the name of a file contains."""
    found = RE.in_name.search(name)
    if found is None:
        return None
    return _phase(_season(found["after"] or found["before"]), int(found["first"] or found["last"]))


def _season(word: str) -> str:
    return next(known for known in SEASONS if known.startswith(word.lower()))


def _phase(season: str, year: int, step: str = "") -> Phase:
    """Adjustments of any season are in Winter; a Summer has the retreats of Spring."""
    meant: Step = STEP_OF_WORD.get(step, "retreats" if season == "summer" else "movement")
    if season == "winter" or meant == "adjustments":
        return Phase(year, "winter", "adjustments")
    return Phase(year, SEASONS[season], meant)


def alone(text: str, powers: Names) -> Power:
    """The power of a line that is its heading, perhaps with the name of its player."""
    bare = text.strip(MARKUP)
    power, beside = power_of(bare, powers), RE.beside.match(bare)
    if power or beside is None or RE.verb.search(f" {beside['who']}") or TAGS.search(text):
        return power
    return power_of(beside["power"], powers)


def power_of(name: str, powers: Names) -> Power:
    """The power that a heading names, in full or by two letters; empty for another name."""
    return Power((powers.get(SHORT.get(name, name)) if name.strip() else None) or "")


def normalised(text: str) -> str:
    """The text without bullets, and with marks in the one spelling that the reader knows.

    - A Mun-Bur (fails)     1. A Mun-Bur FAILED     A Mun-Bur ✗     A Mun-Bur     FAILS
    • A Par-Bur - succeeds  * A Par-Bur [ok]        ✓ A Par-Bur     A Par-Bur     SUCCEEDS
    A Mun-Bur (bounced)     A Mun-Bur: stood off                    A Mun-Bur     (*bounce*)
    A Mun H [dislodged, support cut]                                A Mun H       (*dislodged, cut*)
    """
    return "\n".join(map(_normalised_line, text.splitlines()))


def _normalised_line(line: str) -> str:
    line = RE.bullet.sub("", line)
    if len(line) > LONGEST or RE.known_mark.search(line):
        return line
    if ahead := RE.mark_ahead.match(line):
        return f"{ahead['head']}{ahead['order']}{_shown([MARKS[ahead['mark'][0]].value])}"
    bare = RE.face.sub(r"(\g<word>)", line)
    found = RE.mark_behind.match(bare) or RE.enclosed.match(bare)
    if not found or not (RE.verb.search(found["order"]) or RE.unit_alone.match(found["order"])):
        return line
    said = (w.strip(" -–—:=>()[]{}.!\ufe0f") for w in RE.between_marks.split(found["mark"]))
    words = [" ".join(word.lower().split()) for word in said if word.strip()]
    marks = []
    for word in words:
        if word in MARKS:
            marks.append(MARKS[word].value)
        elif near(word, MARKS):
            marks.append(word)
        else:
            return line
    return f"{found['order'].rstrip()}{_shown(marks)}"


def _shown(marks: list[str]) -> str:
    """The marks after an order in one spelling; `succeeds` is dropped beside another mark."""
    others = [mark for mark in dict.fromkeys(marks) if mark != Outcome.MOVED.value]
    if not others:
        return "  SUCCEEDS"
    if others == [Outcome.FAILED.value]:
        return "  FAILS"
    return f" (*{', '.join(others)}*)"
