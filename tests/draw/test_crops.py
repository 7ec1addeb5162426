"""A part of a board as a picture: all that is seen of it, and little else."""

from __future__ import annotations

import io

import pytest
from our_archive import ROOT
from PIL import Image, ImageChops

from builder.draw import raster
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.draw.crops import cropped, part, window
from builder.draw.phase_map import picture, whole
from builder.formats.variants import load_variant
from builder.model.results import Turn

MAPS = ROOT / "maps"
needs_cairo = pytest.mark.skipif(not raster.available(), reason="no Cairo library here")


def svg(name: str, sheet: BoardSheet, box: tuple[float, float, float, float]) -> str:
    setting = load_variant(MAPS, name).setting
    turn = Turn(setting.start, setting.start)
    drawn = picture(sheet, setting, turn, when="before", legend=False)
    return cropped(whole(sheet, setting, drawn, title="a", description="b"), box)


@needs_cairo
@pytest.mark.parametrize(("name", "place"), [("loeb9", "Nap"), ("cat", "Iro")])
def test_a_part_looks_like_the_whole(name: str, place: str) -> None:
    sheet = read_sheet(MAPS / name / "map.svg")
    box = window(sheet, [sheet.units[place]])
    texts = [svg(name, s, box) for s in (sheet, part(sheet, box))]
    one, two = (Image.open(io.BytesIO(raster.board_png(t, 400))).convert("RGB") for t in texts)
    assert max(high for _, high in ImageChops.difference(one, two).getextrema()) <= 24
    assert len(texts[1]) <= len(texts[0])


def test_a_part_of_a_large_board_is_half_as_big() -> None:
    sheet = read_sheet(MAPS / "standard" / "map.svg")
    box = window(sheet, [sheet.units["Bur"], sheet.units["Mun"]])
    whole_size, size = (
        sum(map(len, s.layers.values())) + len(s.defs) for s in (sheet, part(sheet, box))
    )
    assert size < whole_size * 0.6


def test_a_window_holds_its_places_and_stays_on_the_sheet() -> None:
    sheet = read_sheet(MAPS / "cline9-iv" / "map.svg")
    for names in (["Lon"], ["Stp", "Smy"], ["WAT", "ANT"], list(sheet.units)):
        places = [sheet.units[n] for n in names]
        x, y, w, h = window(sheet, places)
        left, top, wide, high = sheet.frame
        if not all(left <= x <= left + wide and top <= y <= top + high for x, y in places):
            left, top, wide, high = 0.0, 0.0, sheet.width, sheet.height
        assert all(x <= px <= x + w and y <= py <= y + h for px, py in places)
        assert left <= x + 1e-6
        assert top <= y + 1e-6
        assert x + w <= left + wide + 1e-6
        assert y + h <= top + high + 1e-6


def test_without_places_all_is_shown() -> None:
    sheet = read_sheet(MAPS / "standard" / "map.svg")
    assert window(sheet, []) == (0.0, 0.0, sheet.width, sheet.height)
