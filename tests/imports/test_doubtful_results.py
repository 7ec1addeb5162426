"""What is damaged, contradicted or not shown is no result, and nothing is left out unsaid."""

from __future__ import annotations

import json

import pytest
from samples import Read

from builder.model.orders import Build, Move, Retreat
from builder.model.outcomes import Outcome
from builder.record import Record

JUDGE = """Movement results for Spring of 1901.  (fable.001)

France: Army Paris -> Burgundy.{}
France: Army Marseilles -> Spain.
"""
PAGE = """<html><h2>Movement results for Spring of 1901. (fable.001)</h2>
<pre>
France: Army Marseilles -> Spain.
{}
</pre></html>
"""
MARKED = """Spring 1901

France:
A Par-Bur{}
A Mar-Spa  SUCCEEDS
F Bre-MAO  SUCCEEDS
F Bre-ENG  FAILS

Germany:
A Ber-Kie  SUCCEEDS
"""
ZINE = """Spring 1901

FRANCE: A Par-Bur{}, A Mar-Spa, F Bre-MAO
GERMANY: F Kie-Den, A Mun-Ruh, A Ber-Kie (bounced)

Winter 1901
FRANCE: Bld A Par{}
"""
BARS = """Spring 1901

FRANCE{0} A Par-Bur | A Mar-Spa (bounced) | F Bre-MAO (bounced)
GERMANY{0} F Kie-Den | A Mun-Ruh | A Ber-Kie
ITALY{0} A Ven H | A Rom-Apu | F Nap-ION
"""


def outcomes(record: Record, home: str = "Par") -> set[Outcome]:
    return {o for p in record.phases[0].results if p.at.province == home for o in p.outcomes}


@pytest.mark.parametrize(
    ("sheet", "behind", "found"),
    [
        (JUDGE, "", {Outcome.MOVED}),
        (JUDGE, "  (*bounce*)", {Outcome.BOUNCED}),
        (JUDGE, "  (*bounce*", set()),
        (JUDGE, "  (*bou", set()),
        (JUDGE, "  bounce*)", set()),
        (MARKED, "  SUCCEEDS", {Outcome.MOVED}),
        (MARKED, "  not SUCCEEDS", set()),
        (MARKED, "  SUCCEEDS FAILS", set()),
        (MARKED, "  FAILS SUCCEEDS", set()),
        (ZINE, "", {Outcome.MOVED}),
        (ZINE, " (b)", set()),
        (ZINE, " (what a move!)", {Outcome.MOVED}),
        (ZINE, " (dislodged; may retreat to Gas, Pic)", {Outcome.DISLODGED}),
        (ZINE, " <bounced>", {Outcome.BOUNCED}),
    ],
)
def test_a_doubtful_mark_is_no_result(
    read: Read, sheet: str, behind: str, found: set[Outcome]
) -> None:
    (game,) = read(sheet.format(behind, ""))
    assert outcomes(game.record) == found
    said = [*game.remarks, *(n for p in game.record.phases for n in p.notes)]
    assert found or said


@pytest.mark.parametrize("unshown", ["<!-- {} -->", "<script>{}</script>", "<!--\n{}\n-->"])
def test_what_a_page_does_not_show_is_no_order(read: Read, unshown: str) -> None:
    (game,) = read(PAGE.format(unshown.format("France: Army Paris -> Burgundy.")))
    assert [w.home for w in game.record.phases[0].orders] == ["Mar"]


def test_an_order_that_no_power_gave_is_not_lost(read: Read) -> None:
    (game,) = read(PAGE.format("\nArmy Paris -> Burgundy.\n"))
    assert [note.text for note in game.record.phases[0].notes] == ["Army Paris -> Burgundy."]
    assert "not understood" in game.remarks[0].message


