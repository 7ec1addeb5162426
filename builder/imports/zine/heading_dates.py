"""Corrects the dates in the headings of one game, before its reports are put together."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from builder.imports.foreign_game import ForeignGame
from builder.imports.zine.orders import ZineOrderReader
from builder.imports.zine.report import ZineReport
from builder.imports.zine.season_text import ZineSeason
from builder.model.orders import Move, Remove
from builder.model.outcomes import Outcome
from builder.model.units import Code, Power

FEWEST = 6  # units that show that two reports follow one another
Stands = set[tuple[Power, Code]]


class HeadingDates:
    """The headings of a game in printed order; each correction of one is a remark of the game."""

    def __init__(
        self, game: ForeignGame, order_reader: ZineOrderReader, seasons: list[ZineSeason]
    ) -> None:
        self.game = game
        self.order_reader = order_reader
        self.calendar = game.setting.calendar
        self.seasons = seasons

    def correct(self) -> None:
        """Correct the dates, and mark the reports that only set up the board."""
        self._correct_single_dates()
        self._close_skipped_years()
        self._mark_set_up()

    def _movements(self) -> list[ZineSeason]:
        new = [season for season in self.seasons if season.is_new and season.is_movement]
        return [season for season in new if season.is_movement_after(0)]

    def _correct_single_dates(self) -> None:
        """Correct the headings of movements, and the years of the retreats and builds after them.
        The movements before and after one leave only one date for it, under which no other is
        headed. One of the units of the board's opening, before the second, is the first."""
        movements = self._movements()
        following = dict(pairwise(movements))
        headed = {(season.year, season.name) for season in self.seasons}
        before: ZineSeason | None = None
        headed_as = 0  # the year of the last movement
        for season in self.seasons:
            if season in movements:
                headed_as = season.year
                after = following.get(season)
                due = self.calendar.start
                if before:
                    due = self.calendar.movement_after(before.movement)
                fits_between = after and self.calendar.movement_after(due) == after.movement
                if fits_between and due[:2] not in headed:
                    is_new = not (_share_entry(season, before) or _share_entry(season, after))
                    if is_new and (before or self._opens(season)):
                        self.take_for(season, due.year, due.season)
                before = season
            elif before and season.year == headed_as != before.year:
                self.take_for(season, before.year, season.name)

    def _opens(self, season: ZineSeason) -> bool:
        """Are the units in the places where the board's own game begins?"""
        text = ", ".join(entry.text for entry in season.entries)
        names = self.order_reader.heads(text, sure=True)
        named = [self.game.places.get(name) for name in names]
        starts = {unit.at.province for unit in self.game.setting.start.units}
        there = sum(at is not None and at.province in starts for at in named)
        return len(named) >= len(starts) / 2 and 10 * there >= 9 * len(named)

    def take_for(self, season: ZineSeason, year: int, name: str) -> None:
        """Correct the heading of a season."""
        season.year = year
        season.name = name
        text = f"headed {season.heading!r}, taken for {name.title()} {year}"
        self.game.remark(season.line, text)

    def _close_skipped_years(self) -> None:
        """Count on where the headings skip a year (`Fall 1901`, `Winter 1902`, `Spring 1903`)
        although the units show that no report is missing there."""
        movements = self._movements()
        before: ZineSeason | None = None
        between: list[ZineSeason] = []
        skipped = 0  # years by which the headings are ahead of the game
        for season in self.seasons:
            season.year -= skipped
            if season not in movements:
                between.append(season)
                continue
            if before:
                skipped = self._count_on(before, between, season, skipped)
            before = season
            between = []

    def _count_on(
        self, before: ZineSeason, between: list[ZineSeason], season: ZineSeason, skipped: int
    ) -> int:
        """Correct the years of a movement and of the reports `between` it and the one before it, if
        a year is skipped there; returns the years by which the headings are ahead from now on."""
        due = self.calendar.movement_after(before.movement)
        years = season.year - due.year
        if skipped and years == -skipped:  # the headings count right again
            _shift([*between, season], skipped, before.year - skipped)
            return 0
        if years <= 0 or season.name != due.season:
            return skipped
        if not self._continues(before, between, season):
            return skipped
        _shift([*between, season], -years, before.year + years)
        count = f"{years} year" if years == 1 else f"{years} years"
        text = f"the headings skip {count}: read as {season.name.title()} {season.year}, and so on"
        self.game.remark(season.line, text, season.heading)
        return skipped + years

    def _continues(
        self, before: ZineSeason, between: Sequence[ZineSeason], then: ZineSeason
    ) -> bool:
        """Are most units of a movement, after what was removed, in the next orders as well?"""
        stands = {*self._ends(before)}
        for season in between:
            report = ZineReport(season, self.order_reader)
            removed = [w for w in report.adjustments if isinstance(w.order, Remove)]
            stands -= {(w.issuer, w.home) for w in removed if w.home}
        orders = ZineReport(then, self.order_reader).orders
        named = {printed.place for printed in orders}
        return len(stands) >= FEWEST and 5 * len(stands & named) >= 4 * len(stands)

    def _ends(self, season: ZineSeason) -> Iterator[tuple[Power, Code]]:
        """The power and place of each unit after a movement, by its printed results."""
        for printed in ZineReport(season, self.order_reader).orders:
            if Outcome.DISLODGED in printed.outcomes:
                continue
            moved = isinstance(printed.order, Move) and Outcome.MOVED in printed.outcomes
            at = printed.order.to if isinstance(printed.order, Move) and moved else printed.unit.at
            yield printed.power, at.province

    def _mark_set_up(self) -> None:
        """Mark reports of builds before any movement as the set-up, if their heading is not that of
        the Winter before it (`Winter 1901`, or `Winter 1900`, before `Spring 1901`)."""
        rank = self.calendar.rank
        movements = self._movements()
        if not movements:
            return
        first = movements[0]
        for season in self.seasons[: self.seasons.index(first)]:
            of_the_future = rank(season.phase) >= rank(first.movement)
            of_the_past = rank(season.phase) < rank(self.calendar.start)
            builds = season.step == "adjustments" and not season.is_before
            season.is_set_up = builds and (of_the_future or of_the_past)


def _share_entry(season: ZineSeason, other: ZineSeason | None) -> bool:
    """Have two reports an entry of the same words?"""
    others = {entry.text for entry in other.entries} if other else set()
    return any(entry.text in others for entry in season.entries)


def _shift(seasons: Sequence[ZineSeason], years: int, earliest: int) -> None:
    """Change the years of headings from the `earliest` one on."""
    for season in seasons:
        if season.year >= earliest:
            season.year += years
