"""Dashes, type faces and headings as plain text, mail and pages have them; made-up games."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.zine.printed_lines import in_house_style
from builder.model.outcomes import Outcome

PLAIN = """\
Spring 1901

AUSTRIA (Ann): A Vie-Gal, A Bud-Ser, F Tri H.
FRANCE (Bob): A Mar-Spa, <i>A Par-Bur</i>, F Bre-MAO.
GERMANY (Cee): F Kie-Den, <i>A Mun-Bur</i>, A Ber-Kie.

Fall 1901

AUSTRIA (Ann): A Ser S A Gal-Rum, A Gal-Rum, F Tri H.
FRANCE (Bob): A Par H, A Spa-Por, F MAO-Gas.
GERMANY (Cee): F Den H, A Mun H, A Kie-Hol.
"""
CAPITALS = """\
Spring 1901
FRANCE (Bob): a mar-SPA, <i>a PAR-bur</i>, f bre-MAO.
GERMANY (Cee): f kie-DEN, <i>a MUN-bur</i>, a ber-KIE.
"""


def told(read: Read, text: str) -> tuple[object, ...]:
    """What is read of a game, but for how its orders are written."""
    (game,) = read(text)
    assert game.remarks == ()
    record = game.record
    orders = [(p.phase, w.issuer, w.unit, w.order) for p in record.phases for w in p.orders]
    results = [(r.power, r.at, r.outcomes) for p in record.phases for r in p.results]
    return record.players, orders, results


@pytest.mark.parametrize(
    "dash",
    [
        "‐",
        "‑",
        "−",
        "–",
        "→",
        " → ",
        "->",
        "&ndash;",
        "&#8211;",
        "-&gt;",
        " to ",
        " moves to ",
        "~",
    ],
)
@pytest.mark.parametrize("plain", [PLAIN, CAPITALS])
def test_any_dash_leads_to_a_place(read: Read, plain: str, dash: str) -> None:
    text = "\n".join(
        line.replace("-", dash) if ":" in line else line for line in plain.splitlines()
    )
    assert told(read, text) == told(read, plain)


@pytest.mark.parametrize(("begin", "end"), [("_", "_"), ("*", "*"), ("<em>", "</em>")])
@pytest.mark.parametrize("plain", [PLAIN, CAPITALS])
def test_italics_of_plain_text_mark_one_order(read: Read, plain: str, begin: str, end: str) -> None:
    assert told(read, plain.replace("<i>", begin).replace("</i>", end)) == told(read, plain)


def test_italics_may_go_over_the_line_and_hold_several_orders(read: Read) -> None:
    (game,) = read("Spring 1901\nFRANCE: A Mar-Spa, _A Par-\nBur, F Bre-Eng_.\n")
    (phase,) = game.record.phases
    failed = {str(p.at) for p in phase.results if Outcome.FAILED in p.outcomes}
    assert failed == {"Par", "Bre"}
    assert len(phase.orders) == 3


@pytest.mark.parametrize(
    "text",
    [
        "A Gal - Rum (*Bounce*)", "F NTH S *German* A Hol-Bel",
        "a_par-bur_x", "*Hello*, a friend writes", "http://example.org/~army",
    ],
)  # fmt: skip
def test_other_stars_and_strokes_stay(text: str) -> None:
    assert in_house_style(text) == text


@pytest.mark.parametrize(
    "form",
    [
        "<b>{}</b>", "<strong>{}</strong>", "## {}", "# **{}**", "**{}**", "*{}*", "<em>{}</em>",
        "<p><b>{}</b></p>", "<html><body><i>{}</i>", "<h2>{}</h2>",
    ],
)  # fmt: skip
def test_headings_may_be_bold(read: Read, form: str) -> None:
    text = "\n".join(form.format(line) if "1901" in line else line for line in PLAIN.splitlines())
    assert told(read, text) == told(read, PLAIN)


def test_a_comma_may_stand_before_the_year(read: Read) -> None:
    assert told(read, PLAIN.replace(" 1901", ", 1901")) == told(read, PLAIN)


@pytest.mark.parametrize(
    "form",
    [
        "<b>{} ({})</b>:", "<b>{} ({}):</b>", "**{} ({})**:", "<strong>{}</strong> ({}):",
        "{} - {}:", "{} ({})\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("plain", [PLAIN, CAPITALS])
def test_a_power_s_name_in_other_forms(read: Read, plain: str, form: str) -> None:
    text = plain
    for power, player in (("AUSTRIA", "Ann"), ("FRANCE", "Bob"), ("GERMANY", "Cee")):
        text = text.replace(f"{power} ({player}):", form.format(power, player))
    assert told(read, text) == told(read, plain)


@pytest.mark.parametrize("form", ["{}\n", "<b>{}</b>\n", "**{}**\n", "{}:"])
def test_a_power_s_name_without_a_player(read: Read, form: str) -> None:
    text = plain = PLAIN.replace(" (Ann)", "").replace(" (Bob)", "").replace(" (Cee)", "")
    for power in ("AUSTRIA", "FRANCE", "GERMANY"):
        text = text.replace(f"{power}:", form.format(power))
    assert told(read, text) == told(read, plain)


def test_a_power_s_first_letters_are_enough(read: Read) -> None:
    text = PLAIN.replace("AUSTRIA", "AUS").replace("FRANCE", "Fra").replace("GERMANY", "GER")
    assert told(read, text) == told(read, PLAIN)


@pytest.mark.parametrize("form", ["AUSTRIA-HUNGARY (Ann):", "Austria-Hungary (Ann):"])
def test_a_power_s_name_may_have_two_parts(read: Read, form: str) -> None:
    entries = PLAIN.replace("FRANCE (Bob):", "{}").replace("AUSTRIA (Ann):", "FRANCE (Bob):")
    text = entries.replace("{}", form)
    assert told(read, text) == told(read, text.replace(form, "AUSTRIA (Ann):"))


def test_a_sea_behind_a_dash_is_no_power(read: Read) -> None:
    (game,) = read("Spring 1901\nFRANCE: A Par-Bur, [F Bre S F\n  ENG – MAO] support cut.\n")
    assert {str(w.unit.at) for w in game.record.phases[0].orders if w.unit} == {"Par", "Bre"}


def test_places_in_parentheses(read: Read) -> None:
    text = PLAIN.replace("A Vie-", "A(Vie)-").replace("F Tri H", "F(Tri) stands")
    text = text.replace("A Ser S A Gal-", "A(Ser) s A(Gal)-")
    assert told(read, text) == told(read, PLAIN)


@pytest.mark.parametrize("joint", ["; and ", ", and ", ";and "])
def test_an_order_behind_and(read: Read, joint: str) -> None:
    text = PLAIN.replace(", F Tri H", f"{joint}F Tri H").replace(", F MAO", f"{joint}F MAO")
    assert told(read, text) == told(read, PLAIN)


def test_words_behind_a_unit_that_holds_are_no_move(read: Read) -> None:
    (game,) = read(CAPITALS.replace("<i>a PAR-bur</i>", "a PAR to bur or not to bur (h)"))
    assert game.remarks == ()
    assert len(game.record.phases[0].orders) == 6


@pytest.mark.parametrize("dash", ["-", " to "])
def test_a_misspelt_unit_begins_an_order_of_its_own(read: Read, dash: str) -> None:
    text = PLAIN.replace("A Vie-Gal, A Bud-Ser", "A Bud-Ser, A Vei-Gal").replace("-", dash)
    (game,) = read(text)
    assert [r.message for r in game.remarks] == ["'Vei' read as Vie"]
    assert len(game.record.phases[0].orders) == 9


def test_a_letter_under_a_power_s_name_is_no_order(read: Read) -> None:
    letter = "\nPress:\nFRANCE\nR. Smith sends his love to all of you.\n"
    (game,) = read(PLAIN.replace("\nFall", f"{letter}\nFall"))
    assert [len(p.orders) for p in game.record.phases] == [9, 9]
    assert not any("Smith" in w.text for p in game.record.phases for w in p.orders)
