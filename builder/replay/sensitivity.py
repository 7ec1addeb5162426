"""Which phases of a game would have ended otherwise under another booklet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from builder.model.calendar import Phase
from builder.model.position import Turn
from builder.model.units import Unit
from builder.replay import Replay, Stage
from builder.rules.editions import EDITIONS
from builder.variant import Variant


@dataclass(frozen=True, slots=True)
class Shift:
    """One phase under one other edition: the units that stand elsewhere, ours and theirs."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def shifts(played: Replay, editions: Iterable[str] = tuple(EDITIONS)) -> tuple[Shift, ...]:
    """Every phase of a game whose outcome differs under another edition, phase by phase.

    Each phase is judged from the position in which it was really played.
    """
    others = [(name, played.variant.under(name)) for name in editions]
    others = [
        (name, variant)
        for name, variant in others
        if variant.setting.choices != played.variant.setting.choices
    ]
    return tuple(
        shift
        for stage in played.stages
        for name, variant in others
        if (shift := _shift(stage, name, variant)) is not None
    )


def _shift(stage: Stage, name: str, variant: Variant) -> Shift | None:
    orders = stage.recorded.orders if stage.recorded else ()
    other = variant.open(stage.turn.before).play(orders)
    ours, theirs = _standing(stage.turn), _standing(other)
    if ours == theirs:
        return None
    return Shift(name, stage.phase, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)))


def _standing(turn: Turn) -> frozenset[Unit]:
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
