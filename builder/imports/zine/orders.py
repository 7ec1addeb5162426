"""Reads one order as a zine prints it: capitals where the unit ends, italics for a failure.

a mar-BUR               went               f ADR-ven               did not
a RUM S TURKISH a arm-sev                  f NWG C a yor-nwy
a MUN h                 a SPA wenches in Madrid (h)

The order itself is read by the grammar for all orders, its marks by `order_marks`.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from builder.errors import NotationError
from builder.imports.corrections import ForeignOrders, nearest, respelt, two_codes
from builder.imports.importer import ARMY, KINDS
from builder.imports.patterns import RE as COMMON
from builder.imports.zine.house import RE
from builder.imports.zine.order_marks import (
    OFF_THE_BOARD,
    STANDING,
    HelpingUnit,
    MarkMeaning,
    ends_in_capitals,
    in_capitals,
    unmark,
)
from builder.imports.zine.typefaces import ResultTypeface
from builder.model.calendar import FIRST
from builder.model.orders import Disband, Hold, Move, Order, Retreat, Support, UnitRef
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Location, Power
from builder.notation.notation import notation
from builder.notation.words import OrderText

LONGEST_NAME = 60  # characters of a place
LONGEST_BEGINNING = 100  # characters of an order that words follow
LONGEST_ORDER = 300  # characters
MOST_WORDS = 12  # of an order
DASHES = frozenset({"-", "–", "—"})
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
NO_CAPITALS = "neither place in capitals"


class OrderHead(NamedTuple):
    """The unit that an order begins with, its place as written, and the rest of the text."""

    kind: KindCode | None
    at: Location
    written: str
    rest: str


class OrderReading(NamedTuple):
    """An order, the text that it was read from, a remark on guesses, and words that were left out
    and may be an order; `doubtful` if these may be part of it."""

    order: Order
    used: str
    guess: str = ""
    left_out: str = ""
    doubtful: bool = False


class ZineOrder(NamedTuple):
    """An order and its printed result, as far as they could be read. `failed` if italics or
    brackets mark it, `guess` is a remark on guesses, `doubtful` if it is not certain that this is
    the order, `options` are printed retreats, `helpers` units printed within it that help it,
    `left_out` words in it that were not read; then its power, text and line in a report."""

    unit: UnitRef
    order: Order
    outcomes: frozenset[Outcome]
    options: tuple[Location, ...] | None = None
    guess: str = ""
    doubtful: bool = False
    helpers: tuple[HelpingUnit, ...] = ()
    failed: bool = False
    left_out: str = ""
    power: Power = Power("")
    text: str = ""
    line: int = 0

    @property
    def place(self) -> tuple[Power, Code]:
        """The power and the province of its unit."""
        return self.power, self.unit.at.province


class ZineOrderReader:
    """Reads the orders of one zine on one board. `capitals` show where a unit ends; else orders
    without marks were done, or those that its `face` marks as done."""

    def __init__(self, setting: Setting, capitals: bool, face: ResultTypeface) -> None:
        self.setting = setting
        self.places = setting.board
        self.vocabulary = notation(setting).vocabulary
        self.grammar = ForeignOrders(setting, FIRST, Power(""))
        self.capitals = capitals
        self.face = face
        self.unit = cache(self._unit)
        self._parsed = cache(self.grammar.parsed)

    def _unit(self, text: str) -> OrderHead | None:
        """The unit that a text begins with; None if it begins with something else."""
        text = text.strip(" .")
        kind = RE.unit.match(text)
        if kind is None and not RE.without_kind.fullmatch(text):
            return None
        start = kind.end() if kind else 0
        words = OrderText(text[start : start + LONGEST_NAME], self.vocabulary)
        if not words.place_ahead():
            return None
        try:
            at = words.place()
        except NotationError:  # a name of two places, or a coast that is not there
            return None
        rest = start + words.spans[words.at][0] if words.at < len(words.spans) else len(text)
        written = text[start:rest].strip(" -–—")
        return OrderHead(KINDS[kind["kind"].lower()] if kind else None, at, written, text[rest:])

    def read(self, text: str, italic: bool) -> ZineOrder | None:
        """One order with its printed result; None if no unit can be read."""
        printed = unmark(text, italic)
        head = self.unit(printed.text)
        slip = ""
        if head is None and (mended := respelt(printed.text, self.places)):
            printed = printed._replace(text=mended.text)
            slip = mended.guess
            head = self.unit(printed.text)
        if head is None:
            return None

        marks = MarkMeaning(printed.marks, self.places)
        held = not STANDING.isdisjoint(marks.words)
        reading = self._order(printed.text, head, held)
        order = _without_own_place(reading.order)
        if reading.doubtful:
            outcomes = marks.outcomes & {Outcome.DISLODGED}
            doubt = ""
        elif self.capitals:
            stays = in_capitals(head.written)
            goes = ends_in_capitals(reading.used)
            outcomes, doubt = self._by_capitals(order, marks, printed.enclosed, stays, goes)
        else:
            outcomes = self._by_face(order, marks, printed.enclosed)
            doubt = ""
        guess = "; ".join(filter(None, (slip, reading.guess or doubt, *marks.guesses)))
        return ZineOrder(
            unit=UnitRef(head.at, head.kind),
            order=order,
            outcomes=frozenset(outcomes),
            options=marks.options,
            guess=guess or ("" if head.kind else "no kind of unit printed"),
            doubtful=reading.doubtful,
            helpers=printed.helpers,
            failed=printed.enclosed,
            left_out=", ".join(filter(None, [reading.left_out, *marks.left_out])),
        )

    def _by_face(self, order: Order, marks: MarkMeaning, enclosed: bool) -> set[Outcome]:
        """The outcomes of an order `enclosed` in brackets or a typeface, or not. A typeface that
        marks what was done says nothing of units that stay."""
        if self.face.done and not isinstance(order, Move):
            return marks.outcomes_of(order)
        return marks.outcomes_by_face(order, failed=enclosed != self.face.done)

    def _by_capitals(
        self, order: Order, marks: MarkMeaning, enclosed: bool, stays: bool, goes: bool
    ) -> tuple[set[Outcome], str]:
        """The outcomes of an order, and a remark if they are in doubt. Capitals show that its unit
        `stays` in its place, or `goes` to another."""
        moves = isinstance(order, Move)
        outcomes = marks.outcomes_of(order)
        is_shown = stays or goes or not outcomes.isdisjoint({Outcome.DISLODGED, Outcome.ILLEGAL})
        if "nso" in marks.words and moves and not (stays or goes):
            is_shown = True
            outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
        if not is_shown and not enclosed:
            return outcomes, NO_CAPITALS
        if not moves:
            failed = enclosed and not isinstance(order, Hold)
            outcomes = marks.outcomes_by_face(order, failed)
        elif goes and not stays:
            outcomes.add(Outcome.MOVED)
        elif (stays or enclosed or outcomes) and not outcomes & WRONG:
            outcomes.add(Outcome.FAILED)
        return outcomes, "" if is_shown else NO_CAPITALS

    def _order(self, text: str, head: OrderHead, held: bool) -> OrderReading:
        """The order by the first way of reading that gives one; `held` if a mark says so."""
        rest = head.rest.strip(" .,-–—")
        if head.rest.strip(" .,") in DASHES:
            return OrderReading(Hold(), text, f"read as a hold: {head.rest!r}", doubtful=True)
        if not rest or rest.lower() in STANDING:
            return OrderReading(Hold(), text)
        unit = text[: len(text) - len(head.rest)]
        ways = chain(
            self._tried(text),
            self._past_prose(unit, head.rest),
            self._held(text, head.rest) if held else (),
            self._beginnings(text),
            self._corrected(text, unit, head.rest),
        )
        hold = OrderReading(Hold(), text, f"read as a hold: {rest!r}", doubtful=True)
        return next(ways, hold) if len(text) <= LONGEST_ORDER else hold

    def _tried(self, text: str, guess: str = "", left_out: str = "") -> Iterator[OrderReading]:
        if written := self._parsed(text):
            yield OrderReading(written.order, text, guess, left_out)

    def _held(self, text: str, rest: str) -> Iterator[OrderReading]:
        """A hold that a mark shows, whatever else stands there but other units."""
        if not any(map(self.places.get, self.heads(rest))):
            yield OrderReading(Hold(), text)

    def _past_prose(self, unit: str, rest: str) -> Iterator[OrderReading]:
        """The order in a clause after words that are not part of it: `a SER screams-bul`."""
        for clause in RE.clause.finditer(rest):
            prose = rest[: clause.start()].strip()
            action = rest[clause.start() :].strip()
            if prose and not self.heads(prose):
                yield from self._tried(f"{unit} {action}", f"{prose!r} left out", prose)

    def _beginnings(self, text: str) -> Iterator[OrderReading]:
        """The order that the first words of a text make, as many as possible; doubtful if those
        left out may be part of it."""
        ends = [end.start() for end in RE.word_end.finditer(text[:LONGEST_BEGINNING])]
        for end in reversed(ends[:MOST_WORDS]):
            for reading in self._tried(text[:end]):
                rest = text[end:].strip()
                doubt = _doubt_behind(reading.order, rest)
                guess = doubt or f"{rest!r} left out"
                yield reading._replace(guess=guess, left_out=rest, doubtful=bool(doubt))

    def _corrected(self, text: str, unit: str, rest: str) -> Iterator[OrderReading]:
        """An order with a misspelt place, a strange word in it, or without its verb."""
        if mended := respelt(text, self.places):
            yield from self._tried(mended.text, mended.guess)
        if strange := RE.strange.match(rest):
            helped = f"{unit} {strange[1]} {rest[strange.end() :]}"
            yield from self._tried(helped, f"{strange[2]!r} left out")
        aided = rest.strip()
        if RE.helped.match(aided):
            what, verb = ("convoy", "C") if self._carries(unit, aided) else ("support", "S")
            yield from self._tried(f"{unit} {verb} {rest}", f"{what} read from {aided!r}")
        if guess := self.grammar.guessed(text):
            yield OrderReading(guess.written.order, text, guess.guess, guess.left_out)

    def _carries(self, unit: str, aided: str) -> bool:
        """Is the unit at sea, and can an army that it helps not walk?"""
        fleet = self.unit(unit)
        army = self.unit(aided)
        written = self._parsed(aided)
        if not (fleet and army and army.kind == ARMY and written):
            return False
        walks = self.places.reach(self.setting.kinds[ARMY], FIRST.season).get(army.at, ())
        at_sea = self.places.provinces[fleet.at.province].terrain == "sea"
        return at_sea and isinstance(written.order, Move) and written.order.to not in walks

    def is_whole(self, text: str) -> bool:
        """Is the whole text an order, apart from its marks?"""
        bare = unmark(text).text
        head = self.unit(bare)
        return head is not None and (not head.rest.strip(" .") or self._parsed(bare) is not None)

    def begins(self, text: str, listing: bool = False) -> bool:
        """Does a text begin like an order, or with `listing` like a unit, though misspelt?"""
        bare = unmark(text).text
        unbracketed = RE.parentheses.sub(" ", bare).strip(" ([<")
        if RE.earlier.match(text) or RE.orderly.match(bare) or RE.shouted.match(unbracketed):
            return True
        if self.unit(unbracketed) or self._begins_with_two_codes(unbracketed):
            return True
        named = RE.head.match(text) or RE.full.match(text)
        if named is None or named["after"] is None:
            return False
        return listing or nearest(named["place"], self.places, ()) is not None

    def _begins_with_two_codes(self, text: str) -> bool:
        """Does a text begin with the codes of two places in one word, as in `a conBUL`?"""
        if text[:2].lower() not in ("a ", "f "):
            return False
        word = COMMON.run_in.match(text[2:])
        return word is not None and bool(two_codes(word, self.places))

    def heads(self, text: str, sure: bool = False) -> list[str]:
        """The places of all units in a text, as written; with `sure` only of those that are
        followed by what follows the unit of an order."""
        head_at = {}
        for pattern in (RE.full, RE.head):
            for head in pattern.finditer(text):
                head_at[head.start()] = head
        places: list[str] = []
        for head in head_at.values():
            is_place = not sure and self.places.get(head["place"]) is not None
            if head["after"] is not None or is_place:
                places.append(head["place"])
        return places

    def helping(self, helper: HelpingUnit, helped: ZineOrder) -> ZineOrder | None:
        """The order of a unit printed within the order that it helps."""
        at = helped.unit.at
        to = helped.order.to if isinstance(helped.order, Move) else None
        whom = self.places.get(helper.whom)
        ends = (at.province, to.province) if to else (at.province,)
        aim = helper.whom
        verb = "s"
        if whom is None or whom.province in ends:  # it helps this very unit
            aim = f"{helped.unit.kind or ''} {at}{f'-{to}' if to else ''}"
            verb = helper.how if to else "s"
        order = self.read(f"{helper.unit} {verb} {aim}", italic=False)
        return order and order._replace(outcomes=frozenset())

    def retreat(self, text: str, italic: bool) -> ZineOrder | None:
        """A retreat, or a unit that leaves the board; None if no unit can be read. A place that
        stands alone may be where the unit went (`R a PIC`); the report finds the unit."""
        printed = unmark(text, italic)
        head = self.unit(printed.text)
        if head is None and (mended := respelt(printed.text, self.places)):
            head = self.unit(mended.text)
        if head is None:
            return None
        unit = UnitRef(head.at, head.kind)
        failed = printed.enclosed or bool(printed.marks)
        goal = RE.to.sub("", head.rest).strip(" .,")
        if not goal and self.capitals and in_capitals(head.written):
            return ZineOrder(unit, Retreat(head.at), frozenset({Outcome.RETREATED}))
        if not goal or goal.lower() in OFF_THE_BOARD:
            return ZineOrder(unit, Disband(), frozenset({Outcome.DISBANDED}))

        written = self._parsed(f"{head.kind or ''} {head.at}-{goal}")
        if written is None or not isinstance(written.order, Move):
            guess = f"read as disbanded: {head.rest!r}"
            return ZineOrder(unit, Disband(), frozenset(), guess=guess, doubtful=True)
        order = Retreat(written.order.to)
        if ends_in_capitals(goal) or not (self.capitals or failed):
            return ZineOrder(unit, order, frozenset({Outcome.RETREATED}))
        outcomes = frozenset({Outcome.DESTROYED}) if failed else frozenset[Outcome]()
        return ZineOrder(unit, order, outcomes, failed=failed)


def _without_own_place(order: Order) -> Order:
    """A support to stand, for a support to go to where the unit stands: `S A Tri-Tri`."""
    if not (isinstance(order, Support) and order.at and order.to):
        return order
    stands = order.at.province == order.to.province
    return order._replace(to=None) if stands else order


def _doubt_behind(order: Order, rest: str) -> str:
    """Why the words behind an order may be part of it: `A Mun S A Ber` and `-Kie`. Empty if they
    are not."""
    if RE.orders.search(rest):  # of marks that cannot be separated from its own
        return f"read as the first of several orders: {rest!r}"
    aim = RE.aim.match(rest)
    if aim is None:
        return ""
    if isinstance(order, Support):
        return f"read as a support to stand: {rest!r}"
    return f"read as a move without {rest[aim.end() :]!r}"
