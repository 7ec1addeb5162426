"""Laying what a report prints onto the sheet of its phase, for the first time or again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.imports.importer import FLEET, PhaseSheet
from builder.imports.zine.report_lines import PrintedOrder, ZineReport
from builder.model.board import Board, Code, Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Convoy, Move, Retreat, Support, Written
from builder.model.outcomes import Outcome
from builder.model.units import Unit
from builder.record import Note, Ruling

SEVERITY = (
    Outcome.ILLEGAL, Outcome.VOID, Outcome.DISLODGED, Outcome.FAILED, Outcome.NO_ORDER,
)  # fmt: skip
NAMED = {Move: Outcome.BOUNCED, Support: Outcome.CUT}
DONE: dict[type, frozenset[Outcome]] = {Convoy: frozenset({Outcome.CARRIED})}
NOTHING: frozenset[Outcome] = frozenset()
AGAIN = "ordered twice"  # said of an order that does not count
UNIT = frozenset({Outcome.DISLODGED})  # said of the unit, whatever its order
ABSENT = ("nsu", "nso", "no such unit")


def put(line: PrintedOrder, sheet: PhaseSheet) -> None:
    """Lay an order and its printed result onto a sheet."""
    heard = line.heard
    sheet.orders.append(Written(line.power, heard.unit, heard.order, line.text, line.line))
    outcomes = heard.outcomes & UNIT if AGAIN in line.text else heard.outcomes
    if outcomes:
        sheet.printed(
            line.power,
            heard.unit.at,
            *outcomes,
            options=heard.options,
            text=line.text,
            line=line.line,
        )


def put_again(line: PrintedOrder, report: ZineReport, sheet: PhaseSheet) -> Ruling | None:
    """Lay an order onto a sheet that is printed once more.

    Another order takes the place of the first, which is kept in a note; another result of the
    same order is a ruling.
    """
    season, heard = report.season, line.heard
    where = f"#{season.issue}, {season.heading!r}" if season.issue else season.heading
    at = heard.unit.at
    old = next(
        (w for w in sheet.orders if w.issuer == line.power and w.unit and w.unit.at == at), None
    )
    shown = next((p for p in sheet.results if p.at == at and p.power == line.power), None)
    if old is None or old.order != heard.order:
        first = f"First printed: {old.text}. " if old else ""
        sheet.notes.append(Note("gm", f"{first}Corrected: {line.text}.", source=where))
        sheet.orders = [w for w in sheet.orders if w is not old]
        sheet.results = [p for p in sheet.results if p is not shown]
        put(line, sheet)
        return None
    found = heard.outcomes or DONE.get(type(heard.order), NOTHING)
    if shown is None or not found or shown.outcomes == found:
        return None
    outcome = next((o for o in SEVERITY if o in found), min(found))
    if outcome is Outcome.FAILED:
        outcome = NAMED.get(type(heard.order), outcome)
    why = f"Printed again as: {line.text}"
    return Ruling(sheet.phase, line.power, at, old.text, outcome, why, where, line.line)


def is_absent(outcomes: frozenset[Outcome], text: str) -> bool:
    """Does a report say that there is no such unit (`nsu`, or `nso` and no place in capitals)?"""
    return Outcome.ILLEGAL in outcomes and any(word in text for word in ABSENT)


def capitals(sheet: PhaseSheet, rulings: Iterable[Ruling], board: Board) -> list[Unit] | None:
    """The position that the results of a movement show; None where they leave it open."""
    found: list[Unit] = []
    for power, kind, at in ends(sheet, rulings):
        if kind is None or (kind == FLEET and board.provinces[at.province].coasts and not at.coast):
            return None
        found.append(Unit(power, kind, at))
    return found or None


def ends(
    sheet: PhaseSheet, rulings: Iterable[Ruling]
) -> Iterator[tuple[Power, KindCode | None, Location]]:
    """Whose unit stands where after a movement, as its results show."""
    told = {(p.power, p.at): p.outcomes for p in sheet.results}
    told |= {(r.power, r.at): frozenset({r.outcome}) for r in rulings if r.phase == sheet.phase}
    for w in _one_each(sheet.orders):
        if w.unit is None:
            continue
        outcomes = told.get((w.issuer, w.unit.at), NOTHING)
        if is_absent(outcomes, w.text) or Outcome.DISLODGED in outcomes:
            continue
        moved = isinstance(w.order, Move) and Outcome.MOVED in outcomes
        at = w.order.to if moved and isinstance(w.order, Move) else w.unit.at
        yield w.issuer, w.unit.kind, at


def _one_each(orders: Iterable[Written]) -> Iterable[Written]:
    """The orders without those of a unit that was ordered twice, but for one that counts, or the
    last of them."""
    last = {(w.issuer, w.unit): w for w in orders if AGAIN in w.text}
    last |= {(w.issuer, w.unit): w for w in orders if AGAIN not in w.text}
    return last.values()


def arrivals(sheet: PhaseSheet) -> dict[Code, Power]:
    """Who retreated where."""
    went = {p.at for p in sheet.results if Outcome.RETREATED in p.outcomes}
    return {
        w.order.to.province: w.issuer
        for w in sheet.orders
        if isinstance(w.order, Retreat) and w.unit and w.unit.at in went
    }
