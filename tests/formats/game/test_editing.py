"""Edits of game files: every letter outside of the changed phase stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from our_archive import ARCHIVE

from builder.formats.game.editing import GameText, PhaseChange
from builder.formats.game.reading import read_game
from builder.model.units import Power
from builder.record import PhaseRecord, Record

VARIANT = ARCHIVE.variant("standard")
SETTING = VARIANT.setting
CALENDAR = SETTING.calendar
ENGLAND, ITALY, TURKEY = Power("England"), Power("Italy"), Power("Turkey")
NAMES = ("Spring 1901", "Fall 1901", "Spring 1902", "Fall 1902")
COMMENTS = ("", " # by hand: {x}", "   #")
BETWEEN = (
    "",
    "\n",
    "# of the zine: no. 4\n",
    "  # the next one\n",
    "      # deep: in the phase\n",
    "  \n",
)


def record_of(text: str) -> Record:
    return read_game(text, "x.yaml", lambda _: VARIANT)


Orders = tuple[tuple[str, str, str], ...]


def phases_of(text: str) -> dict[str, tuple[Orders, PhaseRecord]]:
    """The orders of each phase, and all else in it, but for the lines in which it stands."""
    found = {}
    for phase in record_of(text).phases:
        orders = tuple(sorted((w.issuer, w.text, repr(w.order)) for w in phase.orders))
        found[CALENDAR.title(phase.phase)] = (orders, phase._replace(line=0, orders=()))
    return found


@st.composite
def block_fields(draw: st.DrawFn, name: str) -> str:
    depth = " " * draw(st.sampled_from([3, 4, 6]))
    comment = draw(st.sampled_from(COMMENTS))
    fields = draw(
        st.permutations(
            [
                f"{depth}England: F Lon-NTH{comment}\n",
                f"{depth}'France': |{comment}\n{depth}  A Par-Bur\n\n{depth}  A Mar-Spa # so: he\n",
                f"{depth}note: >-\n{depth} A folded: text\n\n{depth} of two lines\n",
                f'{depth}"Germany": "A Ber-Kie;\n{depth}  A Mun-Ruh"{comment}\n',
                f"{depth}Russia: [A War-Gal,\n{depth} F Sev-BLA]{comment}\n",
                f"{depth}nmr: [Italy, Turkey]\n",
                f"{depth}deadline: Friday{comment}\n",
            ]
        )
    )
    count = draw(st.integers(1, len(fields)))
    return f"  {name}:{draw(st.sampled_from(COMMENTS))}\n" + "".join(fields[:count])


@st.composite
def phase_texts(draw: st.DrawFn, name: str) -> str:
    quote = draw(st.sampled_from(["", '"', "'"]))
    if draw(st.integers(0, 3)) == 0:
        fields = "England: F Lon-NTH, 'nmr': [Italy, Turkey],\n    Russia: A War-Gal"
        return f"  {quote}{name}{quote}: {{{fields}}}{draw(st.sampled_from(COMMENTS))}\n"
    return draw(block_fields(f"{quote}{name}{quote}"))


@st.composite
def game_texts(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A game file in one of many styles, and the names of its phases."""
    names = NAMES[: draw(st.integers(1, 4))]
    head = draw(st.sampled_from(["", "# Mein Spiel – été\n", "---\n"]))
    comment = draw(st.sampled_from(COMMENTS))
    pieces = [f"{head}game: Zürich \U0001f3b2\nvariant: standard\nphases:{comment}\n"]
    for name in names:
        pieces.append(draw(phase_texts(name)))
        pieces.append(draw(st.sampled_from(BETWEEN)))
    pieces.append(
        draw(st.sampled_from(["", "note: the end\n", "# the end\n", "tags: [a,\n  b]\n"]))
    )
    text = "".join(pieces)
    if draw(st.booleans()):
        text = text.rstrip("\n")
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return text, list(names)


def outside(text: str, name: str) -> tuple[str, str]:
    """What is before and behind a phase."""
    typed = GameText(text, SETTING).phase_text(CALENDAR.get(name))
    before, _, behind = text.partition(typed)
    return before, behind


@given(game_texts())
def test_a_phase_that_is_added_and_taken_out_leaves_every_letter(
    case: tuple[str, list[str]],
) -> None:
    text, names = case
    new = CALENDAR.get("Spring 1903")
    orders = {ENGLAND: ["F Lon-NTH", "A Lvp-Yor"]}
    change = PhaseChange(orders, [ITALY], {"deadline": '"May"'})
    longer = GameText(text, SETTING).with_phase(new, change)
    assert [*phases_of(longer)] == [*names, "Spring 1903"]
    before, behind = outside(longer, "Spring 1903")
    assert text in (before + behind, before.rstrip("\r\n") + behind)
    assert GameText(longer, SETTING).without_phase(new) == text


@given(game_texts(), st.data())
def test_only_the_phase_that_is_taken_out_is_gone(
    case: tuple[str, list[str]], data: st.DataObject
) -> None:
    text, names = case
    name = data.draw(st.sampled_from(names))
    left = GameText(text, SETTING).without_phase(CALENDAR.get(name))
    before, behind = outside(text, name)
    expected = phases_of(text)
    del expected[name]
    assert phases_of(left) == expected
    if len(names) == 1:
        before = before.replace("phases:", "phases: {}", 1)
    assert left in (before + behind, before.rstrip("\r\n") + behind)


