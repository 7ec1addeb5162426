"""Kinds of misreadings that held games brought to light, each in a made-up game."""

from __future__ import annotations

import pytest
from old_mill import (
    BELGIUM,
    CHART,
    FRENCH_LEFT,
    HOLDS,
    LISTED,
    SPRING,
    SUMMER,
    TAKEN,
    WINTER,
    agrees,
    issue,
    opening,
    verdicts,
)
from our_archive import ARCHIVE
from samples import Read

from builder.formats.game.reading import read_game
from builder.formats.game.writing import write_game
from builder.imports.importer import Imported
from builder.model.orders import Disband, Move, Retreat, Waive
from builder.model.outcomes import Outcome

LATER = issue(14, "Spring 1902", HOLDS)


def remarks(game: Imported) -> str:
    """All remarks in one text."""
    return "\n".join(map(str, game.remarks))


def phase(game: Imported, title: str) -> int:
    """The number of a phase in the record."""
    return [*verdicts(game)].index(title)


def test_the_game_without_a_fault_is_clean(read: Read) -> None:
    (game,) = read(opening() + LATER)
    assert (agrees(game), game.remarks) == (True, ())
    assert [*verdicts(game)] == ["Spring 1901", "Fall 1901", "Winter 1901", "Spring 1902"]


@pytest.mark.parametrize("name", ["Pre-Summer 1901", "Pre-Fall 1901", "Pre-Autumn 1901"])
def test_a_list_of_units_before_any_step_of_the_year(name: str, read: Read) -> None:
    listed = SUMMER if "Autumn" not in name else {"TURKEY": "has f CON, a ARM, a BUL"}
    place = "Summer 1901" if "Autumn" not in name else "Fall 1901"
    (game,) = read(opening(place) + issue(20, name, listed))
    assert agrees(game)


@pytest.mark.parametrize("unknown", ["???", "?", "unknown", "-tba"])
def test_a_retreat_that_is_known_only_in_the_next_issue(unknown: str, read: Read) -> None:
    text = opening() + issue(14, "Spring 1902", BELGIUM)
    driven = ", <i>a bel h</i> (d r:pic,bur,otb)"
    waiting = {"FRANCE": f"R a bel-{unknown}; {FRENCH_LEFT}{driven}"}
    text += issue(15, "Summer 1902", TAKEN | waiting)
    (open_game,) = read(text)
    assert verdicts(open_game)["Spring 1902, retreats"] == "not read"
    known = {"FRANCE": f"R a bel-PIC; {FRENCH_LEFT}, a PIC"}
    (game,) = read(text + issue(16, "Summer 1902", TAKEN | known))
    assert agrees(game)
    retreats = game.record.phases[phase(game, "Spring 1902, retreats")]
    assert [w.order for w in retreats.orders] == [Retreat("Pic")]


def test_a_retreat_that_is_printed_again_can_be_written_back(read: Read) -> None:
    text = opening() + issue(14, "Spring 1902", BELGIUM)
    for number, (heading, goal) in enumerate(
        [("Summer 1902", "BUR"), ("Summer 1902 - Corrected", "PIC")], start=15
    ):
        text += issue(
            number, heading, TAKEN | {"FRANCE": f"R a bel-{goal}; {FRENCH_LEFT}, a {goal}"}
        )
    (game,) = read(text)
    assert agrees(game)
    (ruling,) = game.record.rulings
    assert ruling.at == "Bel"
    written = write_game(game.record, ARCHIVE.variant("standard"))
    assert read_game(written, "old.yaml", ARCHIVE.variant).rulings[0].at == "Bel"


@pytest.mark.parametrize(
    "heading",
    [
        "Corrected Fall, plus Autumn and Winter 1901", "Fall Correction, Autumn and Winter 1901",
        "Fall 1901 Correction and Winter 1901", "Winter 1901 and Fall 1901 Correction",
        "Revised Fall + Winter 1901",
    ],
)  # fmt: skip
def test_a_heading_that_corrects_one_season_and_reports_another(heading: str, read: Read) -> None:
    corrected = {"ITALY": "a ven-APU; bld f nap; has f NAP, f TUN, a TYO, a APU"}
    text = opening("Fall 1901") + issue(13, heading, WINTER | corrected)
    (game,) = read(
        text + issue(14, "Spring 1902", HOLDS | {"ITALY": "f NAP h, f TUN h, a TYO h, a APU h"})
    )
    assert agrees(game) or {*verdicts(game).values()} == {"agrees", "ruled"}
    assert [*verdicts(game)] == ["Spring 1901", "Fall 1901", "Winter 1901", "Spring 1902"]
    fall = game.record.phases[1]
    assert [w.order for w in fall.orders if w.home == "Ven"] == [Move("Apu")]


