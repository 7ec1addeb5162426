"""Infers retreats that a source leaves out from the orders of the next season."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from builder.imports.importer import PhaseSheet, Remark
from builder.model.board import Code, Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Move, Remove, Retreat, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting

Stood = tuple[Power | None, Code]
Named = tuple[Power, Location, KindCode | None]


class InferredPhase(NamedTuple):
    """A phase of which there is no report, and what is told of that."""

    sheet: PhaseSheet
    remark: Remark


def retreats(
    moves: PhaseSheet,
    winter: PhaseSheet | None,
    then: PhaseSheet | None,
    setting: Setting,
    absent: Set[Stood] = frozenset(),
) -> InferredPhase | None:
    """The retreats after a movement whose dislodged units are marked: each to the one place next
    to it, or of those that are printed, at which the next orders, or a removal in Winter, name a
    unit of its power and kind that was neither there before nor built. Who is named nowhere has
    left the board; None where nobody is seen to retreat. `absent` are units of the next orders
    that are not there."""
    lost = {(p.power, p.at.province): p for p in moves.results if Outcome.DISLODGED in p.outcomes}
    if not lost:
        return None
    printed: set[Stood] = {(u.power, u.at.province) for u in moves.after or ()}
    gone = {*_built(winter)} | absent | (printed or {*_landed(moves, lost.keys())})
    fresh = [
        (power, at, kind)
        for power, at, kind in (*_named(then), *_removed(winter))
        if (power, at.province) not in gone
    ]
    found: list[Written] = []
    taken: set[Code] = set()
    for (power, home), said in lost.items():
        w = next((w for w in moves.orders if w.issuer == power and w.home == home), None)
        if w is None or w.unit is None:
            continue
        near = said.options if said.options is not None else _near(w.unit, moves, setting)
        kinds = (None, w.unit.kind)
        beside = {at: p for p, at, kind in fresh if kind in kinds or w.unit.kind is None}
        goals = {
            place
            for at, p in beside.items()
            if p == power and at.province not in taken
            for place in _place(at, near)
        }
        if len(goals) == 1:
            to = goals.pop()
            taken.add(to.province)
            found.append(Written(w.issuer, w.unit, Retreat(to), "", moves.line))
    if not found:
        return None
    season = (then or winter or moves).phase.season
    told = f"no report of the retreats; taken from the orders of {season}"
    sheet = PhaseSheet(setting.calendar.next(moves.phase), orders=found, line=moves.line)
    return InferredPhase(sheet, Remark(moves.line, told))


def _near(unit: UnitRef, moves: PhaseSheet, setting: Setting) -> Collection[Location]:
    """Where a unit can go, from any coast and as any kind where those are not told."""
    season = setting.calendar.next(moves.phase).season
    kinds = [setting.kinds[unit.kind]] if unit.kind else [*setting.kinds.values()]
    return {
        to
        for kind in kinds
        for start, ends in setting.board.reach(kind, season).items()
        if start == unit.at or (not unit.at.coast and start.province == unit.at.province)
        for to in ends
    }


def _place(at: Location, near: Collection[Location]) -> list[Location]:
    """Which of the places near is meant; a coast may be left out where only one fits."""
    if at in near:
        return [at]
    alike = [place for place in near if place.province == at.province]
    return alike if len(alike) == 1 and not (at.coast and alike[0].coast) else []


def _named(sheet: PhaseSheet | None) -> Iterator[Named]:
    for w in sheet.orders if sheet else ():
        if w.unit:
            yield w.issuer, w.unit.at, w.unit.kind


def _landed(sheet: PhaseSheet, lost: Set[Stood]) -> Iterator[Stood]:
    """Where the units stand that were not driven out."""
    went = {(p.power, p.at.province) for p in sheet.results if Outcome.MOVED in p.outcomes}
    for w in sheet.orders:
        if w.home and (w.issuer, w.home) not in lost:
            moved = isinstance(w.order, Move) and (w.issuer, w.home) in went
            yield w.issuer, w.order.to.province if isinstance(w.order, Move) and moved else w.home


def _built(winter: PhaseSheet | None) -> Iterator[Stood]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Build):
            yield w.issuer, w.order.at.province


def _removed(winter: PhaseSheet | None) -> Iterator[Named]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Remove):
            yield w.issuer, w.order.at, w.unit.kind if w.unit else None
