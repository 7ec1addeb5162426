"""Each puzzle is solved by exactly the orders that it lists: the judge says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE, WHOLE, replayed

from builder.model.orders import Written
from builder.playback.puzzles import Puzzle, puzzles
from builder.playback.replaying import Replay, Stage
from builder.playback.rescue import holders
from builder.prose.puzzles import told_puzzles

GAMES = ARCHIVE.game_paths
SAMPLE = GAMES if WHOLE else GAMES[::5]


def holds(game: Replay, stage: Stage, puzzle: Puzzle, written: Written) -> bool:
    """Is the centre held with this order, and is no unit of another power free to retreat there?"""
    assert stage.recorded is not None
    others = [order for order in stage.recorded.orders if order.home != written.home]
    tried = game.variant.open(stage.turn.before).play([*others, written])
    if not tried.accepts([written]):
        return False
    lost = [d for d in tried.dislodged if d.unit.power != puzzle.power]
    entered = any(at.province == puzzle.centre for d in lost for at in d.refuges)
    return holders(tried, {puzzle.centre}).get(puzzle.centre) == puzzle.power and not entered


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_the_judge_confirms_every_solution_and_no_other_choice(path: Path) -> None:
    game = replayed(path)
    stages = {stage.phase: stage for stage in game.stages}
    for puzzle in puzzles(game):
        stage = stages[puzzle.phase]
        assert puzzle.solutions
        solutions = {(written.home, written.order) for written in puzzle.solutions}
        chosen = set()
        for choice in puzzle.choices:
            assert choice.unit.power == puzzle.power
            for written in choice.orders:
                if choice.played is not None and written.order == choice.played.order:
                    continue
                expected = (written.home, written.order) in solutions
                assert holds(game, stage, puzzle, written) == expected, (puzzle.centre, written)
                if expected:
                    chosen.add((written.home, written.order))
        assert chosen == solutions


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_puzzle_asks_for_a_centre_that_was_lost(path: Path) -> None:
    game = replayed(path)
    seasons = {stages[0].phase: stages for stages in game.seasons()}
    names = [told.name for told in told_puzzles(game)]
    assert len(set(names)) == len(names)
    for puzzle in puzzles(game):
        stages = seasons[puzzle.phase]
        assert stages[0].turn.before.owners[puzzle.centre] == puzzle.power
        assert stages[-1].next.owners.get(puzzle.centre) != puzzle.power
        assert puzzle.taker != puzzle.power


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_choices_of_a_page_are_the_solutions_once(path: Path) -> None:
    for told in told_puzzles(replayed(path)):
        saving = [
            f"{choice.unit} {text}"
            for choice in told.choices
            for text, saves in choice.orders
            if saves
        ]
        assert sorted(saving) == sorted({order for order, _ in told.answers})
        assert not any(choice.orders[0][1] for choice in told.choices)


def test_a_known_puzzle() -> None:
    (path,) = [path for path in GAMES if path.stem.startswith("1998v")]
    found = {told.question: told for told in told_puzzles(replayed(path))}
    told = found["Austria loses Budapest to Italy in Fall 1907. One order saves it: find it."]
    assert ("A Ser S A Bud", "A Ser S F Bul/sc – Gre") in told.answers
    assert any(line.startswith("Italy: A Vie – Bud (dislodges)") for line in told.played)