def test_headings_of_corrections_do_not_cut_a_game(read: Read) -> None:
    text = opening("Fall 1901") + issue(13, "Fall Correction, Autumn and Winter 1901", WINTER)
    text += LATER + issue(15, "Fall 1902", HOLDS) + issue(16, "Autumn and Winter 1902", LISTED)
    text += issue(17, "Winter CORRECTION plus Spring 1903", HOLDS)
    text += issue(18, "Fall 1903", HOLDS, before="TURKEY WINS!! ENDGAME STATEMENTS DUE MAY 3RD\n\n")
    (game,) = read(text)
    assert agrees(game)
    assert len(game.record.phases) == 7
    assert game.record.result.powers == ("Turkey",)


def test_lists_before_and_after_a_winter(read: Read) -> None:
    delayed = {
        "AUSTRIA": "bld 2; has f GRE, a BUD, a SER",
        "TURKEY": "bld 1; has f CON, a ARM, a BUL",
    }
    text = opening("Fall 1901") + issue(13, "GAME DELAYED - Pre-Winter 1901", delayed)
    text += issue(14, "Winter 1901", WINTER) + issue(
        15, "Post-Winter 1901", LISTED | {"ITALY": SUMMER["ITALY"]}
    )
    (game,) = read(text + issue(16, "Spring 1902", HOLDS))
    assert agrees(game)
    assert "as its next orders name them" in remarks(game), "Italy's old list gives way"
    assert "not understood" not in remarks(game)


def test_headings_that_skip_a_year_are_one_game(read: Read) -> None:
    text = opening("Fall 1901") + issue(13, "Winter 1902", WINTER) + issue(14, "Spring 1903", HOLDS)
    text += issue(15, "Fall 1903", HOLDS, before="TURKEY WINS!! ENDGAME STATEMENTS DUE MAY 3RD\n\n")
    (game,) = read(text)
    assert agrees(game)
    assert [*verdicts(game)][-1] == "Fall 1902"
    assert "the headings skip 1 year" in remarks(game)


def test_years_of_which_reports_are_missing_stay_apart(read: Read) -> None:
    later = {
        "AUSTRIA": "a VIE h, a SER h",
        "FRANCE": "f MID h, a GAS h, a BUR h",
        "TURKEY": "f AEG h",
    }
    games = read(opening() + issue(40, "Spring 1905", later))
    assert len(games) == 2
    assert games[0].record.result.powers == ()


def test_a_winner_belongs_to_the_last_part(read: Read) -> None:
    wins = "FRANCE WINS!! ENDGAME STATEMENTS DUE\n\n"
    games = read(opening() + issue(40, "Spring 1905", {"FRANCE": "f MID h, a GAS h"}, before=wins))
    assert [game.record.result.powers for game in games] == [(), ("France",)]


def test_a_spring_and_a_summer_in_one_entry(read: Read) -> None:
    both = f"Spring: <i>a bel h</i> (d r:pic,bur,otb); Summer: R a bel-PIC; {FRENCH_LEFT}, a PIC"
    text = opening() + issue(14, "Spring 1902", BELGIUM)
    (game,) = read(
        text + issue(15, "Summer 1902 - Note correction for Spring!", TAKEN | {"FRANCE": both})
    )
    assert agrees(game)


@pytest.mark.parametrize(
    "label", ["FALL CORRECTION", "Fall correction:", "Fall:", "Misprint last time,"]
)
def test_a_correction_of_the_fall_within_a_winter(label: str, read: Read) -> None:
    entry = {"ITALY": f"{label} a ven-APU; bld f nap; has f NAP, f TUN, a TYO, a APU"}
    text = opening(WINTER=entry)
    (game,) = read(
        text + issue(14, "Spring 1902", HOLDS | {"ITALY": "f NAP h, f TUN h, a TYO h, a APU h"})
    )
    assert {*verdicts(game).values()} <= {"agrees", "ruled"}
    assert [w.order for w in game.record.phases[1].orders if w.home == "Ven"] == [Move("Apu")]


@pytest.mark.parametrize(
    "row",
    [
        "|\nwar,stp,mos,sev, |\n(has 3 or 4,\nbld 3(r:otb)\n\n|\nrum,swe |\nor 2)",
        "|\nwar,stp,mos,sev |\n(has 4, bld 2\n|\nrum,swe |",
        "|\nwar,stp,mos,sev, |\n(has 4, bld 2)\n\n|\nrum,swe",
    ],
)  # fmt: skip
def test_a_bracket_does_not_reach_over_a_cell(row: str, read: Read) -> None:
    (game,) = read(opening(CHART={"RUSSIA": row}) + LATER)
    assert agrees(game)


