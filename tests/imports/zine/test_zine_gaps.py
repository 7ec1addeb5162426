"""What reports leave out, print elsewhere or print twice; the games are made up."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.importer import Imported
from builder.model.orders import Build, Convoy, Remove, Retreat
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import PhaseRecord
from builder.variant import Variant

SPRING = """\
===== issue1.html :: GAPS: 2001ZZ, Regular Diplomacy =====
<i>Spring 1902</i>

FRANCE (One): <i>a MAR-pie</i>, a GAS S a par-bur, a par-BUR.

GERMANY (Two): <i>a bur h</i> (d r:bel.pic,otb), <i>a MUN-tyo</i>.

ITALY (Three): f GOL c a tus-pie, <i>a TUS-pie</i>, <i>a mar-spa</i> (nsu).
"""
FALL = """
<i>Fall 1902</i>

FRANCE (One): a MAR h, a GAS h, a BUR h.

GERMANY (Two): a PIC h, a MUN h.

ITALY (Three): f GOL h, a TUS h.
"""


def told(game: Imported) -> str:
    return "; ".join(map(str, game.remarks))


def phase(game: Imported, season: str, step: str) -> PhaseRecord:
    return next(p for p in game.record.phases if (p.phase.season, p.phase.step) == (season, step))


def test_a_unit_that_is_not_there_hides_no_other(read: Read) -> None:
    (game,) = read(SPRING)
    assert game.record.start is not None
    assert {str(u) for u in game.record.start if u.power == "France"} == {"A Mar", "A Gas", "A Par"}
    assert "A Mar" not in {str(u) for u in game.record.start if u.power == "Italy"}


def test_small_letters_convoy(read: Read) -> None:
    orders = [w.order for w in phase(read(SPRING)[0], "spring", "movement").orders]
    assert Convoy in map(type, orders)


def test_a_retreat_nobody_reported_is_taken_from_the_next_orders(read: Read) -> None:
    (game,) = read(SPRING + FALL)
    (went,) = phase(game, "spring", "retreats").orders
    assert (went.issuer, went.order) == ("Germany", Retreat(went.order.to))  # type: ignore[union-attr]
    assert went.order.to == "Pic"  # type: ignore[union-attr]
    assert "no report of the retreats" in told(game)


def test_a_retreat_without_its_sign(read: Read) -> None:
    summer = "\n<i>Summer 1902</i>\n\nGERMANY (Two): a bur-BEL; has a MUN.\n"
    (game,) = read(SPRING + summer + FALL)
    assert [type(w.order) for w in phase(game, "spring", "retreats").orders] == [Retreat]
    assert not game.record.rulings
    assert "read as a retreat" in told(game)


WINTER = """
<i>Winter 1902</i>

FRANCE (One): bld a par; has a MAR, a GAS, a BUR.

GERMANY (Two): rem a mun; has a PIC.
"""


def test_what_was_built_belongs_to_the_position(read: Read) -> None:
    winter = phase(read(SPRING + FALL + WINTER)[0], "winter", "adjustments")
    assert winter.after is not None
    assert {str(u) for u in winter.after} == {"A Par", "A Mar", "A Gas", "A Bur", "A Pic"}
    assert not winter.whole, "of Italy nothing is printed"
    assert [type(w.order) for w in winter.orders] == [Build, Remove]


def test_a_build_corrected_before_the_next_season(read: Read) -> None:
    again = "\n<i>Pre-Spring 1903</i>\n\nFRANCE (One): CORRECTED bld f mar; has f MAR, a GAS.\n"
    winter = WINTER.replace("bld a par", "bld a mar")
    record = phase(read(SPRING + FALL + winter + again)[0], "winter", "adjustments")
    assert [str(w.order.kind) for w in record.orders if isinstance(w.order, Build)] == ["F"]
    assert any("First printed" in note.text for note in record.notes)


def test_without_italics_nothing_is_said_of_supports(read: Read) -> None:
    (game,) = read(SPRING.replace("<i>", "").replace("</i>", ""))
    results = phase(game, "spring", "movement").results
    outcomes = {str(p.at): p.outcomes for p in results if p.power == "France"}
    assert outcomes["Mar"] == {Outcome.FAILED}
    assert "Gas" not in outcomes
    assert "not in italics" in told(game)


TYPELESS = """\
Spring 1902
France: A Par-Bur, F Mar-Gol, A Gas H.
Germany: A Mun-Bur, A Ruh S A Mun-Bur /dislodged/.
Italy: F Tyn-Gol, A Tus-Pie.
"""


def test_a_lost_type_face_is_no_result(read: Read) -> None:
    (game,) = read(TYPELESS)
    (movement,) = game.record.phases
    assert [p.outcomes for p in movement.results] == [{Outcome.DISLODGED}]
    assert movement.after is None
    assert "nothing marks what failed" in told(game)


CHART = """
<i>Supply Center Chart</i>

FRANCE (One): par,mar,bre,spa

GERMANY (Two): mun,ber,kie

