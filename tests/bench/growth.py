"""How an archive's costs grow with its games: bytes, reading, judging, building, one change.

    python tests/bench/growth.py                    # 10, 100, 1,000 and 5,000 games, for hours
    python tests/bench/growth.py 10 --png previews  # the pictures that stand alone, too

Each row is an archive of its own with that many imported games and every map: kB of its game
files and MB and files of its site, and processor seconds (helpers counted) of `verify`, of a first
build, of a build with nothing changed, of one with another title and of one with a game more, each
of the three with its MB at the peak. The corpus holds 2,851 games; more are copies with other ids
and years, because records with the same orders are one game.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from corpus import GAMES, ROOT, read

from builder.archive import Archive
from builder.formats.game.writing import write_game

COLUMNS = (
    "games", "kB", "verify", "build", "nothing", "MB", "a title", "MB", "one more", "MB", "site MB",
    "files",
)  # fmt: skip

SEASON = re.compile(r"\b(Spring|Fall|Winter) (\d{4})\b")
MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("counts", nargs="*", type=int, default=[10, 100, 1000, 5000])
    parser.add_argument("--png", default="none", choices=["all", "previews", "none"])
    given = parser.parse_args()
    print("".join(f"{title:>10}" for title in COLUMNS))
    for count in given.counts:
        with tempfile.TemporaryDirectory() as folder:
            print(
                "".join(f"{cell:>10}" for cell in row(Path(folder), count, given.png)), flush=True
            )


def row(root: Path, count: int, png: str) -> list[str]:
    """An archive of so many games, measured."""
    games = fill(root, count)
    files = sorted(games.iterdir())
    build = ("build", "--png", png, "--site", str(root / "site"))
    spent = [run(root, *words)[0] for words in (("verify", "games"), build)]
    later = [run(root, *build)]
    text = files[0].read_text(encoding="utf-8")
    files[0].write_text(text.replace("\ngame: ", "\ngame: Another ", 1), encoding="utf-8")
    later.append(run(root, *build))
    (games / "one-more.yaml").write_text(years_later(text, 200), encoding="utf-8")
    later.append(run(root, *build))
    site = [path.stat().st_size for path in (root / "site").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) // 1000
    seconds = [f"{one:.1f}" for one in spent]
    seconds += [cell for cpu, peak in later for cell in (f"{cpu:.1f}", f"{peak:.0f}")]
    return [f"{len(files)}", f"{size}", *seconds, f"{sum(site) / 1e6:.1f}", f"{len(site)}"]


def fill(root: Path, count: int) -> Path:
    """An archive with every map and so many games; returns the folder of the games."""
    for name in ("docs", "maps"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    for issue in (root / "docs/zines").glob("*-issue.md"):  # which places games that are not here
        issue.unlink()
    archive, games = Archive(ROOT), root / "games/standard"
    games.mkdir(parents=True)
    for record in read(archive, GAMES, count):
        text = write_game(record, archive.variant(record.variant))
        (games / f"{record.id}.yaml").write_text(text, encoding="utf-8")
    own = sorted(games.iterdir())
    for number in range(count - len(own)):
        again = own[number % len(own)]
        copy = number // len(own)
        text = years_later(again.read_text(encoding="utf-8"), 20 * (copy + 1))
        (games / f"{again.stem}-copy-{copy}.yaml").write_text(text, encoding="utf-8")
    return games


def years_later(text: str, years: int) -> str:
    """A game file in which all seasons are some years later, so that it is another game."""
    return SEASON.sub(lambda found: f"{found[1]} {int(found[2]) + years}", text)


def run(root: Path, *words: str, program: Path = ROOT) -> tuple[float, float]:
    """Processor seconds of a command, its helpers counted, and MB at the peak of its largest
    process; the command is that of the checkout `program`. A small process starts it: a copy of
    this one would begin at its size."""
    compiled = str(root / ".pyc" / program.name)
    environment = {**os.environ, "PYTHONPATH": str(program), "PYTHONPYCACHEPREFIX": compiled}
    environment.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # modules are compiled once, as where installed
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, "-m", "builder", *words], cwd=root,
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes * 1024 / 1e6


if __name__ == "__main__":
    main()
