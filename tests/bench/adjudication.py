"""Movement phases of recorded games judged by us and by the Python package `diplomacy`, in turn.

    pip install diplomacy
    python tests/bench/adjudication.py --games 60

Games are spread evenly over the file. The two take turns, phase by phase; of each phase the best
of three plays counts, in processor time. Ours is timed from parsed orders to findings, retreats
and the next position; theirs from order strings (`set_orders`, then `process`), and `process` by
itself. Setting a game of theirs to the position is not timed. Whole replays are timed apart.
As in `timeit`, the garbage collector is off meanwhile.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Sequence
from pathlib import Path

from corpus import GAMES, LEVELS, ROOT, level, read
from cross_check import ours, spelt
from diplomacy import Game

from builder.archive import Archive
from builder.model.orders import Written
from builder.model.units import Position, Unit
from builder.playback.replaying import Stage, under, walk
from builder.variant import Variant

PLAYS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", nargs="?", type=Path, default=GAMES)
    parser.add_argument("--games", type=int, default=60, help="how many of the file's (60)")
    given = parser.parse_args()
    archive = Archive(ROOT)
    games = [
        (under(archive.variant(g.variant), g), g) for g in read(archive, *vars(given).values())
    ]

    gc.disable()
    replaying = float("inf")
    for _ in range(PLAYS):
        start = time.process_time()
        stages = [(v, s) for v, g in games for s in walk(v, g)]
        replaying = min(replaying, time.process_time() - start)

    game = Game()
    judged = [(v, s) for v, s in stages if s.phase.step == "movement" and s.recorded]
    rows = [row(game, v, s) for v, s in judged]
    mine, whole, alone = ([r[column] for r in rows] for column in range(3))
    print(f"{len(games)} games, {len(stages)} phases, {len(rows)} of them movement with orders")
    print(f"{sum(r[3] for r in rows)} of these leave the same units standing and dislodged in both")
    print(f"replay, comparison included: {len(stages) / replaying:.0f} phases/s")
    print(
        f"{'µs a movement phase':20}{'ours':>8}{'theirs':>8}{'ratio':>8}{'process':>9}{'ratio':>8}"
    )
    for name, share in LEVELS:
        one, two, three = (level(times, share) * 1e6 for times in (mine, whole, alone))
        print(f"{name:20}{one:8.0f}{two:8.0f}{two / one:8.1f}{three:9.0f}{three / one:8.1f}")
    one, two, three = (sum(times) / len(times) * 1e6 for times in (mine, whole, alone))
    print(f"{'mean':20}{one:8.0f}{two:8.0f}{two / one:8.1f}{three:9.0f}{three / one:8.1f}")


def row(game: Game, variant: Variant, stage: Stage) -> tuple[float, float, float, bool]:
    """A phase played by both: our seconds, theirs, theirs without reading, whether they agree."""
    assert stage.recorded
    position, orders = stage.turn.before, stage.recorded.orders
    told = strings(position, orders)
    mine = whole = alone = float("inf")
    for _ in range(PLAYS):
        start = time.process_time()
        turn = variant.open(position).play(orders)
        mine = min(mine, time.process_time() - start)
    for _ in range(PLAYS):
        deal(game, position)
        start = time.process_time()
        for power, lines in told.items():
            game.set_orders(power, lines)
        middle = time.process_time()
        game.process()
        end = time.process_time()
        whole, alone = min(whole, end - start), min(alone, end - middle)
    theirs = {f"{power} {unit}" for power, units in game.get_units().items() for unit in units}
    return mine, whole, alone, ours(turn) == theirs


def deal(game: Game, position: Position) -> None:
    """Set a game of theirs to that position; one game serves all, for the first thinks long."""
    game.clear_orders()
    game.clear_units()
    game.clear_centers()
    season = position.phase.season[0].upper()
    game.set_current_phase(f"{season}{position.phase.year}M")
    for power in game.powers:
        game.set_units(power, [f"{u.kind} {u.at.upper()}" for u in units_of(position, power)])
        game.set_centers(
            power, [c.upper() for c, p in position.owners.items() if p.upper() == power]
        )
    return game


def units_of(position: Position, power: str) -> list[Unit]:
    return [u for u in position.units if u.power.upper() == power]


def strings(position: Position, orders: Sequence[Written]) -> dict[str, list[str]]:
    """The orders in their words, by power."""
    where = {u.at.province: u for u in position.units}
    told: dict[str, list[str]] = {}
    for w in orders:
        if w.unit is not None and w.unit.at.province in where:
            told.setdefault(w.issuer.upper(), []).append(spelt(w, where))
    return told


if __name__ == "__main__":
    main()
