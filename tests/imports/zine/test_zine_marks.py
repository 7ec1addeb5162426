"""The ways of zines to mark what failed, other than by capitals and italics."""

from __future__ import annotations

import pytest
from samples import Read

from builder.imports.zine.order_marks import unmark
from builder.model.orders import Convoy, Hold, Move, Support
from builder.model.outcomes import Outcome


@pytest.mark.parametrize(
    ("printed", "text", "marks", "failed"),
    [
        ("(A VEN-ROM)", "A VEN-ROM", (), True),
        ("<A NWY-stp>", "A NWY-stp", (), True),
        ("f gre-bul/sc /dislodged/", "f gre-bul/sc", ("dislodged",), False),
        ("A Gal - Rum (*Bounce*)", "A Gal - Rum", ("bounce",), False),
        ("F Gre-Aeg - bounce", "F Gre-Aeg", ("bounce",), False),
        ("A Hol-Kie - OK", "A Hol-Kie", ("ok",), False),
        ("A HOL SA LON-BEL", "A HOL S A LON-BEL", (), False),
        ("f nth-BEL (d r:eng,otb)", "f nth-BEL", ("d r:eng,otb",), False),
    ],
)
def test_marks_part_from_orders(
    printed: str, text: str, marks: tuple[str, ...], failed: bool
) -> None:
    found = unmark(printed, italic=False)
    assert (found.text, found.marks, found.enclosed) == (text, marks, failed)


def test_helpers_within_an_order() -> None:
    assert unmark("a bud-ser (a tri, a rum s)", False).helpers == (
        ("a tri", "s", ""), ("a rum", "s", ""),
    )  # fmt: skip
    assert unmark("a edi-nwy (f nts c)", False).helpers == (("f nts", "c", ""),)
    nested = unmark("f bla-bul/ec (f con s [a smy s con])", False)
    assert nested.helpers == (("a smy", "s", "con"), ("f con", "s", ""))
    assert nested.text == "f bla-bul/ec"


WORDS = """\
# a made-up page
Moves - Spring 1901

Austria - A Vie-Gal - bounce, A Bud-Ser (f Tri s) - OK

Germany - A Mun Supports A Kiel - Ruhr - OK, A Kiel -
Ruhr - OK, (A Ber-Pru)

Russia - A War-Gal - bounced, dislodged, must retreat to Ukr, Lvn, otb, F Sev-H

Positions:

Austria - A Vie, A Ser, F Tri
"""


def test_words_behind_orders(read: Read) -> None:
    (game,) = read(WORDS)
    (phase,) = game.record.phases
    orders = {str(w.unit.at): w.order for w in phase.orders if w.unit}
    told = {str(p.at): p.outcomes for p in phase.results}
    assert told["Vie"] == {Outcome.BOUNCED}
    assert told["Bud"] == {Outcome.MOVED}
    assert told["Mun"] == {Outcome.GIVEN}
    assert told["Ber"] == {Outcome.FAILED}
    assert told["War"] == {Outcome.BOUNCED, Outcome.DISLODGED}
    assert isinstance(orders["Kie"], Move)
    assert orders["Sev"] == Hold()
    assert isinstance(orders["Tri"], Support)
    assert orders["Tri"].to == "Ser"
    assert phase.after is not None
    assert {str(u) for u in phase.after} == {"A Vie", "A Ser", "F Tri"}
    assert not phase.whole


NESTED = """\
# a made-up page
Fall 1902
England (Ann Example): a edi–nwy
(f nts c), f lon–eng.
Turkey (Bob Sample): a bul–rum
(a ser s) /dislodged/, <u>f con–bul/sc</u>.
"""


def test_nested_supports_and_strokes_and_underlines(read: Read) -> None:
    (game,) = read(NESTED)
    (phase,) = game.record.phases
    orders = {str(w.unit.at): w.order for w in phase.orders if w.unit}
    assert isinstance(orders["NTH"], Convoy)
    assert isinstance(orders["Ser"], Support)
    told = {str(p.at): p.outcomes for p in phase.results}
    assert Outcome.DISLODGED in told["Bul"]
    assert told["Con"] == {Outcome.FAILED}
    assert game.record.players["England"] == "Example"


def test_brackets_around_builds_and_retreats(read: Read) -> None:
    text = """\
Fall 1902
France: A Par H (ok), A Mar H (dislodged).
Winter 1902
France: [A Mar R Gas] destroyed, [Build F Bre] void, bld A Par, Remove Mar.
"""
    (game,) = read(text)
    assert game.remarks == ()
    retreats, winter = game.record.phases[1:]
    assert [p.outcomes for p in retreats.results] == [{Outcome.DESTROYED}]
    assert [str(w.order.at) for w in winter.orders] == ["Bre", "Par", "Mar"]  # type: ignore[union-attr]


def test_what_is_in_brackets_and_not_understood_is_told(read: Read) -> None:
    (game,) = read(
        "Spring 1901\n\nFRANCE: f BRE-mid (no), a par-BUR (ok), a mar-SPA (to join Humphrey).\n"
        "ITALY: a ven-TYR (dislodged: Pie or otb).\nGERMANY: a mun-RUH, f kie-DEN, a ber-KIE.\n"
    )
    told = [r.message for r in game.remarks]
    assert [m for m in told if "understood" in m] == [
        "(no) not understood",
        "(to join humphrey) not understood",
    ]
    (lost,) = [p for p in game.record.phases[0].results if Outcome.DISLODGED in p.outcomes]
    assert [str(at) for at in lost.options or ()] == ["Pie"]


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("A Par-Bur S/O", {Outcome.BOUNCED}), ("A Par-Bur (s.o.)", {Outcome.BOUNCED}),
        ("A Par s/o", {Outcome.HELD}), ("A Par (S.O.)", {Outcome.HELD}),
        ("A Par-Bur bounced, alas", {Outcome.BOUNCED}),
        ("A Par S A Mar-Bur cut by Italy", {Outcome.CUT}),
        ("A Par-Bur [bounced] (d)", {Outcome.BOUNCED, Outcome.DISLODGED}),
        ("A Par-Bur (stood off by Italy)", {Outcome.BOUNCED}),
        ("A Par-Bur (destroyed the enemy)", {Outcome.MOVED}),
        ("A Par-Bur (no convoy needed)", {Outcome.MOVED}),
    ],
)  # fmt: skip
def test_words_around_an_order(read: Read, text: str, outcomes: set[Outcome]) -> None:
    (game,) = read(f"Spring 1901\nFRANCE: {text}; F Bre-MAO.\nGERMANY: A Ber-Kie (bounced).\n")
    (par,) = [p for p in game.record.phases[0].results if p.at == "Par"]
    assert par.outcomes == outcomes


@pytest.mark.parametrize("mark", ["sic", "see below"])
def test_a_mark_that_is_not_understood_is_told_once(read: Read, mark: str) -> None:
    (game,) = read(f"Spring 1901\nFRANCE: A Par-Bur ({mark}).\nGERMANY: A Ber-Kie (bounced).\n")
    assert [r.message for r in game.remarks] == [f"({mark}) not understood"]
