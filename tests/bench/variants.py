"""How long a movement phase takes under each variant, beside the standard one.

    python tests/bench/variants.py

A variant may cost at most three times as much for each unit.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/amendments"))

from crowds import Crowd  # noqa: E402

from builder.archive import Archive  # noqa: E402
from builder.variant import Variant  # noqa: E402

PHASES, ROUNDS, LIMIT = 400, 3, 3.0


def cost(variant: Variant) -> float:
    """Microseconds for each unit, the best of a few rounds."""
    crowds = [Crowd(variant, f"{variant.name} {seed}", most=22) for seed in range(PHASES)]
    units = sum(len(c.position.units) for c in crowds)
    best = float("inf")
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        for c in crowds:
            variant.open(c.position).play(c.orders)
        best = min(best, time.perf_counter() - began)
    return best / units * 1e6


def main() -> None:
    archive = Archive(ROOT)
    plain = cost(archive.variant("standard"))
    dear = False
    for name in archive.variant_names:
        found = cost(archive.variant(name))
        dear = dear or found > LIMIT * plain
        print(f"{name:12} {found:6.1f} µs a unit, {found / plain:.2f} of the standard")
    sys.exit(1 if dear else 0)


if __name__ == "__main__":
    main()
