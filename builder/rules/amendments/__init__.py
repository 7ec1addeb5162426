"""Amendments to the standard rulebook, by name; each is one idea and cites its source.

The rulebook and its amendments are loaded when a game is first played by them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.errors import UnknownWordError
from builder.model.names import Names

if TYPE_CHECKING:
    from builder.rules.standard import Standard

AMENDMENTS: Mapping[str, str] = MappingProxyType(
    {
        "coast-guards": "coast_guards.CoastGuards",
        "customary-builds": "initial_builds.InitialBuilds",
        "doubled-units": "doubling.DoubledUnits",
        "enemy-centres-do-not-feed": "economy.EnemyCentresDoNotFeed",
        "homeland-victory": "economy.HomelandVictory",
        "leaders": "leaders.Leaders",
        "loose-support": "loose_support.LooseSupport",
        "moses-crossing": "crossings.MosesCrossing",
        "neutral-units": "neutrals.NeutralUnits",
        "no-two-way-draw": "economy.NoTwoWayDraw",
        "pig-convoy": "pigs.PigConvoy",
        "straits": "straits.Straits",
    }
)


@cache
def amendment(name: str) -> type[Standard]:
    """The rulebook under one amendment alone.

    Raises UnknownWordError, with guesses, for a name that no amendment bears.
    """
    if name not in AMENDMENTS:
        known = Names("amendment", [(n, n) for n in AMENDMENTS])
        raise UnknownWordError("amendment", name, known.guesses(name))
    return _book(f"{__name__}.{AMENDMENTS[name]}")


def compose(names: Sequence[str]) -> type[Standard]:
    """The standard rulebook under these amendments; later ones are read first.

    Raises UnknownWordError for a name that no amendment bears.
    """
    return _compose(tuple(names))


@cache
def _compose(names: tuple[str, ...]) -> type[Standard]:
    standard = _book("builder.rules.standard.Standard")
    books = [amendment(name) for name in reversed(names)]
    return type("Rules", (*books, standard), {}) if books else standard


def _book(dotted: str) -> type[Standard]:
    module, _, name = dotted.rpartition(".")
    book: type[Standard] = getattr(import_module(module), name)
    return book
