"""The order of the phases, and the names of years."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from builder.errors import UnknownWordError

Step = Literal["movement", "retreats", "adjustments"]
STEPS: Mapping[Step, str] = {  # with the words for them
    "movement": "m moves move movement movements orders",
    "retreats": "r retreat retreats",
    "adjustments": "a adjustment adjustments builds build b",
}
STEP_OF_WORD: dict[str, Step] = {}
for _step, _words in STEPS.items():
    STEP_OF_WORD.update(dict.fromkeys(_words.split(), _step))
SEASONS = {"autumn": "fall"}
STEP = rf"(?P<step>{'|'.join(STEP_OF_WORD)})"
FORMS = (  # a title, a slug, a short form
    re.compile(rf"(?P<season>\S\S+) (?P<year>.+?)(?: {STEP})?"),
    re.compile(rf"(?P<year>.+)-(?P<season>[a-z]{{2,}})-{STEP}"),
    re.compile(r"(?P<season>[a-z])(?P<year>.+)(?P<step>[mrab])"),
)
TURN_FORM = re.compile(rf"(?:year |y)?(?P<year>[0-9]{{1,4}})(?:[ -]?{STEP})?")


class Phase(NamedTuple):
    """One step of one season of one year; years count as the calendar does."""

    year: int
    season: str
    step: Step


FIRST = Phase(1901, "spring", "movement")
LONGEST_GAP = 100  # years at most from one phase of a game to the next


@dataclass(frozen=True, eq=False, repr=False)
class Calendar:
    """The phases of a year in order, the first phase of the game, and the names of its years.

    With the `cycle` (Cassiusica, Andromeda, Telahoma) year 1 is `Cassiusica I`, year 4
    `Cassiusica II`; without one, years are numbers. `spellings` are other spellings of the
    names, each with the name.

    Where a turn (moves and what follows until the next moves) takes `years_a_turn`, turns are
    called by years of their own and not by seasons: of a year that begins with 1425, the phases
    are `1425`, `1425, retreats`, `1430`, `1430, retreats`, `1430, adjustments`. A phase still has
    a season, by which others call it: `Spring 1425`, `Fall 1425`, then `Spring 1426` for 1435.
    """

    start: Phase = FIRST
    year: tuple[tuple[str, Step], ...] = (
        ("spring", "movement"),
        ("spring", "retreats"),
        ("fall", "movement"),
        ("fall", "retreats"),
        ("winter", "adjustments"),
    )
    cycle: tuple[str, ...] = ()
    cycle_name: str = ""
    spellings: tuple[tuple[str, str], ...] = ()
    years_a_turn: int = 0

    # As of a board, what is asked again and again is kept with the calendar, and goes with it.
    @cached_property
    def next(self) -> Callable[[Phase], Phase]:
        """Finds the next phase of the calendar, even if nothing is due in it."""
        return lru_cache(maxsize=4096)(self._next)

    def _next(self, phase: Phase) -> Phase:
        later, then = divmod(self.year.index((phase.season, phase.step)) + 1, len(self.year))
        return Phase(phase.year + later, *self.year[then])

    def movement_after(self, phase: Phase) -> Phase:
        """The next phase in which units move."""
        due = self.next(phase)
        while due.step != "movement":
            due = self.next(due)
        return due

    def rank(self, phase: Phase) -> tuple[int, int]:
        """A key to sort phases by."""
        return phase.year, self.year.index((phase.season, phase.step))

    def owner(self, year: int) -> str:
        """The power after which a year is named; empty if years are numbers."""
        return self.cycle[(year - 1) % len(self.cycle)] if self.cycle else ""

    def year_name(self, year: int) -> str:
        """`1901`, or `Telahoma I`; where turns have years of their own, that of the last one."""
        if self.years_a_turn:
            return str(self._turn_year(year, len(self._turns) - 1))
        return f"{self.owner(year)} {roman(self._round(year))}" if self.cycle else str(year)

    def year_of(self, phase: Phase) -> str:
        """The name of the year in which a phase is played: of its turn where those have years."""
        if self.years_a_turn:
            return str(self._turn_year(phase.year, self._turn_of_season[phase.season]))
        return self.year_name(phase.year)

    def years_name(self, year: int) -> str:
        """The name of a year, with those of all its turns: `1425–1430`."""
        last = self.year_name(year)
        first = str(self._turn_year(year, 0)) if self.years_a_turn else last
        return last if first == last else f"{first}–{last}"

    def year_parts(self, year: int) -> tuple[str, str, str]:
        """The name of a year in three parts; narrow tables leave out the middle one (`19` of 1901,
        `ahoma` of Telahoma I)."""
        if not self.cycle:
            name = self.year_name(year)
            return "", name[:-2], name[-2:]
        owner, number = self.year_name(year).split()
        return owner[:3], owner[3:], f" {number}"

    def title(self, phase: Phase) -> str:
        """`Spring 1901` for the first step of a season, `Spring 1901, retreats` for another."""
        name = self.season_title(phase)
        return name if self.is_first_step(phase) else f"{name}, {phase.step}"

    def season_title(self, phase: Phase) -> str:
        """`Spring 1901`; `1425` where turns have years of their own."""
        if self.years_a_turn:
            return self.year_of(phase)
        return f"{phase.season.capitalize()} {self.year_name(phase.year)}"

    def is_first_step(self, phase: Phase) -> bool:
        """Is it the first step of its season, or of its turn where those have years?"""
        if self.years_a_turn:
            return phase.step == "movement"
        return self._first_step(phase.season) == phase.step

    def _first_step(self, season: str) -> Step:
        return next(step for name, step in self.year if name == season)

    def slug(self, phase: Phase) -> str:
        """The phase in addresses: `1901-spring-movement`, or `1425-movement`."""
        if self.years_a_turn:
            return f"{self.year_of(phase)}-{phase.step}"
        return f"{self.year_slug(phase.year)}-{phase.season}-{phase.step}"

    def year_slug(self, year: int) -> str:
        """`1901`, or `telahoma-1`."""
        return f"{self.owner(year).lower()}-{self._round(year)}" if self.cycle else str(year)

    def short(self, phase: Phase) -> str:
        """`S1901M`, `F1901R`, `W1901A`; with named years `STel1M`, with years of turns `1425M`."""
        if self.years_a_turn:
            return f"{self.year_of(phase)}{phase.step[0].upper()}"
        return self.short_season(phase)

    def mark(self, phase: Phase) -> str:
        """What a narrow scale writes at a phase that begins a season or turn: `S`, `F`, or `30` of
        1430; empty at the others."""
        if not self.is_first_step(phase):
            return ""
        return self.year_of(phase)[-2:] if self.years_a_turn else phase.season[0].upper()

    def short_season(self, phase: Phase) -> str:
        """The short form with the letter of the season, in every calendar: `S1425M`."""
        owner = self.owner(phase.year)[:3]
        year = self._round(phase.year)
        return f"{phase.season[0].upper()}{owner}{year}{phase.step[0].upper()}"

    def _round(self, year: int) -> int:
        """How often the cycle has begun by a year; without a cycle, the year."""
        return (year - 1) // len(self.cycle) + 1 if self.cycle else year

    def read(self, written: str) -> Phase:
        """The phase that a text names, as in `get`; raises UnknownWordError."""
        phase = self.get(written)
        if phase is None:
            raise UnknownWordError("phase", written)
        return phase

    @cached_property
    def get(self) -> Callable[[str], Phase | None]:
        """Finds the phase of a title (`Spring 1901`, `Fall 1901 retreats`), of a short form
        (`S1901M`) or of a slug; None for another text. Where turns have years of their own, a title
        with a season counts years as the judges of mail games do."""
        return lru_cache(maxsize=4096)(self._phase_meant)

    def _phase_meant(self, written: str) -> Phase | None:
        text = " ".join(written.replace(",", " ").replace("_", " ").split()).lower()
        turn = TURN_FORM.fullmatch(text) if self.years_a_turn else None
        if turn is not None:
            return self._phase_of_turn(int(turn["year"]), STEP_OF_WORD[turn["step"] or "movement"])
        for form in FORMS:
            parts = form.fullmatch(text)
            phase = self._phase(*parts.group("season", "year", "step")) if parts else None
            if phase is not None and (phase.season, phase.step) in self.year:
                return phase
        return None

    @cached_property
    def seasons(self) -> tuple[str, ...]:
        """The seasons of a year in order."""
        return tuple(dict.fromkeys(season for season, _ in self.year))

    @cached_property
    def _turns(self) -> tuple[str, ...]:
        """The seasons in which units move."""
        return tuple(season for season, step in self.year if step == "movement")

    @cached_property
    def _turn_of_season(self) -> Mapping[str, int]:
        """The turn of a year, from 0, to which each season belongs."""
        turns: dict[str, int] = {}
        begun = 0
        for season, step in self.year:
            begun += step == "movement"
            turns.setdefault(season, max(begun - 1, 0))
        return turns

    def _turn_year(self, year: int, turn: int) -> int:
        """The year of a turn of a year."""
        years = year - self.start.year
        return self.start.year + (years * len(self._turns) + turn) * self.years_a_turn

    def _phase_of_turn(self, turn_year: int, step: Step) -> Phase | None:
        """The phase with this step in the turn of a year; None if there is none."""
        turns, rest = divmod(turn_year - self.start.year, self.years_a_turn)
        years, turn = divmod(turns, len(self._turns))
        if rest or years < 0:
            return None
        for season, played in self.year:
            if played == step and self._turn_of_season[season] == turn:
                return Phase(self.start.year + years, season, step)
        return None

    def _year(self, text: str) -> int | None:
        """The number of a year in writing; None if there is no such year."""
        text = text.replace("-", " ")
        if not self.cycle:
            return int(text) if re.fullmatch("[0-9]{1,4}", text) else None
        year = re.fullmatch(r"(?P<name>[a-z]+) ?(?P<number>[ivxlc]+|[0-9]{1,4})", text)
        if year is None:
            return None
        name = dict(self.spellings).get(year["name"], year["name"]).lower()
        places = [i for i, each in enumerate(self.cycle) if each.lower().startswith(name)]
        digits = year["number"]
        number = int(digits) if digits.isdigit() else ROMAN.get(digits, 0)
        if len(places) != 1 or number == 0:
            return None
        return (number - 1) * len(self.cycle) + places[0] + 1

    def _phase(self, season: str, year: str, step: str | None) -> Phase | None:
        season = SEASONS.get(season, season)
        number = self._year(year)
        if len(season) == 1:
            season = next((name for name in self.seasons if name[0] == season), season)
        if season not in self.seasons or number is None:
            return None
        return Phase(number, season, STEP_OF_WORD[step] if step else self._first_step(season))


NUMERALS = (
    ("c", 100), ("xc", 90), ("l", 50), ("xl", 40), ("x", 10), ("ix", 9), ("v", 5), ("iv", 4),
    ("i", 1),
)  # fmt: skip


def roman(number: int) -> str:
    """7 is `VII`."""
    text = ""
    for numeral, value in NUMERALS:
        count, number = divmod(number, value)
        text += numeral * count
    return text.upper()


ROMAN = {roman(number).lower(): number for number in range(1, 4 * LONGEST_GAP)}
