"""What stands under one heading of a zine, power by power: the orders in each entry, one by one.

AUSTRIA (Davis for Allen): a bud-SER, a vie h      England - F Eng-Mid - bounce
Turkey disbands a alb.                             <i>Austria</i> Harry Andurschak ([email])
<i>Russia</i> F StP (sc) H, A Mos S F StP (sc)       AUSTRIA - Allen: a vie-GAL
AUS: a vie-GAL                                       AUSTRIA, and under it: a vie-GAL
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from builder.imports.importer import SEASONS, Remark, unread_note
from builder.imports.zine.house import RE, house
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
from builder.model.orders import Build, Move, Order, Remove, Retreat, UnitRef, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note

FACES = {"i": "italics", "u": "underlines", "b": "bold"}
MODES = {
    "has": "has", "bld": "bld", "build": "bld", "builds": "bld", "rem": "rem", "remove": "rem",
    "removes": "rem", "disbands": "rem", "r": "retreat", "retreats": "retreat", "lost": "lost",
}  # fmt: skip
MOST = 1  # unknown places that may be misprints
LONGEST, SHOWN = 100, 8  # signs of one order, and of its beginning
AGAIN = "again: "  # orders of an earlier season, whose name follows
NOTHING = frozenset({"none", "out", "no units", "nothing"})


class OrderItem(NamedTuple):
    """One order or note of a power's entry; was it in italics, or another face that marks orders,
    did a semicolon follow?"""

    text: str
    italic: bool
    closes: bool = False


def items(text: str, faces: Collection[str]) -> Iterator[OrderItem]:
    """Cut an entry at commas and semicolons that stand outside of parentheses, and at stops before
    orders.

    An item is italic where most letters before its first remark in parentheses are, or in another
    of the `faces`: i, u, b.
    """
    plain, slanted = _unslant(text, faces)
    start, beside = 0, {i for m in RE.bracketed.finditer(plain) for i in range(*m.span())}
    for i, sign in enumerate(plain + ";"):
        stops = sign in ".!" and RE.next_sentence.match(plain, i + 1) is not None
        if (sign in ",;" or stops) and i not in beside:
            piece = plain[start:i].strip(" .")
            if piece:
                closes = sign != "," and i < len(plain)
                head = plain[start:i].partition(" (")[0]
                letters = [slanted[start + at] for at, c in enumerate(head) if c.isalpha()]
                yield OrderItem(piece, sum(letters) * 2 > len(letters), closes)
            start = i + 1


def apart(text: str) -> list[str]:
    """A list of units of which nothing parts one from the next, one by one."""
    cuts = [0, *(m.start() for m in RE.head.finditer(text) if m.start()), len(text)]
    return [text[a:b].strip(" ,.") for a, b in pairwise(cuts) if text[a:b].strip(" ,.")]


def unclosed(text: str) -> Iterator[str]:
    """Which type faces and brackets are opened and closed as they should not be?"""
    tags = [tag.lower() for tag in RE.tag.findall(text)]
    for face, name in FACES.items():
        told = [tag for tag in tags if tag[-2] == face]
        if told != [f"<{face}>", f"</{face}>"] * (len(told) // 2):
            yield f"{name} are opened or closed once too often"
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        yield "brackets are opened or closed once too often"


def departed(text: str, moving: bool) -> str | None:
    """`A Ven R Rom` as the bare retreat, beside orders `A Ven r Rom` or `Retreat A Ven-Rom`; None
    where it is none."""
    found = (RE.went if moving else RE.leaves).match(text)
    if found is None or (moving and not (" r " in text or text.startswith("Retreat "))):
        return None
    to, mark = found["to"], "" if moving else found["mark"] or ""
    off = to is None or (moving and to.lower() == "otb")
    place = " disband" if off else f"-{to.upper() if moving else to}"
    return f"{found['unit']}{place}{mark}"


def _unslant(text: str, faces: Collection[str]) -> tuple[str, list[bool]]:
    """The text without tags, and of each letter whether it stands in one of the faces."""
    first = RE.tag.search(text)
    now = first is not None and first[0].lower() == "</u>"
    plain, slanted = "", list[bool]()
    for piece in RE.tag.split(text):
        if not RE.tag.fullmatch(piece):
            plain += piece
            slanted += [now] * len(piece)
        elif piece[-2].lower() in faces:
            now = piece[1] != "/"
    return plain, slanted


def shouted(text: str) -> bool:
    """Is it a note of the game master's in capitals (`RESIGNS, REPLACED BY …`)?"""
    return text.isupper() and sum(map(str.isalpha, text)) > 5


def moded(text: str, mode: str) -> tuple[str, str]:
    """What is listed from here on, if a word at the head says so, and the text behind that."""
    text = house().rewritten(text, "items")
    head, _, rest = text.partition(" ")
    word = head.rstrip(":").lower()
    if word in MODES and rest and (word != "r" or head == "R"):
        return MODES[word], rest.strip()
    return mode, text