@given(game_texts(), st.data())
def test_only_the_phase_that_is_changed_differs(
    case: tuple[str, list[str]], data: st.DataObject
) -> None:
    text, names = case
    name = data.draw(st.sampled_from(names))
    change = PhaseChange({ENGLAND: ["F Lon-ENG"], ITALY: ["A Ven H"]}, [], {"deadline": '"May"'})
    after = GameText(text, SETTING).with_changed(CALENDAR.get(name), change)
    assert outside(after, name) == outside(text, name)
    was, now = phases_of(text), phases_of(after)
    (orders, phase), (old_orders, old) = now.pop(name), was.pop(name)
    assert now == was
    mine = {text for power, text, _ in orders if power == ENGLAND}
    assert (mine, phase.deadline) == ({"F Lon-ENG"}, "May")
    assert {order for order in old_orders if order[0] not in (ENGLAND, ITALY)} <= {*orders}
    assert ITALY not in phase.nmr
    assert (TURKEY in phase.nmr) == (TURKEY in old.nmr)
    assert [n.text for n in phase.notes] == [n.text for n in old.notes]


@given(game_texts(), game_texts())
def test_a_phase_moves_from_one_file_to_another(
    public: tuple[str, list[str]], private: tuple[str, list[str]]
) -> None:
    announced = CALENDAR.get("Spring 1903")
    moved = CALENDAR.get(private[1][-1])
    old = CALENDAR.title(moved)
    source = private[0].replace(old, "Spring 1903")
    text = GameText(public[0], SETTING).with_phase(announced, PhaseChange(keys={"draft": "yes"}))
    after = GameText(text, SETTING).with_phase_of(GameText(source, SETTING), announced)
    assert outside(after, "Spring 1903") == outside(text, "Spring 1903")
    expected = phases_of(source)["Spring 1903"]
    assert phases_of(after)["Spring 1903"] == expected


JSON_GAME = {
    "game": "X",
    "variant": "standard",
    "phases": {"Spring 1901": {"England": "F Lon-NTH"}},
}
ORDERS = PhaseChange({ENGLAND: ["F NTH-Nwy", "A Lvp-Yor"]}, [ITALY], {"note": '"A, b: c"'})


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("phases", [{}, JSON_GAME["phases"]])
def test_a_file_of_json_stays_json(indent: int | None, phases: dict[str, object]) -> None:
    text = json.dumps(JSON_GAME | {"phases": phases}, indent=indent)
    fall = CALENDAR.get("Fall 1901")
    longer = GameText(text, SETTING).with_phase(fall, ORDERS)
    assert json.loads(longer)["phases"]["Fall 1901"]["England"] == ["F NTH-Nwy", "A Lvp-Yor"]
    assert len(phases_of(longer)["Fall 1901"][0]) == 2
    assert GameText(longer, SETTING).without_phase(fall) == text
    block = GameText("phases: {}\n", SETTING).with_phase(fall, ORDERS)
    announced = GameText(text, SETTING).with_phase(fall, PhaseChange(keys={"draft": "true"}))
    published = GameText(announced, SETTING).with_phase_of(GameText(block, SETTING), fall)
    assert phases_of(published)["Fall 1901"] == phases_of(longer)["Fall 1901"]
    json.loads(published)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("{a: {}, phases: {Spring 1901: {}, Fall 1901: {}}}", "{a: {}, phases: {Fall 1901: {}}}"),
        ("{phases: {Spring 1901: {}}}", "{phases: {}}"),
        ("{phases: {Spring 1901: {}, }}", "{phases: { }}"),
        ("{phases: {Spring 1901: {} # a, b\n , F1901M: {}}}", "{phases: { # a, b\n  F1901M: {}}}"),
        ("phases: {} # x\n", None),
    ],
)  # fmt: skip
def test_the_first_of_phases_between_brackets(text: str, left: str | None) -> None:
    spring = CALENDAR.get("Spring 1901")
    if left is None:
        left, text = text, GameText(text, SETTING).with_phase(spring, ORDERS)
        assert text.startswith("phases: # x\n  Spring 1901:\n    note: ")
    assert GameText(text, SETTING).without_phase(spring) == left


@pytest.mark.parametrize("start", ["phases: {}", "phases: {}\n", "phases: {}\nnote: x\n", "a: b\n"])
def test_the_first_phase(start: str) -> None:
    spring = CALENDAR.get("Spring 1901")
    text = GameText(start, SETTING).with_phase(spring, ORDERS)
    assert GameText(text, SETTING).listed == [spring]
    again = GameText(text, SETTING).without_phase(spring)
    assert again == (start if "phases" in start else "a: b\nphases: {}\n")


@pytest.mark.parametrize("empty", ["", " {}", " ~"])
def test_an_announced_phase_gets_orders(empty: str) -> None:
    spring = CALENDAR.get("Spring 1901")
    text = (
        f"game: X\nvariant: standard\nphases:\n  S1901M:{empty}\n  F1901M: {{England: F Lon-NTH}}\n"
    )
    after = GameText(text, SETTING).with_changed(spring, ORDERS)
    assert [len(p.orders) for p in record_of(after).phases] == [2, 1]
