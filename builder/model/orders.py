"""Orders: what a player wrote, and what a unit is then taken to do."""

from typing import NamedTuple, TypeVar

from builder.model.board import Code, Location
from builder.model.kinds import KindCode, Power

T = TypeVar("T", bound=tuple[object, ...])


def alike(one: tuple[object, ...], other: object) -> bool:
    """Are both the same kind of order, and equal in all they say?"""
    return type(one) is type(other) and tuple.__eq__(one, other)


def distinct(order: type[T]) -> type[T]:
    """Keep orders of different kinds apart; as bare tuples a support and a convoy could be
    equal."""
    for name, answer in (("__eq__", alike), ("__ne__", lambda one, other: not alike(one, other))):
        setattr(order, name, answer)
    return order


@distinct
class Hold(NamedTuple):
    """Stand where you are."""


@distinct
class Move(NamedTuple):
    """Go to another place; `via` binds the army to the sea, `route` names the fleets' seas.

    `carries` is the army that a moving fleet agrees to take along.
    """

    to: Location
    via: bool = False
    route: tuple[Location, ...] = ()
    carries: Location | None = None


@distinct
class Support(NamedTuple):
    """Lend strength to the unit at `at`: to stand, or to move to `to`.

    `at` None: any action of `power` at `to`. `kind` and `power` of the supported
    unit are kept where they were written.
    """

    at: Location | None
    to: Location | None = None
    kind: KindCode | None = None
    power: Power | None = None


@distinct
class Convoy(NamedTuple):
    """Carry the army at `at` to `to`; None: consent to carry it at all."""

    at: Location
    to: Location | None = None
    kind: KindCode | None = None
    power: Power | None = None

    @property
    def passage(self) -> tuple[Code, Code] | None:
        """From which province to which the army is carried, if that is said."""
        return (self.at.province, self.to.province) if self.to is not None else None


@distinct
class Embark(NamedTuple):
    """Board the fleet in the sea `on`, and land at `to` if that is given."""

    on: Code
    to: Location | None = None


@distinct
class Debark(NamedTuple):
    """Land from the fleet that carries the army."""

    to: Location


@distinct
class Retreat(NamedTuple):
    """Leave for an open place after being dislodged."""

    to: Location


@distinct
class Disband(NamedTuple):
    """Take a dislodged unit off the board."""


@distinct
class Build(NamedTuple):
    """Raise a unit in Winter."""

    kind: KindCode
    at: Location


@distinct
class Remove(NamedTuple):
    """Take a unit off the board in Winter."""

    at: Location


@distinct
class Waive(NamedTuple):
    """Leave a build unused."""


Order = (
    Hold | Move | Support | Convoy | Embark | Debark | Retreat | Disband | Build | Remove | Waive
)


def helped(order: Order) -> tuple[Code, Code | None] | None:
    """The province of the unit that a support or convoy is for, and that where it is to go (None:
    it stays); None for any other order, and for a support that names no unit."""
    if not isinstance(order, Support | Convoy) or order.at is None:
        return None
    return order.at.province, order.to.province if order.to else None


class UnitRef(NamedTuple):
    """How an order names its unit: kind and nation where written, always the place.

    `part` is the half of a split unit ("army", "fleet" as kinds), `led` an order given to a
    unit together with its leader (`LA Mun-Bur`).
    """

    at: Location
    kind: KindCode | None = None
    power: Power | None = None
    part: KindCode | None = None
    doubled: bool = False
    led: bool = False


class Written:
    """An order as recorded; compared by identity, because a record may hold it twice.

    `unit` is None where an order names none (a waived build), and so is `home`, the province of
    the unit.
    """

    __slots__ = ("home", "issuer", "line", "order", "text", "unit")

    def __init__(
        self, issuer: Power, unit: UnitRef | None, order: Order, text: str = "", line: int = 0
    ) -> None:
        self.issuer, self.unit, self.order, self.text, self.line = issuer, unit, order, text, line
        self.home: Code | None = unit.at.province if unit is not None else None

    def __repr__(self) -> str:
        return f"{self.issuer}: {self.text or self.order}"
