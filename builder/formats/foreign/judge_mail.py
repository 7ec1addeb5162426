"""What a judge's mail says of one game, statement by statement."""

from __future__ import annotations

import re

from builder.formats.foreign.guesses import near
from builder.formats.foreign.judge_endings import ended
from builder.formats.foreign.judge_orders import ADJUSTS, DONE, TAGS, UNIT, OrderReader, results
from builder.formats.foreign.judge_text import HEAD, HEADER, PARTY, STEP, Statement
from builder.formats.foreign.reading import KINDS, SEASONS, Places, Remark, Sheet
from builder.model.board import Code, Location
from builder.model.calendar import WORDS, Phase, Step
from builder.model.kinds import Power
from builder.model.orders import Hold, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note, Result

COUNT = re.compile(r"^(\d+) supply centers?, +\d+ units?", re.IGNORECASE)
LOST = re.compile(
    r"^(?:the\s+)?(?P<power>\w+)\s+(?P<kind>army|fleet)\s+(?:in|on)\s+(?:the\s+)?(?P<rest>.+)$",
    re.IGNORECASE,
)
WHITHER = re.compile(r"\s+(can retreat to|with no)\b")
GAME = re.compile(r"\bGame:\s*([\w-]+)")
PROXY = re.compile(r"\bproxy (?:given )?to\b", re.I)
ORDERLY = re.compile(r"(?:army|fleet|builds?|removes?|defaults|\d+ \w+)\b", re.IGNORECASE)


