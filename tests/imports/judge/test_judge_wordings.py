"""What the judges' own programs can print, beside what their games are seen to print."""

from __future__ import annotations

import html

import pytest
from samples import Read

from builder.imports.game_parts import merged
from builder.model.calendar import Phase
from builder.model.orders import Build, Disband, Move, Remove, Retreat, Support, Waive
from builder.model.outcomes import Outcome
from builder.model.units import Location, Power
from builder.playback.replaying import replay
from builder.prose.comparisons import why_different
from builder.record import Record
from builder.variant import Variant

HEAD = ":: Judge: NONE  Game: fable  Variant: Standard\n\n"
FALL = HEAD + "Movement results for Fall of 1903. (fable.009)\n\n"


def game(read: Read, text: str) -> Record:
    (found,) = read(text)
    assert not found.remarks
    return found.record


def test_a_line_that_breaks_behind_a_saint(read: Read) -> None:
    text = f"""{FALL}Russia: Army Livonia SUPPORT Fleet Norway -> St.
Petersburg (north coast).
Norway: nothing.
"""
    text = text.replace("Norway: nothing.\n", "Germany: Fleet Norway HOLD.\n")
    text += """
The following units were dislodged:

The Russian Fleet in the Gulf of Bothnia can retreat to Finland or St.
Petersburg (south coast).

Ownership of supply centers:

Russia:    Moscow, Sevastopol, Warsaw, St.
           Petersburg.
"""
    (movement,) = game(read, text).phases
    assert isinstance(movement.orders[0].order, Support)
    assert movement.orders[0].order.to == "Stp/nc"
    assert movement.results[-1].options == ("Fin", "Stp/sc")
    assert sorted(movement.owners or ()) == ["Mos", "Sev", "Stp", "War"]


@pytest.mark.parametrize(
    ("said", "kind", "powers"),
    [
        (
            "Game 'fable' has been declared a draw between Austria, England, France, Germany\n"
            "and Turkey. Well played!",
            "draw", ("Austria", "England", "France", "Germany", "Turkey"),
        ),
        ("Game fable conceded to Italy.\nThe game is over.", "conceded", ("Italy",)),
        ("Game 'fable' has ended in a victory for Italy.", "won", ("Italy",)),
        ("The game was won by Italy.", "won", ("Italy",)),
        ("Winning Centers changed to 19 to avoid a draw.", "unknown", ()),
        ("I hope that it ends in a draw between Italy and us.", "unknown", ()),
    ],
)  # fmt: skip
def test_endings(read: Read, said: str, kind: str, powers: tuple[str, ...]) -> None:
    result = game(read, f"{FALL}Italy: Army Rome HOLD.\n\n{said}\n").result
    assert (result.kind, result.powers) == (kind, powers)


@pytest.mark.parametrize(
    "title",
    [
        "Broadcast message from a@b.example as Italy in 'fable':",
        "Message from Italy to\nGermany in 'fable':",
        "Broadcast message [by Italy] in 'fable':",
    ],
)
def test_press_is_no_report(read: Read, title: str) -> None:
    """What players write to each other, be it orders or that somebody has won."""
    text = f"""{FALL}Italy: Army Rome HOLD.

{title}

Germany: Army Munich -> Tyrolia.
Russia has won, as you see.
Germany: tell me.

End of message.

The game was conceded to Russia.
"""
    record = game(read, text)
    assert [w.issuer for w in record.phases[0].orders] == ["Italy"]
    assert record.result.kind == "conceded"
    charted = text.replace("End of message.", "Ownership of supply centers:\n\nItaly:   Rome.")
    assert game(read, charted).phases[0].owners == {"Rom": "Italy"}
    (told,) = read(text, press=True)
    assert "Germany: tell me." in [n.text for n in told.record.phases[0].notes]


def test_units_that_were_destroyed_without_a_reason(read: Read) -> None:
    text = (
        FALL + "Italy: Army Rome HOLD.  (*dislodged*)\n\nThe Italian army in Rome was destroyed.\n"
    )
    (said,) = game(read, text).phases[0].results
    assert (said.outcomes, said.options) == ({Outcome.DISLODGED}, ())


