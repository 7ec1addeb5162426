"""Games as a zine prints them, season by season: capitals where units end, italics for failure.

Spring and Fall reports hold a movement; Summer and Autumn reports the retreats after it; Winter
reports the retreats after Fall and the adjustments; `has ...` is the position then. Orders that
are printed again, in a later report or one that says `corrected`, are corrections: another
result becomes a ruling, another order takes the place of the first, which is kept in a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.formats.foreign.reading import (
    FLEET,
    Document,
    Imported,
    Importer,
    Places,
    Remark,
    Settings,
    Sheet,
)
from builder.formats.foreign.zine_chart import Chart, read_chart
from builder.formats.foreign.zine_orders import Dialect
from builder.formats.foreign.zine_report import Line, Report, Reporter
from builder.formats.foreign.zine_text import SEASON, Cut, Season, cut
from builder.model.board import Code
from builder.model.calendar import Phase, Step
from builder.model.findings import Outcome
from builder.model.kinds import Power
from builder.model.orders import Convoy, Move, Retreat, Support, Written
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, Record, Result, Ruling, Source

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
SEVERITY = (
    Outcome.ILLEGAL, Outcome.VOID, Outcome.DISLODGED, Outcome.FAILED, Outcome.NO_ORDER,
)  # fmt: skip
NAMED = {Move: Outcome.BOUNCED, Support: Outcome.CUT}
DONE: dict[type, frozenset[Outcome]] = {Convoy: frozenset({Outcome.CARRIED})}
SMALL = frozenset(["a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to"])
TITLE = re.compile(r"^(?P<name>.+?)(?:[:,]\s*(?P<number>(?:19|20)\d\d\s?[A-Z]{1,3}\d*)\b.*)?$")
WINS = (re.compile(r"\bWINS THE GAME AS (\w+)", re.I), re.compile(r"\b(\w+) WINS\b", re.I))
CAPITALS = re.compile(
    r"\b[af] [a-z]{3}(?:\(..\))?-[A-Z]{3}\b|\b[af] [A-Z]{3}(?:\(..\))?-[a-z]{3}\b"
)
ZINE = re.compile(r'zine "(?P<zine>[^"]+)"(?: \((?P<gm>[^)]+)\))?')


class Game:
    """One game while its reports are laid one upon the other."""

    def __init__(self, setting: Setting, capitals: bool = True) -> None:
        self.setting = setting
        self.places = Places(setting.board)
        self.dialect = Dialect(self.places, setting.power_names, capitals)
        self.sheets: dict[Phase, Sheet] = {}
        self.charts: dict[int, tuple[Chart, Season]] = {}
        self.remarks: list[Remark] = []
        self.rulings: list[Ruling] = []
        self.players: dict[Power, list[str]] = {}
        self.start: list[Unit] | None = None

    def add(self, season: Season) -> None:
        """Take in what stands under one heading."""
        where, step = STEPS[season.name]
        moving = step == "movement" and not season.is_before
        report = Reporter(self.dialect, season, moving).read()
        self.remarks += report.remarks
        told = [Note("notice", text, source=f"#{season.issue}") for text in report.notices]
        movement = Phase(season.year, where, "movement")
        if moving and not season.is_repair:
            movement = self._meant(movement, report)
        self._players(season)
        if season.is_before:
            self._position(report, self._before(movement, step))
        elif moving and movement not in self.sheets:
            self._movement(report, movement)
        else:
            for line in report.orders:
                self._again(line, report, movement)
            self._retreats(report, movement)
            self._adjustments(report)
            step = "adjustments" if report.adjustments else step
            self._position(report, self._latest(movement, step))
        if season.chart:
            self._chart(season)
        latest = self._latest(movement, step)
        if latest is not None:
            self.sheets[latest].notes += told

    def _meant(self, phase: Phase, report: Report) -> Phase:
        """The season of a report; a heading that was not changed since the last one is a slip."""
        if phase not in self.sheets or not report.orders:
            return phase
        known = {(w.unit.at, w.order) for w in self.sheets[phase].orders if w.unit}
        again = [x for x in report.orders if (x.heard.unit.at, x.heard.order) in known]
        if 2 * len(again) >= len(report.orders):
            return phase
        latest = max(
            (p for p in self.sheets if p.step == "movement"), key=self.setting.calendar.rank
        )
        fall = latest.season == "fall"
        meant = Phase(latest.year + fall, "spring" if fall else "fall", "movement")
        text = f"headed {report.season.heading!r}, taken for {self.setting.calendar.title(meant)}"
        self.remarks.append(Remark(report.season.line, text))
        return meant

    def _movement(self, report: Report, phase: Phase) -> None:
        sheet = self._sheet(phase, report.season)
        for line in report.orders:
            self._order(line, sheet)
        sheet.nmr, sheet.standby = report.nmr, report.standby
        sheet.notes += [Note("notice", f"not understood: {text}") for text in report.lost]

    @staticmethod
    def _order(line: Line, sheet: Sheet) -> None:
        heard = line.heard
        sheet.orders.append(Written(line.power, heard.unit, heard.order, line.text, line.line))
        if heard.outcomes:
            sheet.printed(
                line.power,
                heard.unit.at,
                *heard.outcomes,
                options=heard.options,
                text=line.text,
                line=line.line,
            )

    def _again(self, line: Line, report: Report, phase: Phase) -> None:
        """An order printed once more: the same, another result, or another order."""
        sheet = self._sheet(phase, report.season)
        season, heard = report.season, line.heard
        where = f"#{season.issue}, {season.heading!r}" if season.issue else season.heading
        at = heard.unit.at
        old = next(
            (w for w in sheet.orders if w.issuer == line.power and w.unit and w.unit.at == at), None
        )
        shown = next((p for p in sheet.results if p.at == at and p.power == line.power), None)
        if old is None or old.order != heard.order:
            first = f"First printed: {old.text}. " if old else ""
            sheet.notes.append(Note("gm", f"{first}Corrected: {line.text}.", source=where))
            sheet.orders = [w for w in sheet.orders if w is not old]
            sheet.results = [p for p in sheet.results if p is not shown]
            self._order(line, sheet)
        elif shown is not None and shown.outcomes != (
            heard.outcomes or DONE.get(type(heard.order))
        ):
            found = heard.outcomes or DONE.get(type(heard.order), frozenset())
            outcome = next((o for o in SEVERITY if o in found), min(found))
            if outcome is Outcome.FAILED:
                outcome = NAMED.get(type(heard.order), outcome)
            why = f"Printed again as: {line.text}"
            self.rulings.append(
                Ruling(phase, line.power, at, old.text, outcome, why, where, line.line)
            )

    def _retreats(self, report: Report, movement: Phase) -> None:
        if report.retreats:
            sheet = self._sheet(movement._replace(step="retreats"), report.season)
            known = {(w.issuer, w.unit, w.order) for w in sheet.orders}
            for line in report.retreats:
                if (line.power, line.heard.unit, line.heard.order) not in known:
                    self._order(line, sheet)

    def _adjustments(self, report: Report) -> None:
        if report.adjustments:
            phase = Phase(report.season.year, "winter", "adjustments")
            sheet = self._sheet(phase, report.season)
            known = {(w.issuer, w.order) for w in sheet.orders}
            sheet.orders += [w for w in report.adjustments if (w.issuer, w.order) not in known]
            sheet.nmr = report.nmr

    def _position(self, report: Report, phase: Phase | None) -> None:
        units = report.position()
        if units and phase is None:
            self.start = units
        elif units and phase is not None and phase in self.sheets:
            self.sheets[phase].after = units

    def _latest(self, movement: Phase, step: Step) -> Phase | None:
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

    def _sheet(self, phase: Phase, season: Season) -> Sheet:
        if phase not in self.sheets:
            source = f"#{season.issue}" if season.issue else ""
            self.sheets[phase] = Sheet(phase, source=source, line=season.line)
        return self.sheets[phase]

    def _players(self, season: Season) -> None:
        for entry in season.entries:
            names = self.players.setdefault(entry.power, [])
            last = names[-1].partition(" from ")[0] if names else ""
            if entry.player and entry.player != last and entry.power:
                when = f"{ROUNDS.get(season.name, season.name).title()} {season.year}"
                names.append(f"{entry.player} from {when}" if names else entry.player)

    def _chart(self, season: Season) -> None:
        chart = read_chart(season.chart, self.places, self.remarks)
        year = season.year - (season.is_before and season.name == "spring")
        if year in self.charts and self.charts[year][0].owners != chart.owners:
            first, then = self.charts[year]
            moved = sorted(
                c
                for c in {*first.owners, *chart.owners}
                if first.owners.get(c) != chart.owners.get(c)
            )
            told = ", ".join(f"{c} {first.owners.get(c, 'nobody')}" for c in moved)
            text = f"The chart in #{then.issue} had {told}; corrected in #{season.issue}."
            self.remarks.append(Remark(season.line, text))
            sheet = self._sheet(Phase(year, "fall", "movement"), season)
            sheet.notes.append(Note("gm", text, source=f"#{season.issue}"))
        self.charts[year] = chart, season

    def finish(self) -> list[Sheet]:
        """Every phase in order, the charts laid to the phase that decides them."""
        before: dict[Code, Power] = dict(self.setting.start.owners)
        for year, (chart, season) in sorted(self.charts.items()):
            sheet = self._year_end(year, season)
            if sheet is not None:
                owners = chart.settled(_arrivals(sheet), before)
                if owners is None:
                    told = ", ".join(f"{c} {' or '.join(p)}" for c, p in chart.unsure.items())
                    sheet.notes.append(Note("gm", f"Chart with open centres: {told}."))
                sheet.owners = owners
                before = owners or before
        for sheet in self.sheets.values():
            if sheet.phase.step == "movement" and sheet.after is None:
                sheet.after = self._capitals(sheet)
        rank = self.setting.calendar.rank
        return sorted(self.sheets.values(), key=lambda sheet: rank(sheet.phase))

    def _capitals(self, sheet: Sheet) -> list[Unit] | None:
        """The position that the capitals of a movement show; None where they leave it open."""
        told = {(p.power, p.at): p.outcomes for p in sheet.results}
        ruled = [r for r in self.rulings if r.phase == sheet.phase]
        told |= {(r.power, r.at): frozenset({r.outcome}) for r in ruled}
        found: list[Unit] = []
        for w in sheet.orders:
            if w.unit is None or w.unit.kind is None:
                return None
            outcomes = told.get((w.issuer, w.unit.at), frozenset())
            absent = Outcome.ILLEGAL in outcomes and "nsu" in w.text
            if absent or Outcome.DISLODGED in outcomes:
                continue
            moved = isinstance(w.order, Move) and Outcome.MOVED in outcomes
            at = w.order.to if moved and isinstance(w.order, Move) else w.unit.at
            coasts = self.setting.board.provinces[at.province].coasts
            if w.unit.kind == FLEET and coasts and not at.coast:
                return None
            found.append(Unit(w.issuer, w.unit.kind, at))
        return found or None

    def _year_end(self, year: int, season: Season) -> Sheet | None:
        """The phase after which centres change hands in that year."""
        fall = Phase(year, "fall", "movement")
        retreats = fall._replace(step="retreats")
        pending = fall in self.sheets and any(p.options for p in self.sheets[fall].results)
        if pending or retreats in self.sheets:
            return self._sheet(retreats, season)
        return self.sheets.get(fall)

    def start_owners(self) -> dict[Code, Power] | None:
        """Who owned what where the source begins in mid-game: as its first chart says."""
        first = min(self.sheets, key=self.setting.calendar.rank, default=None)
        if first is None or first == self.setting.calendar.start or not self.charts:
            return None
        return dict(self.charts[min(self.charts)][0].owners)


def _arrivals(sheet: Sheet) -> dict[Code, Power]:
    went = {p.at for p in sheet.results if Outcome.RETREATED in p.outcomes}
    return {
        w.order.to.province: w.issuer
        for w in sheet.orders
        if isinstance(w.order, Retreat) and w.unit and w.unit.at in went
    }


def recognises(document: Document) -> bool:
    """Are there seasons with powers' entries under them?"""
    head = document.text[:6000]
    return head.startswith("#") and any(SEASON.match(line) for line in head.splitlines())


