from __future__ import annotations

from samples import MAIL, PAGE, Read

from builder.model.findings import Outcome
from builder.model.orders import Build, Convoy, Move, Support, Waive


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
