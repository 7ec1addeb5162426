"""Several games in one issue of a zine, each read by itself; the games are made up."""

from __future__ import annotations

from samples import Read

from builder.model.orders import Build, Move, Retreat, Support
from builder.model.outcomes import Outcome
from builder.model.units import Location

MANY = """\
Fall '09 of the game MAMMOTH (BNC number 1988QQ) A HARD WINTER!
ENGLAND: (A LON-BEL), F NTS CA LON-BEL, A NOR SF SWE-SWE A FIN SF SWE-SWE, F SWE-H
GERMANY: (A BER-KIE) A MUN SA BER-KIE, A KIE-H, A HOL-RUH
FRANCE: A BUR SA RUH-BEL, (A RUH-H), A PIC-BEL
Fall '04 of the game SMALL TALK (BNC number 1988QR)
Fall 1904 Results for Small Talk
-------------------------
Orders: Fall 1904
England: <F NWY-stp(nc)>, F nrg-EDI, <F <NTH> S *German* A hol-bel>, <F XYZ-nwy>
Germany: A hol-BEL, <A RUH-bel>
Russia: A fin-STP, F SKA-hold, F den-NTH
Spring '10 of the game MAMMOTH (BNC number 1988QQ)
ENGLAND: A LON-H
"""


def test_each_game_of_an_issue_comes_by_itself(read: Read) -> None:
    big, small = (game.record for game in read(MANY))
    assert (big.id, big.name, big.boardman) == ("1988qq-mammoth", "Mammoth", "1988QQ")
    assert (small.id, small.name, small.boardman) == ("1988qr-small-talk", "Small Talk", "1988QR")
    assert [(p.phase.year, p.phase.season) for p in big.phases if p.orders] == [
        (1909, "fall"),
        (1910, "spring"),
    ]
    assert [p.phase.year for p in small.phases] == [1904]


def test_each_game_has_its_own_marks(read: Read) -> None:
    """Capitals show where units end in one of them, brackets what failed in both."""
    big, small = (game.record.phases[0] for game in read(MANY))
    told = {str(p.at): p.outcomes for p in big.results}
    assert told["Lon"] == {Outcome.FAILED}
    assert told["Hol"] == {Outcome.MOVED}
    told = {str(p.at): p.outcomes for p in small.results}
    assert told["Nwy"] == {Outcome.FAILED}
    assert told["NWG"] == {Outcome.MOVED}
    assert told["NTH"] == {Outcome.FAILED, Outcome.DISLODGED}


def test_orders_that_nothing_parts_are_read_apart_and_told(read: Read) -> None:
    big = read(MANY)[0]
    orders = {str(w.unit.at): w.order for w in big.record.phases[0].orders if w.unit}
    assert isinstance(orders["Nwy"], Support)
    assert isinstance(orders["Fin"], Support)
    assert isinstance(orders["Ber"], Move)
    assert isinstance(orders["Mun"], Support)
    assert sum("read as orders apart" in str(r) for r in big.remarks) == 2


def test_an_order_for_an_unknown_place_is_told_and_joins_no_other(read: Read) -> None:
    small = read(MANY)[1]
    assert any("not understood: <F XYZ-nwy>" in str(r) for r in small.remarks)
    assert any("XYZ" in note.text for note in small.record.phases[0].notes)


def test_where_nobody_is_marked_as_dislodged_who_came_in_tells(read: Read) -> None:
    one = MANY.partition("Fall '04")[0].replace("(A RUH-H), ", "")
    text = one.replace("A PIC-BEL", "(A RUH-MUN), A PIC-BEL")
    (game,) = read(text)
    told = {(p.power, str(p.at)): p.outcomes for p in game.record.phases[0].results}
    assert told["France", "Ruh"] == {Outcome.FAILED, Outcome.DISLODGED}
    assert any("no unit is marked as dislodged" in str(r) for r in game.remarks)


def test_a_name_before_the_season_is_that_of_the_game(read: Read) -> None:
    text = "Quiet Waters (1988QS) Fall 1904\nFRANCE: a par-BUR, a mar-SPA, f bre-MID.\n"
    text += "Still Waters, Spring 1905\nFRANCE: a par-PIC, a mar-PIE, f bre-ENG.\n"
    assert [g.record.id for g in read(text)] == ["1988qs-quiet-waters", "still-waters"]


UNDERLINED = """\
<i>Still Waters, Fall 1908</i>
<i>Austria </i>(6) bud, gre, ser, tri, ven, vie Build 1
<i>Italy</i> (1) <strike>nap</strike>, rom, <strike>ven</strike> Remove 1
<i>Notes: </i>The deadline is in March.
<i>Austria</i> Ann Bee ([email])
A Tri-Ven, F Alb S Turkish F Aeg-Ion, <u>A Vie-Tyl</u>
<i>Italy</i> Cee Dee ([email])
<u>A Ven H (d, pie, tus, otb)</u>, A Rom U (H)
<i>Turkey </i>Eff Gee ([email])
F Aeg-Ion, <u>A War S A Lvn-Pru (d, ann)</u>

<i>Still Waters, Spring 1909</i>
<i>Austria</i> Ann Bee ([email])
Build A Bud. A Ven-Pie, A Bud-Rum
<i>Italy</i> Cee Dee ([email])
A Ven r Tus. <u>A Tus-Ven</u>, A Rom S A Tus-Ven
Italy-All: A Ven-Tri would have been better!
"""


def test_underlines_mark_what_failed_and_what_went_before_stands_before(read: Read) -> None:
    (game,) = read(UNDERLINED)
    steps = [(p.phase.season, p.phase.step) for p in game.record.phases]
    assert steps == [
        ("fall", "movement"), ("fall", "retreats"), ("winter", "adjustments"),
        ("spring", "movement"),
    ]  # fmt: skip
    fall, retreats, winter, spring = game.record.phases
    told = {(p.power, str(p.at)): p for p in fall.results}
    assert told["Austria", "Vie"].outcomes == {Outcome.FAILED}
    assert told["Italy", "Ven"].options == ("Pie", "Tus")
    assert [str(w.order) for w in retreats.orders] == [str(Retreat(Location("Tus")))]
    assert [type(w.order) for w in winter.orders] == [Build]
    assert len(spring.orders) == 4
    assert game.record.players["Austria"] == "Bee"
    assert any("Austria" in str(p.owners) for p in game.record.phases)
