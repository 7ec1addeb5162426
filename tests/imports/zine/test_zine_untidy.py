"""Zines as they are typed and pasted: each order is read once, or its line is reported."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported
from builder.model.orders import Build, Hold

LISTS = """\
Moves - Spring 1905

Austria - A Vienna -> Galicia - bounce, A Budapest supports A Vienna -> Galicia - OK,
Army Trieste -> Venice - OK

Russia - Army Warsaw -> Galicia - bounce, Fleet Sevastopol hold - OK
"""
GAZETTE = """\
===== gazette1.html =====
Spring 1901
AUSTRIA (Ann): a VIE h, a BUD h, f TRI h.
FRANCE (Cid): a PAR S GERMAN a mun-bur (nso), a MAR sings all day (h), f bre-MID.

===== gazette2.html =====
Fall 1901
AUSTRIA (Ann): a VIE h, a BUD h, f TRI h.
FRANCE (Cid): a PAR h, a MAR h, f MID h.
"""


def told(game: Imported) -> str:
    """All that is reported, and all notes."""
    notes = [note.text for phase in game.record.phases for note in phase.notes]
    return "\n".join([*map(str, game.remarks), *notes])


def orders(game: Imported) -> list[tuple[str, str, str]]:
    """Each order with its phase's season and its power."""
    return [(p.phase.season, w.issuer, w.text) for p in game.record.phases for w in p.orders]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (LISTS, "Army Trieste ->", "- Army Trieste ->"),
        (LISTS, "Army Trieste ->", "😀 Army Trieste ->"),
        (LISTS, "Army Trieste ->", "Arrny Trieste ->"),
        (LISTS, "Russia - Army Warsaw", "3) Russia - Army Warsaw"),
        (LISTS, "Russia - Army Warsaw", "[Russia - Army Warsaw"),
        (LISTS, "Fleet Sevastopol", "Fleet 5evastopol"),
        (GAZETTE, "f bre-MID", "- f bre-MID"),
        (GAZETTE, "a MAR sings", "a Mra sings"),
        (GAZETTE, "FRANCE (Cid): a PAR S", "The General: a PAR S"),
        (GAZETTE, "Fall 1901\nAUSTRIA", "Fall 1901 at last, AUSTRIA"),
    ],
)
def test_an_order_behind_an_order_is_not_swallowed(
    read: Read, text: str, right: str, wrong: str
) -> None:
    (game,) = read(text.replace(right, wrong))
    assert wrong.lstrip("->😀3.)[ ").lower() in told(game).lower()
    assert not any(w.order == Hold() and w.home == "Par" for w in game.record.phases[0].orders)


@pytest.mark.parametrize("sign", ["😀", "3.", "•", "**"])
def test_a_sign_before_a_power_does_not_hide_it(read: Read, sign: str) -> None:
    (game,) = read(LISTS.replace("Russia - Army Warsaw", f"{sign} Russia - Army Warsaw"))
    (order,) = [w for w in game.record.phases[0].orders if w.home == "War"]
    assert order.issuer == "Russia"


@pytest.mark.parametrize("line", [*LISTS.splitlines()[2:], *GAZETTE.splitlines()[1:4]])
def test_a_quoted_line_is_read(read: Read, line: str) -> None:
    text = LISTS if line in LISTS else GAZETTE
    assert orders(*read(text.replace(line, f"> {line}", 1))) == orders(*read(text))


@pytest.mark.parametrize(
    "struck", ["<s>a PAR-gas</s>", "<STRIKE>a <i>PAR</i>-gas</STRIKE>", "~~a PAR-gas~~"]
)
def test_an_order_that_is_struck_through_is_reported(read: Read, struck: str) -> None:
    (game,) = read(GAZETTE.replace("a PAR h", f"{struck}, a PAR h"))
    assert orders(game) == orders(*read(GAZETTE))
    assert told(game).count("struck through, not read: a PAR-gas") == 1


