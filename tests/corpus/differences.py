"""Every recorded game of the corpus judged again, and every difference accounted for.

    python tests/corpus/differences.py --jobs 2

A difference is accounted for by one row of explained.csv, whose kind explained.yaml tells with a
second witness. Where the package `diplomacy` is installed it judges every phase of movement that
differs once more, and it is told how many of the explanations it confirms. Ends with 1 if a
difference has no row or a row no difference.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from builder.archive import Archive
from builder.cli.game_sources import sources
from builder.cli.verify import VerifyCounts, counted
from builder.source.documents import read

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
RECORDS = (
    "droidippy-open.tar.xz",
    "json-diplomacy/webdip-network",
    "json-diplomacy/cicero-human",
    "json-diplomacy/webdip-api",
    "json-diplomacy/searchbot-selfplay",
    "json-diplomacy/fb-unit-tests",
    "zine/tap",
    "zine/subzines",
    "zine/diplomacy-world",
    "zine/page-samples",
    "zine/pouch-annotated",
    "other",
    "judge/showcase-txt",
    "judge/showcase-html",
    "judge/immaculate_dpjudge_raw.log",
    "judge/moriarty-payola",
    "judge/fragments",
    "judge/njudge-tests",
    "jdip",
    "datc/jdip-sources",
    "datc/godip-sources",
)


class Row(NamedTuple):
    """One difference that is accounted for."""

    source: str
    game: str
    phase: str
    subject: str
    kind: str


def rows() -> list[Row]:
    """The list of explanations."""
    with (HERE / "explained.csv").open(encoding="utf-8", newline="") as file:
        return [Row(*line) for line in csv.reader(file) if line][1:]


def kinds() -> dict[str, bool]:
    """The kinds that are told, each with its reason and its second witness, and whether that is
    only what the source itself prints."""
    document = read(HERE / "explained.yaml")
    found = {}
    for name, value in document.fields().mapping("kinds"):
        told = value.mapping()
        assert told.text("why")
        assert told.text("witness")
        found[name.text()] = told.flag("source alone", default=False)
    document.finish()
    return found


def confirmed(source: str, known: Iterable[Row]) -> set[Row] | None:
    """The rows of a source that the package finds as we do; None where it is not there."""
    if find_spec("diplomacy") is None:
        return None
    judge = import_module("second_judge")
    told = judge.confirmed(source, Archive(ROOT))
    return {
        row
        for row in known
        if row.source == source and (row.game, row.phase) in told
        if not row.subject.startswith("centre")
        if not any(judge.is_of(row.subject, other) for other in told[row.game, row.phase])
    }


def judged(source: str, jobs: int) -> VerifyCounts:
    """The games of one source, verified."""
    archive = Archive(ROOT)
    total = VerifyCounts()
    for part in counted(sources([CORPUS / source], archive), archive, None, jobs):
        total += part
    return total


def unaccounted(
    source: str, total: VerifyCounts, known: Iterable[Row]
) -> tuple[set[Row], set[Row]]:
    """Differences without a row, and rows without a difference."""
    seen = {Row(source, r["game"], r["phase"], r["subject"], "") for r in total.differing}
    listed = {r._replace(kind="") for r in known if r.source == source}
    return seen - listed, listed - seen


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("sources", nargs="*", default=RECORDS)
    given = parser.parse_args()
    known = rows()
    alone = {name for name, rests in kinds().items() if rests}
    assert {r.kind for r in known} <= kinds().keys()
    agreed: set[Row] = set()
    bad = 0
    for source in given.sources:
        start = time.perf_counter()
        total = judged(source, given.jobs)
        open_ones, stale = unaccounted(source, total, known)
        phases = len({(r["game"], r["phase"]) for r in total.differing})
        print(
            f"{source}: {total.games} games, {total.compared} phases compared, "
            f"{total.agreed} agree, {phases} differ, {len(open_ones)} differences unexplained "
            f"({time.perf_counter() - start:.0f} s)"
        )
        for row in sorted(open_ones | stale):
            print("   ", "no row:" if row in open_ones else "no difference:", *row[1:4])
        bad += len(open_ones) + len(stale)
        agreed |= confirmed(source, known) or set()
    print(f"{len(known)} explanations:", dict(Counter(r.kind for r in known)))
    rest = Counter(r.kind for r in known if r.kind in alone and r not in agreed)
    print(f"the package diplomacy confirms {len(agreed)}; on the source alone rest", dict(rest))
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
