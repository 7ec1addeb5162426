"""Units on the board, and dislodged units."""

from typing import NamedTuple

from builder.model.board import Code, Location
from builder.model.kinds import KindCode, Power


class Unit(NamedTuple):
    """A unit: its power, its kind and its location.

    `size` is 2 while it counts double; `aboard` says that an army is carried by the fleet in the
    same sea.

    >>> from builder import open_variant
    >>> unit = open_variant("standard").setting.start.units[-1]
    >>> unit.power, str(unit)
    ('Turkey', 'A Smy')
    """

    power: Power
    kind: KindCode
    at: Location
    size: int = 1
    aboard: bool = False

    def __str__(self) -> str:
        return f"{'D' if self.size > 1 else ''}{self.kind} {self.at}"


class Dislodged(NamedTuple):
    """A dislodged unit, and its legal retreats.

    `origin` is the province that the attacker came from; None if a retreat there is allowed, as
    after a convoyed attack under later rules. `refuges` are the legal retreats.
    """

    unit: Unit
    origin: Code | None
    refuges: tuple[Location, ...] = ()
