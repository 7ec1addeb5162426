"""Reports in the manner of the zines; the games in them are made up."""

from __future__ import annotations

from samples import REPORT, Read

from builder.model.orders import Build, Convoy, Hold, Move, Remove, Retreat, Support, Waive
from builder.model.outcomes import Outcome


def test_header(read: Read) -> None:
    record = read(REPORT)[0].record
    assert (record.name, record.boardman, record.zine) == (
        "A Game of Nothing", "1999ZZ", "The Example",
    )  # fmt: skip
    assert record.players["France"] == "Right, New from Winter 1901"
    assert record.players["England"] == "?"
    assert record.id == "1999zz-a-game-of-nothing"


def test_capitals_and_italics_are_the_result(read: Read) -> None:
    spring = read(REPORT)[0].record.phases[0]
    told = {str(p.at): p.outcomes for p in spring.results}
    assert told["Vie"] == {Outcome.MOVED}
    assert told["Tri"] == {Outcome.FAILED}
    assert told["Par"] == {Outcome.VOID}
    assert told["Mar"] == {Outcome.HELD}
    assert told["Bre"] == {Outcome.FAILED, Outcome.DISLODGED}
    assert next(p.options for p in spring.results if p.at == "Bre") == ("Pic", "Gas")


def test_words_within_orders_and_standbys(read: Read) -> None:
    spring = read(REPORT)[0].record.phases[0]
    orders = {str(w.unit.at): w.order for w in spring.orders if w.unit}
    assert orders["Mar"] == Hold()
    assert isinstance(orders["Par"], Support)
    assert orders["Par"].power == "Germany"
    assert spring.nmr == ("Russia",)
    assert spring.standby == {"Russia": "Smith"}
    assert "Stp/sc" in orders


def test_retreats_builds_and_positions_find_their_phase(read: Read) -> None:
    record = read(REPORT)[0].record
    names = [(p.phase.season, p.phase.step) for p in record.phases]
    assert names == [
        ("spring", "movement"), ("spring", "retreats"), ("fall", "movement"),
        ("winter", "adjustments"),
    ]  # fmt: skip
    assert isinstance(record.phases[1].orders[0].order, Retreat)
    assert record.phases[1].after is not None
    assert len(record.phases[1].after) == 6
    winter = [w.order for w in record.phases[3].orders]
    assert [type(o) for o in winter] == [Build, Waive, Build]
    assert isinstance(record.phases[2].orders[2].order, Convoy)


def test_a_chart_continued_below(read: Read) -> None:
    owners = read(REPORT)[0].record.phases[2].owners
    assert owners is not None
    assert owners["Ser"] == "Austria"  # type: ignore[index]
    assert len(owners) == 10


def test_a_correction_is_a_ruling_with_its_source(read: Read) -> None:
    (ruling,) = read(REPORT)[0].record.rulings
    assert (ruling.power, str(ruling.at), ruling.outcome) == ("France", "Pic", Outcome.BOUNCED)
    assert ruling.source == "#15, 'Autumn 1901 - Corrected'"


def test_no_ruling_without_a_correction(read: Read) -> None:
    start = REPORT.index("===== issue15")
    assert read(REPORT[:start])[0].record.rulings == ()


def test_another_order_in_a_correction_takes_the_place_of_the_first(read: Read) -> None:
    record = read(REPORT.replace("<i>f PIC-bel</i>", "f pic-ENG"))[0].record
    order = next(w for w in record.phases[2].orders if w.unit and w.unit.at == "Pic")
    assert isinstance(order.order, Move)
    assert order.order.to == "ENG"
    assert any("First printed: f pic-BEL" in note.text for note in record.phases[2].notes)
    (ruling,) = record.rulings
    assert (ruling.outcome, ruling.source) == (Outcome.MOVED, "#15, 'Autumn 1901 - Corrected'")


def test_press_is_left_out_unless_asked_for(read: Read) -> None:
    def words(press: bool) -> list[str]:
        (game,) = read(REPORT, press=press)
        return [n.text for p in game.record.phases for n in p.notes if n.kind == "commentary"]

    assert words(False) == []
    assert any("Nothing to say" in text for text in words(True))


def test_typing_errors_are_guessed_with_a_remark(read: Read) -> None:
    (game,) = read(REPORT.replace("a par-BUR,", "PAR-bur, a MAR S a f bre,"))
    messages = [r.message for r in game.remarks]
    assert "no kind of unit printed" in messages
    assert "'a' left out" in messages


def test_what_no_order_can_be_made_of_is_told(read: Read) -> None:
    (game,) = read(REPORT.replace("a vie-GAL,", "a zzz-GAL,"))
    assert any(r.excerpt.startswith("a zzz-GAL") for r in game.remarks)
    assert any("zzz" in n.text for n in game.record.phases[0].notes)


SUBZINE = """\
===== sub_07.txt =====
Spring 1905
England (Ann (for Bob)): f lon-nth,
a lvp-yor.
France (C. Dee): f bre-mid, a par-bur
(a mar s).
Turkey (E. Eff): f bla-bul/ec (f con s
[a smy s con]).
The Editor, 1 High Street,
Autumn/Winter 1905/
Fall 1905 Deadline: May

===== sub_08.txt =====
A line before anything else.
Fall 1905
England (Ann): f nth-den.
France (C. Dee): a bur h.
"""


def test_seasons_that_are_only_due_and_players_with_a_stand_in(read: Read) -> None:
    (game,) = read(SUBZINE)
    spring, fall = (p for p in game.record.phases if p.phase.step == "movement")
    assert (spring.phase.season, len(spring.orders)) == ("spring", 8)
    assert (fall.phase.season, len(fall.orders)) == ("fall", 2)
    orders = {str(w.unit.at): w.order for w in spring.orders if w.unit}
    assert orders["Con"] == Support(orders["Con"].at, orders["BLA"].to, orders["Con"].kind)
    assert (orders["Smy"].at, orders["Smy"].to) == ("Con", None)
    assert game.record.players["England"] == "Ann (for Bob), Ann from Fall 1905"


REFUSED = """\
A GAME

Fall 1905
===========

FRANCE (Dee): A Par H, [A Par - Bur] ordered twice, [A Lon - Wal] no such unit.
GERMANY (Eff): A Mun (unordered), A Ber - Sil.

Winter 1905
===========

FRANCE (Dee): Build A Mar, NBR (A Ruh is removed by rule), [Build F Par] void,
    [Build F Bre] void, [Waive] void.
GERMANY (Eff): Remove A Sil.

Supply centres
France: Par = 1
Germany: Mun = 1

Positions

AUSTRIA: has none.
FRANCE: has A Par.
GERMANY: has A Mun.
"""


def test_what_was_refused_and_who_had_no_order(read: Read) -> None:
    (game,) = read(REFUSED)
    spring, winter = game.record.phases
    assert game.remarks == ()
    assert [str(u) for u in game.record.start or ()] == ["A Par", "A Mun", "A Ber"]
    assert [str(u) for u in spring.after or ()] == ["A Par", "A Mun", "A Sil"]
    assert {str(p.at): p.outcomes for p in spring.results if p.at in ("Lon", "Mun")} == {
        "Lon": {Outcome.ILLEGAL}, "Mun": {Outcome.NO_ORDER},
    }  # fmt: skip
    assert [type(w.order) for w in winter.orders] == [Build, Build, Build, Waive, Remove]
    assert [str(u) for u in winter.after or ()] == ["A Par", "A Mun"], "all there is"
