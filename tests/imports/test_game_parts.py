"""Parts of a game that continue one another: nothing that one of them prints is lost."""

from __future__ import annotations

import pytest

from builder.imports.game_parts import ContinuousParts
from builder.imports.importer import Imported
from builder.model.calendar import Phase
from builder.model.units import Code, Power
from builder.record import PhaseRecord, Record
from builder.variant import Variant

SPRING = Phase(1901, "spring", "movement")
FALL = Phase(1901, "fall", "movement")
OWNERS = {Code("Bel"): Power("England")}


def joined(standard: Variant, *phases: PhaseRecord) -> tuple[PhaseRecord, ...]:
    """The phases of a game of which each phase is a part."""
    parts = [Imported(Record("game", "Game", "standard", (phase,))) for phase in phases]
    whole = ContinuousParts(parts[0], standard.setting.calendar)
    for part in parts[1:]:
        whole.append(part)
    return whole.game("game").record.phases


@pytest.mark.parametrize(
    "last",
    [
        PhaseRecord(FALL, after=()),
        PhaseRecord(FALL, dislodged=()),
        PhaseRecord(FALL, owners=OWNERS),
        PhaseRecord(FALL, counts={Power("England"): 4}),
    ],
    ids=["position", "dislodged", "owners", "counts"],
)
def test_a_last_phase_of_which_something_was_printed_is_kept(
    standard: Variant, last: PhaseRecord
) -> None:
    assert joined(standard, PhaseRecord(SPRING), last)[-1] == last


def test_a_last_phase_that_says_nothing_only_shows_where_a_game_stopped(standard: Variant) -> None:
    assert joined(standard, PhaseRecord(SPRING), PhaseRecord(FALL)) == (PhaseRecord(SPRING),)
