"""Slips of the pen in the sources of others: guessed or told by line, never silent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from our_archive import WHOLE
from samples import HEADS, LED, MAIL, OPENING, REPORT, Read

from builder.imports.importer import Imported
from builder.model.orders import Move, Support
from builder.model.outcomes import Outcome
from builder.variant import Variant

LISTS = """\
Moves - Spring 1905

Austria - A Vienna -> Galicia - bounce, A Budapest supports A Vienna -> Galicia - OK,
Army Trieste -> Venice - OK

Russia - Army Warsaw -> Galicia - bounce, Fleet Sevastopol hold - OK

Positions:

Austria - A Vie, A Bud, A Ven
Russia - A War, F Sev
"""
BARE = """\
Still Waters, Fall 1904
FRANCE: a par–bur, a mar s a par–bur, f bre ms f pic, a spa h.
GERMANY: a mun–bur /dislodged/, a ruh s a mun–bur.
"""
TEXTS = {
    "zine": REPORT, "words": LISTS, "bare": BARE, "judge": MAIL, "droidippy": OPENING,
    "led": LED, "heads": HEADS,
}  # fmt: skip
PLACE = re.compile(r"(?<![A-Za-z/])[A-Za-z]{3,}(?![A-Za-z])")
APART = 1 if WHOLE else 5  # one in so many places is misspelt
SAID = frozenset({"has", "bld", "rem"})


def facts(games: list[Imported]) -> list[object]:
    """What was understood of a text, whatever its games are called."""
    return [
        (
            p.phase,
            Counter((w.issuer, w.unit, w.order) for w in p.orders),
            {(r.power, r.at): (r.outcomes, r.options) for r in p.results},
            p.after,
            p.owners,
        )
        for game in games
        for p in game.record.phases
    ]


def slips(word: str) -> Iterator[str]:
    """A word with two letters changed about, one twice, and one that does not belong there."""
    strange = "Q" if word.isupper() else "q"
    for at in range(len(word)):
        yield word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
        yield word[:at] + word[at] + word[at:]
        yield word[:at] + strange + word[at + 1 :]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_misspelt_place_is_never_lost_in_silence(
    text: str, read: Read, standard: Variant
) -> None:
    names = standard.setting.board.names
    right = read(text)
    known, told = facts(right), Counter(r.message for g in right for r in g.remarks)
    silent = set()
    for spot in [*PLACE.finditer(text)][::APART]:
        for wrong in slips(spot[0]) if names.get(spot[0]) and spot[0] not in SAID else ():
            if not any(name.startswith(wrong.lower()) for name in names.known):
                found = read(text[: spot.start()] + wrong + text[spot.end() :])
                more = Counter(r.message for g in found for r in g.remarks) - told
                if facts(found) != known and not more:
                    silent.add((spot[0], wrong, text[spot.start() - 9 : spot.end() + 9]))
    assert not silent


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("Army Warsaw", "Army Warsew", "'Warsew' read as War"),
        ("A Vienna -> Galicia - bounce", "A Vienna -> Galicia - bonce", "a move without 'bonce'"),
        ("A Vie, A Bud, A Ven", "A Vie, A Bub, A Ven", "not understood"),
        ("Austria - A Vienna", "Asutria - A Vienna", "'Asutria' read as Austria"),
        ("hold - OK", "hodl - OK", "read as a hold"),
    ],
)
def test_slips_among_whole_names(right: str, wrong: str, told: str, read: Read) -> None:
    (game,) = read(LISTS.replace(right, wrong, 1))
    assert any(told in str(r) for r in game.remarks), game.remarks


def test_a_slip_that_can_be_guessed_changes_nothing(read: Read) -> None:
    wrong = LISTS.replace("Army Warsaw", "Army Warsew").replace(
        "Austria - A Vienna", "Asutria - A Vienna"
    )
    assert facts(read(wrong)) == facts(read(LISTS))


def test_units_that_run_together_in_a_list_are_all_there(read: Read) -> None:
    assert facts(read(LISTS.replace("A Vie, A Bud", "A Vie A Bud"))) == facts(read(LISTS))


def test_a_list_read_in_part_is_not_compared(read: Read) -> None:
    (game,) = read(LISTS.replace("A War, F Sev", "A Wxx, F Sev"))
    after = game.record.phases[0].after
    assert after is not None
    assert {unit.power for unit in after} == {"Austria"}
    assert not game.record.phases[0].whole


def test_two_that_support_each_other(read: Read) -> None:
    (game,) = read(BARE)
    orders = {str(w.unit.at): w.order for w in game.record.phases[0].orders if w.unit}
    assert isinstance(orders["Bre"], Support)
    assert isinstance(orders["Pic"], Support)
    assert (orders["Bre"].at, orders["Pic"].at) == ("Pic", "Bre")


def test_a_support_that_leads_nowhere_is_told(read: Read) -> None:
    (game,) = read(BARE.replace("a mar s a par–bur", "a mar s a par–bqq"))
    assert any("read as a support to stand: '–bqq'" in str(r) for r in game.remarks)


@pytest.mark.parametrize("mark", ["nos", "osn"])
def test_a_misspelt_mark_is_guessed(mark: str, read: Read) -> None:
    (game,) = read(REPORT.replace("(nso)", f"({mark})", 1))
    told = {str(p.at): p.outcomes for p in game.record.phases[0].results}
    assert told["Par"] == {Outcome.VOID}
    assert any(f"({mark}) read as (nso)" in str(r) for r in game.remarks)


def test_a_misspelt_season_is_one(read: Read) -> None:
    (game,) = read(REPORT.replace("<i>Spring 1901</i>", "<i>Sprig 1901</i>", 1))
    assert facts([game]) == facts(read(REPORT))
    assert any("'Sprig' read as Spring" in str(r) for r in game.remarks)


def test_what_the_game_master_removes_and_a_pair_of_builds(read: Read) -> None:
    winter = """\
    <i>Fall 1901</i>
    FRANCE (Ann): a mar-SPA, f bre-MID.
    GERMANY (Bob): a mun-TYO.

    <i>Winter 1901</i>
    FRANCE (Ann): bld a par & f bre; has a SPA, f MID, a PAR, f BRE.
    GERMANY (Bob): <i>rem a sil</i> (nsu), GM REMOVES a tyo; has none.
    """
    (game,) = read(winter)
    orders = [(w.issuer, str(w.order)) for w in game.record.phases[-1].orders]
    assert [power for power, _ in orders] == ["France", "France", "Germany", "Germany"]
    assert "Tyr" in orders[-1][1]


def test_a_power_that_a_judge_does_not_know(read: Read) -> None:
    strange = MAIL.replace("England: Army Wales", "Enlgand: Army Wales", 1)
    (game,) = read(strange)
    assert facts([game]) == facts(read(MAIL))
    assert any("'Enlgand' read as England" in str(r) for r in game.remarks)
    (other,) = read(MAIL.replace("England: Army Wales", "Klingon: Army Wales", 1))
    assert any("not understood" in r.message and "Klingon" in r.excerpt for r in other.remarks)


@pytest.mark.parametrize(
    ("season", "told"), [("Sprnig", "read as spring"), ("Xyz", "not a season")]
)
def test_a_season_that_a_judge_misspells(season: str, told: str, read: Read) -> None:
    again = MAIL.replace("1901", "1902").replace("Fall of 1902", f"{season} of 1902")
    games = read(MAIL + "\n" + again)
    assert any(told in r.message for g in games for r in g.remarks)
    seasons = {p.phase.season for g in games for p in g.record.phases if p.phase.year == 1902}
    assert ("spring" in seasons) == (season == "Sprnig")


def test_moves_are_read_past_words(read: Read) -> None:
    (game,) = read(BARE.replace("a par–bur,", "a par runs screaming–bur,", 1))
    order = next(w.order for w in game.record.phases[0].orders if w.unit and w.unit.at == "Par")
    assert isinstance(order, Move)
    assert order.to == "Bur"


PLAIN = """\
===== page12.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>Fall 1901</i>