def orders_of(text: str, dialect: ZineOrderReader, moving: bool) -> Iterator[list[OrderItem]]:
    """The items of an entry, each with the orders that it holds, several where nothing parts them.

    What is nothing on its own belongs to the words before it. `moving` says that orders are due;
    else an entry lists units.
    """

    def starts(told: str) -> bool:
        mode, told = moded(told, "")
        said = mode or RE.absence.search(told) or shouted(told)
        return bool(said) or dialect.begins(told, listing)

    found: list[OrderItem] = []
    listing = not moving or text.startswith("has ")
    for item in items(_parted(text, dialect), dialect.face.tags):
        if found and RE.bare_number.fullmatch(item.text):
            continue
        if found and RE.misprinted.fullmatch(found[-1].text):
            found[-1] = item._replace(text=f"{found[-1].text}: {item.text}")
        elif not found or found[-1].closes or starts(item.text):
            found.append(item)
        else:
            last = found[-1]
            found[-1] = OrderItem(f"{last.text}, {item.text}", last.italic, item.closes)
    told = {item.text.lower() for item in found}
    for item in found:
        yield [*_whole(item, dialect, told)] if moving else [item]


def _whole(item: OrderItem, dialect: ZineOrderReader, told: Set[str]) -> Iterator[OrderItem]:
    """An item as one order, or as the orders that it holds with nothing between them; one that is
    `told` by itself is what the unit before it helps."""
    text, start = item.text, 0
    marks = "; ".join(unmark(text, slanted=False).marks) if dialect.is_whole(text) else None
    for end, then in [m.span() for m in RE.joint.finditer(text)]:
        rest = text[then:][:LONGEST]
        hidden = marks is None or (rest[:SHOWN].lower() in marks and dialect.is_whole(rest))
        again = rest.lower() in told and dialect.unit(text[start:end]) is not None
        if hidden and not again and dialect.unit(rest) and dialect.is_whole(text[start:end]):
            yield item._replace(text=text[start:end], closes=False)
            start = then
        elif end - start > LONGEST:
            break
    yield item._replace(text=text[start:])


def _parted(text: str, dialect: ZineOrderReader) -> str:
    """A text in which a blank stands between a unit's kind and its place (`ARum`), something
    before the list of what a power has, and behind each helper whom it helps (`for A Swe-Stp:
    F Bot C, F Bar S`)."""

    def blank(found: re.Match[str]) -> str:
        place = dialect.places.get(found["place"])
        return f"{found['kind']} {found['place']}" if place is not None else found[0]

    def whom(found: re.Match[str]) -> str:
        return ", " + RE.helper.sub(rf"\1 {found['whom']}", found["by"])

    return RE.glued.sub(blank, RE.lists.sub("; ", RE.helped_by.sub(whom, text)))


def ours(
    entries: Iterable[PowerEntry], dialect: ZineOrderReader, remarks: list[Remark]
) -> Iterator[tuple[PowerEntry, set[str]]]:
    """The entries of a season, each with the places that it names and our board lacks; of a power
    that has several, of which one names known places, those without the orders of another board,
    in which several units stand in unknown places."""
    known_as = dialect.places.get
    named = [(entry, {*dialect.heads(RE.tag.sub("", entry.text), sure=True)}) for entry in entries]
    told = [(entry, {name for name in names if known_as(name) is None}) for entry, names in named]
    known = {e.power for e, odd in told if len(odd) <= MOST and not e.text.startswith("has ")}
    for entry, odd in told:
        if len(odd) > MOST and entry.power in known:
            remarks.append(Remark(entry.line, "orders of another board left out", entry.text))
        else:
            yield entry, odd


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
        mode = plain = "orders" if self.moving else "units"
        for odd in unclosed(entry.text):
            self.report.remarks.append(Remark(entry.line, odd, entry.text))
        report = self.report
        orders, retreats = len(report.orders), len(report.retreats)
        built = len(report.adjustments)
        found: list[OrderItem] = []
        for pieces in orders_of(entry.text, self.dialect, self.moving):
            found += pieces
            if len(pieces) > 1:
                whole = " ".join(piece.text for piece in pieces)
                report.remarks.append(Remark(entry.at(whole).line, "read as orders apart", whole))
        for i, item in enumerate(found):
            mode = self._item(item, mode, entry.at(item.text))
            alone = i == 0 and not any(other.closes for other in found)
            if item.closes or (alone and mode.startswith(AGAIN)):
                mode = plain
        if mode in ("has", "units") and entry.text.endswith(","):
            self.report.partial.add(entry.power)
            last = entry.at(entry.text[-TAIL:]).line
            self.report.remarks.append(Remark(last, "the list of units breaks off", entry.text))
        if self.moving and len(report.orders) > orders:  # the rest was made before these
            report.earlier += report.retreats[retreats:]
            report.built += report.adjustments[built:]
            del report.retreats[retreats:], report.adjustments[built:]

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
        notice = not (standby or absent) and shouted(text) and not self.dialect.begins(text)
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
        if len(pieces) > 1 and RE.either.search(text):
            self.report.lose(entry.line, entry.power, f"{mode} {text}", "which of several?")
            return
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
