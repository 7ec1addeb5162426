"""The cache of pictures, by the hash of their drawing."""

from __future__ import annotations

import os
import re
import shutil
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.executors import pool
from builder.provided import map_file
from builder.site.artifacts import Job, PdfRequest, PngRequest, digest
from builder.site.build.content_store import ContentStore

FEW, PAIR = 6, 2
VERSION = re.compile(r"[0-9a-f]{16}|[0-9a-f]{2}")  # the short ones are of no version: the oldest
WEEK = 7 * 24 * 3600


RENDERER = Path(__file__).parents[2] / "draw" / "raster.py"
TOOLS = ("cairocffi", "cairosvg", "pillow")


def renderer_version() -> str:
    """A digest of `draw/raster` and the versions of the libraries that make PNGs.

    Raises cairocffi's own error, an OSError, where there is no Cairo library.
    """
    found = blake2b(RENDERER.read_bytes(), digest_size=8)
    cairo = import_module("cairocffi").cairo_version_string()
    found.update(" ".join([*map(version, TOOLS), cairo, zlib.ZLIB_RUNTIME_VERSION]).encode())
    return found.hexdigest()


def sweep(store: Path) -> None:
    """Delete the pictures that other renderers made, if no build asked for them in a week.

    Builds that take turns with other libraries keep theirs.
    """
    store.mkdir(parents=True, exist_ok=True)
    os.utime(store)
    for other in store.parent.iterdir():
        if VERSION.fullmatch(other.name) and time.time() - other.stat().st_mtime > WEEK:
            shutil.rmtree(other, ignore_errors=True)


@dataclass
class ImageCache:
    """Renders pictures while others are still being drawn.

    `store` keeps every picture under the key of its drawing; what is kept is not rendered again.
    """

    root: Path
    store: Path
    workers: int = os.cpu_count() or 1
    _waiting: dict[str, Job] = field(default_factory=dict)
    _begun: dict[str, Future[None]] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    def name(self, job: Job) -> str:
        """The name under which a rendered picture is or will be kept."""
        form = "pdf" if isinstance(job, PdfRequest) else "png"
        return f"{job.key[:2]}/{job.key}.{form}"

    def order(self, job: Job) -> None:
        """Have a picture rendered; other workers begin as soon as there is enough for them."""
        name = self.name(job)
        if name in self._begun or name in self._waiting or ContentStore(self.store).get(name):
            return
        self._waiting[name] = job
        if self.workers > 1 and len(self._waiting) > FEW:
            self._hand_out()

    def rendered(self, job: Job) -> bytes:
        """A picture, rendered now if it is missing or damaged."""
        name = self.name(job)
        kept = ContentStore(self.store).get(name)
        if kept is None:
            set_up(self.root, self.store)
            return render(job, name)
        return kept

    def finish(self, done: Callable[[int, int], None]) -> None:
        """Wait for every picture; `done` hears how many of how many are finished."""
        if self._pool is not None:
            self._hand_out()
        total, count = len(self._waiting) + len(self._begun), 0
        together = Counter(self._begun.values())
        for future in as_completed(together):
            future.result()
            count += together[future]
            done(count, total)
        set_up(self.root, self.store)
        render_all((job, name) for name, job in self._waiting.items())
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self._waiting, self._begun = None, {}, {}

    def _hand_out(self) -> None:
        set_up(self.root, self.store)
        if self._pool is None:
            self._pool = pool(self.workers, set_up, (self.root, self.store))
        for batch in self._batches():
            future = self._pool.submit(render_all, batch)
            self._begun |= dict.fromkeys((name for _, name in batch), future)
        self._waiting = {}

    def _batches(self) -> Iterator[list[tuple[Job, str]]]:
        """Pairs on one board, which whoever renders them has to set up; all else one by one."""
        boards: dict[str, list[tuple[Job, str]]] = {}
        for name, job in self._waiting.items():
            board = job.variant if isinstance(job, PngRequest) else job.key
            boards.setdefault(board, []).append((job, name))
        for jobs in boards.values():
            yield from (jobs[at : at + PAIR] for at in range(0, len(jobs), PAIR))


_root = _store = Path()


def set_up(root: Path, store: Path) -> None:
    """Tell a worker where the boards are, and where pictures are kept."""
    global _root, _store
    _root, _store = root, store


def raster() -> Any:
    """The module that makes PNGs; it takes long to load."""
    return import_module("builder.draw.raster")


@cache
def _sheet_of(variant: str) -> Any:
    archive = Archive(_root)
    found = archive.variant(variant)
    drawing = map_file(archive.maps_folder, found.drawing or variant, "map.svg")
    return raster().BoardRaster(read_sheet(drawing), found.setting, keep=_kept)


def _kept(svg: str, make: Callable[[str], bytes]) -> bytes:
    """A piece of a board: rendered once for all workers and all builds."""
    store, name = ContentStore(_store), f"boards/{digest(svg)}.png"
    found = store.get(name)
    if found is None:
        found = make(svg)
        store.put(name, found)
    return found


def render_all(jobs: Iterable[tuple[Job, str]]) -> None:
    """Pictures into the cache, one after another."""
    for job, name in jobs:
        render(job, name)


def render(job: Job, name: str) -> bytes:
    """One picture as a PNG or a PDF, kept under its name."""
    if isinstance(job, PdfRequest):
        content: bytes = raster().pdf(job.svg)
    else:
        content = _sheet_of(job.variant).png(job.picture)
    ContentStore(_store).put(name, content)
    return content