AUSTRIA (Left): a vie-GAL, <i>f TRI-adr</i>,
a bud-SER.

FRANCE (Right): a mar-SPA, a par-BUR, <i>a MUN S a mar-gas</i> (nso).

TURKEY (Odd): a con-BUL, a SMY h, f ANK S a con-bul.

<i>Winter 1901</i>

TURKEY (Odd): bld a con; has a BUL, a SMY, f ANK, a CON.
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a con-BUL", "a conBUL"),
        ("S a con-bul", "S a conbul"),
        ("TURKEY (Odd): bld", "TURKY (Odd): bld"),
    ],
)
def test_a_slip_of_punctuation_is_guessed_and_told(right: str, wrong: str, read: Read) -> None:
    known, found = read(PLAIN), read(PLAIN.replace(right, wrong, 1))
    assert facts(found) == facts(known)
    assert len(found[0].remarks) > len(known[0].remarks)


@pytest.mark.parametrize(
    "head", ["TURKEY (Odd) a", "TURKEY (Odd), a", "TURKEY (Odd: a", "TURKEY Odd): a"]
)
def test_a_head_needs_no_punctuation(head: str, read: Read) -> None:
    known, found = read(PLAIN), read(PLAIN.replace("TURKEY (Odd): a", head, 1))
    assert facts(found) == facts(known)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a con-BUL", "a con BUL"),
        ("a con-BUL", "a con, BUL"),
        ("a con-BUL", "a con.BUL"),
        ("S a con-bul", "S a con bul"),
        ("(nso)", "(nso"),
        ("(nso)", "nso"),
        ("(nso)", ".nso)"),
        ("bld a con; has", "bld a con has"),
        ("bld a con; has", "bld a con. has"),
        ("<i>Winter 1901</i>", ", Winter 1901</i>"),
    ],
)
def test_a_slip_that_leaves_no_doubt_is_read(right: str, wrong: str, read: Read) -> None:
    assert facts(read(PLAIN.replace(right, wrong, 1))) == facts(read(PLAIN))


