"""What is made of slips of the pen in the orders of others, and that it is told."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.corrections import ForeignOrders, nearest, respelt
from builder.model.calendar import FIRST
from builder.model.orders import Move
from builder.model.units import Code, Power
from builder.notation.notation import write_order
from builder.variant import Variant

FRANCE = Power("France")


@pytest.mark.parametrize(
    ("text", "meant", "told"),
    [
        ("12 A Mun-Bur", "A Mun - Bur", "'12' left out"),
        ("A Mun S F A Bur-Par", "A Mun S A Bur - Par", "'F' left out"),
        ("A Mun-Brgundy", "A Mun - Bur", "'Brgundy' read as Bur"),
        ("F Bel-North", "F Bel - NTH", "'North' read as NTH"),
        ("A Liv-Mos", "A Lvn - Mos", "'Liv' read as Lvn"),
        ("A Liv-Edi", "A Lvp - Edi", "'Liv' read as Lvp"),
        ("A Mun-Bur as agreed", "A Mun - Bur", "'as agreed' left out"),
        ("3 A Liv-Edi often", "A Lvp - Edi", "'3' left out; 'Liv' read as Lvp; 'often' left out"),
    ],
)
def test_what_is_guessed_is_told(text: str, meant: str, told: str, standard: Variant) -> None:
    found = ForeignOrders(standard.setting, FIRST, FRANCE).guessed(text)
    assert found is not None
    assert (write_order(found[0], standard.setting), found[1]) == (meant, told)
    assert found[0].text == text


@pytest.mark.parametrize(
    "text",
    [
        "S F A Bur-Par", "F XYZ-Nwy", "F BLA C A Mos-Switzerland", "A Mun S A Brg-Par",
        "A Mun-Bur S A Par", "A Mun H A Ber H", "", "A Mun 1234",
    ],
)  # fmt: skip
def test_where_nothing_sensible_can_be_guessed_nothing_is(text: str, standard: Variant) -> None:
    assert ForeignOrders(standard.setting, FIRST, FRANCE).guessed(text) is None


def test_a_short_name_is_only_guessed_where_it_is_near(standard: Variant) -> None:
    board = standard.setting.board
    assert nearest("Bru", board, [Code("Par")]) == "Bur"
    assert nearest("Bru", board, [Code("Smy")]) is None
    assert nearest("Br", board, [Code("Par")]) is None
    assert nearest("Portugall", board, [Code("Smy")]) == "Por"


def test_misspelt_places_keep_their_capitals(standard: Variant) -> None:
    mended = respelt("a par-BRGUNDY", standard.setting.board)
    assert mended is not None
    assert mended.text == "a par-BUR"
    assert respelt("a par-BUR", standard.setting.board) is None


def test_a_zine_is_read_with_its_slips_and_says_so(read: Read) -> None:
    (game,) = read("Spring 1901\n\nFRANCE: a par-BRGUNDY, a mar-SPA, f bre-MID.\n")
    first = game.record.phases[0].orders[0]
    assert isinstance(first.order, Move)
    assert first.order.to == "Bur"
    assert any("'BRGUNDY' read as Bur" in str(remark) for remark in game.remarks)


def test_a_case_is_read_with_its_slips_and_says_so(read: Read) -> None:
    text = """VARIANT_ALL Standard
CASE slips
PRESTATE
  France: A Par
ORDERS
  France: 1 A Par-Burgndy
POSTSTATE
  France: A Bur
END
"""
    (game,) = read(text)
    assert isinstance(game.record.phases[0].orders[0].order, Move)
    assert "'1' left out; 'Burgndy' read as Bur" in str(game.remarks[0])


def test_a_misspelt_power_before_orders_is_guessed_and_told(read: Read) -> None:
    text = "Spring 1901\n\nFRNACE (Ann): a par-BUR, f bre-MID.\n\nGERMANY (Li): a mun-RUH.\n"
    (game,) = read(text)
    assert {w.issuer for w in game.record.phases[0].orders} == {"France", "Germany"}
    assert game.record.players["France"] == "Ann"
    assert str(game.remarks[0]).startswith("line 3: 'FRNACE' read as France")


def test_orders_under_no_power_are_told_and_kept(read: Read) -> None:
    text = (
        "Spring 1901\n\nGERMANY (Li): a mun-RUH, f kie-DEN.\n\nA note follows here.\n"
        "f lon-NTH, f edi-NWG, a lpl-YOR.\n"
    )
    (game,) = read(text)
    assert any("not understood: f lon-NTH, f edi-NWG" in str(r) for r in game.remarks)
    assert any("f lon-NTH" in note.text for note in game.record.phases[0].notes)
