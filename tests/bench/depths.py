"""What a game costs at each depth of publication, and an archive of many of them.

    python tests/bench/depths.py                      # 200 games at each depth, for minutes
    python tests/bench/depths.py 1000 --depths game
    python tests/bench/depths.py 500 --games FOLDER   # copies of other games than our own
    python tests/bench/depths.py 5000 --depths game --counted 20000 --games FOLDER  # for an hour

The games are copies of our own recorded ones, each some years later than the other copies, so that
each is a game of its own. For each depth: bytes, packed bytes and files of a game (median and
most); seconds of the processor, helpers counted, of a first build for each game, less a build of
none, and how many times what `verify` takes that is; then of a build with nothing changed, with
another title, and with one game more, each with its MB at the peak of the largest process. With
`--counted` there are so many copies more at depth *counts* in these three.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from corpus import ROOT
from growth import run, years_later

DEPTHS = ("phases", "game", "counts")
CONFIG = "site_name: Depths\ndocs_dir: docs\nplugins:\n  - search\n  - chancery: {{depth: {}}}\n"
SKIPPED = ("collection.yaml",)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--depths", nargs="+", default=DEPTHS, choices=DEPTHS)
    parser.add_argument("--games", type=Path, default=ROOT / "games/standard")
    parser.add_argument("--counted", type=int, default=0)
    given = parser.parse_args()
    own = [path for path in sorted(given.games.glob("*.yaml")) if path.name not in SKIPPED]
    for depth in given.depths:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs").mkdir()
            (root / "mkdocs.yml").write_text(CONFIG.format(depth), encoding="utf-8")
            games = root / "games/standard"
            write_copies(games, own, range(given.count))
            report(root, depth, games)
            if given.counted:
                counted = root / "games/counted"
                write_copies(counted, own, range(given.count, given.count + given.counted))
                (counted / "collection.yaml").write_text("depth: counts\n", encoding="utf-8")
                seconds, peak = run(root, *build_in(root))
                print(f"  {given.counted} more at counts: {seconds:.1f} s, {peak:.0f} MB")
            report_changes(root, games)


def write_copies(games: Path, own: Sequence[Path], numbers: range) -> None:
    """Write the copies with these numbers into a folder."""
    games.mkdir(parents=True)
    for number in numbers:
        copy, place = divmod(number, len(own))
        text = years_later(own[place].read_text(encoding="utf-8"), 20 * copy)
        name = f"{own[place].stem}-{copy}" if copy else own[place].stem
        (games / f"{name}.yaml").write_text(text, encoding="utf-8")


def build_in(root: Path) -> tuple[str, ...]:
    """The words of the command that builds the site."""
    return "build", "--png", "none", "--site", str(root / "site")


def report(root: Path, depth: str, games: Path) -> None:
    """Build for the first time, and print a few lines about it."""
    files = sorted(games.iterdir())
    build = build_in(root)
    verify = run(root, "verify", "games")[0] / len(files)
    aside = root / "aside"
    games.rename(aside)
    games.mkdir()
    shutil.copy(aside / files[0].name, games)
    none = run(root, *build)[0]
    shutil.rmtree(games)
    shutil.rmtree(root / "site")
    shutil.rmtree(root / ".cache")
    aside.rename(games)
    first = run(root, *build)[0]
    each = (first - none) / (len(files) - 1)
    print(f"{depth}: {len(files)} games; verify {1000 * verify:.0f} ms a game")
    print(f"  first build {first:.1f} s, {1000 * each:.0f} ms a game: {each / verify:.1f} x verify")
    print_sizes(root / "site/games")


def report_changes(root: Path, games: Path) -> None:
    """Change one thing after another, and print what a build takes."""
    build = build_in(root)
    first = min(games.iterdir())
    text = first.read_text(encoding="utf-8")
    nothing = run(root, *build)
    first.write_text(text.replace("game: ", "game: Another ", 1), encoding="utf-8")
    title = run(root, *build)
    (games / "one-more.yaml").write_text(years_later(text, 7), encoding="utf-8")
    more = run(root, *build)
    for name, (seconds, peak) in (("nothing", nothing), ("a title", title), ("one more", more)):
        print(f"  {name}: {seconds:.2f} s, {peak:.0f} MB", flush=True)


def print_sizes(folder: Path) -> None:
    """The bytes, packed bytes and files of the games of a site: median and most."""
    rows: list[tuple[int, int, int]] = []
    for game in folder.iterdir():
        if game.is_dir() and game.name != "catalogue":
            contents = [path.read_bytes() for path in game.rglob("*") if path.is_file()]
            packed = sum(len(gzip.compress(content, 9)) for content in contents)
            rows.append((sum(map(len, contents)), packed, len(contents)))
    for name, column in zip(("bytes", "packed", "files"), zip(*rows, strict=True), strict=False):
        print(f"  {name}: median {median(column):,.0f}, most {max(column):,}")


if __name__ == "__main__":
    main()
