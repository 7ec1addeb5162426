"""What a zine says of an order by its marks, by capitals and by typefaces."""

from __future__ import annotations

from typing import NamedTuple

from builder.imports.zine.order_marks import ABSENT, Said
from builder.imports.zine.patterns import RE
from builder.imports.zine.typefaces import ResultTypeface
from builder.model.orders import Convoy, Hold, Move, Order, Support
from builder.model.outcomes import Outcome

DONE: dict[type, set[Outcome]] = {Move: {Outcome.MOVED}, Support: {Outcome.GIVEN}}
WRONG = frozenset({Outcome.ILLEGAL, Outcome.VOID, Outcome.NO_ORDER})
STOOD_OFF = frozenset({"s.o", "s/o"})  # of a unit that moves; another was ordered to stand


class OrderPrint(NamedTuple):
    """How an order is printed: what its marks say, whether its unit's place and its end stand in
    capitals, and whether brackets or a typeface mark it."""

    told: Said
    stays: bool
    goes: bool
    marked: bool


def outcomes_of(
    order: Order, shown: OrderPrint, capitals: bool, face: ResultTypeface
) -> tuple[set[Outcome], str]:
    """The outcomes of an order, and what speaks against them; `capitals` says that capitals show
    where units end, else what its `face` does not mark was done."""
    outcomes = fitting(order, shown.told)
    moves = isinstance(order, Move)
    if not capitals:
        if moves or not face.done:
            outcomes |= _unmarked(order, shown.marked != face.done, outcomes)
        return outcomes, ""
    if "nso" in shown.told.words and moves and not (shown.stays or shown.goes):
        outcomes = outcomes - {Outcome.VOID} | {Outcome.ILLEGAL}
    outcomes |= _by_capitals(order, shown, outcomes)
    known = shown.stays or shown.goes or outcomes & {Outcome.DISLODGED, Outcome.ILLEGAL}
    if not known and not shown.marked:
        outcomes = fitting(order, shown.told)
    return outcomes, "" if known else "neither place in capitals"


def fitting(order: Order, told: Said) -> set[Outcome]:
    """What marks say of an order, as far as it can be said of such an order: a support or convoy
    with `nsu` is for a unit that is not there."""
    if isinstance(order, Hold):
        return told.outcomes - {Outcome.CUT, Outcome.BOUNCED}
    if isinstance(order, Move) and STOOD_OFF & told.words:
        return told.outcomes | {Outcome.BOUNCED}
    if ABSENT & told.words and isinstance(order, Support | Convoy):
        return told.outcomes - {Outcome.ILLEGAL} | {Outcome.VOID}
    return {*told.outcomes}


def in_capitals(place: str) -> bool:
    """Is a place written in capitals, as where a unit ends?"""
    name = place.partition("(")[0].strip()
    return len(name) > 1 and name.isupper()


def ends_in_capitals(text: str) -> bool:
    """Is the last place of an order written so?"""
    found = RE.last_place.search(text)
    return found is not None and in_capitals(found[1])


def _by_capitals(order: Order, shown: OrderPrint, outcomes: set[Outcome]) -> set[Outcome]:
    if isinstance(order, Move) and shown.goes and not shown.stays:
        return {Outcome.MOVED}
    if outcomes & WRONG:
        return set()
    if isinstance(order, Move):
        return {Outcome.FAILED} if shown.stays or shown.marked or outcomes else set()
    return _unmarked(order, shown.marked and not isinstance(order, Hold), outcomes)


def _unmarked(order: Order, failed: bool, marks: set[Outcome]) -> set[Outcome]:
    """What is said of an order by its being marked as failed, or not."""
    if marks & WRONG:
        return set()
    if failed:
        return set() if marks - {Outcome.DISLODGED} else {Outcome.FAILED}
    if isinstance(order, Hold):
        return set() if marks else {Outcome.HELD}
    return set() if marks - {Outcome.DISLODGED} else DONE.get(type(order), set())
