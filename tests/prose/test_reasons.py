"""Reasons in words, on a hand-made turn."""

from __future__ import annotations

import pytest

from builder.model.board import Board, Province
from builder.model.calendar import FIRST
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Hold, Move, Support, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.results import OrderResult, Turn
from builder.model.units import Code, Dislodged, KindCode, Location, Position, Power, Unit
from builder.prose.explanations import chain, written_chain
from builder.prose.reasons import reason, result_word
from builder.prose.wording import WORDING, Mention, Sentence, flat, tally

NAMES = {
    "Bur": "Burgundy", "Mun": "Munich", "Mar": "Marseilles", "Gas": "Gascony",
    "Rum": "Rumania", "Bul": "Bulgaria",
}  # fmt: skip
BOARD = Board("tiny", {Code(c): Province(Code(c), n, "land") for c, n in NAMES.items()}, {})
A = KindCode("A")


def unit(power: str, code: str) -> Unit:
    return Unit(Power(power), A, BOARD.locations[code])


def action(power: str, code: str, order: Hold | Move | Support, **extra: object) -> Action:
    return Action(unit(power, code), order, order, **extra)  # type: ignore[arg-type]


def to(code: str) -> Move:
    return Move(BOARD.locations[code])


def turn(findings: dict[Action, Finding], dislodged: tuple[Dislodged, ...] = ()) -> Turn:
    units = tuple(a.unit for a in findings)
    place = Position(FIRST, units, {})
    written = {
        a: Written(a.power, UnitRef(a.at), a.order if a.meant is None else a.meant)
        for a in findings
    }
    return Turn(place, place, tuple(findings), findings, dislodged, written=written)


def word(t: Turn, a: Action) -> str:
    return result_word(t.by_action[a], t)


def told_of(t: Turn, a: Action) -> Sentence:
    return reason(t.by_action[a], t, BOARD)


def test_every_reason_has_its_words() -> None:
    assert set(WORDING) == set(Reason)
    for words in WORDING.values():
        assert words.text.endswith((".", "}."))
        assert words.rule
        assert "Rules of the variant" not in words.rule, "cite the rule and the ruling"


def test_stand_off() -> None:
    mine, other = action("France", "Bur", to("Mun")), action("Germany", "Mar", to("Mun"))
    found = Finding(0, Reason.BOUNCED, (other,), (1, 1))
    t = turn({mine: found, other: found})
    assert word(t, mine) == "stood off"
    told = told_of(t, mine)
    assert flat(told) == "Stood off: A Mar came to the same place with equal force."
    assert [str(p) for p in told if isinstance(p, Mention)] == ["A Mar"]
    assert tally(found) == "1 against 1"


def test_an_own_unit_in_the_way_makes_a_move_bounce_at_any_force() -> None:
    mine, other = action("France", "Bur", to("Mar")), action("France", "Mar", to("Gas"))
    found = Finding(0, Reason.OWN_UNIT, (other,), (0, 1))
    t = turn({mine: found, other: Finding(0, Reason.BOUNCED, (), (1, 1))})
    assert word(t, mine) == "bounced"


def test_cut_support_names_the_cutter_and_where_it_came_from() -> None:
    backing = Support(BOARD.locations["Mar"], BOARD.locations["Gas"])
    mine, other = action("France", "Bur", backing), action("Germany", "Mun", to("Bur"))
    found = Finding(0, Reason.CUT, (other,))
    t = turn({mine: found, other: Finding(0, Reason.REPELLED, (mine,), (1, 1))})
    assert word(t, mine) == "support cut"
    assert flat(told_of(t, mine)) == (
        "Support cut: A Mun attacked Burgundy from Munich, "
        "which is not the place the support was aimed at."
    )


def test_two_results_and_a_success_that_dislodges() -> None:
    loser, winner = action("Turkey", "Bul", to("Rum")), action("Russia", "Gas", to("Bul"))
    out = Dislodged(loser.unit, None)
    lost, won = Finding(0, Reason.REPELLED, (winner,), (1, 2)), Finding(1, Reason.MOVED)
    t = turn({loser: lost, winner: won}, (out,))
    assert word(t, loser) == "beaten, dislodged"
    assert word(t, winner) == "dislodges"
    assert flat(told_of(t, winner)) == "Dislodges A Bul in Bulgaria."


