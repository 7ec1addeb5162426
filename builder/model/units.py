"""Units on the board, and dislodged units."""

from typing import NamedTuple

from builder.model.board import Code, Location
from builder.model.kinds import KindCode, Power


class Unit(NamedTuple):
    """A unit: whose, of what kind, where.

    `size` is 2 while it counts double, `aboard` marks an army carried by the fleet that
    stands in the same sea.

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
    """A unit that lost its place: by whom, from where, and where it may still go.

    `origin` is the province the attacker came from, None where that bars nothing (a convoyed
    attacker under the later rules). `refuges` are its legal retreats.
    """

    unit: Unit
    origin: Code | None
    refuges: tuple[Location, ...] = ()
