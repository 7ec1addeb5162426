"""The phases of a game that would have ended differently under another edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from builder.model.board import Board, Code
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Move, Support, Waive, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Choices
from builder.model.turns import Turn
from builder.model.units import Dislodged, Unit
from builder.playback.replaying import Replay, Stage
from builder.rules.editions import EDITIONS
from builder.variant import Variant


@dataclass(frozen=True, slots=True)
class EditionShift:
    """One phase under one other edition: the units that stand elsewhere, ours and theirs."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def shifts(played: Replay) -> tuple[EditionShift, ...]:
    """Every phase of a game whose outcome differs under another edition, phase by phase.

    Each phase is judged from the position in which it was really played, and only where it can
    hang on what the other edition chooses otherwise.
    """
    variant, board = played.variant, played.variant.setting.board
    others = [(name, variant.under(name)) for name in EDITIONS]
    apart = [(name, other, differing(variant, other)) for name, other in others]
    found = []
    for stage in played.stages:
        orders = stage.recorded.orders if stage.recorded else ()
        spared = frozenset() if variant.amendments else indifferent(stage.turn, orders, board)
        for name, other, choices in apart:
            if choices - spared and (shift := _shift(stage, name, other, orders)):
                found.append(shift)
    return tuple(found)


def differing(one: Variant, other: Variant) -> frozenset[str]:
    """The choices that are not the same in two variants."""
    ours, theirs = one.setting.choices, other.setting.choices
    return frozenset(
        name for name in Choices._fields if getattr(ours, name) != getattr(theirs, name)
    )


def indifferent(turn: Turn, orders: Sequence[Written], board: Board) -> frozenset[str]:
    """The choices that made no difference to a phase, by the rulebook without amendments.

    Only who was dislodged head to head may stand others off where it went; only a unit with an
    impossible move and with support to stand misses that support.
    """
    found = set(by_sea(turn, orders, board))
    if not any(_overrun(lost, turn) for lost in turn.dislodged):
        found.add("dislodged_stands_off_in_attackers_space")
    if not any(a.fault is not None and _steadied(a.home, orders) for a in turn.actions):
        found.add("impossible_move_refuses_hold_support")
    if all(f.written or f.finding.why.outcome is not Outcome.REMOVED for f in turn.fates):
        found.add("removal")
    if not any(isinstance(w.order, Waive) for w in orders):
        found.add("waive_builds")
    return frozenset(found)


def by_sea(turn: Turn, orders: Sequence[Written], board: Board) -> Iterator[str]:
    """Of the choices about convoys those that made no difference.

    Which way an army takes is asked only where it could also walk; how many routes must hold only
    where a fleet is attacked; whether a convoy cuts only of supports that aim at a fleet which
    carries; where one may retreat to only of those that a convoy may have driven out.
    """
    told = [(w.home, w.order) for w in orders if w.home is not None]
    fleets, passages = set[Code](), set[tuple[Code, Code]]()
    for home, order in told:
        if isinstance(order, Convoy) and order.passage:
            fleets.add(home)
            passages.add(order.passage)
    moves = [(home, order) for home, order in told if isinstance(order, Move)]
    goals = {order.to.province for _, order in moves}
    sailing = {(home, m.to.province) for home, m in moves if m.via}
    sailing |= passages.intersection((home, m.to.province) for home, m in moves)
    landings = {goal for _, goal in sailing}
    aims = {o.to or o.at for home, o in told if home in landings and isinstance(o, Support)}
    if not any(_touch(board, *passage) for passage in sailing):
        yield from ("adjacent_convoy", "via_fallback_to_land")
    if not sailing or fleets.isdisjoint(goals):
        yield "convoy_routes"
    if fleets.isdisjoint(at.province for at in aims if at is not None):
        yield "paradox_rule"
    if landings.isdisjoint(lost.unit.at.province for lost in turn.dislodged):
        yield "retreat_to_convoyed_attackers_start"


def _overrun(lost: Dislodged, turn: Turn) -> bool:
    """Was the unit on its way to where its attacker came from?"""
    there = {a.goal for a in turn.actions if lost.unit in a.units} - {None}
    here = lost.unit.at.province
    return any(a.goal == here and a.home in there for a in turn.actions)


def _steadied(home: Code, orders: Iterable[Written]) -> bool:
    """Is the unit there supported to stand?"""
    supports = (w.order for w in orders if isinstance(w.order, Support))
    return any(s.to is None and s.at is not None and s.at.province == home for s in supports)


def _touch(board: Board, one: Code, other: Code) -> bool:
    """Does a way lead from one province to the other?"""
    ways = board.ways.items()
    return any(
        end.province == other for start, ends in ways if start.province == one for end in ends
    )


def _shift(
    stage: Stage, name: str, other: Variant, orders: Sequence[Written]
) -> EditionShift | None:
    ours = standing(stage.turn)
    theirs = standing(other.open(stage.turn.before).play(orders))
    if ours == theirs:
        return None
    return EditionShift(
        name, stage.phase, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours))
    )


def standing(turn: Turn) -> frozenset[Unit]:
    """The units that are left, and apart from them those that were driven out."""
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
