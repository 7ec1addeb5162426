"""Reads what stands under one heading of a zine, power by power, and sorts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.imports.importer import SEASONS, Remark, unread_note
from builder.imports.zine.entries import (
    OrderItem,
    apart,
    departed,
    is_order,
    moded,
    orders_of,
    shouted,
    unclosed,
)
from builder.imports.zine.house import RE
from builder.imports.zine.orders import (
    STANDING,
    UNSURE,
    SupportingUnit,
    ZineOrder,
    ZineOrderReader,
    unmark,
)
from builder.imports.zine.seasons import TAIL, PowerEntry, ZineSeason
from builder.model.board import Location
from builder.model.kinds import Power
from builder.model.orders import (
    Build,
    Move,
    Order,
    Remove,
    Retreat,
    UnitRef,
    Waive,
    Written,
)
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note

AGAIN = "again: "  # orders of an earlier season, whose name follows
NOTHING = frozenset({"none", "out", "no units", "nothing"})


class PrintedOrder(NamedTuple):
    """One order or retreat as printed."""

    power: Power
    text: str
    heard: ZineOrder
    line: int


@dataclass
class ZineReport:
    """Everything under one heading; `earlier` and `built` are retreats and adjustments before its
    orders, `corrections` orders under the name of their own season, `gone` are powers that are
    said to have no unit, `partial` those of whose units some could not be read, `notes` what the
    game master says and texts that could not be read."""

    season: ZineSeason
    orders: list[PrintedOrder] = field(default_factory=list)
    retreats: list[PrintedOrder] = field(default_factory=list)
    driven: list[tuple[Power, Location, tuple[Location, ...]]] = field(default_factory=list)
    adjustments: list[Written] = field(default_factory=list)
    earlier: list[PrintedOrder] = field(default_factory=list)
    built: list[Written] = field(default_factory=list)
    corrections: list[tuple[str, PrintedOrder]] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    gone: set[Power] = field(default_factory=set)
    partial: set[Power] = field(default_factory=set)
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def lose(self, line: int, power: Power, text: str, why: str = "not understood") -> None:
        """Keep a text that could not be read, and report it."""
        self.notes.append(unread_note(f"{power}: {text}" if power else text, line))
        self.remarks.append(Remark(line, why, text))

    def without_italics(self) -> None:
        """Take back what is said of supports where italics mark nothing: most moves that failed, as
        capitals show, are not in italics."""
        failed = [x.heard.failed for x in self.orders if Outcome.FAILED in x.heard.outcomes]
        if not failed or 2 * sum(failed) >= len(failed):
            return
        for i, line in enumerate(self.orders):
            told = line.heard.outcomes - {Outcome.GIVEN}
            self.orders[i] = line._replace(heard=line.heard._replace(outcomes=told))
        text = "failed moves are not in italics, so it is not said which supports were given"
        self.remarks.append(Remark(self.season.line, text))

    def position(self) -> list[Unit]:
        """Every printed unit and what was built; for powers that print orders again, where these
        leave them. A list that names even those who have no unit is all there is."""
        if not self.units or self.gone:
            return self.units
        shown = {unit.power for unit in self.units}
        gone = {(w.issuer, w.order.at) for w in self.adjustments if isinstance(w.order, Remove)}
        again = [u for u in self._left() if u.power not in shown and (u.power, u.at) not in gone]
        taken = {unit.at.province for unit in self.units} | {at.province for _, at in gone}
        come = (u for u in self._come() if u.power in shown and u.at.province not in taken)
        return [*self.units, *come, *again]

    def _come(self) -> Iterator[Unit]:
        """Units that were built or retreated beside a position, which may leave them out."""
        for w in self.adjustments:
            if isinstance(w.order, Build) and not RE.marked.search(w.text):
                yield Unit(w.issuer, w.order.kind, w.order.at)
        for power, _, heard, _ in self.retreats:
            if isinstance(heard.order, Retreat) and heard.unit.kind and not heard.failed:
                yield Unit(power, heard.unit.kind, heard.order.to)

    def _left(self) -> Iterator[Unit]:
        """Where the orders leave their units."""
        for power, _, heard, _ in self.orders:
            goal = heard.order.to if isinstance(heard.order, Move) else heard.unit.at
            at = goal if Outcome.MOVED in heard.outcomes else heard.unit.at
            if heard.unit.kind and Outcome.DISLODGED not in heard.outcomes:
                yield Unit(power, heard.unit.kind, at)


class ZineReportReader:
    """Reads the entries of one season; in a movement season a bare unit is an order to hold."""

    def __init__(self, dialect: ZineOrderReader, season: ZineSeason, moving: bool) -> None:
        self.dialect, self.season, self.moving = dialect, season, moving
        self.report = ZineReport(season)

    def read(self) -> ZineReport:
        """Every entry of the season."""
        if self.season.guess:
            self.report.remarks.append(Remark(self.season.line, self.season.guess))
        for line, text in self.season.stray:
            self.report.lose(line, Power(""), text)
        for entry in self.season.entries:
            if entry.guess:
                self.report.remarks.append(Remark(entry.line, entry.guess, entry.text))
            if entry.power:
                self._entry(entry)
            else:
                self.report.lose(entry.line, entry.power, entry.text)
        return self.report

    def _entry(self, entry: PowerEntry) -> None:
        plain = "orders" if self.moving else "units"
        mode = plain
        for odd in unclosed(entry.text):
            self.report.remarks.append(Remark(entry.line, odd, entry.text))
        report = self.report
        lengths = [len(some) for some in (report.orders, report.retreats, report.adjustments)]
        found = [*self._one_by_one(entry)]
        for i, item in enumerate(found):
            mode = self._item(item, mode, entry.at(item.text))
            alone = i == 0 and not any(other.closes for other in found)
            if item.closes or (alone and mode.startswith(AGAIN)):
                mode = plain
        if mode in ("has", "units") and entry.text.endswith(","):
            self.report.partial.add(entry.power)
            last = entry.at(entry.text[-TAIL:]).line
            self.report.remarks.append(Remark(last, "the list of units breaks off", entry.text))
        orders, retreats, built = lengths
        if self.moving and len(report.orders) > orders:  # the rest was made before these
            report.earlier += report.retreats[retreats:]
            report.built += report.adjustments[built:]
            del report.retreats[retreats:], report.adjustments[built:]

    def _one_by_one(self, entry: PowerEntry) -> Iterator[OrderItem]:
        """The items of an entry, of which each is one order at most."""
        for pieces in orders_of(entry.text, self.dialect, self.moving):
            if len(pieces) > 1:
                whole = " ".join(piece.text for piece in pieces)
                line = entry.at(whole).line
                self.report.remarks.append(Remark(line, "read as orders apart", whole))
            yield from pieces

    def _item(self, item: OrderItem, mode: str, entry: PowerEntry) -> str:
        """Take in one item; what those behind it list as well, if nothing says otherwise."""
        mode, text = moded(item.text, mode)
        mode, text = moded(self._left(text, entry), mode)
        if before := RE.earlier.match(text) or RE.misprinted.search(text):
            season = SEASONS.get((before.groupdict().get("season") or "").lower(), "")
            text = (text[: before.start()] + text[before.end() :]).strip()
            self._by_mode(item._replace(text=text), AGAIN + season, entry)
            return AGAIN + season if ":" in before[0] else mode
        if text:
            self._by_mode(item._replace(text=text), mode, entry)
        return mode

    def _by_mode(self, item: OrderItem, mode: str, entry: PowerEntry) -> None:
        report, text = self.report, item.text
        if not mode.startswith(AGAIN) and (left := departed(text, self.moving)):
            mode, item = "retreat", OrderItem(left, item.italic)
        if mode.startswith(AGAIN):
            season = mode.removeprefix(AGAIN)
            report.corrections += [(season, line) for line in self._lines(item, entry)]
        elif mode == "orders" or (mode == "units" and self._says_more(text)):
            report.orders += self._lines(item, entry)
        elif mode == "retreat":
            report.retreats += self._lines(item, entry, "retreats")
        elif mode == "lost":
            told = ((x.heard.unit.at, x.heard.options or ()) for x in self._lines(item, entry))
            report.driven += [(entry.power, at, options) for at, options in told]
        elif mode in ("has", "units"):
            self._unit(text, entry)
        else:
            self._adjustment(text, mode, entry)

    def _left(self, text: str, entry: PowerEntry) -> str:
        """What an item orders, once it is told who has no unit, is absent or waives a build."""
        text = RE.numbered.sub("", text.strip(" ."))
        if text.lower().strip("!") in NOTHING:
            self.report.gone.add(entry.power)
            return ""
        if RE.bare_number.fullmatch(text):
            return ""
        if not self._absence(text, entry):
            return text
        rest = RE.absence.sub(" ", text).strip(" .,!;:")
        return rest if self.dialect.heads(text) or self.dialect.unit(rest) else ""

    def _absence(self, text: str, entry: PowerEntry) -> bool:
        if RE.waived.search(text):
            self.report.adjustments.append(Written(entry.power, None, Waive(), text, entry.line))
            return True
        standby, absent = RE.standby.search(text), RE.absent.search(text)
        if standby:
            self.report.standby[entry.power] = standby[1].capitalize()
        if absent:
            self.report.nmr.append(entry.power)
        notice = not (standby or absent) and shouted(text) and not is_order(text, self.dialect)
        if notice:
            where = f"#{self.season.issue}"
            self.report.notes.append(Note("notice", f"{entry.power}: {text}", source=where))
        return bool(standby or absent or notice)

    def _says_more(self, text: str) -> bool:
        head = self.dialect.unit(unmark(text, slanted=False).text)
        rest = head.rest.strip(" .!?").lower() if head else ""
        return rest not in ("", "h") and RE.and_around.match(f"{rest} ") is None

    def _lines(
        self, item: OrderItem, entry: PowerEntry, step: str = "movement"
    ) -> Iterator[PrintedOrder]:
        """An order, and those of the units that are printed within it as helping."""
        heard = self.dialect.read(item.text, item.italic, step)
        if heard is None or heard.guess.startswith(UNSURE):
            why = heard.guess if heard else "not understood"
            self.report.lose(entry.line, entry.power, item.text, why)
        elif heard.guess:
            self.report.remarks.append(Remark(entry.line, heard.guess, item.text))
        if heard is None:
            return
        text = ("R " if step == "retreats" else "") + " ".join(item.text.split()).rstrip(".")
        yield PrintedOrder(entry.power, text, heard, entry.line)
        for given in heard.helpers:
            told = f"{given.unit} {given.how} {given.whom or text}"
            if helper := self._helping(given, heard):
                yield PrintedOrder(entry.power, told, helper, entry.line)
            else:
                self.report.lose(entry.line, entry.power, told)

    def _helping(self, given: SupportingUnit, helped: ZineOrder) -> ZineOrder | None:
        """The order of a unit that is printed within the order it helps."""
        ref, goal, whom = helped.unit, helped.order, self.dialect.places.get(given.whom)
        to = goal.to if isinstance(goal, Move) else None
        helps_it = whom is None or whom.province in (ref.at.province, to and to.province)
        aim = f"{ref.kind or ''} {ref.at}{f'-{to}' if to else ''}" if helps_it else given.whom
        how = given.how if to and helps_it else "s"
        heard = self.dialect.read(f"{given.unit} {how} {aim}", italic=False)
        return heard and heard._replace(outcomes=frozenset())

    def _unit(self, text: str, entry: PowerEntry) -> None:
        listed = self.dialect.unit(unmark(text, slanted=False).text)
        if listed and listed.kind and self.dialect.is_whole(text) and self._says_more(text):
            self.report.units.append(Unit(entry.power, listed.kind, listed.at))
            self.report.lose(entry.line, entry.power, f"{text} (an order in a list of units)")
            return
        for piece in apart(RE.parentheses.sub(" ", text)):
            head = self.dialect.unit(RE.and_around.sub("", piece))
            if head is not None and head.kind:
                self.report.units.append(Unit(entry.power, head.kind, head.at))
            if head is None or head.rest.strip(" !?").lower() not in STANDING | {""}:
                self.report.partial.add(entry.power)
                self.report.lose(entry.line, entry.power, piece)

    def _adjustment(self, text: str, mode: str, entry: PowerEntry) -> None:
        pieces = apart(RE.parentheses.sub(" ", text))
        for piece in pieces:
            told = f"{mode} {text if len(pieces) == 1 else piece}"
            bare = RE.and_around.sub("", piece).strip()
            head, at = self.dialect.unit(bare), self.dialect.places.get(bare)
            ref = UnitRef(head.at, head.kind) if head else UnitRef(at) if at else None
            if ref is None or (head is None and mode == "bld"):
                self.report.lose(entry.line, entry.power, told)
                continue
            order: Order = Build(ref.kind, ref.at) if mode == "bld" and ref.kind else Remove(ref.at)
            self.report.adjustments.append(Written(entry.power, ref, order, told, entry.line))
            if head and RE.more.search(head.rest):
                self.report.remarks.append(Remark(entry.line, "left out", head.rest))
