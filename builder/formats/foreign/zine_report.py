"""What a zine prints under one heading, sorted: orders, retreats, adjustments, positions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.formats.foreign.reading import Remark
from builder.formats.foreign.zine_marks import unmark
from builder.formats.foreign.zine_orders import Dialect, Heard
from builder.formats.foreign.zine_text import Entry, Item, Season, items
from builder.model.board import Location
from builder.model.findings import Outcome
from builder.model.kinds import Power
from builder.model.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Remove,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.units import Unit
from builder.record import Note

MODES = {
    "has": "has", "bld": "bld", "build": "bld", "builds": "bld", "rem": "rem", "remove": "rem",
    "removes": "rem", "disbands": "rem", "r": "retreat", "retreats": "retreat",
}  # fmt: skip
ABSENT = re.compile(r"\b(NMR|NRR|NBR|no orders received)\b")
STANDBY = re.compile(r"\b([A-Z][A-Z'.-]+)\s+CALLED AS STANDBY", re.IGNORECASE)
REMARK = re.compile(r"\((?!(?:nc|sc|ec|wc)\))[^()]*\)", re.IGNORECASE)
MARKED = re.compile(r"\((?!(?:nc|sc|ec|wc)\))", re.IGNORECASE)
WAIVED = re.compile(r"\bSHORT\b|\b[Ww]aive[sd]?\b")
DRIVEN = re.compile(r"^lost (?P<unit>.*?) is dislodged and (?:may retreat to (?P<to>.*), or)?")
LEAVES = re.compile(r"^(?P<unit>[AF] \S+) (?:R (?P<to>\S+)|(?P<off>disband))$")
NOTHING = frozenset({"none", "out", "no units", "nothing"})


def shouted(text: str) -> bool:
    """Is it a note of the game master's in capitals (`RESIGNS, REPLACED BY …`)?"""
    return text.isupper() and sum(map(str.isalpha, text)) > 5


class Line(NamedTuple):
    """One order or retreat as printed, and whether in italics."""

    power: Power
    text: str
    heard: Heard
    line: int
    italic: bool = False


@dataclass
class Report:
    """Everything under one heading; `lost` are texts that could not be read."""

    season: Season
    orders: list[Line] = field(default_factory=list)
    retreats: list[Line] = field(default_factory=list)
    driven: list[tuple[Power, Location, tuple[Location, ...]]] = field(default_factory=list)
    adjustments: list[Written] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def told(self) -> list[Note]:
        """What the game master says, and what could not be read, as notes."""
        said = [Note("notice", text, source=f"#{self.season.issue}") for text in self.notices]
        return said + [Note("notice", f"not understood: {text}") for text in self.lost]

    def position(self) -> list[Unit]:
        """Every printed unit and what was built; for powers that print orders again, where these
        leave them."""
        if not self.units:
            return []
        shown = {unit.power for unit in self.units}
        gone = {(w.issuer, w.order.at) for w in self.adjustments if isinstance(w.order, Remove)}
        left = [_left_at(line) for line in self.orders if line.power not in shown]
        again = [unit for unit in left if unit and (unit.power, unit.at) not in gone]
        return [*self.units, *self._built(shown), *again]

    def _built(self, shown: set[Power]) -> list[Unit]:
        """Units that were built by those who print a position, but stand not in it."""
        taken = {unit.at.province for unit in self.units}
        return [
            Unit(w.issuer, w.order.kind, w.order.at)
            for w in self.adjustments
            if isinstance(w.order, Build) and w.issuer in shown and not MARKED.search(w.text)
            if w.order.at.province not in taken
        ]


def _left_at(line: Line) -> Unit | None:
    ref, order = line.heard.unit, line.heard.order
    if ref.kind is None or Outcome.DISLODGED in line.heard.outcomes:
        return None
    moved = isinstance(order, Move) and Outcome.MOVED in line.heard.outcomes
    return Unit(line.power, ref.kind, order.to if moved and isinstance(order, Move) else ref.at)


