"""What a report that marks orders one by one tells of a game, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.errors import ArchiveError
from builder.formats.foreign.guesses import guessed, near, places_in
from builder.formats.foreign.judge_orders import DONE, OUTCOMES
from builder.formats.foreign.marked_text import ALONE, NEARLY_LED, ORDER, TAGS, WORD, Item, power_of
from builder.formats.foreign.marked_winter import adjustments
from builder.formats.foreign.reading import Remark, Sheet
from builder.formats.notation import parse_order
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.record import Note

MARKS = {**OUTCOMES, "fails": Outcome.FAILED, "fail": Outcome.FAILED, "failed": Outcome.FAILED}
DUE = re.compile(r"^(?:(?:build|remove)s? \d+|no change)\.?$", re.IGNORECASE)
RETREAT = re.compile(
    r"^\W*(?P<word>[a-z]{5,})\s*(?:to\s+)?(?:the\s+)?(?P<place>[^()]*?)\)?\.?$", re.IGNORECASE
)
GONE = ("retreated", "retreats", "retreat", "disbanded", "destroyed")
FOREIGN = re.compile(r"\((?P<power>[A-Z][a-z]+)\)")
LONGEST = 4


class Report:
    """Takes in lines and keeps the phases that they tell of.

    `explicit` says that what was done is marked as well, so that what is not marked is not told.
    """

    def __init__(self, setting: Setting, press: bool, explicit: bool) -> None:
        self.setting, self.press, self.explicit = setting, press, explicit
        self.sheets: dict[Phase, Sheet] = {}
        self.remarks: list[Remark] = []
        self.sheet: Sheet | None = None
        self.power: Power | None = None
        self.last: Written | None = None
        self.unnamed = False

    def open(self, phase: Phase, line: int) -> None:
        """A heading: what follows belongs to that phase."""
        self.sheet = self.sheets.setdefault(phase, Sheet(phase, line=line))
        self.power = self.last = None

    def take(self, item: Item) -> None:
        """One thing that a line says."""
        if item.phase is not None:
            self.open(item.phase, item.line)
        elif item.alone:
            self.power, self.unnamed = item.power, True
        elif item.power is not None:
            self.power = None
            self._entry(item.power, item)
        elif item.text:
            self._other(item)

    def _other(self, item: Item) -> None:
        """A line that names no power: an order of the one above, the name of a player under a
        power's, which is left out, or prose."""
        if self.last is not None and (gone := RETREAT.match(item.text)) and self._gone(gone, item):
            self._retreats(self.last, gone["place"], item)
        elif self.power is not None and (ORDER.match(item.text) or WORD.search(item.text)):
            self._entry(self.power, item)
        elif head := ALONE.match(item.text):
            self._head(head["power"], item)
        elif led := NEARLY_LED.match(item.text):
            self._led(led["power"], item._replace(text=item.text[led.end() :]), item.text)
        elif self._is_order(item.text):
            self._unread(item)
        elif self.power is not None and self.unnamed:
            self.unnamed = False
        elif self.press and self.sheet is not None:
            self.sheet.notes.append(Note("press", item.text))

    def _head(self, word: str, item: Item) -> None:
        """A word alone on its line: the name of a player, or of a power that is misspelt."""
        if self.power is not None and self.unnamed:
            self.unnamed = False
        elif power := self._meant(word, item):
            self.power, self.unnamed = power, True
        elif item.text.endswith(":"):
            self.power = None
            self.remarks.append(Remark(item.line, "not a power", item.text))

    def _led(self, word: str, item: Item, whole: str) -> None:
        """An order behind a power's name that is misspelt, or without its colon; or what begins
        like one."""
        if power := self._meant(word, item._replace(text=whole)):
            self._entry(power, item)
        elif self._is_order(item.text):
            self._unread(item._replace(text=whole))

    def _meant(self, word: str, item: Item) -> Power | None:
        """The power that a word names, or is most like; what was guessed is told."""
        powers = self.setting.power_names
        power = power_of(word, powers) or power_of(near(word, powers.known), powers)
        if power is not None:
            self.remarks.append(Remark(item.line, f"{word!r} read as {power}", item.text))
        return power

    def _is_order(self, text: str) -> bool:
        """Is a line without a power an order all the same, or marked like one?"""
        if self.sheet is None or not ORDER.match(text):
            return False
        try:
            parse_order(text, self.setting, self.sheet.phase, self.setting.powers[0])
        except ArchiveError:
            return bool(TAGS.search(text) or WORD.search(text))
        return True

    def _entry(self, power: Power, item: Item) -> None:
        """What is told of a power: an order, what it builds and removes, or how many."""
        self.unnamed = False
        sheet = self.sheet
        if sheet is None:
            return
        if DUE.match(item.text):
            sheet.notes.append(Note("notice", f"{power}: {item.text}"))
        elif sheet.phase.step == "adjustments":
            self._adjusts(power, item, sheet)
        else:
            self._order(power, item, sheet)

    def _order(self, power: Power, item: Item, sheet: Sheet) -> None:
        word = WORD.search(item.text)
        bare = TAGS.sub("", item.text[: word.start()] if word else item.text).strip(" .")
        written = self._read(bare, power, item, sheet)
        if written is None or written.unit is None:
            self._not_read(item)
            return
        sheet.orders.append(written)
        self.last = written
        told = [*self._told(item)]
        if not told and (word or not self.explicit):
            told = DONE.get(type(written.order), [])
        if told:
            sheet.printed(power, written.unit.at, *told, text=item.text, line=item.line)

    def _gone(self, said: re.Match[str], item: Item) -> bool:
        """Does a line tell where the unit of the order above has gone?"""
        word = said["word"].lower()
        meant = near(word, GONE)
        if meant and meant != word:
            self.remarks.append(Remark(item.line, f"{word!r} read as {meant}", item.text))
        return bool(meant) and bool(said["place"]) == meant.startswith("retreat")

    def _retreats(self, driven_out: Written, place: str, item: Item) -> None:
        """Where the unit of the order above went, which was driven out; if anywhere."""
        assert self.sheet is not None, "an order stands under a season"
        phase, power = self.setting.calendar.next(self.sheet.phase), driven_out.issuer
        sheet = self.sheets.setdefault(phase, Sheet(phase, line=item.line))
        unit = driven_out.unit
        assert unit is not None, "an order names its unit"
        text = f"{unit.kind or ''} {unit.at} {f'R {place}' if place else 'disband'}"
        try:
            sheet.orders.append(parse_order(text, self.setting, phase, power, item.line))
        except ArchiveError:
            self._unread(item)
            return
        done = Outcome.RETREATED if place else Outcome.DISBANDED
        sheet.printed(power, unit.at, done, text=item.text, line=item.line)

    def _read(self, bare: str, power: Power, item: Item, sheet: Sheet) -> Written | None:
        """An order as it stands there, or as it was most likely meant."""
        plain = FOREIGN.sub(r"\g<power>", bare.replace("->", "-"))
        try:
            return parse_order(plain, self.setting, sheet.phase, power, item.line)
        except ArchiveError:
            if not ORDER.match(bare):
                return None
            guess = guessed(plain, self.setting, sheet.phase, power, item.line)
        if guess is not None:
            self.remarks.append(Remark(item.line, guess[1], item.text))
            return guess[0]
        words = plain.split()
        for end in range(min(len(words), LONGEST + 1), 1, -1):
            try:
                text = f"{' '.join(words[:end])} H"
                held = parse_order(text, self.setting, sheet.phase, power, item.line)
            except ArchiveError:
                continue
            self.remarks.append(sheet.unread(item.line, f"{power}: {bare}"))
            return Written(power, held.unit, held.order, bare, item.line)
        return None

    def _told(self, item: Item) -> Iterator[Outcome]:
        """The marks behind an order."""
        marks = [t.strip() for m in TAGS.finditer(item.text) for t in m["tags"].lower().split(",")]
        if word := WORD.search(item.text):
            marks += [word["word"].lower()] if word["word"] == "FAILS" else []
        for mark in marks:
            known = mark if mark in MARKS else near(mark, MARKS)
            if known != mark:
                told = f"{mark!r} read as {known}" if known else f"unknown result {mark!r}"
                self.remarks.append(Remark(item.line, told, item.text))
            if known:
                yield MARKS[known]

    def _adjusts(self, power: Power, item: Item, sheet: Sheet) -> None:
        for told in adjustments(item.text, self.setting, sheet.phase, power, item.line):
            if isinstance(told, Written):
                sheet.orders.append(told)
            else:
                self.remarks.append(Remark(item.line, *told))

    def _not_read(self, item: Item) -> None:
        """What stands behind a power's name: an order that nobody understands is kept; what names
        neither a unit nor a place is none, but perhaps a player's name."""
        if ORDER.match(item.text) or places_in(item.text, self.setting.board):
            self._unread(item)
        else:
            self.remarks.append(Remark(item.line, "left out, for it is no order", item.text))

    def _unread(self, item: Item) -> None:
        told = f"{item.power}: {item.text}" if item.power else item.text
        if self.sheet is not None:
            self.remarks.append(self.sheet.unread(item.line, told))
