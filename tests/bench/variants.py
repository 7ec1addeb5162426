"""What a movement phase of each variant costs beside a standard one with about as many units.

    python tests/bench/variants.py

The phases are those of the archive's games; each of a variant takes turns with the standard ones
nearest to it in units, best of five in processor time, told per unit. The middle one of many
counts: where few units are left, the nearest are the openings, in which nothing is contested.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from corpus import ROOT, best

from builder.archive import Archive
from builder.model.orders import Written
from builder.model.position import Position
from builder.model.turns import Turn
from builder.replay import under, walk
from builder.variant import Variant

NEAR = 25


class Case(NamedTuple):
    """A phase as it was played."""

    variant: Variant
    position: Position
    orders: tuple[Written, ...]

    @property
    def units(self) -> int:
        return len(self.position.units)

    def play(self) -> Turn:
        return self.variant.open(self.position).play(self.orders)


def main() -> None:
    found: dict[str, list[Case]] = {}
    for case in cases(Archive(ROOT)):
        found.setdefault(case.variant.name, []).append(case)
    standard = sorted(found.pop("standard"), key=lambda case: case.units)
    print(f"{'µs a unit':14}{'phases':>8}{'units':>8}{'variant':>10}{'standard':>10}{'ratio':>8}")
    for name, own in found.items():
        rows = [(case.units, *paired(case, standard)) for case in own]
        units, ours, theirs = (median(column) for column in zip(*rows, strict=True))
        print(f"{name:14}{len(rows):8}{units:8.0f}", end="")
        print(f"{ours * 1e6:10.2f}{theirs * 1e6:10.2f}{ours / theirs:8.2f}")


def cases(archive: Archive) -> Iterator[Case]:
    """Every movement phase with orders in the archive."""
    for record in archive:
        variant = under(archive.variant(record.variant), record)
        for stage in walk(variant, record):
            if stage.phase.step == "movement" and stage.recorded and stage.recorded.orders:
                yield Case(variant, stage.turn.before, stage.recorded.orders)


def paired(case: Case, standard: list[Case]) -> tuple[float, float]:
    """Seconds per unit of a phase, and of the middle one of those with about as many units."""
    near = sorted(standard, key=lambda one: abs(one.units - case.units))[:NEAR]
    mine, *theirs = best(5, case.play, *(one.play for one in near))
    each = (seconds / one.units for seconds, one in zip(theirs, near, strict=True))
    return mine / case.units, median(each)


if __name__ == "__main__":
    main()