def test_a_list_after_a_missing_issue_opens_the_next_part(read: Read) -> None:
    moved = {
        "AUSTRIA": "has a VIE, a TRI, a BUL, a BUD, f GRE",
        "TURKEY": "has f SMY, f CON, a SEV",
    }
    text = opening() + LATER + issue(15, "Fall 1902", HOLDS, CHART)
    text += issue(17, "Summer 1903", LISTED | moved)
    orders = {
        "AUSTRIA": "a VIE h, a TRI h, a BUL h, a BUD h, f GRE h",
        "TURKEY": "f SMY h, f CON h, a SEV h",
    }
    first, second = read(text + issue(18, "Fall 1903", orders))
    assert agrees(first)
    assert second.record.start is not None
    assert {str(u) for u in second.record.start if u.power == "England"} == {
        "F Lon",
        "F ENG",
        "F NTH",
        "A Nwy",
    }


@pytest.mark.parametrize(
    "built", ["bld a mun, f kie", "also builds a mun, f kie", "CORRECTION bld a mun, f kie"]
)
def test_builds_of_a_later_issue_are_added_to_the_list(built: str, read: Read) -> None:
    text = opening(WINTER={"GERMANY": "NBR; has f DEN, a HOL, a RUH"})
    text += issue(14, "Winter 1901 Build Correction", {"GERMANY": built}) + issue(
        15, "Spring 1902", HOLDS
    )
    (game,) = read(text)
    assert agrees(game)


@pytest.mark.parametrize(
    ("entry", "orders"),
    [
        (f"R a PIC; {FRENCH_LEFT}, a PIC", [Retreat("Pic")]),
        (f"<i>R a bel-gas</i> (imp, otb); {FRENCH_LEFT}", [Retreat("Gas")]),
        (f"R a bel otb; {FRENCH_LEFT}", [Disband()]),
        (f"R a bel; {FRENCH_LEFT}", [Disband()]),
    ],
)
def test_a_retreat_by_its_goal_or_off_the_board(
    entry: str, orders: list[object], read: Read
) -> None:
    text = opening() + issue(14, "Spring 1902", BELGIUM)
    (game,) = read(text + issue(15, "Summer 1902", TAKEN | {"FRANCE": entry}))
    assert agrees(game)
    retreats = game.record.phases[phase(game, "Spring 1902, retreats")]
    assert [w.order for w in retreats.orders] == orders


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("PLAYS TWO SHORT", 2), ("waives build, PLAYS ONE SHORT", 1), ("bld withheld", 1),
        ("blds withheld, PLAYS TWO SHORT", 2), ("No Build Possible, PLAYS ONE SHORT", 1),
        ("waives two builds", 2), ("bld f kie, PLAYS ONE SHORT", 1), ("no build possible", 1),
        ("builds not possible", 1), ("PLAYS 2 SHORT", 2),
    ],
)  # fmt: skip
def test_waived_builds_and_their_number(said: str, number: int, read: Read) -> None:
    built = ", f KIE" if "f kie" in said else ""
    (game,) = read(opening(WINTER={"GERMANY": f"{said}; has f DEN, a HOL, a RUH{built}"}))
    winter = game.record.phases[-1]
    waived = [w for w in winter.orders if w.issuer == "Germany" and w.order == Waive()]
    assert len(waived) == number
    assert agrees(game)
    assert "not understood" not in remarks(game)


@pytest.mark.parametrize("said", ["even", "no change", "no adjustments"])
def test_nothing_due(said: str, read: Read) -> None:
    (game,) = read(opening(WINTER={"AUSTRIA": f"{said}; has a SER, a BUD, f GRE"}))
    winter = game.record.phases[-1]
    assert {str(u) for u in winter.after or () if u.power == "Austria"} == {
        "A Ser",
        "A Bud",
        "F Gre",
    }
    assert game.remarks == ()


def test_owners_after_years_without_a_chart(read: Read) -> None:
    spring = HOLDS | {
        "ENGLAND": "f LON h, f ENG h, f NTH h, a SWE h",
        "RUSSIA": "f STP(NC) h, a WAR h, f BLA h, a MOS h, a RUM h",
    }
    chart = CHART | {
        "ENGLAND": "|\nedi,lvp,lon,nwy,swe |\n(has 4, bld 1)",
        "RUSSIA": "|\nwar,stp,mos,sev,rum |\n(has 5, even)",
    }
    text = opening() + LATER + issue(30, "Spring 1905", spring)
    fall = spring | {"ENGLAND": "f LON h, f ENG h, f NTH h, a swe-FIN"}
    first, second = read(text + issue(31, "Fall 1905", fall, chart))
    assert agrees(first)
    assert agrees(second)


