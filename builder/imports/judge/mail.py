"""Reads a judge's mail on one game, statement by statement."""

from __future__ import annotations

import re
from typing import Literal

from builder.imports.corrections import near
from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import SEASONS
from builder.imports.judge.report_lines import ReportLines, carried
from builder.imports.judge.statements import RE, Statement, ended
from builder.model.calendar import WORDS, Phase, Step
from builder.model.setting import Setting
from builder.model.units import Code, Power
from builder.record import Note, Result

AWAY = {"cd": "in civil disorder", "abandoned": "abandoned"}
Mode = Literal["", "orders", "chart", "units", "standing", "press", "aside"]
HEADINGS: dict[str, Mode] = {
    "ownership of supply": "chart", "unit locations": "units", "the following units were": "orders",
}  # fmt: skip


class Mail(ReportLines):
    """Takes in statements; each belongs to the last heading, in the `mode` of the last subheading.

    A report is `standing` if it shows the position before a phase; its charts are in `charts`.
    `owners` is the chart that the next lines belong to. `planned` are phases of which only the
    orders as sent in are reported; if results are known already, the mode is "aside".
    """

    def __init__(self, setting: Setting, press: bool) -> None:
        super().__init__(setting)
        self.press = press
        self.charts: dict[Phase, dict[Code, Power]] = {}
        self.planned: set[Phase] = set()
        self.name = self.boardman = ""
        self.phase: Phase | None = None
        self.mode: Mode = ""
        self.standing = False
        self.owners: dict[Code, Power] | None = None
        self.result = Result()

    def take(self, said: Statement, quoted: bool = False) -> None:
        """Take in one statement; `quoted` if a player's message quotes it."""
        text = said.text
        if quoted:
            self.mode, self.standing = "press", False
            self._press(text)
        elif head := RE.mail_header.match(text):
            self._header(head["text"])
        elif head := RE.phase_heading.match(text):
            self._open(head, said.line)
        elif self.phase is not None:
            self._within(said, self.phase)

    def _within(self, said: Statement, phase: Phase) -> None:
        """One statement under a heading."""
        text = said.text
        if step := RE.step.match(text):
            self._turn(phase, WORDS[step[1].lower()], said.line)
        elif heading := next((h for h in HEADINGS if text.lower().startswith(h)), None):
            self._headed(HEADINGS[heading], phase)
        elif self.mode == "press" or RE.press.match(text):
            self.mode, self.standing = "press", False
            self._press(text)
        else:
            self._report(said, phase)

    def _report(self, said: Statement, phase: Phase) -> None:
        party = RE.party.match(said.text)
        if party and (power := self._power_of(party, said)) is not None:
            self._party(power, party["text"], said, phase)
        elif lost := RE.driven_out.match(said.text):
            if phase in self.sheets and self.mode not in ("standing", "aside"):
                self.driven(lost, said, self.sheets[phase])
        elif result := ended(said.text, phase, self.setting.power_names):
            self.result = result
        elif phase in self.sheets and self.mode == "orders" and self.is_order(said.text):
            self.unread(self.sheets[phase], said.line, said.text)  # of no power
        else:
            self._press(said.text)

    def _press(self, text: str) -> None:
        if self.press and self.phase in self.sheets:
            self.sheets[self.phase].notes.append(Note("press", text))
        if self.phase and self.mode == "press" and text.lower().startswith("end of message"):
            self.mode = "orders"

    def _header(self, text: str) -> None:
        self.mode = "orders" if self.mode == "press" else self.mode
        if game := RE.game.search(text):
            self.name = self.name or game[1].lower()
        if number := re.search(r"\bBoardman:\s*(\w+)", text):
            self.boardman = number[1]

    def _power_of(self, party: re.Match[str], said: Statement) -> Power | None:
        """The power whose order, centres or count a line gives; an empty one for unowned centres,
        None for other lines. Its name may be misspelt before what judges report of powers."""
        name = party["power"]
        if self.power_of(name) or name.lower() == "unowned":
            return self.power_of(name)
        orderly = self.mode == "chart" or RE.orderly.match(party["text"])
        if orderly and (meant := near(name, self.setting.power_names.known)):
            self.remark(said.line, f"{name!r} read as {self.power_of(meant)}", said.text)
            return self.power_of(meant)
        if orderly and self.phase in self.sheets:
            self.unread(self.sheets[self.phase], said.line, said.text)
        return None

    def _open(self, head: re.Match[str], line: int) -> None:
        season = near(head["season"], SEASONS)
        if season != head["season"].lower():
            guess = f"read as {season}" if season else "not a season"
            self.remark(line, f"{guess}: {head['season']!r}", head[0])
        self.phase = Phase(int(head["year"]), SEASONS[season], "movement") if season else None
        if self.phase is None:
            return
        self.name = named_in(head) or self.name
        if head["standing"]:
            self.mode, self.standing = "standing", True
            words = head["standing"].lower().split()[2:]
            step = next((WORDS[word] for word in words if word in WORDS), WORDS["movement"])
            self.phase = _of_step(self.phase, step)
        else:
            what = WORDS[(head["what"] or "movement").lower()]
            planned = what == "movement" and head["sort"] == "orders"
            self._turn(self.phase, what, line, planned)

    def _turn(self, date: Phase, step: Step, line: int, planned: bool = False) -> None:
        """Begin the report of a phase; orders as sent in are replaced by those with results."""
        phase = self.phase = _of_step(date, step)
        unsure = phase in self.planned
        aside = planned and phase in self.sheets and not unsure
        self.mode, self.standing = "aside" if aside else "orders", False
        if aside:
            return
        if unsure:
            del self.sheets[phase]
        self.begin(phase, line)
        (self.planned.add if planned else self.planned.discard)(phase)

    def close(self) -> None:
        """End the mail. Phases with orders as sent in, and no results, are left out if there are
        other phases."""
        self._settle()
        for sheet in self.sheets.values():
            sheet.results = [*carried(sheet)]
        for phase in sorted(self.planned) if self.planned < self.sheets.keys() else ():
            sheet = self.sheets.pop(phase)
            why = "orders that were sent in, without results: left out"
            self.remark(sheet.line, why, self.setting.calendar.title(phase))

    def _headed(self, part: Mode, phase: Phase) -> None:
        """Begin a part of a report."""
        if self.mode == "aside":
            return
        if part != "chart":
            self.mode = "standing" if self.standing else part
            return
        self.mode, self.owners, sheet = "chart", None, self._charted(phase)
        if self.standing:
            self.owners = self.charts[phase] = {}
        elif sheet is not None:
            self.owners = sheet.owners = {}

    def _party(self, power: Power, text: str, said: Statement, phase: Phase) -> None:
        sheet = self.sheets.get(phase)
        if self.mode in ("standing", "aside") or RE.player.match(text):
            return
        if found := RE.count.match(text):
            self._count(power, text, found, phase)
        elif self.mode == "chart" and not RE.adjusts.match(text):
            self.owned(power, text, said, self.owners)
        elif sheet is None or (self.mode == "units" and self.stand(power, text, sheet)):
            return
        elif power:
            self.order(power, text, said, sheet, phase in self.planned)
        else:
            self.unread(sheet, said.line, said.text)

    def _count(self, power: Power, text: str, found: re.Match[str], phase: Phase) -> None:
        if self.standing:
            return
        self.mode, sheet = "orders", self._charted(phase)
        if "VICTORY" in text.upper():
            self.result = Result("won", (power,), phase)
        if sheet is None:
            return
        sheet.counts = {**(sheet.counts or {}), power: int(found["centres"])}
        if away := AWAY.get((found["mark"] or "").lower()):
            sheet.notes.append(Note("notice", f"{power} is {away}."))

    def _charted(self, phase: Phase) -> PhaseSheet | None:
        """The phase whose centres a chart shows: `phase` itself if the judge prints the whole board
        after every phase, else the one after which centres change hands in that year."""
        own, fall = self.sheets.get(phase), Phase(phase.year, "fall", "movement")
        if own is not None and own.after is not None:
            return own
        if phase.season == "spring":
            return None
        return self.sheets.get(fall._replace(step="retreats")) or self.sheets.get(fall)

    def _settle(self) -> None:
        """Drop charts that were printed before the retreats of a movement were made, if a report of
        these follows or the judge prints the whole board after every phase. The chart of a retreat
        phase without retreats becomes that of the movement."""
        for phase, sheet in self.sheets.items():
            later = self.sheets.get(phase._replace(step="retreats"))
            if phase.step != "movement":
                continue
            if any(p.options for p in sheet.results) and (later or sheet.after is not None):
                sheet.owners = sheet.counts = None
            elif later and not later.orders and not later.results:
                sheet.owners = later.owners if later.owners is not None else sheet.owners
                sheet.counts = later.counts if later.counts is not None else sheet.counts
                later.owners = later.counts = None


def _of_step(phase: Phase, step: Step) -> Phase:
    if step == "adjustments":
        return Phase(phase.year, "winter", step)
    return Phase(phase.year, "fall" if phase.season == "winter" else phase.season, step)


def named_in(head: re.Match[str]) -> str:
    """The game that a heading names."""
    return (head["game"] or head["named"] or head["titled"] or "").lower()