def read(document: Document, settings: Settings, press: bool) -> Iterator[Imported]:
    """The game of one file."""
    setting = settings("standard")
    found = cut(document.text, setting.power_names)
    game = Game(setting, len(CAPITALS.findall(document.text)) > 2)
    for season in found.seasons:
        game.add(season)
    sheets = game.finish()
    if press:
        for season in found.seasons:
            _keep_prose(season, game)
    title = TITLE.match(found.issues[-1].title if found.issues else document.stem)
    zine = ZINE.search(document.text[:400])
    name = _title(title["name"]) if title else document.stem
    yield Imported(
        Record(
            id=_slug(name, title["number"] if title else None),
            name=name,
            variant="standard",
            phases=tuple(sheet.finish() for sheet in sheets),
            source=_source(found, zine["zine"] if zine else ""),
            zine=zine["zine"] if zine else "",
            gm=zine["gm"] if zine and zine["gm"] else "",
            boardman=(title["number"] or "").replace(" ", "") if title else "",
            players={p: ", ".join(game.players.get(p, ())) or "?" for p in setting.powers},
            result=_result(found, sheets, setting),
            rulings=tuple(game.rulings),
            start=_start(game, setting),
            start_owners=game.start_owners(),
            path=document.name,
        ),
        tuple(game.remarks),
    )


