"""Pictures by the pack: painted in several processes, and kept by what is drawn on them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from builder.archive import Archive
from builder.draw import raster
from builder.draw.sheet import read_sheet
from builder.site.artifacts import Plate, Print, digest

FEW = 6
Job = Print | Plate
_root = _store = Path()


def set_up(root: Path, store: Path) -> None:
    """Tell a painter where the boards are, and where pictures are kept."""
    global _root, _store
    _root, _store = root, store


@cache
def _press(variant: str) -> raster.Press:
    found = Archive(_root).variant(variant)
    drawing = _root / "maps" / (found.drawing or variant) / "map.svg"
    return raster.Press(read_sheet(drawing), found.setting, keep=_kept)


def _kept(svg: str, make: Callable[[str], bytes]) -> bytes:
    """A piece of a board: rastered once for all painters and all builds."""
    place = _store / "boards" / f"{digest(svg)}.png"
    if not place.is_file():
        write(place, make(svg))
    return place.read_bytes()


def paint(job: Job) -> bytes:
    """One picture as a PNG or a PDF."""
    if isinstance(job, Plate):
        return raster.pdf(job.svg)
    return _press(job.variant).print(job.picture)


def write(place: Path, content: bytes) -> None:
    """A file that is never there half-written."""
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(place)


def paint_to(job: Job, place: Path) -> None:
    """One picture into its file."""
    write(place, paint(job))


@dataclass
class Darkroom:
    """Develops pictures while others are still being drawn.

    `store` keeps every picture under the key of its drawing; what is kept is not painted again.
    """

    root: Path
    store: Path
    hands: int = os.cpu_count() or 1
    _waiting: dict[Path, Job] = field(default_factory=dict)
    _begun: dict[Path, Future[None]] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    def kept(self, job: Job) -> Path:
        """Where a painted picture is or will be kept."""
        form = "pdf" if isinstance(job, Plate) else "png"
        return self.store / job.key[:2] / f"{job.key}.{form}"

    def order(self, job: Job) -> None:
        """Have a picture painted; other hands begin as soon as there is enough for them."""
        place = self.kept(job)
        if place in self._begun or place in self._waiting or place.is_file():
            return
        self._waiting[place] = job
        if self.hands > 1 and (self._pool is not None or len(self._waiting) > FEW):
            self._hand_out()

    def developed(self, job: Job) -> Path:
        """Where a picture is kept, painted here and now if it was not."""
        place = self.kept(job)
        if not place.is_file():
            set_up(self.root, self.store)
            paint_to(job, place)
        return place

    def finish(self, done: Callable[[int, int], None]) -> None:
        """Wait for every picture; `done` hears how many of how many are finished."""
        set_up(self.root, self.store)
        total = len(self._waiting) + len(self._begun)
        for count, future in enumerate(as_completed(self._begun.values()), start=1):
            future.result()
            done(count, total)
        for place, job in self._waiting.items():
            paint_to(job, place)
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self._waiting, self._begun = None, {}, {}

    def _hand_out(self) -> None:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.hands,
                get_context("spawn"),
                initializer=set_up,
                initargs=(self.root, self.store),
            )
        for place, job in self._waiting.items():
            self._begun[place] = self._pool.submit(paint_to, job, place)
        self._waiting = {}
