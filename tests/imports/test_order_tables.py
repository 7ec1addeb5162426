"""Tables with one order a row, and logs of programs: both are read back as games."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.errors import ArchiveError
from builder.exports.order_results import orders_csv
from builder.exports.registry import unwritable_facts
from builder.imports.importer import TextFile
from builder.imports.programs.daide import TURNS
from builder.imports.registry import IMPORTERS, import_document, importer_of, refusal, site_of
from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    Support,
    Written,
)
from builder.model.outcomes import Outcome
from builder.model.units import Location
from builder.notation.notation import write_order
from builder.playback.replaying import replay

CODES = {"ENG": "ECH", "BOT": "GOB", "LYO": "GOL"}
SHEET = """Year;Season;Country;Unit;From;Action;Target;To;Result
1901;Spring;France;A;Par;move;;Bur;succeeds
1901;Spring;France;A;Mar;support;A Par;Bur;cut
1901;Spring;France;Fleet;Bre;hold;;;
1901;Spring;Austria;;;NMR;;;
1901;Winter;France;A;Par;build;;;done
1901;Spring;France;A;Lyons;dance;;;
"""
LOG = """17,,MAP ( s t a n d a r d )
17,,NOW ( SPR #1901 ) ( ENG FLT LON ) ( ENG AMY LVP ) ( RUS FLT ( STP SCS ) )
17,,ORD ( SPR #1901 ) ( ( ENG FLT LON ) MTO NTH ) ( SUC )
18,,ORD ( SPR #1901 ) ( ( ENG FLT LON ) MTO NTH ) ( SUC )
17,SUB ( SPR #1901 ) ( ( ENG AMY LVP ) CTO NWY VIA ( NTH ) )
17,,ORD ( SPR #1901 ) ( ( ENG AMY LVP ) MTO VIA ) ( NSO )
17,,ORD ( SPR #1901 ) ( ( RUS FLT ( STP SCS ) ) SUP ( ENG FLT LON ) MTO NTH ) ( NSO )
17,,FRM ( ENG ) ( RUS ) ( PRP ( PCE ( ENG RUS ) ) )
17,,SCO ( ENG EDI LON LVP ) ( UNO BEL ),NOW ( FAL #1901 ) ( ENG FLT NTH ) ( ENG AMY LVP )
"""


@pytest.mark.parametrize(
    "name", ["2005a-spirals-of-paranoia", "cat-exhibition", "cicero-439643", "chaos-exhibition"]
)
def test_our_own_table_is_the_same_game_again(name: str) -> None:
    record = ARCHIVE.game(next((ARCHIVE.root / "games").rglob(f"{name}.yaml")))
    variant = ARCHIVE.variant(record.variant)
    text = orders_csv(replay(variant, record))
    (game,) = import_document(TextFile("x.csv", text), lambda named: ARCHIVE.variant(named).setting)
    assert (game.record.id, game.record.variant, game.remarks) == (name, record.variant, ())
    assert "printed positions" in unwritable_facts(replay(variant, record), "csv") or not any(
        p.after is not None for p in record.phases
    )
    for told, again in zip([p for p in record.phases if p.orders], game.record.phases, strict=True):
        assert told.phase == again.phase
        for one, other in zip(told.orders, again.orders, strict=True):
            assert (one.issuer, one.unit, one.order) == (other.issuer, other.unit, other.order)
        ours = {(p.at.province, p.power): p.outcomes for p in told.results if p.outcomes}
        theirs = {(p.at.province, p.power): p.outcomes for p in again.results}
        assert theirs.items() <= ours.items()


def cells(w: Written) -> str:
    """An order in the cells of a spreadsheet: unit, place, action, target, goal."""
    unit, order = w.unit, w.order
    assert unit is not None
    if isinstance(order, Build | Remove | Hold | Disband):
        return f"{unit.kind or ''};{unit.at};{type(order).__name__.lower()};;"
    if isinstance(order, Move | Retreat):
        return f"{unit.kind or ''};{unit.at};{type(order).__name__.lower()};;{order.to}"
    assert isinstance(order, Support | Convoy)
    helped = f"{order.kind or ''} {order.at}".strip()
    return f"{unit.kind or ''};{unit.at};{type(order).__name__.lower()};{helped};{order.to or ''}"


def tokens(w: Written) -> str:
    """An order as a DAIDE server sends it."""

    def at(place: Location) -> str:
        code = CODES.get(place.province, place.province.upper())
        return f"( {code} {place.coast.upper()}S )" if place.coast else code

    def of(power: str, kind: str | None, place: Location) -> str:
        return f"( {power[:3].upper()} {'FLT' if kind == 'F' else 'AMY'} {at(place)} )"

    unit, order = w.unit, w.order
    assert unit is not None
    mine = of(w.issuer, unit.kind, unit.at)
    match order:
        case Move():
            return f"{mine} MTO {at(order.to)}"
        case Retreat():
            return f"{mine} RTO {at(order.to)}"
        case Support() if order.at is not None:
            goal = f" MTO {at(Location(order.to.province))}" if order.to else ""
            return f"{mine} SUP {of(w.issuer, order.kind, order.at)}{goal}"
        case Convoy() if order.to is not None:
            return f"{mine} CVY {of(w.issuer, 'A', order.at)} CTO {at(order.to)}"
    words = {Hold: "HLD", Disband: "DSB", Build: "BLD", Remove: "REM"}
    return f"{mine} {words[type(order)]}"


def alike(w: Written) -> tuple[object, ...]:
    """An order without the kind and power of a unit that it helps, and without a route."""
    order = w.order
    if isinstance(order, Support | Convoy):
        order = order._replace(kind=None, power=None, to=order.to and order.to.province)
    if isinstance(order, Move):
        order = Move(order.to)
    return w.issuer, w.unit and w.unit.at, order


@pytest.mark.parametrize("name", ["2005a-spirals-of-paranoia", "2003g-flip-flop", "unicorn-2004"])
@pytest.mark.parametrize("form", ["table", "daide"])
def test_what_others_write_of_a_game_is_the_game(name: str, form: str, read: Read) -> None:
    record = ARCHIVE.game(next((ARCHIVE.root / "games").rglob(f"{name}.yaml")))
    rows = []
    for phase, w in ((p, w) for p in record.phases for w in p.orders if w.unit is not None):
        year, season, step = phase.phase
        if form == "table":
            rows.append(f"{year};{season};{step};{w.issuer};{cells(w)};")
        else:
            turn = next(k for k, known in TURNS.items() if known == [season, step])
            rows.append(f"1,,ORD ( {turn} #{year} ) ( {tokens(w)} ) ( SUC )")
    head = ["Year;Season;Step;Country;Unit;From;Action;Target;To;Result"] * (form == "table")
    (game,) = read("\n".join([*head, *rows]), "x.csv")
    assert [r for r in game.remarks if "no position" not in r.message] == []
    told = {p.phase: [alike(w) for w in p.orders if w.unit] for p in record.phases if p.orders}
    again = {p.phase: [alike(w) for w in p.orders] for p in game.record.phases if p.orders}
    for phase, orders in told.items():
        assert [*dict.fromkeys(map(str, orders))] == [*dict.fromkeys(map(str, again[phase]))]


def test_a_spreadsheet_with_an_order_in_several_cells(read: Read) -> None:
    (game,) = read(SHEET, "sheet.csv")
    spring, winter = game.record.phases
    setting = ARCHIVE.variant("standard").setting
    shown = [write_order(w, setting) for w in spring.orders]
    assert shown == ["A Par - Bur", "A Mar S A Par - Bur", "F Bre H"]
    assert [set(p.outcomes) for p in spring.results] == [{Outcome.MOVED}, {Outcome.CUT}]
    assert spring.nmr == ("Austria",)
    assert [set(p.outcomes) for p in winter.results] == [{Outcome.BUILT}]
    assert [r.line for r in game.remarks] == [7]


def test_a_log_is_read_once_and_a_lost_goal_is_taken_from_what_was_sent(read: Read) -> None:
    (game,) = read(LOG, "log.csv", press=True)
    (spring,) = game.record.phases
    setting = ARCHIVE.variant("standard").setting
    shown = [write_order(w, setting) for w in spring.orders]
    assert shown == ["F Lon - NTH", "A Lvp - Nwy via NTH", "F Stp/sc S English F Lon - NTH"]
    assert [set(p.outcomes) for p in spring.results] == [{Outcome.MOVED}, {Outcome.FAILED}]
    assert [str(u) for u in spring.after or ()] == ["F NTH", "A Lvp"]
    assert [r.line for r in game.remarks] == [6]
    assert [n.author for n in spring.notes if n.kind == "press"] == ["England"]


@pytest.mark.parametrize(
    ("site", "text"),
    [
        ("Backstabbr", "<html><head><title>KGB - Backstabbr</title><body>Austria: A Vie-Bud"),
        ("playdiplomacy", "<a href='game_history.php?game_id=9&phase=O&gdate=3'>Fall 1902</a>"),
        ("webDiplomacy", '<link href="https://webdiplomacy.net/css/board.css">'),
    ],
)
def test_a_page_of_a_site_without_a_reader_is_refused_by_name(site: str, text: str) -> None:
    page = TextFile("page.html", text)
    assert importer_of(page) is None
    assert site in refusal(page)
    assert all(one.name in refusal(page) for one in IMPORTERS)
    assert "--from" in refusal(page)
    assert importer_of(page, "judge") is not None


def test_a_game_that_speaks_of_a_site_is_read() -> None:
    assert not site_of("We play on at playdiplomacy.com.\n\nSpring 1901\nAustria: A VIE-GAL")
    assert not site_of('<html>A zine. <a href="https://www.backstabbr.com">Join</a> us there.')
    assert not site_of('{"messages": ["<a href=playdiplomacy.com>"]}')


@pytest.mark.parametrize("text", ["S Germany's Mun", "all hold", "cheers"])
def test_what_stands_where_an_order_belongs_is_never_talk(read: Read, text: str) -> None:
    (game,) = read(f"phase,power,order\nSpring 1901,France,{text}\n", "table")
    (note,) = game.record.phases[0].notes
    assert (note.kind, note.text, note.source) == ("not read", f"France: {text}", "line 2")


def test_a_quote_that_is_never_closed_breaks_the_table_and_no_more() -> None:
    table = 'phase,power,order\nS1901M,France,"A Par-Bur\n' + "S1901M,France,F Bre H\n" * 9000
    with pytest.raises(ArchiveError, match=r"orders\.csv: not readable as table"):
        list(
            import_document(
                TextFile("orders.csv", table), lambda named: ARCHIVE.variant(named).setting
            )
        )


LETTERS = """year,season,power,unit,from,action,target,success,reason
1901,Spring,F,A,Par,MOVE,Bur,0,Bounced
1901,Spring,G,A,Mun,MOVE,Bur,0,
1901,Spring,E,F,Lon,MOVE,NTH,1,
1901,Spring,A,A,Vie,HOLD,,1,
"""


def test_letters_for_powers_and_figures_for_success(read: Read) -> None:
    (game,) = read(LETTERS, "letters.csv")
    (spring,) = game.record.phases
    assert [w.issuer for w in spring.orders] == ["France", "Germany", "England", "Austria"]
    assert [set(p.outcomes) for p in spring.results] == [
        {Outcome.BOUNCED}, {Outcome.FAILED}, {Outcome.MOVED}, {Outcome.HELD},
    ]  # fmt: skip
    assert not game.remarks


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("We met, and A Paris went to Burgundy, then F Brest to MAO.", "put the season above"),
        ("Power;Result;Place\nFrance;moved;Paris", "table: its first line must name columns"),
        ('{"game": {"turns": []}}', "saved-game: a game in JSON needs `phases`"),
        ("Dear all,\n\nno game today.", ""),
    ],
)
def test_a_refusal_names_the_likeliest_format_and_what_to_change(text: str, hint: str) -> None:
    said = refusal(TextFile("game.txt", text))
    assert hint in said
    assert ("most likely" in said) == bool(hint)
