"""What a power needs to win, and how much of that it holds."""

from typing import NamedTuple

from builder.model.board import Code
from builder.model.kinds import Power


class Progress(NamedTuple):
    """How far a power is on its way to victory: `held` of the `needed` provinces.

    `goal` are the provinces that it must hold; None where any centres count.
    """

    power: Power
    held: int
    needed: int
    goal: frozenset[Code] | None = None

    @property
    def reached(self) -> bool:
        """Does the power hold all that it needs?"""
        return self.held >= self.needed > 0
