"""Results of a zine's movements: where the units end, and whether its marks fit the next orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import FLEET, Remark
from builder.imports.zine.orders import unmark
from builder.model.board import Board
from builder.model.orders import Move, Written
from builder.model.outcomes import Outcome
from builder.model.units import KindCode, Location, Power, Unit
from builder.record import Ruling

AGAIN = "ordered twice"  # said of an order that does not count
ABSENT = ("nsu", "nso", "no such unit")
FAILURES = frozenset({Outcome.FAILED, Outcome.BOUNCED, Outcome.CUT, Outcome.NO_CONVOY})
ENOUGH, MOST = 3, 10  # moves that can be seen; right ones for each wrong one


def is_absent(outcomes: frozenset[Outcome], text: str) -> bool:
    """Does a report say that there is no such unit (`nsu`, or `nso` and no place in capitals)?"""
    known = "imp" in text and "nsu" not in text
    return Outcome.ILLEGAL in outcomes and not known and any(word in text for word in ABSENT)


def shown_position(
    sheet: PhaseSheet, rulings: Iterable[Ruling], board: Board, before: PhaseSheet | None
) -> list[Unit] | None:
    """The position that the results of a movement show; None if they leave it open. A power is left
    out if one of its units after the movement `before` has no order here."""
    named = {(w.issuer, w.home) for w in sheet.orders}
    stood = ends(before, rulings) if before else ()
    silent = {power for power, _, at in stood if (power, at.province) not in named}
    found: list[Unit] = []
    for power, kind, at in ends(sheet, rulings):
        if kind is None or (kind == FLEET and board.provinces[at.province].coasts and not at.coast):
            return None
        found += [Unit(power, kind, at)] * (power not in silent)
    return found or None


def ends(
    sheet: PhaseSheet, rulings: Iterable[Ruling]
) -> Iterator[tuple[Power, KindCode | None, Location]]:
    """The power, kind and place of each unit after a movement, by its results."""
    ruled = {(r.power, r.at): frozenset({r.outcome}) for r in rulings if r.phase == sheet.phase}
    last = {(w.issuer, w.unit): w for w in sorted(sheet.orders, key=_validity)}
    for w, unit in ((w, w.unit) for w in last.values() if w.unit):
        outcomes = ruled.get((w.issuer, unit.at)) or sheet.said(w)
        goal = w.order.to if isinstance(w.order, Move) else None
        gone = is_absent(outcomes, w.text) or Outcome.DISLODGED in outcomes
        if not gone and (outcomes or not goal or AGAIN in w.text):
            moved = goal and Outcome.MOVED in outcomes
            yield w.issuer, unit.kind, goal if goal and moved else unit.at


def _validity(order: Written) -> tuple[bool, bool]:
    """A key that puts the one of a unit's orders that counts last: one without a mark, if any."""
    marked = unmark(order.text, False)
    return AGAIN not in order.text, not (marked.marks or marked.failed)


def agrees(moves: Sequence[PhaseSheet]) -> bool:
    """Are the units in the next phase where this reading of the typefaces leaves them, both those
    that moved and those that did not?"""
    seen = [*_seen(moves)]
    right = [went for went, true in seen if true]
    return len(set(right)) > 1 and len(right) >= ENOUGH and len(seen) <= len(right) * (1 + 1 / MOST)


def contradicts(moves: Sequence[PhaseSheet]) -> bool:
    """Does the next phase contradict this reading of the typefaces for most of the moves?"""
    seen = [*_seen(moves)]
    return 2 * sum(true for _, true in seen) < len(seen)


def _seen(moves: Sequence[PhaseSheet]) -> Iterator[tuple[bool, bool]]:
    """For each move whose end the next phase shows: did it succeed as read, and is that right?"""
    for sheet, then in zip_longest(moves, moves[1:]):
        stand = {(w.issuer, w.home) for w in (then.orders if then else ())}
        if sheet.after is not None:
            stand = {(unit.power, unit.at.province) for unit in sheet.after}
        for w in sheet.orders:
            if w.unit is None or not isinstance(w.order, Move):
                continue
            outcomes = sheet.said(w)
            start, end = ((w.issuer, at.province) in stand for at in (w.unit.at, w.order.to))
            if start != end and outcomes & {Outcome.MOVED, Outcome.FAILED}:
                went = Outcome.MOVED in outcomes
                yield went, went == end


def why_unmarked(moves: Sequence[PhaseSheet], unsure: bool, capitals: bool) -> str:
    """Why orders without a mark do not count as done in this game; empty if they do.

    They do not if the game has neither marks nor capitals where units end, for then its results
    are not printed; if marks were lost, as two units seem to enter one place; or if the meaning of
    bold orders is not known (`unsure`).
    """
    if any(FAILURES & p.outcomes for sheet in moves for p in sheet.results):
        return ""
    if unsure:
        return "the meaning of bold or starred orders is not known: only other marks count"
    marked = any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results)
    marked |= any(w.text[:1] in ("(", "[", "<") for sheet in moves for w in sheet.orders)
    crowded = any(len({*at}) < len(at) for at in (sheet.arrivals() for sheet in moves))
    if capitals or (marked and not crowded):
        return ""
    return "nothing marks what failed: only what is marked counts"


def mark_dislodged(moves: Sequence[PhaseSheet]) -> Iterator[Remark]:
    """Mark as dislodged each unit that stayed in a place which another is printed to have entered,
    in a game that marks no unit as dislodged."""
    if any(Outcome.DISLODGED in p.outcomes for sheet in moves for p in sheet.results):
        return
    for sheet in moves:
        goals = sheet.arrivals()
        for p in [*sheet.results]:
            away = Outcome.MOVED in p.outcomes or is_absent(p.outcomes, p.text)
            if p.at.province in goals and not away:
                sheet.printed(p.power, p.at, Outcome.DISLODGED)
                why = "no unit is marked as dislodged; taken so, since another entered its place"
                yield Remark(p.line, why, p.text)