class Mail:
    """Takes in statements and keeps where in the game they belong."""

    def __init__(self, setting: Setting, press: bool) -> None:
        self.setting, self.press = setting, press
        self.places = Places(setting.board)
        self.orders = OrderReader(setting, self.places)
        self.sheets: dict[Phase, Sheet] = {}
        self.remarks: list[Remark] = []
        self.start: list[Unit] = []
        self.owners: dict[Code, Power] | None = None
        self.name = self.boardman = ""
        self.phase: Phase | None = None
        self.mode = ""
        self.result = Result()
        self.twice: list[tuple[Sheet, Sheet]] = []

    def take(self, said: Statement) -> None:
        """One statement."""
        text = said.text
        if head := HEADER.match(text):
            self._header(head["text"])
        elif head := HEAD.match(text):
            self._open(head, said.line)
        elif self.phase is not None:
            self._within(said, self.phase)

    def _within(self, said: Statement, phase: Phase) -> None:
        """One statement under a heading."""
        text = said.text
        if step := STEP.match(text):
            self._turn(WORDS[step[1].lower()], said.line)
        elif text.lower().startswith("ownership of supply"):
            self._chart()
        elif text.lower().startswith("the following unit"):
            self.mode = "orders"
        elif (party := PARTY.match(text)) and (power := self._meant(party, said)) is not None:
            self._party(power, party["text"], said)
        elif lost := LOST.match(text):
            self._lost(lost, said)
        elif result := ended(text, phase, self.setting.power_names):
            self.result = result
        elif self.press and phase in self.sheets:
            self.sheets[phase].notes.append(Note("press", text))

    def _header(self, text: str) -> None:
        if game := GAME.search(text):
            self.name = self.name or game[1].lower()
        if number := re.search(r"\bBoardman:\s*(\w+)", text):
            self.boardman = number[1]

    def _meant(self, party: re.Match[str], said: Statement) -> Power | None:
        """Whose order, centres or count it is; no power for what is unowned, None where the line
        tells of no power, and a misspelt one where it is followed by what judges tell of powers."""
        name = party["power"]
        if self.setting.power_names.get(name) or name.lower() == "unowned":
            return self._power(name)
        orderly = self.mode.endswith("chart") or ORDERLY.match(party["text"])
        if orderly and (meant := near(name, self.setting.power_names.known)):
            told = f"{name!r} read as {self._power(meant)}"
            self.remarks.append(Remark(said.line, told, said.text))
            return self._power(meant)
        if orderly and self.phase in self.sheets:
            self.remarks.append(self.sheets[self.phase].unread(said.line, said.text))
        return None

    def _power(self, name: str) -> Power:
        return Power(self.setting.power_names.get(name) or "")

    def _open(self, head: re.Match[str], line: int) -> None:
        season = near(head["season"], SEASONS)
        if season != head["season"].lower():
            told = f"read as {season}" if season else "not a season"
            self.remarks.append(Remark(line, f"{told}: {head['season']!r}", head[0]))
        if not season:
            self.phase = None
            return
        self.name = (head["game"] or head["named"] or self.name).lower()
        start = head[0].lower().startswith("starting")
        self.phase = Phase(int(head["year"]), SEASONS[season], "movement")
        self.mode = "start" if start else "orders"
        if not start:
            self._turn(WORDS[(head["what"] or "movement").lower()], line)

    def _turn(self, step: Step, line: int) -> None:
        phase = self.phase
        if phase is None:
            return
        season = "winter" if step == "adjustments" else phase.season
        if season == "winter" and step != "adjustments":
            season = "fall"
        self.phase = Phase(phase.year, season, step)
        self.mode = "orders"
        sheet = self.sheets.get(self.phase)
        if sheet is None or sheet.orders:
            self.sheets[self.phase] = Sheet(self.phase, line=line)
        if sheet is not None and sheet.orders:
            self.twice.append((sheet, self.sheets[self.phase]))

    def _chart(self) -> None:
        self.mode = "start chart" if self.mode.startswith("start") else "chart"
        if self.mode == "chart":
            sheet = self._year_end()
            if sheet is not None:
                sheet.owners = {}
        else:
            self.owners = {}

    def _year_end(self) -> Sheet | None:
        """The phase after which centres change hands in the year that is read."""
        assert self.phase is not None, "asked under a heading only"
        fall = Phase(self.phase.year, "fall", "movement")
        return self.sheets.get(fall._replace(step="retreats")) or self.sheets.get(fall)

    def _party(self, power: Power, text: str, said: Statement) -> None:
        if COUNT.match(text):
            self._count(power, text)
            return
        if self.mode.endswith("chart") and not ADJUSTS.match(text):
            self._owned(power, text, said)
            return
        sheet = self.sheets.get(self.phase) if self.phase is not None else None
        unit = UNIT.match(text) if self.mode == "start" else None
        if power and unit is not None:
            self._start(power, unit, said)
        elif power and sheet is not None:
            self._order(power, text, said, sheet)
        elif sheet is not None:
            self.remarks.append(sheet.unread(said.line, said.text))

    def _count(self, power: Power, text: str) -> None:
        self.mode = "orders" if self.mode == "chart" else self.mode
        found, sheet = COUNT.match(text), self._year_end()
        if "VICTORY" in text.upper():
            self.result = Result("won", (power,), self.phase)
        if found and sheet is not None:
            sheet.counts = {**(sheet.counts or {}), power: int(found[1])}

    def _owned(self, power: Power, text: str, said: Statement) -> None:
        sheet = self._year_end()
        owners = self.owners if self.mode == "start chart" else sheet.owners if sheet else None
        for name in text.rstrip(". ").split(","):
            at = self.places.get(name.strip())
            if at is None:
                self.remarks.append(Remark(said.line, "not a centre", name))
            elif power and owners is not None:
                owners[at.province] = power

    def _start(self, power: Power, unit: re.Match[str], said: Statement) -> None:
        at = self.places.get(" ".join(unit["place"].split()))
        if at is None:
            self.remarks.append(Remark(said.line, "not a unit", said.text))
            return
        found = Unit(power, KINDS[unit["kind"].lower()], at)
        if found not in self.start:
            self.start.append(found)

    def _order(self, power: Power, text: str, said: Statement, sheet: Sheet) -> None:
        bare = " ".join(TAGS.sub("", text).split()).rstrip(". ")
        found = self.orders.read(bare, power, sheet.phase)
        if found is None and (guess := self.orders.guessed(bare, power, sheet.phase)):
            found, left_out = guess
            self.remarks.append(Remark(said.line, left_out, said.text))
        if found is None:
            self._unread(power, bare, said, sheet)
            return
        unit, order = found
        if order is not None:
            sheet.orders.append(Written(power, unit, order, bare, said.line))
        told = self._told(text, said)
        if order is None:
            moving = sheet.phase.step == "movement"
            told.append(Outcome.NO_ORDER if moving else Outcome.DISBANDED)
        elif not told and sheet.phase.step == "movement":
            told += DONE.get(type(order), [])
        if unit is not None and told:
            sheet.printed(power, unit.at, *told, text=text, line=said.line)

    def _told(self, text: str, said: Statement) -> list[Outcome]:
        """The results in brackets behind an order."""
        told, strange = results(text)
        self.remarks += [Remark(said.line, f"unknown result {t!r}") for t in strange]
        return told

    def _unread(self, power: Power, bare: str, said: Statement, sheet: Sheet) -> None:
        """What is no order: builds that are not used, a proxy, or what nobody understands."""
        waived = self.orders.waived(bare, power, said.line)
        sheet.orders += waived
        unit = self.orders.unit_first(bare)
        if unit is not None:
            sheet.orders.append(Written(power, unit, Hold(), bare, said.line))
            self.remarks.append(Remark(said.line, "read as a hold", said.text))
        elif PROXY.search(bare):
            sheet.notes.append(Note("notice", f"{power}: {bare}"))
        elif not waived:
            self.remarks.append(sheet.unread(said.line, said.text))

    def _lost(self, lost: re.Match[str], said: Statement) -> None:
        """`The French Fleet in Tunis can retreat to …`, `… with no valid retreats was …`."""
        where, _, rest = WHITHER.sub(r"|\1", lost["rest"]).partition("|")
        at, power = self.places.get(where.strip()), self.setting.power_names.get(lost["power"])
        sheet = self.sheets.get(self.phase) if self.phase else None
        if sheet is None or not rest:
            return
        if at is None or power is None:
            self.remarks.append(sheet.unread(said.line, said.text))
            return
        names = re.split(r"\s+or\s+|,", rest.removeprefix("can retreat to").strip(" ."))
        options: list[Location] = []
        for name in names if rest.startswith("can") else ():
            to = self.places.get(re.sub(r"^the\s+", "", name.strip()))
            if to is None:
                self.remarks.append(Remark(said.line, "not a place", name))
            else:
                options.append(to)
        sheet.printed(Power(power), at, Outcome.DISLODGED, options=options, line=said.line)
