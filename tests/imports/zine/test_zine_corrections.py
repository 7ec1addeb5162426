"""What a zine prints again: corrections of orders, builds and positions; made-up games."""

from __future__ import annotations

import pytest
from samples import Read

from builder.model.orders import Convoy, Hold, Move, Support
from builder.model.outcomes import Outcome

GAME = """\
===== page1.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>Spring 1901</i>

FRANCE (Ann): a mar-SPA, <i>a PAR-bur</i>, f bre-MID.
RUSSIA (Bob): a stp-FIN, a mos-UKR, <i>f SEV-rum</i>.

===== page2.html :: A GAME: 1999ZZ, Regular Diplomacy =====
<i>Fall 1901</i>

FRANCE (Ann): a SPA h, a PAR h, f mid-POR.
RUSSIA (Bob): {}a ukr-WAR, f SEV h, a stp-LVN.

<i>Winter 1901</i>

FRANCE (Ann): bld a mar; has a SPA, a PAR, f POR, a MAR.
"""


def test_an_order_under_the_name_of_its_own_season_corrects_it(read: Read) -> None:
    (game,) = read(GAME.format("SPRING: a STP h, "))
    spring, fall = game.record.phases[:2]
    assert [w.order for w in spring.orders if w.home == "Stp"] == [Hold()]
    assert [w.order for w in fall.orders if w.home == "Stp"] == [Move("Lvn")]
    (ruling,) = game.record.rulings
    assert (ruling.phase, ruling.at, ruling.outcome) == (spring.phase, "Stp", Outcome.HELD)
    assert any("corrects spring 1901" in r.message for r in game.remarks)


def test_builds_that_are_printed_again_are_not_built_twice(read: Read) -> None:
    again = "\n===== page3.html :: A GAME: 1999ZZ, Regular Diplomacy =====\n"
    again += "<i>Winter 1901 Build Correction</i>\n\nFRANCE (Ann): bld f mar.\n"
    (game,) = read(GAME.format("") + again)
    winter = game.record.phases[-1]
    assert [w.unit.kind for w in winter.orders if w.unit] == ["F"]
    (ruling,) = game.record.rulings
    assert "bld a mar" in ruling.why
    assert "#3" in ruling.source


@pytest.mark.parametrize("mark", ["(nsu,imp)", "(imp, nso)", "(nsu)"])
def test_a_support_of_nobody_is_no_missing_unit(mark: str, read: Read) -> None:
    text = GAME.format("").replace("a PAR h,", f"<i>a PAR S a gas-bur</i> {mark},")
    (game,) = read(text)
    fall = game.record.phases[1]
    (told,) = [p for p in fall.results if p.at == "Par"]
    assert told.outcomes == {Outcome.VOID}
    assert any(u.at == "Par" for u in fall.after or ())


def test_who_supports_with_no_unit_does_not_stand_there(read: Read) -> None:
    text = GAME.format("").replace("a PAR h,", "a PAR h, [A Ruh S A Gas - Bur] no such unit,")
    fall = read(text)[0].record.phases[1]
    (told,) = [p for p in fall.results if p.at == "Ruh"]
    assert told.outcomes == {Outcome.ILLEGAL}
    assert all(u.at != "Ruh" for u in fall.after or ())


@pytest.mark.parametrize(
    ("said", "is_told"),
    [("NRR (A Par is lost)", True), ("NBR (F Spa (sc) is removed by rule)", True),
     ("NRR (A Par stays home)", False)],
)  # fmt: skip
def test_what_an_absence_leads_to_is_no_order(said: str, is_told: bool, read: Read) -> None:
    (game,) = read(f"Spring 1901\nFRANCE: A PAR h.\n\nSpring 1901, retreats\nFRANCE: {said}.\n")
    assert ([r for r in game.remarks if "Par" in r.excerpt or "Spa" in r.excerpt] == []) is is_told


@pytest.mark.parametrize("mark", ["(d:ann)", "(d, ann)", "(d ann)", "(d ann", "d ann)"])
def test_a_unit_that_is_annihilated(mark: str, read: Read) -> None:
    (game,) = read(GAME.format("").replace("a PAR h,", f"a par h {mark},"))
    (told,) = [p for p in game.record.phases[1].results if p.at == "Par"]
    assert (told.outcomes, told.options) == ({Outcome.DISLODGED}, ())