class Reporter:
    """Reads the entries of one season; in a movement season a bare unit is an order to hold."""

    def __init__(self, dialect: Dialect, season: Season, moving: bool) -> None:
        self.dialect, self.season, self.moving = dialect, season, moving
        self.report = Report(season)

    def read(self) -> Report:
        """Every entry of the season."""
        for entry in self.season.entries:
            self._entry(entry)
        return self.report

    def _entry(self, entry: Entry) -> None:
        plain = "orders" if self.moving else "has"
        mode = plain
        if driven := DRIVEN.match(entry.text):
            self._driven(driven, entry)
            return
        for item in self._joined(entry.text):
            text = item.text.removeprefix("CORRECTED ").removeprefix("now ").removeprefix("also ")
            head, _, rest = text.partition(" ")
            if (
                (word := head.rstrip(":").lower()) in MODES
                and rest
                and (word != "r" or head == "R")
            ):
                mode, text = MODES[word], rest.strip()
            self._item(Item(text, item.italic), mode, entry)
            if item.closes:
                mode = plain

    def _driven(self, driven: re.Match[str], entry: Entry) -> None:
        """`A Mun is dislodged and may retreat to Ber, Sil, or disband`."""
        head = self.dialect.unit(driven["unit"])
        spots = [self.dialect.places.get(p.strip()) for p in (driven["to"] or "").split(",")]
        if head is None:
            self._lose(entry, entry.text)
        else:
            options = tuple(p for p in spots if p is not None)
            self.report.driven.append((entry.power, head[1], options))

    def _joined(self, text: str) -> list[Item]:
        """Items of an entry; what is nothing on its own belongs to the words before it."""
        found: list[Item] = []
        for item in items(text):
            if not found or found[-1].closes or self._begins(item.text):
                found.append(item)
            else:
                last = found[-1]
                found[-1] = Item(f"{last.text}, {item.text}", last.italic, item.closes)
        return found

    def _begins(self, text: str) -> bool:
        text = text.removeprefix("now ").removeprefix("also ")
        first = text.removeprefix("CORRECTED ").partition(" ")[0].rstrip(":")
        if first == "R" or (first.lower() in MODES and first != "r"):
            return True
        if ABSENT.search(text) or STANDBY.search(text) or WAIVED.search(text):
            return True
        bare = unmark(text, False).text
        return self.dialect.begins(REMARK.sub(" ", bare)) or shouted(text)

    def _item(self, item: Item, mode: str, entry: Entry) -> None:
        text = item.text.strip(" .")
        if not text or text[0].isdigit() or text.lower().strip("!") in NOTHING:
            return
        if self._absence(text, entry):
            return
        if not self.moving and (leaves := LEAVES.match(text)):
            mode = "retreat"
            item = Item(
                f"{leaves['unit']}-{leaves['to'] or 'disband'}".replace("-disband", " disband"),
                item.italic,
            )
        if mode == "orders" or (mode == "has" and not self.moving and self._says_more(text)):
            self._line(item, entry, "movement", self.report.orders)
        elif mode == "retreat":
            self._line(item, entry, "retreats", self.report.retreats)
        elif mode == "has":
            self._unit(text, entry)
        else:
            self._adjustment(text, mode, entry)

    def _absence(self, text: str, entry: Entry) -> bool:
        if WAIVED.search(text):
            waived = Written(entry.power, None, Waive(), text, entry.line)
            self.report.adjustments.append(waived)
            return True
        standby = STANDBY.search(text)
        if standby:
            self.report.standby[entry.power] = standby[1].capitalize()
        if absent := ABSENT.search(text):
            self.report.nmr.append(entry.power)
        if shouted(text) and not (standby or absent or self.dialect.begins(text)):
            self.report.notices.append(f"{entry.power}: {text}")
            return True
        return bool(standby or absent)

    def _says_more(self, text: str) -> bool:
        head = self.dialect.unit(REMARK.sub(" ", text).strip())
        return head is not None and head[3].strip(" .!?").lower() not in ("", "h")

    def _line(self, item: Item, entry: Entry, step: str, into: list[Line]) -> None:
        heard = self.dialect.read(item.text, item.italic, step)
        if heard is None:
            self._lose(entry, item.text)
            return
        if heard.guess:
            self.report.remarks.append(Remark(entry.line, heard.guess, item.text))
        text = ("R " if step == "retreats" else "") + " ".join(item.text.split()).rstrip(".")
        into.append(Line(entry.power, text, heard, entry.line, item.italic))
        for unit, how in heard.helpers:
            helper = self._helping(unit, how, heard)
            if helper is None:
                self._lose(entry, f"{unit} {how} ({text})")
            else:
                into.append(Line(entry.power, f"{unit} {how} {text}", helper, entry.line))

    def _helping(self, unit: str, how: str, helped: Heard) -> Heard | None:
        """The order of a unit that is printed within the order it helps."""
        head = self.dialect.unit(unit)
        if head is None:
            return None
        at, goal = helped.unit.at, helped.order
        to = goal.to if isinstance(goal, Move) else None
        order: Order = Support(at, to, helped.unit.kind)
        if how == "c" and to is not None:
            order = Convoy(at, to, helped.unit.kind)
        return Heard(UnitRef(head[1], head[0]), order, frozenset())

    def _unit(self, text: str, entry: Entry) -> None:
        head = self.dialect.unit(REMARK.sub(" ", text))
        if head is None:
            self._lose(entry, text)
        else:
            self.report.units.append(Unit(entry.power, head[0], head[1]))

    def _adjustment(self, text: str, mode: str, entry: Entry) -> None:
        head = self.dialect.unit(REMARK.sub(" ", text))
        if head is None:
            self._lose(entry, f"{mode} {text}")
            return
        kind, at = head[0], head[1]
        order = Build(kind, at) if mode == "bld" else Remove(at)
        ref = UnitRef(at, kind)
        written = Written(entry.power, ref, order, f"{mode} {text}", entry.line)
        self.report.adjustments.append(written)

    def _lose(self, entry: Entry, text: str) -> None:
        self.report.lost.append(f"{entry.power}: {text}")
        self.report.remarks.append(Remark(entry.line, "not understood", text))
