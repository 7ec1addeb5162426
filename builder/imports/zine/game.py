"""One game of a zine, put together from its reports and charts.

Spring and Fall reports hold a movement; Summer and Autumn reports the retreats after it; Winter
reports the retreats after Fall and the adjustments; `has ...` is the position then. An Autumn with
orders in a year without a Fall is the movement, as in Britain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from builder.imports.importer import PhaseSheet, Places, Remark
from builder.imports.zine.house import RE
from builder.imports.zine.orders import ResultTypeface, ZineOrderReader
from builder.imports.zine.phase_sheets import (
    add_order,
    correct_adjustments,
    correct_order,
    ends,
    moves,
    orders_but_retreats,
)
from builder.imports.zine.report import PrintedOrder, ZineReport, ZineReportReader, of_board
from builder.imports.zine.seasons import PowerEntry, ZineSeason
from builder.model.board import Code
from builder.model.calendar import Phase, Step
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, Ruling

STEPS: dict[str, tuple[str, Step]] = {
    "spring": ("spring", "movement"),
    "fall": ("fall", "movement"),
    "summer": ("spring", "retreats"),
    "autumn": ("fall", "retreats"),
    "autumn and winter": ("fall", "adjustments"),
    "winter": ("fall", "adjustments"),
    "game start": ("fall", "adjustments"),
}
DUE = {"spring": (0, "fall"), "fall": (1, "spring")}
ROUNDS = {"summer": "fall", "autumn": "winter", "autumn and winter": "winter"}
Owners = dict[Code, Power]
WORDS = frozenset({"none", "out", "wins", "survives", "even", "build", "disband", "remove", "-"})
HOME = frozenset({"home", "homes"})
FEWEST = 2  # names of another board in a chart's row


class ZineChart(NamedTuple):
    """The owners of centres; `unsure` are centres that depend on a retreat (`kie?`) or are listed
    under two powers, with the powers that may own them."""

    owners: Owners
    unsure: dict[Code, list[Power]]

    def settled(self, stands: Mapping[Code, Power], before: Mapping[Code, Power]) -> Owners | None:
        """The owners after the retreats; None if they stay open.

        An unsure centre goes to the power that `stands` there, else to the one that had it
        `before`; that power must be one of those in the chart.
        """
        owners = dict(self.owners)
        for code, claimants in self.unsure.items():
            power = stands.get(code) or before.get(code)
            if power not in claimants:
                return None
            owners[code] = power
        return owners

    def changes(self, first: ZineChart) -> str:
        """The centres that had another owner in an earlier chart: `Bul Turkey, Gre nobody`."""
        known = {*first.owners, *self.owners}
        moved = sorted(c for c in known if first.owners.get(c) != self.owners.get(c))
        return ", ".join(f"{c} {first.owners.get(c, 'nobody')}" for c in moved)


def read_chart(
    entries: Iterable[PowerEntry],
    places: Places,
    remarks: list[Remark],
    homes: Mapping[Power, Iterable[Code]],
) -> ZineChart:
    """The chart under one season; each word that is not a place is reported. `Home` stands for the
    power's home centres that no other power has."""
    owners: dict[Code, Power] = {}
    unknown: list[tuple[str, PowerEntry]] = []
    unsure: dict[Code, list[Power]] = {}
    for entry, word in _words(_of_board(entries, places, remarks)):
        at = places.get(word.rstrip("?!"))
        if at is None:
            unknown.append((word, entry))
        elif word.endswith("?"):
            unsure.setdefault(at.province, []).append(entry.power)
        elif entry.power:
            other = owners.setdefault(at.province, entry.power)
            if other != entry.power:
                unsure.setdefault(at.province, [other]).append(entry.power)
                both = f"{at.province} is listed under {other} and {entry.power}"
                remarks.append(Remark(entry.line, both))
    at_home = [entry.power for word, entry in unknown if word.lower() in HOME]
    owners |= {c: p for p in at_home for c in homes.get(p, ()) if c not in owners}
    for word, entry in unknown:
        if word.lower() not in HOME:
            _guessed(word, entry, owners, places, remarks)
    return ZineChart({c: p for c, p in owners.items() if c not in unsure}, unsure)


