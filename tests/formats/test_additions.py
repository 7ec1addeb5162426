"""Typed orders become the next phase of a game file, or nothing is written at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.errors import Mistakes
from builder.formats.game import read_game
from builder.formats.game.typed_orders import read_typed, with_season
from builder.formats.variants import load_variant
from builder.model.calendar import Phase
from builder.variant import Variant

SPRING = Phase(1901, "spring", "movement")
FALL = Phase(1901, "fall", "movement")
MAIL = """
> Fall 1901
> ENGLAND: F Edi-NTH, F Lon-ENG; A Lvp-Yor
French
  A Par-Bur
  A Mar S A Par-Bur.
Germany: NMR
"""
LETTER = """\
From: a@example.org
X-Mailer-Id: 4

Hello Jim,

On Friday Jim wrote:
France - A Par-Bur
GERMANY (Cohen): A Mun-Ruh
--
Bob, of Englnd:
"""
GAME = """game: X
variant: standard
phases:
  Spring 1901:
    Italy: A Ven H

result: {winner: Italy}
"""


@pytest.fixture(scope="module")
def variant() -> Variant:
    return load_variant(Path(__file__).parents[2] / "maps", "standard")


def test_a_mail_is_read_by_power(variant: Variant) -> None:
    typed = read_typed(MAIL, "mail.txt", variant.setting, SPRING)
    assert typed.phase == FALL
    assert typed.orders == {
        "England": ("F Edi-NTH", "F Lon-ENG", "A Lvp-Yor"),
        "France": ("A Par-Bur", "A Mar S A Par-Bur"),
    }
    assert typed.nmr == ("Germany",)


def test_every_line_that_says_nothing_is_named_with_its_place(variant: Variant) -> None:
    with pytest.raises(Mistakes) as caught:
        read_typed("A Par-Bur\nFrance: A Par-Bur, F Foo-Bar\n", "m.txt", variant.setting, SPRING)
    assert [(e.mark.line, e.mark.column) for e in caught.value.errors] == [(1, 1), (2, 22)]


def test_the_phase_is_put_behind_the_others(variant: Variant) -> None:
    typed = read_typed(MAIL, "mail.txt", variant.setting, SPRING)
    text = with_season(GAME, FALL, typed, variant.setting.calendar, {"deadline": '"May"'})
    assert text.index("Spring 1901") < text.index("Fall 1901") < text.index("result:")
    record = read_game(text, "games/standard/x.yaml", lambda _: variant)
    added = record.phases[-1]
    assert (added.phase, added.deadline, added.nmr) == (FALL, "May", ("Germany",))
    assert len(added.orders) == 5


def test_a_game_without_phases_gets_its_first(variant: Variant) -> None:
    typed = read_typed("England: F Lon-NTH", "mail.txt", variant.setting, SPRING)
    for end in ("", "phases: {}\n"):
        text = with_season(
            f"game: X\nvariant: standard\n{end}", SPRING, typed, variant.setting.calendar, {}
        )
        record = read_game(text, "x.yaml", lambda _: variant)
        assert [p.phase for p in record.phases] == [SPRING]


def test_what_a_letter_says_besides_is_passed_over(variant: Variant) -> None:
    typed = read_typed(LETTER, "m.txt", variant.setting, SPRING)
    assert typed.orders == {"France": ("A Par-Bur",), "Germany": ("A Mun-Ruh",)}


@pytest.mark.parametrize("line", ["Frnace:", "A Par-Bur, A Mar H", "Norway - A Par-Bur:"])
def test_a_line_that_may_be_a_power_or_an_order_is_not(variant: Variant, line: str) -> None:
    with pytest.raises(Mistakes, match="whose orders"):
        read_typed(f"{line}\nFrance: A Par-Bur\n", "m.txt", variant.setting, SPRING)
