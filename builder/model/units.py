"""Units on the board and dislodged ones, their kinds, and the locations where they stand."""

from typing import NamedTuple, NewType, Self

Code = NewType("Code", str)  # of a province
KindCode = NewType("KindCode", str)
Power = NewType("Power", str)


class Location(str):
    """Where a unit stands: a province (`Mun`) or one coast of it (`Stp/nc`)."""

    __slots__ = ("coast", "province")
    province: Code
    coast: str

    def __new__(cls, text: str) -> Self:
        """Split `Stp/nc` into the province's code and the coast."""
        self = super().__new__(cls, text)
        province, _, coast = text.partition("/")
        self.province, self.coast = Code(province), coast
        return self

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)


class Kind(NamedTuple):
    """A kind of unit: where it goes, its strength, its upkeep, and where it is built.

    `travels_as` names the kinds whose ways it uses: with `needs_all` ways that all of them have
    (a coast guard goes where an army and a fleet both could), else those of any (a leader).
    `convoyed`: it may be carried by fleets; `convoys`: it may carry; `captures`: it takes centres.
    """

    code: KindCode
    name: str
    travels_as: tuple[KindCode, ...]
    needs_all: bool = True
    strength: int = 1
    upkeep: int = 1
    built_at: frozenset[str] = frozenset({"land", "coast"})
    convoyed: bool = False
    convoys: bool = False
    captures: bool = True
    aliases: tuple[str, ...] = ()

    def stands_on(self, terrain: str) -> bool:
        """Can such a unit be on that terrain?"""
        each = [terrain != NEVER_ON.get(code) for code in self.travels_as]
        return all(each) if self.needs_all else any(each)


NEVER_ON = {KindCode("A"): "sea", KindCode("F"): "land"}
ARMY = Kind(KindCode("A"), "army", (KindCode("A"),), convoyed=True)
FLEET = Kind(KindCode("F"), "fleet", (KindCode("F"),), built_at=frozenset({"coast"}), convoys=True)


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
