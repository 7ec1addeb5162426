"""One game of a zine while its reports are laid one upon the other.

Spring and Fall reports hold a movement; Summer and Autumn reports the retreats after it; Winter
reports the retreats after Fall and the adjustments; `has ...` is the position then. An Autumn that
orders units while no Fall is told of is the movement, as in Britain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from builder.imports.importer import PhaseSheet, Places, Remark
from builder.imports.zine.chart import ZineChart, read_chart
from builder.imports.zine.entries import ours
from builder.imports.zine.orders import ZineOrderReader
from builder.imports.zine.phase_sheets import ends, moves, parted, put, put_again, rebuilt
from builder.imports.zine.report import PrintedOrder, ZineReport, ZineReportReader
from builder.imports.zine.seasons import ZineSeason
from builder.imports.zine.typefaces import FAILED, ResultTypeface
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
ROUNDS = {"summer": "fall", "autumn": "winter", "autumn and winter": "winter"}


def relabelled(seasons: list[ZineSeason], remarks: list[Remark]) -> list[ZineSeason]:
    """The seasons of a game, each movement under the year and season that those before and after
    it leave it, if its heading says another and no other season has that heading; what follows
    it under the same year goes with it."""
    due = {"spring": (0, "fall"), "fall": (1, "spring")}
    told = [
        s for s in seasons if s.name in due and not (s.is_repair or s.is_before) and moves(s, 0)
    ]
    headed = {(s.year, s.name) for s in seasons}
    meant: dict[int, tuple[int, str]] = {}
    for before, season, after in zip(told, told[1:], told[2:], strict=False):
        year, name = meant.get(id(before), (before.year, before.name))
        year, name = year + due[name][0], due[name][1]
        later = (year + due[name][0], due[name][1])
        texts = [{entry.text for entry in s.entries} for s in (before, season, after)]
        fits = (year, name) not in headed and later == (after.year, after.name)
        if fits and not texts[1] & (texts[0] | texts[2]):
            meant[id(season)] = year, name
    found: list[ZineSeason] = []
    headed_as = taken_for = 0
    for season in seasons:
        follows = season.year == headed_as and season not in told
        year = taken_for if follows else season.year
        year, name = meant.get(id(season), (year, season.name))
        if season in told:
            headed_as, taken_for = season.year, year
        if (year, name) != (season.year, season.name):
            text = f"headed {season.heading!r}, taken for {name.title()} {year}"
            remarks.append(Remark(season.line, text))
        found.append(replace(season, year=year, name=name))
    return found


class ZineGame:
    """One game while its reports are laid one upon the other; `unsure` where bold orders may have
    failed or not."""

    def __init__(
        self, setting: Setting, capitals: bool = True, face: ResultTypeface = FAILED
    ) -> None:
        self.setting = setting
        self.places = Places(setting.board)
        self.dialect = ZineOrderReader(setting, capitals, face)
        self.unsure = False
        self.sheets: dict[Phase, PhaseSheet] = {}
        self.charts: dict[int, tuple[ZineChart, ZineSeason]] = {}
        self.remarks: list[Remark] = []
        self.rulings: list[Ruling] = []
        self.players: dict[Power, list[str]] = {}
        self.start: list[Unit] | None = None
        self.strange: Counter[str] = Counter()
        self.first: dict[Phase, list[Unit]] = {}

    def add(self, season: ZineSeason) -> None:
        """Take in what stands under one heading."""
        told = [*ours(season.entries, self.dialect, self.remarks)]
        season.entries = [entry for entry, _ in told]
        self.strange.update(name.upper() for _, names in told for name in sorted(names))
        self._autumn(season)
        where, step = STEPS[season.name]
        moving = step == "movement" and not season.is_before
        report = ZineReportReader(self.dialect, season, moving).read()
        if self.dialect.capitals:
            report.without_italics()
        movement = Phase(season.year, where, "movement")
        if moving and not season.is_repair:
            movement = self._meant(movement, report)
        elif not (moving or season.is_repair or season.is_before):
            movement = self._after_latest(movement, report, step)
        self._players(season)
        last = self._lay(report, movement, step)
        self._earlier_orders(report)
        if season.chart:
            self._chart(season)
        self.remarks += report.remarks
        if last is not None:
            self.sheets[last].notes += report.told()

    def _autumn(self, season: ZineSeason) -> None:
        """Take an Autumn for the Fall that nobody told of, if it orders units as that would."""
        fall = Phase(season.year, "fall", "movement")
        told = season.is_repair or season.is_before or self._is_told(fall)
        before = [len(s.orders) for p, s in self.sheets.items() if p.step == "movement"]
        if season.name.startswith("autumn") and not told and moves(season, [0, *before][-1]):
            season.name = "fall"
            self._take_for(season, self.setting.calendar.title(fall))

    def _lay(self, report: ZineReport, movement: Phase, step: Step) -> Phase | None:
        """Lay a report onto the sheets that it tells of; the last of them."""
        if report.season.is_before:
            before = self._before(movement, step)
            if before is not None:
                sheet = self.sheets[before]
                self.rulings += rebuilt(report.adjustments, report, sheet, alike=True)
            self._position(report, before)
        elif step != "movement" or self._is_told(movement):
            step = self._after_it(report, movement, step)
        elif report.orders or not report.units:
            self._movement(report, movement)
        else:  # only what came before the season
            report.earlier += report.retreats
            report.built += report.adjustments
            self._earlier(report, movement)
            last = self._before(movement, "movement")
            self._position(report, last)
            return last
        return self.latest(movement, step)

    def _meant(self, phase: Phase, report: ZineReport) -> Phase:
        """The season of a report; a heading that was not changed since the last one is a slip, and
        one a year on, if every unit stands where the Spring before left it."""
        if not report.orders:
            return phase
        if not self._is_told(phase):
            return self._left_by_spring(phase, report) or phase
        known = {(w.unit.at, w.order) for w in self.sheets[phase].orders if w.unit}
        again = [x for x in report.orders if (x.heard.unit.at, x.heard.order) in known]
        if 2 * len(again) >= len(report.orders):
            return phase
        movements = (p for p in self.sheets if p.step == "movement")
        latest = max(movements, key=self.setting.calendar.rank)
        fall = latest.season == "fall"
        meant = Phase(latest.year + fall, "spring" if fall else "fall", "movement")
        self._take_for(report.season, self.setting.calendar.title(meant))
        return meant

    def _left_by_spring(self, phase: Phase, report: ZineReport) -> Phase | None:
        """The Fall after the last movement, if its units, some of which moved, are those ordered
        in a report that is headed as a later season."""
        rank = self.setting.calendar.rank
        told = [p for p, s in self.sheets.items() if p.step == "movement" and s.orders]
        last = max(told, key=rank, default=phase)
        fall = last._replace(season="fall")
        if last.season != "spring" or rank(phase) <= rank(fall):
            return None
        sheet = self.sheets[last]
        stand = {(power, at.province) for power, _, at in ends(sheet, self.rulings)}
        moved = any(Outcome.MOVED in p.outcomes for p in sheet.results)
        if not moved or stand != {(x.power, x.heard.unit.at.province) for x in report.orders}:
            return None
        self._take_for(report.season, self.setting.calendar.title(fall))
        report.season.year = fall.year
        return fall

    def _take_for(self, season: ZineSeason, meant: str) -> None:
        text = f"headed {season.heading!r}, taken for {meant}"
        self.remarks.append(Remark(season.line, text))

    def _after_latest(self, movement: Phase, report: ZineReport, step: Step) -> Phase:
        """The movement that retreats or builds follow; where those of its year are told already,
        and the last movement is of a later year, their heading has the wrong year."""
        rank = self.setting.calendar.rank
        told = [p for p, s in self.sheets.items() if p.step == "movement" and s.orders]
        latest = max(told, key=rank, default=movement)
        if latest.season != movement.season or latest.year <= movement.year:
            return movement
        if report.adjustments or step == "adjustments":
            own, later = (
                self._is_told(Phase(p.year, "winter", "adjustments")) or p.year in self.charts
                for p in (movement, latest)
            )
        else:
            own = self._is_told(movement._replace(step="retreats"))
            results = self.sheets[latest].results
            lost = {(p.power, p.at.province) for p in results if Outcome.DISLODGED in p.outcomes}
            went = {(line.power, line.heard.unit.at.province) for line in report.retreats}
            later = not went or not went <= lost
        if not own or later:
            return movement
        self._take_for(report.season, f"{report.season.name.title()} {latest.year}")
        report.season.year = latest.year
        return latest

    def _is_told(self, phase: Phase) -> bool:
        """Has a report already said what was ordered in a phase?"""
        return phase in self.sheets and bool(self.sheets[phase].orders)

    def _after_it(self, report: ZineReport, movement: Phase, step: Step) -> Step:
        """A report of what came after a movement; the step that it tells of last."""
        self._again(report, movement)
        self._retreats(report.retreats, movement, report)
        self._adjust(report.adjustments, report.season.year, report)
        last: Step = "adjustments" if report.adjustments else step
        self._position(report, self.latest(movement, last))
        return last

    def _movement(self, report: ZineReport, phase: Phase) -> None:
        sheet = self.sheet(phase, report.season)
        for line in report.orders:
            put(line, sheet)
        for power, at, options in report.driven:
            sheet.printed(power, at, Outcome.DISLODGED, options=options)
        sheet.nmr, sheet.standby = report.nmr, report.standby
        self._retreats(report.retreats, phase, report)
        self._earlier(report, phase)
        if report.units:
            self._position(report, self.latest(phase, "movement"))

    def _earlier(self, report: ZineReport, phase: Phase) -> None:
        """Retreats and adjustments before a movement, that its own report tells of."""
        rank = self.setting.calendar.rank
        known = [p for p in self.sheets if p.step == "movement" and rank(p) < rank(phase)]
        if known:
            last = max(known, key=rank)
            self._retreats(report.earlier, last, report)
            self._adjust(report.built, last.year, report)
        elif report.earlier or report.built:
            texts = [(x.line, x.text) for x in report.earlier]
            texts += [(w.line, w.text) for w in report.built]
            report.lost += texts
            report.remarks += [Remark(line, "left out: before", text) for line, text in texts]

    def _again(self, report: ZineReport, movement: Phase) -> None:
        if not report.season.is_repair:
            orders, retreats = parted(report, self.sheets.get(movement))
            report.orders, report.retreats = orders, report.retreats + retreats
        for line in report.orders:
            ruling = put_again(line, report, self.sheet(movement, report.season))
            self.rulings += [ruling] if ruling else []

    def _earlier_orders(self, report: ZineReport) -> None:
        """Orders under a heading of their own season (`SPRING: a STP h`) or said to have been
        misprinted in the last one, printed once more."""
        rank = self.setting.calendar.rank
        now = Phase(report.season.year, STEPS[report.season.name][0], "movement")
        moving = STEPS[report.season.name][1] == "movement"
        for season, line in report.corrections:
            told = [p for p, s in self.sheets.items() if p.step == "movement" and s.orders]
            moves = [p for p in told if p.season == season or not (season or (moving and p == now))]
            if not moves:
                report.lost.append((line.line, f"{line.power}: {line.text}"))
                report.remarks.append(Remark(line.line, "not understood", line.text))
            elif ruling := put_again(line, report, self.sheets[max(moves, key=rank)]):
                self.rulings.append(ruling)

    def _retreats(self, lines: Sequence[PrintedOrder], movement: Phase, report: ZineReport) -> None:
        if lines:
            sheet = self.sheet(movement._replace(step="retreats"), report.season)
            known = {(w.issuer, w.home) for w in sheet.orders}
            for line in lines:
                if (line.power, line.heard.unit.at.province) not in known:
                    put(line, sheet)
                elif ruling := put_again(line, report, sheet):
                    self.rulings.append(ruling)

    def _adjust(self, orders: Sequence[Written], year: int, report: ZineReport) -> None:
        if orders:
            sheet = self.sheet(Phase(year, "winter", "adjustments"), report.season)
            if report.season.is_repair or sheet.orders:
                alike = not report.season.is_repair
                self.rulings += rebuilt(orders, report, sheet, alike)
            known = {(w.issuer, w.order) for w in sheet.orders}
            sheet.orders += [w for w in orders if (w.issuer, w.order) not in known]
            sheet.nmr = report.nmr if report.adjustments else sheet.nmr

    def _position(self, report: ZineReport, phase: Phase | None) -> None:
        """Where units stand after a phase, None for the start; powers that are printed again
        replace their first position, with a note of what it was."""
        units = [unit for unit in report.position() if unit.power not in report.partial]
        sheet = self.sheets.get(phase) if phase else None
        if not units or (phase and sheet is None):
            return
        told = {unit.power for unit in units} | report.gone - report.partial
        first = (sheet.after if sheet else self.start) or []
        kept = [unit for unit in first if unit.power not in told]
        changed = {u.power for u in {*first} ^ {*units} if u in units or u not in kept}
        for power in [p for p in self.setting.powers if first and p in changed]:
            was, now = (
                ", ".join(str(u) for u in some if u.power == power) or "no units"
                for some in (first, units)
            )
            why = f"The position of {power} was printed as {was}; then as {now}."
            where = report.season
            self.remarks.append(Remark(where.line, "a position printed again", why))
            if sheet:
                sheet.notes.append(Note("gm", why, source=where.source))
        if sheet is None:
            self.start = [*kept, *units]
        else:
            if phase and first:
                self.first.setdefault(phase, first)
            powers = told | {unit.power for unit in kept}
            sheet.after, sheet.whole = [*kept, *units], powers >= {*self.setting.powers}

    def latest(self, movement: Phase, step: Step) -> Phase | None:
        """The last phase that a report of this season can tell of."""
        known = [movement, movement._replace(step="retreats")]
        if step == "adjustments":
            known.append(Phase(movement.year, "winter", "adjustments"))
        return next((p for p in reversed(known) if p in self.sheets), None)

    def _before(self, movement: Phase, step: Step) -> Phase | None:
        rank = self.setting.calendar.rank
        phase = movement if step == "movement" else Phase(movement.year, "winter", "adjustments")
        earlier = [p for p in self.sheets if rank(p) < rank(phase)]
        return max(earlier, key=rank, default=None)

    def sheet(self, phase: Phase, season: ZineSeason) -> PhaseSheet:
        """The sheet of a phase, a new one if it is told of for the first time."""
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
