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
MOST_WORDS = 5  # of a heading
SHORTEST_SEASON = 3  # letters
SHORT: dict[str, str] = json.loads(HERE.with_name("powers.json").read_text(encoding="utf-8"))
MARKUP = " \t*_#<>:;,."
LONGEST_LINE = 500  # characters; one order and its marks


def heading(text: str) -> tuple[Phase, str] | None:
    """The phase of a line that says nothing else, and a remark on a guess; None for others."""
    code = RE.code.match(text)
    if code:
        return _phase(_season(code[1]), int(code[2]), code[3].lower()), ""
    words = [word.lower() for word in RE.word.findall(text)]
    years = [w for w in words if w.isdigit()]
    if len(years) != 1 or len(years[0]) != len("1901") or not 1 < len(words) <= MOST_WORDS:
        return None
    telling = [word for word in words if not word.isdigit() and word not in BESIDE]
    steps = [word for word in telling if word in STEP_OF_WORD]
    others = [word for word in telling if word not in STEP_OF_WORD]
    if len(others) != 1 or len(steps) > 1 or len(others[0]) < SHORTEST_SEASON:
        return None
    season = near(others[0], SEASONS)
    guess = "" if season == others[0] else f"{others[0]!r} read as {season}"
    return (_phase(season, int(years[0]), *steps), guess) if season else None


def phase_in(name: str) -> Phase | None:
    """The phase that the name of a file contains."""
    date = RE.in_name.search(name)
    if date is None:
        return None
    return _phase(_season(date["after"] or date["before"]), int(date["first"] or date["last"]))


def _season(word: str) -> str:
    return next(season for season in SEASONS if season.startswith(word.lower()))


def _phase(season: str, year: int, step: str = "") -> Phase:
    """Adjustments of any season are in Winter; a Summer has the retreats of Spring."""
    meant: Step = STEP_OF_WORD.get(step, "retreats" if season == "summer" else "movement")
    if season == "winter" or meant == "adjustments":
        return Phase(year, "winter", "adjustments")
    return Phase(year, SEASONS[season], meant)


def alone(text: str, powers: Names) -> Power:
    """The power of a line that is its heading, perhaps with the name of its player."""
    bare = text.strip(MARKUP)
    power = power_of(bare, powers)
    beside = RE.beside.match(bare)
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
    if len(line) > LONGEST_LINE or RE.known_mark.search(line):
        return line
    if ahead := RE.mark_ahead.match(line):
        return f"{ahead['head']}{ahead['order']}{_shown([MARKS[ahead['mark'][0]].value])}"
    bare = RE.face.sub(r"(\g<word>)", line)
    marked = RE.mark_behind.match(bare) or RE.enclosed.match(bare)
    if not marked:
        return line
    order = marked["order"]
    if not (RE.verb.search(order) or RE.unit_alone.match(order)):
        return line
    marks = _known_marks(marked["mark"])
    return f"{order.rstrip()}{_shown(marks)}" if marks is not None else line


def _known_marks(text: str) -> list[str] | None:
    """The marks behind an order, as the reader spells them; None if one of them is unknown."""
    marks: list[str] = []
    for piece in RE.between_marks.split(text):
        word = " ".join(piece.strip(" -–—:=>()[]{}.!\ufe0f").lower().split())
        if not word:
            continue
        if word in MARKS:
            marks.append(MARKS[word].value)
        elif near(word, MARKS):
            marks.append(word)
        else:
            return None
    return marks


def _shown(marks: list[str]) -> str:
    """The marks after an order in one spelling; `succeeds` is dropped beside another mark."""
    others = [mark for mark in dict.fromkeys(marks) if mark != Outcome.MOVED.value]
    if not others:
        return "  SUCCEEDS"
    if others == [Outcome.FAILED.value]:
        return "  FAILS"
    return f" (*{', '.join(others)}*)"
