"""What the page of the editions says of the test cases is found by running them."""

from __future__ import annotations

from functools import cache

import pytest
from our_archive import ARCHIVE, ROOT

from builder.cases import check
from builder.errors import UnknownWordError
from builder.formats.cases import Case, read_cases
from builder.model.setting import Choices
from builder.prose.editions import endings, points
from builder.rules.editions import EDITIONS, amend


@cache
def cases() -> list[Case]:
    paths = sorted((ROOT / "tests/cases/datc").glob("*.yaml"))
    return [c for p in paths for c in read_cases(p, ARCHIVE.variant) if not c.skipped]


def passes(case: Case, name: str, word: str) -> bool:
    """Does the case come out the same where a game chooses that word?"""
    assert case.variant is not None
    return check(case._replace(variant=case.variant.under(None, {name: word}))).passed


def test_every_choice_is_a_point() -> None:
    assert {point.name for point in points()} == set(Choices._fields)


@pytest.mark.parametrize("name", Choices._fields)
def test_the_cases_that_turn_on_a_point_are_named(name: str) -> None:
    (point,) = (p for p in points() if p.name == name)
    words = [a.word for a in point.answers if a.editions or not point.disputed]
    turning = {c.id for c in cases() if not all(passes(c, name, word) for word in words)}
    assert turning == set(point.cases)


@pytest.mark.parametrize(
    ("choice", "written", "told"),
    [
        ("waive_builds", "yess", "unknown answer, yes or no, 'yess' (yes?)"),
        ("adjacent_convoy", "via then opposite_only", "unknown adjacent_convoy 'via then opposite"),
        ("paradox_rule", "xii5 then szykmann", "unknown paradox_rule 'szykmann' (szykman?)"),
    ],
)
def test_a_choice_that_cannot_be_read(choice: str, written: str, told: str) -> None:
    with pytest.raises(UnknownWordError) as error:
        amend(Choices(), {choice: written})
    assert str(error.value).startswith(told)


def test_the_end_of_the_game_is_told_for_every_edition() -> None:
    names = ", ".join(names for names, _ in endings()).split(", ")
    assert names == [*EDITIONS]
    (newest,) = [text for names, text in endings() if names == "2023"]
    for fact in ("a number of turns", "a time by the clock", "most centres", "tied"):
        assert fact in newest
