"""PNGs by the pack: painted in several processes, and kept by what is drawn on them."""

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
from builder.site.artifacts import Print

FEW = 6
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


def paint(job: Print) -> bytes:
    """One picture as a PNG."""
    return _press(job.variant).print(job.picture)


@dataclass
class Darkroom:
    """Develops pictures; `store` keeps every PNG under the key of its drawing."""

    root: Path
    store: Path
    hands: int = os.cpu_count() or 1

    def kept(self, job: Print) -> Path:
        """Where the PNG of a picture is or will be kept."""
        return self.store / job.key[:2] / f"{job.key}.png"

    def develop(self, jobs: Iterable[Print], done: Callable[[int], None]) -> None:
        """Paint what is not kept already; `done` hears how many more are finished."""
        missing = list({job.key: job for job in jobs if not self.kept(job).is_file()}.values())
        for job, png in self._painted(missing):
            place = self.kept(job)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(png)
            done(1)

    def _painted(self, jobs: list[Print]) -> Iterator[tuple[Print, bytes]]:
        jobs.sort(key=lambda job: job.variant)
        if len(jobs) <= FEW or self.hands == 1:
            set_up(self.root)
            yield from ((job, paint(job)) for job in jobs)
            return
        with ProcessPoolExecutor(
            self.hands, get_context("spawn"), initializer=set_up, initargs=(self.root,)
        ) as pool:
            yield from zip(jobs, pool.map(paint, jobs, chunksize=8), strict=True)
