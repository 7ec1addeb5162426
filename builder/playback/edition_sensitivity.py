"""The phases of a game that would have ended differently under another edition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from builder.model.calendar import Phase
from builder.model.findings import Turn
from builder.model.orders import Written
from builder.model.position import Position
from builder.model.setting import Choices
from builder.model.units import Unit
from builder.playback.replaying import Replay
from builder.rules.editions import EDITIONS
from builder.variant import Variant


@dataclass(frozen=True, slots=True)
class EditionShift:
    """One phase under another edition: the units that differ, as played and otherwise."""

    edition: str
    phase: Phase
    played: tuple[Unit, ...]
    otherwise: tuple[Unit, ...]


def edition_shifts(played: Replay) -> Iterator[EditionShift]:
    """Every phase of a game whose outcome differs under another edition with its house rules.

    Each phase is judged from the position in which it was really played, and only if its judge
    asked for a choice that the other edition makes differently.
    """
    variant, house = played.variant, played.record.house
    others = [(name, variant.under(name, house)) for name in EDITIONS]
    apart = [(name, other, differing(variant, other)) for name, other in others]
    for stage in played.stages:
        before, ours = stage.turn.before, standing(stage.turn)
        orders = stage.recorded.orders if stage.recorded else ()
        asked = asked_choices(variant, before, orders)
        for name, other, choices in apart:
            theirs = standing(other.open(before).play(orders)) if choices & asked else ours
            if theirs != ours:
                gone, come = sorted(ours - theirs), sorted(theirs - ours)
                yield EditionShift(name, stage.phase, tuple(gone), tuple(come))


def differing(one: Variant, other: Variant) -> frozenset[str]:
    """The choices that are not the same in two variants."""
    ours, theirs = (v.setting.choices._asdict().items() for v in (one, other))
    return frozenset(name for name, _ in ours - theirs)


class _AskedChoices:
    """Choices that note which of them are asked for."""

    def __init__(self, choices: Choices) -> None:
        self._choices, self.asked = choices, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self._choices, name)


def asked_choices(variant: Variant, before: Position, orders: Sequence[Written]) -> frozenset[str]:
    """The choices that the rulebook asks for in a phase; no other can change the result."""
    noted = _AskedChoices(variant.setting.choices)
    setting = replace(variant.setting, choices=cast("Choices", noted))
    variant.rulebook(setting, before).play(orders)
    return frozenset(noted.asked)


def standing(turn: Turn) -> frozenset[Unit]:
    """The units on the board after a phase, and those dislodged (with size -1)."""
    lost = {d.unit._replace(size=-1) for d in turn.dislodged}
    return frozenset(turn.after.units) | lost
