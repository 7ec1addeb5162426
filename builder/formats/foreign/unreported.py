"""Retreats that a source leaves out, where the next orders show who has gone where."""

from __future__ import annotations

from collections.abc import Iterator, Set

from builder.formats.foreign.reading import Sheet
from builder.model.board import Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import Build, Move, Remove, Retreat, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting

Stood = tuple[Power | None, Location]
Named = tuple[Power, Location, KindCode | None]


def retreats(
    moves: Sheet,
    winter: Sheet | None,
    then: Sheet | None,
    setting: Setting,
    absent: Set[Stood] = frozenset(),
) -> list[Written]:
    """The retreats after a movement whose dislodged units are marked: each to the one place next
    to it, or of those that are printed, at which the next orders, or a removal in Winter, name a
    unit of its power and kind that was neither there before nor built. Who is named nowhere has
    left the board. `absent` are units of the next orders that are not there."""
    lost = {(p.power, p.at): p.options for p in moves.results if Outcome.DISLODGED in p.outcomes}
    if not lost:
        return []
    printed: set[Stood] = {(u.power, u.at) for u in moves.after or ()}
    stood = printed or {*_landed(moves, lost.keys())}
    gone = {*_built(winter)} | absent | stood
    fresh = [one for one in (*_named(then), *_removed(winter)) if one[:2] not in gone]
    season, found = setting.calendar.next(moves.phase).season, []
    for w in moves.orders:
        if w.unit is None or w.unit.kind is None or (w.issuer, w.unit.at) not in lost:
            continue
        near = lost[w.issuer, w.unit.at]
        if near is None:
            reach = setting.board.reach(setting.kinds[w.unit.kind], season)
            near = tuple(reach.get(w.unit.at, {}))
        kinds = (None, w.unit.kind)
        goals = {at for p, at, kind in fresh if p == w.issuer and kind in kinds and at in near}
        if len(goals) == 1:
            found.append(Written(w.issuer, w.unit, Retreat(goals.pop()), "", moves.line))
    return found


def _named(sheet: Sheet | None) -> Iterator[Named]:
    for w in sheet.orders if sheet else ():
        if w.unit:
            yield w.issuer, w.unit.at, w.unit.kind


def _landed(sheet: Sheet, lost: Set[Stood]) -> Iterator[Stood]:
    """Where the units stand that were not driven out."""
    went = {(p.power, p.at) for p in sheet.results if Outcome.MOVED in p.outcomes}
    for w in sheet.orders:
        if w.unit and (w.issuer, w.unit.at) not in lost:
            moved = (w.issuer, w.unit.at) in went
            at = w.order.to if moved and isinstance(w.order, Move) else w.unit.at
            yield w.issuer, at


def _built(winter: Sheet | None) -> Iterator[Stood]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Build):
            yield w.issuer, w.order.at


def _removed(winter: Sheet | None) -> Iterator[Named]:
    for w in winter.orders if winter else ():
        if isinstance(w.order, Remove):
            yield w.issuer, w.order.at, w.unit.kind if w.unit else None
