"""Look for inputs that a reader takes badly: `python tests/fuzz --seconds 60`.

Every input that raises anything but an ArchiveError, takes over two seconds or 300 MB is kept
below `finds/`, one for each fault; the tests try all of them again.
"""

from __future__ import annotations

import argparse
import sys
import time
from hashlib import blake2b
from pathlib import Path

from mutations import Mutator
from targets import Target, targets
from watch import Find, tried

from builder.errors import ArchiveError

FINDS = Path(__file__).with_name("finds")


def fuzz(target: Target, seed: int, seconds: float) -> tuple[int, dict[str, tuple[Find, bytes]]]:
    """How many inputs were tried in so many seconds, and the first of each fault."""
    mutator, seeds = Mutator(seed), target.seeds()
    until = time.monotonic() + seconds
    found: dict[str, tuple[Find, bytes]] = {}
    count = 0
    while time.monotonic() < until:
        data = mutator.spoil(mutator.random.choice(seeds), seeds, target.structured)
        fault = tried(target.run, data, ArchiveError)
        count += 1
        if fault is not None and (fault.what not in found or len(data) < len(found[fault.what][1])):
            found[fault.what] = fault, data
    return count, found


def main() -> None:
    """Fuzz the targets that are named, or all of them in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="keep what is found as cases")
    given = parser.parse_args()
    chosen = [t for t in targets() if not given.names or t.name in given.names]
    wrong = total = 0
    for target in chosen:
        count, found = fuzz(target, given.seed, given.seconds / len(chosen))
        total += count
        wrong += len(found)
        print(f"{target.name}: {count} inputs, {len(found)} faults", flush=True)
        for fault, data in found.values():
            print(f"  {fault.what} ({len(data)} bytes)\n{fault.detail.rstrip()}", flush=True)
            if given.keep:
                place = FINDS / target.name / blake2b(data, digest_size=6).hexdigest()
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
    print(f"{total} inputs, {wrong} faults")
    sys.exit(1 if wrong else 0)