@pytest.mark.parametrize("behind", [", plus one more", "? no", " (imp"])
def test_words_behind_a_build_are_told(read: Read, behind: str) -> None:
    (game,) = read(ZINE.format("", behind))
    assert any(remark.excerpt.strip(" ,?(") in behind for remark in game.remarks)


@pytest.mark.parametrize("sign", [":", " |"])
def test_bars_part_orders(read: Read, sign: str) -> None:
    (game,) = read(BARS.format(sign))
    (spring,) = game.record.phases
    assert len(spring.orders) == 9
    assert [outcomes(game.record, at) for at in ("Par", "Mar", "Ber")] == [
        {Outcome.MOVED}, {Outcome.BOUNCED}, {Outcome.MOVED},
    ]  # fmt: skip


def test_cells_behind_the_last_column_are_told(read: Read) -> None:
    table = "phase,power,order,result\nS1901M,France,A Par-Bur,,A Mar-Spa\nS1901M,Italy,,NMR\n"
    (game,) = read(table)
    assert [remark.excerpt for remark in game.remarks] == ["A Mar-Spa"]
    assert game.record.phases[0].nmr == ("Italy",)


CASES = """VARIANT_ALL Standard
CASE one
PRESTATE
    Germany: A Mun
ORDERS
    Germany: A Mun H
CASE two
    Germany: A Ber
PRESTATE_SETPHASE Someday
PRESTATE
    Germany: A Kie
ORDERS
    Germany: A Kie H
"""


def test_a_case_without_its_end_is_not_lost(read: Read) -> None:
    games = read(CASES)
    assert [game.record.name for game in games] == ["one", "two"]
    told = [(remark.message, remark.excerpt) for game in games for remark in game.remarks]
    assert told == [("not a phase", "Someday"), ("not understood", "Germany: A Ber")]


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ("Fleet Brest CONVOY Army Gascony -> Narnia.", "notice"),
        ("Fleet Brest SUPPORT Army Gascony -> Narnia.  (*cut*)", "not read"),
        ("Fleet Brest -> Narnia.", "not read"),
    ],
)
def test_an_order_read_as_a_hold_is_kept_in_a_note(read: Read, order: str, kind: str) -> None:
    (game,) = read(JUDGE.format(f"\nFrance: {order}"))
    (note,) = game.record.phases[0].notes
    assert note.kind == kind
    assert " ".join(order.split()) in note.text
    assert not outcomes(game.record, "Bre")


def test_an_unknown_mark_of_a_judge_is_no_success(read: Read) -> None:
    (game,) = read(JUDGE.format("  (*sneeze*)"))
    assert not outcomes(game.record)
    assert "unknown result 'sneeze'" in game.remarks[0].message


@pytest.mark.parametrize(("success", "words"), [("Yes", None), ("No", {"failed"}), (None, set())])
def test_an_order_without_its_success_was_not_told(
    read: Read, success: str | None, words: set[str] | None
) -> None:
    unit = {"unitType": "Army", "terrID": 47, "countryID": 2, "retreating": "No"}
    move = {**unit, "type": "Move", "toTerrID": 48, "success": success, "dislodged": "No"}
    played = [{"turn": 0, "phase": "Diplomacy", "units": [unit], "orders": [move]}]
    played += [{"turn": 1, "phase": "Dance", "units": [], "orders": [move]}]
    (game,) = read(json.dumps({"gameID": 1, "variantID": 1, "phases": played}), "game.json")
    (phase,) = game.record.phases
    assert phase.silent
    assert [p.outcomes for p in phase.results] == ([] if words is None else [words])
    assert [remark.excerpt for remark in game.remarks] == ["Dance"]


def test_an_order_of_a_log_without_a_result_is_told(read: Read) -> None:
    order = "17,,ORD ( SPR #1901 ) ( ( FRA AMY MAR ) HLD )"
    (game,) = read(f"17,,NOW ( SPR #1901 ) ( FRA AMY MAR )\n{order}\n{order} ( SUC )\n")
    assert [remark.line for remark in game.remarks] == [2]


