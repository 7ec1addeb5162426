"""Reads single lines of a judge's report into the sheet of their phase."""

from __future__ import annotations

import re

from builder.imports.importer import PhaseSheet, Places, Remark
from builder.imports.judge.announcements import DislodgedReport, centres
from builder.imports.judge.orders import (
    SENT_IN_VAIN,
    JudgeOrderReader,
    results,
)
from builder.imports.judge.statements import Statement
from builder.imports.result_tags import CARRIED_OUT, DONE, TAGS, tags
from builder.model.board import Code, Location
from builder.model.kinds import Power
from builder.model.orders import Hold, Move, Support, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Note

PROXY = re.compile(r"\bproxy (?:given )?to\b", re.I)


class ReportLines:
    """Takes in single lines; what is not understood goes to the remarks."""

    def __init__(self, setting: Setting, remarks: list[Remark]) -> None:
        self.setting, self.remarks = setting, remarks
        self.places = Places(setting.board)
        self.orders = JudgeOrderReader(setting, self.places)

    def owned(
        self, power: Power, text: str, said: Statement, owners: dict[Code, Power] | None
    ) -> None:
        """A line of the chart; nobody's centres have no power."""
        for name, centre in centres(text, self.places):
            if centre is None:
                self.remarks.append(Remark(said.line, "not a centre", name))
            elif power and owners is not None:
                owners[centre] = power

    def stand(self, power: Power, text: str, sheet: PhaseSheet) -> bool:
        """Where the units of a power stand after a phase, without those that wait for their
        retreats: `A Budapest, F Greece.`; False where that is not what a line tells of."""
        units = [self.orders.unit(name.strip()) for name in text.rstrip(". ").split(",")]
        there = [Unit(power, u.kind, u.at) for u in units if u and u.kind]
        lost = {(p.power, p.at) for p in sheet.results if Outcome.DISLODGED in p.outcomes}
        waiting = lost if sheet.phase.step == "movement" else set()
        if not power or len(there) < len(units):
            return False
        sheet.after = [*(sheet.after or ()), *(u for u in there if (power, u.at) not in waiting)]
        return True

    def order(
        self, power: Power, text: str, said: Statement, sheet: PhaseSheet, planned: bool
    ) -> None:
        """An order and what became of it; nothing of that, if it was only planned."""
        if SENT_IN_VAIN & {*tags(text)}:
            sheet.notes.append(Note("notice", f"{power}: {text}"))
            return
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
        moving = sheet.phase.step == "movement"
        if order is None:
            told.append(Outcome.NO_ORDER if moving else Outcome.DISBANDED)
        elif not told and not planned:
            told += DONE.get(type(order), []) if moving else CARRIED_OUT.get(type(order), [])
        if unit is not None and told:
            sheet.printed(power, unit.at, *told, text=text, line=said.line)

    def _told(self, text: str, said: Statement) -> list[Outcome]:
        """The results in brackets behind an order."""
        told, strange = results(text)
        self.remarks += [Remark(said.line, f"unknown result {t!r}") for t in strange]
        return told

    def _unread(self, power: Power, bare: str, said: Statement, sheet: PhaseSheet) -> None:
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

    def driven(self, lost: DislodgedReport, said: Statement, sheet: PhaseSheet) -> None:
        """A unit that was driven out, and its retreats."""
        at, power = self.places.get(lost.place), self.setting.power_names.get(lost.power)
        if at is None or power is None:
            self.remarks.append(sheet.unread(said.line, said.text))
            return
        options: list[Location] = []
        for name in lost.refuges:
            to = self.places.get(name)
            if to is None:
                self.remarks.append(Remark(said.line, "not a place", name))
            else:
                options.append(to)
        sheet.printed(Power(power), at, Outcome.DISLODGED, options=options, line=said.line)


def uncarried(sheet: PhaseSheet) -> None:
    """Supports for an army that nobody carried are worth nothing, and some judges mark them: as
    `no convoy` where it broke up, they were given for all that; as `void` where it was missing,
    which tells nothing of the support."""
    left = {(p.power, p.at.province) for p in sheet.results if Outcome.NO_CONVOY in p.outcomes}
    meant = {
        w.home: w.order.to.province
        for w in sheet.orders
        if isinstance(w.order, Move) and (w.issuer, w.home) in left
    }
    vain = {
        (w.issuer, w.home)
        for w in sheet.orders
        if isinstance(w.order, Support) and w.order.at and w.order.to
        and meant.get(w.order.at.province) == w.order.to.province
    }  # fmt: skip
    for i, said in enumerate(sheet.results):
        if said.outcomes == {Outcome.NO_CONVOY} and (said.power, said.at.province) in vain:
            sheet.results[i] = said._replace(outcomes=frozenset({Outcome.GIVEN}))
    sheet.results = [
        p
        for p in sheet.results
        if p.outcomes != {Outcome.VOID} or (p.power, p.at.province) not in vain
    ]
