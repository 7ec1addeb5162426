"""What a game's page carries: as little as it can, and nothing lost by it."""

from __future__ import annotations

import gzip
import math
import re
from itertools import groupby
from pathlib import Path

import pytest
from our_archive import ARCHIVE
from sample_archive import ROOT, sample, standard

from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.draw.phase_map import picture
from builder.draw.shared_board import coarse
from builder.playback.replaying import replay
from builder.site.artifacts import SiteSettings
from builder.site.assets import OWN_STYLES, STYLES, packed_styles
from builder.site.parts.player import player
from builder.site.publishing.site import Site

PATH = re.compile(r' d="([^"]*)"')


@pytest.fixture(scope="module")
def sheet() -> BoardSheet:
    return read_sheet(ROOT / "maps/standard/map.svg")


def test_the_player_carries_one_phase_however_many_there_are(sheet: BoardSheet) -> None:
    variant = standard()
    played = replay(variant, sample(variant))
    setting = variant.setting
    drawn = picture(sheet, setting, played.stages[0].turn, title="x", subtitle="y")
    shown = player(played, sheet, [drawn])
    assert str(shown.board).count('class="lay-casing"') == 1
    assert len(shown.data) < 600 * len(played.stages)
    assert "lay-paths" not in shown.end


@pytest.mark.parametrize("name", ["standard/2005a-spirals-of-paranoia", "cat/cat-exhibition"])
def test_a_game_weighs_little_and_has_few_files(name: str) -> None:
    site = Site(ARCHIVE, SiteSettings("none", "linked"))
    work = site.work(ROOT / "games" / f"{name}.yaml")
    assert work
    sizes = {a.path: len(str(a.content).encode()) for a in work.artifacts()}
    phases = len(work.replay.stages)
    assert len(sizes) <= phases + 11
    assert sum(sizes.values()) <= phases * 36_000


@pytest.mark.parametrize("name", ["droidippy-7162", "droidippy-6267"])
def test_a_long_game_of_one_page_weighs_little(name: str) -> None:
    """57 and 58 phases, the heavier ones of their length, without the frame of a theme."""
    work = Site(ARCHIVE).work(ROOT / f"games/droidippy/{name}.yaml")
    assert work
    contents = [str(artifact.content).encode() for artifact in work.artifacts()]
    assert len(contents) == 2
    assert sum(map(len, contents)) < 149_000
    assert sum(len(gzip.compress(content, 9)) for content in contents) < 31_000


def test_a_phase_brings_little_to_its_board(sheet: BoardSheet) -> None:
    site = Site(ARCHIVE)
    work = site.work(ROOT / "games/standard/2005a-spirals-of-paranoia.yaml")
    assert work
    weights = []
    for at in range(len(work.replay.stages)):
        drawn = str(work.map(at, "../../../"))
        own = [re.search(f'<g class="{n}".*?(?=<image|<g class="words|</svg>)', drawn, re.S)
               for n in ("tints", "lines", "counters")]  # fmt: skip
        weights.append(sum(len(found[0]) for found in own if found))
        assert drawn.count("<image") == 3
        assert 'clip-path="' not in drawn
        assert " style=" not in drawn
    assert max(weights) <= 13_000


@pytest.mark.parametrize("name", [p.parent.name for p in sorted(ROOT.glob("maps/*/map.svg"))])
def test_a_board_in_a_page_is_the_board(name: str) -> None:
    drawn = read_sheet(ROOT / "maps" / name / "map.svg")
    shown = coarse(drawn)
    for before, after in zip(
        (drawn.defs, *drawn.layers.values()), (shown.defs, *shown.layers.values()), strict=True
    ):
        assert PATH.sub("", before) == PATH.sub("", after)
        for fine, rough in zip(PATH.findall(before), PATH.findall(after), strict=True):
            if rough != fine:
                again = [corner for corner, _ in groupby(corners(rough))]
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
    sheet = packed_styles(STYLES) + "".join(map(packed_styles, OWN_STYLES.values()))
    assert "/*" not in sheet
    for part in sorted(Path(ROOT / "builder/site/assets/style").glob("*.css")):
        for words in re.findall(r'content: ?("[^"]*")', part.read_text(encoding="utf-8")):
            assert f"content:{words}" in sheet


def test_every_block_of_the_style_sheet_is_closed_in_its_own_part() -> None:
    for part in sorted((ROOT / "builder/site/assets/style").glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", part.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert text.count("{") == text.count("}"), part.name
