"""A game as its own page prints it: all that the template shows of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from builder.formats.game_collections import Depth
from builder.model.board import Province
from builder.model.grouping import grouped
from builder.model.units import Code, Power
from builder.playback.replaying import Replay
from builder.prose.comparisons import habit_text
from builder.prose.goals import progress_of
from builder.prose.moments import ToldMoment, told_moments
from builder.prose.order_accounts import list_items
from builder.prose.other_records import told_differences
from builder.prose.puzzles import told_puzzles
from builder.record import Record
from builder.site import addresses
from builder.site.artifacts import SiteSettings
from builder.site.pages.phase_view import PhaseView, Words
from builder.site.parts import centre_table
from builder.site.parts.game_summary import DisputeRow, GameSummary, votes
from builder.site.parts.markdown_text import linked
from builder.site.parts.player import Player


class ChartColumn(NamedTuple):
    """A column of the chart below the player: the position before a phase, or the end. `mark`
    stands below it, `moment` says what happened if it is a moment of the game."""

    address: str
    label: str
    mark: str
    moment: str
    owners: Mapping[Code, Power]


class ChartBar(NamedTuple):
    """Who owned how many centres in some neighbouring columns of a year."""

    columns: int
    counts: Sequence[tuple[Power, int]]
    unowned: int


class ChartYear(NamedTuple):
    """A year of that chart; `name` in the three parts that `Calendar.year_parts` makes."""

    name: tuple[str, str, str]
    columns: list[ChartColumn]
    bars: list[ChartBar]


class MomentRow(NamedTuple):
    """A moment of the game, with the title, the slug and the address of its phase."""

    moment: ToldMoment
    title: str
    slug: str
    address: str


class YearColumn(NamedTuple):
    """A year of the table of centres, and the address of its last phase."""

    year: centre_table.Year
    address: str


class ListedYear(NamedTuple):
    """The phases of a year in the list of all phases."""

    name: str
    phases: Sequence[PhaseView]


@dataclass(frozen=True)
class GameView:
    """A game for its template. `folder` is its address, `last_powers` are the powers beside the
    end of the chart with their centres, `more_signs` the signs that only this game needs explained,
    each as SVG with its words, and `others` other records of the same game."""

    replay: Replay
    summary: GameSummary
    settings: SiteSettings
    depth: Depth
    phases: Sequence[PhaseView]
    held_back: int  # phases that are shown though they are not published yet
    folder: str
    player: Player
    last_powers: Sequence[tuple[Power, int]]
    more_signs: Sequence[tuple[Markup, str]]
    others: Sequence[Record]

    @property
    def by_phase(self) -> bool:
        """Has each phase a page of its own?"""
        return self.depth == "phases"

    @property
    def page(self) -> str:
        """The address of the game's page on the web; empty if the site has none."""
        return self.settings.address + self.folder if self.settings.address else ""

    @property
    def report(self) -> str:
        """The address for a report of an error; empty if the archive names none."""
        return addresses.report_link(self.replay.record, "", self.folder, self.settings)

    @property
    def words(self) -> Words:
        """Makes HTML of people's words about the game."""
        return linked(self.replay, "")

    @property
    def first_orders(self) -> Mapping[Power, Markup]:
        """The orders of each power in the first phase, as list items."""
        rows = self.phases[0].rows
        return {power: Markup(list_items(of_power)) for power, of_power in rows.items()}

    @property
    def story(self) -> str:
        """How it went, in a paragraph."""
        return self.summary.story

    @cached_property
    def moments(self) -> list[MomentRow]:
        """The moments of the game in the order of play."""
        calendar = self.replay.variant.setting.calendar
        rows: list[MomentRow] = []
        for moment in told_moments(self.replay):
            slug = calendar.slug(moment.phase)
            address = addresses.phase_within(slug, self.depth)
            rows.append(MomentRow(moment, calendar.title(moment.phase), slug, address))
        return rows

    @property
    def chart(self) -> list[ChartYear]:
        """The chart below the player, year by year; the end is a column of the last year."""
        calendar = self.replay.variant.setting.calendar
        columns_by_year: dict[int, list[ChartColumn]] = {}
        for number, views in self._views_by_year.items():
            columns_by_year[number] = [self._before(view) for view in views]
        if columns_by_year:
            last = self.phases[-1]
            end = ChartColumn(last.address, "The end", "", "", self.replay.final.owners)
            columns_by_year[last.phase.year].append(end)
        return [
            ChartYear(calendar.year_parts(number), columns, self._bars(columns))
            for number, columns in columns_by_year.items()
        ]

    @property
    def _views_by_year(self) -> dict[int, list[PhaseView]]:
        return grouped((view.phase.year, view) for view in self.phases)

    def _before(self, view: PhaseView) -> ChartColumn:
        """The column of the position before a phase."""
        texts = [row.moment.text for row in self.moments if row.moment.phase == view.phase]
        return ChartColumn(
            address=view.address,
            label=f"{view.season}, {view.phase.step}",
            mark=self.replay.variant.setting.calendar.mark(view.phase) or "·",
            moment=" ".join(texts),
            owners=view.stage.turn.before.owners,
        )

    def _bars(self, columns: Iterable[ChartColumn]) -> list[ChartBar]:
        """The bars behind the columns of a year; neighbours with the same owners share one."""
        setting = self.replay.variant.setting
        bars: list[ChartBar] = []
        for owners, run in groupby(columns, lambda column: column.owners):
            counts = centre_table.counts(owners, setting)
            bar = ChartBar(
                columns=len(list(run)),
                counts=[(power, count) for power, count in counts.items() if count],
                unowned=len(setting.centres) - sum(counts.values()),
            )
            bars.append(bar)
        return bars

    @property
    def years(self) -> list[YearColumn]:
        """The columns of the table of centres."""
        calendar = self.replay.variant.setting.calendar
        columns: list[YearColumn] = []
        for year in centre_table.years(self.replay):
            slug = calendar.slug(year.phase)
            columns.append(YearColumn(year, addresses.phase_within(slug, self.depth)))
        return columns

    @property
    def needed(self) -> list[Province]:
        """The provinces that decide victory; empty if any centres count."""
        return centre_table.needed(self.replay.variant)

    @property
    def progress(self) -> list[tuple[str, str]]:
        """How near each power is to victory at the end, in words."""
        return progress_of(self.replay.variant, self.replay.final)

    @property
    def puzzle_count(self) -> int:
        """The number of puzzles on the page that the game has for them."""
        return len(told_puzzles(self.replay)) if self.by_phase else 0

    @property
    def votes(self) -> list[tuple[str, str]]:
        """Each vote on the ending: its season, and what was proposed and voted."""
        return list(votes(self.replay))

    @property
    def other_records(self) -> list[tuple[Record, list[str]]]:
        """Each other record of the game, with sentences on what it says otherwise."""
        record = self.replay.record
        setting = self.replay.variant.setting
        return [(other, told_differences(record, other, setting)) for other in self.others]

    @property
    def habit(self) -> str:
        """A sentence on a source that does not mark all cut supports; empty if it marks them."""
        count = self.replay.unmarked_cuts
        return habit_text(count) if count else ""

    @property
    def disputes(self) -> list[DisputeRow]:
        """Every phase that is not as printed or was not read, with the address of the reasons."""
        rows: list[DisputeRow] = []
        for title, slug, verdict, subjects in self.summary.disputes:
            address = addresses.phase_within(slug, self.depth, "compare")
            rows.append(DisputeRow(title, address, verdict, subjects))
        return rows

    @property
    def listed_years(self) -> list[ListedYear]:
        """All phases, year by year."""
        calendar = self.replay.variant.setting.calendar
        by_year = self._views_by_year.items()
        return [ListedYear(calendar.years_name(number), views) for number, views in by_year]
