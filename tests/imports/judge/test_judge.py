from __future__ import annotations

import pytest
from samples import MAIL, PAGE, Read

from builder.imports.importer import Imported
from builder.model.calendar import Phase
from builder.model.orders import Build, Convoy, Move, Support, Waive
from builder.model.outcomes import Outcome


def test_orders_results_and_unordered_units(read: Read) -> None:
    record = read(MAIL)[0].record
    movement, winter = record.phases
    orders = [w.order for w in movement.orders]
    assert orders[0] == Move(orders[0].to, via=True, route=("ENG",))  # type: ignore[union-attr, arg-type]
    assert [type(o) for o in orders] == [Move, Convoy, Support, Move]
    told = {str(p.at): p.outcomes for p in movement.results}
    assert told["Par"] == {Outcome.VOID}
    assert told["Mun"] == {Outcome.BOUNCED, Outcome.DISLODGED}
    assert told["Den"] == {Outcome.NO_ORDER}
    assert "ENG" not in told, "judges print nothing of convoys"
    assert [type(w.order) for w in winter.orders][:2] == [Build, Waive]
    assert record.boardman == "1999XY"


def test_retreats_and_ownership_wrapped_over_lines(read: Read) -> None:
    movement = read(MAIL)[0].record.phases[0]
    assert next(p.options for p in movement.results if p.at == "Mun") == ("Tyr", "Boh")
    assert movement.owners is not None
    assert sorted(movement.owners) == ["Bre", "Edi", "Lon", "Lvp", "Par"]
    assert movement.counts == {"England": 4}


def test_mid_game_mail_starts_from_the_units_it_names(read: Read) -> None:
    record = read(MAIL)[0].record
    assert record.start is not None
    assert {str(u) for u in record.start} == {"A Wal", "F ENG", "A Par", "A Mun", "F Den"}


def test_pages_say_the_same_as_mail(read: Read) -> None:
    mail, page = read(MAIL)[0].record, read(PAGE, "page.html")[0].record
    orders = [(w.issuer, w.unit, w.order) for w in mail.phases[0].orders]
    assert [(w.issuer, w.unit, w.order) for w in page.phases[0].orders] == orders


def test_what_is_not_understood_is_told(read: Read) -> None:
    text = MAIL.replace("Army Paris SUPPORT", "Army Paris SUPPOSES")
    (game,) = read(text)
    assert (
        game.remarks[0].line
        == MAIL.splitlines().index("England: Army Wales -> English Channel -> Brest.") + 3
    )
    assert "not understood" in game.remarks[0].message


def test_mail_with_a_gap_comes_in_stretches(read: Read) -> None:
    later = MAIL.replace("1901", "1904").partition("\n\n")[2]
    assert [len(g.record.phases) for g in read(MAIL + "\n" + later)] == [2, 2]


def test_sentences_of_other_judges(read: Read) -> None:
    text = MAIL.replace("English Fleet North", "Englsh Fleet North")
    text += "\nGermany:   2 builds pending.\n"
    text += "Germany:   Builds a fleet in Kiel. Press (1901): hello!\n"
    (game,) = read(text)
    assert "read without the name of the other power" in str(game.remarks[0])
    assert "what follows is left out" in str(game.remarks[-1])
    winter = game.record.phases[-1]
    assert [type(w.order) for w in winter.orders if w.issuer == "Germany"] == [Waive, Waive, Build]
    assert any("Press" in str(r) for r in game.remarks)


def test_retreats_that_were_not_ordered(read: Read) -> None:
    retreats = """
Retreat orders for Fall of 1901.  (sample.004)

France:    Army  Munich, No Order Processed (DISBAND).
"""
    head, _, _ = MAIL.partition("Adjustment orders")
    (game,) = read(head + retreats)
    assert not game.remarks
    assert game.record.phases[-1].results[0].outcomes == {Outcome.DISBANDED}