def test_orders_in_capitals_without_a_mark_have_no_result(read: Read) -> None:
    (game,) = read("Spring 1901\nFRANCE: A MAR-SPA, A PAR-BUR.\nGERMANY: A MUN-RUH, F KIE-DEN.\n")
    (spring,) = game.record.phases
    assert len(spring.orders) == 4
    assert (spring.results, spring.after) == ((), None)


@pytest.mark.parametrize(
    "text",
    ["A Mar-Spa, F Bre-MAO, F Por-MAO.", "a mar-spa, f bre-MAO, f lon-NTH, f edi-NWG, f nap-ION.",
     "A Mar-Spa, A Par-Bur, A Gas S A Ruh (nsu)."],
)  # fmt: skip
def test_moves_without_a_printed_result_have_none(text: str, read: Read) -> None:
    (game,) = read(f"Spring 1901\nFRANCE: {text}\nGERMANY: a mun-ruh, f kie-den.\n")
    (spring,) = game.record.phases
    assert {o for p in spring.results for o in p.outcomes} <= {Outcome.VOID}
    assert spring.after is None


def test_a_move_in_small_letters_beside_capitals_is_settled_by_the_next_orders(read: Read) -> None:
    (game,) = read(GAME.format("").replace("a mar-SPA", "a mar-spa"))
    spring = game.record.phases[0]
    (result,) = [p for p in spring.results if p.at == "Mar"]
    assert result.outcomes == {Outcome.MOVED}
    assert any("as the next phases show" in r.message for r in game.remarks)
    assert "Spa" in [str(u.at) for u in spring.after or ()]


def test_a_move_in_small_letters_that_nothing_settles_has_no_result(read: Read) -> None:
    alone = GAME.format("").replace("a mar-SPA", "a mar-spa").partition("===== page2")[0]
    spring = read(alone)[0].record.phases[0]
    assert [p for p in spring.results if p.at == "Mar"] == []
    assert "France" not in [u.power for u in spring.after or ()]


def test_a_position_that_is_printed_again_is_reported(read: Read) -> None:
    again = "\n===== page3.html :: A GAME: 1999ZZ, Regular Diplomacy =====\n"
    again += "<i>Pre-Spring 1902</i>\n\nFRANCE (Ann): has a SPA, a PAR, f POR, f MAR.\n"
    first = GAME.format("").replace("f POR, a MAR.", "f POR, a MAR.\nRUSSIA (Bob): has f SEV.")
    (game,) = read(first + again)
    winter = game.record.phases[-1]
    assert {str(u) for u in winter.after or ()} == {"A Spa", "A Par", "F Por", "F Mar", "F Sev"}
    (said,) = [r for r in game.remarks if r.message == "a position printed again"]
    assert "A Mar; then as" in said.excerpt
    assert [n.source for n in winter.notes if n.text == said.excerpt] == ["#3, 'Pre-Spring 1902'"]


def test_what_cannot_be_read_before_a_season_is_a_note_of_the_phase_before(read: Read) -> None:
    again = "\n<i>Pre-Spring 1902</i>\n\nFRANCE (Ann): has a SPA, a wobble, f POR.\n"
    (game,) = read(GAME.format("") + again)
    assert [n.text for n in game.record.phases[-1].notes if n.kind == "not read"] == [
        "France: a SPA, a wobble"
    ]


@pytest.mark.parametrize(
    "said",
    ["Misprint last time: a mos-WAR; ", "misprint last time, a mos-WAR, ",
     "a mos-WAR (misprint last time), ", "a mos-WAR, misprint last time, "],
)  # fmt: skip
def test_a_misprint_of_the_last_season_is_a_ruling(said: str, read: Read) -> None:
    (game,) = read(GAME.format(said))
    spring, fall = game.record.phases[:2]
    assert [w.order for w in spring.orders if w.home == "Mos"] == [Move("War")]
    assert [w.home for w in fall.orders if w.issuer == "Russia"] == ["Ukr", "Sev", "Stp"]
    (ruling,) = game.record.rulings
    assert (ruling.phase, ruling.outcome) == (spring.phase, Outcome.MOVED)
    assert ruling.source == "#2, 'Fall 1901'"


