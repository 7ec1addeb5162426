"""Reads the report under one heading of a zine: the orders in the entry of each power.

AUSTRIA (Davis for Allen): a bud-SER, a vie h      England - F Eng-Mid - bounce
Turkey disbands a alb.                             <i>Austria</i> Harry Andurschak ([email])
<i>Russia</i> F StP (sc) H, A Mos S F StP (sc)       AUSTRIA - Allen: a vie-GAL
AUS: a vie-GAL                                       AUSTRIA, and under it: a vie-GAL
"""

from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from builder.imports.foreign_game import PhaseSheet, unread_note
from builder.imports.importer import SEASONS, Remark
from builder.imports.zine.house import RE, house
from builder.imports.zine.orders import (
    STANDING,
    UNSURE,
    Head,
    MarkMeaning,
    ZineOrder,
    ZineOrderReader,
    ends_in_capitals,
    in_capitals,
    unmark,
)
from builder.imports.zine.printed_text import PrintedText, concatenated
from builder.imports.zine.season_text import PowerEntry, ZineSeason
from builder.model.orders import Build, Move, Order, Remove, Retreat, UnitRef, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.units import Location, Power, Unit
from builder.record import NOT_UNDERSTOOD, Note

LONGEST = 100
SHOWN = 8  # characters of one order, and of its beginning
AGAIN = "again: "  # a mode: orders of an earlier season, whose name follows
NUMBERS = ("one", "two", "three", "four", "five", "six")
NOTHING = frozenset({"none", "out", "no units", "nothing"})


class OrderItem(NamedTuple):
    """One order or note of a power's entry; `italic` if it is in italics or another typeface that
    marks orders, `closes` if a semicolon or full stop follows."""

    text: str
    italic: bool
    closes: bool = False


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


def items(printed: PrintedText, faces: Collection[str]) -> Iterator[OrderItem]:
    """Cut an entry at commas and semicolons outside parentheses, and at full stops before orders.
    An item is italic if most letters before a parenthesis are in one of the `faces` (i, u, b)."""
    plain = printed.text
    slanted = printed.marked(faces)
    start = 0
    beside = {i for m in RE.bracketed.finditer(plain) for i in range(*m.span())}
    for i, sign in enumerate(plain + ";"):
        stops = sign in ".!" and RE.next_sentence.match(plain, i + 1) is not None
        if (sign in ",;" or stops) and i not in beside:
            head = plain[start:i].partition(" (")[0]
            letters = [slanted[start + at] for at, c in enumerate(head) if c.isalpha()]
            closes = sign != "," and i < len(plain)
            if piece := plain[start:i].strip(" ."):
                yield OrderItem(piece, sum(letters) * 2 > len(letters), closes)
            start = i + 1


def with_helpers(entry: PrintedText) -> PrintedText:
    """An entry in which each helper names the unit that it helps: `for the German a swe-stp: f bot
    c, f bar s` is `, f bot c German a swe-stp, f bar s German a swe-stp`."""
    pieces: list[PrintedText] = []
    start = 0
    for helped in RE.helped_by.finditer(entry.text):
        whom = helped["whom"]
        helpers = RE.helper.sub(lambda helper, whom=whom: f"{helper[1]} {whom}", helped["by"])
        pieces += [entry.part(start, helped.start()), PrintedText(f", {helpers}")]
        start = helped.end()
    return concatenated([*pieces, entry.part(start)])


def apart(text: str) -> list[str]:
    """The units of a list without commas, one by one."""
    cuts = [0, *(m.start() for m in RE.head.finditer(text) if m.start()), len(text)]
    return [text[a:b].strip(" ,.") for a, b in pairwise(cuts) if text[a:b].strip(" ,.")]


def unclosed(entry: PrintedText) -> Iterator[str]:
    """A remark for each kind of typeface and bracket that is not properly opened and closed."""
    for name in entry.unbalanced():
        yield f"{name} are opened or closed once too often"
    text = entry.text
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        yield "brackets are opened or closed once too often"


