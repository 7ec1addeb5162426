"""What a movement phase of each variant costs beside a standard one with about as many units.

    python tests/bench/variants.py

The phases are those of the archive's games. All of a variant take turns with all standard ones,
best of all plays in processor time, told per unit: one book after the other, as games are judged,
since Python fits its code to the book that it runs. A phase is laid beside the middle one of the
standard phases nearest to it in units: where few are left, those are the openings, in which
nothing is contested.
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
PLAYS, TURNS = 5, 3


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
        ours, theirs = in_turns(own, standard)
        rows = [
            (c.units, t / c.units, beside(c, standard, theirs))
            for c, t in zip(own, ours, strict=True)
        ]
        units, mine, other = (median(column) for column in zip(*rows, strict=True))
        print(f"{name:14}{len(rows):8}{units:8.0f}", end="")
        print(f"{mine * 1e6:10.2f}{other * 1e6:10.2f}{mine / other:8.2f}")


def cases(archive: Archive) -> Iterator[Case]:
    """Every movement phase with orders in the archive."""
    for record in archive:
        variant = under(archive.variant(record.variant), record)
        for stage in walk(variant, record):
            if stage.phase.step == "movement" and stage.recorded and stage.recorded.orders:
                yield Case(variant, stage.turn.before, stage.recorded.orders)


def in_turns(own: list[Case], standard: list[Case]) -> tuple[list[float], list[float]]:
    """Seconds for each phase of a variant, and for each standard one."""
    turns = [
        (best(PLAYS, *(c.play for c in own)), best(PLAYS, *(c.play for c in standard)))
        for _ in range(TURNS)
    ]
    ours, theirs = ([*map(min, zip(*rounds, strict=True))] for rounds in zip(*turns, strict=True))
    return ours, theirs


def beside(case: Case, standard: list[Case], seconds: list[float]) -> float:
    """Seconds per unit of the middle one of the standard phases with about as many units."""
    timed = zip(standard, seconds, strict=True)
    near = sorted(timed, key=lambda one: abs(one[0].units - case.units))[:NEAR]
    return median(spent / one.units for one, spent in near)


if __name__ == "__main__":
    main()
