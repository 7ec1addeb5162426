"""What cannot hang on an edition is not judged again: the same shifts as if all of it were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from our_archive import ARCHIVE, ROOT
from strategies import phases

from builder.cases import play
from builder.formats.cases import read_cases
from builder.formats.game import read_game
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


def test_the_house_rules_of_a_game_stay_under_every_edition() -> None:
    """Only by the house rule does A Bel meet F Hol on land."""
    text = """game: X
variant: standard
edition: 2023
house: {adjacent_convoy: via}
start: {units: {England: "A Bel, F NTH", France: F Hol}}
phases:
  Spring 1901: {England: "A Bel-Hol, F NTH C A Bel-Hol", France: F Hol-Bel}
"""
    record = read_game(text, "x.yaml", ARCHIVE.variant)
    (stage,) = replay(STANDARD, record).stages
    plain = STANDARD.under("2023").open(stage.turn.before).play(stage.recorded.orders)
    assert standing(plain) != standing(stage.turn)
    assert not [s for s in edition_shifts(replay(STANDARD, record)) if s.edition == "2023"]
