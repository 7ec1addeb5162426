"""A position: everything that a phase starts from; and a power's progress towards victory."""

from collections import defaultdict
from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.model.units import Code, Dislodged, Power, Unit

CONTROLLER = "controller"
NOTHING: Mapping[str, str] = MappingProxyType({})


class Position(NamedTuple):
    """Where units stand, who owns which centre, and which units must retreat.

    The `dislodged` units are not among the `units`. `owners` has every centre that is owned,
    `contested` the provinces that a stand-off left empty, `memory` what amendments carry over
    from phase to phase.

    >>> from builder import open_variant
    >>> start = open_variant("standard").setting.start
    >>> len(start.units), start.owners["Par"], start.phase.year
    (22, 'France', 1901)
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[Code, Power]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Code] = frozenset()
    memory: Mapping[str, str] = NOTHING

    @property
    def controller(self) -> Power | None:
        """The power that orders the units of unplayed nations, if there is one."""
        found = self.memory.get(CONTROLLER)
        return Power(found) if found else None


def held(owners: Mapping[Code, Power], centres: Set[Code]) -> Mapping[Power, set[Code]]:
    """The centres that each power owns; empty for a power that owns none."""
    found: defaultdict[Power, set[Code]] = defaultdict(set)
    for code, power in owners.items():
        if code in centres:
            found[power].add(code)
    return found


class Progress(NamedTuple):
    """A power's progress towards victory: it holds `held` of the `needed` provinces.

    `goal` are the provinces that it must hold; None if any centres count.
    """

    power: Power
    held: int
    needed: int
    goal: frozenset[Code] | None = None

    @property
    def reached(self) -> bool:
        """Does the power hold all that it needs?"""
        return self.held >= self.needed > 0
