"""Reads an annotated report line by line into phases."""

from __future__ import annotations

import re

from builder.errors import ArchiveError
from builder.imports.annotated.orders import AnnotatedOrderReader, adjustments, is_adjustment
from builder.imports.annotated.report_lines import (
    MARKUP,
    RE,
    ReportItem,
    power_of,
)
from builder.imports.corrections import near
from builder.imports.importer import PhaseSheet, Remark
from builder.imports.phase_reports import PhaseReports
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.notation.notation import parse_order
from builder.notation.vocabulary import nothing_came
from builder.record import Note

GONE = ("retreated", "retreats", "retreat", "disbanded", "destroyed")


class AnnotatedReport(PhaseReports):
    """Takes in lines and keeps the phases that they tell of.

    `explicit` says that what was done is marked as well, so that what is not marked is not told.
    `broken` are the powers of which something could not be read, by phase; `unnamed` is the line
    of a power's heading under which the name of its player may follow, `line` the last line.
    """

    def __init__(self, setting: Setting, press: bool, explicit: bool) -> None:
        super().__init__(setting)
        self.press, self.orders = press, AnnotatedOrderReader(setting, explicit)
        self.broken: dict[Phase, set[Power]] = {}
        self.sheet: PhaseSheet | None = None
        self.power: Power | None = None
        self.last: Written | None = None
        self.unnamed = 0
        self.line = 0

    def open(self, phase: Phase, line: int) -> None:
        """A heading: what follows belongs to that phase."""
        known = self.sheets.get(phase)
        self.sheet = (
            known if known is not None and not known.orders else PhaseSheet(phase, line=line)
        )
        if known is not None and known is not self.sheet:
            self.twice.append((known, self.sheet))
        self.sheets[phase] = self.sheet
        self.power = self.last = None

    def take(self, item: ReportItem) -> None:
        """One thing that a line says."""
        if item.season is not None:
            if item.season.guess:
                self.remarks.append(Remark(item.line, item.season.guess, item.text))
            self.open(item.season.phase, item.line)
        elif item.alone and item.power is not None:
            self._head(item.power, item)
        elif item.power is not None:
            if self._is_deed(item.text):
                self.power = None
            self._entry(item.power, item)
        else:
            self._other(item)
        self.line = item.line

    def _head(self, power: Power, item: ReportItem) -> None:
        """A power's heading; a word right under one without a colon is its player's name."""
        if self._is_name(item):
            self.unnamed = 0
            told = "taken for the name of a player, not of a power"
            self.remarks.append(Remark(item.line, told, item.text))
        else:
            self._under(power, item)

    def _under(self, power: Power, item: ReportItem) -> None:
        self.power, self.unnamed, self.last = power, item.line, None

    def _is_name(self, item: ReportItem) -> bool:
        below = self.unnamed and item.line == self.unnamed + 1
        return bool(below) and not item.text.endswith(":")

    def _apart(self, item: ReportItem) -> bool:
        """May a line be a heading: does it end with a colon, or stand behind an empty line?"""
        return item.text.endswith(":") or item.line > self.line + 1

    def _other(self, item: ReportItem) -> None:
        """A line that names no power: an order of the one above, the name of a player under a
        power's, which is left out, or prose."""
        if (
            self.last is not None
            and (gone := RE.retreat.match(item.text))
            and self._gone(gone, item)
        ):
            self._retreats(self.last, gone["place"], item)
        elif self.power is not None and self._is_deed(item.text):
            self._entry(self.power, item)
        elif self._is_name(item):
            self.unnamed = 0
        elif not self._led(item):
            self._prose(item)

    def _is_deed(self, text: str) -> bool:
        """Does a line tell what a unit was ordered, or what is built and removed?"""
        if self.sheet is not None and self.sheet.phase.step == "adjustments":
            return is_adjustment(text)
        return self.orders.is_order(text) or RE.due.match(text) is not None

    def _led(self, item: ReportItem) -> bool:
        """Is it told of a power whose name is misspelt, or has no colon behind it?"""
        powers = self.setting.power_names
        led = RE.nearly_led.match(item.text)
        word = led["power"] if led else item.text.strip(MARKUP)
        rest = item.text[led.end() :] if led else ""
        power = power_of(word, powers) or power_of(near(word, powers.known), powers)
        if rest and self._is_deed(rest):
            if power is None:
                self._unread(item)
                return True
            if not (led and led["sign"]) and not self.orders.is_whole(rest, power, self.sheet):
                return False
            self.remarks.append(Remark(item.line, f"{word!r} read as {power}", item.text))
            self._entry(power, item._replace(text=rest, power=power))
            return True
        if power is not None and not rest and self._apart(item):
            self.remarks.append(Remark(item.line, f"{word!r} read as {power}", item.text))
            self._under(power, item)
            return True
        return False

    def _prose(self, item: ReportItem) -> None:
        """What is no order: an order of nobody is told; a line that may be the heading of some
        power ends the orders of the one above; all else is press."""
        if self._is_deed(item.text):
            self._unread(item)
        elif self.power is not None and RE.title.match(item.text) and self._apart(item):
            self.power = None
            self.remarks.append(Remark(item.line, "not a power", item.text))
        elif self.press and self.sheet is not None:
            self.sheet.notes.append(Note("press", item.text))

    def _entry(self, power: Power, item: ReportItem) -> None:
        """The report of a power: an order, what it builds and removes, or how many."""
        self.unnamed = 0
        sheet = self.sheet
        if sheet is None:
            self._unread(item)
        elif RE.due.match(item.text):
            sheet.notes.append(Note("notice", f"{power}: {item.text}"))
        elif nothing_came(item.text):
            sheet.nmr.append(power)
        elif sheet.phase.step == "adjustments":
            self._adjusts(power, item, sheet)
        else:
            self._order(power, item, sheet)

    def _order(self, power: Power, item: ReportItem, sheet: PhaseSheet) -> None:
        deed = self.orders.read(power, item, sheet)
        self.remarks += [Remark(item.line, told, item.text) for told in deed.told]
        if not deed.whole:
            self._not_read(item._replace(power=power))
        written = deed.written
        if written is None or written.unit is None:
            return
        unit, again = written.unit, _told(sheet, written)
        sheet.orders.append(written)
        self.last = written
        if again:
            self.remarks.append(Remark(item.line, "a second order for the unit", item.text))
        elif deed.outcomes:
            sheet.printed(power, unit.at, *deed.outcomes, text=item.text, line=item.line)
        if unit.kind is None:
            self.broken.setdefault(sheet.phase, set()).add(power)

    def _adjusts(self, power: Power, item: ReportItem, sheet: PhaseSheet) -> None:
        for told in adjustments(item.text, self.setting, sheet.phase, power, item.line):
            if isinstance(told, Written):
                sheet.orders.append(told)
            elif told[0] == "not understood":
                self._unread(item._replace(text=told[1], power=power))
            else:
                self.remarks.append(Remark(item.line, *told))

    def _gone(self, said: re.Match[str], item: ReportItem) -> bool:
        """Does a line tell where the unit of the order above has gone?"""
        word = said["word"].lower()
        meant = near(word, GONE)
        known = "(" in said["open"] or self.orders.places.get(said["place"]) is not None
        if not meant or not known or bool(said["place"]) != meant.startswith("retreat"):
            return False
        if meant != word:
            self.remarks.append(Remark(item.line, f"{word!r} read as {meant}", item.text))
        return True

    def _retreats(self, driven_out: Written, place: str, item: ReportItem) -> None:
        """Where the unit of the order above went, which was driven out; if anywhere."""
        assert self.sheet is not None, "an order stands under a season"
        assert driven_out.unit is not None, "an order that is kept names its unit"
        phase, power = self.setting.calendar.next(self.sheet.phase), driven_out.issuer
        sheet = self.sheets.setdefault(phase, PhaseSheet(phase, line=item.line))
        unit, told = driven_out.unit, {(p.power, p.at): p.outcomes for p in self.sheet.results}
        if Outcome.DISLODGED not in told.get((power, unit.at), ()):
            said = f"{unit.at} is not marked as dislodged"
            self.remarks.append(Remark(item.line, said, item.text))
        text = f"{unit.kind or ''} {unit.at} {f'R {place}' if place else 'disband'}"
        try:
            order = parse_order(text, self.setting, phase, power, item.line)
        except ArchiveError:
            self._unread(item)
            return
        if _told(sheet, order):
            self._unread(item)
            return
        sheet.orders.append(order)
        done = Outcome.RETREATED if place else Outcome.DISBANDED
        sheet.printed(power, unit.at, done, text=item.text, line=item.line)

    def _not_read(self, item: ReportItem) -> None:
        """What stands behind a power's name: an order that nobody understands is kept; what does
        not look like one is not, for it may be a player's name."""
        if self.orders.is_order(item.text):
            self._unread(item)
        else:
            self.remarks.append(Remark(item.line, "left out, for it is no order", item.text))

    def _unread(self, item: ReportItem) -> None:
        told = f"{item.power}: {item.text}" if item.power else item.text
        if self.sheet is None or RE.mail.search(told):
            why = "it has an address" if self.sheet else "no season is named before"
            self.remarks.append(Remark(item.line, f"left out, for {why}", told))
            return
        self.remarks.append(self.sheet.unread(item.line, told))
        if power := item.power or self.power:
            self.broken.setdefault(self.sheet.phase, set()).add(power)


def _told(sheet: PhaseSheet, order: Written) -> bool:
    """Is there an order for the unit already?"""
    return any(w.issuer == order.issuer and w.home == order.home for w in sheet.orders)