COLUMNS = """Spring 1901

AUSTRIA:              ENGLAND:
A Vie-Gal (bounced)   F Lon-NTH
A Bud-Ser             F Edi-NWG
F Tri-Alb             A Lvp-Yor (bounced)

FRANCE:               RUSSIA:
A Par-Bur             A Mos-Ukr
A Mar-Spa             A War-Gal (bounced)
F Bre-MAO             F Sev-BLA
                      F StP(sc)-Bot
"""


def test_two_columns_are_two_powers(read: Read) -> None:
    (game,) = read(COLUMNS)
    (spring,) = game.record.phases
    given = dict.fromkeys(("Austria", "England", "France", "Russia"), 0)
    for written in spring.orders:
        given[written.issuer] += 1
    assert given == {"Austria": 3, "England": 3, "France": 3, "Russia": 4}
    failed = {p.at.province for p in spring.results if Outcome.BOUNCED in p.outcomes}
    assert failed == {"Vie", "Lvp", "War"}
    assert not game.remarks


def test_columns_that_run_into_one_another_are_reported(read: Read) -> None:
    (game,) = read(COLUMNS.replace("A Bud-Ser             F", "A Bud-Ser   F"))
    assert {written.issuer for written in game.record.phases[0].orders} == {"France", "Russia"}
    told = "".join(remark.excerpt for remark in game.remarks)
    assert all(order in told for order in ("A Vie-Gal", "A Bud-Ser", "F Edi-NWG", "A Lvp-Yor"))


MESSAGE = """:: Judge: TEST  Game: fable  Variant: Standard

Movement results for Fall of 1901.  (fable.002)

France: Army Paris -> Burgundy.

Broadcast message from France in 'fable':

Movement results for Spring of 1902.  (other.003)
France: Army Paris -> Picardy.
End of message.

France: Army Marseilles -> Spain.
Italy Army Venice HOLD.
Ownership of supply centers:
France:   Brest, Paris.
Germany:  Brest, Munich.
"""


@pytest.mark.parametrize("press", [False, True])
def test_results_quoted_in_a_message_are_press(read: Read, press: bool) -> None:
    (game,) = read(MESSAGE, press=press)
    (fall,) = game.record.phases
    assert [w.home for w in fall.orders] == ["Par", "Mar"]
    told = [(remark.line, remark.message) for remark in game.remarks]
    assert told == [(14, "not understood"), (17, "Bre is listed under France and Germany")]
    quoted = [n.text for n in fall.notes if "Picardy" in n.text]
    assert quoted == ["France: Army Paris -> Picardy."] * press


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("FRANCE: A Par-Bur Italy A Ven-Tri (bounced), F Bre-MAO", "Italy A Ven-Tri (bounced)"),
        ("FRANCE: Bld A Par or F Bre", "bld A Par or F Bre"),
    ],
)
def test_of_several_orders_in_one_none_is_chosen(read: Read, line: str, text: str) -> None:
    season = "Winter 1901" if "Bld" in line else "Spring 1902"
    games = read(f"{ZINE.format('', '').partition('Winter')[0]}{season}\n{line}\n")
    assert any(text in remark.excerpt for game in games for remark in game.remarks)
    (last,) = (game.record.phases[-1] for game in games[-1:])
    assert not any(isinstance(w.order, Build) for w in last.orders)
    assert last.phase.year == 1901 or not any(p.at == "Par" for p in last.results)


def test_a_retreat_is_no_correction_of_an_order(read: Read) -> None:
    text = ZINE.format(" (dislodged; may retreat to Gas, Pic)", "").partition("Winter")[0]
    (game,) = read(f"{text}Summer 1901\nFRANCE: A Par R Gas or Pic\n")
    spring, summer = game.record.phases
    assert [type(w.order) for w in spring.orders if w.home == "Par"] == [Move]
    assert [type(w.order) for w in summer.orders] == [Retreat]
