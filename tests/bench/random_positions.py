"""Random phases under every variant: do they come out the same in any sequence?

    python tests/bench/random_positions.py --count 100000 cat classix

Prints the seeds of phases that break a law, and the time per phase. The tests take a small
sample of the same phases.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from random_phases import Crowd  # noqa: E402

from builder.archive import Archive  # noqa: E402
from builder.cases import computed  # noqa: E402
from builder.model.findings import Reason  # noqa: E402
from builder.model.results import Turn  # noqa: E402
from builder.variant import Variant  # noqa: E402

VARIANTS = ("cat", "classix", "cline9-iv", "cline9-vi", "loeb9", "militarism")


def told(turn: Turn) -> Counter[tuple[object, ...]]:
    """What became of every unit, or half of one."""
    return Counter((a.power, a.kind, a.at, f.value, f.why) for a, f in turn.findings.items())


def broken(variant: Variant, c: Crowd, seed: int) -> str:
    """Which law does the phase break?"""
    one = variant.open(c.position).play(c.orders)
    chance = Random(seed)
    units = chance.sample(c.position.units, len(c.position.units))
    orders = chance.sample(c.orders, len(c.orders))
    other = variant.open(c.position._replace(units=tuple(units))).play(orders)
    if computed(one) != computed(other) or told(one) != told(other):
        return "the sequence matters"
    if any(f.why is Reason.UNDECIDED for f in one.findings.values()):
        return "undecided"
    standing = (*one.after.units, *(d.unit for d in one.dislodged))
    heads = (sum(u.size for u in units) for units in (c.position.units, standing))
    single = one.after.phase.step == "adjustments"
    return "" if single or len({*heads}) == 1 else "units lost or made"


def run(variant: Variant, count: int) -> bool:
    """Try so many phases of a variant."""
    began, good = time.perf_counter(), True
    for seed in range(count):
        law = broken(variant, Crowd(variant, f"{variant.name} {seed}"), seed)
        if law:
            good = False
            print(f"{variant.name} {seed}: {law}")
    spent = time.perf_counter() - began
    print(f"{variant.name}: {count} phases, {spent / max(count, 1) * 1000:.2f} ms each")
    return good


def main() -> None:
    """Try the variants named, or all six."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("variants", nargs="*", default=VARIANTS)
    reader.add_argument("--count", type=int, default=100_000)
    given = reader.parse_args()
    archive = Archive(ROOT)
    results = [run(archive.variant(name), given.count) for name in given.variants]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
