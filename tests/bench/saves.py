"""What a save costs: processor seconds of the build after it, and under `mkdocs serve`.

    python tests/bench/saves.py                          # this checkout
    python tests/bench/saves.py --beside ../other        # and another one, in turns

The archive is a copy of our own. Each row is one change: a title, a line of an issue, of a page of
the guide, of an exhibition, of a board, of a variant, or nothing; then `chancery build`, and then a
build as the server does one, of which the first of its process is not counted.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "games", "maps", "tests/cases")
FIRST_LINE = re.compile(r"^game: .*", re.MULTILINE)
AUTHOR = re.compile(r"^by: .*", re.MULTILINE)
MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
MODULES = "import builder.cli.build, builder.draw.raster, builder.plugin"  # and all that these load
SERVE = """
import os, sys, time
from mkdocs.commands.build import build
from mkdocs.config import load_config
ADDRESS = "http://127.0.0.1:8000/"
started = False
for _ in sys.stdin:
    before = sum(os.times()[:4])
    config = load_config("mkdocs.yml", site_dir=sys.argv[1], site_url=ADDRESS)
    if not started:
        config.plugins.on_startup(command="serve", dirty=False)
        started = True
    build(config, serve_url=ADDRESS)
    print(sum(os.times()[:4]) - before, flush=True)
"""


def retitled(root: Path, name: str, number: int) -> None:
    """Give a game another title."""
    place = root / name
    text = place.read_text(encoding="utf-8")
    place.write_text(FIRST_LINE.sub(f"game: Title {number}", text, count=1), encoding="utf-8")


def redescribed(root: Path, name: str, number: int) -> None:
    """Give a variant other words of who made it."""
    place = root / name
    text = place.read_text(encoding="utf-8")
    place.write_text(AUTHOR.sub(f"by: Author {number}", text, count=1), encoding="utf-8")


def lengthened(root: Path, name: str, number: int) -> None:
    """Add a line to a text."""
    with (root / name).open("a", encoding="utf-8") as file:
        file.write(f"\nOne more line, number {number}.\n")


CHANGES: dict[str, Callable[[Path, int], None]] = {
    "nothing": lambda root, number: None,
    "a title": lambda root, number: retitled(
        root, "games/standard/2005a-spirals-of-paranoia.yaml", number
    ),
    "an issue": lambda root, number: lengthened(root, "docs/zines/first-issue.md", number),
    "the guide": lambda root, number: lengthened(root, "docs/citing.md", number),
    "an exhibition": lambda root, number: retitled(
        root, "games/loeb9/loeb9-exhibition.yaml", number
    ),
    "a board": lambda root, number: commented(root, "maps/loeb9/board.yaml", number),
    "a variant": lambda root, number: redescribed(root, "maps/loeb9/variant.yaml", number),
}


def commented(root: Path, name: str, number: int) -> None:
    """Add a comment to a file of YAML."""
    with (root / name).open("a", encoding="utf-8") as file:
        file.write(f"# One more comment, number {number}.\n")


class Bench:
    """A copy of our archive that one checkout builds, and a server of it."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.root = folder / "archive"
        for name in FOLDERS:
            shutil.copytree(checkout / name, self.root / name)
        shutil.copy(checkout / "mkdocs.yml", self.root)
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "NO_MKDOCS_2_WARNING": "1",
            # As in every installation, a module is compiled once and not in a build.
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "PYTHONDONTWRITEBYTECODE": "",
        }
        subprocess.run([sys.executable, "-c", MODULES], env=self.environment, check=True)
        self.server = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder / "served")],
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def build(self) -> tuple[float, float]:
        """Processor seconds of one build by the command, and MB of its largest process."""
        command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "builder", "build"]
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, kilobytes = done.stdout.split()
        return float(seconds), int(kilobytes) / 1024

    def serve(self) -> float:
        """Processor seconds of one build by the server."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write("\n")
        self.server.stdin.flush()
        return float(self.server.stdout.readline())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--times", type=int, default=3, help="of which the least counts")
    chosen = parser.parse_args()
    checkouts = [ROOT, *([chosen.beside.resolve()] if chosen.beside else [])]
    with tempfile.TemporaryDirectory() as folder:
        benches = [Bench(place, Path(folder) / str(at)) for at, place in enumerate(checkouts)]
        for bench in benches:
            seconds, largest = bench.build()
            print(f"first build {seconds:.1f} s, {largest:.0f} MB", flush=True)
            print(f"served {bench.serve():.1f} s", flush=True)
        head = "".join(f"{'build':>9}{'serve':>9}" for _ in benches)
        print(f"{'':15}{head}")
        for name, change in CHANGES.items():
            least = [[float("inf")] * 2 for _ in benches]
            for number in range(chosen.times):
                for bench, costs in zip(benches, least, strict=True):
                    change(bench.root, number)
                    costs[0] = min(costs[0], bench.build()[0])
                    costs[1] = min(costs[1], bench.serve())
            row = "".join(f"{build:9.2f}{serve:9.2f}" for build, serve in least)
            print(f"{name:15}{row}", flush=True)
        for bench in benches:
            bench.server.kill()


if __name__ == "__main__":
    main()
