"""What a game's page carries: as little as it can, and nothing lost by it."""

from __future__ import annotations

import math
import re
from itertools import groupby
from pathlib import Path

import pytest
from markupsafe import Markup
from sitework import ROOT, sample, standard, unfolded

from builder.archive import Archive
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.draw.phase_map import picture
from builder.model.kinds import Power
from builder.playback.replaying import Replay, replay
from builder.site.assets import style_sheet
from builder.site.parts.inline_board import inlined
from builder.site.parts.order_rows import OrderRow, lines
from builder.site.player.packing import folded, row, uncased
from builder.site.player.player_data import player

MOST = 400_000
PATH = re.compile(r' d="([^"]*)"')


@pytest.fixture(scope="module")
def sheet() -> BoardSheet:
    return read_sheet(ROOT / "maps/standard/map.svg")


def travelling(played: Replay, sheet: BoardSheet) -> str:
    setting = played.variant.setting
    drawn = [picture(sheet, setting, s.turn, title="x", subtitle="y") for s in played.stages]
    told = [lines(s.turn, setting) for s in played.stages]
    return str(player(played, sheet, drawn, told).data)


def test_the_data_of_forty_phases_weigh_at_most_400_kb(sheet: BoardSheet) -> None:
    found = Archive(ROOT)
    path = ROOT / "games/standard/2005a-spirals-of-paranoia.yaml"
    record = found.game(path)
    assert len(record.phases) >= 40
    played = replay(found.variant(record.variant), record)
    assert len(travelling(played, sheet).encode()) <= MOST


def test_what_is_folded_can_be_unfolded() -> None:
    drawn = ['<g class="a"><use href="#x" x="1"/></g><path d="M1 2l3 4"/>' * n for n in (3, 5)]
    data = {"phases": [{"l": drawn[0], "c": drawn[1]}], "end": {"c": drawn[0]}}
    packed = folded(data)
    assert len(packed["phases"][0]["c"]) < len(drawn[1]) / 5
    again = [unfolded(packed["phases"][0][key], packed["table"]) for key in "lc"]
    assert again == drawn


@pytest.mark.parametrize(
    ("key", "at", "text", "cells"),
    [
        ("a-mun", "Mun", "A Mun – Bur", [0, 0]),
        ("f-stp-sc", "Stp/sc", "F Stp/sc – BOT", [0, 0]),
        ("a-par", "Par", "Build A Par", [0, 0]),
        ("x-a-sil", "", "A Sil – Gal", ["x-a-sil", ""]),
        ("waive", "", "Waive", ["waive", ""]),
    ],
)
def test_an_order_names_its_own_unit(key: str, at: str, text: str, cells: list[object]) -> None:
    assert row(OrderRow(key, at, Power("Germany"), text)) == [*cells, text]


def test_a_reason_names_its_units_by_their_words() -> None:
    why = Markup('By <a class="ref" href="#order-a-bel" data-o="Bel">A Bel</a>.')
    line = OrderRow("a-hol", "Hol", Power("Germany"), "A Hol – Bel", "stood off", why)
    assert row(line)[4] == "By \x01A Bel\x02."
    odd = Markup('By <a class="ref" href="#order-x" data-o="Bel">A Bel</a>.')
    assert row(OrderRow("a", "A", Power("Germany"), "A A H", "void", odd))[4] == str(odd)


def test_only_a_casing_that_follows_its_lines_is_left_out() -> None:
    frame = '<g class="lay-casing"><g fill="none"><path d="{}"/></g></g><g class="lay-paths">{}</g>'
    paths = '<path d="M1 2l3 4"/><path d="M5 6z"/><path d="M9 9l1 1" class="f-illegal"/>'
    assert uncased(frame.format("M5 6zM1 2l3 4", paths)) == frame.format("", paths).replace(
        ' d=""', "", 1
    )
    other = frame.format("M5 6z", paths)
    assert uncased(other) == other


def test_the_first_year_of_a_game_needs_no_casing(sheet: BoardSheet) -> None:
    variant = standard()
    packed = travelling(replay(variant, sample(variant)), sheet)
    assert packed.count("lay-casing") == 1


@pytest.mark.parametrize("name", [p.parent.name for p in sorted(ROOT.glob("maps/*/map.svg"))])
def test_a_board_in_a_page_is_the_board(name: str) -> None:
    drawn = read_sheet(ROOT / "maps" / name / "map.svg")
    shown = inlined(drawn)
    for before, after in zip(
        (drawn.defs, *drawn.layers.values()), (shown.defs, *shown.layers.values()), strict=True
    ):
        assert PATH.sub("", before) == PATH.sub("", after)
        for fine, coarse in zip(PATH.findall(before), PATH.findall(after), strict=True):
            if coarse != fine:
                again = [corner for corner, _ in groupby(corners(coarse))]
                assert halves(corners(fine)) == again, f"{fine[:40]} in {name}"


def halves(corners: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Corners in tenths as whole halves; those that fall together once."""
    near = [(math.floor(x / 5 + 0.5) * 5, math.floor(y / 5 + 0.5) * 5) for x, y in corners]
    return [corner for corner, _ in groupby(near)]


def corners(outline: str) -> list[tuple[int, int]]:
    """The places of an outline's corners, in tenths of a unit."""
    found, x, y = [], 0, 0
    for letter, tail in re.findall(r"([MlA-Za-z])([^A-Za-z]*)", outline):
        numbers = [int(float(n)) for n in re.findall(r"-?[\d.]+", tail)]
        if letter not in "Ml":
            continue
        for a, b in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = (a, b) if letter == "M" else (x + a, y + b)
            found.append((x, y))
    return found


def test_the_style_sheet_keeps_its_words() -> None:
    sheet = style_sheet()
    assert "/*" not in sheet
    for part in sorted(Path(ROOT / "builder/site/assets/style").glob("*.css")):
        for words in re.findall(r'content: ?("[^"]*")', part.read_text(encoding="utf-8")):
            assert f"content:{words}" in sheet