@pytest.mark.parametrize("line", GAZETTE.splitlines()[2:4])
def test_a_line_that_is_there_twice_counts_once(read: Read, line: str) -> None:
    (once,), (twice,) = read(GAZETTE), read(GAZETTE.replace(line, f"{line}\n{line}", 1))
    assert orders(once) == orders(twice)
    assert told(twice).count("the same order again: counted once") == 3


def test_a_second_order_for_a_unit_is_reported(read: Read) -> None:
    (game,) = read(GAZETTE.replace("f bre-MID", "f bre-MID, f bre-ENG"))
    assert "a second order for the unit: f bre-ENG" in told(game)


@pytest.mark.parametrize("heading", ["", "Fll of 190l", "Fall of that year"])
def test_orders_without_a_season_are_reported(read: Read, heading: str) -> None:
    (game,) = read(GAZETTE.replace("Fall 1901", heading))
    (phase,) = game.record.phases
    assert {n.text for n in phase.notes} >= {
        line for line in GAZETTE.splitlines()[7:] if line.strip()
    }


@pytest.mark.parametrize(
    "rows",
    [
        "France (3) bre, mar, par Turkey (2) ank, con Italy (0)",
        "<I>France</I> (3) bre, mar, par <I>Turkey</I> (2) ank, con <I>Italy</I> (0) Out!",
        "France (3): <s>bel</s>, bre, mar, par. Turkey (2): ank, con",
        "Positions:\nFrance - A Par\nCenters\n"
        "France: bre, mar, par (3)\nTurkey (2) ank, con\nItaly (0)",
    ],
)
def test_each_power_of_a_chart_has_its_centres(read: Read, rows: str) -> None:
    (game,) = read(f"{GAZETTE}\n{rows}\n")
    owners = game.record.phases[-1].owners
    assert owners == dict.fromkeys(("Bre", "Mar", "Par"), "France") | dict.fromkeys(
        ("Ank", "Con"), "Turkey"
    )
    assert not [r for r in game.remarks if "centre" in r.message or "understood" in r.message]


@pytest.mark.parametrize(
    "said",
    [
        "FRANCE builds a mar.",
        "FRANCE BUILDS A MAR",
        "France build A Mar",
        "France (Cid) builds a mar",
    ],
)
def test_builds_behind_a_power_without_a_colon_are_its_own(read: Read, said: str) -> None:
    winter = f"\nWinter 1901\nAUSTRIA (Ann): has a VIE, a BUD, f TRI.\n{said}\n"
    (game,) = read(GAZETTE + winter)
    (built,) = game.record.phases[-1].orders
    assert (built.issuer, built.order) == ("France", Build("A", "Mar"))


@pytest.mark.parametrize("sign", [" ", " - ", ": ", " (Cid) "])
def test_a_power_without_orders_is_not_the_one_above(read: Read, sign: str) -> None:
    (game,) = read(f"{GAZETTE}GERMANY{sign}NMR\n")
    assert game.record.phases[-1].nmr == ("Germany",)


HEADS = [
    "*France*: ", "FRANCE — ", "FRANCE => ", "France/Cid: ", "France, Cid: ", "Cid (France): ",
    "France...", "Player France: ", "the French: ", "FRANCE (Cid)", "FRANCE 3: ", "🇫🇷 France: ",
    "“FRANCE”: ", "France's orders: ", "Orders for France: ", "Frankreich: ",
]  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_orders_of_a_power_are_never_those_of_the_one_above(read: Read, head: str) -> None:
    first, then = "A Mar-Spa, A Par-Bur", "F Bre-MAO, A Gas-Bre"
    (game,) = read(
        f"Spring 1901\nAUSTRIA (Ann): A Vie-Gal, F Tri-Ven (bounced)\n{head}{first},\n{then}\n"
        "GERMANY (Dee): A Mun-Ruh, A Ber-Kie, F Kie-Den\n"
    )
    french = ("Mar", "Par", "Bre", "Gas")
    issuers = {w.issuer for w in game.record.phases[0].orders if w.home in french}
    assert issuers <= {"France"}
    assert issuers or (first in told(game) and then in told(game))
