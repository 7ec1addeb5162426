"""What bold, italics and underlines mean in a zine; made-up games."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported
from builder.imports.zine.typefaces import FAILED, legend
from builder.model.outcomes import Outcome

GAME = """\
Spring 1901

AUSTRIA (Ann): A Vie-Gal, A Bud-Ser, F Tri H.
FRANCE (Bob): A Mar-Spa, A Par-Bur, F Bre-MAO.
GERMANY (Cee): F Kie-Den, A Mun-Bur, A Ber-Kie.

Fall 1901

AUSTRIA (Ann): A Ser S A Gal-Rum, A Gal-Rum, F Tri H.
FRANCE (Bob): A Par H, A Spa-Por, F MAO-Gas.
GERMANY (Cee): F Den H, A Mun H, A Kie-Hol.
"""
FORMS = ["**{}**", "__{}__", "<b>{}</b>", "<strong>{}</strong>", "<B>{}</B>"]
BOUNCED = ("A Par-Bur", "A Mun-Bur")
WENT = ("A Vie-Gal", "A Bud-Ser", "A Mar-Spa", "F Bre-MAO", "F Kie-Den", "A Ber-Kie", "A Gal-Rum",
        "A Spa-Por", "F MAO-Gas", "A Kie-Hol")  # fmt: skip


def bold(form: str, orders: tuple[str, ...], text: str = GAME) -> str:
    for order in orders:
        text = text.replace(order, form.format(order))
    return text.replace(f"S {form.format('A Gal-Rum')}", "S A Gal-Rum")


def failed(game: Imported) -> set[str]:
    spring = game.record.phases[0]
    return {str(p.at) for p in spring.results if Outcome.FAILED in p.outcomes}


def counts(game: Imported) -> list[int]:
    return [len(phase.orders) for phase in game.record.phases]


@pytest.mark.parametrize("form", FORMS)
def test_bold_that_marks_what_failed(read: Read, form: str) -> None:
    (game,) = read(bold(form, BOUNCED))
    assert (counts(game), failed(game), game.remarks) == ([9, 9], {"Par", "Mun"}, ())


@pytest.mark.parametrize("form", FORMS)
def test_bold_that_marks_what_was_done(read: Read, form: str) -> None:
    (game,) = read(bold(form, WENT))
    assert (counts(game), failed(game), game.remarks) == ([9, 9], {"Par", "Mun"}, ())


@pytest.mark.parametrize("form", FORMS)
def test_bold_that_marks_nothing_known(read: Read, form: str) -> None:
    (game,) = read(bold(form, ("A Vie-Gal", "F Tri H", "A Mar-Spa", "A Par-Bur", "A Spa-Por")))
    assert counts(game) == [9, 9]
    assert [r.message for r in game.remarks] == [
        "the meaning of bold or starred orders is not known: only other marks count"
    ]
    assert not any(phase.results for phase in game.record.phases)


def test_bold_beside_words_is_no_mark(read: Read) -> None:
    text = GAME.replace("-Bur", "-Bur (bounced)")
    (game,) = read(bold("**{}**", ("A Vie-Gal", "A Par H"), text))
    assert game.remarks == ()
    told = {str(p.at): p.outcomes for p in game.record.phases[0].results}
    assert told["Par"] == {Outcome.BOUNCED}
    assert told["Vie"] == {Outcome.MOVED}


@pytest.mark.parametrize("line", ["**FRANCE (Bob): {}**", "<b>FRANCE (Bob): {}</b>"])
def test_a_bold_entry(read: Read, line: str) -> None:
    orders = "A Mar-Spa, A Par-Bur, F Bre-MAO."
    (game,) = read(GAME.replace(f"FRANCE (Bob): {orders}", line.format(orders)))
    assert counts(game) == [9, 9]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("Orders in bold failed.", BOUNCED),
        ("(Bold = failed)", BOUNCED),
        ("Bold moves do not succeed.", BOUNCED),
        ("NB: moves in bold have failed", BOUNCED),
        ("Unsuccessful moves are in bold.", BOUNCED),
        ("Failed orders are shown in bold type.", BOUNCED),
        ("Moves which succeed are in bold", WENT),
        ("Successful orders are printed in bold.", WENT),
        ("Bold: successful orders", WENT),
    ],
)
def test_a_legend_says_what_bold_means(read: Read, line: str, marked: tuple[str, ...]) -> None:
    text = bold("**{}**", marked, GAME[: GAME.index("Fall")])
    (game,) = read(f"{line}\n\n{text}")
    assert (counts(game), failed(game), game.remarks) == ([9], {"Par", "Mun"}, ())


def test_a_legend_may_turn_italics_round(read: Read) -> None:
    (game,) = read("Successful moves are in italics.\n" + bold("<i>{}</i>", WENT))
    assert failed(game) == {"Par", "Mun"}


@pytest.mark.parametrize(
    "text",
    [
        "Italics were introduced by Aldus Manutius.", "A bold move, and it failed!",
        "France was bold but did not succeed.", "a bold success for England",
    ],
)  # fmt: skip
def test_other_talk_of_boldness_is_no_legend(text: str) -> None:
    assert legend(text, {"b", "i"}) == FAILED


@pytest.mark.parametrize(
    "talk",
    [
        "Italic: success story of the Italian army.",
        "Failed moves are printed in italics, said the printer.",
        "PRESS: in bold moves succeeded the Kaiser.",
    ],
)
def test_a_legend_of_faces_that_no_order_has_says_nothing(read: Read, talk: str) -> None:
    text = GAME.replace("A Par-Bur", "A Par-Bur (bounced)").replace(
        "A Mun-Bur", "A Mun-Bur (bounced)"
    )
    (game,) = read(f"{text}\n{talk}\n")
    assert (counts(game), failed(game), game.remarks) == ([9, 9], set(), ())
    told = [p.outcomes for p in game.record.phases[0].results if str(p.at) in ("Vie", "Bre")]
    assert told == [{Outcome.MOVED}] * 2


def test_a_legend_that_the_next_orders_deny_is_talk(read: Read) -> None:
    (game,) = read(
        bold("<b>{}</b>", BOUNCED) + "\nParis to all: in bold moves succeed the brave.\n"
    )
    assert (counts(game), failed(game)) == ([9, 9], {"Par", "Mun"})


def test_a_legend_that_most_units_deny_is_talk(read: Read) -> None:
    bounced = GAME.replace("A Par-Bur", "A Par-Bur (bounced)").replace(
        "A Mun-Bur", "A Mun-Bur (bounced)"
    )
    (game,) = read(
        bold("<b>{}</b>", ("A Kie-Hol",), bounced) + "\nParis: the bold have succeeded!\n"
    )
    (vie,) = [p for p in game.record.phases[0].results if p.at == "Vie"]
    assert vie.outcomes == {Outcome.MOVED}
