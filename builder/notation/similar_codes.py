"""Places whose codes differ in letter case only (`CAS` the sea, `Cas` the province).

An order is read in every way that its letters allow. The reading that fits the board best counts:
where the unit could stand, and where it could go from there (Cline VI, ruling VI-23).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from builder.model import orders
from builder.model.board import Board
from builder.model.names import plain
from builder.model.orders import Order, UnitRef, Written
from builder.model.setting import Setting
from builder.model.units import KindCode, Location, Position

WORD = re.compile(r"[^\W_]+")
MOST_READINGS = 256  # readings of one text: an order names eight such places at most


def readings(board: Board, text: str) -> Iterator[str]:
    """The ways to read a text, at most 256; first the one that keeps the letters as written."""
    pieces: list[tuple[str, ...]] = []
    end = 0
    for word in WORD.finditer(text):
        codes = board.names.namesakes.get(plain(word[0]))
        if codes:
            as_written_first = sorted(codes, key=lambda code: code != word[0])
            pieces += [(text[end : word.start()],), tuple(as_written_first)]
            end = word.end()
    return islice(map("".join, product(*pieces, (text[end:],))), MOST_READINGS)


class SimilarCodes:
    """Rates how well a reading fits the board: 0 not at all, 1 perhaps, 2 in every part."""

    def __init__(self, setting: Setting) -> None:
        self.board = setting.board
        self.kinds = setting.kinds

    def fits(self, unit: UnitRef | None, order: Order) -> int:
        """The rating of an order and its unit: the lower of where it stands and what it does."""
        if unit is None:
            return 2
        stands = self.stands(unit.kind, unit.at)
        match order:
            case orders.Move() | orders.Retreat():
                return min(stands, self.goes(unit.kind, unit.at, order.to))
            case orders.Support(at, to, kind):
                goes = self.goes(unit.kind, unit.at, to or at)
                return min(stands, goes, self.goes(kind, at, to))
            case orders.Convoy(at, to, kind):
                at_sea = self.board.provinces[unit.at.province].terrain == "sea"
                goes = self.goes(kind, at, to)
                return min(stands, goes) if at_sea and self.stands(kind, at) else 0
        return stands

    def stands(self, kind: KindCode | None, at: Location) -> int:
        """Could a unit of that kind be there? 1 for a fleet without its coast where there are
        several."""
        province = self.board.provinces[at.province]
        if at.coast and at.coast not in province.coasts:
            return 0
        if kind is None:
            return 2
        if not self.kinds[kind].stands_on(province.terrain):
            return 0
        return 1 if kind == "F" and province.coasts and not at.coast else 2

    def goes(self, kind: KindCode | None, start: Location | None, end: Location | None) -> int:
        """Is there a way for that kind? 1 for the chance of a convoy."""
        if start is None or end is None:
            return 2
        chosen = [*self.kinds.values()] if kind is None else [self.kinds[kind]]
        codes = set[KindCode]().union(*(each.travels_as for each in chosen))
        for here, ends in self.board.ways.items():
            if not meets(start, here):
                continue
            for there, ways in ends.items():
                if meets(end, there) and any(codes & way.kinds for way in ways):
                    return 2
        ashore = {self.board.provinces[at.province].terrain for at in (start, end)} == {"coast"}
        return 1 if ashore and any(k.convoyed for k in chosen) else 0


def meets(named: Location, place: Location) -> bool:
    """May a name, with a coast or without, mean that place?"""
    return named.province == place.province and named.coast in ("", place.coast)


def readdressed(given: Sequence[Written], position: Position, board: Board) -> list[Written]:
    """The given orders; one for a place where its power has no unit goes to the power's unit at the
    place with the similar code, if there is one."""
    dislodged = (d.unit for d in position.dislodged)
    there = {(u.power, u.at.province) for u in (*position.units, *dislodged)}
    readdressed = []
    for w in given:
        if w.unit and (w.issuer, w.unit.at.province) not in there:
            alike = board.names.namesakes.get(plain(w.unit.at.province), ())
            if near := [code for code in alike if (w.issuer, code) in there]:
                at = board.locations[near[0]]
                order = orders.Remove(at) if isinstance(w.order, orders.Remove) else w.order
                w = Written(w.issuer, w.unit._replace(at=at), order, w.text, w.line)
        readdressed.append(w)
    return readdressed
