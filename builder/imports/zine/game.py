"""One game of a zine, put together from its reports and charts.

Spring and Fall reports hold a movement; Summer and Autumn reports the retreats after it; Winter
reports the retreats after Fall and the adjustments; `has ...` is the position then. An Autumn with
orders in a year without a Fall is the movement, as in Britain.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.zine.charts import ZineChart
from builder.imports.zine.heading_dates import HeadingDates
from builder.imports.zine.house import RE
from builder.imports.zine.order_marks import unmark
from builder.imports.zine.orders import ZineOrder, ZineOrderReader
from builder.imports.zine.report import OpenRetreat, ZineReport
from builder.imports.zine.season_text import PowerEntry, ZineSeason
from builder.model.calendar import Phase, Step
from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Move,
    Remove,
    Retreat,
    Support,
    Written,
)
from builder.model.outcomes import Outcome
from builder.model.units import KindCode, Location, Power, Unit
from builder.record import Note, Printed, Ruling

Stand = tuple[Power, KindCode | None, Location]
AGAIN = "ordered twice"
REPEATED = "(repeated)"  # said of an order that does not count
ABSENT = ("nsu", "nso", "no such unit")
MOST_MISPRINTS = 1  # unknown places of an entry for the board
ROUNDS = {"summer": "fall", "autumn": "winter", "autumn and winter": "winter"}
SEVERITY = (Outcome.ILLEGAL, Outcome.VOID, Outcome.DISLODGED, Outcome.FAILED, Outcome.NO_ORDER)
NAMED = {Move: Outcome.BOUNCED, Support: Outcome.CUT}
DONE: dict[type, frozenset[Outcome]] = {Convoy: frozenset({Outcome.CARRIED})}


class ZineGame(ForeignGame):
    """One game, put together from its reports. `unsure` says that the meaning of bold orders is
    not known, `strange` counts places that the board lacks, `first` has the first of two printed
    positions of a phase, `half_read` the powers with an order in it that was read in part only."""

    def __init__(self, seasons: list[ZineSeason], order_reader: ZineOrderReader) -> None:
        super().__init__(order_reader.setting)
        setting = self.setting
        self.order_reader = order_reader
        self.rank = setting.calendar.rank
        self.due = setting.calendar.movement_after
        self.unsure = False
        self.half_read: dict[Phase, set[Power]] = {}
        self.charts: dict[int, tuple[ZineChart, ZineSeason]] = {}
        self.rulings: list[Ruling] = []
        self.players: dict[Power, list[str]] = {}
        self.opening = PhaseSheet(setting.calendar.start)
        self.strange: Counter[str] = Counter()
        self.first: dict[Phase, list[Unit]] = {}
        self.open_retreats: list[tuple[Phase, OpenRetreat]] = []
        self.seasons = copies = [replace(season) for season in seasons]
        self.dates = HeadingDates(self, order_reader, copies)
        self.dates.correct()
        for season in copies:
            self._add(season)
        self._report_open_retreats()
        for first in self.in_order()[:1]:
            first.notes[:0] = self.opening.notes

    def _add(self, season: ZineSeason) -> None:
        """Take in the report under one heading."""
        season.entries = [*self._of_board(season)]
        self._autumn(season)
        self.report = report = ZineReport(season, self.order_reader)
        if season.is_new and self.moves():
            self._correct_heading(season, report, self.moves()[-1])
        self._players(season)
        if season.is_set_up and report.adjustments:
            report.take_set_up()
        last = self._lay(report, season.movement) or self._position_between(season)
        for waiting in report.open_retreats:
            self.open_retreats.append((last.phase._replace(step="retreats"), waiting))
        self._position(report, last)
        self._earlier_orders(report)
        if season.chart:
            self._chart(season)
        self.remarks += report.remarks
        holder = last if last is not self.opening else [last, *self.in_order()][-1]
        holder.notes += report.notes
        moves = self.sheets.get(season.movement) if season.step == "movement" else None
        (moves or holder).notes += report.unread_orders
        if moves:
            self.half_read.setdefault(moves.phase, set()).update(report.half_read)

    def _position_between(self, season: ZineSeason) -> PhaseSheet:
        """The sheet of a list of units before which no phase is known: the game's opening or, after
        a gap, that of the retreats or builds that its heading names."""
        phase = season.phase
        if self.moves() and season.step != "movement":
            return self.sheet(phase, season)
        return self.opening

    def _of_board(self, season: ZineSeason) -> Iterator[PowerEntry]:
        """The entries of a season; not those for another board, of a power that has others."""
        unknown_places: list[set[str]] = []
        own_board: set[Power] = set()  # powers with an entry for the board
        for entry in season.entries:
            names = self.order_reader.heads(entry.text, sure=True)
            unknown = {name for name in names if self.places.get(name) is None}
            unknown_places.append(unknown)
            if len(unknown) <= MOST_MISPRINTS and not entry.text.startswith("has "):
                own_board.add(entry.power)
        for entry, unknown in zip(season.entries, unknown_places, strict=True):
            if len(unknown) > MOST_MISPRINTS and entry.power in own_board:
                self.remark(entry.line, "orders of another board left out", entry.text)
            else:
                self.strange.update(name.upper() for name in sorted(unknown))
                yield entry

    def moves(self) -> list[PhaseSheet]:
        """The movements with known orders, by date."""
        return [s for s in self.in_order() if s.phase.step == "movement" and s.orders]

    def _autumn(self, season: ZineSeason) -> None:
        """Treat an "Autumn" heading as the missing Fall if its orders are moves."""
        before = [0, *(len(sheet.orders) for sheet in self.moves())][-1]
        first = season.is_new and not self._has_orders(season.movement)
        if first and season.name.startswith("autumn") and season.is_movement_after(before):
            self.dates.take_for(season, season.year, "fall")

    def _lay(self, report: ZineReport, movement: Phase) -> PhaseSheet | None:
        """Add a report to the sheets of its phases; returns the last one."""
        step = report.season.step
        again = step != "movement" or self._has_orders(movement)
        only_position = report.units and not (again or report.orders)
        if report.season.is_before or only_position:
            for printed in report.orders:
                report.keep_unread(printed.line, printed.power, printed.text)
            report.earlier += report.retreats
            report.built += report.adjustments
            limit = report.season.phase
            self._earlier(report, limit)
            earlier = [s for s in self.in_order() if self.rank(s.phase) < self.rank(limit)]
            return earlier[-1] if earlier else None
        if again:
            report.part_retreats(self.sheets.get(movement))
        self._take(report.orders, movement, again)
        if again and movement in self.sheets:
            ordered = {printed.power for printed in report.orders} - {*report.nmr}
            sheet = self.sheets[movement]
            sheet.nmr = [power for power in sheet.nmr if power not in ordered]
        if not again:
            sheet = self.sheet(movement, report.season)
            sheet.nmr = report.nmr
            sheet.standby = report.standby
            for printed in report.driven:
                sheet.printed(
                    printed.power, printed.unit.at, Outcome.DISLODGED, options=printed.options or ()
                )
        self._take_retreats(report.retreats, movement)
        self._keep_retreats_apart(report, movement)
        if again or movement.season != "spring":
            self._adjust(report.adjustments, movement.year)
        else:
            report.built += report.adjustments
        self._earlier(report, movement)
        return self.latest(movement, "adjustments" if again and report.adjustments else step)

    def _correct_heading(self, season: ZineSeason, report: ZineReport, last: PhaseSheet) -> None:
        """Correct the heading of a report after the `last` movement: of orders that are due after
        it; of retreats or builds that follow it, in a later year, if those of the year in their
        heading are known already."""
        due = self.due(last.phase)
        phase = last.phase
        if season.is_movement:
            if report.orders and self._is_due(season.movement, report.orders, last):
                self.dates.take_for(season, due.year, due.season)
        elif report.adjustments or season.step == "adjustments":
            winters = [phase for phase in self.sheets if phase.step == "adjustments"]
            years = {winter.year for winter in winters if self._has_orders(winter)}
            years.update(self.charts)
            own = season.movement
            later = phase.season == own.season and phase.year > own.year
            if later and own.year in years and phase.year not in years:
                self.dates.take_for(season, phase.year, season.name)

    def _is_due(self, phase: Phase, orders: Sequence[ZineOrder], last: PhaseSheet) -> bool:
        """Are orders due after the last movement, though headed otherwise? They are other orders
        than those under the same heading before, or have a later one and all units are where that
        last movement, a Spring, left them."""
        if self._has_orders(phase):
            first = {(w.unit.at, w.order) for w in self.sheets[phase].orders if w.unit}
            again = sum((printed.unit.at, printed.order) in first for printed in orders)
            return 2 * again < len(orders)
        stand = {(power, at.province) for power, _, at in ends(last, self.rulings)}
        ordered = {printed.place for printed in orders}
        moved = any(Outcome.MOVED in p.outcomes for p in last.results)
        due = self.due(last.phase)
        later = due.season == "fall" and self.rank(phase) > self.rank(due)
        return later and moved and stand == ordered

    def _has_orders(self, phase: Phase) -> bool:
        """Are orders of the phase known already?"""
        return phase in self.sheets and bool(self.sheets[phase].orders)

    def _take(self, orders: Sequence[ZineOrder], phase: Phase, again: bool = False) -> None:
        """Add orders to the sheet of a phase; those that are printed again correct the first."""
        first = self.sheets.get(phase)
        ordered = {(w.issuer, w.home) for w in (first.orders if first else ())}
        for printed in orders:
            sheet = self.sheet(phase, self.report.season)
            if again or printed.place in ordered:
                self._correct(printed, sheet)
            else:
                self._put(printed, sheet)

    def _take_retreats(self, orders: Sequence[ZineOrder], movement: Phase) -> None:
        """Add retreats after a movement, each to the unit that it is about."""
        moves = self.sheets.get(movement)
        retreats = [self._of_dislodged_unit(printed, moves) for printed in orders]
        self._take(retreats, movement._replace(step="retreats"))

    def _keep_retreats_apart(self, report: ZineReport, movement: Phase) -> None:
        """Keep a phase for the retreats after a movement if one of them was not read."""
        moves = self.sheets.get(movement)
        may_retreat = moves is not None and any(printed.options for printed in moves.results)
        if report.has_unread_retreat and may_retreat:
            self.sheet(movement._replace(step="retreats"), report.season)

    def _of_dislodged_unit(self, printed: ZineOrder, moves: PhaseSheet | None) -> ZineOrder:
        """A retreat that names only a place (`R a PIC`), as that of the one dislodged unit of the
        power that may go there; another retreat as it is."""
        goal = printed.order.to if isinstance(printed.order, Retreat) else printed.unit.at
        named_once = isinstance(printed.order, Disband) or goal == printed.unit.at
        if moves is None or not named_once:
            return printed
        driven = [p for p in moves.results if p.power == printed.power and p.options is not None]
        if any(p.at.province == printed.unit.at.province for p in driven):
            return printed._replace(order=Disband()) if goal == printed.unit.at else printed
        able: list[Printed] = []
        for result in driven:
            refuges = {option.province for option in result.options or ()}
            if goal.province in refuges:
                able.append(result)
        if len(able) != 1:
            return printed
        unit = printed.unit._replace(at=able[0].at)
        self.remark(
            printed.line, f"read as the retreat of {unit.kind or ''} {unit.at}", printed.text
        )
        outcomes = frozenset({Outcome.RETREATED})
        return printed._replace(unit=unit, order=Retreat(goal), outcomes=outcomes)

    def _report_open_retreats(self) -> None:
        """Report the retreats whose goal no later report printed."""
        for phase, waiting in self.open_retreats:
            sheet = self.sheet_of(phase, waiting.line)
            ordered = {(w.issuer, w.home) for w in sheet.orders}
            if (waiting.power, waiting.at.province) not in ordered:
                text = f"{waiting.power}: R {waiting.text}"
                sheet.notes.append(Note("not read", text, source=f"line {waiting.line}"))
                self.remark(waiting.line, "where it retreated is not printed", text)

    def _put(self, printed: ZineOrder, sheet: PhaseSheet) -> None:
        """Put an order and its printed result into a sheet."""
        order = Written(printed.power, printed.unit, printed.order, printed.text, printed.line)
        twice = AGAIN in printed.text
        void = twice or Outcome.VOID in printed.outcomes or REPEATED in printed.text
        is_there = any((w.issuer, w.text) == (printed.power, printed.text) for w in sheet.orders)
        if void and not is_there:  # it may be there beside another for its unit
            sheet.orders.append(order)
        else:
            self.add(sheet, order)
        if outcomes := printed.outcomes & {Outcome.DISLODGED} if twice else printed.outcomes:
            where = printed.power, printed.unit.at
            sheet.printed(
                *where, *outcomes, options=printed.options, text=printed.text, line=printed.line
            )

    def _earlier(self, report: ZineReport, phase: Phase) -> None:
        """Add the retreats and adjustments before a movement that its own report contains."""
        before = [s.phase for s in self.moves() if self.rank(s.phase) < self.rank(phase)]
        if before:
            self._take_retreats(report.earlier, before[-1])
            self._adjust(report.built, before[-1].year)
            return
        for printed in report.earlier:
            report.keep_unread(printed.line, printed.power, printed.text, "left out: before")
        for w in report.built:
            report.keep_unread(w.line, w.issuer, w.text, "left out: before")

    def _earlier_orders(self, report: ZineReport) -> None:
        """Correct orders of an earlier season (`SPRING: a STP h`) and misprints, printed again."""
        own = report.season.movement if report.season.step == "movement" else None
        for season, printed in report.corrections:
            moves = [s for s in self.moves() if season or s.phase != own]
            meant = [s for s in moves if season in ("", s.phase.season)]
            if meant:
                self._correct(printed, meant[-1])
            else:
                report.keep_unread(printed.line, printed.power, printed.text)

    def _adjust(self, orders: Sequence[Written], year: int) -> None:
        """Add builds and removals to the sheet of a Winter; those that are printed again correct
        the first, also in a position that was printed before."""
        if not orders:
            return
        report = self.report
        sheet = self.sheet(Phase(year, "winter", "adjustments"), report.season)
        first = list(sheet.orders)
        if report.season.repairs_builds or sheet.orders:
            self._correct_builds(orders, sheet)
        copies = Counter((w.issuer, w.order) for w in sheet.orders)
        for w in orders:
            if copies[w.issuer, w.order]:
                copies[w.issuer, w.order] -= 1
                continue
            if RE.refused.search(w.text):
                sheet.orders.append(w)
            else:
                self.add(sheet, w)
        if report.adjustments:
            sheet.nmr = report.nmr
        self._amend_position(sheet, first)

    def _amend_position(self, sheet: PhaseSheet, first: Sequence[Written]) -> None:
        """Bring a position that was printed before up to date, if `first` were the builds and
        removals then: `Winter 1901 Build Correction` prints no new list of units."""
        if sheet.after is None:
            return
        withdrawn = [w for w in first if w not in sheet.orders]
        for w in withdrawn:
            if isinstance(w.order, Build):
                built = Unit(w.issuer, w.order.kind, w.order.at)
                sheet.after = [unit for unit in sheet.after if unit != built]
        shown = {unit.power for unit in sheet.after}
        for w in sheet.orders:
            is_new = w not in first and w.issuer in shown
            if is_new and not RE.refused.search(w.text):
                sheet.after = _adjusted(sheet.after, w)

    def _correct(self, printed: ZineOrder, sheet: PhaseSheet) -> None:
        """Correct a sheet by an order that is printed again: a different one replaces the first,
        which a note keeps. Its result, or another result of the same order, becomes a ruling."""
        key = (printed.power, printed.unit.at)
        source = self.report.season.source
        old = next((w for w in sheet.orders if w.unit and (w.issuer, w.unit.at) == key), None)
        shown = next((p for p in sheet.results if p[:2] == key), None)
        outcomes = printed.outcomes or DONE.get(type(printed.order), frozenset())
        why = f"Printed again as: {printed.text}"
        if old is None or old.order != printed.order:
            why = f"First printed: {old.text}. Corrected: {printed.text}." if old else why
            sheet.notes.append(Note("gm", why, source=source))
            sheet.orders = [w for w in sheet.orders if w is not old]
            sheet.results = [p for p in sheet.results if p is not shown]
            self._put(printed, sheet)
        elif shown is None or shown.outcomes == outcomes:
            return
        self.report.remark(printed.line, f"corrects {sheet.phase.season} {sheet.phase.year}", why)
        if outcomes:
            outcome = next((o for o in SEVERITY if o in outcomes), min(outcomes))
            if outcome is Outcome.FAILED:
                outcome = NAMED.get(type(printed.order), outcome)
            text = old.text if old else printed.text
            self.rulings.append(Ruling(sheet.phase, *key, text, outcome, why, source, printed.line))

    def _correct_builds(self, orders: Iterable[Written], sheet: PhaseSheet) -> None:
        """Correct a sheet by builds and removals that are printed again. In a report of corrections
        they replace all those of a power, else only builds of other units in the same places."""
        season = self.report.season
        for power in dict.fromkeys(w.issuer for w in orders):
            beside = season.is_before or power in self.report.added
            alike = beside or not season.repairs_builds
            now = [w for w in orders if w.issuer == power]
            same = {n.order for n in now}
            first = [w for w in sheet.orders if w.issuer == power and w.order not in same]
            if alike:
                built = {n.order.at.province for n in now if isinstance(n.order, Build)}
                first = [w for w in first if isinstance(w.order, Build) and w.home in built]
                places = {w.home for w in first}
                now = [n for n in now if n.home in places]
            if not first:
                continue
            sheet.orders = [w for w in sheet.orders if w not in first]
            if alike:
                sheet.orders += now
            was = ", ".join(w.text for w in first)
            corrected = ", ".join(w.text for w in now)
            why = f"First printed: {was}. Corrected: {corrected}."
            sheet.notes.append(Note("gm", why, source=season.source))
            self.report.remark(season.line, f"corrects winter {sheet.phase.year}", why)
            for w, unit in ((w, w.unit) for w in now if w.unit):
                done = Outcome.BUILT if isinstance(w.order, Build) else Outcome.REMOVED
                made = power, unit.at, w.text, done, why, season.source, w.line
                self.rulings.append(Ruling(sheet.phase, *made))

    def _position(self, report: ZineReport, sheet: PhaseSheet) -> None:
        """Keep a printed position after a phase, or at the start. The units of a power that are
        printed again replace the first ones, which a note keeps."""
        listed = report.position()
        for power, item in report.open_lists.items():
            if sum(unit.power == power for unit in listed) < self._number_of_units(power, sheet):
                report.partial.add(power)
                report.remark(item.line, "the list of units breaks off", item.text)
        units = [unit for unit in listed if unit.power not in report.partial]
        if not units:
            return
        printed = {unit.power for unit in units} | report.gone - report.partial
        first = sheet.after or []
        others = [unit for unit in first if unit.power not in printed]
        changed = {u.power for u in {*first} ^ {*units} if u in units or u not in others}
        for power in [p for p in self.setting.powers if first and p in changed]:
            was = _listed(first, power)
            now = _listed(units, power)
            why = f"The position of {power} was printed as {was}; then as {now}."
            self.remark(report.season.line, "a position printed again", why)
            sheet.notes.append(Note("gm", why, source=report.season.source))
        if first:
            self.first.setdefault(sheet.phase, first)
        powers = printed | {unit.power for unit in others}
        sheet.after = [*others, *units]
        sheet.whole = powers >= {*self.setting.powers}

    def _number_of_units(self, power: Power, sheet: PhaseSheet) -> int:
        """The number of units that a list of a power should have after a phase: those that the last
        movement shows, or those of the opening, with what was built and removed since."""
        if sheet is self.opening:
            return sum(unit.power == power for unit in self.setting.start.units)
        moves = self.sheets.get(self._movement_of(sheet.phase))
        if moves is None:
            return 0
        number = sum(owner == power for owner, _, _ in ends(moves, self.rulings))
        later = [s for s in self.in_order() if s.phase != moves.phase]
        between = [s for s in later if self._movement_of(s.phase) == moves.phase]
        for w in chain.from_iterable(sheet.orders for sheet in between):
            if w.issuer == power and not RE.refused.search(w.text):
                number += isinstance(w.order, Build | Retreat) - isinstance(w.order, Remove)
        return number

    def _movement_of(self, phase: Phase) -> Phase:
        """The movement that a phase follows, or that it is."""
        season = "fall" if phase.season == "winter" else phase.season
        return Phase(phase.year, season, "movement")

    def latest(self, movement: Phase, step: Step) -> PhaseSheet | None:
        """The sheet of the last known phase that a report of this season can be about."""
        phases = [movement, movement._replace(step="retreats")]
        if step == "adjustments":
            phases.append(Phase(movement.year, "winter", "adjustments"))
        return next((self.sheets[p] for p in reversed(phases) if p in self.sheets), None)

    def sheet(self, phase: Phase, season: ZineSeason) -> PhaseSheet:
        """The sheet of a phase, a new one if there is none yet."""
        source = f"#{season.issue}" if season.issue else ""
        return self.sheets.setdefault(phase, PhaseSheet(phase, source=source, line=season.line))

    def _players(self, season: ZineSeason) -> None:
        for entry in season.entries:
            names = self.players.setdefault(entry.power, [])
            last = names[-1].partition(" from ")[0] if names else ""
            if entry.player and entry.player != last and entry.power:
                when = f"{ROUNDS.get(season.name, season.name).title()} {season.year}"
                names.append(f"{entry.player} from {when}" if names else entry.player)

    def _chart(self, season: ZineSeason) -> None:
        chart = ZineChart(season.chart, self)
        year = season.chart_year or season.year - (season.name == "spring")
        if year in self.charts and (moved := chart.changes(self.charts[year][0])):
            first, now = (f" in #{s.issue}" * bool(s.issue) for s in (self.charts[year][1], season))
            text = f"The chart{first or ' first printed'} had {moved}; corrected{now}."
            self.remark(season.line, text)
            sheet = self.sheet(Phase(year, "fall", "movement"), season)
            sheet.notes.append(Note("gm", text, source=f"#{season.issue}"))
        self.charts[year] = chart, season


def _listed(units: Iterable[Unit], power: Power) -> str:
    """The units of a power, in words."""
    own = [str(unit) for unit in units if unit.power == power]
    return ", ".join(own) or "no units"


def _adjusted(units: list[Unit], adjustment: Written) -> list[Unit]:
    """The units after one more build or removal; a build in a place that is taken adds none."""
    power = adjustment.issuer
    order = adjustment.order
    if isinstance(order, Build):
        taken = {unit.at.province for unit in units}
        if order.at.province not in taken:
            return [*units, Unit(power, order.kind, order.at)]
    if isinstance(order, Remove):
        removed = power, order.at.province
        return [unit for unit in units if (unit.power, unit.at.province) != removed]
    return units


def is_absent(outcomes: frozenset[Outcome], text: str) -> bool:
    """Does a report say that there is no such unit (`nsu`, or `nso` and no place in capitals)?"""
    is_there = "imp" in text and "nsu" not in text
    return Outcome.ILLEGAL in outcomes and not is_there and any(word in text for word in ABSENT)


def ends(sheet: PhaseSheet, rulings: Iterable[Ruling]) -> Iterator[Stand]:
    """The power, kind and place of each unit after a movement, by its results."""
    ruled = {(r.power, r.at): frozenset({r.outcome}) for r in rulings if r.phase == sheet.phase}

    def counts(order: Written) -> tuple[bool, bool]:  # an order without a mark, if there is one
        marked = unmark(order.text)
        return AGAIN not in order.text, not (marked.marks or marked.enclosed)

    last = {(w.issuer, w.unit): w for w in sorted(sheet.orders, key=counts)}
    for w, unit in ((w, w.unit) for w in last.values() if w.unit):
        outcomes = ruled.get((w.issuer, unit.at)) or sheet.said(w)
        goal = w.order.to if isinstance(w.order, Move) else None
        gone = is_absent(outcomes, w.text) or Outcome.DISLODGED in outcomes
        if not gone and (outcomes or not goal or AGAIN in w.text):
            moved = goal and Outcome.MOVED in outcomes
            yield w.issuer, unit.kind, goal if goal and moved else unit.at
