"""What a site costs: time, memory and bytes, as the archive grows by games of the corpus.

    python tests/bench/site_build.py                            # pages without maps, of two sizes
    python tests/bench/site_build.py --pages 1000 --nth 10 100
    python tests/bench/site_build.py --pages 500 --png --alone   # every map, as SVG and as PNG

The archive is our own with recorded games added (`--alone`: nothing but those). Each row is one
build in a process of its own: seconds by the clock, of the processor (its helpers counted), what
share of the first build that is, and MB at the peak: of the largest process, and of all at once,
where what they share counts once.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from corpus import GAMES, ROOT, read

from builder.archive import Archive
from builder.executors import usable_cores
from builder.formats.game.writing import write_game
from builder.record import Record

TITLE = re.compile(r"^game: .*$", re.MULTILINE)
INDEX = "search/w-*.js"
SECOND = 0.05  # how often memory is looked at


class Cost(NamedTuple):
    """What a build cost: seconds by the clock and of the processor, MB of the largest process and
    of all together, and how many files it wrote."""

    wall: float
    cpu: float
    peak: float
    total: float
    written: int


class Bench:
    """An archive in a folder of its own, and its site."""

    def __init__(self, folder: Path, given: argparse.Namespace) -> None:
        self.root, self.png = folder, given.png
        for name in ("docs", "games", "maps"):
            shutil.copytree(ROOT / name, folder / name)
        shutil.copy(ROOT / "mkdocs.yml", folder)
        if given.alone:
            for game in folder.glob("games/**/*.yaml"):
                game.unlink()
            for issue in folder.glob("docs/zines/*.md"):
                issue.unlink()
        if not (given.maps or given.png):
            for drawing in folder.glob("maps/*/map.svg"):
                drawing.unlink()

    def add(self, archive: Archive, records: Iterator[Record], pages: int) -> int:
        """Write games until they have so many phases; how many games those are."""
        games = phases = 0
        for record in records:
            text = write_game(record, archive.variant(record.variant))
            place = self.root / "games/standard" / f"{record.id}.yaml"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
            games, phases = games + 1, phases + len(record.phases)
            if phases >= pages:
                break
        return games

    def build(self) -> Cost:
        """One build."""
        options = [] if self.png else ["--png", "none"]
        before, start = os.times(), time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "builder", "build", *options], cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        seen = Seen(process.pid)
        watch = threading.Thread(target=seen.watch, args=(process,))
        watch.start()
        said, _ = process.communicate()
        watch.join()
        after = os.times()
        if process.returncode:
            raise SystemExit(process.returncode)
        cpu = sum(after[2:4]) - sum(before[2:4])
        written = int(re.findall(r"(\d+) written$", said, re.MULTILINE)[-1])
        return Cost(time.perf_counter() - start, cpu, seen.largest, seen.together, written)

    def forget(self) -> None:
        """Throw away the site and all that earlier builds kept."""
        for name in ("site", ".cache"):
            shutil.rmtree(self.root / name, ignore_errors=True)

    def pages(self) -> tuple[int, int]:
        """How many phase pages there are, and their bytes."""
        pages = list(self.root.glob("site/games/*/*/index.html"))
        return len(pages), sum(page.stat().st_size for page in pages)

    def change(self) -> None:
        """Give a game another title, which stands on all its pages."""
        path = max(self.root.glob("games/standard/game-*.yaml"))
        text = path.read_text(encoding="utf-8")
        path.write_text(TITLE.sub("game: Another title", text, count=1), encoding="utf-8")

    def lengthen(self) -> str:
        """Give a game that lacks its last phase that phase; the name of the game."""
        path, text = self.held
        path.write_text(text, encoding="utf-8")
        return path.stem

    def shorten(self, archive: Archive) -> None:
        """Hold the last phase of a game back."""
        path = min(self.root.glob("games/standard/game-*.yaml"))
        record = archive.game(path)
        self.held = path, path.read_text(encoding="utf-8")
        shorter = record._replace(phases=record.phases[:-1])
        text = write_game(shorter, archive.variant(record.variant))
        path.write_text(text, encoding="utf-8")


class Seen:
    """The most memory, in MB, that a process and its helpers had."""

    def __init__(self, root: int) -> None:
        self.root = root
        self.largest = self.together = 0.0

    def watch(self, process: subprocess.Popen[str]) -> None:
        """Look at them until the process ends. Browsers that print issues are not counted."""
        while process.poll() is None:
            sizes = [held(one) for one in family(self.root)]
            self.largest = max(self.largest, *(whole for whole, _ in sizes))
            self.together = max(self.together, sum(own for _, own in sizes))
            time.sleep(SECOND)


def family(root: int) -> list[int]:
    """A process of Python and those that it began."""
    found = [root]
    for parent in found:
        for place in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += map(int, place.read_text().split())
            except OSError:
                continue
    return found


def held(process: int) -> tuple[float, float]:
    """MB that a process of Python holds, and its part of them where others hold the same; nought
    for other programs and for what has ended."""
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]
        table = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0, 0.0
    if b"python" not in command:
        return 0.0, 0.0
    kept = {word: int(n) * 1024 / 1e6 for word, n in re.findall(r"(\w+): +(\d+) kB", table)}
    return kept.get("Rss", 0.0), kept.get("Pss", 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", nargs="*", type=int, default=[1000, 5000])
    parser.add_argument("--nth", nargs="*", type=int, default=[], help="cost of the nth game")
    parser.add_argument("--maps", action="store_true", help="with the maps as SVG")
    parser.add_argument("--png", action="store_true", help="with the maps as SVG and PNG")
    parser.add_argument("--alone", action="store_true", help="without our own games")
    given = parser.parse_args()
    archive = Archive(ROOT)
    most = max([*given.nth, *(pages // 25 for pages in given.pages)])
    records = list(read(archive, GAMES, most))
    start = min(bare() for _ in range(5))
    print(f"{usable_cores()} cores; Python alone starts in {start * 1e3:.0f} ms\n")
    for pages in given.pages:
        with tempfile.TemporaryDirectory() as folder:
            grown(Bench(Path(folder), given), archive, records, pages)
    for nth in given.nth:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(Path(folder), given)
            bench.add(archive, iter(records[: nth - 1]), 10**9)
            bench.build()
            bench.add(archive, iter(records[nth - 1 : nth]), 1)
            show(f"game {nth} added", bench.build())


def grown(bench: Bench, archive: Archive, records: Sequence[Record], pages: int) -> None:
    """An archive that grows by so many pages, built again and again."""
    empty = bench.build()
    before = bench.pages()
    games = bench.add(archive, iter(records), pages)
    bench.shorten(archive)
    bench.forget()
    first = bench.build()
    made, size = (now - then for now, then in zip(bench.pages(), before, strict=True))
    index = sum(file.stat().st_size for file in (bench.root / "site").glob(INDEX))
    show(f"without any of these games ({before[0]} pages)", empty)
    show(f"first build, {made} pages in {games} games more", first)
    print(f"  {size / made / 1e3:.1f} kB a page; index of words {index / 1e3:.0f} kB; ", end="")
    print(f"{(first.cpu - empty.cpu) / made * 1e3:.2f} ms of processor ", end="")
    print(f"and {(first.wall - empty.wall) / made * 1e3:.2f} ms a page")
    show("nothing changed", bench.build(), first)
    stamps = stamped(bench.root / "site/games")
    name = bench.lengthen()
    show("one season more", bench.build(), first)
    touched = {path.parts[0] for path in changed(bench.root / "site/games", stamps)}
    print(f"  touched below games/: {', '.join(sorted(touched))} (the game is {name})")
    bench.change()
    show("a game with another title on all its pages", bench.build(), first)


def stamped(folder: Path) -> dict[Path, int]:
    """When each file was written."""
    return {p.relative_to(folder): p.stat().st_mtime_ns for p in folder.rglob("*") if p.is_file()}


def changed(folder: Path, before: dict[Path, int]) -> list[Path]:
    """The files that were written since."""
    return [path for path, stamp in stamped(folder).items() if before.get(path) != stamp]


def bare() -> float:
    """Seconds that Python needs to start and end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - start


def show(what: str, cost: Cost, first: Cost | None = None) -> None:
    share = f"{cost.wall / first.wall:6.0%}" if first else " " * 6
    print(
        f"{what:45}{cost.wall:7.1f} s{cost.cpu:7.1f} s cpu{share}"
        f"{cost.peak:6.0f} MB{cost.total:6.0f} MB{cost.written:7} written",
        flush=True,
    )


if __name__ == "__main__":
    main()
