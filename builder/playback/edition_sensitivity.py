"""The phases of a game that would have ended differently under another edition."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.units import Unit
from builder.playback.replaying import Replay
from builder.rules.editions import EDITIONS


class EditionShift(NamedTuple):
    """One phase under another edition: the units that differ, as played and otherwise."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def edition_shifts(played: Replay) -> Iterator[EditionShift]:
    """Every phase of a game whose outcome differs under another edition with its house rules, if it
    is judged from the position in which it was really played."""
    under = [(name, played.variant.under(name, played.record.house)) for name in EDITIONS]
    for stage in played.stages:
        ours, orders = standing(stage.turn), stage.recorded.orders if stage.recorded else ()
        for name, other in ((name, one) for name, one in under if one is not played.variant):
            theirs = standing(other.open(stage.turn.before).play(orders))
            if theirs != ours:
                gone, come = sorted(ours - theirs), sorted(theirs - ours)
                yield EditionShift(name, stage.phase, tuple(gone), tuple(come))


def standing(turn: Turn) -> frozenset[Unit]:
    """The units on the board after a phase, and those dislodged (with size -1)."""
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
