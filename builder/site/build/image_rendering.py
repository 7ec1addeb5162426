"""Pictures painted: as PNG on a board set up once for all of them, or as PDF."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.draw.png import raster
from builder.provided import map_file
from builder.site.artifacts import Job, PdfRequest, digest

_root = _store = Path()


def set_up(root: Path, store: Path) -> None:
    """Tell a painter where the boards are, and where pictures are kept."""
    global _root, _store
    _root, _store = root, store


@cache
def _press(variant: str) -> raster.BoardRaster:
    found = Archive(_root).variant(variant)
    drawing = map_file(_root / "maps", found.drawing or variant, "map.svg")
    return raster.BoardRaster(read_sheet(drawing), found.setting, keep=_kept)


def _kept(svg: str, make: Callable[[str], bytes]) -> bytes:
    """A piece of a board: rastered once for all painters and all builds."""
    place = _store / "boards" / f"{digest(svg)}.png"
    if not place.is_file():
        write(place, make(svg))
    return place.read_bytes()


def paint(job: Job) -> bytes:
    """One picture as a PNG or a PDF."""
    if isinstance(job, PdfRequest):
        return raster.pdf(job.svg)
    return _press(job.variant).print(job.picture)


def write(place: Path, content: bytes) -> None:
    """A file that is never there half-written."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(place)


def paint_all(jobs: Iterable[tuple[Job, Path]]) -> None:
    """Pictures into their files, one after another."""
    for job, place in jobs:
        paint_to(job, place)


def paint_to(job: Job, place: Path) -> None:
    """One picture into its file."""
    write(place, paint(job))
