"""Reading what stands under one heading of a zine, power by power."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.formats.foreign.guesses import respelt
from builder.formats.foreign.reading import Remark
from builder.formats.foreign.zine_items import Item, departed, items, run_on
from builder.formats.foreign.zine_marks import Helper, unmark
from builder.formats.foreign.zine_orders import Dialect, Heard
from builder.formats.foreign.zine_text import Entry, Season
from builder.formats.foreign.zine_told import Line, Report
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

MODES = {
    "has": "has", "bld": "bld", "build": "bld", "builds": "bld", "rem": "rem", "remove": "rem",
    "removes": "rem", "disbands": "rem", "r": "retreat", "retreats": "retreat",
}  # fmt: skip
ABSENT = re.compile(r"\b(NMR|NRR|NBR|no orders received)\b")
STANDBY = re.compile(r"\b([A-Z][A-Z'.-]+)\s+CALLED AS STANDBY", re.IGNORECASE)
REMARK = re.compile(r"\((?!(?:nc|sc|ec|wc)\))[^()]*\)", re.IGNORECASE)
WAIVED = re.compile(r"\bSHORT\b|\b[Ww]aive[sd]?\b")
DRIVEN = re.compile(r"^lost (?P<unit>.*?) is dislodged and (?:may retreat to (?P<to>.*), or)?")
WRAPPED = re.compile(
    r"^\[(?P<inside>(?:Build|Bld|Remove|Rem)\s.*|[AF] \S+ (?:R \S+|disband))\]\s*(?P<words>.*)$",
    re.I,
)
ORDERLY = re.compile(r"^[AF]\s+[A-Z]{2,5}(?:\(..\))?\s*(?:-|\s[SCH]\s)\s*\S", re.IGNORECASE)
UNSURE = "read as"
NOTHING = frozenset({"none", "out", "no units", "nothing"})


def shouted(text: str) -> bool:
    """Is it a note of the game master's in capitals (`RESIGNS, REPLACED BY …`)?"""
    return text.isupper() and sum(map(str.isalpha, text)) > 5


def unwrapped(text: str) -> str:
    """`[Build F Con] void` as `Build F Con (void)`, and so for retreats."""
    found = WRAPPED.match(text)
    return f"{found['inside']} ({found['words']})" if found else text


