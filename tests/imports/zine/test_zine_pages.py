"""Pages of a zine on which two games stand side by side, and whose tags are cut at the lines."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported, TextFile
from builder.imports.registry import importer_of
from builder.model.orders import Build, Convoy, Move, Retreat, Support
from builder.model.outcomes import Outcome

PAGE = """\
===== page1.html =====
Longships, Fall 956</I>
Still Waters, Fall 1907</I>
<I>England</I> (8) ice, ire, lon, nmd, sco, str, wes, yor
<I>Notes: Orders are due in March.
F Hel-Dan, <U>A Pol-Meck</U>, A Sax S A Pol-Meck
<I>England </I>Ann Aye ([email])
F NAt-Ice, F NoCh S F NAt-Ice, <U>F Nth-Jut</U>, F Nmd H
<I>England </I>(5) edi, lon, lpl, nwy, swe
<I>Turkey</I> (4) ank, bul, con, smy <I>Build 1
<I>Notes: </I>The deadline is in April.
Turkey builds one.
<I>England </I>Bob Bee ([email])
A Edi-Nwy</U>, F Nth C A Edi-Nwy, <U>A Swe H
<I>Turkey </I>Cee Cee ([email])
<U>F Ion-Tyn (d, alb, otb)</U>, F Bla C Tur A Ank-Rum, ABul S Aus A Ser, A Con German A Bul-Gre

===== page2.html =====
Still Waters, Spring 1908</I>
<I>England </I>Bob Bee ([email])
Has A Edi, F Nth, A Swe
<I>Turkey </I>Cee Cee ([email])
F Ion r Alb. Build F Smy. Has F Alb, F Bla, A Bul, A Con, F Smy

