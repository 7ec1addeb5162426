"""Calendars in which turns have years of their own, beside those of seasons."""

from __future__ import annotations

from itertools import accumulate, repeat

import pytest
from our_archive import ARCHIVE

from builder.model.calendar import Calendar, Phase

TURNS = ARCHIVE.variant("hundred").setting.calendar
SEASONS = ARCHIVE.variant("standard").setting.calendar


def first_phases(calendar: Calendar, number: int) -> list[Phase]:
    return list(
        accumulate(repeat(calendar, number - 1), lambda p, c: c.next(p), initial=calendar.start)
    )


def test_names_of_turns() -> None:
    phases = first_phases(TURNS, 6)
    assert [TURNS.title(p) for p in phases] == [
        "1425", "1425, retreats", "1430", "1430, retreats", "1430, adjustments", "1435",
    ]  # fmt: skip
    assert [TURNS.slug(p) for p in phases] == [
        "1425-movement", "1425-retreats", "1430-movement", "1430-retreats", "1430-adjustments",
        "1435-movement",
    ]  # fmt: skip
    assert [TURNS.short(p) for p in phases] == [
        "1425M", "1425R", "1430M", "1430R", "1430A", "1435M",
    ]  # fmt: skip
    assert [TURNS.short_season(p) for p in phases][2:] == ["F1425M", "F1425R", "W1425A", "S1426M"]
    assert TURNS.years_name(1425) == "1425–1430"
    assert TURNS.year_name(1425) == "1430"


@pytest.mark.parametrize("calendar", [TURNS, SEASONS], ids=["turns", "seasons"])
def test_each_name_is_read_as_its_phase(calendar: Calendar) -> None:
    phases = first_phases(calendar, 200)
    for name in (calendar.title, calendar.slug, calendar.short, calendar.short_season):
        assert [calendar.get(name(p)) for p in phases] == phases
        assert len({name(p) for p in phases}) == len(phases)


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Spring 1425", "1425"),
        ("Fall 1425", "1430"),
        ("Fall 1425 retreats", "1430, retreats"),
        ("Winter 1425", "1430, adjustments"),
        ("S1426M", "1435"),
        ("Year 1440 adjustments", "1440, adjustments"),
        ("Y1435R", "1435, retreats"),
        ("1430 builds", "1430, adjustments"),
    ],
)
def test_other_names_of_turns(written: str, title: str) -> None:
    assert TURNS.title(TURNS.read(written)) == title


@pytest.mark.parametrize("written", ["1426", "1420", "1425 adjustments", "1435A", "Year", "14250"])
def test_what_is_no_turn(written: str) -> None:
    assert TURNS.get(written) is None


def test_a_bare_year_is_no_season() -> None:
    assert SEASONS.get("1901") is None
