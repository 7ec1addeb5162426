"""Orders with one sign lost, doubled or misplaced are read as they were meant, or reported."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

import pytest
from our_archive import ARCHIVE, ROOT, WHOLE

from builder.formats.game.typed_orders import TypedOrders, read_typed
from builder.model.orders import Convoy, Embark, Move, Support, Written
from builder.model.units import Location
from builder.notation.notation import write_order
from builder.playback.replaying import Stage, replay

STANDARD = ARCHIVE.variant("standard")
SPRING = STANDARD.setting.start.phase
FORMS = ("{}\n{}\n\n", "**{}**\n{}\n\n", "{}: {}\n")
SPELLINGS = (
    (" - ", "-"),
    (" - ", " to "),
    (" - ", " -> "),
    (" S ", " (s) "),
    (" S ", " supports "),
)


@cache
def stages() -> list[Stage]:
    """The phases of recorded games that have orders."""
    paths = sorted((ROOT / "games/standard").glob("*.yaml"))[:: 1 if WHOLE else 4]
    games = [replay(STANDARD, ARCHIVE.game(path)) for path in paths]
    return [s for game in games for s in game.stages if s.recorded and s.recorded.orders]


def text_of(stage: Stage, chance: Random) -> str:
    """The orders of a phase as a mail in one of several forms."""
    form, spelling = chance.choice(FORMS), chance.choice(SPELLINGS)
    between = chance.choice(["\n", ", ", "; "])
    mine: dict[str, list[str]] = {}
    for written in stage.recorded.orders if stage.recorded else ():
        text = write_order(written, STANDARD.setting).replace(*spelling)
        mine.setdefault(written.issuer, []).append(text)
    return "".join(form.format(power, between.join(texts)) for power, texts in mine.items())


def damaged(text: str, chance: Random) -> str:
    """The text with one sign, word or line lost, doubled, or exchanged for the next."""
    kind = chance.choice([r"[,;.]", r"\n", r"[()*]", "[->]", ":", " ", r"\w", r"\S+", "two", "add"])
    if kind in ("two", "add"):
        i = chance.randrange(1, len(text) - 1)
        return text[:i] + (
            text[i + 1] + text[i] + text[i + 2 :] if kind == "two" else text[i - 1 :]
        )
    found = chance.choice([*re.finditer(kind, text)] or [*re.finditer(" ", text)])
    return text[: found.start()] + text[found.end() :]


def meant(typed: TypedOrders) -> Counter[tuple[object, ...]]:
    return Counter(
        (w.issuer, w.unit and w.unit.at, _order(w)) for mine in typed.orders.values() for w in mine
    )


def _order(w: Written) -> object:
    """An order without what may be left out; here nobody embarks, so `F Kie > BAL` is a move."""
    if isinstance(w.order, Embark) and w.order.to is None:
        return Move(Location(w.order.on))
    return w.order._replace(kind=None) if isinstance(w.order, Support | Convoy) else w.order


def reported(typed: TypedOrders, stage: Stage) -> bool:
    """Is a line not read, or does an order fail by itself, or a unit stay without one?"""
    if typed.mistakes or any(line.kind in ("skipped", "replaced") for line in typed.lines):
        return True
    orders = tuple(w for mine in typed.orders.values() for w in mine)
    turn = STANDARD.open(stage.turn.before).play(orders)
    unordered = any(a.meant is None for a in turn.actions)
    failed = any(f.written is None or not f.finding for f in turn.ends)
    return unordered or failed or any(not finding for finding in turn.faults.values())


@pytest.mark.parametrize("seed", range(3))
def test_law_a_damaged_mail_is_read_as_it_was_meant_or_reported(seed: int) -> None:
    chance = Random(seed)
    for _ in range(40):
        stage = chance.choice(stages())
        whole = text_of(stage, chance)
        broken = damaged(whole, chance)
        first, second = (
            read_typed(text, "m", STANDARD.setting, stage.phase) for text in (whole, broken)
        )
        assert meant(first) == meant(second) or reported(second, stage), broken


@pytest.mark.parametrize(
    "line",
    [
        "A Par Mar-Bur", "HOLD ALL", "A Par-BurA Mar-Spa",
    ],
)  # fmt: skip
def test_orders_that_cannot_be_read_are_no_talk(line: str) -> None:
    typed = read_typed(f"FRANCE:\n{line}\n", "m", STANDARD.setting, SPRING)
    assert typed.mistakes
    assert not typed.orders.get("France")


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("A Par-Bur A Mar-Spa F Bre-MAO", 3),
        ("My army in Paris moves to Burgundy and my fleet in Brest to the Mid-Atlantic.", 2),
        ("1) A Par-Bur 2) A Mar-Spa", 2),
        ("| A Par | Bur |", 1),
    ],
)
def test_several_orders_on_a_line_are_read(line: str, count: int) -> None:
    typed = read_typed(f"FRANCE:\n{line}\n", "m", STANDARD.setting, SPRING)
    assert not typed.mistakes
    assert len(typed.orders["France"]) == count


@pytest.mark.parametrize("between", ["\n\n", "\nOops, once more:\n"])
def test_a_mail_pasted_twice_counts_once(between: str) -> None:
    one = "FRANCE\nA Par-Bur\nA Mar-Spa\n"
    typed = read_typed(one + between + one, "m", STANDARD.setting, SPRING)
    assert [w.text for w in typed.orders["France"]] == ["A Par-Bur", "A Mar-Spa"]
    assert [line.kind for line in typed.lines].count("repeated") == 2
