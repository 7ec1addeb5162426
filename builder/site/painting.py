"""Pictures by the pack: painted in several processes, and kept by what is drawn on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from builder.archive import Archive
from builder.draw import raster
from builder.draw.sheet import read_sheet
from builder.site.artifacts import Plate, Print

FEW = 6
WIDE = 1600
Job = Print | Plate
_root = Path()


def set_up(root: Path) -> None:
    """Tell a painter where the boards are."""
    global _root
    _root = root


@cache
def _press(variant: str) -> raster.Press:
    found = Archive(_root).variant(variant)
    drawing = _root / "maps" / (found.drawing or variant) / "map.svg"
    return raster.Press(read_sheet(drawing), found.setting)


def paint(job: Job) -> bytes:
    """One picture as a PNG or a PDF."""
    if isinstance(job, Plate):
        return raster.pdf(job.svg) if job.form == "pdf" else raster.once(job.svg, WIDE)
    return _press(job.variant).print(job.picture)


@dataclass
class Darkroom:
    """Develops pictures; `store` keeps every picture under the key of its drawing."""

    root: Path
    store: Path
    hands: int = os.cpu_count() or 1

    def kept(self, job: Job) -> Path:
        """Where a painted picture is or will be kept."""
        form = job.form if isinstance(job, Plate) else "png"
        return self.store / job.key[:2] / f"{job.key}.{form}"

    def develop(self, jobs: Iterable[Job], done: Callable[[int], None]) -> None:
        """Paint what is not kept already; `done` hears how many more are finished."""
        missing = list({job.key: job for job in jobs if not self.kept(job).is_file()}.values())
        for job, picture in self._painted(missing):
            place = self.kept(job)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(picture)
            done(1)

    def _painted(self, jobs: list[Job]) -> Iterator[tuple[Job, bytes]]:
        jobs.sort(key=lambda job: job.variant if isinstance(job, Print) else "")
        if len(jobs) <= FEW or self.hands == 1:
            set_up(self.root)
            yield from ((job, paint(job)) for job in jobs)
            return
        with ProcessPoolExecutor(
            self.hands, get_context("spawn"), initializer=set_up, initargs=(self.root,)
        ) as pool:
            yield from zip(jobs, pool.map(paint, jobs, chunksize=8), strict=True)