def listed_from(text: str, mode: str) -> tuple[str, str]:
    """The mode from this item on, which a word at its head may change, and the other words."""
    text = house().rewritten(text, "items")
    found = RE.mode.match(text)
    return (found.lastgroup or mode, text[found.end() :].strip()) if found else (mode, text)


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
    open_lists: dict[Power, PowerEntry] = field(default_factory=dict)
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
        failed = [x.failed for x in self.orders if Outcome.FAILED in x.outcomes]
        if not failed or 2 * sum(failed) >= len(failed):
            return
        given = frozenset({Outcome.GIVEN})
        self.orders = [x._replace(outcomes=x.outcomes - given) for x in self.orders]
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
        for x in orders:
            if isinstance(x.order, Move) and x.order.to in refuges.get((x.power, x.unit.at), ()):
                done = frozenset({Outcome.RETREATED})
                self.retreats.append(x._replace(order=Retreat(x.order.to), outcomes=done))
                self.remark(x.line, "read as a retreat", x.text)
            elif isinstance(x.order, Retreat):
                self.retreats.append(x)
            else:
                self.orders.append(x)

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
            Unit(x.power, x.unit.kind, x.order.to)
            for x in self.retreats
            if isinstance(x.order, Retreat) and x.unit.kind and not x.failed
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
        mode = plain = "orders" if self.moving else "units"
        self.remarks += [Remark(entry.line, odd, entry.text) for odd in unclosed(entry.printed)]
        orders = len(self.orders)
        retreats = len(self.retreats)
        built = len(self.adjustments)
        self.waived: list[str] = []
        depends = False
        found = self._items(entry)
        for i, item in enumerate(found):
            self.entry = entry.at(item.text)
            if depends:
                self._unread(item.text, "depends on a condition")
            else:
                mode = self._item(item, mode)
                alone = i == 0 and not any(other.closes for other in found)
                mode = plain if item.closes or (alone and mode.startswith(AGAIN)) else mode
            depends = not depends and RE.condition.search(item.text) is not None
        if mode in ("has", "units") and entry.text.endswith(","):
            self.open_lists[entry.power] = entry
        self._waive(entry)
        if self.moving and len(self.orders) > orders:  # the rest was made before these
            self.earlier += self.retreats[retreats:]
            self.built += self.adjustments[built:]
            del self.retreats[retreats:], self.adjustments[built:]

    def _waive(self, entry: PowerEntry) -> None:
        """Take in the builds that a power waived. `PLAYS TWO SHORT` says how many they are in all,
        also beside other words (`waives build, PLAYS ONE SHORT`); else each statement is one."""
        if not self.waived:
            return
        text = ", ".join(self.waived)
        short = RE.plays_short.search(text)
        counted = [RE.waived_number.search(statement) for statement in self.waived]
        number = sum(number_of(found["number"]) if found else 1 for found in counted)
        if short:
            number = number_of(short["number"])
        line = entry.at(self.waived[0]).line
        for _ in range(number):
            self.adjustments.append(Written(entry.power, None, Waive(), text, line))

    def _unread(self, text: str, why: str = "not understood") -> None:
        self.keep_unread(self.entry.line, self.entry.power, text, why)

    def _unread_order(self, text: str, why: str = "not understood") -> None:
        """Keep an order of the report's movement that could not be read, and report it."""
        line = self.entry.line
        self.unread_orders.append(unread_note(f"{self.entry.power}: {text}", line))
        self.remark(line, why, text)

    def _items(self, entry: PowerEntry) -> list[OrderItem]:
        """The items of an entry; orders in one that nothing separates are items of their own. A
        piece that begins no item belongs to the one before."""
        found: list[OrderItem] = []
        listing = not self.moving or entry.text.startswith("has ")
        for item in items(with_helpers(entry.printed), self.order_reader.face.tags):
            if found and RE.bare_number.fullmatch(item.text):
                continue
            if found and RE.misprinted.fullmatch(found[-1].text):
                found[-1] = item._replace(text=f"{found[-1].text}: {item.text}")
            elif not found or found[-1].closes or self._begins(item.text, listing):
                found.append(item)
            else:
                last = found[-1]
                found[-1] = OrderItem(f"{last.text}, {item.text}", last.italic, item.closes)
        if not self.moving:
            return found
        told = {item.text.lower() for item in found}
        apart = list[OrderItem]()
        for item in found:
            pieces = [*self._orders_of(item, told)]
            apart += pieces
            if len(pieces) > 1:
                whole = " ".join(piece.text for piece in pieces)
                self.remark(entry.at(whole).line, "read as orders apart", whole)
        return apart

    def _orders_of(self, item: OrderItem, told: Set[str]) -> Iterator[OrderItem]:
        """An item as one order, or as the orders that follow one another in it. An order that the
        entry also has by itself (`told`) is the one that the unit before it helps."""
        text = item.text
        start = 0
        reader = self.order_reader
        marks = "; ".join(unmark(text).marks) if reader.is_whole(text) else None
        for end, then in [m.span() for m in RE.joint.finditer(text)]:
            rest = text[then:][:LONGEST]
            hidden = marks is None or (rest[:SHOWN].lower() in marks and reader.is_whole(rest))
            again = rest.lower() in told and reader.unit(text[start:end]) is not None
            if hidden and not again and reader.unit(rest) and reader.is_whole(text[start:end]):
                yield item._replace(text=text[start:end], closes=False)
                start = then
            elif end - start > LONGEST:
                break
        yield item._replace(text=text[start:])

    def _begins(self, piece: str, listing: bool) -> bool:
        """Does a piece begin an item?"""
        mode, text = listed_from(piece, "")
        notice = mode or RE.absence.search(text) or RE.notice.fullmatch(text)
        return bool(notice) or self.order_reader.begins(text, listing)

    def _item(self, item: OrderItem, mode: str) -> str:
        """Take in one item; returns the mode for the items after it."""
        if RE.also.match(item.text):
            self.added.add(self.entry.power)
        text = item.text
        if RE.waived.search(text) is None:  # `bld withheld` is no build
            mode, text = listed_from(text, mode)
        mode, text = listed_from(self._without_statements(text), mode)
        if before := RE.earlier.match(text) or RE.misprinted.search(text):
            season = (before.groupdict().get("season") or "").lower()
            text = (text[: before.start()] + text[before.end() :]).strip()
            listing, rest = listed_from(text, "")
            if listing:  # `Summer: R a bel-PIC`: the verb says what it is
                self._by_mode(item._replace(text=rest), listing)
                return listing
            again = AGAIN + SEASONS.get(season, "")
            self._by_mode(item._replace(text=text), again)
            return again if season or ":" in before[0] else mode
        if text:
            self._by_mode(item._replace(text=text), mode)
        return mode

    def _by_mode(self, item: OrderItem, mode: str) -> None:
        left = (RE.went if self.moving else RE.leaves).fullmatch(item.text)
        if left and not mode.startswith(AGAIN):  # `A Ven r Rom` among orders, else `A Ven R Rom`
            to, mark = (left["to"].upper(), "") if self.moving else (left["to"], left["mark"])
            to = " disband" if to in ("OTB", "disband") else f"-{to.removeprefix('R ')}"
            mode = "retreat"
            item = item._replace(text=f"{left['unit']}{to}{mark or ''}")
        if mode.startswith(AGAIN):
            season = mode.removeprefix(AGAIN)
            self.corrections += [(season, found) for found in self._read(item)]
        elif mode == "orders" or (mode == "units" and self._says_more(item.text)):
            self.orders += self._read(item)
        elif mode == "retreat":
            self._take_retreat(item)
        elif mode == "lost":
            self.driven += self._read(item)
        elif mode in ("has", "units"):
            self._list_units(item.text)
        else:
            self._adjust(item.text, mode)

    def _take_retreat(self, item: OrderItem) -> None:
        """Take in a retreat; one whose goal is not known yet (`R a bel-???`) waits for a report."""
        waiting = RE.open_retreat.fullmatch(item.text)
        head = self.order_reader.unit(waiting["unit"]) if waiting else None
        if head is None:
            self.retreats += self._read(item, retreats=True)
        else:
            line = self.entry.line
            self.open_retreats.append(OpenRetreat(self.entry.power, head.at, item.text, line))

    def _without_statements(self, text: str) -> str:
        """An item without statements of absence, no units or a waived build, which are noted."""
        power = self.entry.power
        text = RE.numbered.sub("", text.strip(" ."))
        if text.lower().strip("!") in NOTHING:
            self.gone.add(power)
            return ""
        if RE.bare_number.fullmatch(text):
            return ""
        standby = RE.standby.search(text)
        absent = RE.absent.search(text)
        if RE.nothing_due.fullmatch(text):
            return ""
        if RE.waived.search(text):
            self.waived.append(text)
        elif standby or absent:
            if standby:
                self.standby[power] = standby[1].capitalize()
            self.nmr += [power] if absent else []
        elif RE.notice.fullmatch(text) and not self.order_reader.begins(text):
            self.notes.append(Note("notice", f"{power}: {text}", source=f"#{self.season.issue}"))
        else:
            return text
        rest = RE.absence.sub(" ", text).strip(" .,!;:")
        return rest if self.order_reader.heads(text) or self.order_reader.unit(rest) else ""

    def _says_more(self, text: str) -> bool:
        head = self.order_reader.unit(unmark(text).text)
        rest = head.rest.strip(" .!?").lower() if head else ""
        return rest not in ("", "h") and RE.and_around.match(f"{rest} ") is None

    def _read(self, item: OrderItem, retreats: bool = False) -> Iterator[ZineOrder]:
        """An order, and the orders of the units printed within it that help it."""
        power = self.entry.power
        line = self.entry.line
        found = self.order_reader.read(item.text, item.italic, retreats)
        if found is None or found.guess.startswith(UNSURE):
            keep = self._unread if retreats else self._unread_order
            keep(item.text, found.guess if found else "not understood")
            if found is not None:
                self.half_read.add(power)
            self.has_unread_retreat = self.has_unread_retreat or retreats
        elif found.guess:
            self.remark(line, found.guess, item.text)
            if found.left_out:
                text = f"{NOT_UNDERSTOOD}{power}: {found.left_out}"
                self.unread_orders.append(Note("notice", text, source=f"line {line}"))
        if found is None:
            return
        text = "R " * retreats + " ".join(item.text.split()).rstrip(".")
        yield found._replace(power=power, text=text, line=line)
        for given in found.helpers:
            told = f"{given.unit} {given.how} {given.whom or text}"
            if helper := self.order_reader.helping(given, found):
                yield helper._replace(power=power, text=told, line=line)
            else:
                self._unread(told)

    def _list_units(self, text: str) -> None:
        """Take in units of a position, without their comments."""
        if self._is_dislodged(text):
            self.driven += self._read(OrderItem(text, italic=True))
            return
        power = self.entry.power
        listed = self.order_reader.unit(unmark(text).text)
        if listed and listed.kind and self.order_reader.is_whole(text) and self._says_more(text):
            self._list_order(listed, text)
            return
        for piece in apart(RE.parentheses.sub(" ", text)):
            head = self.order_reader.unit(RE.and_around.sub("", piece))
            if head is not None and head.kind:
                self.units.append(Unit(power, head.kind, head.at))
            if head is None or head.rest.strip(" !?").lower() not in STANDING | {""}:
                self.partial.add(power)
                self._unread(piece)

    def _list_order(self, head: Head, text: str) -> None:
        """Take in the unit of an order that stands in a list of units. Its place in capitals is
        where it is; without capitals that is not known."""
        power = self.entry.power
        kind = head.kind
        if kind is None:
            return
        reading = self.order_reader.read(text, italic=False)
        goal = reading.order.to if reading and isinstance(reading.order, Move) else None
        ends = ends_in_capitals(unmark(text).text)
        at = goal if goal and ends and not in_capitals(head.written) else head.at
        self.units.append(Unit(power, kind, at))
        if self.order_reader.capitals and (ends or in_capitals(head.written)):
            self.remark(self.entry.line, f"an order in a list of units: {kind} {at} is there", text)
        else:
            self._unread(f"{text} (an order in a list of units)")

    def _is_dislodged(self, text: str) -> bool:
        """Is an item of a list marked as a dislodged unit, which stands there no longer?"""
        marks = MarkMeaning(unmark(text).marks, self.order_reader.places)
        return Outcome.DISLODGED in marks.outcomes and len(apart(text)) == 1

    def _adjust(self, text: str, mode: str) -> None:
        """Take in builds or removals."""
        pieces = apart(RE.parentheses.sub(" ", text))
        if len(pieces) > 1 and RE.either.search(text):
            self._unread(f"{mode} {text}", "which of several?")
            return
        for piece in pieces:
            told = f"{mode} {text if len(pieces) == 1 else piece}"
            bare = RE.and_around.sub("", piece).strip()
            head = self.order_reader.unit(bare)
            at = self.order_reader.places.get(bare)
            ref = UnitRef(head.at, head.kind) if head else UnitRef(at) if at else None
            if ref is None or (head is None and mode == "bld"):
                self._unread(told)
                continue
            order: Order = Build(ref.kind, ref.at) if mode == "bld" and ref.kind else Remove(ref.at)
            self.adjustments.append(Written(self.entry.power, ref, order, told, self.entry.line))
            if head and RE.more.search(head.rest):
                self.remark(self.entry.line, "left out", head.rest)