def test_orders_that_the_judge_did_not_take(read: Read) -> None:
    text = FALL + "Italy: Army Rome -> Apulia.\nItaly: A ROM - VEN.  (*reorder*)\n"
    text += "Italy: F XYZ - ION.  (*invalid*)\n"
    (movement,) = game(read, text).phases
    assert [w.text for w in movement.orders] == ["Army Rome -> Apulia"]
    assert len(movement.notes) == 2


@pytest.mark.parametrize("mark", ["", "  (*no convoy*)", "  (*void*)"])
def test_supports_for_an_army_that_nobody_carried(read: Read, standard: Variant, mark: str) -> None:
    text = f"""{FALL}England: Army London -> North Sea -> Norway.  (*no convoy*)
England: Fleet North Sea HOLD.
England: Fleet Norwegian Sea SUPPORT Army London -> Norway.{mark}
"""
    record = game(read, text)
    assert [s.verdict for s in replay(standard, record).stages] == ["agrees"]
    false = game(read, text.replace("HOLD", "CONVOY Army London -> Norway"))
    assert [s.verdict for s in replay(standard, false).stages] == ["differs"]
    aside = game(
        read, text.replace("SUPPORT Army London -> Norway", "SUPPORT Army London -> Edinburgh")
    )
    agrees = "agrees" if "void" in mark else "differs"
    assert [s.verdict for s in replay(standard, aside).stages] == [agrees]


@pytest.mark.parametrize(
    "form",
    [
        "<html><body><h1>A fable</h1><pre>\n{}</pre></body></html>",
        "<PRE>\n{}",
        "<body>\n<div>{}</div></body>",
    ],
)
def test_pages(read: Read, form: str) -> None:
    """Text as it was typed keeps its lines on a page; signs are spelled out there."""
    report = (
        FALL + "Italy: Army Rome -> Tuscany.  (*bounce*)\nItaly: Fleet Naples -> Ionian\nSea.\n"
    )
    shown = html.escape(report)
    shown = shown.replace("\n", "</div><div>\n") if "div" in form else shown
    (found,) = read(form.format(shown).replace("Ionian</div><div>", "Ionian"), "page.html")
    assert found.record.phases[0].orders[1].order == Move(Location("ION"))
    plain, page = game(read, report).phases[0].results, found.record.phases[0].results
    assert [p._replace(line=q.line) for p, q in zip(page, plain, strict=True)] == [*plain]
    assert page[0].line == plain[0].line + 1
    coded = read(html.escape(report))[0].record
    assert len(coded.phases[0].orders) == 2


def test_who_is_away_is_noted(read: Read) -> None:
    text = f"""{FALL}Italy: Army Rome, No Order Processed.

Ownership of supply centers:

Italy:     Rome.
France:    Paris.

Italy:      1 Supply center,   1 Unit:   Builds   0 units.  (* CD *)
France:     1 Supply center,   0 Units:  Builds   1 unit.   (* ABANDONED *)
"""
    (movement,) = game(read, text).phases
    assert [n.text for n in movement.notes] == [
        "Italy is in civil disorder.",
        "France is abandoned.",
    ]
    assert movement.counts == {"Italy": 1, "France": 1}


def test_orders_that_were_only_sent_in(read: Read) -> None:
    """A judge acknowledges orders in words of a report; what became of them is told later."""
    sent = HEAD + "Movement orders for Fall of 1903. (fable.009)\n\n"
    sent += "Italy: Move Submitted.\nItaly: Army Rome -> Apulia.\n"
    report = FALL + "Austria: Army Trieste -> Apulia.\nItaly: Army Rome -> Naples.\n"
    for text in (sent + report, report + sent):
        (movement,) = game(read, text).phases
        assert [w.text for w in movement.orders][1:] == ["Army Rome -> Naples"]
    (alone,) = game(read, sent).phases
    assert not alone.results
    (found,) = read(report + sent.replace("Fall of 1903", "Spring of 1904"))
    assert [p.phase.year for p in found.record.phases] == [1903]
    assert "without results" in found.remarks[0].message