ITALY (Three): rom,ven,nap,mar
"""


def test_a_centre_under_two_powers_goes_to_who_stands_there(read: Read) -> None:
    (game,) = read(SPRING + FALL + CHART)
    owners = phase(game, "fall", "movement").owners
    assert owners is not None
    assert owners["Mar"] == "France"  # type: ignore[index]
    assert "Mar is listed under France and Italy" in told(game)


@pytest.mark.parametrize("later", ["1904", "1906"])
def test_a_game_that_breaks_off_goes_on_as_another(read: Read, later: str) -> None:
    games = read(SPRING + FALL + FALL.replace("1902", later))
    assert [len(g.record.phases) for g in games] == [3, 1]
    assert [p.phase.year for p in games[1].record.phases] == [int(later)]
    assert {g.record.id for g in games} == {"2001zz-gaps", "2001zz-gaps-2"}


def test_what_stands_before_the_first_orders_is_kept_as_a_note(read: Read) -> None:
    (game,) = read("Summer 1902\nFrance retreats A Bur-Pic.\n" + TYPELESS.replace("Spring", "Fall"))
    assert [p.phase.season for p in game.record.phases] == ["fall"]
    assert "left out" in told(game)
    assert "A Bur-Pic" in game.record.phases[0].notes[0].text


def test_prose_behind_the_last_order_is_no_part_of_it(read: Read) -> None:
    (game,) = read(SPRING + "Somebody wrote a letter, and\nasked who a mar was.\n" + FALL)
    orders = phase(game, "spring", "movement").orders
    assert len(orders) == 8
    assert all("letter" not in w.text for w in orders)


OPENING = """
AUSTRIA (One): a vie-GAL, a bud-SER, f TRI h.
ENGLAND (Two): f lon-NTH, f edi-NWG, a lvp-YOR.
FRANCE (Six): a mar-SPA, a par-BUR, f bre-MID.
GERMANY (Ten): f kie-DEN, a ber-KIE, a mun-RUH.
"""
SECOND = """
<i>Fall 1901</i>

AUSTRIA (One): a GAL h, a ser-GRE, f TRI h.
ENGLAND (Two): f NTH C a yor-nwy, a yor-NWY, f nwg-BAR.
FRANCE (Six): a spa-POR, a BUR h, f mid-SPA(sc).
GERMANY (Ten): f DEN h, a kie-HOL, a ruh-BEL.

<i>Supply Center Chart</i>

AUSTRIA (One): bud,gre,ser,tri,vie (has 3, bld 2)
ENGLAND (Two): edi,lon,lvp,nwy (has 3, bld 1)
FRANCE (Six): bre,mar,par,por,spa (has 3, bld 2)
GERMANY (Ten): bel,ber,den,hol,kie,mun (has 3, bld 3)
"""


@pytest.mark.parametrize("heading", ["Fall 1902", "Spring 1902", "Winter 1901/Spring 1902"])
def test_a_first_report_with_a_wrong_heading_is_the_opening(read: Read, heading: str) -> None:
    (game,) = read(f"<i>{heading}</i>\n{OPENING}{SECOND}")
    first, second, *_ = game.record.phases
    assert (first.phase.year, first.phase.season) == (1901, "spring")
    assert (second.phase.year, second.phase.season) == (1901, "fall")
    assert "taken for Spring 1901" in told(game)


@pytest.mark.parametrize(
    ("first", "heading"), [(OPENING, "Spring 1901"), (SPRING.partition("</i>")[2], "Fall 1902")]
)
def test_a_first_report_with_other_units_keeps_its_heading(
    read: Read, first: str, heading: str
) -> None:
    assert not any("taken for" in told(game) for game in read(f"<i>{heading}</i>\n{first}{SECOND}"))


def test_a_build_nobody_printed_is_taken_from_the_next_orders(read: Read) -> None:
    spring = """
<i>Spring 1902</i>

AUSTRIA (One): f TRI h, a GAL h, a gre-BUL, a vie-BUD.
ENGLAND (Two): bld f lon. f lon-ENG, f NTH h, a NWY h, f BAR h.
FRANCE (Six): a POR h, a BUR h, f SPA(sc) h, a ruh-MUN.
GERMANY (Ten): f DEN h, a HOL h, a BEL h.
"""
    (game,) = read(f"<i>Spring 1901</i>\n{OPENING}{SECOND}{spring}")
    winter = phase(game, "winter", "adjustments")
    assert {(w.issuer, str(w.order.at)) for w in winter.orders} == {  # type: ignore[union-attr]
        ("England", "Lon"), ("Austria", "Vie"),
    }  # fmt: skip
    assert [n.text for n in winter.notes if n.kind == "inferred"] == [
        "no report of the builds of Austria; taken from the orders of spring"
    ]


@pytest.mark.parametrize(("attack", "verdict"), [("a bur-MUN", "agrees"), ("a BUR h", "not read")])
def test_nobody_is_dislodged_where_no_order_leads(
    read: Read, standard: Variant, attack: str, verdict: str
) -> None:
    (game,) = read(
        f"<i>Fall 1902</i>\n\nFRANCE (One): {attack}, a RUH S a bur-mun.\n"
        "GERMANY (Two): <i>a mun h</i> (d), a BER h.\n"
    )
    (stage,) = replay(standard, game.record).stages
    assert stage.verdict == verdict, stage.comparisons
