"""Units, their kinds and locations; and a position: everything that a phase starts from."""

from collections import defaultdict
from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import NamedTuple, NewType, Self

from builder.model.calendar import Phase

Code = NewType("Code", str)  # of a province
KindCode = NewType("KindCode", str)
Power = NewType("Power", str)
CONTROLLER = "controller"
NOTHING: Mapping[str, str] = MappingProxyType({})


class Location(str):
    """Where a unit stands: a province (`Mun`) or one coast of it (`Stp/nc`)."""

    __slots__ = ("coast", "province")
    province: Code
    coast: str

    def __new__(cls, text: str) -> Self:
        """Split `Stp/nc` into the province's code and the coast."""
        self = super().__new__(cls, text)
        province, _, coast = text.partition("/")
        self.province = Code(province)
        self.coast = coast
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


UnitByProvince = Mapping[Code, Unit]


class Dislodged(NamedTuple):
    """A dislodged unit, and its legal retreats.
    `origin` is the province that the attacker came from; None if a retreat there is allowed, as
    after a convoyed attack under later rules. `refuges` are the legal retreats."""

    unit: Unit
    origin: Code | None
    refuges: tuple[Location, ...] = ()


class Position(NamedTuple):
    """Where units stand, who owns which centre, and which units must retreat.

    The `dislodged` units are not among the `units`. `owners` has every centre that is owned,
    `contested` the provinces that a stand-off left empty, `memory` what amendments carry over
    from phase to phase.

    >>> from builder import open_variant
    >>> start = open_variant("standard").setting.start
    >>> len(start.units), start.owners["Par"], start.phase.year
    (22, 'France', 1901)
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[Code, Power]
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Code] = frozenset()
    memory: Mapping[str, str] = NOTHING

    @property
    def controller(self) -> Power | None:
        """The power that orders the units of unplayed nations, if there is one."""
        name = self.memory.get(CONTROLLER)
        return Power(name) if name else None


def held(owners: Mapping[Code, Power], centres: Set[Code]) -> Mapping[Power, set[Code]]:
    """The centres that each power owns; empty for a power that owns none."""
    centres_of: defaultdict[Power, set[Code]] = defaultdict(set)
    for code, power in owners.items():
        if code in centres:
            centres_of[power].add(code)
    return centres_of


class Progress(NamedTuple):
    """A power's progress towards victory: it holds `held` of the `needed` provinces.
    `goal` are the provinces that it must hold; None if any centres count."""

    power: Power
    held: int
    needed: int
    goal: frozenset[Code] | None = None

    @property
    def reached(self) -> bool:
        """Does the power hold all that it needs?"""
        return self.held >= self.needed > 0
