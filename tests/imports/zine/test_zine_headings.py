"""Headings of seasons, with the games that they name."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.zine.headings import heading


@pytest.mark.parametrize(
    ("line", "season", "game", "number"),
    [
        ("Spring 1901 Movement (12 July)", "spring", "", ""),
        ("GAME 7, SPRING 1901", "spring", "GAME 7", ""),
        ("Game 7 - Spring 1901", "spring", "Game 7", ""),
        ("2025A 'The Fox': Spring 1901", "spring", "The Fox", "2025A"),
        ("Diplomacy 2016A - Fall 1901", "fall", "Diplomacy", "2016A"),
        ("Turn 3: Spring 1901", "spring", "", ""),
        ("Spring of 1901", "spring", "", ""),
        ("Spring Moves 1901", "spring", "", ""),
        ("Summer 1901 - Note correction for Spring!", "summer", "", ""),
        ("Fall 1901 Retreats", "autumn", "", ""),
    ],
)
def test_headings(line: str, season: str, game: str, number: str) -> None:
    found = heading(line)
    assert found is not None
    assert (found.name, found.year, found.game, found.number) == (season, 1901, game, number)


@pytest.mark.parametrize(
    "line",
    ["In Spring 1901 we went to", "Deadline for Spring 1902 is March 3", "since Fall 1903"],
)
def test_talk_of_seasons_is_no_heading(line: str) -> None:
    assert heading(line) is None


@pytest.mark.parametrize(
    ("line", "year"), [("Spring 3", 3), ("Fall '04", 1904), ("Winter 12:", 12)]
)
def test_short_years(line: str, year: int) -> None:
    found = heading(line)
    assert found is not None
    assert found.year == year


def test_short_years_are_those_of_the_boards_century(read: Read) -> None:
    orders = "FRANCE: A Par-Bur, F Bre-MAO, A Mar-Spa."
    (game,) = read(f"Spring 01\n{orders}\nFall 01\nFRANCE: A Bur H, F MAO H, A Spa-Por.\n")
    assert [p.phase.year for p in game.record.phases] == [1901, 1901]
    (game,) = read(f"Spring 1901\n{orders}\nSpring 17\nFRANCE: A Bur H, F MAO H, A Spa-Por.\n")
    assert [p.phase.year for p in game.record.phases] == [1901], "no year is skipped by a date"
