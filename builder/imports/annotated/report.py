"""Reads an annotated report line by line into phases.

Orders have their results behind them (`A Mar - Pie (*bounce*)`, `A Bud to Tri  FAILS`). Builds and
removals are a list of a power: `B F Ank, A Con`, `R F Lvn (defaults)`, `waive`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.imports.annotated.report_lines import MARKS, MARKUP, RE, alone, heading, power_of
from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.phase_reports import DONE, DONE_AS, TAGS, tags
from builder.model.calendar import FIRST, Phase
from builder.model.names import Names
from builder.model.orders import Convoy, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.headings import read_heading, says_no_orders
from builder.record import Note

LONGEST_ORDER = 8  # words of a line that may be an order, although it does not look like one
GONE = ("retreated", "retreats", "retreat", "disbanded", "destroyed")


class ReportItem(NamedTuple):
    """One part of a line: an entry of a power or its heading, or with an empty one other text."""

    line: int
    text: str
    power: Power = Power("")


def items(number: int, text: str, powers: Names) -> Iterator[ReportItem]:
    """The entries of powers in a line, which may be several, and other text."""
    leads = list(_leads(powers).finditer(text))
    ends = [lead.start() for lead in leads] + [len(text)]
    if ends[0]:
        yield ReportItem(number, text[: ends[0]].strip())
    for lead, end in zip(leads, ends[1:], strict=True):
        entry = text[lead.end() : end].strip()
        yield ReportItem(number, entry, power_of(lead["power"], powers))


@lru_cache(maxsize=8)
def _leads(powers: Names) -> re.Pattern[str]:
    """A pattern for the name of a power and a colon before its entry."""
    names = sorted(map(re.escape, powers.shown.values()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?P<power>{'|'.join(names)})\s*:\s*(?=\S)", re.IGNORECASE)


class AnnotatedReport(ForeignGame):
    """Takes in a report and fills the sheets of its phases. If it is `explicit`, it also marks
    orders that were done, so the result of an unmarked one is unknown. `unnamed` is the line of a
    power's heading that the name of its player may follow, `line` the last line, `ordered` the last
    one with an order. `nameless` are the words behind a power's name that may be a player's,
    `illegible` signs there that may stand for an order. `names` are the lines below the `headings`
    of powers that were taken for players' names, each with its phase."""

    def __init__(self, setting: Setting, press: bool, explicit: bool) -> None:
        super().__init__(setting, press)
        self.explicit = explicit
        self.sheet: PhaseSheet | None = None
        self.last: Written | None = None
        self.power = Power("")
        self.unnamed = 0
        self.line = 0
        self.ordered = 0
        self.nameless: list[ReportItem] = []
        self.illegible: ReportItem | None = None
        self.names: list[tuple[ReportItem, PhaseSheet]] = []
        self.headings = 0

    def open(self, phase: Phase, line: int) -> None:
        """A heading: what follows belongs to that phase."""
        self._settle_signs(order_follows=True)
        self.sheet = self.begin(phase, line)
        self.power = Power("")
        self.last = None

    def read(self, text: str) -> None:
        """Take in all lines."""
        powers = self.setting.power_names
        for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
            for shown in RE.run_on.sub(r"\1\n\2", " ".join(raw.split())).split("\n"):
                if head := heading(shown):
                    phase, guess = head
                    if guess:
                        self.remark(number, guess, shown)
                    self.open(phase, number)
                elif power := alone(shown, powers):
                    self._head(ReportItem(number, shown, power))
                    self._only_signs(shown, number, power)
                else:
                    self._take(items(number, shown, powers))
                self.line = number if shown else self.line
        self._settle_signs(order_follows=True)
        self._settle_names()

    def _settle_names(self) -> None:
        """Report the lines taken for players' names as orders that cannot be read, if most powers
        have no name below them."""
        if 2 * len(self.names) >= self.headings:
            return
        for item, sheet in self.names:
            if _is_prose(item.text) or RE.mail.search(item.text):
                continue
            text = f"{item.power}: {item.text}"
            self.unread(sheet, item.line, text, order=True, power=item.power)

    def _take(self, line: Iterable[ReportItem]) -> None:
        """Take in the parts of a line. A power's name before an order leads that order only; before
        other words it leads the lines below as well."""
        for item in line:
            if item.power:
                is_order = self._is_order(item.text)
                self._settle_signs(order_follows=is_order)
                self.power = Power("") if is_order else item.power
                self._entry(item)
            else:
                self._settle_signs(order_follows=False)
                self._other(item)

    def _head(self, item: ReportItem) -> None:
        if self._is_name(item):
            self.unnamed = 0
            self.remark(item.line, "taken for the name of a player, not of a power", item.text)
        else:
            self.power = item.power
            self.headings += 1
            self.unnamed = item.line
            self.last = None
            self.ordered = item.line

    def _only_signs(self, line: str, number: int, power: Power) -> None:
        """Remember signs behind a power's name: they adorn a heading, or stand for an order."""
        _, _, signs = line.partition(":")
        if signs.strip() and not _has_letters(signs):
            self.illegible = ReportItem(number, signs.strip(), power)

    def _settle_signs(self, order_follows: bool) -> None:
        """Report signs behind a power's name as an order that cannot be read, if the next order
        stands behind a power's name as well: so these are no headings."""
        if self.illegible is not None and order_follows:
            self._unread(self.illegible)
        self.illegible = None

    def _is_name(self, item: ReportItem) -> bool:
        """Is it a player's name: a word right under a power's heading, without a colon?"""
        below = 0 < self.unnamed == item.line - 1
        is_order = RE.verb.search(item.text) or TAGS.search(item.text)
        return below and not item.text.endswith(":") and not is_order

    def _apart(self, item: ReportItem) -> bool:
        """May a line be a heading: does it end with a colon, or follow an empty line?"""
        return item.text.endswith(":") or item.line > self.line + 1

    def _other(self, item: ReportItem) -> None:
        """A line that does not begin with a power and a colon: an order of the power above, the
        name of its player, another heading, or press."""
        if self._left_the_board(item):
            return
        if self.power and self._is_order(item.text):
            self._entry(item._replace(power=self.power))
        elif self._is_name(item):
            self.unnamed = 0
            self.ordered = item.line
            if self.sheet is not None:
                self.names.append((item._replace(power=self.power), self.sheet))
        elif self._led_by_power(item) or self._headed(item):
            return
        elif self._is_order(item.text) or RE.beside_order.match(item.text):
            self._unread(item)
        else:
            self._words(item)

    def _headed(self, item: ReportItem) -> bool:
        """Take in a line that begins with a power's name in other words; False for other lines.
        Whatever the line says, it ends the orders of the power above."""
        head = read_heading(item.text, self.setting)
        if head is None or (_is_prose(item.text) and not head.silent):
            return False
        of_one_power = head.understood and len(head.powers) == 1
        self.power = head.powers[0] if of_one_power else Power("")
        self.unnamed = 0
        self.ordered = item.line
        if head.silent and self.sheet is not None:
            self.sheet.nmr += head.powers
        elif not head.understood:
            self.remark(item.line, "not understood; what follows is of no power", item.text)
        elif head.rest:
            self._entry(item._replace(text=head.rest, power=head.powers[0]))
        return True

    def _words(self, item: ReportItem) -> None:
        """A line that is no order: one that cannot be read, if it stands among the orders of a
        power and is no sentence; the heading of an unknown power; or press."""
        sheet = self.sheet
        titled = RE.title.match(item.text) is not None
        is_next = item.line == self.ordered + 1 or TAGS.search(item.text) is not None
        below_order = self.power and is_next and not _is_prose(item.text)
        moving = sheet is not None and sheet.phase.step == "movement"
        if sheet is not None and below_order and (moving or not titled):
            self.ordered = item.line
            text = f"{self.power}: {item.text}"
            self.unread(sheet, item.line, text, order=True, power=self.power)
        elif self.power and self._apart(item) and titled:
            self.power = Power("")
            self.remark(item.line, "not a power", item.text)
        elif self.press and sheet is not None:
            sheet.notes.append(Note("press", item.text))

    def _is_order(self, text: str) -> bool:
        """Does a line begin like an order, or in Winter like a build or removal?"""
        if self.sheet is not None and self.sheet.phase.step == "adjustments":
            return bool(RE.adjusts.match(text) or RE.waived.match(text))
        return self._orders_unit(text) or RE.due.match(text) is not None

    def _orders_unit(self, text: str) -> bool:
        """Does a text begin with a unit at a known place, or with a unit and a verb?"""
        bare = TAGS.sub("", RE.result_word.sub("", RE.signs.sub("", text)))
        verb = RE.verb.search(bare)
        if RE.order.match(bare) and (verb or _unit(bare, self._grammar(Power("")))):
            return True
        return verb is not None and self.places.get(bare[: verb.start()].strip()) is not None

    def _grammar(self, power: Power, line: int = 0) -> ForeignOrders:
        return ForeignOrders(self.setting, self.sheet.phase if self.sheet else FIRST, power, line)

    def _led_by_power(self, item: ReportItem) -> bool:
        """Take in a line led by a power's name, misspelt or without its colon; False for others."""
        powers = self.setting.power_names
        led = RE.nearly_led.match(item.text)
        word = led["power"] if led else item.text.strip(MARKUP)
        rest = item.text[led.end() :] if led else ""
        power = power_of(word, powers) or power_of(near(word, powers.known), powers)
        if rest and not self._is_order(rest):
            return False
        if rest and not power:
            self._unread(item)
            return True
        unsure = led and not led["sign"] and power and not self._grammar(power).parsed(_plain(rest))
        if not power or (unsure if rest else not self._apart(item)):
            return False
        self.remark(item.line, f"{word!r} read as {power}", item.text)
        if rest:
            self._entry(item._replace(text=rest, power=power))
        else:
            self._head(item._replace(power=power))
        return True

    def _entry(self, item: ReportItem) -> None:
        """An entry of a power: an order, its builds and removals, or their number."""
        self.unnamed = 0
        sheet = self.sheet
        self.ordered = item.line
        if sheet is None:
            self._unread(item)
        elif RE.due.match(item.text):
            sheet.notes.append(Note("notice", f"{item.power}: {item.text}"))
        elif says_no_orders(item.text):
            sheet.nmr.append(item.power)
        else:
            read = self._adjustments if sheet.phase.step == "adjustments" else self._order
            read(item, self._grammar(item.power, item.line), sheet)

    def _order(self, item: ReportItem, grammar: ForeignOrders, sheet: PhaseSheet) -> None:
        written, outcomes, whole = self._read(item, grammar)
        unit = written.unit if written else None
        if not (whole and unit) and self._orders_unit(item.text):
            self._unread(item)
        elif not (whole and unit):
            self._no_order(item)
        if written is None or unit is None:
            return
        for nameless in self.nameless:  # an order of the same power follows: it was none either
            if (nameless.power, nameless.line) == (item.power, self.line):
                self._unread(nameless)
        self.nameless = []
        self.last = written
        if self.add(sheet, written) and outcomes and whole:
            sheet.printed(written.issuer, unit.at, *outcomes, text=item.text, line=item.line)
        if unit.kind is None:
            self.unread_powers[sheet.phase].add(written.issuer)

    def _no_order(self, item: ReportItem) -> None:
        """Words behind a power's name that are no order: one that cannot be read, if it stands
        among orders of that power, else perhaps the name of a player."""
        last = self.last
        among = last is not None and (last.issuer, last.line) == (item.power, self.line)
        if among and not _is_prose(item.text):
            self._unread(item)
            return
        self.remark(item.line, "left out, for it is not an order", item.text)
        self.nameless = [] if _is_prose(item.text) else [item]

    def _read(
        self, item: ReportItem, grammar: ForeignOrders
    ) -> tuple[Written | None, list[Outcome], bool]:
        """An order (a hold if only its unit is read), its outcomes, and whether it is whole."""
        marks = tags(item.text)
        word = RE.result_word.search(item.text)
        if word and word["word"][0] in "Ff":
            marks.append(word["word"].lower())
        meant = {mark: mark if mark in MARKS else near(mark, MARKS) for mark in marks}
        outcomes = [MARKS[result] for result in meant.values() if result]
        whole = all(meant.values())
        guesses = []
        for mark, result in meant.items():
            if result != mark:
                guess_at = f"{mark!r} read as {result}" if result else f"unknown result {mark!r}"
                guesses.append(guess_at)
        plain = _plain(item.text)
        written = grammar.parsed(plain)
        if written is None and RE.order.match(plain) and (guess := grammar.guessed(plain)):
            written = guess.written
            more = guess.guess
            guesses.append(more)
            doubted = RE.doubted.search(more) and not (outcomes and "fail" in more.lower())
            whole = whole and not doubted
        elif written is None:
            return _unit(plain, grammar), [], False
        for guessed in guesses:
            self.remark(item.line, guessed, item.text)
        if not outcomes and (word or not self.explicit):
            done = DONE_AS if word and isinstance(written.order, Convoy) else DONE
            outcomes = done.get(type(written.order), [])
        return written, outcomes, whole

    def _adjustments(self, item: ReportItem, grammar: ForeignOrders, sheet: PhaseSheet) -> None:
        verb = ""
        rest = item.text
        while rest:
            first, _, others = rest.partition(",")
            piece = first.strip()
            adjustment = RE.adjusts.match(RE.default.sub("", piece))
            if adjustment and adjustment["verb"]:
                verb = adjustment["verb"][:1].upper()
            if waived := RE.waived.match(piece):
                for _ in range(int(waived["many"] or 1)):
                    sheet.orders.append(Written(grammar.power, None, Waive(), piece, item.line))
            elif adjustment and verb:
                shape = "Build {}" if verb == "B" else "Remove {}"
                self._adjustment(shape, adjustment["unit"], item, grammar, sheet)
            else:
                self.remark(item.line, "left out", rest)
                return
            rest = others.strip()

    def _adjustment(
        self, shape: str, unit: str, item: ReportItem, grammar: ForeignOrders, sheet: PhaseSheet
    ) -> None:
        """One build or removal; the shape is the order with a gap for its unit."""
        text = shape.format(unit)
        if beginning := grammar.beginning(shape, unit):
            written, left_out = beginning
            self.add(sheet, written)
            if left_out:
                self.remark(item.line, "left out", left_out)
        elif guess := grammar.guessed(text):
            self.add(sheet, guess.written)
            self.remark(item.line, guess.guess, text)
        else:
            self._unread(item._replace(text=text))

    def _left_the_board(self, item: ReportItem) -> bool:
        """Take in where the last ordered unit retreated, or its disbanding; False for others."""
        retreat = RE.retreat.match(item.text)
        last = self.last
        moves = self.sheet
        if retreat is None or last is None or last.unit is None or moves is None:
            return False
        word = retreat["word"].lower()
        place = retreat["place"]
        meant = near(word, GONE)
        is_certain = "(" in retreat["open"] or self.places.get(place) is not None
        if not meant or not is_certain or bool(place) != meant.startswith("retreat"):
            return False
        if meant != word:
            self.remark(item.line, f"{word!r} read as {meant}", item.text)
        if Outcome.DISLODGED not in moves.said(last):
            self.remark(item.line, f"{last.unit.at} is not marked as dislodged", item.text)
        self.ordered = item.line
        phase = self.setting.calendar.next(moves.phase)
        unit = last.unit
        text = f"{unit.kind or ''} {unit.at} {f'R {place}' if place else 'disband'}"
        order = ForeignOrders(self.setting, phase, last.issuer, item.line).parsed(text)
        sheet = self.sheet_of(phase, item.line)
        if order is None:
            self._unread(item)
        elif self.add(sheet, order):
            done = Outcome.RETREATED if place else Outcome.DISBANDED
            sheet.printed(order.issuer, unit.at, done, text=item.text, line=item.line)
        return True

    def _unread(self, item: ReportItem) -> None:
        text = f"{item.power}: {item.text}" if item.power else item.text
        if self.sheet is None or RE.mail.search(text):
            why = "it has an address" if self.sheet else "no season is named before"
            self.remark(item.line, f"left out, for {why}", text)
            return
        power = item.power or self.power
        self.unread(self.sheet, item.line, text, order=not _is_prose(item.text), power=power)


def _is_prose(text: str) -> bool:
    """Is a line a sentence, or too long for an order?"""
    ends = text[-1:] in (".", "!", "?") and _has_letters(text)
    return ends or len(text.split()) > LONGEST_ORDER


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _unit(text: str, orders: ForeignOrders) -> Written | None:
    """A hold of the unit with which a text begins."""
    hold, _ = orders.beginning("{} H", text) or (None, "")
    return hold and Written(orders.power, hold.unit, hold.order, text, orders.line)


def _plain(text: str) -> str:
    """An order without its marks, in a form that the notation reads."""
    bare = TAGS.sub("", RE.result_word.sub("", text)).strip(" .")
    return RE.foreign.sub(r"\g<power>", bare.replace("->", "-"))
