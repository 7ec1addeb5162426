"""PNGs: quickly painted, small, and looking as the SVG does."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import cairosvg
import pytest
from our_archive import ARCHIVE, WHOLE
from overlays import draw_turn
from PIL import Image, ImageChops
from PIL.ImageColor import getrgb
from standard_play import ROOT, follow, setting
from test_pictures import busy

from builder.draw import raster
from builder.draw.board_sheet import BoardSheet, read_sheet
from builder.draw.marks import Paint, PaintedPath
from builder.draw.phase_map import PhaseMap, picture
from builder.draw.raster import (
    COASTLINE,
    BoardRaster,
    RasterUnavailableError,
    available,
    board_png,
    plain_waters,
)
from builder.model.calendar import Phase
from builder.model.results import Turn

pytestmark = pytest.mark.skipif(not available(), reason="no Cairo library here")
WIDTH = 560


@cache
def standard_raster(width: int = WIDTH) -> BoardRaster:
    return BoardRaster(read_sheet(ROOT / "maps/standard/map.svg"), setting(), width)


def of(turn: Turn) -> PhaseMap:
    return picture(standard_raster().sheet, setting(), turn, title="A Game", subtitle="Fall 1902")


@cache
def retreating() -> Turn:
    return follow(busy(), {"Turkey": "A Bul R Con", "Russia": "A Stp D"})


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of two pictures in grey values, and the share of points far off."""
    grey = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    counts = grey.histogram()
    total = sum(counts)
    return sum(i * n for i, n in enumerate(counts)) / total, sum(counts[40:]) / total


def other_painter(text: str) -> Image.Image:
    """A picture as CairoSVG paints it, which shares no code with ours."""
    svg = cairosvg.svg2png(bytestring=text.encode(), output_width=WIDTH)
    return Image.open(io.BytesIO(svg))


def plain(sheet: BoardSheet) -> BoardSheet:
    """A board without the faint lines along its coasts, as it is painted."""
    return replace(sheet, layers={**sheet.layers, "sea": plain_waters(sheet.layers["sea"])})


def whole(turn: Turn) -> Image.Image:
    sheet = plain(standard_raster().sheet)
    return other_painter(draw_turn(sheet, setting(), turn, title="A Game", subtitle="Fall 1902"))


def test_a_single_picture_looks_as_another_painter_has_it() -> None:
    text = draw_turn(standard_raster().sheet, setting(), busy(), title="A Game", subtitle="Fall")
    ours = Image.open(io.BytesIO(board_png(text, WIDTH)))
    mean, far = apart(ours, other_painter(text))
    assert mean < 0.2
    assert far < 1e-4


def test_kept_pieces_make_the_same_picture() -> None:
    kept: dict[str, bytes] = {}

    def keep(key: str, make: Callable[[], bytes]) -> bytes:
        return kept.setdefault(key, kept.get(key) or make())

    sheet = standard_raster().sheet
    made = [BoardRaster(sheet, setting(), WIDTH, keep).png(of(busy())) for _ in range(2)]
    assert len(kept) == 4
    assert made == [standard_raster().png(of(busy()))] * 2


def test_a_piece_that_is_painted_now_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = standard_raster().sheet
    expected = standard_raster().png(of(busy()))
    monkeypatch.delattr(raster.canvas, "unpacked")
    assert BoardRaster(sheet, setting(), WIDTH).png(of(busy())) == expected


def test_a_painted_picture_looks_as_the_whole_svg_does() -> None:
    mean, far = apart(standard_raster().paint(of(busy())), whole(busy()))
    assert mean < 0.3
    assert far < 1e-4


@pytest.mark.parametrize("name", ["cat", "cline9-vi", "loeb9"] if WHOLE else ["cat"])
def test_other_boards_are_painted_as_their_svg_too(name: str) -> None:
    variant = ARCHIVE.variant(name)
    sheet = read_sheet(ROOT / "maps" / name / "map.svg")
    fall = variant.setting.start._replace(phase=Phase(1901, "fall", "movement"))
    still = Turn(fall, fall)
    shown = picture(sheet, variant.setting, still, title="A", subtitle="B")
    text = draw_turn(plain(sheet), variant.setting, still, title="A", subtitle="B")
    theirs = other_painter(text)
    mean, far = apart(BoardRaster(sheet, variant.setting, WIDTH).paint(shown), theirs)
    assert mean < 0.3
    assert far < 2e-4