def test_what_stands_before_a_phase_is_no_report(read: Read) -> None:
    text = f"""{HEAD}Status of the Movement phase for Fall of 1903.  (fable.009)

Italy:   Army Rome.
Italy:   Fleet Naples can retreat to Apulia.

Ownership of supply centers:

Italy:     Rome, Naples.

Italy:      2 Supply centers,  2 Units:  Builds   0 units.

{FALL}Italy: Army Rome HOLD.
"""
    record = game(read, text)
    assert record.start_owners == {"Rom": "Italy", "Nap": "Italy"}
    assert len(record.phases) == 1
    assert len(record.phases[0].orders) == 1
    assert record.phases[0].owners is None


def test_retreats_and_adjustments_have_outcomes(read: Read) -> None:
    text = f"""{FALL}Italy: Army Rome HOLD.  (*dislodged*)
Italy: Fleet Naples HOLD.  (*dislodged*)

Retreat results for Fall of 1903.  (fable.010)

Italy:     Army  Rome -> Apulia (*bounce, destroyed*).
Italy:     Fleet Naples -> Apulia.

Adjustment results for Winter of 1903.  (fable.011)

Italy:     Builds an army in Venice.
Italy:     2 unusable builds waived.
Russia:    Builds a fleet in St. Petersburg (south coast).
Turkey:    Removes the fleet in the Black Sea.
Turkey:    Defaults, removing the fleet in the Eastern Mediterranean.
"""
    _, retreats, winter = game(read, text).phases
    assert [type(w.order) for w in retreats.orders] == [Retreat, Retreat]
    assert [p.outcomes for p in retreats.results] == [
        {Outcome.BOUNCED, Outcome.DESTROYED}, {Outcome.RETREATED},
    ]  # fmt: skip
    kinds = [type(w.order) for w in winter.orders]
    assert kinds == [Build, Waive, Waive, Build, Remove, Remove]
    assert [p.outcomes for p in winter.results][1:] == [
        {Outcome.BUILT}, {Outcome.REMOVED}, {Outcome.REMOVED},
    ]  # fmt: skip


def test_files_of_realpolitik(read: Read) -> None:
    text = """Movement results for Fall of 1903.  (A fable)

France: F Spain(sc) - Mid-Atlantic Ocean.
France: A Burgundy, no move received.

Germany: A Holland Hold (*dislodged*).
Germany: A Kiel Supports A Holland.

The following units were dislodged:

German A Holland can retreat to Ruhr.

Unit locations:

France:    F Mid-Atlantic Ocean, A Burgundy.
Germany:   A Kiel, A Holland.

Ownership of supply centers:

France:    Spain.
Unowned:   Greece.

France:     1 Supply center,   2 Units:  Removes  1 unit.

The next phase of A fable will be Retreats for Fall of 1903.

Retreat orders for Fall of 1903.  (A fable)

Germany: disband A Holland.

Unit locations:

France:    F Mid-Atlantic Ocean, A Burgundy.
Germany:   A Kiel.

Adjustment orders for Winter of 1903.  (A fable)

France: Defaults, removing A Burgundy.
Germany: Build F Kiel.
"""
    record = game(read, text)
    movement, retreats, winter = record.phases
    assert record.name == "A fable"
    germany = Power("Germany")
    assert movement.owners is None
    assert [str(u) for u in movement.after or () if u.power == germany] == ["A Kie"]
    assert movement.results[-2].outcomes == {Outcome.DISLODGED}
    assert movement.results[-2].options == ("Ruh",)
    assert type(movement.orders[0].order) is Move
    assert [type(w.order) for w in retreats.orders] == [Disband]
    assert len(retreats.after or ()) == 3
    assert [type(w.order) for w in winter.orders] == [Remove, Build]
    assert retreats.phase == Phase(1903, "fall", "retreats")


