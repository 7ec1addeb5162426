"""Retreats that a source leaves out, where the next orders show who has gone where."""

from __future__ import annotations

from collections.abc import Iterator, Set

from builder.formats.foreign.reading import Sheet
from builder.model.board import Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Move, Remove, Retreat, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting

Standing = tuple[Power, KindCode | None, Location]


def retreats(
    moves: Sheet, winter: Sheet | None, then: Sheet | None, setting: Setting
) -> Sheet | None:
    """The retreats after a movement whose dislodged units are marked: each to the one neighbouring
    place at which the next orders, or a removal in Winter, name a unit of its power and kind that
    was neither there before nor built. Who is named nowhere has left the board. None where nobody
    was dislodged."""
    lost = {(p.power, p.at) for p in moves.results if Outcome.DISLODGED in p.outcomes}
    if not lost:
        return None
    fresh = {*_named(then), *_removed(winter)} - {*_landed(moves, lost)} - {*_built(winter)}
    phase = setting.calendar.next(moves.phase)
    found = Sheet(phase, line=moves.line)
    for w in moves.orders:
        if w.unit is None or w.unit.kind is None or (w.issuer, w.unit.at) not in lost:
            continue
        near = setting.board.reach(setting.kinds[w.unit.kind], phase.season).get(w.unit.at, {})
        goals = {
            at for p, kind, at in fresh if p == w.issuer and kind == w.unit.kind and at in near
        }
        if len(goals) == 1:
            found.orders.append(Written(w.issuer, w.unit, Retreat(goals.pop()), "", moves.line))
    return found


def _named(sheet: Sheet | None) -> Iterator[Standing]:
    for w in sheet.orders if sheet else ():
        if w.unit:
            yield w.issuer, w.unit.kind, w.unit.at


def _landed(sheet: Sheet, lost: Set[tuple[Power | None, Location]]) -> Iterator[Standing]:
    """Where the units stand that were not driven out."""
    went = {(p.power, p.at) for p in sheet.results if Outcome.MOVED in p.outcomes}
    for w in sheet.orders:
        if w.unit and (w.issuer, w.unit.at) not in lost:
            moved = (w.issuer, w.unit.at) in went
            at = w.order.to if moved and isinstance(w.order, Move) else w.unit.at
            yield w.issuer, w.unit.kind, at


def _built(winter: Sheet | None) -> Iterator[Standing]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Build):
            yield w.issuer, w.order.kind, w.order.at


def _removed(winter: Sheet | None) -> Iterator[Standing]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Remove) and w.unit:
            yield w.issuer, w.unit.kind, w.unit.at
