"""How long a phase takes: recorded games replayed, each movement phase timed by itself.

    python tests/bench/adjudication.py ../shared/corpus/droidippy-open.tar.xz --games 300

Reading is timed apart; of each phase the best of three plays counts, so that what else the
machine does is left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from builder.archive import Archive
from builder.formats.foreign.documents import documents
from builder.formats.foreign.registry import import_document
from builder.record import Record
from builder.replay import Stage, under, walk
from builder.variant import Variant

ROOT = Path(__file__).resolve().parents[2]
PLAYS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=200, help="stop after so many (200)")
    given = parser.parse_args()
    archive = Archive(ROOT)

    start = time.perf_counter()
    records = list(islice(read(archive, given.paths), given.games))
    reading = time.perf_counter() - start

    start = time.perf_counter()
    stages = [(variant, s) for variant, record in records for s in walk(variant, record)]
    replaying = time.perf_counter() - start

    times = sorted(timed(v, s) for v, s in stages if s.phase.step == "movement")
    print(f"{len(records)} games, {len(stages)} phases, {len(times)} of them movement")
    print(f"read      {len(stages) / reading:10.0f} phases/s")
    print(f"replayed  {len(stages) / replaying:10.0f} phases/s, comparison included")
    for name, share in (("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999), ("worst", 1.0)):
        at = times[min(len(times) - 1, int(share * len(times)))]
        print(f"{name:9} {at * 1e6:10.0f} µs per movement phase")


def read(archive: Archive, paths: list[Path]) -> Iterator[tuple[Variant, Record]]:
    """Every game of every file, with the variant as it was played."""
    for path in paths:
        for document in documents(path):
            for imported in import_document(document, lambda name: archive.variant(name).setting):
                yield (
                    under(archive.variant(imported.record.variant), imported.record),
                    (imported.record),
                )


def timed(variant: Variant, stage: Stage) -> float:
    """The seconds that adjudicating a phase takes, opening the rulebook included."""
    orders = stage.recorded.orders if stage.recorded else ()
    best = float("inf")
    for _ in range(PLAYS):
        start = time.perf_counter()
        variant.open(stage.turn.before).play(orders)
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    main()
