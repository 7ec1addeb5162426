"""A phase adjudicated: what became of each order."""

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

    `unit` is the unit that retreated, was disbanded, built or removed; None where a refused or
    waived order touched none.
    """

    power: Power
    unit: Unit | None
    finding: Finding
    written: Written | None = None
    to: Location | None = None
    kind: KindCode | None = None


class Turn(NamedTuple):
    """One phase adjudicated: what everything downstream reads.

    `actions` and `findings` belong to movement, with `written`, the order behind each action
    where there was one; `fates` to retreats and adjustments. `faults` are the written orders that
    were not accepted. `dislodged` are the units driven out in this phase, with their refuges;
    `repeats` are written orders that say again what another says, and count with it. `after` is
    the position of the next phase that has anything to decide. `won` answers whether
    somebody has won with it; `fed` how many units each power's centres feed, where that counts in
    this phase.

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
        """The written orders behind no action and no fate: those refused because another counts or
        no unit is theirs, and those repeated."""
        shown = {self.written.get(a) for a in self.actions} | {f.written for f in self.fates}
        return {w: f for w, f in (*self.faults.items(), *self.repeats.items()) if w not in shown}