def test_a_turn_that_was_done_again(read: Read) -> None:
    again = MAIL.replace("Army Munich -> Burgundy", "Army Munich -> Tyrolia")
    (game,) = read(MAIL + again)
    goals = [w.order.to for w in game.record.phases[0].orders if isinstance(w.order, Move)]
    assert "Tyr" in goals
    assert "Bur" not in goals
    assert "reported twice" in str(game.remarks[-1])
    assert "Burgundy" in game.record.phases[0].notes[0].text
    assert not [r for r in read(MAIL + MAIL)[0].remarks if "twice" in str(r)]


def test_a_shorter_report_of_a_turn_is_kept_in_a_note(read: Read) -> None:
    head, _, _ = MAIL.partition("Adjustment orders")
    shorter = head.replace("England: Army Wales -> English Channel -> Brest.\n", "")
    (game,) = read(head + shorter.replace("Army Munich -> Burgundy", "Army Munich -> Tyrolia"))
    (phase,) = game.record.phases
    assert "Bur" in [w.order.to for w in phase.orders if isinstance(w.order, Move)]
    assert "the first report counts" in str(game.remarks[-1])
    assert "Tyrolia" in phase.notes[0].text


def test_how_the_game_ended(read: Read) -> None:
    won = read(MAIL + "\nThe game was conceded to France.\n")[0].record.result
    assert (won.kind, won.powers) == ("conceded", ("France",))
    drawn = read(MAIL + "\nThe game was declared a draw between England and France.\n")[0]
    assert (drawn.record.result.kind, drawn.record.result.powers) == ("draw", ("England", "France"))
    solo = read(MAIL.replace("Builds   2 units.", "Builds   2 units.  (* VICTORY!! *)"))[0]
    assert (solo.record.result.kind, solo.record.result.powers) == ("won", ("England",))
    assert read(MAIL)[0].record.result.kind == "unknown"


def test_a_result_on_the_next_line(read: Read) -> None:
    text = MAIL.replace("Burgundy.  (*bounce, dislodged*)", "Burgundy.\n(*bounce, dislodged*)")
    assert text != MAIL
    told = {str(p.at): p.outcomes for p in read(text)[0].record.phases[0].results}
    assert told["Mun"] == {Outcome.BOUNCED, Outcome.DISLODGED}


def ordered(game: Imported) -> list[list[tuple[object, ...]]]:
    """Every order of a game, phase by phase."""
    return [[(w.issuer, w.unit, w.order) for w in p.orders] for p in game.record.phases]


def test_an_order_wrapped_before_its_arrow(read: Read) -> None:
    plain, wrapped = "-> Burgundy", "\n         -> Burgundy"
    assert plain in MAIL
    assert ordered(read(MAIL.replace(plain, wrapped))[0]) == ordered(read(MAIL)[0])


def test_retreats_of_summer_are_those_of_spring(read: Read) -> None:
    text = (
        "Movement results for Spring of 1901.  (foo.001)\n\nEngland: Fleet London -> North Sea.\n"
    )
    text += "\nRetreat orders for Summer of 1901.  (foo.001)\n\n"
    text += "England: Army Wales -> Yorkshire.\n"
    phases = [recorded.phase for recorded in read(text)[0].record.phases]
    assert phases == [Phase(1901, "spring", "movement"), Phase(1901, "spring", "retreats")]


@pytest.mark.parametrize("eol", ["\n", "=20\n"])
def test_what_mail_made_of_the_text_is_undone(read: Read, eol: str) -> None:
    """Forwarded with a sign before every line, or sent in a code that spells out signs."""
    sent = MAIL.replace("=", "=3D").replace("\n", eol) if eol != "\n" else MAIL
    if eol == "\n":
        sent = "".join(f"> {line}\n" if line else ">\n" for line in MAIL.splitlines())
    (plain,), (game,) = read(MAIL), read(sent)
    assert [p.results for p in game.record.phases] == [p.results for p in plain.record.phases]
    assert ordered(game) == ordered(plain)
    assert game.remarks == plain.remarks


def test_lines_that_the_code_of_mail_broke_are_joined(read: Read) -> None:
    cut = MAIL.replace("English Channel -> Brest", "English Chan=\nnel -> Brest", 1)
    head = "Content-Transfer-Encoding: quoted-printable\n\n"
    assert ordered(read(head + cut)[0]) == ordered(read(MAIL)[0])
