"""A seventh variant in data alone: boards, amendments and kinds of others put together."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from our_archive import ROOT
from sample_archive import OneBlock, made
from worked_cases import ids_in

from builder.archive import Archive
from builder.cases import check
from builder.draw.board_sheet import read_sheet
from builder.draw.phase_map import picture, whole
from builder.errors import Mistakes
from builder.formats.cases import Case, read_cases
from builder.formats.game import read_game, write_game
from builder.formats.variants import load_variant
from builder.playback.replaying import replay
from builder.selfplay.game import exhibit
from builder.site.publishing.fixed_parts import fixed_parts, leading_parts, variant_parts
from builder.site.publishing.site import Site
from builder.site.publishing.summary_parts import SummaryParts

PARTS = Path(__file__).parent / "compositions"
NAMES = ("all-at-once", "cline-pigs", "doubles", "frozen-leaders", "ice-and-leaders")
DRAWN = NAMES[1:]
CASES = (PARTS / "cases.yaml", PARTS / "straits.yaml")


@cache
def archive() -> Archive:
    """An archive with the boards of this one and the variants put together from them."""
    root = Path(mkdtemp())
    for name in ("standard", "loeb9", "cline9-iv"):
        shutil.copytree(ROOT / "maps" / name, root / "maps" / name)
    for name in (*NAMES, "strait-from-sicily", "strait-to-tunis"):
        (root / "maps" / name).mkdir()
        shutil.copy(PARTS / f"{name}.yaml", root / "maps" / name / "variant.yaml")
    for board in PARTS.glob("*-board.yaml"):
        shutil.copy(board, root / "maps" / board.name.removesuffix("-board.yaml") / "board.yaml")
    return Archive(root)


@cache
def cases(path: Path) -> dict[str, Case]:
    return {case.id: case for case in read_cases(path, archive().variant)}


@pytest.mark.parametrize(
    ("path", "name"), [(path, name) for path in CASES for name in ids_in(path)]
)
def test_its_cases(path: Path, name: str) -> None:
    verdict = check(cases(path)[name])
    assert verdict.found == verdict.expected


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_it(name: str) -> None:
    variant = archive().variant(name)
    record = exhibit(variant, seed=1, years=2, sentences=(), options={}).record
    text = write_game(record, variant)
    again = read_game(text, f"{record.id}.yaml", archive().variant)
    one, other = (replay(variant, r).stages for r in (record, again))
    assert [s.next for s in one] == [s.next for s in other]


@pytest.mark.parametrize("name", DRAWN)
def test_it_can_be_drawn(name: str) -> None:
    variant = archive().variant(name)
    sheet = read_sheet(archive().root / "maps" / variant.drawing / "map.svg")
    for stage in replay(
        variant, exhibit(variant, seed=1, years=1, sentences=(), options={}).record
    ).stages:
        shown = picture(sheet, variant.setting, stage.turn, title=name)
        drawn = whole(sheet, variant.setting, shown, title=name, description="")
        assert ET.fromstring(drawn).tag.endswith("svg")


def test_its_pages() -> None:
    site = Site(archive())
    parts = [*made(site, leading_parts(site)), *made(site, fixed_parts(site))]
    parts += made(site, variant_parts(site))
    parts += made(site, SummaryParts(site, [], OneBlock([])))
    printed = {a.path: str(a.content) for a in parts}
    for name in NAMES:
        page = printed[f"variants/{name}/index.html"]
        for point in archive().variant(name).amendments:
            assert point.replace("-", " ").capitalize() in page


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name: X\nextends: loeb99\n", 2, "unknown variant to extend 'loeb99' (loeb9?)"),
        ("name: X\nextends: x\n", 2, "the variant extends itself: x extends x"),
        ("name: X\nextends: loeb9\nvictry: 3\n", 3, "unknown key 'victry' (victory?)"),
        (
            "name: X\nextends: loeb9\nvictory: many\n",
            3,
            "expected a number of centres, or one of: home country and neutral",
        ),
    ],
)
def test_what_extends_wrongly_is_told(tmp_path: Path, text: str, line: int, words: str) -> None:
    for name in ("standard", "loeb9"):
        shutil.copytree(ROOT / "maps" / name, tmp_path / name)
    (tmp_path / "x").mkdir()
    (tmp_path / "x/variant.yaml").write_text(text)
    with pytest.raises(Mistakes) as caught:
        load_variant(tmp_path, "x")
    assert any(e.mark.line == line and words in e.message for e in caught.value.errors)


def test_mistakes_of_what_is_extended_are_told_there(tmp_path: Path) -> None:
    for name in ("standard", "loeb9"):
        shutil.copytree(ROOT / "maps" / name, tmp_path / name)
    (tmp_path / "x").mkdir()
    (tmp_path / "x/variant.yaml").write_text("name: X\nextends: loeb9\n")
    below = tmp_path / "loeb9/variant.yaml"
    below.write_text(below.read_text().replace("victory: 20", "victory: many"))
    with pytest.raises(Mistakes) as caught:
        load_variant(tmp_path, "x")
    assert {e.mark.path for e in caught.value.errors} == {str(below)}