def test_the_fixed_palette_is_hardly_seen() -> None:
    printed = Image.open(io.BytesIO(standard_raster().png(of(busy()))))
    assert printed.mode == "P"
    mean, far = apart(printed, standard_raster().paint(of(busy())))
    assert mean < 2
    assert far < 1e-3


def test_the_comparison_would_notice_a_missing_arrow() -> None:
    full = of(busy())
    bare = full._replace(marks=tuple(m for m in full.marks if m.layer != "paths"))
    assert apart(standard_raster().paint(bare), standard_raster().paint(full))[1] > 1e-3


def test_tints_do_not_depend_on_what_was_printed_before() -> None:
    first = standard_raster().png(of(retreating()))
    standard_raster().png(of(busy())._replace(tints={}))
    assert standard_raster().png(of(retreating())) == first


def test_a_phase_is_small() -> None:
    assert len(standard_raster(1200).png(of(busy()))) <= 120_000


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MISSING", "no library called cairo-2 was found")
    assert not available()
    with pytest.raises(RasterUnavailableError, match="install libcairo2"):
        BoardRaster(standard_raster().sheet, setting())
    with pytest.raises(RasterUnavailableError, match="libcairo2"):
        board_png("<svg/>")


def test_a_paint_with_opacity_is_painted_as_svg_does() -> None:
    full = of(busy())
    patch = PaintedPath(
        "M100 100h200v200h-200z", Paint(fill="#ff0000", stroke="#0000ff", width=30, opacity=0.5)
    )
    marks = (*full.marks, full.marks[0]._replace(layer="signs", shape=patch))
    painted = standard_raster().paint(full._replace(marks=marks))
    scale = WIDTH / standard_raster().sheet.width
    edge, inner = (
        painted.getpixel((round(104 * scale), round(200 * scale))),
        painted.getpixel((round(200 * scale), round(200 * scale))),
    )
    assert isinstance(edge, tuple)
    assert isinstance(inner, tuple)
    assert edge[2] > edge[0] + 60, "the stroke covers the fill inside the group"
    assert inner[0] > inner[2] + 60


@pytest.mark.parametrize(("name", "water"), [("standard", "#dbe6e8"), ("cat", "#a4cdc3")])
def test_faint_lines_along_the_coast_are_not_painted(name: str, water: str) -> None:
    """Their strip has the colour of the sea, which is in the palette."""
    sheet = read_sheet(ROOT / f"maps/{name}/map.svg")
    sea = sheet.layers["sea"]
    *faint, coast = COASTLINE.findall(sea)
    assert COASTLINE.findall(plain_waters(sea)) == [water, coast]
    assert COASTLINE.sub("", plain_waters(sea)) == COASTLINE.sub("", sea)
    board = BoardRaster(sheet, ARCHIVE.variant(name).setting, WIDTH)
    palette = board.palette.getpalette() or []
    colours = {tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)}
    assert getrgb(water) in colours
    assert not colours & {getrgb(colour) for colour in faint if colour != water}


def test_the_last_row_of_pixels_is_paper() -> None:
    """A board's height is no whole number of pixels."""
    board = BoardRaster(read_sheet(ROOT / "maps/cat/map.svg"), ARCHIVE.variant("cat").setting)
    start = board.setting.start
    shown = picture(board.sheet, board.setting, Turn(start, start), title="A", subtitle="B")
    few = Image.open(io.BytesIO(board.png(shown))).convert("RGB")
    row = few.crop((0, few.height - 1, few.width, few.height))
    assert row.getcolors() == [(few.width, getrgb("#fbf8f0"))]


def test_a_thumbnail_is_the_picture_made_small() -> None:
    """Seven of them and their page are a phone's first sight of the gallery: 150 kB together."""
    packed = standard_raster(raster.WIDTH).thumbnail(of(busy()))
    assert len(packed) < 12_000
    small = Image.open(io.BytesIO(packed))
    assert small.width == raster.THUMBNAIL
    mean, _ = apart(standard_raster(raster.WIDTH).paint(of(busy())).resize(small.size), small)
    assert mean < 4


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs time zones")
def test_a_pdf_is_the_same_in_every_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>'
    made = set()
    for zone in ("UTC", "Asia/Tokyo", "America/New_York"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        made.add(raster.pdf(drawn))
        assert os.environ["TZ"] == zone
    monkeypatch.undo()
    time.tzset()
    assert len(made) == 1
