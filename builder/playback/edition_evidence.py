"""By which edition a game was played, as far as its printed results tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.model.calendar import Phase
from builder.playback.comparison import Verdict
from builder.playback.replaying import walk
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant

PREFERRED = ("1971", "1982", "2000", "2023", "1961")


class EditionTrial(NamedTuple):
    """A game under one edition: the verdict on each phase."""

    edition: str
    verdicts: Mapping[Phase, Verdict]

    @property
    def differing(self) -> int:
        """How many phases differ."""
        return sum(verdict == "differs" for verdict in self.verdicts.values())

    @property
    def agreed(self) -> int:
        """How many phases agree."""
        return sum(verdict == "agrees" for verdict in self.verdicts.values())


def trial(variant: Variant, record: Record, name: str) -> EditionTrial:
    """A game replayed under one edition; its house rules stay."""
    played = variant.under(name, record.house).playing(record.options)
    return EditionTrial(name, {stage.phase: stage.verdict for stage in walk(played, record)})


def trials(variant: Variant, record: Record) -> tuple[EditionTrial, ...]:
    """A game replayed under every edition."""
    return tuple(trial(variant, record, name) for name in EDITIONS)


def deciding(tried: Sequence[EditionTrial]) -> tuple[Phase, ...]:
    """The phases on which the editions part."""
    phases = dict.fromkeys(phase for trial in tried for phase in trial.verdicts)
    return tuple(p for p in phases if len({t.verdicts.get(p) for t in tried}) > 1)


def best(tried: Sequence[EditionTrial], own: str) -> EditionTrial:
    """The edition under which least differs; among several the game's own, else the one by which
    most games were played."""
    ranks = (own, *PREFERRED)
    return min(tried, key=lambda trial: (trial.differing, ranks.index(trial.edition)))
