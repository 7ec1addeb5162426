"""Amendments to the standard rulebook, by name; each is one idea and cites its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from builder.errors import UnknownWordError
from builder.model.names import Names
from builder.rules.amendments.coast_guards import CoastGuards
from builder.rules.amendments.crossings import MosesCrossing
from builder.rules.amendments.customary import CustomaryBuilds
from builder.rules.amendments.doubling import DoubledUnits
from builder.rules.amendments.economy import EnemyCentresDoNotFeed, HomelandVictory, NoTwoWayDraw
from builder.rules.amendments.leaders import Leaders
from builder.rules.amendments.neutrals import NeutralUnits
from builder.rules.amendments.pigs import PigConvoy
from builder.rules.amendments.straits import Straits
from builder.rules.amendments.supports import LooseSupport
from builder.rules.standard import Standard

AMENDMENTS: Mapping[str, type[Standard]] = MappingProxyType(
    {
        "coast-guards": CoastGuards,
        "customary-builds": CustomaryBuilds,
        "doubled-units": DoubledUnits,
        "enemy-centres-do-not-feed": EnemyCentresDoNotFeed,
        "homeland-victory": HomelandVictory,
        "leaders": Leaders,
        "loose-support": LooseSupport,
        "moses-crossing": MosesCrossing,
        "neutral-units": NeutralUnits,
        "no-two-way-draw": NoTwoWayDraw,
        "pig-convoy": PigConvoy,
        "straits": Straits,
    }
)


def compose(names: Sequence[str]) -> type[Standard]:
    """The standard rulebook under these amendments; later ones are read first.

    Raises UnknownWordError for a name that no amendment bears.
    """
    return _compose(tuple(names))


@cache
def _compose(names: tuple[str, ...]) -> type[Standard]:
    for name in names:
        if name not in AMENDMENTS:
            known = [(n, n) for n in AMENDMENTS]
            raise UnknownWordError("amendment", name, Names("amendment", known).guesses(name))
    if not names:
        return Standard
    return type("Rules", (*(AMENDMENTS[n] for n in reversed(names)), Standard), {})
