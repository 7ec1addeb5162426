"""Reads the report under one heading of a zine: the orders in the entry of each power."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.imports.foreign_game import PhaseSheet, unread_note
from builder.imports.importer import Remark
from builder.imports.zine.entry_items import EntryItem, EntryItems, says_more, units_apart
from builder.imports.zine.house import RE
from builder.imports.zine.order_marks import (
    STANDING,
    MarkMeaning,
    ends_in_capitals,
    in_capitals,
    unmark,
)
from builder.imports.zine.orders import OrderHead, ZineOrder, ZineOrderReader
from builder.imports.zine.season_text import PowerEntry, ZineSeason
from builder.model.orders import Build, Move, Remove, Retreat, UnitRef, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.units import Location, Power, Unit
from builder.record import NOT_UNDERSTOOD, Note

NUMBERS = ("one", "two", "three", "four", "five", "six")


def number_of(written: str) -> int:
    """The number of `two` or `2`; a number that is unlikely in a year counts as one."""
    number = int(written) if written.isdigit() else 1 + NUMBERS.index(written.lower())
    return number if number <= len(NUMBERS) else 1


class OpenRetreat(NamedTuple):
    """A retreat of which only the unit is printed: `R a bel-???`."""

    power: Power
    at: Location
    text: str
    line: int


@dataclass
class ZineReport:
    """Everything under one heading; a bare unit among orders is one to hold. `earlier` and `built`
    are retreats and adjustments before its orders, `corrections` orders under the name of an
    earlier season, `driven` dislodged units with their retreats, `open_retreats` those whose goal
    is not printed. `gone` are powers without units,
    `partial` those with units that could not be read, `open_lists` those whose list ends with a
    comma, `added` those whose builds are beside
    earlier ones (`also builds`); `unread_orders` are notes on orders that were not read,
    `half_read` the powers with an order that was read in part only; `has_unread_retreat` says that
    there are such retreats; `notes` have all other texts."""

    season: ZineSeason
    order_reader: ZineOrderReader
    orders: list[ZineOrder] = field(default_factory=list)
    retreats: list[ZineOrder] = field(default_factory=list)
    driven: list[ZineOrder] = field(default_factory=list)
    open_retreats: list[OpenRetreat] = field(default_factory=list)
    adjustments: list[Written] = field(default_factory=list)
    earlier: list[ZineOrder] = field(default_factory=list)
    built: list[Written] = field(default_factory=list)
    corrections: list[tuple[str, ZineOrder]] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    gone: set[Power] = field(default_factory=set)
    partial: set[Power] = field(default_factory=set)
    open_lists: dict[Power, EntryItem] = field(default_factory=dict)
    added: set[Power] = field(default_factory=set)
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread_orders: list[Note] = field(default_factory=list)
    half_read: set[Power] = field(default_factory=set)
    has_unread_retreat: bool = False

    def remark(self, line: int, message: str, excerpt: str = "") -> None:
        """Report a guess, or something odd."""
        self.remarks.append(Remark(line, message, excerpt))

    def keep_unread(self, line: int, power: Power, text: str, why: str = "not understood") -> None:
        """Keep a text that could not be read as a note, and report it."""
        self.notes.append(unread_note(f"{power}: {text}" if power else text, line))
        self.remark(line, why, text)

    def _without_italics(self) -> None:
        """Take back that supports were given, if italics mark no failures: most moves that failed,
        by their capitals, are not in italics."""
        failed = [printed.failed for printed in self.orders if Outcome.FAILED in printed.outcomes]
        if not failed or 2 * sum(failed) >= len(failed):
            return
        given = frozenset({Outcome.GIVEN})
        self.orders = [
            printed._replace(outcomes=printed.outcomes - given) for printed in self.orders
        ]
        text = "failed moves are not in italics, so it is not known which supports were given"
        self.remark(self.season.line, text)

    def part_retreats(self, sheet: PhaseSheet | None) -> None:
        """Put aside the retreats among orders printed again after a movement. Moves of units that
        it dislodged are retreats printed without `R`."""
        if self.season.is_repair:
            return
        refuges = {(p.power, p.at): p.options or () for p in sheet.results} if sheet else {}
        orders = self.orders
        self.orders = []
        for printed in orders:
            if isinstance(printed.order, Move) and printed.order.to in refuges.get(
                (printed.power, printed.unit.at), ()
            ):
                done = frozenset({Outcome.RETREATED})
                self.retreats.append(
                    printed._replace(order=Retreat(printed.order.to), outcomes=done)
                )
                self.remark(printed.line, "read as a retreat", printed.text)
            elif isinstance(printed.order, Retreat):
                self.retreats.append(printed)
            else:
                self.orders.append(printed)

    def take_set_up(self) -> None:
        """Take the builds as a list of the units at the start."""
        built = [(w.issuer, w.order) for w in self.adjustments if isinstance(w.order, Build)]
        self.units += [Unit(power, order.kind, order.at) for power, order in built]
        self.adjustments.clear()
        self.remark(self.season.line, "builds before any orders: taken as the set-up")

    def position(self) -> list[Unit]:
        """The printed units, and those that their powers built or retreated in the same report. A
        list that also names powers without units is complete by itself."""
        gone = {w.order.at.province for w in self.adjustments if isinstance(w.order, Remove)}
        taken = {unit.at.province for unit in self.units} | gone
        valid = (w for w in self.adjustments if not RE.refused.search(w.text))
        built = ((w.issuer, w.order) for w in valid if isinstance(w.order, Build))
        come = [Unit(power, order.kind, order.at) for power, order in built]
        come += [
            Unit(printed.power, printed.unit.kind, printed.order.to)
            for printed in self.retreats
            if isinstance(printed.order, Retreat) and printed.unit.kind and not printed.failed
        ]
        shown = {unit.power for unit in self.units if not self.gone}
        units = list(dict.fromkeys(self.units))
        if len(units) < len(self.units):
            self.remark(self.season.line, "a unit is twice in a list; counted once")
        return units + [u for u in come if u.power in shown and u.at.province not in taken]

    def __post_init__(self) -> None:
        season = self.season
        self.moving = season.is_movement
        if season.guess:
            self.remark(season.line, season.guess)
        self.notes += [Note("notice", text) for text in season.notices]
        for line, text in season.stray:
            self.keep_unread(line, Power(""), text)
        for entry in season.entries:
            if entry.guess:
                self.remark(entry.line, entry.guess, entry.text)
            if entry.power:
                self._entry(entry)
            elif entry.text.strip():
                self.keep_unread(entry.line, entry.power, entry.text)
        if self.order_reader.capitals:
            self._without_italics()

    def _entry(self, entry: PowerEntry) -> None:
        """Take in the entry of one power."""
        orders = len(self.orders)
        retreats = len(self.retreats)
        built = len(self.adjustments)
        reading = EntryItems(entry, self.order_reader, self.moving)
        self.remarks += reading.remarks
        for item in reading.items:
            self._item(item, entry.power)
        self._waive(entry.power, [item for item in reading.items if item.kind == "waived"])
        if self.moving and len(self.orders) > orders:  # the rest was made before these
            self.earlier += self.retreats[retreats:]
            self.built += self.adjustments[built:]
            del self.retreats[retreats:], self.adjustments[built:]

    def _item(self, item: EntryItem, power: Power) -> None:
        match item.kind:
            case "order" | "correction" | "lost":
                self._take_orders(item, power)
            case "retreat":
                self._take_retreat(item, power)
            case "unit":
                self._list_units(item, power)
            case "build" | "removal":
                self._adjust(item, power)
            case "conditional":
                self.keep_unread(item.line, power, item.text, "depends on a condition")
            case _:
                self._statement(item, power)

    def _statement(self, item: EntryItem, power: Power) -> None:
        """Take in what is said of a power as a whole."""
        match item.kind:
            case "gone":
                self.gone.add(power)
            case "absent":
                self.nmr.append(power)
            case "standby":
                self.standby[power] = item.text
            case "also":
                self.added.add(power)
            case "open list":
                self.open_lists[power] = item
            case "notice":
                source = f"#{self.season.issue}"
                self.notes.append(Note("notice", f"{power}: {item.text}", source=source))

    def _take_orders(self, item: EntryItem, power: Power) -> None:
        for order in self._read(item, power):
            if item.kind == "correction":
                self.corrections.append((item.season, order))
            elif item.kind == "lost":
                self.driven.append(order)
            else:
                self.orders.append(order)

    def _waive(self, power: Power, statements: list[EntryItem]) -> None:
        """Take in the builds that a power waived. `PLAYS TWO SHORT` says how many they are in all,
        also beside other words (`waives build, PLAYS ONE SHORT`); else each statement is one."""
        if not statements:
            return
        text = ", ".join(statement.text for statement in statements)
        short = RE.plays_short.search(text)
        number = 0
        for statement in statements:
            counted = RE.waived_number.search(statement.text)
            number += number_of(counted["number"]) if counted else 1
        if short:
            number = number_of(short["number"])
        for _ in range(number):
            self.adjustments.append(Written(power, None, Waive(), text, statements[0].line))

    def _take_retreat(self, item: EntryItem, power: Power) -> None:
        """Take in a retreat; one whose goal is not known yet (`R a bel-???`) waits for a report."""
        waiting = RE.open_retreat.fullmatch(item.text)
        head = self.order_reader.unit(waiting["unit"]) if waiting else None
        if head is not None:
            self.open_retreats.append(OpenRetreat(power, head.at, item.text, item.line))
            return
        order = self.order_reader.retreat(item.text, item.italic)
        if order is None or order.doubtful:
            why = order.guess if order else "not understood"
            self.keep_unread(item.line, power, item.text, why)
            self.has_unread_retreat = True
        elif order.guess:
            self.remark(item.line, order.guess, item.text)
        if order is None:
            return
        if order.doubtful:
            self.half_read.add(power)
        text = "R " + " ".join(item.text.split()).rstrip(".")
        self.retreats.append(order._replace(power=power, text=text, line=item.line))

    def _read(self, item: EntryItem, power: Power) -> Iterator[ZineOrder]:
        """An order, and the orders of the units printed within it that help it."""
        line = item.line
        order = self.order_reader.read(item.text, item.italic)
        if order is None or order.doubtful:
            self.unread_orders.append(unread_note(f"{power}: {item.text}", line))
            self.remark(line, order.guess if order else "not understood", item.text)
        elif order.guess:
            self.remark(line, order.guess, item.text)
            if order.left_out:
                text = f"{NOT_UNDERSTOOD}{power}: {order.left_out}"
                self.unread_orders.append(Note("notice", text, source=f"line {line}"))
        if order is None:
            return
        if order.doubtful:
            self.half_read.add(power)
        text = " ".join(item.text.split()).rstrip(".")
        yield order._replace(power=power, text=text, line=line)
        for helper in order.helpers:
            written = f"{helper.unit} {helper.how} {helper.whom or text}"
            help_order = self.order_reader.helping(helper, order)
            if help_order:
                yield help_order._replace(power=power, text=written, line=line)
            else:
                self.keep_unread(line, power, written)

    def _list_units(self, item: EntryItem, power: Power) -> None:
        """Take in units of a position, without their comments."""
        text = item.text
        if self._is_dislodged(text):
            self.driven += self._read(item._replace(italic=True), power)
            return
        reader = self.order_reader
        listed = reader.unit(unmark(text).text)
        if listed and listed.kind and reader.is_whole(text) and says_more(text, reader):
            self._list_order(listed, item, power)
            return
        for piece in units_apart(RE.parentheses.sub(" ", text)):
            head = reader.unit(RE.and_around.sub("", piece))
            if head is not None and head.kind:
                self.units.append(Unit(power, head.kind, head.at))
            if head is None or head.rest.strip(" !?").lower() not in STANDING | {""}:
                self.partial.add(power)
                self.keep_unread(item.line, power, piece)

    def _list_order(self, head: OrderHead, item: EntryItem, power: Power) -> None:
        """Take in the unit of an order that stands in a list of units. Its place in capitals is
        where it is; without capitals that is not known."""
        kind = head.kind
        if kind is None:
            return
        order = self.order_reader.read(item.text, italic=False)
        goal = order.order.to if order and isinstance(order.order, Move) else None
        goes = ends_in_capitals(unmark(item.text).text)
        stays = in_capitals(head.written)
        at = goal if goal and goes and not stays else head.at
        self.units.append(Unit(power, kind, at))
        if self.order_reader.capitals and (goes or stays):
            message = f"an order in a list of units: {kind} {at} is there"
            self.remark(item.line, message, item.text)
        else:
            text = f"{item.text} (an order in a list of units)"
            self.keep_unread(item.line, power, text)

    def _is_dislodged(self, text: str) -> bool:
        """Is an item of a list marked as a dislodged unit, which stands there no longer?"""
        marks = MarkMeaning(unmark(text).marks, self.order_reader.places)
        return Outcome.DISLODGED in marks.outcomes and len(units_apart(text)) == 1

    def _adjust(self, item: EntryItem, power: Power) -> None:
        """Take in builds or removals."""
        verb = "bld" if item.kind == "build" else "rem"
        pieces = units_apart(RE.parentheses.sub(" ", item.text))
        if len(pieces) > 1 and RE.either.search(item.text):
            self.keep_unread(item.line, power, f"{verb} {item.text}", "which of several?")
            return
        for piece in pieces:
            written = f"{verb} {item.text if len(pieces) == 1 else piece}"
            bare = RE.and_around.sub("", piece).strip()
            head = self.order_reader.unit(bare)
            order = self._adjustment(item, bare, head)
            if order is None:
                self.keep_unread(item.line, power, written)
                continue
            ref = UnitRef(head.at, head.kind) if head else UnitRef(order.at)
            self.adjustments.append(Written(power, ref, order, written, item.line))
            if head and any(len(word) > 1 for word in RE.any_word.findall(head.rest)):
                self.remark(item.line, "left out", head.rest)

    def _adjustment(
        self, item: EntryItem, text: str, head: OrderHead | None
    ) -> Build | Remove | None:
        """The build or removal of a unit; `rem vie` has only its place."""
        at = head.at if head else self.order_reader.places.get(text)
        if item.kind == "build" and head is None:
            return None
        if item.kind == "build" and head and head.kind:
            return Build(head.kind, head.at)
        return Remove(at) if at is not None else None