@pytest.mark.parametrize(
    "said",
    ["Misprint last time: a mos-WAR, f SEV h; {}", "SPRING: a mos-WAR, f SEV h. {}",
     "{} Misprint last time: a mos-WAR, f SEV h"],
)  # fmt: skip
def test_several_misprints_stand_behind_one_word(said: str, read: Read) -> None:
    now = "a ukr-WAR, f SEV h, a stp-LVN."
    (game,) = read(GAME.format("").replace(now, said.format(now)))
    spring, fall = game.record.phases[:2]
    shown = [w.order for w in spring.orders if w.home in ("Mos", "Sev")]
    assert shown == [Move("War"), Hold()]
    assert [w.home for w in fall.orders if w.issuer == "Russia"] == ["Ukr", "Sev", "Stp"]
    assert {r.at for r in game.record.rulings} == {"Mos", "Sev"}


def test_a_misprint_told_in_prose_is_reported(read: Read) -> None:
    (game,) = read(GAME.format("").replace(
        "a stp-LVN.", "a stp-LVN.\nMisprint last time: Russia's A Mos-Ukr was A Mos-War."
    ))  # fmt: skip
    assert any(n.kind == "not read" and n.source == "line 12" for n in game.record.phases[1].notes)


def test_a_retreat_that_is_printed_again_takes_the_place_of_the_first(read: Read) -> None:
    text = (
        GAME.format("").replace("<i>PAR", "PAR").replace("f SEV-rum</i>", "f sev-rum</i> (d ann)")
    )
    text = text.replace("f SEV h", "f sev h (d r:bla,con,otb)")
    first = "\n<i>Autumn 1901</i>\n\nRUSSIA (Bob): R f sev-BLA.\n"
    again = first.replace("1901", "1901 - Corrected").replace("BLA", "CON")
    (game,) = read(text.replace("\n<i>Winter", f"{first}{again}\n<i>Winter"))
    (retreats,) = [p for p in game.record.phases if p.phase.step == "retreats"]
    assert [w.order.to for w in retreats.orders] == ["Con"]
    assert [r.at for r in game.record.rulings] == ["Sev"]


RETREAT = """\
Spring 1901
ITALY (One): f nap-ION, a ven-TYO, a ROM h.
AUSTRIA (Two): f tri-ALB, a vie-TRI, a bud-SER.

Fall 1901
ITALY (One): f ION h, a TYO h, a ROM h.
AUSTRIA (Two): f ALB h, a TRI h, a SER h.

Winter 1901
ITALY (One): bld f nap; has f ION, a TYO, a ROM, f NAP.
AUSTRIA (Two): bld a vie; has {}, a TRI, a SER, a VIE.

Spring 1902
ITALY (One): f ION h, a TYO h, a ROM h, f NAP h.
AUSTRIA (Two): f ALB h, a TRI h, a SER h, a VIE h.
"""


@pytest.mark.parametrize(("printed", "wrong"), [("a ALB", 1), ("f GRE", 1), ("f ALB", 0)])
def test_the_next_orders_put_right_a_position(printed: str, wrong: int, read: Read) -> None:
    (game,) = read(RETREAT.format(printed))
    (winter,) = [p for p in game.record.phases if p.phase.step == "adjustments"]
    assert "F Alb" in [str(u) for u in winter.after or ()]
    assert [n.kind for n in winter.notes if "is printed" in n.text] == ["inferred"] * wrong


def test_a_position_that_breaks_off_is_not_compared(read: Read) -> None:
    (game,) = read(RETREAT.format("f ALB").replace("a SER, a VIE.\n\n", "\n\n"))
    (winter,) = [p for p in game.record.phases if p.phase.step == "adjustments"]
    assert {u.power for u in winter.after or ()} == {"Italy"}
    assert "the list of units breaks off" in [r.message for r in game.remarks]


def test_whom_several_units_help_is_told_once(read: Read) -> None:
    (game,) = read(
        "Fall 1907\nENGLAND: a bur-MAR. For the German a swe-STP: f BOT c, f BAR s (f NWY s bar).\n"
        "GERMANY: a swe-STP.\n"
    )
    orders = {w.home: w.order for w in game.record.phases[0].orders}
    assert orders["BOT"] == Convoy("Swe", "Stp", "A", "Germany")
    assert orders["BAR"] == Support("Swe", "Stp", "A", "Germany")
