"""How an archive's costs grow with its games: bytes, reading, judging, building, one change.

    python tests/bench/growth.py                    # 10, 100 and 1,000 games of the corpus
    python tests/bench/growth.py 10 --png previews  # the pictures that stand alone, too

Each row is an archive of its own with that many imported games and every map: kB of its game
files and MB and files of its site, and processor seconds (helpers counted) of `verify`, of a first
build, of a build with nothing changed and of one with another title.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from corpus import GAMES, ROOT, read

from builder.archive import Archive
from builder.formats.game.writing import write_game

COLUMNS = ("games", "kB", "verify", "build", "nothing", "a title", "MB", "files")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("counts", nargs="*", type=int, default=[10, 100, 1000])
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
    for name in ("docs", "maps"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "mkdocs.yml", root)
    archive, games = Archive(ROOT), root / "games/standard"
    games.mkdir(parents=True)
    for record in read(archive, GAMES, count):
        text = write_game(record, archive.variant(record.variant))
        (games / f"{record.id}.yaml").write_text(text, encoding="utf-8")
    files = sorted(games.iterdir())
    build = ("build", "--png", png, "--site", str(root / "site"))
    spent = [run(root, *words) for words in (("verify", "games"), build, build)]
    text = files[0].read_text(encoding="utf-8")
    files[0].write_text(text.replace("\ngame: ", "\ngame: Another ", 1), encoding="utf-8")
    spent.append(run(root, *build))
    site = [path.stat().st_size for path in (root / "site").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) // 1000
    seconds = [f"{one:.1f}" for one in spent]
    return [f"{len(files)}", f"{size}", *seconds, f"{sum(site) / 1e6:.1f}", f"{len(site)}"]


def run(root: Path, *words: str) -> float:
    """Processor seconds of a command, its helpers counted."""
    before = os.times()
    command = [sys.executable, "-m", "builder", *words]
    subprocess.run(
        command, cwd=root, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    )
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


if __name__ == "__main__":
    main()