def _start(game: Game, setting: Setting) -> tuple[Unit, ...] | None:
    """The opening position: as printed, else the units that the first orders name; None where
    it is the one everybody knows."""
    units = game.start
    if units is None and game.sheets:
        first = game.sheets[min(game.sheets, key=setting.calendar.rank)]
        named = [(w.issuer, w.unit) for w in first.orders if w.unit and w.unit.kind]
        lost = {p.at for p in first.results if Outcome.ILLEGAL in p.outcomes and "nsu" in p.text}
        units = [Unit(p, u.kind, u.at) for p, u in named if u.kind and u.at not in lost]
    return tuple(units) if units and set(units) != set(setting.start.units) else None


def _source(found: Cut, zine: str) -> Source:
    numbers = [issue.number for issue in found.issues]
    issues = f"#{numbers[0]}–{numbers[-1]}" if numbers else ""
    return Source(title=zine, issues=issues)


def _slug(name: str, number: str | None) -> str:
    short = name.partition("(")[0].replace("'", "").lower()
    return "-".join(re.findall(r"[a-z0-9]+", f"{(number or '').replace(' ', '')} {short}".lower()))


def _title(shouted: str) -> str:
    if not shouted.isupper() and shouted.partition(" (")[0] != shouted.partition(" (")[0].upper():
        return shouted
    words = shouted.split()
    return " ".join(
        w
        if w[0] in "(" or (not w.isupper() and i)
        else w.lower()
        if w.lower() in SMALL and i
        else w.capitalize()
        for i, w in enumerate(words)
    )


def _result(found: Cut, sheets: Sequence[Sheet], setting: Setting) -> Result:
    end = next((s.phase for s in reversed(sheets) if s.orders), None)
    for text in found.notices:
        for won in (m for pattern in WINS for m in pattern.finditer(text)):
            if power := setting.power_names.get(won[1]):
                return Result("won", (Power(power),), end)
    last = setting.calendar.season_title(end) if end else "no season"
    return Result(text=f"Not known: the source ends with {last}.")


def _keep_prose(season: Season, game: Game) -> None:
    where, step = STEPS[season.name]
    phase = game._latest(Phase(season.year, where, "movement"), step)
    if phase is not None and season.prose:
        game.sheets[phase].notes.append(Note("commentary", "\n".join(season.prose)))


ZINE_REPORTS = Importer("zine", "reports of a zine", recognises, read)