def test_what_cannot_have_been_carried_out(read: Read, standard: Variant) -> None:
    """A judge prints only what it did; a build where nobody may build is a difference."""
    text = f"""{FALL}England: Army Silesia, No Orders Processed.
England: Fleet Norway HOLD.
Germany: Fleet Denmark HOLD.

Ownership of supply centers:

England:   Norway.
Germany:   Berlin, Denmark, Kiel.

Adjustment results for Winter of 1903.  (fable.010)

England:   Removes the army in Silesia.
Germany:   Builds an army in Kiel.
Germany:   Builds an army in Berlin.
"""
    sound = game(read, text)
    assert [s.verdict for s in replay(standard, sound).stages] == ["agrees", "agrees"]
    for told, false in (("in Kiel", "in Munich"), ("army in Silesia", "fleet in the Black Sea")):
        *_, winter = replay(standard, game(read, text.replace(told, false))).stages
        (wrong,) = [c for c in winter.comparisons if c.verdict == "differs"]
        assert wrong.computed == "illegal"
        assert why_different(wrong, winter, standard.setting).startswith("printed as ")
        assert "no order led" not in why_different(wrong, winter, standard.setting)


def test_a_mail_that_begins_with_retreats(read: Read, standard: Variant) -> None:
    """Nobody tells where the other units stand, so that nothing can be compared."""
    text = (
        HEAD + "Retreat orders for Fall of 1903.  (fable.010)\n\nItaly:     Army  Rome -> Apulia.\n"
    )
    text += "\nOwnership of supply centers:\n\nItaly:     Naples, Rome.\n\n"
    text += "Adjustment orders for Winter of 1903.  (fable.011)\n\n"
    text += "Italy:     Builds an army in Naples.\n"
    stages = replay(standard, game(read, text)).stages
    assert "differs" not in [s.verdict for s in stages]
    spring = "Movement results for Spring of 1904. (fable.012)\n\nItaly: Army Apulia HOLD.\n"
    spring += "Italy: Army Naples HOLD.\nAustria: Army Vienna HOLD.\n"
    (found,) = read(f"{text}\n{spring}")
    assert [s.verdict for s in replay(standard, found.record).stages] == ["agrees"]
    assert found.record.start_owners == {"Nap": "Italy", "Rom": "Italy"}
    assert ["left out" in str(r) for r in found.remarks] == [True, True]
    assert "Builds an army in Naples" in str(found.remarks[1])


def test_a_mail_that_goes_on_with_retreats(read: Read, standard: Variant) -> None:
    """What one mail cannot tell alone, it tells after the mail before."""
    first = FALL + "Italy: Army Rome HOLD.  (*dislodged*)\nAustria: Army Venice -> Rome.\n"
    first += "Austria: Army Tuscany SUPPORT Army Venice -> Rome.\n"
    second = (
        HEAD + "Retreat orders for Fall of 1903.  (fable.010)\n\nItaly:     Army  Rome -> Apulia.\n"
    )
    third = "\nMovement results for Spring of 1904. (fable.012)\n\nItaly: Army Apulia HOLD.\n"
    third += "Austria: Army Rome HOLD.\nAustria: Army Tuscany HOLD.\n"
    for mails in ([first, second + third], [first, second, HEAD + third]):
        parts = [found for text in mails for found in read(text)]
        (whole,) = merged(parts, lambda _: standard.setting.calendar)
        verdicts = [s.verdict for s in replay(standard, whole.record).stages]
        assert verdicts[:2] == ["agrees", "agrees"]
        assert verdicts[-1] == "agrees"
        assert not whole.remarks


@pytest.mark.parametrize(
    "said",
    [
        "The French Fleet in Tunis can retreat to North Africa.\n"
        "\nFrance: Fleet Tunis, No Order Processed.\n",
        "France: (*dislodged*) Fleet Tunis, No Order Processed.\n",
    ],
)
def test_a_unit_without_orders_is_known_by_whatever_names_it(read: Read, said: str) -> None:
    record = game(read, f"{FALL}{said}Italy: Fleet Ionian Sea -> Tunis.\n")
    assert record.start is not None
    assert {(u.power, u.kind, str(u.at)) for u in record.start} == {
        ("France", "F", "Tun"), ("Italy", "F", "ION"),
    }  # fmt: skip
