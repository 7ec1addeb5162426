"""What the benchmarks share: recorded games, repeated timing, and how times are told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import builder.cli  # noqa: F401  (what the command sets holds here too)
from builder.archive import Archive
from builder.imports.files import documents
from builder.imports.registry import import_document
from builder.record import Record

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT.parent / "shared/corpus/droidippy-open.tar.xz"
LEVELS = (("median", 0.5), ("99%", 0.99), ("99.9%", 0.999), ("worst", 1.0))


def read(archive: Archive, path: Path, count: int) -> Iterator[Record]:
    """Games from a file of games, evenly spread over it."""
    names = list(documents(path))
    step = max(1, len(names) // count)
    for document in names[::step][:count]:
        for imported in import_document(document, lambda name: archive.variant(name).setting):
            yield imported.record


def best(plays: int, *works: Callable[[], object]) -> list[float]:
    """The fewest seconds that each work took; they take turns, so that noise meets all alike."""
    found = [float("inf")] * len(works)
    for _ in range(plays):
        for index, work in enumerate(works):
            start = time.process_time()
            work()
            found[index] = min(found[index], time.process_time() - start)
    return found


def level(times: Sequence[float], share: float) -> float:
    """The time that such a share of all does not exceed."""
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]