class Reporter:
    """Reads the entries of one season; in a movement season a bare unit is an order to hold."""

    def __init__(self, dialect: Dialect, season: Season, moving: bool) -> None:
        self.dialect, self.season, self.moving = dialect, season, moving
        self.report = Report(season)

    def read(self) -> Report:
        """Every entry of the season."""
        for line, text in self.season.stray:
            self._lose(Entry(Power(""), "", text, line), text)
        for entry in self.season.entries:
            if entry.guess:
                self.report.remarks.append(Remark(entry.line, entry.guess, entry.text))
            if entry.power:
                self._entry(entry)
            else:
                self._lose(entry, entry.text)
        return self.report

    def _entry(self, entry: Entry) -> None:
        plain = "orders" if self.moving else "has"
        mode = plain
        if driven := DRIVEN.match(entry.text):
            self._driven(driven, entry)
            return
        before = self.report.counts()
        for item in self._one_by_one(entry):
            text = unwrapped(item.text)
            text = text.removeprefix("CORRECTED ").removeprefix("now ").removeprefix("also ")
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
        if self.moving:
            self.report.put_off(before)

    def _driven(self, driven: re.Match[str], entry: Entry) -> None:
        """`A Mun is dislodged and may retreat to Ber, Sil, or disband`."""
        head = self.dialect.unit(driven["unit"])
        spots = [self.dialect.places.get(p.strip()) for p in (driven["to"] or "").split(",")]
        if head is None:
            self._lose(entry, entry.text)
        else:
            options = tuple(p for p in spots if p is not None)
            self.report.driven.append((entry.power, head[1], options))

    def _one_by_one(self, entry: Entry) -> Iterator[Item]:
        """The items of an entry, of which each is one order at most."""
        for item in self._joined(entry.text):
            pieces = run_on(item)
            if len(pieces) > 1:
                self.report.remarks.append(Remark(entry.line, "read as orders apart", item.text))
            yield from pieces

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
        text = unwrapped(text).removeprefix("now ").removeprefix("also ")
        first = text.removeprefix("CORRECTED ").partition(" ")[0].rstrip(":")
        if first == "R" or (first.lower() in MODES and first != "r"):
            return True
        if ABSENT.search(text) or STANDBY.search(text) or WAIVED.search(text):
            return True
        return self._is_order(text) or shouted(text)

    def _is_order(self, text: str) -> bool:
        bare = unmark(text, False).text
        return self.dialect.begins(REMARK.sub(" ", bare)) or ORDERLY.match(bare) is not None

    def _item(self, item: Item, mode: str, entry: Entry) -> None:
        text = item.text.strip(" .")
        if text.lower().strip("!") in NOTHING:
            self.report.gone.add(entry.power)
            return
        if not text or text[0].isdigit():
            return
        if self._absence(text, entry):
            return
        if left := departed(text, self.moving):
            mode, item = "retreat", Item(left, item.italic)
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
        if shouted(text) and not (standby or absent or self._is_order(text)):
            self.report.notices.append(f"{entry.power}: {text}")
            return True
        return bool(standby or absent)

    def _says_more(self, text: str) -> bool:
        head = self.dialect.unit(REMARK.sub(" ", text).strip())
        return head is not None and head[3].strip(" .!?").lower() not in ("", "h")

    def _line(self, item: Item, entry: Entry, step: str, into: list[Line]) -> None:
        heard = self._heard(item, step)
        if heard is None:
            self._lose(entry, item.text)
            return
        if heard.guess:
            self.report.remarks.append(Remark(entry.line, heard.guess, item.text))
        text = ("R " if step == "retreats" else "") + " ".join(item.text.split()).rstrip(".")
        into.append(Line(entry.power, text, heard, entry.line))
        for given in heard.helpers:
            helper = self._helping(given, heard)
            told = f"{given.unit} {given.how} {given.whom or text}"
            if helper is None:
                self._lose(entry, told)
            else:
                into.append(Line(entry.power, told, helper, entry.line))

    def _heard(self, item: Item, step: str) -> Heard | None:
        """What an order says; if its places make no sense, with them put right."""
        heard = self.dialect.read(item.text, item.italic, step)
        if heard is not None and not heard.guess.startswith(UNSURE):
            return heard
        mended = respelt(item.text, self.dialect.places.board)
        again = self.dialect.read(mended.text, item.italic, step) if mended else None
        if again is None or mended is None or again.guess.startswith(UNSURE):
            return heard
        return again._replace(guess="; ".join(filter(None, (mended.guess, again.guess))))

    def _helping(self, given: Helper, helped: Heard) -> Heard | None:
        """The order of a unit that is printed within the order it helps."""
        head, whom = self.dialect.unit(given.unit), self.dialect.places.get(given.whom)
        if head is None:
            return None
        at, goal = helped.unit.at, helped.order
        to = goal.to if isinstance(goal, Move) else None
        order: Order = Support(at, to, helped.unit.kind)
        if whom is not None and whom.province not in (at.province, to and to.province):
            order = Support(whom)
        elif given.how == "c" and to is not None:
            order = Convoy(at, to, helped.unit.kind)
        return Heard(UnitRef(head[1], head[0]), order, frozenset())

    def _unit(self, text: str, entry: Entry) -> None:
        head = self.dialect.unit(REMARK.sub(" ", text))
        if head is None:
            self._lose(entry, text)
        else:
            self.report.units.append(Unit(entry.power, head[0], head[1]))

    def _adjustment(self, text: str, mode: str, entry: Entry) -> None:
        bare = REMARK.sub(" ", text).strip()
        head, at = self.dialect.unit(bare), self.dialect.places.get(bare)
        ref = UnitRef(head[1], head[0]) if head else UnitRef(at) if at else None
        if ref is None or (head is None and mode == "bld"):
            self._lose(entry, f"{mode} {text}")
            return
        order: Order = Build(ref.kind, ref.at) if mode == "bld" and ref.kind else Remove(ref.at)
        written = Written(entry.power, ref, order, f"{mode} {text}", entry.line)
        self.report.adjustments.append(written)

    def _lose(self, entry: Entry, text: str) -> None:
        self.report.lost.append(f"{entry.power}: {text}" if entry.power else text)
        self.report.remarks.append(Remark(entry.line, "not understood", text))
