"""Replaying a record: the rulebook opened at one position after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from builder.model.calendar import Phase
from builder.model.position import Position, Turn
from builder.record import PhaseRecord, Record
from builder.variant import Variant

Verdict = Literal["agrees", "differs", "ruled", "not recorded"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that the source prints, laid beside what we compute.

    `subject` is the order, unit, position or chart; `recorded` and `computed` are short words;
    `why` one sentence on the difference; `ruling` the game master's word, where there is one.
    """

    subject: str
    recorded: str
    computed: str
    verdict: Verdict
    why: str = ""
    ruling: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of a replay: what was recorded, what we find, and how the two compare.

    `followed` says that play went on from the recorded position although ours differs.
    """

    phase: Phase
    turn: Turn
    recorded: PhaseRecord | None
    comparisons: tuple[Comparison, ...]
    verdict: Verdict
    followed: bool = False


@dataclass(frozen=True)
class Replay:
    """A whole game replayed, as far as it goes; `stopped` says why it went no further."""

    variant: Variant
    record: Record
    stages: tuple[Stage, ...]
    final: Position
    stopped: str = ""
