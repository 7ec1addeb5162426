"""Orders, as players write them and as units are taken to carry them out."""

from typing import NamedTuple, get_args

from builder.model.units import Code, KindCode, Location, Power


class Hold(NamedTuple):
    """Stay in place."""


class Move(NamedTuple):
    """Go to another place.
    `via` says that the army must go by convoy, `route` names the seas of its fleets; `carries` is
    the army that a moving fleet agrees to take along."""

    to: Location
    via: bool = False
    route: tuple[Location, ...] = ()
    carries: Location | None = None


class Support(NamedTuple):
    """Support the unit at `at` to hold, or to move to `to`.
    If `at` is None, every action of `power` at `to` is supported. `kind` and `power` of the
    supported unit are kept if they were written."""

    at: Location | None
    to: Location | None = None
    kind: KindCode | None = None
    power: Power | None = None


class Convoy(NamedTuple):
    """Carry the army at `at` to `to`; if `to` is None, consent to carry it anywhere."""

    at: Location
    to: Location | None = None
    kind: KindCode | None = None
    power: Power | None = None

    @property
    def passage(self) -> tuple[Code, Code] | None:
        """The provinces from which and to which the army is carried, if both are named."""
        return (self.at.province, self.to.province) if self.to is not None else None


class Embark(NamedTuple):
    """Board the fleet in the sea `on`, and land at `to` if it is given."""

    on: Code
    to: Location | None = None


class Debark(NamedTuple):
    """Land from the fleet that carries the army."""

    to: Location


class Retreat(NamedTuple):
    """Retreat to a place after being dislodged."""

    to: Location


class Disband(NamedTuple):
    """Take a dislodged unit off the board."""


class Build(NamedTuple):
    """Build a unit in Winter."""

    kind: KindCode
    at: Location


class Remove(NamedTuple):
    """Take a unit off the board in Winter."""

    at: Location


class Waive(NamedTuple):
    """Leave a build unused."""


Order = (
    Hold | Move | Support | Convoy | Embark | Debark | Retreat | Disband | Build | Remove | Waive
)


def alike(one: tuple[object, ...], other: object) -> bool:
    """Are two orders of the same kind, with equal parts?"""
    return type(one) is type(other) and tuple.__eq__(one, other)


def unlike(one: tuple[object, ...], other: object) -> bool:
    """Are two orders of different kinds, or with different parts?"""
    return not alike(one, other)


# Orders are named tuples, which the judge makes and compares by the million. As bare tuples a
# support of A Mun would equal a convoy of it, so each type gets a comparison that asks for it.
for _order_type in get_args(Order):
    _order_type.__eq__ = alike
    _order_type.__ne__ = unlike


def helped(order: Order) -> tuple[Code, Code | None] | None:
    """The provinces of the unit that a support or convoy is for and of its goal (None: it stays).
    None for any other order, and for a support that names no unit."""
    if not isinstance(order, Support | Convoy) or order.at is None:
        return None
    goal = order.to.province if order.to else None
    return order.at.province, goal


class UnitRef(NamedTuple):
    """How an order names its unit: by place, and by kind and power if they were written.
    `part` is the kind of the half of a divided unit; `led` says that the order is for a unit and
    its leader (`LA Mun-Bur`)."""

    at: Location
    kind: KindCode | None = None
    power: Power | None = None
    part: KindCode | None = None
    doubled: bool = False
    led: bool = False


class Written:
    """An order as recorded; compared by identity, because a record may hold it twice.
    `home` is the province of its `unit`; both are None if the order names none (a waived build)."""

    __slots__ = ("home", "issuer", "line", "order", "text", "unit")

    def __init__(
        self, issuer: Power, unit: UnitRef | None, order: Order, text: str = "", line: int = 0
    ) -> None:
        self.issuer = issuer
        self.unit = unit
        self.order = order
        self.text = text
        self.line = line
        self.home: Code | None = unit.at.province if unit is not None else None

    def __repr__(self) -> str:
        return f"{self.issuer}: {self.text or self.order}"
