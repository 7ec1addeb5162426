"""A misspelt order is guessed if only one order is likely."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game.typed_orders import read_typed, with_guesses
from builder.model.calendar import Phase
from builder.model.units import Location, Unit
from builder.notation.notation import notation
from builder.notation.order_guesses import OrderGuesser
from builder.notation.order_lines import OrderSituation

SETTING = ARCHIVE.variant("standard").setting
FALL = Phase(1903, "fall", "movement")


def units(power: str, text: str) -> tuple[Unit, ...]:
    words = (one.split() for one in text.split(", "))
    return tuple(Unit(power, kind, Location(code)) for kind, code in words)


FRANCE = units("France", "F ENG, F MAO, A Gas, A Pic, A Pie")
RUSSIA = units("Russia", "A Ukr, A War, A Sev, A Fin, F BLA, F BOT")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A Gas - Burgandy", "A Gas - Bur"),
        ("A Pic - Belguim", "A Pic - Bel"),
        ("F ENG - Irsih Sea", "F ENG - IRI"),
        ("A Pic hodl", "A Pic H"),
        ("A Pic suports A Gas-Bur", "A Pic S A Gas - Bur"),
        ("F Egn - IRI", "F ENG - IRI"),
        ("Amry Gascony - Burgundy", "A Gas - Bur"),
        ("B Gas - Bur", "A Gas - Bur"),
    ],
)
def test_one_order_is_likely(text: str, order: str) -> None:
    guess = OrderGuesser(notation(SETTING), "movement", "France", FRANCE).guess(text)
    assert guess is not None
    read = read_typed(order, "m", SETTING, FALL, "France").orders["France"][0]
    assert (guess.unit.at, guess.order) == (read.unit.at, read.order)


@pytest.mark.parametrize(
    "text", ["A Gas-Bur", "A Xyzzy - Qwerty", "A Mnu - Bur", "A Pic - Brest or Belguim", "hello"]
)
def test_no_order_is_likely(text: str) -> None:
    guesser = OrderGuesser(notation(SETTING), "movement", "France", FRANCE)
    assert guesser.guess(text) is None


def test_a_mistake_names_its_guess_which_can_be_taken() -> None:
    situations = {"Russia": OrderSituation(RUSSIA)}
    text = "A Ukrane - Rumania\nA Warsaw - Galica\nA Fin H\nF Fooo - Baaar"
    typed = read_typed(text, "m", SETTING, FALL, "Russia", situations=situations)
    assert [guess.order.text for guess in typed.guesses] == ["A Ukr - Rum", "A War - Gal"]
    assert "is it A Ukr - Rum?" in str(typed.mistakes[0])
    assert [w.text for w in typed.orders["Russia"]] == ["A Fin H"]
    taken = with_guesses(typed)
    assert [w.text for w in taken.orders["Russia"]] == ["A Fin H", "A Ukr - Rum", "A War - Gal"]
    assert [error.mark.line for error in taken.mistakes] == [4]


def test_a_guess_never_replaces_an_order() -> None:
    situations = {"France": OrderSituation(FRANCE)}
    text = "A Gas-Spa\nA Gas - Burgandy"
    typed = read_typed(text, "m", SETTING, FALL, "France", situations=situations)
    taken = with_guesses(typed)
    assert [w.text for w in taken.orders["France"]] == ["A Gas-Spa"]
    assert len(taken.mistakes) == 1
