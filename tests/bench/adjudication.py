"""How long a phase takes: recorded games read, replayed, and each movement phase timed by itself.

    python tests/bench/adjudication.py ../shared/corpus/droidippy-open.tar.xz --games 300
    python tests/bench/adjudication.py GAMES… --package      beside the Python package `diplomacy`

Of each phase the best of three plays counts, so that what else the machine does is left out.
The package judges the same movement phases in the same run, set up apart from the clock.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

from builder.archive import Archive
from builder.formats.foreign.documents import documents
from builder.formats.foreign.registry import import_document
from builder.model.board import Location
from builder.model.orders import Written
from builder.model.units import Unit
from builder.record import Record
from builder.replay import Stage, under, walk
from builder.variant import Variant

ROOT = Path(__file__).resolve().parents[2]
PLAYS = 3
Played = tuple[Variant, Stage]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=200, help="stop after so many (200)")
    parser.add_argument("--package", action="store_true", help="time the package diplomacy too")
    given = parser.parse_args()
    archive = Archive(ROOT)

    start = time.perf_counter()
    records = list(islice(read(archive, given.paths), given.games))
    reading = time.perf_counter() - start

    start = time.perf_counter()
    stages = [(variant, s) for variant, record in records for s in walk(variant, record)]
    verifying = time.perf_counter() - start

    moves = [(v, s) for v, s in stages if s.phase.step == "movement"]
    times = [timed(v, s) for v, s in moves]
    others = [timed(v, s) for v, s in stages if s.phase.step != "movement"]
    print(f"{len(records)} games, {len(stages)} phases, {len(moves)} of them movement")
    print(f"read           {len(stages) / reading:9.0f} phases/s")
    print(f"verified       {len(stages) / verifying:9.0f} phases/s, once read")
    print(f"adjudicated    {len(stages) / sum(times + others):9.0f} phases/s")
    report("movement", times)
    if given.package:
        package = packaged(moves)
        report("package", package)
        shares = [theirs / ours for theirs, ours in zip(package, times, strict=True)]
        print(f"package        {median(shares):9.0f} times as long, in the median")


def read(archive: Archive, paths: Sequence[Path]) -> Iterator[tuple[Variant, Record]]:
    """Every game of every file, with the variant as it was played."""
    for path in paths:
        for document in documents(path):
            for found in import_document(document, lambda name: archive.variant(name).setting):
                record = found.record
                yield under(archive.variant(record.variant), record), record


def orders_of(stage: Stage) -> Sequence[Written]:
    return stage.recorded.orders if stage.recorded else ()


def timed(variant: Variant, stage: Stage) -> float:
    """The seconds that adjudicating a phase takes, opening the rulebook included."""
    orders, best = orders_of(stage), float("inf")
    for _ in range(PLAYS):
        start = time.perf_counter()
        variant.open(stage.turn.before).play(orders)
        best = min(best, time.perf_counter() - start)
    return best


def packaged(moves: Sequence[Played]) -> list[float]:
    """The seconds that the package takes for each phase, once it is set up."""
    game = importlib.import_module("diplomacy").Game()
    spelt = importlib.import_module("cross_check").spelt
    found = []
    for _, stage in moves:
        before = stage.turn.before
        where = {u.at: u for u in before.units}
        game.clear_units()
        game.clear_orders()
        game.set_current_phase("S1901M")
        for power in game.powers:
            units = [u for u in before.units if u.power.upper() == power]
            game.set_units(power, [f"{u.kind} {u.at.upper()}" for u in units])
            mine = [w for w in orders_of(stage) if w.issuer.upper() == power and known(w, where)]
            game.set_orders(power, [spelt(w, where) for w in mine])
        start = time.perf_counter()
        game.process()
        found.append(time.perf_counter() - start)
    return found


def known(written: Written, where: Mapping[Location, Unit]) -> bool:
    """Does the order name units that stand there?"""
    other = getattr(written.order, "at", None)
    return written.unit is not None and {written.unit.at, other} <= {*where, None}


def report(name: str, times: Sequence[float]) -> None:
    """The middle and the ends of many times, in millionths of a second."""
    ordered = sorted(times)
    shares = (("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999), ("worst", 1.0))
    places = [(n, min(len(ordered) - 1, int(share * len(ordered)))) for n, share in shares]
    print(f"{name:14}", ", ".join(f"{n} {ordered[at] * 1e6:.0f}" for n, at in places), "µs a phase")


if __name__ == "__main__":
    main()
