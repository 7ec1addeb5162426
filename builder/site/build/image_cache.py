"""The cache of pictures, by the hash of what is drawn on them."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType

from builder.executors import pool
from builder.site.artifacts import Job, PdfRequest, PngRequest
from builder.site.build.content_store import ContentStore

FEW, PAIR = 6, 2
IMPRINT = re.compile(r"[0-9a-f]{16}|[0-9a-f]{2}")  # the short ones are of no imprint: the oldest
WEEK = 7 * 24 * 3600


def sweep(store: Path) -> None:
    """Throw away pictures of other imprints beside those in `store`, if no build asked for them
    in a week: builds that take turns with other libraries keep theirs."""
    store.mkdir(parents=True, exist_ok=True)
    os.utime(store)
    for other in store.parent.iterdir():
        if IMPRINT.fullmatch(other.name) and time.time() - other.stat().st_mtime > WEEK:
            shutil.rmtree(other, ignore_errors=True)


@dataclass
class ImageCache:
    """Develops pictures while others are still being drawn.

    `store` keeps every picture under the key of its drawing; what is kept is not painted again.
    """

    root: Path
    store: Path
    hands: int = os.cpu_count() or 1
    _waiting: dict[str, Job] = field(default_factory=dict)
    _begun: dict[str, Future[None]] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    def name(self, job: Job) -> str:
        """The name under which a painted picture is or will be kept."""
        form = "pdf" if isinstance(job, PdfRequest) else "png"
        return f"{job.key[:2]}/{job.key}.{form}"

    def order(self, job: Job) -> None:
        """Have a picture painted; other hands begin as soon as there is enough for them."""
        name = self.name(job)
        if name in self._begun or name in self._waiting or ContentStore(self.store).get(name):
            return
        self._waiting[name] = job
        if self.hands > 1 and len(self._waiting) > FEW:
            self._hand_out()

    def developed(self, job: Job) -> bytes:
        """A picture, painted here and now if it was not or if what is kept is damaged."""
        name = self.name(job)
        kept = ContentStore(self.store).get(name)
        if kept is None:
            painted: bytes = self._painting().paint_to(job, name)
            return painted
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
        for name, job in self._waiting.items():
            self._painting().paint_to(job, name)
        if self._pool is not None:
            self._pool.shutdown()
        self._pool, self._waiting, self._begun = None, {}, {}

    def _painting(self) -> ModuleType:
        """What paints, ready for work; loaded for the first picture, for that takes long."""
        painting = import_module("builder.site.build.image_rendering")
        painting.set_up(self.root, self.store)
        return painting

    def _hand_out(self) -> None:
        painting = self._painting()
        if self._pool is None:
            self._pool = pool(self.hands, painting.set_up, (self.root, self.store))
        for batch in self._batches():
            future = self._pool.submit(painting.paint_all, batch)
            self._begun |= dict.fromkeys((name for _, name in batch), future)
        self._waiting = {}

    def _batches(self) -> Iterator[list[tuple[Job, str]]]:
        """Pairs on one board, which whoever paints them has to set up; all else one by one."""
        boards: dict[str, list[tuple[Job, str]]] = {}
        for name, job in self._waiting.items():
            board = job.variant if isinstance(job, PngRequest) else job.key
            boards.setdefault(board, []).append((job, name))
        for jobs in boards.values():
            yield from (jobs[at : at + PAIR] for at in range(0, len(jobs), PAIR))
