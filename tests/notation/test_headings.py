"""Lines that begin a power's orders, or say that it sent none: no unit changes its power."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game.typed_orders import read_typed
from builder.notation.headings import read_heading, says_no_orders

SETTING = ARCHIVE.variant("standard").setting
HEADINGS = (
    "England:", "ENGLAND", "England (Smith)", "ENGLAND, Smith:", "ENGLAND/Smith:",
    "England [Smith]", "England - Smith", "Orders from England:", "England's orders",
    "English orders:", "Eng:", "ENG (Smith)......", "England......", "Smith (England):",
    "**England**", "== England ==", "*** England ***", "[England]", "Country: England",
    "England (Smith), standby", "1. England", "E:", "England →", "Great Britain",
    "England (5 units)", "England <smith@example.org>", "England Spring 1901",
    "England has ordered:", "And now for England", "The English:",
)  # fmt: skip
SILENT = (
    "England: NMR", "England - NMR, all units hold", "England NMR", "England (NMR)",
    "England: no orders received", "England: no orders received, units hold",
    "England (X) - civil disorder", "England (Player Five) declares civil disorder",
    "England is in CD", "England: CD", "England did not send orders", "England sent no orders",
    "England has not ordered", "England: none", "England: None received.", "England: (no orders)",
    "England: no moves", "England missed the deadline", "England: absent",
    "No orders from England", "No orders received from England", "NMR: England",
    "NMR from England", "England: NMR!", "England: all hold (NMR)", "England (Smith): NMR",
    "ENGLAND, Smith: NMR", "England ... NMR", "England (Smith) NMR. All units hold.",
    "ENGLAND (Smith) failed to submit orders.", "England: keine Befehle", "England: aucun ordre",
    "England: nessun ordine", "England: geen orders", "England: inga order",
)  # fmt: skip
NONE = (
    "Eng - Mao", "Eng S F Bel", "English Channel - MAO", "A Lvp - Yor", "Hello England",
    "Dear England:", "Fleets:", "A: Lvp-Yor", "F Lon-NTH", "no orders for A Mun",
)  # fmt: skip


@pytest.mark.parametrize("line", HEADINGS)
def test_a_heading(line: str) -> None:
    heading = read_heading(line, SETTING)
    assert heading is not None
    assert (heading.powers, heading.silent, heading.understood) == (("England",), False, True)


@pytest.mark.parametrize("line", SILENT)
def test_a_power_that_sent_no_orders(line: str) -> None:
    heading = read_heading(line, SETTING)
    assert heading is not None
    assert (heading.powers, heading.silent) == (("England",), True)


@pytest.mark.parametrize("line", NONE)
def test_no_heading(line: str) -> None:
    assert read_heading(line, SETTING) is None


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("ENGLAND, Smith: A(Yor) Std, F(NTH) Std", "A(Yor) Std, F(NTH) Std"),
        ("England / Eng - Iri", "Eng - Iri"),
        ("ENGLAND F ENG-IRI A Lvp-Yor", "F ENG-IRI A Lvp-Yor"),
        ("E: A Lvp-Yor", "A Lvp-Yor"),
        ("England (standby: Sam): A Lvp-Yor", "A Lvp-Yor"),
        ("England: build F Lon", "build F Lon"),
    ],
)
def test_orders_behind_a_heading(line: str, rest: str) -> None:
    heading = read_heading(line, SETTING)
    assert heading is not None
    assert (heading.powers, heading.rest) == (("England",), rest)


def test_several_powers_that_sent_no_orders() -> None:
    heading = read_heading("No orders from Austria, Italy and Turkey", SETTING)
    assert heading is not None
    assert heading.powers == ("Austria", "Italy", "Turkey")


def test_a_line_that_begins_with_a_power_and_is_not_understood() -> None:
    heading = read_heading("England lost a fleet in the North Sea", SETTING)
    assert heading is not None
    assert not heading.understood


@pytest.mark.parametrize("text", ["NMR", "No orders received.", "(NBR)", "none", "n.m.r."])
def test_a_text_that_says_no_orders(text: str) -> None:
    assert says_no_orders(text)


@pytest.mark.parametrize("text", ["no builds", "hold", "no orders for A Mun", "A Mun-Bur", ""])
def test_a_text_that_says_something_else(text: str) -> None:
    assert not says_no_orders(text)


@pytest.mark.parametrize("line", [*HEADINGS, *SILENT])
def test_law_no_unit_changes_its_power(line: str) -> None:
    text = f"Austria\nA Vie-Gal\n{line}\nF Lon-NTH\nFrance\nA Par-Pic"
    typed = read_typed(text, "m.txt", SETTING, SETTING.start.phase)
    orders = {power: [w.text for w in mine] for power, mine in typed.orders.items()}
    assert orders == {"Austria": ["A Vie-Gal"], "England": ["F Lon-NTH"], "France": ["A Par-Pic"]}


@pytest.mark.parametrize("line", SILENT)
def test_law_a_power_that_sent_no_orders_is_late(line: str) -> None:
    text = f"Austria\nA Vie-Gal\n{line}\nFrance\nA Par-Pic"
    typed = read_typed(text, "m.txt", SETTING, SETTING.start.phase)
    assert typed.nmr == ("England",)
    assert [*typed.orders] == ["Austria", "France"]