def test_plain_success_says_nothing() -> None:
    mine = action("France", "Bur", to("Gas"))
    found = Finding(1, Reason.MOVED)
    assert word(turn({mine: found}), mine) == ""
    assert told_of(turn({mine: found}), mine) == ()


def test_void_support_says_what_was_ordered_instead() -> None:
    backing = Support(BOARD.locations["Mar"])
    mine, other = action("France", "Bur", backing), action("France", "Mar", to("Gas"))
    found = Finding(0, Reason.NOT_ORDERED_SO)
    t = turn({mine: found, other: Finding(1, Reason.MOVED)})
    assert flat(told_of(t, mine)) == (
        "Void: A Mar was not ordered to stand (its order: A Mar – Gas)."
    )


def test_refused_order() -> None:
    written = Written(Power("Italy"), UnitRef(Location("Rum"), A), to("Gas"))
    found = Finding(0, Reason.NO_WAY)
    refused = OrderResult(Power("Italy"), None, found, written, carried_out=False)
    assert flat(reason(refused, turn({}), BOARD)) == (
        "Void: A Rum cannot go from Rumania to Gascony."
    )


@pytest.mark.parametrize("why", list(Reason))
def test_every_reason_can_be_told(why: Reason) -> None:
    mine, other = action("France", "Bur", to("Mun")), action("Germany", "Mar", to("Mun"))
    if why.outcome is Outcome.ILLEGAL:
        mine.fault = why
    found = Finding(0, why, (other,), (1, 2))
    told = flat(told_of(turn({mine: found, other: found}), mine))
    assert "{" not in told
    assert told or why is Reason.MOVED


def test_chain_goes_down_to_the_ground_and_tells_nothing_twice() -> None:
    attack = action("France", "Bur", to("Mun"))
    helper = action("France", "Gas", Support(BOARD.locations["Bur"], BOARD.locations["Mun"]))
    cutter, holder = action("Germany", "Mar", to("Gas")), action("Germany", "Mun", Hold())
    t = turn(
        {
            attack: Finding(0, Reason.REPELLED, (holder,), (1, 1)),
            helper: Finding(0, Reason.CUT, (cutter,)),
            cutter: Finding(0, Reason.REPELLED, (helper,), (1, 1)),
            holder: Finding(1, Reason.HELD),
        }
    )
    links = chain(t, attack, BOARD)
    assert [(k.depth, k.role, k.order, k.seen) for k in links] == [
        (0, "", "A Bur – Mun", False),
        (1, "supports", "A Gas S A Bur – Mun", False),
        (2, "opposes", "A Mar – Gas", False),
        (3, "opposes", "A Gas S A Bur – Mun", True),
        (1, "opposes", "A Mun H", False),
    ]
    text = written_chain(links)
    assert "A Mar attacked Gascony from Marseilles" in text
    assert text.count("DATC 6.D.2") == 1


def test_chain_tells_what_drove_out_a_unit_that_failed_for_another_reason() -> None:
    loser, rival = action("Germany", "Mun", to("Bur")), action("France", "Mar", to("Bur"))
    attack = action("Austria", "Gas", to("Mun"))
    helper = action("Austria", "Rum", Support(BOARD.locations["Gas"], BOARD.locations["Mun"]))
    t = turn(
        {
            loser: Finding(0, Reason.BOUNCED, (rival,), (1, 1)),
            rival: Finding(0, Reason.BOUNCED, (loser,), (1, 1)),
            attack: Finding(1, Reason.MOVED, (), (2, 1)),
            helper: Finding(1, Reason.GIVEN),
        },
        (Dislodged(loser.unit, Code("Gas")),),
    )
    assert [(k.depth, k.role, k.order, k.result_word) for k in chain(t, loser, BOARD)] == [
        (0, "", "A Mun – Bur", "stood off, dislodged"),
        (1, "opposes", "A Mar – Bur", "stood off"),
        (2, "opposes", "A Mun – Bur", "stood off, dislodged"),
        (1, "dislodged by", "A Gas – Mun", "dislodges"),
        (2, "supports", "A Rum S A Gas – Mun", ""),
    ]
