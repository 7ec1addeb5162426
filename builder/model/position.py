"""A position: everything that a phase starts from."""

from collections import defaultdict
from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import NamedTuple

from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.findings import Action, Finding
from builder.model.kinds import KindCode, Power
from builder.model.orders import Written
from builder.model.units import Dislodged, Unit

NOTHING: Mapping[str, str] = MappingProxyType({})


class Position(NamedTuple):
    """Who stands where, who owns what, who must retreat, and what rules must remember.

    `units` stand on the board, the dislodged apart; `owners` holds every centre that somebody
    owns; `contested` the provinces left empty by a stand-off; `memory` is one small open slot
    for rules that must carry something over (`{"controller": "Turkey"}`).
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[Code, Power]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Code] = frozenset()
    memory: Mapping[str, str] = NOTHING


def held(owners: Mapping[Code, Power], centres: Set[Code]) -> Mapping[Power, set[Code]]:
    """The centres that each power owns; of whoever owns none, none."""
    found: defaultdict[Power, set[Code]] = defaultdict(set)
    for code, power in owners.items():
        if code in centres:
            found[power].add(code)
    return found


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
    where there was one; `fates` to retreats and adjustments. `faults`
    are the written orders that were not accepted. `dislodged` are the units driven out in this
    phase, with their refuges; `after` is the position of the next phase that has anything to
    decide. `won` answers whether somebody has won with it; `fed` how many units each power's
    centres feed, where that counts in this phase.
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
