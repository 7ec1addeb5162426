"""Support and attack between two powers are those of the orders, and each order counts once."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE, replayed

from builder.formats.game import read_game
from builder.playback.relations import relations
from builder.playback.replaying import replay
from builder.playback.season_facts import attacks, attacks_on, helps, moves
from builder.site.pages.game import GameArtifacts

GAMES = ARCHIVE.game_paths


ORDERS = """game: X
variant: standard
start:
  units: {France: [A Bur, F ENG], Germany: [A Mun, A Ruh], England: [A Lon], Italy: [A Pie]}
phases:
  Spring 1901:
    France: |
      A Bur - Mun
      F ENG C A Lon - Bel
    Germany: |
      A Mun S A Bur
      A Ruh H
    England: A Lon - Bel
    Italy: A Pie S A Bur
"""


def test_known_orders() -> None:
    record = read_game(ORDERS, "x.yaml", ARCHIVE.variant)
    game = replay(ARCHIVE.variant("standard"), record)
    found = {relation.powers: relation for relation in relations(game)}
    assert found["England", "France"].supports == (0, 1)  # the convoy
    assert found["England", "France"].seasons[0].sign == "s"
    assert found["France", "Germany"].attacks == (1, 0)
    assert found["France", "Germany"].supports == (0, 0)  # a void support helps nobody
    assert found["France", "Germany"].seasons[0].sign == "a"
    assert set(found) == {("England", "France"), ("France", "Germany")}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_sums_of_a_game_are_its_orders(path: Path) -> None:
    game = replayed(path)
    powers = {*game.variant.setting.powers}
    found = relations(game)
    assert len({relation.powers for relation in found}) == len(found)
    moved = [stage for stage in game.stages if stage.phase.step == "movement"]
    given = [pair for stage in moved for pair in helps(stage.turn) if powers.issuperset(pair)]
    made = [pair for stage in moved for pair in attacks(stage.turn) if powers.issuperset(pair)]
    assert sum(sum(relation.supports) for relation in found) == len(given)
    assert sum(sum(relation.attacks) for relation in found) == len(made)


def test_attacks_and_support_of_a_phase_are_found_once() -> None:
    """However many ask: moments, relations, the headlines and the figures of a game."""
    game = replayed(GAMES[0])
    facts = (attacks_on, helps, moves)
    for found in facts:
        found.cache_clear()
    work = GameArtifacts(game, None)
    assert [*work.artifacts()]
    assert work.figures
    for found in facts:
        assert 0 < found.cache_info().misses <= len(game.stages)
        assert found.cache_info().hits > 0
