"""Press, letters and notes between a zine's reports that look like orders, charts and headings."""

from __future__ import annotations

import pytest
from processor_time import at_most
from samples import REPORT, Read

from builder.imports.zine.seasons import centres_and_rest
from builder.model.calendar import Phase

GAME = """\
Spring 1901

AUSTRIA: A Vie-Gal, A Bud-Ser, F Tri-Alb.
FRANCE: A Par-Bur (bounced), A Mar-Spa, F Bre-MAO.
GERMANY: A Mun-Bur (bounced), A Ber-Kie, F Kie-Den.
{}
Fall 1901

AUSTRIA: A Gal-Vie, A Ser H, F Alb-Gre.
FRANCE: A Par-Pic, A Spa-Por, F MAO-Spa(sc).
GERMANY: A Mun-Ruh, A Kie-Hol, F Den H.
"""
DRIVEN = """\
Spring 1902
ITALY: A Tri H (dislodged), A Ven S A Tri.
AUSTRIA: A Vie-Tri, A Bud S A Vie-Tri, F Alb S A Vie-Tri.
"""


@pytest.mark.parametrize(
    "text",
    [
        "Vie, Bud, Ser, Gre, these 3 I like", "wine, cheese, song = 3 good things",
        "Having no stamps, he phoned his orders: 3 of them", "Ber, Kie and Mun fell in 1914",
    ],
)  # fmt: skip
def test_talk_of_places_and_numbers_is_no_ledger(text: str) -> None:
    assert centres_and_rest(text) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Vie, Bud, Tri, Ser = 4. 1 build", ""), ("Vie Bud Tri 3 no change", ""),
        ("Vie, (Bud), +Ser (Italy), -Tri: 3 Builds A Vie", "Builds A Vie"),
        ("Vie, Bud = 2, owes 1, NBR", "owes 1, NBR"), ("Vie, Bud (2) A Vie", "A Vie"),
    ],
)  # fmt: skip
def test_a_ledger_tells_centres_and_builds(text: str, rest: str) -> None:
    found = centres_and_rest(text)
    assert found is not None
    assert found[1] == rest


@pytest.mark.parametrize("words", ["Mun, ", "very nice ", "+Mun (a), ", "Mun ", "+(", "A Mun "])
def test_a_long_list_is_read_at_once(words: str) -> None:
    with at_most(1):
        assert centres_and_rest(words * 10_000 + "!") is None


def test_questions_and_answers_name_no_powers(read: Read) -> None:
    talk = """
Q: Who won?
A: Nobody in particular, I fear.
F: Because I can read.
G: That is nonsense = none.
E: Everyone else here.
"""
    (game,) = read(GAME.format(talk))
    assert game.remarks == ()
    assert not any(phase.notes for phase in game.record.phases)


@pytest.mark.parametrize(
    "talk", ["Germany NMR: what a shame, he was a good player.", "Italy anarchy: rule of the day."]
)
def test_talk_of_who_is_absent(read: Read, talk: str) -> None:
    (game,) = read(GAME.format(f"\n{talk}\n"))
    assert (game.remarks, game.record.phases[0].nmr) == ((), ())


@pytest.mark.parametrize(
    ("line", "absent"),
    [
        ("ITALY: A Ven H (no orders), A Rom H.", ()), ("ITALY: A Ven H (no moves), A Rom H.", ()),
        ("ITALY: A Ven H, A Rom H, no orders for the fleet.", ()),
        ("ITALY: no orders. A Ven H, A Rom H.", ("Italy",)),
        ("ITALY: No moves received! A Ven, A Rom.", ("Italy",)),
        ("ITALY: no moves.", ("Italy",)), ("Italy NMR: all units hold.", ("Italy",)),
    ],
)  # fmt: skip
def test_who_sent_no_orders(read: Read, line: str, absent: tuple[str, ...]) -> None:
    (game,) = read(GAME.format(line))
    spring = game.record.phases[0]
    assert spring.nmr == absent
    assert "( )" not in " ".join(w.text for w in spring.orders)


@pytest.mark.parametrize(
    "talk",
    [
        "Results of the Spring 1902 poll for best zine", "The results of Fall 1902 were unfair.",
        "The results for Winter 1901 came late",
        "Winter and Spring 1902 - we will go skiing",
        "Winter/Spring 1902 catalogue",
    ],
)  # fmt: skip
def test_talk_of_results_is_no_heading(read: Read, talk: str) -> None:
    (game,) = read(GAME.format(f"\n{talk}\n"))
    assert [p.phase for p in game.record.phases] == [
        Phase(1901, "spring", "movement"), Phase(1901, "fall", "movement"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "options", "remarks"),
    [
        ("Italian A Tri may retreat to Tyr, to Bud or off the board.", ["Tyr", "Bud"], 0),
        ("Italian A Tri may retreat to Tyr or Narnia.", ["Tyr"], 1),
    ],
)
def test_where_a_unit_may_retreat_to(
    read: Read, line: str, options: list[str], remarks: int
) -> None:
    (game,) = read(f"{DRIVEN}{line}\n")
    (lost,) = [p for p in game.record.phases[0].results if p.at == "Tri"]
    assert [str(at) for at in lost.options or ()] == options
    assert len(game.remarks) == remarks


@pytest.mark.parametrize("player", ["(A. Gal-Smith)", "[Bob Paris]", "[A Bud, Cheam]"])
def test_players_in_brackets(read: Read, player: str) -> None:
    (game,) = read(GAME.format("").replace("FRANCE:", f"FRANCE {player}:"))
    assert game.remarks == ()
    assert [len(phase.orders) for phase in game.record.phases] == [9, 9]


@pytest.mark.parametrize("words", ["A Mun a ", "A Mun-Bur bounced ", "* the\n", "*\n", "Mun, "])
def test_a_long_page_is_read_in_time(read: Read, words: str) -> None:
    with at_most(6):
        read(GAME.format("AUSTRIA: " + words * (30_000 // len(words))))


@pytest.mark.parametrize(
    ("builds", "orders", "unread"),
    [
        ("Removes A Bur; if not there, F Bel", ["rem A Bur"], "F Bel"),
        ("bld f bre; if Austria builds, bld a par", ["bld f bre"], "bld a par"),
        ("bld f bre, otherwise a par", [], "bld f bre, otherwise a par"),
        ("None received", [], None),
    ],
)
def test_an_order_under_a_condition_is_no_order_yet(
    read: Read, builds: str, orders: list[str], unread: str | None
) -> None:
    given = read(REPORT.replace("bld f bre; has a BUR, a SPA, f PIC, f BRE", builds))[0]
    winter = given.record.phases[-1]
    assert [w.text for w in winter.orders if w.issuer == "France"] == orders
    assert winter.nmr == (() if unread else ("France",))
    assert winter.after is None or not {u for u in winter.after if u.power == "France"}
    assert any(unread in str(remark) for remark in given.remarks) if unread else given.remarks
