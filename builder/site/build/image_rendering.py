"""Renders pictures as PNG or PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from builder.archive import Archive
from builder.draw import raster
from builder.draw.board_sheet import read_sheet
from builder.provided import map_file
from builder.site.artifacts import Job, PdfRequest, digest
from builder.site.build.content_store import ContentStore

_root = _store = Path()


def set_up(root: Path, store: Path) -> None:
    """Tell a painter where the boards are, and where pictures are kept."""
    global _root, _store
    _root, _store = root, store


@cache
def _press(variant: str) -> raster.BoardRaster:
    archive = Archive(_root)
    found = archive.variant(variant)
    drawing = map_file(archive.maps_folder, found.drawing or variant, "map.svg")
    return raster.BoardRaster(read_sheet(drawing), found.setting, keep=_kept)


def _kept(svg: str, make: Callable[[str], bytes]) -> bytes:
    """A piece of a board: rastered once for all painters and all builds."""
    store, name = ContentStore(_store), f"boards/{digest(svg)}.png"
    found = store.get(name)
    if found is None:
        found = make(svg)
        store.put(name, found)
    return found


def paint(job: Job) -> bytes:
    """One picture as a PNG or a PDF."""
    if isinstance(job, PdfRequest):
        return raster.pdf(job.svg)
    return _press(job.variant).print(job.picture)


def paint_all(jobs: Iterable[tuple[Job, str]]) -> None:
    """Pictures into the cache, one after another."""
    for job, name in jobs:
        paint_to(job, name)


def paint_to(job: Job, name: str) -> bytes:
    """One picture, kept under its name."""
    content = paint(job)
    ContentStore(_store).put(name, content)
    return content
