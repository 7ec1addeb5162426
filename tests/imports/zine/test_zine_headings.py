"""Headings of seasons, with the games that they name."""

from __future__ import annotations

import pytest

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
    assert (found.season, found.year, found.game, found.number) == (season, 1901, game, number)


@pytest.mark.parametrize(
    "line",
    ["In Spring 1901 we went to", "Deadline for Spring 1902 is March 3", "since Fall 1903"],
)
def test_talk_of_seasons_is_no_heading(line: str) -> None:
    assert heading(line) is None
