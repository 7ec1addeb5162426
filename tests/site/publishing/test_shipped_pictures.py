"""The small pictures in the package are those that would be drawn now.

`CHANCERY_REDRAW=1` makes them again: it is due after a change of a board, of a variant's title or
start, or of the modules that paint.
"""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from our_archive import ROOT
from PIL import Image, ImageChops, ImageStat

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.draw.raster import available
from builder.provided import map_file
from builder.site.artifacts import ThumbnailRequest
from builder.site.pages.boards import board_files
from builder.site.publishing import image_cache
from builder.site.publishing.content_store import SIGNATURES, ContentStore
from builder.site.publishing.image_cache import ImageCache, shipped_pictures

pytestmark = [pytest.mark.skipif(not available(), reason="no Cairo library here"), pytest.mark.slow]

MOST = 16_000  # bytes of a picture that is shipped: all thumbnails and palettes, no more
ALLOWED = 400_000  # bytes of all of them
CLOSE = 6.0  # how far colours are from those of another version of Cairo, of 255, on average
REDRAW = "make them again with CHANCERY_REDRAW=1"


def thumbnails(archive: Archive) -> Iterator[ThumbnailRequest]:
    for name in archive.variant_names:
        variant = archive.variant(name)
        drawing = map_file(archive.maps_folder, variant.drawing or name, "map.svg")
        if not drawing.is_file():
            continue
        for artifact in board_files(variant, read_sheet(drawing), archive.maps_folder, png=True):
            if isinstance(artifact.content, ThumbnailRequest):
                yield artifact.content


def names_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def draw_all(archive: Archive, folder: Path) -> ContentStore:
    """A store of all small pictures, drawn without those that are shipped."""
    store = ContentStore(folder)
    images = ImageCache(archive, store, shipped=ContentStore(folder / "none"))
    for request in thumbnails(archive):
        images.rendered(request)
    for path in [*folder.rglob("*")]:
        if path.is_file() and path.stat().st_size > MOST:
            path.unlink()
    return store


def are_close(drawn: bytes, shipped: bytes) -> bool:
    """Are pictures, or the colours of palettes, nearly the same?"""
    if drawn.startswith(SIGNATURES["piece"]):
        size = (len(drawn), 1)
        one, other = (Image.frombytes("L", size, data) for data in (drawn, shipped.ljust(size[0])))
    else:
        one, other = (Image.open(io.BytesIO(data)).convert("RGB") for data in (drawn, shipped))
    if one.size != other.size:
        return False
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) <= CLOSE


def test_what_is_shipped_is_what_is_drawn(tmp_path: Path) -> None:
    drawn = draw_all(Archive(ROOT), tmp_path)
    shipped = shipped_pictures()
    if os.environ.get("CHANCERY_REDRAW"):
        shutil.rmtree(image_cache.SHIPPED, ignore_errors=True)
        shutil.copytree(tmp_path, shipped.folder)
    assert [*image_cache.SHIPPED.iterdir()] == [shipped.folder], REDRAW
    names = names_below(tmp_path)
    assert names_below(shipped.folder) == names, REDRAW
    assert {name.rpartition(".")[2] for name in names} == {"webp", "piece"}
    for name in sorted(names):
        content = shipped.get(name)
        expected = drawn.get(name)
        assert content is not None, f"{name} is damaged: {REDRAW}"
        assert expected is not None
        assert are_close(expected, content), f"{name}: {REDRAW}"
    assert sum(p.stat().st_size for p in shipped.folder.rglob("*") if p.is_file()) < ALLOWED


def test_shipped_pictures_are_taken_and_damaged_ones_are_drawn(tmp_path: Path) -> None:
    archive = Archive(ROOT)
    request = next(thumbnails(archive))
    name = f"{request.key[:2]}/{request.key}.webp"
    shipped = ContentStore(tmp_path / "shipped")
    images = ImageCache(archive, ContentStore(tmp_path / "store"), shipped)
    shipped.put(name, b"RIFF of the package")
    images.store.put(name, b"RIFF of an earlier version")
    assert images.rendered(request) == b"RIFF of the package"
    (shipped.folder / name).write_bytes(b"RIFF without its seal")
    assert images.rendered(request) == b"RIFF of an earlier version"


def test_a_change_of_what_paints_leaves_what_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in image_cache.RENDERER:
        copied = tmp_path / name
        copied.parent.mkdir(exist_ok=True)
        shutil.copy(image_cache.DRAW / name, copied)
    monkeypatch.setattr(image_cache, "DRAW", tmp_path)
    unchanged = shipped_pictures.__wrapped__()
    assert unchanged == shipped_pictures()
    (tmp_path / "raster.py").write_text("WIDTH = 9\n", encoding="utf-8")
    assert not shipped_pictures.__wrapped__().folder.exists()