===== page3.html =====
Still Waters, Spring 1908</I>
<I>England </I>Bob Bee ([email])
A Edi-Yor, F Nth C A Edi-Yor, A Swe-Den
<I>Turkey</I> F Alb-Tri, F Bla S F Smy-Con, A Bul H
"""


@pytest.fixture
def game(read: Read) -> Imported:
    (found,) = read(PAGE)
    return found


def test_a_page_whose_headings_are_cut_is_known() -> None:
    found = importer_of(TextFile("page.txt", PAGE))
    assert found is not None
    assert found.name == "zine"


def test_the_orders_of_another_board_are_left_out_and_told(game: Imported) -> None:
    fall = game.record.phases[0]
    ours = sorted(str(w.unit.at) for w in fall.orders if w.unit and w.issuer == "England")
    assert ours == ["Edi", "NTH", "Swe"]
    assert any("orders of another board left out" in str(r) for r in game.remarks)
    assert any("centres of another board left out" in str(r) for r in game.remarks)
    assert any("A Pol-Meck" in str(r) for r in game.remarks)


def test_an_underline_that_a_line_cuts_marks_what_is_left_of_it(game: Imported) -> None:
    told = {str(p.at): p.outcomes for p in game.record.phases[0].results if p.power == "England"}
    assert told["Edi"] == {Outcome.FAILED}
    assert told["Swe"] == {Outcome.FAILED}


def test_powers_by_three_letters_and_a_missing_blank_or_word(game: Imported) -> None:
    orders = {str(w.unit.at): w.order for w in game.record.phases[0].orders if w.unit}
    assert isinstance(orders["BLA"], Convoy)
    assert (orders["BLA"].at, orders["BLA"].to, orders["BLA"].power) == ("Ank", "Rum", "Turkey")
    assert isinstance(orders["Bul"], Support)
    assert orders["Bul"].power == "Austria"
    assert isinstance(orders["Con"], Support)
    assert any("support read from 'German A Bul-Gre'" in str(r) for r in game.remarks)


def test_a_season_may_tell_only_of_what_came_before_it(game: Imported) -> None:
    fall, retreats, winter, spring = game.record.phases
    assert [type(w.order) for w in retreats.orders] == [Retreat]
    assert [type(w.order) for w in winter.orders] == [Build]
    assert winter.after is not None
    assert {str(u) for u in winter.after if u.power == "Turkey"} == {
        "F Alb", "F BLA", "A Bul", "A Con", "F Smy",
    }  # fmt: skip
    assert fall.phase.year == 1907
    assert next(type(w.order) for w in spring.orders if w.issuer == "England") is Move


def test_orders_may_stand_behind_the_power_s_name(game: Imported) -> None:
    spring = game.record.phases[-1]
    assert sum(w.issuer == "Turkey" for w in spring.orders) == 3


CHART = """\
Fall 1901
FRANCE (Ann): a BRE h, a MAR h.
TURKEY (Bob): f ANK h, a CON h.
Spring 1902
FRANCE (Ann): a BRE h, a MAR h, f par-BUR.
TURKEY (Bob): f ANK h, a CON h.
"""


HEADS = ["France (3)", "France (3):", "France (3) :", "Supply Center Chart\nFrance (Ann):"]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("centres", ["bre, mar, par", "Bre, Mar, Par", "BRE, MAR, PAR"])
@pytest.mark.parametrize("sign", ["", ".", ";", " <I>"])
@pytest.mark.parametrize(
    "words", ["", "Build one", "build one", "Builds 1", "Wins!", "Even or remove one", "Even"]
)
def test_words_behind_counted_centres_are_found_once(
    read: Read, head: str, centres: str, sign: str, words: str
) -> None:
    chart = f"{head} {centres}{sign} {words}\nTurkey (2) ank, con\nSpring 1902"
    (game,) = read(CHART.replace("Spring 1902", chart))
    fall = game.record.phases[0]
    assert fall.owners == {
        "Bre": "France", "Mar": "France", "Par": "France", "Ank": "Turkey", "Con": "Turkey",
    }  # fmt: skip
    said = [note.text.rpartition("France: ")[2] for note in fall.notes if "France: " in note.text]
    assert said == [words] * bool(words)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("sign", [".", ",", "; ", " = 3,", " (3)"])
def test_builds_behind_counted_centres_are_orders(read: Read, head: str, sign: str) -> None:
    chart = f"{head} Bre, Mar, Par{sign} Build F Par\nTurkey (2) ank, con\nSpring 1902"
    (game,) = read(CHART.replace("Spring 1902", chart))
    (winter,) = [p for p in game.record.phases if p.phase.step == "adjustments"]
    assert [(w.issuer, str(w.home)) for w in winter.orders] == [("France", "Par")]
    assert not [r for r in game.remarks if r.line != 1]


@pytest.mark.parametrize("prose", ["(3) The war goes on", "(3) F Bre H, A Mar-Spa", "(2) Fall"])
def test_what_is_no_list_of_centres_is_no_chart(read: Read, prose: str) -> None:
    (game,) = read(CHART.replace("Spring 1902", f"France {prose}\nSpring 1902"))
    assert not any(phase.owners for phase in game.record.phases)


def test_what_is_printed_before_the_first_phase_is_kept(read: Read) -> None:
    (game,) = read(
        "Spring 1903\nFRANCE (Ann): has A Par, A Mar, zebra.\nFrance (2) par, mar Build one\n"
        "\nFall 1903\nFRANCE (Ann): A Par H, A Mar-Spa (bounced).\n"
    )
    told = [note.text for note in game.record.phases[0].notes]
    assert told.count("France: Build one") == 1
    assert sum("zebra" in text for text in told) == 1


@pytest.mark.parametrize("heading", ["Pre-Spring 1902", "Pre-Winter 1901"])
def test_what_is_beside_a_position_before_a_season_is_read(read: Read, heading: str) -> None:
    before = "\nFRANCE (Ann): has a BRE, a MAR; R a par-gas; a bre wobble.\n\nSpring 1902"
    (game,) = read(CHART.replace("Spring 1902", heading + before))
    (retreats,) = [p for p in game.record.phases if p.phase.step == "retreats"]
    assert (retreats.phase.year, retreats.phase.season) == (1901, "fall")
    assert [(w.issuer, w.order) for w in retreats.orders] == [("France", Retreat("Gas"))]
    assert any("wobble" in r.excerpt for r in game.remarks)