@pytest.mark.parametrize("tag", ["<i>f TRI", "adr</i>"])
def test_italics_that_are_not_closed_are_told(tag: str, read: Read) -> None:
    (game,) = read(PLAIN.replace(tag, re.sub("</?i>", "", tag), 1))
    assert any("italics are opened or closed once too often" in str(r) for r in game.remarks)


@pytest.mark.parametrize(
    "text",
    [
        "a MUN h (dislodged by a bur)",
        "a TYR S a ven-tri (cut by a mun)",
        "a MAR sings in a bar (h)",
        "a PAR visits Nice, a port (h)",
        "a PAR dreams of a big win and a new day, and a bit sad (h)",
        "a Vienna-Galicia - bounce",
    ],
)
def test_what_is_said_beside_an_order_is_no_second_one(text: str, read: Read) -> None:
    found = read(PLAIN.replace("a con-BUL", text, 1))
    assert not any("only the first order" in str(r) for r in found[0].remarks)
    assert not any("another board" in str(r) for r in found[0].remarks)
    assert len(found[0].record.phases[0].orders) == len(read(PLAIN)[0].record.phases[0].orders)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a con-BUL, a SMY h", "1. a con-BUL, 2. a SMY h"),
        ("a con-BUL, a SMY h", "a con-BUL. a SMY h"),
        ("a BUL, a SMY, f ANK", "a BUL and a SMY, f ANK"),
    ],
)
def test_orders_that_are_numbered_or_parted_otherwise(right: str, wrong: str, read: Read) -> None:
    assert facts(read(PLAIN.replace(right, wrong, 1))) == facts(read(PLAIN))


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("S a con-bul", "S a con to blu", "read as a support to stand: 'to blu'"),
        ("bld a con;", "bld a con PLAYS ONE SHORT;", ""),
        ("a con-BUL", "a con-BUL (dislodgd)", "(dislodgd) read as (dislodged)"),
    ],
)
def test_what_is_not_quite_an_order(right: str, wrong: str, told: str, read: Read) -> None:
    (game,) = read(PLAIN.replace(right, wrong, 1))
    assert not told or any(told in str(r) for r in game.remarks)
    builds = [w for w in game.record.phases[-1].orders if w.unit and w.unit.at == "Con"]
    assert len(builds) == 1


@pytest.mark.parametrize("line", ["Winner 1990", "Hall 1984", "Summers 1988"])
def test_what_only_looks_like_a_season_is_none(line: str, read: Read) -> None:
    assert facts(
        read(PLAIN.replace("<i>Winter 1901</i>", f"{line}\n\n<i>Winter 1901</i>", 1))
    ) == facts(read(PLAIN))
