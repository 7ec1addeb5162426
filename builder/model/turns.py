"""The result of a phase: what became of each order."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from builder.model.board import Location
from builder.model.findings import Action, Finding
from builder.model.kinds import KindCode, Power
from builder.model.orders import Written
from builder.model.position import Position
from builder.model.units import Dislodged, Unit


class Fate(NamedTuple):
    """What became of one order of a retreat or adjustment phase, or of a unit without one.

    `unit` is the unit that retreated, was disbanded, built or removed; None if the order was
    refused or waived a build.
    """

    power: Power
    unit: Unit | None
    finding: Finding
    written: Written | None = None
    to: Location | None = None
    kind: KindCode | None = None


class Turn(NamedTuple):
    """The result of one phase.

    A movement phase has `actions`, their `findings`, and in `written` the order behind each action
    if there was one; retreats and adjustments have `fates`. `faults` are the written orders that
    were not accepted, `repeats` those that repeat another order and count with it. `dislodged` are
    the units dislodged in this phase, with their refuges. `after` is the position of the next
    phase. If centres were counted, `won` says whether a power has won, and `fed` how many units
    each power may have.

    >>> from builder import open_variant
    >>> standard = open_variant("standard")
    >>> turn = standard.open(standard.setting.start).play(())
    >>> turn.after.phase.season, turn.dislodged, len(turn.actions)
    ('fall', (), 22)
    """

    before: Position
    actions: tuple[Action, ...]
    findings: Mapping[Action, Finding]
    faults: Mapping[Written, Finding]
    dislodged: tuple[Dislodged, ...]
    fates: tuple[Fate, ...]
    after: Position
    won: Finding | None = None
    winners: tuple[Power, ...] = ()
    fed: Mapping[Power, int] = MappingProxyType({})
    written: Mapping[Action, Written] = MappingProxyType({})
    repeats: Mapping[Written, Finding] = MappingProxyType({})

    @property
    def beside(self) -> Mapping[Written, Finding]:
        """The written orders behind no action and no fate, each with its reason: they were repeated
        or refused, because another order counts or the power has no such unit."""
        shown = {self.written.get(a) for a in self.actions} | {f.written for f in self.fates}
        return {w: f for w, f in (*self.faults.items(), *self.repeats.items()) if w not in shown}
