"""What cannot hang on an edition is not judged again: the same shifts as if all of it were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from our_archive import ARCHIVE, ROOT
from strategies import phases

from builder.cases import play
from builder.formats.cases import read_cases
from builder.model.orders import Written
from builder.model.position import Position
from builder.playback.edition_sensitivity import asked_choices, differing, edition_shifts, standing
from builder.playback.replaying import replay
from builder.rules.editions import EDITIONS

STANDARD = ARCHIVE.variant("standard")
UNDER = {name: STANDARD.under(name) for name in EDITIONS}


def check(start: Position, given: tuple[Written, ...], name: str = "") -> None:
    """A phase whose judge asks for nothing that differs is the same under another edition."""
    ends = {edition: standing(one.open(start).play(given)) for edition, one in UNDER.items()}
    for edition, one in UNDER.items():
        asked = asked_choices(one, start, given)
        for another, other in UNDER.items():
            assert differing(one, other) & asked or ends[edition] == ends[another], name


@settings(max_examples=60)
@given(phases(STANDARD.setting))
def test_any_phase(phase: tuple[Position, tuple[Written, ...]]) -> None:
    check(*phase)


@pytest.mark.parametrize("path", sorted((ROOT / "tests/cases/datc").glob("*.yaml")), ids=str)
def test_every_case_of_the_datc(path: Path) -> None:
    for case in read_cases(path, ARCHIVE.variant):
        for step, turn in play(case):
            check(turn.before, tuple(step.orders), case.id)


@pytest.mark.parametrize("name", ["1998v", "1999k"])
def test_recorded_games(name: str) -> None:
    played = replay(STANDARD, ARCHIVE.game(name))
    found = {(s.phase, s.edition) for s in edition_shifts(played)}
    for stage in played.stages:
        given = stage.recorded.orders if stage.recorded else ()
        for edition in EDITIONS:
            other = played.variant.under(edition).open(stage.turn.before).play(given)
            moved = standing(other) != standing(stage.turn)
            assert moved == ((stage.phase, edition) in found)
