"""A map.svg is what its drawing.yaml makes, to the byte, and small."""

from __future__ import annotations

import gzip
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from drawn_boards import ROOT, text

from builder import cartography
from builder.cartography import redraw, regions
from builder.cartography.drawing import DrawingPlan
from builder.cli.draw import map_command
from builder.errors import ArchiveError

LAYERS = [
    "sea",
    "provinces",
    "frontiers",
    "borders",
    "canals",
    "centres",
    "labels",
    "frame",
    "title",
]


def test_a_map_is_rebuilt_byte_for_byte(variant: str, svg: str) -> None:
    assert redraw(ROOT / "maps", variant) == svg


def test_a_map_is_small(svg: str) -> None:
    assert len(svg.encode()) <= 185_000
    assert len(gzip.compress(svg.encode())) <= 62_000


def test_layers_stand_in_their_order(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert [g.get("id") for g in root if g.tag.endswith("}g")] == LAYERS
    assert 1000 <= float(root.get("width", "0")) <= 1400


def test_a_map_is_plain(svg: str) -> None:
    for word in ("<!DOCTYPE", "<style", "class=", "<text", "<marker", "<image", "http-equiv"):
        assert word not in svg
    assert not re.search(r"<use[^>]*opacity=", re.sub(r"stroke-opacity", "", svg))


def test_ids_are_unique(svg: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))


@cache
def standard_land() -> Any:
    return regions.land_around(ROOT / "maps", DrawingPlan(ROOT / "maps", "standard"))


@pytest.fixture
def drawing_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the standard drawing to spoil; its coast, which no case spoils, is drawn once."""
    land = standard_land()
    monkeypatch.setattr(regions, "land_around", lambda *_: land)
    for name in ("coast", "standard"):
        shutil.copytree(ROOT / "maps" / name, tmp_path / "maps" / name)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("sides: [Bel, Hol]", "sides: [Bel, Kie]", "Bel-Kie .* lies between Bel and Hol"),
        ("Bel.Bur.Ruh 6.2,50.3 Bel.Hol.Ruh", "Bel.Bur.Ruh 6.2,50.3 Hol.Kie.Ruh", "junction"),
        ("Bel.Hol.Ruh 6.1,51.4 6.2,51.8 Hol", "6.1,51.4 6.2,51.8 Hol", "ends loose"),
        ("[14.1, 37.5], ", "", "land in no province"),
        ("at: [2.4, 49.9]", "at: [1.0, 50.2]", "no land|claim"),
        ("at: [1.9, 47.8]", "at: [5.0, 47.5]", "claim the same piece"),
        ("  Bel.Hol.Ruh: [6.0, 50.85]\n", "", "not placed"),
        ("Bel.Hol.Ruh: [6.0, 50.85]", "Bel.Hol.Ruh: [6.0, ]", "expected 2 numbers"),
        ("{name: Wales, at: [-3.75, 52.45], ", "{name: Wales, ", "the entry 'at' is missing"),
        ("cartouche: [14, 14, 226, 78]", "", "the entry 'cartouche' is missing"),
        ("cartouche: [14, 14, 226, 78]", "cartouche: [14, 14]", "standard: this cannot be drawn"),
        ("width: 1344", "width: 0", "standard: this cannot be drawn"),
    ],
)
def test_a_spoilt_drawing_is_refused(drawing_copy: Path, old: str, new: str, fault: str) -> None:
    path = drawing_copy / "maps" / "standard" / "drawing.yaml"
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ArchiveError, match=fault):
        redraw(drawing_copy / "maps", "standard")


def test_a_letter_that_the_font_lacks_is_a_question_mark_on_a_ring_board_too(
    tmp_path: Path,
) -> None:
    shutil.copytree(ROOT / "maps" / "pure", tmp_path / "maps" / "pure")
    path = tmp_path / "maps" / "pure" / "drawing.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("name: ", "name: Ж", 1), encoding="utf-8")
    assert "<title>Ж" in redraw(tmp_path / "maps", "pure")


def test_a_variant_without_a_board_of_its_own_has_that_on_which_it_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(cartography, "redraw", lambda _, name: text(name))
    found = CliRunner().invoke(map_command, ["--check", "militarism"])
    assert (found.exit_code, found.output) == (0, "maps/standard/map.svg is as its drawing says\n")
    assert CliRunner().invoke(map_command, ["nowhere"]).exit_code == 1


def test_boards_are_drawn_in_the_folder_that_the_options_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "maps" / "pure", tmp_path / "boards" / "pure")
    (tmp_path / "mkdocs.yml").write_text("plugins: [chancery: {maps: boards}]\n", "utf-8")
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(map_command, ["--check", "pure"])
    assert found.output == "boards/pure/map.svg is as its drawing says\n"
