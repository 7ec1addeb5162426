"""What a movement phase of each variant costs beside a standard one with about as many units.

    python tests/bench/variants.py

The phases are those of the archive's games; each of a variant takes turns with the standard ones
nearest to it in units, best of five in processor time, told per unit. The middle one of many
counts: where few units are left, the nearest are the openings, in which nothing is contested.
The last column is the same ratio where all phases of one book are played, and then all of the
other: Python fits its code to the book that it runs, and begins anew when they take turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

from corpus import ROOT, best

from builder.archive import Archive
from builder.model.orders import Written
from builder.model.results import Turn
from builder.model.units import Position
from builder.playback.replaying import under, walk
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
    heads = ("phases", "units", "variant", "standard", "ratio", "by book")
    print(f"{'µs a unit':14}", *(f"{head:>9}" for head in heads), sep="")
    for name, own in found.items():
        units = median(case.units for case in own)
        ours, theirs = medians(paired(case, standard) for case in own)
        one, other = medians(by_book(own, standard))
        print(f"{name:14}{len(own):9}{units:9.0f}{ours * 1e6:9.2f}{theirs * 1e6:9.2f}", end="")
        print(f"{ours / theirs:9.2f}{one / other:9.2f}")


def cases(archive: Archive) -> Iterator[Case]:
    """Every movement phase with orders in the archive."""
    for record in archive:
        variant = under(archive.variant(record.variant), record)
        for stage in walk(variant, record):
            if stage.phase.step == "movement" and stage.recorded and stage.recorded.orders:
                yield Case(variant, stage.turn.before, stage.recorded.orders)


def medians(rows: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The middle one of each column."""
    ours, theirs = zip(*rows, strict=True)
    return median(ours), median(theirs)


def paired(case: Case, standard: list[Case]) -> tuple[float, float]:
    """Seconds per unit of a phase, and of the middle one of those with about as many units."""
    like = near(case, standard)
    mine, *theirs = best(5, case.play, *(one.play for one in like))
    each = (seconds / one.units for seconds, one in zip(theirs, like, strict=True))
    return mine / case.units, median(each)


def by_book(own: list[Case], standard: list[Case]) -> Iterator[tuple[float, float]]:
    """The same of every phase, one book after the other."""
    seconds = {
        id(case): spent / case.units
        for book in (own, standard)
        for case, spent in zip(book, best(15, *(case.play for case in book)), strict=True)
    }
    for case in own:
        yield seconds[id(case)], median(seconds[id(one)] for one in near(case, standard))


def near(case: Case, standard: list[Case]) -> list[Case]:
    """The standard phases with about as many units."""
    return sorted(standard, key=lambda one: abs(one.units - case.units))[:NEAR]


if __name__ == "__main__":
    main()
