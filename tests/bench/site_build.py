"""What a site costs: time, memory and bytes, as the archive grows by games of the corpus.

    python tests/bench/site_build.py --pages 1000 5000

The archive is our own with recorded games added, without maps unless asked. Every build is a
process of its own. Of each size: the first build, one with nothing changed, one with one game
changed; then what one more game costs as the 10th, 100th, ...; memory is the peak of a build.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from corpus import GAMES, ROOT, read

from builder.archive import Archive
from builder.formats.games_writing import write_game
from builder.record import Record

BUILD = """
import contextlib, pathlib, time
from builder.cli import main
with contextlib.suppress(SystemExit):
    main(["build", "--no-png"])
state = pathlib.Path("/proc/self/status").read_text()
print(time.process_time(), state.split("VmHWM:")[1].split()[0])
"""


class Cost(NamedTuple):
    """What a build cost: seconds by the clock and of the processor, and MB at the peak."""

    wall: float
    cpu: float
    peak: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", nargs="+", type=int, default=[1000, 5000])
    parser.add_argument("--nth", nargs="*", type=int, default=[10, 100])
    parser.add_argument("--maps", action="store_true", help="with the maps as SVG")
    given = parser.parse_args()
    archive = Archive(ROOT)
    records = list(read(archive, GAMES, max(given.pages) // 25))
    for nth in given.nth:
        with tempfile.TemporaryDirectory() as folder:
            root = founded(Path(folder), given.maps)
            fill(root, archive, iter(records[: nth - 1]), 10**9)
            build(root)
            fill(root, archive, iter(records[nth - 1 : nth]), 1)
            show(f"game {nth} added", build(root))
    for pages in given.pages:
        with tempfile.TemporaryDirectory() as folder:
            root = founded(Path(folder), given.maps)
            empty = build(root)
            before = weigh(root)
            games = fill(root, archive, iter(records), pages)
            show("our own games", empty)
            first = build(root)
            made, size = (now - then for now, then in zip(weigh(root), before, strict=True))
            show(f"and {games} more", first)
            print(f"{made} phase pages more, {size / made / 1e3:.1f} kB each; ", end="")
            print(f"search index {index(root) / 1e3:.0f} kB; ", end="")
            print(f"{(first.cpu - empty.cpu) / made * 1e3:.2f} ms of processor a page")
            show("nothing changed", build(root))
            change(root)
            show("one game changed", build(root))


def founded(root: Path, maps: bool) -> Path:
    """A copy of our own archive, with or without the drawings of its boards."""
    for name in ("docs", "games", "maps"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    for drawing in () if maps else list(root.glob("maps/*/map.svg")):
        drawing.unlink()
    return root


def fill(root: Path, archive: Archive, records: Iterator[Record], pages: int) -> int:
    """Write games until they have so many phases; how many games those are."""
    games = phases = 0
    for record in records:
        text = write_game(record, archive.variant(record.variant))
        (root / "games/standard" / f"{record.id}.yaml").write_text(text, encoding="utf-8")
        games += 1
        phases += len(record.phases)
        if phases >= pages:
            break
    return games


def build(root: Path) -> Cost:
    """One build without pictures, in a process of its own."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=root, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    cpu, peak = done.stdout.split()[-2:]
    return Cost(time.perf_counter() - start, float(cpu), float(peak) / 1024)


def weigh(root: Path) -> tuple[int, int]:
    """How many phase pages there are, and their bytes."""
    pages = list(root.glob("site/games/*/*/index.html"))
    return len(pages), sum(page.stat().st_size for page in pages)


def index(root: Path) -> int:
    return (root / "site/search/search_index.json").stat().st_size


def change(root: Path) -> None:
    """Name the game master of a game anew."""
    path = max(root.glob("games/standard/game-*.yaml"))
    path.write_text("gm: Somebody\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def show(what: str, cost: Cost) -> None:
    print(f"{what:20}{cost.wall:7.1f} s {cost.cpu:7.1f} s of processor {cost.peak:6.0f} MB")


if __name__ == "__main__":
    main()
