"""Each line of a mail is an order, a heading, skipped talk or a mistake."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.formats.game import read_game
from builder.formats.game.editing import GameText, PhaseChange
from builder.formats.game.typed_orders import TypedOrders, phase_in, read_typed
from builder.model.calendar import Phase

VARIANT = ARCHIVE.variant("standard")
SPRING = Phase(1901, "spring", "movement")
FALL = Phase(1901, "fall", "movement")
WINTER = Phase(1901, "winter", "adjustments")
MAIL = """
> Fall 1901
> ENGLAND: F Edi-NTH, F Lon-ENG; A Lvp-Yor
French
  A Par-Bur
  A Mar S A Par-Bur.
Germany: NMR
"""
TWO_MAILS = """\
From: a@example.org
X-Mailer-Id: 4

Hello Jim,

On Friday Jim wrote:
France - A Par-Bur
GERMANY (Cohen): A Mun-Ruh
cheers
--
Bob, of Englnd:
From: c@example.org

**England**
e: A Lvp-Yor
"""
GAME = """game: X
variant: standard
phases:
  Spring 1901:
    Italy: A Ven H

result: {winner: Italy}
"""


def typed(text: str, power: str | None = None, phase: Phase = SPRING) -> TypedOrders:
    return read_typed(text, "m.txt", VARIANT.setting, phase, power)


def orders(found: TypedOrders) -> dict[str, list[str]]:
    return {power: [w.text for w in mine] for power, mine in found.orders.items()}


def lines(found: TypedOrders, kind: str) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in found.lines if line.kind == kind]


def test_a_mail_is_read_by_power() -> None:
    found = typed(MAIL)
    assert found.phase == FALL
    assert orders(found) == {
        "England": ["F Edi-NTH", "F Lon-ENG", "A Lvp-Yor"],
        "France": ["A Par-Bur", "A Mar S A Par-Bur"],
    }
    assert found.nmr == ("Germany",)


def test_two_mails_in_one_text_are_both_read_and_talk_is_reported() -> None:
    found = typed(TWO_MAILS)
    assert orders(found) == {
        "France": ["A Par-Bur"], "Germany": ["A Mun-Ruh"], "England": ["A Lvp-Yor"],
    }  # fmt: skip
    assert [text for _, text in lines(found, "skipped")] == [
        "From: a@example.org", "X-Mailer-Id: 4", "Hello Jim,", "On Friday Jim wrote:", "cheers",
        "--", "Bob, of Englnd:", "From: c@example.org",
    ]  # fmt: skip
    assert found.mistakes == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("F NTH C\nA Lon-Nwy", ["F NTH C A Lon-Nwy"]),
        ("F NTH\nF Lon H", None),
        ("A Lvp - Nwy via NTH, NWG", ["A Lvp - Nwy via NTH - NWG"]),
        ("A Bel H\nF NTH-NWG\nF Den H", ["A Bel H", "F NTH-NWG", "F Den H"]),
        ("A BEL H F NTH-NWG F DEN H", ["A BEL H", "F NTH-NWG", "F DEN H"]),
        ("My orders for England, Spring 1901:\nF Lon-NTH\ncheers", ["F Lon-NTH"]),
        ("England F Lon-NTH", ["F Lon-NTH"]),
        ("F Lon-NTH\nF Lon-ENG", None),
        ("A note: I am away", []),
        ("I will move to Burgundy if you support me", []),
        ("Mnu-Bur", None),
        ("F Brg-Nwy", None),
        ("all hold", None),
        ("Frnace: A Par-Bur", None),
        ("France: A Par-Bur", None),
        ("--\nA Lvp-Yor", None),
    ],
)
def test_a_mail_of_england(text: str, expected: list[str] | None) -> None:
    """None: a mistake is reported."""
    found = typed(text, "England")
    assert bool(found.mistakes) == (expected is None)
    if expected is not None:
        assert orders(found).get("England", []) == expected


def test_powers_that_sent_nothing() -> None:
    found = typed("Italy NMR\nTurkey: no orders received\nGermany\nno moves received.")
    assert (found.nmr, found.orders) == (("Italy", "Turkey", "Germany"), {})


def test_law_no_line_is_lost() -> None:
    texts = [MAIL, TWO_MAILS, "A Par-Bur\nhello\nFrance: A Par-Bur, F Foo-Bar\n--\nF Lon H\nbye"]
    for text in texts:
        for power in (None, "England"):
            told = {line.number for line in typed(text, power).lines}
            there = {n for n, row in enumerate(text.splitlines(), 1) if row.strip("> ")}
            headed = {n for n in there if n not in told}
            assert all(":" in text.splitlines()[n - 1] for n in headed), headed


def test_two_different_orders_for_a_unit_are_asked_and_equal_ones_are_not() -> None:
    found = typed("England:\nF Lon-NTH\nA Lvp-Yor\nsorry, better:\nF Lon-ENG\nA Lvp-Yor")
    assert orders(found) == {"England": ["F Lon-ENG", "A Lvp-Yor"]}
    assert "two orders for one unit: the other, F Lon-NTH, is in line 2" in str(found.mistakes[0])
    assert lines(found, "mistake") == [(5, "F Lon-ENG")]
    assert lines(found, "repeated") == [(3, "A Lvp-Yor")]


def test_an_order_said_twice_is_one_order_though_the_unit_has_no_letter() -> None:
    found = typed("F Lon > NTH\nLon - NTH", "England")
    assert not found.mistakes
    assert len(found.orders["England"]) == 1


def test_quoted_orders_of_others_are_not_those_of_the_sender() -> None:
    found = typed("> France: A Par-Bur\n> F Bre H\nF Lon-ENG", "England")
    assert (orders(found), found.mistakes) == ({"England": ["F Lon-ENG"]}, ())
    assert orders(typed("> F Lon-ENG", "England")) == {"England": ["F Lon-ENG"]}


def test_mistakes_have_their_place() -> None:
    found = typed("A Par-Bur\nFrance: A Par-Bur, F Foo-Bar\n")
    assert [(e.mark.line, e.mark.column) for e in found.mistakes] == [(1, 1), (2, 22)]


def test_builds_without_a_verb() -> None:
    assert orders(typed("Austria: a vie, no builds", phase=WINTER)) == {
        "Austria": ["a vie", "Waive"]
    }


def test_a_subject_names_the_phase() -> None:
    calendar = VARIANT.setting.calendar
    assert phase_in("Re: my orders, Fall 1901 (late!)", calendar) == FALL
    assert phase_in("S1901M", calendar) == SPRING
    assert phase_in("Hello from 1901", calendar) is None


def changed(found: TypedOrders, **keys: str) -> PhaseChange:
    return PhaseChange(orders(found), found.nmr, keys)


def test_a_phase_is_put_behind_the_others_and_taken_out_again() -> None:
    setting = VARIANT.setting
    text = GameText(GAME, setting).with_phase(FALL, changed(typed(MAIL), deadline='"May"'))
    assert text.index("Spring 1901") < text.index("Fall 1901") < text.index("result:")
    record = read_game(text, "games/standard/x.yaml", lambda _: VARIANT)
    added = record.phases[-1]
    assert (added.phase, added.deadline, added.nmr) == (FALL, "May", ("Germany",))
    assert len(added.orders) == 5
    assert GameText(text, setting).without_phase(FALL) == GAME
    again = GameText(text, setting).without_phase(SPRING)
    assert "Fall 1901" in again
    assert "Italy: A Ven H" in GameText(text, setting).phase_text(SPRING)


@pytest.mark.parametrize("inside", [" # of Jim's file", "\n  # the first year"])
def test_comments_do_not_keep_a_phase_from_being_taken_out(inside: str) -> None:
    text = GAME.replace("phases:", f"phases:{inside}")
    cut = GameText(text, VARIANT.setting).without_phase(SPRING)
    assert inside.strip() in cut
    assert read_game(cut, "x.yaml", lambda _: VARIANT).phases == ()
    again = GameText(cut, VARIANT.setting).with_phase(SPRING, changed(typed("England: F Lon-NTH")))
    assert [p.phase for p in read_game(again, "x.yaml", lambda _: VARIANT).phases] == [SPRING]


def test_each_of_two_orders_that_begin_alike_has_its_line() -> None:
    found = typed("England:\nWaive\nWaive\n", phase=WINTER)
    assert lines(found, "order") == [(2, "Waive"), (3, "Waive")]
    assert orders(found) == {"England": ["Waive", "Waive"]}


def test_a_power_that_sends_nothing_twice_is_late_once() -> None:
    assert typed("France: NMR\nGermany: NMR\nFrance: NMR\n").nmr == ("France", "Germany")


@pytest.mark.parametrize("end", ["", "phases: {}\n"])
def test_a_game_without_phases_gets_its_first(end: str) -> None:
    start = f"game: X\nvariant: standard\n{end}"
    text = GameText(start, VARIANT.setting).with_phase(SPRING, changed(typed("England: F Lon-NTH")))
    record = read_game(text, "x.yaml", lambda _: VARIANT)
    assert [p.phase for p in record.phases] == [SPRING]
    left = GameText(text, VARIANT.setting).without_phase(SPRING)
    assert left == "game: X\nvariant: standard\nphases: {}\n"


def test_an_order_that_lacks_its_unit_is_no_part_of_the_order_before() -> None:
    found = typed("Austria:\nA Bud S Germany's Mun\nS Russian War-Lvn")
    assert orders(found) == {"Austria": ["A Bud S Germany's Mun"]}
    assert lines(found, "mistake") == [(3, "S Russian War-Lvn")]


@pytest.mark.parametrize("text", ["NMR", "no orders received", "No retreats received.", "(NBR)"])
def test_a_power_that_sent_nothing(text: str) -> None:
    assert typed(f"Italy: {text}").nmr == ("Italy",)
    game = read_game(GAME.replace("A Ven H", f'"{text}"'), "x.yaml", ARCHIVE.variant)
    assert game.phases[0].nmr == ("Italy",)


@pytest.mark.parametrize("head", ["ENLAND", "Engand:", "**Enlgand**"])
def test_below_a_misspelt_power_nothing_is_given_to_the_power_before(head: str) -> None:
    found = typed(f"Austria:\nA Vie-Gal\n{head}\nF Lon-NTH\nGermany: A Mun-Ruh")
    assert orders(found) == {"Austria": ["A Vie-Gal"], "Germany": ["A Mun-Ruh"]}
    assert [text for _, text in lines(found, "mistake")] == [head.strip("*:"), "F Lon-NTH"]
    assert "England?" in str(found.mistakes[0])


def test_orders_beside_a_misspelt_power() -> None:
    found = typed("Italy: A Ven H\nFrace: A Par-Bur, F Bre-MAO")
    assert orders(found) == {"Italy": ["A Ven H"]}
    assert len(lines(found, "mistake")) == 3
    assert [(m.mark.line, m.mark.column) for m in found.mistakes] == [(2, 1), (2, 8), (2, 19)]


def test_a_power_that_is_named_twice() -> None:
    assert orders(typed("Italy: A Ven H\nTurkey Turkey\nF Ank-Con"))["Turkey"] == ["F Ank-Con"]


def test_talk_that_resembles_a_power_is_talk_in_a_mail_of_one_player() -> None:
    found = typed("A Ven H\nItali", "Italy")
    assert (orders(found), lines(found, "skipped")) == ({"Italy": ["A Ven H"]}, [(2, "Itali")])


HEADINGS = (
    "**Germany**", "_Germany_", "## Germany", "<b>Germany</b>", "[b]Germany[/b]", "1. Germany",
    "Germany, Hans", "Hans (Germany)", "Hans Meier (Germany):", "GERMANY [Hans]", "GERMANY/Hans",
    "Now Germany's orders", "And for Germany:", "Germ.", "The Germans:", "Germany—Hans",
    "Orders of Germany (Hans)", "Country: Germany", "Germany does this:", "Germany Spring 1901",
)  # fmt: skip


@pytest.mark.parametrize("head", HEADINGS)
def test_a_power_between_the_orders_of_two_begins_its_own(head: str) -> None:
    found = typed(f"England\nF Lon-NTH\n{head}\nA Mun-Bur\nFrance\nA Par-Pic")
    assert orders(found) == {
        "England": ["F Lon-NTH"], "Germany": ["A Mun-Bur"], "France": ["A Par-Pic"],
    }  # fmt: skip


@pytest.mark.parametrize("talk", ["Hi Germany", "Fleets:", "Dear Germany:"])
def test_talk_about_a_power_does_not_begin_its_orders(talk: str) -> None:
    found = typed(f"England\nF Lon-NTH\n{talk}\nA Lvp-Yor")
    assert orders(found) == {"England": ["F Lon-NTH", "A Lvp-Yor"]}


@pytest.mark.parametrize("line", ["Germany attacked me", "Germany will be played by Bob soon"])
def test_below_a_line_that_begins_with_a_power_nothing_is_given_to_the_power_above(
    line: str,
) -> None:
    found = typed(f"England\nF Lon-NTH\n{line}\nA Mun-Bur\nFrance\nA Par-Pic")
    assert orders(found) == {"England": ["F Lon-NTH"], "France": ["A Par-Pic"]}
    assert lines(found, "mistake") == [(4, "A Mun-Bur")]


@pytest.mark.parametrize("line", ["Germany attacked me", "Germany was kind to me"])
def test_talk_of_others_is_talk_in_a_mail_of_one_player(line: str) -> None:
    found = typed(f"F Lon-NTH\n{line}\nA Lvp-Yor", "England")
    assert orders(found) == {"England": ["F Lon-NTH", "A Lvp-Yor"]}


def test_below_a_word_that_is_no_power_nothing_is_given_to_the_power_before() -> None:
    found = typed("England\nF Lon-NTH\nTeutonia:\nA Mun-Bur")
    assert orders(found) == {"England": ["F Lon-NTH"]}
    assert [text for _, text in lines(found, "mistake")] == ["Teutonia", "A Mun-Bur"]


def test_powers_within_a_line() -> None:
    found = typed("England: F Lon-NTH, **Germany** A Mun-Bur; France: A Par-Pic, Italy, A Ven H")
    assert orders(found) == {
        "England": ["F Lon-NTH"], "Germany": ["A Mun-Bur"], "France": ["A Par-Pic"],
        "Italy": ["A Ven H"],
    }  # fmt: skip
    assert orders(typed("England: F Lon-NTH, cheers, Bob")) == {"England": ["F Lon-NTH"]}


@pytest.mark.parametrize("text", ["Buidl A Vie", "BuildA Vie", "Remvoe A Vie"])
def test_a_misspelt_build_is_no_talk(text: str) -> None:
    found = typed(f"Austria: {text}", phase=WINTER)
    assert [shown for _, shown in lines(found, "mistake")] == [text]
