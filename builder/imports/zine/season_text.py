"""The text under one heading of a season, and the entry of one power in it."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from builder.imports.zine.house import RE
from builder.imports.zine.printed_text import PrintedText, joined
from builder.model.calendar import Phase, Step
from builder.model.units import Power

SPRING = ("spring", "summer")
STEPS: dict[str, Step] = {
    "spring": "movement", "fall": "movement", "summer": "retreats", "autumn": "retreats",
}  # fmt: skip
RETREATS = {"spring": "summer", "fall": "autumn"}
FEWEST_MOVES = 3  # orders of a movement


@dataclass
class PowerEntry:
    """The entry of one power in a season's report, line by line; `guess` is a remark on a guess
    about its head."""

    power: Power
    player: str
    lines: list[PrintedText]
    guess: str = ""

    @cached_property
    def printed(self) -> PrintedText:
        """All of it in one line, with its typefaces."""
        return joined(self.lines)

    @property
    def text(self) -> str:
        """All of it in one line."""
        return self.printed.text

    @property
    def line(self) -> int:
        """The number of its first line."""
        return self.lines[0].line


@dataclass(eq=False)
class ZineSeason:
    """One heading of the zine and the report under it. `due` if it only says when orders are due;
    `game` and `number` (Boardman's) if it names them; `guess` is a remark on a guess about it;
    `stray` are lines with orders under no power, `notices` what charts say beside centres;
    `corrected` are the seasons that the heading says it corrects; `chart_year` is the year that
    the chart's own heading names (`Last Supply Center Chart from Winter 1909`), else 0;
    `is_set_up` says that its builds are the units at the start."""

    name: str
    year: int
    heading: str
    due: bool = False
    game: str = ""
    number: str = ""
    guess: str = ""
    issue: str = ""
    line: int = 0
    entries: list[PowerEntry] = field(default_factory=list)
    chart: list[PowerEntry] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    stray: list[tuple[int, str]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    corrected: frozenset[str] = frozenset()
    chart_year: int = 0
    is_set_up: bool = False

    @property
    def source(self) -> str:
        """The issue and heading as a source: `#217, 'Autumn 1901 - Corrected'`."""
        return f"#{self.issue}, {self.heading!r}" if self.issue else self.heading

    @property
    def movement(self) -> Phase:
        """The movement that it reports, or that its retreats or builds follow."""
        return Phase(self.year, "spring" if self.name in SPRING else "fall", "movement")

    @property
    def phase(self) -> Phase:
        """The last phase that its heading names."""
        if self.step == "adjustments":
            return Phase(self.year, "winter", self.step)
        return self.movement._replace(step=self.step)

    @property
    def step(self) -> Step:
        """The last step that its heading names."""
        return STEPS.get(self.name, "adjustments")

    @property
    def is_movement(self) -> bool:
        """Does it report orders of a movement, by its heading?"""
        return self.step == "movement" and not self.is_before

    @property
    def is_new(self) -> bool:
        """Is it no correction of an earlier report, nor only a position?"""
        return not (self.is_repair or self.is_before)

    @property
    def is_repair(self) -> bool:
        """Does the heading say that the report corrects an earlier one?"""
        return self.name in self.corrected

    @property
    def repairs_builds(self) -> bool:
        """Does it correct builds, of its own Winter or of the one before its movement?"""
        return self.is_repair or any("winter" in name for name in self.corrected)

    @property
    def is_before(self) -> bool:
        """Is it only the position before a season (`Pre-Spring 1904`)?"""
        return RE.before_season.search(self.heading) is not None

    def is_movement_after(self, orders: int) -> bool:
        """Do its orders hold or help, or are they about as many as the `orders` of the movement
        before? Retreats are few, and neither."""
        if "retreat" in self.heading.lower():
            return False
        texts = [RE.beside_orders.sub(" ", entry.text) for entry in self.entries]
        matches = chain.from_iterable(RE.orders.finditer(text) for text in texts)
        listed = [order[0] for order in matches]
        return any(map(RE.stays.search, listed)) or len(listed) >= max(FEWEST_MOVES, orders / 2)
