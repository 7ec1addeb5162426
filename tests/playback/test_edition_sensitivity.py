"""The phases of a game that would have ended differently under another edition."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.playback.replaying import edition_shifts, replay, units_after
from builder.rules.editions import EDITIONS

STANDARD = ARCHIVE.variant("standard")


@pytest.mark.parametrize("name", ["1998v", "1999k"])
def test_recorded_games(name: str) -> None:
    played = replay(STANDARD, ARCHIVE.game(name))
    found = {(s.phase, s.edition) for s in edition_shifts(played)}
    for stage in played.stages:
        given = stage.recorded.orders if stage.recorded else ()
        for edition in EDITIONS:
            other = played.variant.under(edition).open(stage.turn.before).play(given)
            moved = units_after(other) != units_after(stage.turn)
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
    assert units_after(plain) != units_after(stage.turn)
    assert not [s for s in edition_shifts(replay(STANDARD, record)) if s.edition == "2023"]
