"""One phase of a game as pages print it: all that their templates show of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from markupsafe import Markup

from builder.model.calendar import Calendar, Phase
from builder.model.orders import Written
from builder.model.units import Power
from builder.playback.comparison import Comparison
from builder.playback.repairs import Repair, repair
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import worst_miss
from builder.prose.comparisons import (
    PhaseLines,
    correction_text,
    differences,
    doubt_text,
    verdict_lines,
    why_different,
)
from builder.prose.explanations import had
from builder.prose.order_accounts import (
    OrderAccount,
    OrderRows,
    RetreatRow,
    correction,
    list_items,
    retreaters,
    text_list,
)
from builder.prose.stories import headlines
from builder.prose.zine_report import who_plays
from builder.record import Note, PhaseRecord
from builder.site import addresses
from builder.site.parts.centre_table import ChartRow, chart

Words = Callable[[str], Markup]  # makes HTML of people's words about a game


class PowerResults(NamedTuple):
    """The orders of one power in a phase: who plays it, and its orders as list items. `standby` is
    who wrote them instead; `sent_nothing` says that no orders were received."""

    power: Power
    player: str
    standby: str
    sent_nothing: bool
    items: Markup


class DifferenceRow(NamedTuple):
    """A difference from what was printed, and a sentence that says why."""

    comparison: Comparison
    why: str


class DifferenceTables(NamedTuple):
    """The differences of a phase, and those that follow from the first of them."""

    shown: Sequence[DifferenceRow]
    following: Sequence[DifferenceRow]


@dataclass(frozen=True)
class PhaseView:
    """One phase for a template, which prints of it what its page shows.

    `at` is the number of the phase, `rows` are its orders, `address` is where the phase is, seen
    from the page. `words` makes HTML of what people wrote. `held` is the day on which the phase is
    to be published: empty for a draft, None if it is published. `prefix` begins the ids of its
    orders on a page that shows several phases. With `misses` it says which single order would have
    won most centres.
    """

    replay: Replay
    at: int
    rows: OrderRows
    address: str
    words: Words
    held: str | None = None
    prefix: str = ""
    misses: bool = False

    @property
    def stage(self) -> Stage:
        """The phase as it was recorded and judged."""
        return self.replay.stages[self.at]

    @property
    def phase(self) -> Phase:
        """Its season, year and step."""
        return self.stage.phase

    @property
    def recorded(self) -> PhaseRecord | None:
        """What the game's file says of it."""
        return self.stage.recorded

    @property
    def orders(self) -> tuple[Written, ...]:
        """The orders as they were written."""
        return self.recorded.orders if self.recorded else ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """The words printed with it, press among them."""
        return self.recorded.notes if self.recorded else ()

    @property
    def _calendar(self) -> Calendar:
        return self.replay.variant.setting.calendar

    @property
    def title(self) -> str:
        """`Fall 1901`, `Fall 1901 retreats`."""
        return self._calendar.title(self.phase)

    @property
    def season(self) -> str:
        """`Fall 1901`."""
        return self._calendar.season_title(self.phase)

    @property
    def year(self) -> str:
        """The year with its name."""
        return self._calendar.year_name(self.phase.year)

    @property
    def title_in_year(self) -> str:
        """The title without the year, for a list below the year's name."""
        year = self._calendar.years_name(self.phase.year)
        return self.title.replace(f" {year}", "")

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self._calendar.slug(self.phase)

    @property
    def headline(self) -> str:
        """The headline of the phase; empty if it has none."""
        return headlines(self.replay).get(self.phase, "")

    @property
    def accounts(self) -> list[OrderAccount]:
        """All orders, in the order in which results print the powers."""
        return list(chain.from_iterable(self.rows.values()))

    @property
    def results(self) -> list[PowerResults]:
        """The orders of each power that had any, or that sent none though it should have."""
        setting = self.replay.variant.setting
        players = self.replay.record.players
        results: list[PowerResults] = []
        for nation in setting.nations:
            power = nation.name
            rows = self.rows.get(power, [])
            sent_nothing = self.recorded is not None and power in self.recorded.nmr
            if rows or sent_nothing:
                standby = self.recorded.standby.get(power, "") if self.recorded else ""
                of_power = PowerResults(
                    power=power,
                    player=who_plays(nation, players, self.stage.turn, setting.calendar),
                    standby=standby,
                    sent_nothing=sent_nothing,
                    items=Markup(list_items(rows, self.prefix)),
                )
                results.append(of_power)
        return results

    @property
    def order_list(self) -> Markup:
        """The orders as a list of terms, for a page that has the text of every phase."""
        return Markup(text_list(self.rows))

    @property
    def retreaters(self) -> list[RetreatRow]:
        """The dislodged units, and what became of each."""
        following = self.replay.stages[self.at + 1 : self.at + 2]
        ends = following[0].turn.ends if following else ()
        return retreaters(self.stage.turn, ends)

    @cached_property
    def chart(self) -> list[ChartRow]:
        """The supply-centre chart; empty if the phase changes none."""
        return chart(self.replay, self.stage)

    @property
    def correction(self) -> str:
        """What the results were when they were sent out, if they were corrected since."""
        return correction(self.recorded, self.stage.turn, self.replay.variant.setting.board)

    @cached_property
    def slip(self) -> Repair | None:
        """The slip of the source that explains a difference."""
        return repair(self.replay.variant, self.replay.record, self.stage)

    @property
    def slip_text(self) -> str:
        """What the source probably means; empty without a slip."""
        if self.slip is None:
            return ""
        return correction_text(self.slip, self.stage, self.replay.variant.setting)

    @property
    def verdict_lines(self) -> PhaseLines:
        """How the phase compares with what was printed."""
        return verdict_lines(self.stage, self.slip)

    @property
    def differences(self) -> DifferenceTables:
        """Each difference with its reason."""
        disputed = differences(self.stage, self.slip)
        return DifferenceTables(self._reasoned(disputed.shown), self._reasoned(disputed.following))

    def _reasoned(self, comparisons: Sequence[Comparison]) -> list[DifferenceRow]:
        setting = self.replay.variant.setting
        return [DifferenceRow(c, why_different(c, self.stage, setting)) for c in comparisons]

    @property
    def doubts(self) -> list[str]:
        """Sentences on what was not read."""
        return [doubt_text(doubt) for doubt in self.stage.doubts]

    @property
    def miss(self) -> str:
        """The single order that would have won most centres, in words; empty if there is none, or
        if the site does not look for it."""
        if not self.misses:
            return ""
        miss = worst_miss(self.replay.variant, self.stage.turn, self.orders)
        return had(miss, None, self.stage.turn) if miss else ""

    @property
    def trial(self) -> str:
        """The address for trying other orders, seen from the root of the site."""
        return addresses.trial(self.replay.variant, self.stage.turn.before, self.orders)
