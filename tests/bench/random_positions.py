"""Random phases under every variant: do they obey the laws?

    python tests/bench/random_positions.py --count 10000 cat classix

Of each seed a movement, a retreat and a Winter are played. Prints the seeds of those that break a
law, and the time for each seed. The tests take a small sample of the same phases.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from random_phases import (  # noqa: E402
    Crowd,
    after_battles,
    retreat_lines,
    shuffled_by_power,
    winter,
    winter_lines,
)

from builder.archive import Archive  # noqa: E402
from builder.cases import computed  # noqa: E402
from builder.model.findings import Reason  # noqa: E402
from builder.model.orders import Written  # noqa: E402
from builder.model.results import Turn  # noqa: E402
from builder.model.units import Position, Unit  # noqa: E402
from builder.variant import Variant  # noqa: E402


def results(turn: Turn) -> Counter[tuple[object, ...]]:
    """What became of every unit, or half of one."""
    acted = Counter((a.power, a.kind, a.at, f.value, f.why) for a, f in turn.findings.items())
    ended = Counter((e.power, e.unit, e.to, e.finding.value, e.finding.why) for e in turn.ends)
    return acted + ended


def are_alike(one: Turn, other: Turn) -> bool:
    """Have the same phase and the same orders the same results?"""
    return computed(one) == computed(other) and results(one) == results(other)


def heads(units: Sequence[Unit]) -> int:
    """How many units there are, a doubled one as two."""
    return sum(unit.size for unit in units)


def is_crowded(variant: Variant, position: Position) -> bool:
    """Are two units in one province that keep each other out?"""
    weak = variant.setting.weak
    ashore = [u.at.province for u in position.units if u.kind not in weak and not u.aboard]
    return len(set(ashore)) < len(ashore)


def broken_by_moves(variant: Variant, crowd: Crowd, chance: Random) -> str:
    """The law that a movement breaks, if any: units and lines may stand in any sequence."""
    before = crowd.position
    turn = variant.open(before).play(crowd.orders)
    units = chance.sample(before.units, len(before.units))
    lines = chance.sample(crowd.orders, len(crowd.orders))
    again = variant.open(before._replace(units=tuple(units))).play(lines)
    if not are_alike(turn, again):
        return "the sequence matters"
    if any(f.why is Reason.UNDECIDED for f in turn.findings.values()):
        return "undecided"
    if is_crowded(variant, turn.after):
        return "two units in one province"
    driven_out = [d.unit for d in turn.dislodged]
    ends_year = turn.after.phase.step == "adjustments"  # then doubled units are single again
    if not ends_year and heads(before.units) != heads([*turn.after.units, *driven_out]):
        return "units lost or made"
    return ""


def broken_by_retreats(variant: Variant, crowd: Crowd, chance: Random) -> str:
    """The law that a retreat breaks, if any: the lines of a power may stand in any sequence."""
    position = after_battles(crowd, chance)
    lines = list(retreat_lines(variant, position, chance))
    turn = variant.open(position).play(lines)
    again = variant.open(position).play(shuffled_by_power(chance, lines))
    if not are_alike(turn, again):
        return "the sequence of retreats matters"
    if is_crowded(variant, turn.after):
        return "two units in one province after retreats"
    all_units = [*position.units, *(d.unit for d in position.dislodged)]
    return "units made in retreats" if heads(turn.after.units) > heads(all_units) else ""


def broken_by_winter(variant: Variant, crowd: Crowd, chance: Random) -> str:
    """The law that a Winter breaks, if any: what a power orders is no matter of the others, and
    no power ends with more units than its centres support."""
    position = winter(crowd)
    lines: Sequence[Written] = list(winter_lines(variant, position, chance))
    turn = variant.open(position).play(lines)
    backwards = sorted(lines, key=lambda w: w.issuer, reverse=True)  # each power's in their order
    again = variant.open(position).play(backwards)
    if not are_alike(turn, again):
        return "the sequence of powers matters in Winter"
    if is_crowded(variant, turn.after):
        return "two units in one province after Winter"
    book = variant.open(position)
    dues = book.dues(position)
    before = book.upkeeps(position)
    after = book.upkeeps(turn.after)
    for power in variant.setting.powers:
        needed = before[power] + dues[power]
        if after[power] > needed or (dues[power] >= 0 and after[power] < before[power]):
            return f"{power} has {after[power]} units in place of up to {needed}"
    return ""


LAWS = (broken_by_moves, broken_by_retreats, broken_by_winter)


def run(variant: Variant, count: int) -> bool:
    """Try so many seeds of a variant."""
    began = time.process_time()
    violations = 0
    for seed in range(count):
        crowd = Crowd(variant, f"{variant.name} {seed}")
        for broken_law in LAWS:
            law = broken_law(variant, crowd, Random(seed))
            if law:
                violations += 1
                print(f"{variant.name} {seed}: {law}", flush=True)
    spent = (time.process_time() - began) / max(count, 1) * 1000
    summary = f"{variant.name}: {count} seeds, {violations} violations, {spent:.2f} ms each"
    print(summary, flush=True)
    return not violations


def main() -> None:
    """Try the variants named, or all of them."""
    archive = Archive(ROOT)
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("variants", nargs="*", default=archive.variant_names)
    reader.add_argument("--count", type=int, default=10_000)
    arguments = reader.parse_args()
    obedient = [run(archive.variant(name), arguments.count) for name in arguments.variants]
    sys.exit(0 if all(obedient) else 1)


if __name__ == "__main__":
    main()
