"""Which phases of a game would have ended otherwise under another booklet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.orders import Convoy, Move, Waive, Written
from builder.model.position import Turn
from builder.model.setting import Choices
from builder.model.units import Dislodged, Unit
from builder.replay import Replay, Stage
from builder.rules.editions import EDITIONS
from builder.variant import Variant

BY_CONVOY = frozenset(
    {
        "convoy_routes", "paradox_rule", "adjacent_convoy", "via_fallback_to_land",
        "retreat_to_convoyed_attackers_start",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shift:
    """One phase under one other edition: the units that stand elsewhere, ours and theirs."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def shifts(played: Replay, editions: Iterable[str] = tuple(EDITIONS)) -> tuple[Shift, ...]:
    """Every phase of a game whose outcome differs under another edition, phase by phase.

    Each phase is judged from the position in which it was really played, and only where it can
    hang on what the other edition chooses otherwise.
    """
    variant = played.variant
    others = [(name, variant.under(name)) for name in editions]
    apart = [(name, other, differing(variant, other)) for name, other in others]
    found = []
    for stage in played.stages:
        orders = stage.recorded.orders if stage.recorded else ()
        spared = frozenset() if variant.amendments else indifferent(stage.turn, orders)
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


def indifferent(turn: Turn, orders: Sequence[Written]) -> frozenset[str]:
    """The choices that made no difference to a phase, by the rulebook without amendments.

    Nothing is asked about convoys where none is ordered; only who was dislodged head to head may
    stand others off where it went; no move is impossible where every order was accepted.
    """
    found: set[str] = set()
    if not any(_by_convoy(w) for w in orders):
        found |= BY_CONVOY
    if not any(_overrun(lost, turn) for lost in turn.dislodged):
        found.add("dislodged_stands_off_in_attackers_space")
    if all(a.fault is None for a in turn.actions):
        found.add("impossible_move_refuses_hold_support")
    if all(f.finding.why is not Reason.CIVIL_DISORDER for f in turn.fates):
        found.add("removal")
    if not any(isinstance(w.order, Waive) for w in orders):
        found.add("waive_builds")
    return frozenset(found)


def _overrun(lost: Dislodged, turn: Turn) -> bool:
    """Was the unit on its way to where its attacker came from?"""
    there = {a.goal for a in turn.actions if lost.unit in a.units} - {None}
    here = lost.unit.at.province
    return any(a.goal == here and a.home in there for a in turn.actions)


def _by_convoy(w: Written) -> bool:
    return isinstance(w.order, Convoy) or (isinstance(w.order, Move) and w.order.via)


def _shift(stage: Stage, name: str, other: Variant, orders: Sequence[Written]) -> Shift | None:
    ours = standing(stage.turn)
    theirs = standing(other.open(stage.turn.before).play(orders))
    if ours == theirs:
        return None
    return Shift(name, stage.phase, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)))


def standing(turn: Turn) -> frozenset[Unit]:
    """The units that are left, and apart from them those that were driven out."""
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
