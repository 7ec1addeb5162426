"""One order as a zine prints it: capitals where the unit ends, italics for what failed.

a mar-BUR               went               f ADR-ven               did not
a RUM S TURKISH a arm-sev                  f NWG C a yor-nwy
a MUN h                 a SPA wenches in Madrid (h)
f sev-bla (d ann)       dislodged, nowhere to go
a mun h (d r:ber,otb)   dislodged, may go to Berlin or off the board
(nso) (nsu) (imp) (otm) (ncs) (unordered)  what was wrong with the order

What the unit was ordered is read by the grammar that reads all orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from builder.errors import ArchiveError
from builder.imports.corrections import guessed, respelt
from builder.imports.importer import KINDS, Places
from builder.imports.zine.order_marks import (
    OFF,
    STANDING,
    OrderPrint,
    SupportingUnit,
    ends_in_capitals,
    in_capitals,
    outcomes_of,
    said,
    unmark,
)
from builder.imports.zine.patterns import RE
from builder.imports.zine.typefaces import FAILED, ResultTypeface
from builder.model.board import Location
from builder.model.calendar import FIRST
from builder.model.kinds import KindCode, Power
from builder.model.orders import Disband, Hold, Move, Order, Retreat, Support, UnitRef
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.notation.notation import notation, parse_order
from builder.notation.words import OrderText

UNSURE = "read as"
NAME, LONGEST, MOST = 60, 100, 12  # signs of a place and of an order; words of an order


class Head(NamedTuple):
    """The unit that an order begins with, its place as written, and what follows."""

    kind: KindCode | None
    at: Location
    written: str
    rest: str


class Reading(NamedTuple):
    """An order, the text that it was read from, and what had to be guessed."""

    order: Order
    text: str
    guess: str = ""


class ZineOrder(NamedTuple):
    """An order and its printed result, as far as they could be made out.

    `failed` says that italics or brackets mark it, `guess` what had to be guessed, `options` are
    printed retreats, `helpers` the units that are printed within the order as supporting or
    convoying it.
    """

    unit: UnitRef
    order: Order
    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None
    guess: str = ""
    helpers: tuple[SupportingUnit, ...] = ()
    failed: bool = False


class ZineOrderReader:
    """Reads the orders of one board in one zine's manner.

    `capitals` says that capitals show where a unit ends; else what is not marked was done, or what
    its `face` does not mark.
    """

    def __init__(
        self, setting: Setting, capitals: bool = True, face: ResultTypeface = FAILED
    ) -> None:
        self.setting, self.places = setting, Places(setting.board)
        self.vocabulary = notation(setting).vocabulary
        self.capitals, self.face = capitals, face
        self.unit = cache(self._unit)
        self._parsed = cache(self._parse)

    def _unit(self, text: str) -> Head | None:
        """The unit that a text begins with; None where it begins otherwise."""
        text = text.strip(" .")
        kind = RE.unit.match(text)
        if kind is None and not RE.without_kind.fullmatch(text):
            return None
        start = kind.end() if kind else 0
        words = OrderText(text[start : start + NAME], self.vocabulary)
        if not words.place_ahead():
            return None
        at = words.place()
        rest = start + words.spans[words.at][0] if words.at < len(words.spans) else len(text)
        written = text[start:rest].strip(" -–—")
        return Head(KINDS[kind["kind"].lower()] if kind else None, at, written, text[rest:])

    def read(self, text: str, italic: bool, step: str = "movement") -> ZineOrder | None:
        """One order with its printed result; None where no unit can be made out."""
        marked = unmark(text, italic)
        head, slip = self.unit(marked.text), ""
        if head is None and (mended := respelt(marked.text, self.places.board)):
            marked, slip = marked._replace(text=mended.text), mended.guess
            head = self.unit(marked.text)
        if head is None:
            return None
        ref = UnitRef(head.at, head.kind)
        if step == "retreats":
            return self._retreat(ref, head, marked.failed or bool(marked.marks))
        told = said(marked.marks, self.places)
        order, used, guess = self._order(marked.text, head, told.held)
        if guess.startswith(UNSURE):
            outcomes = told.outcomes & {Outcome.DISLODGED}
        else:
            stays, goes = in_capitals(head.written), ends_in_capitals(used)
            shown = OrderPrint(told, stays, goes, marked.failed)
            outcomes, against = outcomes_of(order, shown, self.capitals, self.face)
            guess = guess or against
        guess = "; ".join(filter(None, (slip, guess, told.guess)))
        guess = guess or ("" if head.kind else "no kind of unit printed")
        found = frozenset(outcomes)
        return ZineOrder(ref, order, found, told.options, guess, marked.helpers, marked.failed)

    def _order(self, text: str, head: Head, held: bool) -> Reading:
        """What the unit was ordered; `held` where a mark says that it was to hold."""
        rest = head.rest.strip(" .,-–—")
        if not rest or rest.lower() in STANDING:
            return Reading(Hold(), text)
        if len(text) > 3 * LONGEST:
            return Reading(Hold(), text, f"{UNSURE} a hold: {rest!r}")
        unit = text[: len(text) - len(head.rest)]
        held_ways = [Reading(Hold(), text)] if held else []
        ways = chain(
            self._tried(text),
            self._past_prose(unit, head.rest),
            held_ways,
            self._beginnings(text),
            self._corrected(text, unit, head.rest),
        )
        return next(ways, Reading(Hold(), text, f"{UNSURE} a hold: {rest!r}"))

    def _tried(self, text: str, guess: str = "") -> Iterator[Reading]:
        if order := self._parsed(text):
            yield Reading(order, text, guess)

    def _past_prose(self, unit: str, rest: str) -> Iterator[Reading]:
        """A clause behind words that say nothing: `a SER screams-bul`."""
        for found in RE.clause.finditer(rest):
            prose, clause = rest[: found.start()].strip(), rest[found.start() :].strip()
            if prose and not self.heads(prose):
                yield from self._tried(f"{unit} {clause}", f"{prose!r} left out")

    def _beginnings(self, text: str) -> Iterator[Reading]:
        """What the first words of a text order, as many as possible."""
        ends = [found.start() for found in RE.word_end.finditer(text[:LONGEST])]
        for end in reversed(ends[:MOST]):
            for reading in self._tried(text[:end]):
                yield reading._replace(guess=_beyond(reading.order, text[end:].strip()))

    def _corrected(self, text: str, unit: str, rest: str) -> Iterator[Reading]:
        """An order with a misspelt place, a strange word in it, or without its verb."""
        if mended := respelt(text, self.places.board):
            yield from self._tried(mended.text, mended.guess)
        if strange := RE.strange.match(rest):
            helped = f"{unit} {strange[1]} {rest[strange.end() :]}"
            yield from self._tried(helped, f"{strange[2]!r} left out")
        if RE.helped.match(rest.strip()):
            yield from self._tried(f"{unit} S {rest}", f"support read from {rest.strip()!r}")
        if guess := guessed(text, self.setting, FIRST, Power("")):
            yield Reading(_standing(guess[0].order), text, guess[1])

    def _parse(self, text: str) -> Order | None:
        """What the grammar reads; None where it does not."""
        try:
            return _standing(parse_order(text, self.setting, FIRST, Power("")).order)
        except ArchiveError:
            return None

    def is_whole(self, text: str) -> bool:
        """Is a text, without its marks, an order and nothing else?"""
        bare = unmark(text, False).text
        head = self.unit(bare)
        if head is None:
            return False
        return not head.rest.strip(" .") or self._parsed(bare) is not None

    def begins(self, text: str) -> bool:
        """Is this the beginning of an order?"""
        return self.unit(text) is not None

    def heads(self, text: str, sure: bool = False) -> list[str]:
        """The places of all units that a text names, and those that look like one; the `sure` ones
        are followed as units are in orders."""
        named = {m.start(): m for pattern in (RE.full, RE.head) for m in pattern.finditer(text)}
        return [
            found["place"]
            for found in named.values()
            if found["after"] is not None
            or (not sure and self.places.get(found["place"]) is not None)
        ]

    def _retreat(self, ref: UnitRef, head: Head, failed: bool) -> ZineOrder:
        text = RE.to.sub("", head.rest).strip(" .,")
        if text.lower() in OFF or not text:
            return ZineOrder(ref, Disband(), frozenset({Outcome.DISBANDED}))
        order = self._parsed(f"{head.kind or ''} {ref.at}-{text}")
        if not isinstance(order, Move):
            guess = f"{UNSURE} disbanded: {head.rest!r}"
            return ZineOrder(ref, Disband(), frozenset(), None, guess)
        outcomes = {Outcome.DESTROYED} if failed else set()
        if ends_in_capitals(text) or not (self.capitals or failed):
            outcomes = {Outcome.RETREATED}
        return ZineOrder(ref, Retreat(order.to), frozenset(outcomes))


def _beyond(order: Order, rest: str) -> str:
    """What is guessed where the words behind an order are left out: are they its end?"""
    aim = RE.aim.match(rest)
    if aim and isinstance(order, Support):
        return f"{UNSURE} a support to stand: {rest!r}"
    return f"{UNSURE} a move without {rest[aim.end() :]!r}" if aim else f"{rest!r} left out"


def _standing(order: Order) -> Order:
    """`S A Tri-Tri` as the support to hold that is meant."""
    if not (isinstance(order, Support) and order.at and order.to):
        return order
    stands = order.to.province == order.at.province
    return Support(order.at, None, order.kind, order.power) if stands else order
