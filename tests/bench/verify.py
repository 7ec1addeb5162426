"""What `chancery verify` takes for a phase: to read it, to judge it and to compare it.

    python tests/bench/verify.py                    # microseconds of this program
    python tests/bench/verify.py --beside FOLDER    # and of that in another checkout, in turns

Games of the corpus are written as game files. The processor time of verifying a few of them is
taken from that of verifying many, so that the start of the program does not count.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from corpus import ROOT
from growth import fill, run

FEW, MANY = 5, 205


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--beside", type=Path, help="the folder of another checkout")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    programs = [ROOT, *([given.beside.resolve()] if given.beside else ())]
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder, "few"), Path(folder, "many")
        phases = count(fill(many, MANY)) - count(fill(few, FEW))
        found: dict[Path, list[float]] = {program: [] for program in programs}
        for _ in range(given.rounds):
            for program in programs:
                start, whole = (
                    run(at, "verify", "games", program=program)[0] for at in (few, many)
                )
                found[program].append((whole - start) / phases * 1e6)
    for program, times in found.items():
        shown = " ".join(f"{each:.0f}" for each in times)
        print(f"{program}: {min(times):.0f} µs a phase at the least ({shown})")
    if given.beside:
        ours, theirs = (min(found[program]) for program in programs)
        print(f"ratio of the least: {ours / theirs:.2f}")


def count(games: Path) -> int:
    """How many phases the game files in a folder have."""
    texts = (path.read_text(encoding="utf-8") for path in games.iterdir())
    return sum(text.count("\n    after:") for text in texts)


if __name__ == "__main__":
    main()
