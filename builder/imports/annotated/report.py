"""Reads an annotated report line by line into phases."""

from __future__ import annotations

import re

from builder.errors import ArchiveError
from builder.imports.annotated.orders import AnnotatedOrderReader, adjustments, is_adjustment
from builder.imports.annotated.report_lines import MARKUP, RE, ReportItem, power_of
from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import PhaseSheet
from builder.imports.phase_reports import PhaseReports
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.notation import parse_order
from builder.notation.vocabulary import nothing_came
from builder.record import Note

GONE = ("retreated", "retreats", "retreat", "disbanded", "destroyed")


class AnnotatedReport(PhaseReports):
    """Takes in the items of a report and fills the sheets of its phases.

    `explicit` says that the report also marks orders that were done, so the result of an unmarked
    order is unknown. `broken` are, by phase, the powers whose orders could not all be read.
    `unnamed` is the line of a power's heading that the name of its player may follow, `line` the
    last line.
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
        if known is None or known.orders:
            self.sheets[phase] = PhaseSheet(phase, line=line)
            if known is not None:
                self.twice.append((known, self.sheets[phase]))
        self.sheet = self.sheets[phase]
        self.power = self.last = None

    def take(self, item: ReportItem) -> None:
        """Take in one item of a line."""
        if item.season is not None:
            if item.season.guess:
                self.remark(item.line, item.season.guess, item.text)
            self.open(item.season.phase, item.line)
        elif item.alone and item.power is not None:
            self._head(item.power, item)
        elif item.power is not None:
            if self._is_order(item.text):
                self.power = None
            self._entry(item.power, item)
        else:
            self._other(item)
        self.line = item.line

    def _head(self, power: Power, item: ReportItem) -> None:
        """A power's heading; a word right under one without a colon is its player's name."""
        if self._is_name(item):
            self.unnamed = 0
            self.remark(item.line, "taken for the name of a player, not of a power", item.text)
        else:
            self._begin(power, item)

    def _begin(self, power: Power, item: ReportItem) -> None:
        self.power, self.unnamed, self.last = power, item.line, None

    def _is_name(self, item: ReportItem) -> bool:
        below = self.unnamed and item.line == self.unnamed + 1
        return bool(below) and not item.text.endswith(":")

    def _apart(self, item: ReportItem) -> bool:
        """May a line be a heading: does it end with a colon, or follow an empty line?"""
        return item.text.endswith(":") or item.line > self.line + 1

    def _other(self, item: ReportItem) -> None:
        """A line that names no power: an order of the power above, the name of its player, which
        is left out, or prose."""
        if (
            self.last is not None
            and (gone := RE.retreat.match(item.text))
            and self._left_the_board(gone, item)
        ):
            self._retreats(self.last, gone["place"], item)
        elif self.power is not None and self._is_order(item.text):
            self._entry(self.power, item)
        elif self._is_name(item):
            self.unnamed = 0
        elif not self._led_by_power(item):
            self._prose(item)

    def _is_order(self, text: str) -> bool:
        """Does a line begin like an order, or in Winter like a build or removal?"""
        if self.sheet is not None and self.sheet.phase.step == "adjustments":
            return is_adjustment(text)
        return self.orders.is_order(text) or RE.due.match(text) is not None

    def _led_by_power(self, item: ReportItem) -> bool:
        """Take in a line that begins with a power's name, misspelt or without its colon; False if
        it does not."""
        powers = self.setting.power_names
        led = RE.nearly_led.match(item.text)
        word = led["power"] if led else item.text.strip(MARKUP)
        rest = item.text[led.end() :] if led else ""
        power = power_of(word, powers) or power_of(near(word, powers.known), powers)
        if rest and self._is_order(rest):
            if power is None:
                self._unread(item)
                return True
            if not (led and led["sign"]) and not self.orders.is_whole(rest, power, self.sheet):
                return False
            self.remark(item.line, f"{word!r} read as {power}", item.text)
            self._entry(power, item._replace(text=rest, power=power))
            return True
        if power is not None and not rest and self._apart(item):
            self.remark(item.line, f"{word!r} read as {power}", item.text)
            self._begin(power, item)
            return True
        return False

    def _prose(self, item: ReportItem) -> None:
        """Any other line. An order of no power is reported as not read; a line that may be the
        heading of an unknown power ends the orders of the one above; the rest is press."""
        if self._is_order(item.text):
            self._unread(item)
        elif self.power is not None and RE.title.match(item.text) and self._apart(item):
            self.power = None
            self.remark(item.line, "not a power", item.text)
        elif self.press and self.sheet is not None:
            self.sheet.notes.append(Note("press", item.text))

    def _entry(self, power: Power, item: ReportItem) -> None:
        """An entry of a power: an order, its builds and removals, or their number."""
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
        order = self.orders.read(power, item, sheet)
        for guess in order.guesses:
            self.remark(item.line, guess, item.text)
        if not order.whole:
            self._not_read(item._replace(power=power))
        written = order.written
        if written is None or written.unit is None:
            return
        unit, again = written.unit, _is_ordered(sheet, written)
        sheet.orders.append(written)
        self.last = written
        if again:
            self.remark(item.line, "a second order for the unit", item.text)
        elif order.outcomes:
            sheet.printed(power, unit.at, *order.outcomes, text=item.text, line=item.line)
        if unit.kind is None:
            self.broken.setdefault(sheet.phase, set()).add(power)

    def _adjusts(self, power: Power, item: ReportItem, sheet: PhaseSheet) -> None:
        orders = ForeignOrders(self.setting, sheet.phase, power, item.line)
        for found in adjustments(item.text, orders):
            if isinstance(found, Written):
                sheet.orders.append(found)
            elif found[0] == "not understood":
                self._unread(item._replace(text=found[1], power=power))
            else:
                self.remark(item.line, *found)

    def _left_the_board(self, said: re.Match[str], item: ReportItem) -> bool:
        """Does a line say where the unit of the order above retreated, or that it disbanded?"""
        word = said["word"].lower()
        meant = near(word, GONE)
        known = "(" in said["open"] or self.orders.places.get(said["place"]) is not None
        if not meant or not known or bool(said["place"]) != meant.startswith("retreat"):
            return False
        if meant != word:
            self.remark(item.line, f"{word!r} read as {meant}", item.text)
        return True

    def _retreats(self, driven_out: Written, place: str, item: ReportItem) -> None:
        """Add the retreat of the unit of the order above, or its disbanding without a `place`."""
        assert self.sheet is not None, "an order stands under a season"
        assert driven_out.unit is not None, "an order that is kept names its unit"
        phase, power = self.setting.calendar.next(self.sheet.phase), driven_out.issuer
        sheet = self.sheet_of(phase, item.line)
        unit = driven_out.unit
        if Outcome.DISLODGED not in self.sheet.said(driven_out):
            self.remark(item.line, f"{unit.at} is not marked as dislodged", item.text)
        text = f"{unit.kind or ''} {unit.at} {f'R {place}' if place else 'disband'}"
        try:
            order = parse_order(text, self.setting, phase, power, item.line)
        except ArchiveError:
            self._unread(item)
            return
        if _is_ordered(sheet, order):
            self._unread(item)
            return
        sheet.orders.append(order)
        done = Outcome.RETREATED if place else Outcome.DISBANDED
        sheet.printed(power, unit.at, done, text=item.text, line=item.line)

    def _not_read(self, item: ReportItem) -> None:
        """A text after a power's name that is not an order. If it looks like one it is kept as a
        note; other text is not, for it may be a player's name."""
        if self.orders.is_order(item.text):
            self._unread(item)
        else:
            self.remark(item.line, "left out, for it is not an order", item.text)

    def _unread(self, item: ReportItem) -> None:
        text = f"{item.power}: {item.text}" if item.power else item.text
        if self.sheet is None or RE.mail.search(text):
            why = "it has an address" if self.sheet else "no season is named before"
            self.remark(item.line, f"left out, for {why}", text)
            return
        self.unread(self.sheet, item.line, text)
        if power := item.power or self.power:
            self.broken.setdefault(self.sheet.phase, set()).add(power)


def _is_ordered(sheet: PhaseSheet, order: Written) -> bool:
    """Does the unit have an order already?"""
    return any(w.issuer == order.issuer and w.home == order.home for w in sheet.orders)