def _guessed(
    word: str, entry: PowerEntry, owners: Owners, places: Places, remarks: list[Remark]
) -> None:
    """Take a word for the only unowned centre whose code ends with it."""
    missing = [p.code for p in places.board.centres if p.code not in owners]
    near = [code for code in missing if code.lower().endswith(word.lower())]
    found = near[0] if len(near) == 1 else None
    if found and entry.power:
        owners[found] = entry.power
    guess = f"read as {found}" if found else "not a centre"
    remarks.append(Remark(entry.line, f"{guess}: {word!r}"))


def _of_board(
    entries: Iterable[PowerEntry], places: Places, remarks: list[Remark]
) -> Iterator[PowerEntry]:
    """The entries, without those that list the centres of another board in the same chart."""
    for entry in entries:
        names = [word for _, word in _words([entry])]
        unknown = [n for n in names if places.get(n.rstrip("?!")) is None and n.lower() not in HOME]
        if len(names) > FEWEST and 2 * len(unknown) > len(names):
            remarks.append(Remark(entry.line, "centres of another board left out", entry.text))
        else:
            yield entry


def _words(entries: Iterable[PowerEntry]) -> Iterator[tuple[PowerEntry, str]]:
    """The names of centres in a chart, without totals, comments and lost centres (`-Lon`)."""
    for entry in entries:
        bare = RE.behind_total.sub("", RE.bracketed.sub(" ", RE.tag.sub("", entry.text)))
        for word in filter(None, re.split(r"[|,.\s]+", bare)):
            name = word.strip("+")
            if name.strip("?!") and not (name.lower() in WORDS or word[0] == "-" or name.isdigit()):
                yield entry, name


