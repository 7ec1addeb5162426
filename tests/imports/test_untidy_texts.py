"""Texts of others as mail programs and hasty hands leave them: nothing is lost or doubled."""

from __future__ import annotations

from collections import Counter

import pytest
from samples import CASES, HEADS, LED, MAIL, NEXT_MAIL, OPENING, REPORT, Read

from builder.imports.files import decoded
from builder.imports.importer import Imported

TEXTS = {
    "droidippy": OPENING, "zine": REPORT, "judge": MAIL + "\n" + NEXT_MAIL, "cases": CASES,
    "led": LED, "heads": HEADS,
}  # fmt: skip
BY_NAME = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


def orders(games: list[Imported]) -> Counter[object]:
    """How often each order is there; waived builds are alike."""
    phases = [p for game in games for p in game.record.phases]
    return Counter((p.phase, w.issuer, w.unit, w.order) for p in phases for w in p.orders if w.unit)


def told(games: list[Imported]) -> str:
    """All that is reported, and all notes."""
    notes = [note.text for g in games for p in g.record.phases for note in p.notes]
    return "\n".join([*(str(r) for g in games for r in g.remarks), *notes])


@BY_NAME
def test_a_line_that_is_there_twice_doubles_no_order(text: str, read: Read) -> None:
    once, lines = orders(read(text)), text.splitlines()
    for at, line in enumerate(lines):
        twice = orders(read("\n".join([*lines[:at], line, *lines[at:]])))
        assert not {order for order in twice if twice[order] > max(1, once[order])}, line


@BY_NAME
@pytest.mark.parametrize("sign", [">", "> ", ">> ", "> > "])
def test_a_forwarded_text_is_read_like_the_text(text: str, sign: str, read: Read) -> None:
    quoted = "".join(f"{sign}{line}\n" for line in text.splitlines())
    games, others = read(quoted), read(text)
    assert orders(games) == orders(others)
    assert told(games) == told(others)


def test_soft_hyphens_and_blanks_of_no_width_are_dropped() -> None:
    assert decoded("A Mu\xadnich\u200b-Bur\u2060\ufeff\r\n".encode()) == "A Munich-Bur\n"


@pytest.mark.parametrize(
    ("text", "right", "wrong", "lost"),
    [
        (HEADS, "\nF Denmark Hold", "\n😀 F Denmark Hold", "😀 F Denmark Hold"),
        (HEADS, "\nF Denmark Hold", "\n**F Denmark Hold**", "**F Denmark Hold**"),
        (MAIL, "Movement results for Fall of", "Results, Fall", "Army Wales -> English Channel"),
        (NEXT_MAIL, "Movement results", "Movernent results", "England: Army Brest -> Paris"),
        (MAIL, "England: Fleet", "* England: Fleet", "* England: Fleet English Channel CONVOY"),
        (MAIL, "Germany: Fleet", "> Germany: Fleet", "> Germany: Fleet Denmark"),
        (MAIL, "England:   Builds", "England:\nBuilds", "Builds a fleet in London"),
        (MAIL, "France:    Paris", "- France:    Paris", "- France: Paris"),
        (MAIL, "The French Army in", "The French Arrny in", "can retreat to Tyrolia"),
        (MAIL, "pending.\n", "pending. ", "what follows is left out"),
        (HEADS, "Sea)\n", "Sea) :-)\n", "(retreated to Norwegian Sea) :-)"),
        (REPORT, "RUSSIA (Odd): NMR", "RU5SIA (Odd): NMR", "RU5SIA (Odd): NMR"),
        (REPORT, "FRANCE (New): bld", "Vichy FRANCE (New): bld", "Vichy FRANCE (New): bld f bre"),
        (CASES, "CASE first", "Case first", "Germany: A mun-bur"),
        (CASES, "CASE second", "Case second", "Austria: A tri-bud"),
        (CASES, "END\n", "END\nFrance: A gas-bur\n", "France: A gas-bur"),
    ],
)
def test_an_order_in_the_wrong_place_is_reported(
    text: str, right: str, wrong: str, lost: str, read: Read
) -> None:
    whole = text if text is not NEXT_MAIL else f"{MAIL}\n{text}"
    assert right in whole
    at = whole.rindex(right)
    assert lost in told(read(whole[:at] + wrong + whole[at + len(right) :]))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (REPORT, "RUSSIA (Odd): NMR"), (REPORT, "FRANCE (Right): R"), (REPORT, "FRANCE (New): bld"),
        (HEADS, "Germany:\nF"), (HEADS, "F North Sea Hold"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("sign", ["- ", "* ", "• ", "3. ", "  2. ", "\t"])
def test_bullets_and_numbers_before_a_power(text: str, line: str, sign: str, read: Read) -> None:
    assert line in text
    listed = read(text.replace(line, sign + line))
    assert orders(listed) == orders(read(text))
    assert told(listed) == told(read(text))


@pytest.mark.parametrize("shape", ["> {}", "| {}", "[{}]", "- {}", "3) {}", "\t{}"])
def test_signs_around_the_first_order_under_a_power(shape: str, read: Read) -> None:
    order = "F Denmark Hold"
    assert orders(read(HEADS.replace(order, shape.format(order)))) == orders(read(HEADS))


@pytest.mark.parametrize("column", ["resu1t", "remarks"])
def test_a_column_that_is_not_known_is_reported(column: str, read: Read) -> None:
    rows = "Spring 1901,Austria,A Vie-Gal,moved\nSpring 1901,Italy,A Ven H\n"
    (game,) = read(f"phase,power,order,{column}\n{rows}")
    assert [r.message for r in game.remarks if r.excerpt == "moved"] == [
        "left out, in no column that is known"
    ]


def test_a_message_of_a_log_that_breaks_off_is_reported(read: Read) -> None:
    log = "NOW ( SPR #1901 ) ( AUS AMY VIE )\nORD ( SPR #1901 ) ( ( AUS AMY VIE ) HLD ) ( SUC )\n"
    for wrong in ("SCO ( AUS BUD TRI ) ( ENG EDI", "SCO ( AUS BUD TRI ) ( ENX EDI )"):
        (game,) = read(f"{log}{wrong}\n")
        assert wrong in told([game])


@pytest.mark.parametrize(
    "head",
    [
        "*Russia*:", "# Russia", "3. Russia", "[Russia]", "“Russia”:", "🇷🇺 Russia", "Russia (Cid)",
        "Russia, Cid", "Orders for Russia:", "Russia's orders:", "Cid (Russia)", "Russian orders",
        "Russland:",
    ],
)  # fmt: skip
def test_orders_below_a_head_are_never_those_of_the_power_above(head: str, read: Read) -> None:
    games = read(HEADS.replace("Russia:", head))
    moved = {w.issuer for p in games[0].record.phases for w in p.orders if w.home in ("Fin", "Swe")}
    assert moved <= {"Russia"}
    assert moved or "A Sweden Supports A Finland - Norway" in told(games)