@pytest.mark.parametrize("mark", ["ncs", "imp", "nsu", "ncs, imp", "imp, no coast specified ;-) "])
def test_a_help_that_cannot_be_has_no_effect_by_any_word(mark: str, read: Read) -> None:
    help_of_spain = f"<i>a MAR s f por-spa</i> ({mark}), <i>f POR-spa</i> (ncs)"
    french = f"f BRE h, a PAR h, {help_of_spain}, a spa-GAS, a BEL h"
    (game,) = read(opening() + issue(14, "Spring 1902", HOLDS | {"FRANCE": french}))
    assert agrees(game)


def test_a_move_without_any_mark_is_settled_by_what_follows(read: Read) -> None:
    (game,) = read(opening(SPRING={"TURKEY": "f ank-CON, a smy-ARM, a con-bul"}) + LATER)
    assert agrees(game)
    (result,) = [p for p in game.record.phases[0].results if p.at == "Con"]
    assert result.outcomes == {Outcome.MOVED}


def test_an_order_in_a_list_of_units(read: Read) -> None:
    odd = {"AUSTRIA": "has f ALB-gre, a BUD, a SER", "TURKEY": "has f CON, a ARM S f con, a BUL"}
    (game,) = read(opening(SUMMER=odd))
    assert agrees(game)
    assert remarks(game).count("an order in a list of units") == 2


def test_all_lines_of_the_game_master_are_kept(read: Read) -> None:
    notes = (
        "<i>Game Notes:</i>\n\n1) We count years.\nFall 1901 is one year by that measure.\n"
        "Send your next\norders!\nThe rest is silence.\n"
    )
    before = issue(9, "Winter 1900", {"AUSTRIA": "has f TRI, a VIE, a BUD"})
    before += "<i>Game Notes:</i>\n\n1) Welcome to the game.\n\n"
    text = before + issue(10, "Spring 1901", SPRING, before="THE DUE DATE IS MAY 1ST\n\n") + notes
    (game,) = read(text, press=True)
    kept = [note.text for note in game.record.phases[0].notes if note.kind == "commentary"]
    lines = {line for text in kept for line in text.splitlines()}
    assert {line for line in notes.splitlines() if line} <= lines
    assert {"1) Welcome to the game.", "THE DUE DATE IS MAY 1ST"} <= lines


@pytest.mark.parametrize("year", [1900, 1901])
def test_a_set_up_that_is_printed_as_builds(year: int, read: Read) -> None:
    built = {"AUSTRIA": "bld f tri, a vie, a bud", "ENGLAND": "bld f lon, f edi, a lvp"}
    (game,) = read(issue(8, f"Winter {year}", built) + opening() + LATER)
    assert agrees(game)
    assert [*verdicts(game)] == ["Spring 1901", "Fall 1901", "Winter 1901", "Spring 1902"]


def test_a_unit_that_is_twice_in_a_list(read: Read) -> None:
    (game,) = read(
        opening(WINTER={"TURKEY": "bld f smy; has f SMY, f CON, a ARM, a BUL.\nF Smy"}) + LATER
    )
    assert agrees(game)


def test_a_list_that_ends_with_a_comma(read: Read) -> None:
    text = opening("Summer 1901").replace("has f CON, a ARM, a BUL.", "has f CON, a ARM, a BUL,")
    (game,) = read(text + issue(12, "Fall 1901", {"TURKEY": "f CON h, a ARM h, a BUL h"}))
    spring = game.record.phases[0]
    assert {str(u) for u in spring.after or () if u.power == "Turkey"} == {
        "F Con",
        "A Arm",
        "A Bul",
    }
    assert game.remarks == ()
    (short,) = read(text.replace("has f CON, a ARM, a BUL,", "has f CON, a ARM,"))
    assert "breaks off" in remarks(short)


@pytest.mark.parametrize("mark", ["uno", "unordered", "u"])
def test_units_without_orders(mark: str, read: Read) -> None:
    (game,) = read(
        opening()
        + issue(
            14, "Spring 1902", HOLDS | {"TURKEY": f"f SMY h ({mark}), f CON h, a ARM h, a BUL h"}
        )
    )
    assert agrees(game)
    assert game.remarks == ()


def test_orders_that_came_late_take_the_nmr_back(read: Read) -> None:
    text = opening() + issue(
        14, "Spring 1902", HOLDS | {"TURKEY": "NMR, SEE NOTE; f SMY h, f CON h, a ARM h, a BUL h"}
    )
    (late,) = read(text)
    assert late.record.phases[-1].nmr == ("Turkey",)
    found = HOLDS | {"TURKEY": "f smy-EAS, f CON h, a ARM h, a BUL h"}
    (game,) = read(text + issue(15, "Spring 1902 - Revisited", found))
    assert game.record.phases[-1].nmr == ()