class ZineGame:
    """One game while its reports are put together. `unsure` says that the meaning of bold orders is
    not known, `strange` counts places that the board lacks, `first` has the first of two printed
    positions of a phase."""

    def __init__(self, setting: Setting, capitals: bool, face: ResultTypeface) -> None:
        self.setting, self.rank = setting, setting.calendar.rank
        self.places = Places(setting.board)
        self.order_reader = ZineOrderReader(setting, capitals, face)
        self.unsure = False
        self.sheets: dict[Phase, PhaseSheet] = {}
        self.charts: dict[int, tuple[ZineChart, ZineSeason]] = {}
        self.remarks: list[Remark] = []
        self.rulings: list[Ruling] = []
        self.players: dict[Power, list[str]] = {}
        self.start: list[Unit] | None = None
        self.strange: Counter[str] = Counter()
        self.first: dict[Phase, list[Unit]] = {}

    def relabelled(self, seasons: list[ZineSeason]) -> Iterator[ZineSeason]:
        """The seasons, with wrong headings corrected. If the movements before and after one leave
        only one year and season for it, and no other heading has these, they replace its own, also
        for the retreats and builds after it. A movement of the units of the board's opening, before
        the second season of the game, is the first."""
        movements = [
            s for s in seasons if s.name in DUE and not (s.is_repair or s.is_before) and moves(s, 0)
        ]
        headed = {(s.year, s.name) for s in seasons}
        meant: dict[int, tuple[int, str]] = {}
        for before, season, after in zip(
            [None, *movements], movements, movements[1:], strict=False
        ):
            year, name = self.setting.calendar.start[:2]
            if before is not None:
                year, name = _due(*meant.get(id(before), (before.year, before.name)))
            fits = (year, name) not in headed and _due(year, name) == (after.year, after.name)
            texts = [{entry.text for entry in s.entries} for s in (before, season, after) if s]
            again = texts[-2] & {*chain(*texts[:-2], texts[-1])}
            if fits and not again and (before or self._opens(season)):
                meant[id(season)] = year, name
        headed_as = taken_for = 0
        for season in seasons:
            follows = season.year == headed_as and season not in movements
            year = taken_for if follows else season.year
            year, name = meant.get(id(season), (year, season.name))
            if season in movements:
                headed_as, taken_for = season.year, year
            if (year, name) != (season.year, season.name):
                self._remark_meaning(season, f"{name.title()} {year}")
            yield replace(season, year=year, name=name)

    def _opens(self, season: ZineSeason) -> bool:
        """Are the units in the places where the board's own game begins?"""
        texts = (RE.tag.sub("", entry.text) for entry in season.entries)
        named = [
            self.places.get(name) for text in texts for name in self.order_reader.heads(text, True)
        ]
        starts = {unit.at.province for unit in self.setting.start.units}
        there = sum(at is not None and at.province in starts for at in named)
        return len(named) >= len(starts) / 2 and 10 * there >= 9 * len(named)

    def add(self, season: ZineSeason) -> None:
        """Take in the report under one heading."""
        found = [*of_board(season.entries, self.order_reader, self.remarks)]
        season.entries = [entry for entry, _ in found]
        self.strange.update(name.upper() for _, names in found for name in sorted(names))
        self._autumn(season)
        where, step = STEPS[season.name]
        moving = step == "movement" and not season.is_before
        report = ZineReportReader(self.order_reader, season, moving).read()
        if self.order_reader.capitals:
            report.without_italics()
        movement = Phase(season.year, where, "movement")
        if not (season.is_repair or season.is_before):
            meant = self._meant if moving else self._after_latest
            movement = meant(movement, report)
        self._players(season)
        last = self._lay(report, movement, step)
        self._earlier_orders(report)
        if season.chart:
            self._chart(season)
        self.remarks += report.remarks
        if last is not None:
            self.sheets[last].notes += report.notes

    def moves(self) -> list[PhaseSheet]:
        """The movements with known orders, by date."""
        found = (s for s in self.sheets.values() if s.phase.step == "movement" and s.orders)
        return sorted(found, key=lambda sheet: self.rank(sheet.phase))

    def _autumn(self, season: ZineSeason) -> None:
        """Treat an "Autumn" heading as the missing Fall if its orders are moves."""
        fall = Phase(season.year, "fall", "movement")
        other = season.is_repair or season.is_before or self._is_told(fall)
        before = [len(sheet.orders) for sheet in self.moves()]
        if season.name.startswith("autumn") and not other and moves(season, [0, *before][-1]):
            season.name = "fall"
            self._remark_meaning(season, self.setting.calendar.title(fall))

    def _lay(self, report: ZineReport, movement: Phase, step: Step) -> Phase | None:
        """Add a report to the sheets of its phases; returns the last phase."""
        if report.season.is_before:
            last = self._before(movement, step)
            if last is not None:
                sheet = self.sheets[last]
                self.rulings += correct_adjustments(report.adjustments, report, sheet, alike=True)
        elif step != "movement" or self._is_told(movement):
            last = self._after_it(report, movement, step)
        elif report.orders or not report.units:
            last = self._movement(report, movement)
        else:  # retreats and adjustments before the season, and a position
            report.earlier += report.retreats
            report.built += report.adjustments
            self._earlier(report, movement)
            last = self._before(movement, "movement")
        self._position(report, last)
        return last

    def _meant(self, phase: Phase, report: ZineReport) -> Phase:
        """The season of a report, which its heading may have wrong. It is the one after the last
        movement if the heading repeats an earlier one with other orders, or if it names a later
        season and all units are where that last movement, a Spring, left them."""
        movements = self.moves()
        if not report.orders or not movements:
            return phase
        last = movements[-1]
        meant = Phase(*_due(last.phase.year, last.phase.season), "movement")
        if self._is_told(phase):
            known = {(w.unit.at, w.order) for w in self.sheets[phase].orders if w.unit}
            again = [x for x in report.orders if (x.parsed.unit.at, x.parsed.order) in known]
            if 2 * len(again) >= len(report.orders):
                return phase
        else:
            stand = {(power, at.province) for power, _, at in ends(last, self.rulings)}
            moved = any(Outcome.MOVED in p.outcomes for p in last.results)
            later = meant.season == "fall" and self.rank(phase) > self.rank(meant)
            ordered = {(x.power, x.parsed.unit.at.province) for x in report.orders}
            if not (later and moved and stand == ordered):
                return phase
            report.season.year = meant.year
        self._remark_meaning(report.season, self.setting.calendar.title(meant))
        return meant

    def _remark_meaning(self, season: ZineSeason, meant: str) -> None:
        text = f"headed {season.heading!r}, taken for {meant}"
        self.remarks.append(Remark(season.line, text))

    def _after_latest(self, movement: Phase, report: ZineReport) -> Phase:
        """The movement that retreats or builds follow. If those of its year are known already, and
        the last movement is of a later year, their heading has the wrong year."""
        latest = [movement, *(sheet.phase for sheet in self.moves())][-1]
        if report.adjustments or STEPS[report.season.name][1] == "adjustments":
            own, later = (
                self._is_told(Phase(p.year, "winter", "adjustments")) or p.year in self.charts
                for p in (movement, latest)
            )
            if latest.season == movement.season and latest.year > movement.year and own > later:
                self._remark_meaning(report.season, f"{report.season.name.title()} {latest.year}")
                report.season.year = latest.year
                return latest
        return movement

    def _is_told(self, phase: Phase) -> bool:
        """Are orders of the phase known already?"""
        return phase in self.sheets and bool(self.sheets[phase].orders)

    def _after_it(self, report: ZineReport, movement: Phase, step: Step) -> Phase | None:
        """Add a report of retreats and adjustments; returns its last phase."""
        self._reported_again(report, movement)
        self._retreats(report.retreats, movement, report)
        self._adjust(report.adjustments, report.season.year, report)
        return self.latest(movement, "adjustments" if report.adjustments else step)

    def _movement(self, report: ZineReport, phase: Phase) -> Phase | None:
        sheet = self.sheet(phase, report.season)
        for line in report.orders:
            add_order(line, sheet)
        for power, at, options in report.driven:
            sheet.printed(power, at, Outcome.DISLODGED, options=options)
        sheet.nmr, sheet.standby = report.nmr, report.standby
        self._retreats(report.retreats, phase, report)
        if phase.season == "spring":
            report.built += report.adjustments
        else:
            self._adjust(report.adjustments, phase.year, report)
        self._earlier(report, phase)
        return self.latest(phase, "movement")

    def _earlier(self, report: ZineReport, phase: Phase) -> None:
        """Add the retreats and adjustments before a movement that its own report contains."""
        known = [s.phase for s in self.moves() if self.rank(s.phase) < self.rank(phase)]
        if known:
            self._retreats(report.earlier, known[-1], report)
            self._adjust(report.built, known[-1].year, report)
            return
        for x in report.earlier:
            report.keep_unread(x.line, x.power, x.text, "left out: before")
        for w in report.built:
            report.keep_unread(w.line, w.issuer, w.text, "left out: before")

    def _reported_again(self, report: ZineReport, movement: Phase) -> None:
        if not report.season.is_repair:
            report.orders = [*orders_but_retreats(report, self.sheets.get(movement))]
        for line in report.orders:
            self.rulings += correct_order(line, report, self.sheet(movement, report.season))

    def _earlier_orders(self, report: ZineReport) -> None:
        """Correct orders of earlier seasons, printed again under the season's name (`SPRING: a STP
        h`) or as misprints of the last report."""
        now = Phase(report.season.year, STEPS[report.season.name][0], "movement")
        moving = STEPS[report.season.name][1] == "movement"
        for season, line in report.corrections:
            moves = [s for s in self.moves() if not (moving and not season and s.phase == now)]
            meant = [s for s in moves if season in ("", s.phase.season)]
            if meant:
                self.rulings += correct_order(line, report, meant[-1])
            else:
                report.keep_unread(line.line, line.power, line.text)

    def _retreats(self, lines: Sequence[PrintedOrder], movement: Phase, report: ZineReport) -> None:
        if lines:
            sheet = self.sheet(movement._replace(step="retreats"), report.season)
            known = {(w.issuer, w.home) for w in sheet.orders}
            for line in lines:
                if (line.power, line.parsed.unit.at.province) not in known:
                    add_order(line, sheet)
                else:
                    self.rulings += correct_order(line, report, sheet)

    def _adjust(self, orders: Sequence[Written], year: int, report: ZineReport) -> None:
        if orders:
            sheet = self.sheet(Phase(year, "winter", "adjustments"), report.season)
            if report.season.is_repair or sheet.orders:
                alike = not report.season.is_repair
                self.rulings += correct_adjustments(orders, report, sheet, alike)
            known = {(w.issuer, w.order) for w in sheet.orders}
            sheet.orders += [w for w in orders if (w.issuer, w.order) not in known]
            sheet.nmr = report.nmr if report.adjustments else sheet.nmr

    def _position(self, report: ZineReport, phase: Phase | None) -> None:
        """Keep a printed position after a phase, or, for None, at the start. The units of a power
        that are printed again replace the first ones, which a note keeps."""
        units = [unit for unit in report.position() if unit.power not in report.partial]
        sheet = self.sheets.get(phase) if phase else None
        if not units or (phase and sheet is None):
            return
        printed = {unit.power for unit in units} | report.gone - report.partial
        first = (sheet.after if sheet else self.start) or []
        kept = [unit for unit in first if unit.power not in printed]
        changed = {u.power for u in {*first} ^ {*units} if u in units or u not in kept}
        for power in [p for p in self.setting.powers if first and p in changed]:
            both = [", ".join(str(u) for u in x if u.power == power) for x in (first, units)]
            was, now = (listed or "no units" for listed in both)
            why = f"The position of {power} was printed as {was}; then as {now}."
            self.remarks.append(Remark(report.season.line, "a position printed again", why))
            if sheet:
                sheet.notes.append(Note("gm", why, source=report.season.source))
        if sheet is None:
            self.start = [*kept, *units]
        else:
            if phase and first:
                self.first.setdefault(phase, first)
            powers = printed | {unit.power for unit in kept}
            sheet.after, sheet.whole = [*kept, *units], powers >= {*self.setting.powers}

    def latest(self, movement: Phase, step: Step) -> Phase | None:
        """The last known phase that a report of this season can be about."""
        known = [movement, movement._replace(step="retreats")]
        if step == "adjustments":
            known.append(Phase(movement.year, "winter", "adjustments"))
        return next((p for p in reversed(known) if p in self.sheets), None)

    def _before(self, movement: Phase, step: Step) -> Phase | None:
        phase = movement if step == "movement" else Phase(movement.year, "winter", "adjustments")
        earlier = (p for p in self.sheets if self.rank(p) < self.rank(phase))
        return max(earlier, key=self.rank, default=None)

    def sheet(self, phase: Phase, season: ZineSeason) -> PhaseSheet:
        """The sheet of a phase, a new one if there is none yet."""
        if phase not in self.sheets:
            source = f"#{season.issue}" if season.issue else ""
            self.sheets[phase] = PhaseSheet(phase, source=source, line=season.line)
        return self.sheets[phase]

    def _players(self, season: ZineSeason) -> None:
        for entry in season.entries:
            names = self.players.setdefault(entry.power, [])
            last = names[-1].partition(" from ")[0] if names else ""
            if entry.player and entry.player != last and entry.power:
                when = f"{ROUNDS.get(season.name, season.name).title()} {season.year}"
                names.append(f"{entry.player} from {when}" if names else entry.player)

    def _chart(self, season: ZineSeason) -> None:
        chart = read_chart(season.chart, self.places, self.remarks, self.setting.homes)
        year = season.year - (season.name == "spring")
        if year in self.charts and (moved := chart.changes(self.charts[year][0])):
            first_in, now_in = (
                f" in #{s.issue}" if s.issue else "" for s in (self.charts[year][1], season)
            )
            text = f"The chart{first_in or ' first printed'} had {moved}; corrected{now_in}."
            self.remarks.append(Remark(season.line, text))
            sheet = self.sheet(Phase(year, "fall", "movement"), season)
            sheet.notes.append(Note("gm", text, source=f"#{season.issue}"))
        self.charts[year] = chart, season


def _due(year: int, name: str) -> tuple[int, str]:
    """The year and season of the movement after the given one."""
    return year + DUE[name][0], DUE[name][1]
