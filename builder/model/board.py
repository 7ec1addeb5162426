"""The board: provinces, the locations in them, and the ways between locations."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import permutations
from typing import Literal, NamedTuple

from builder.model.names import Names, plain
from builder.model.units import Code, Kind, KindCode, Location

Season = str
Terrain = Literal["land", "coast", "sea"]
SHORTEST_ABBREVIATION = 3  # letters


class Province(NamedTuple):
    """A space of the board.

    `centre` says whether it supports a unit, `home` whose home it is, `builds` who else may build
    there; `ferries` whether fleets convoy in it. `canal` names the canal that joins the waters on
    both sides of a coastal province. `other_coasts` are other names of coasts, each with the coast
    that is meant (empty: the province without a coast). `source` says where the space comes from:
    `standard`, the variant's own `text`, `reconstructed` or `invented`; `note` adds why.
    """

    code: Code
    name: str
    terrain: Terrain
    aliases: tuple[str, ...] = ()
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str | None = None
    builds: str | None = None
    ferries: bool = False
    canal: str = ""
    other_coasts: tuple[tuple[str, str], ...] = ()
    source: str = "standard"
    note: str = ""


class Way(NamedTuple):
    """A way from a location to a neighbouring one, for units of some kinds.

    `seasons` are those in which it is open (None: all). `force` is what a unit counts on it,
    besides its supports: its own strength (None), nothing (0) or half a unit (0.5). `support` says
    whether units support along it. `crosses` are the ways that criss-cross it. `source` is as for
    a province; where it is not `standard`, `why` is a key of the board's `reasons` and `trust` says
    how sure the fact is: high, medium or low. `rule` cites what is special about it.
    """

    kinds: frozenset[KindCode]
    seasons: frozenset[Season] | None = None
    force: float | None = None
    support: bool = True
    crosses: frozenset[tuple[Location, Location]] = frozenset()
    source: str = "standard"
    why: str = ""
    trust: str = ""
    rule: str = ""

    def open_in(self, season: Season) -> bool:
        """May the way be used in that season?"""
        return self.seasons is None or season in self.seasons


Ways = Mapping[Location, Mapping[Location, tuple[Way, ...]]]
Reach = Mapping[Location, Mapping[Location, Way]]


class RemovedWay(NamedTuple):
    """A way that this board lacks although the board that it is based on has it.
    `why` is a key of the board's `reasons`."""

    kind: KindCode
    start: str
    end: str
    why: str


class NoBorder(NamedTuple):
    """Two spaces that do not touch although the map may suggest it; `why` names the source."""

    one: Location
    other: Location
    why: str


class SpareSpace(NamedTuple):
    """A space that a game may add as a centre, and the seas around it if it is no province yet."""

    province: Province
    seas: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The provinces of a map, and the ways between them.

    `ways` has the ways from each location to each of its neighbours, several where armies, fleets
    or a strait differ. `impassable` names land that no unit may enter, with the reason; it is on
    the map but no province. `status` and `sources` say how certain the board is and what it rests
    on; `apart`, `lost` and `reasons` do so for single facts. `passages` are pairs of provinces that
    are neighbours across open water. `spare` are spaces that a game may add as centres.
    `name_lists` are the files with the names of its spaces in other languages.
    """

    name: str
    provinces: Mapping[Code, Province]
    ways: Ways
    status: str = ""
    sources: tuple[str, ...] = ()
    impassable: Mapping[str, str] = field(default_factory=dict)
    apart: tuple[NoBorder, ...] = ()
    passages: tuple[tuple[Code, Code], ...] = ()
    lost: tuple[RemovedWay, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    spare: Mapping[Code, SpareSpace] = field(default_factory=dict)
    # Paths on this machine: no part of what a variant is, nor of its published data.
    name_lists: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def locations(self) -> Mapping[str, Location]:
        """Every location by its code: each province, and each of its coasts."""
        places = [Location(code) for code in self.provinces]
        for province in self.provinces.values():
            places += [Location(f"{province.code}/{coast}") for coast in province.coasts]
        return {str(place): place for place in places}

    @cached_property
    def names(self) -> Names:
        """What people may call each location: codes, names, aliases."""
        return province_names("province", self.provinces.values())

    def find(self, written: str) -> Location:
        """The location meant by `Bur`, `burgundy`, `stp(nc)` or `St Petersburg/nc`.
        A coast that the province does not have is kept; the rules decide whether it matters.
        Raises UnknownWordError, with guesses, if no province has the name."""
        text, coast = split_coast(written)
        return self._place(Code(self.names.find(text)), coast)

    # What is asked again and again is kept with the board, and goes with it: a server reads a board
    # anew after each change.
    @cached_property
    def get(self) -> Callable[[str], Location | None]:
        """Finds the location meant by a text, as `find` does; None if no province has the name."""
        return lru_cache(maxsize=4096)(self._location)

    def _location(self, written: str) -> Location | None:
        text, coast = split_coast(written)
        code = self.names.get(text)
        return self._place(Code(code), coast) if code else None

    def closed_land(self, written: str) -> str | None:
        """The impassable land that a word means, by its name or the first letters of it; None if no
        land or a province is meant."""
        word = plain(written)
        for name in self.impassable:
            if len(word) >= SHORTEST_ABBREVIATION and plain(name).startswith(word):
                return name
        return None

    def _place(self, code: Code, coast: str) -> Location:
        coast = dict(self.provinces[code].other_coasts).get(coast, coast)
        place = f"{code}/{coast}" if coast else code
        return self.locations.get(place) or Location(place)

    @cached_property
    def reach(self) -> Callable[[Kind, Season], Reach]:
        """Finds where a unit of a kind may go in one step in a season, and by which way."""
        return lru_cache(maxsize=1024)(self._reach)

    def _reach(self, kind: Kind, season: Season) -> Reach:
        reaches = [self._reach_of_kind(code, season) for code in kind.travels_as]
        if kind.needs_all or len(reaches) == 1:
            return _common(reaches)
        # a unit on any of these ways is in the province, not on a coast of it
        combined: dict[Location, dict[Location, Way]] = {}
        for reach in reaches:
            for start, ends in reach.items():
                near = combined.setdefault(self.locations[start.province], {})
                for end, way in ends.items():
                    near.setdefault(self.locations[end.province], way)
        return combined

    def way(self, start: Location, end: Location, kind: Kind, season: Season) -> Way | None:
        """The way that a unit of that kind would take in that season, if there is one."""
        return self.reach(kind, season).get(start, {}).get(end)

    @cached_property
    def _reach_of_kind(self) -> Callable[[KindCode, Season], Reach]:
        """The same for the ways of one kind, the first way of several."""
        return lru_cache(maxsize=1024)(partial(_open_ways, self.ways))

    def waters(self, season: Season) -> Mapping[Code, frozenset[Code]]:
        """The provinces that each sea touches in that season, for seas in which fleets convoy."""
        touched: dict[Code, set[Code]] = {c: set() for c, p in self.provinces.items() if p.ferries}
        for start, ends in self._reach_of_kind(KindCode("F"), season).items():
            for end in ends:
                for one, other in permutations((start.province, end.province)):
                    if one in touched:
                        touched[one].add(other)
        return {sea: frozenset(near) for sea, near in touched.items()}

    @property
    def centres(self) -> Iterator[Province]:
        """The provinces that support a unit, in the board's order."""
        return (p for p in self.provinces.values() if p.centre)


def _open_ways(ways: Ways, code: KindCode, season: Season) -> Reach:
    """The first way of a kind, from each location to each other, that is open in a season."""
    reach: dict[Location, dict[Location, Way]] = {}
    for start, ends in ways.items():
        for end, parallel in ends.items():
            open_ways = [way for way in parallel if code in way.kinds and way.open_in(season)]
            if open_ways:
                reach.setdefault(start, {})[end] = open_ways[0]
    return reach


def _common(reaches: Sequence[Reach]) -> Reach:
    """What all of these have: the ways of the first that lead where the others lead as well."""
    first, *rest = reaches
    common = {}
    for start, ends in first.items():
        elsewhere = [reach.get(start, {}) for reach in rest]
        shared = set(ends).intersection(*elsewhere)
        common[start] = {end: way for end, way in ends.items() if end in shared}
    return common


def province_names(what: str, provinces: Collection[Province]) -> Names:
    """What people may call each of the provinces; their codes in that letter case mean them."""
    spellings = []
    for province in provinces:
        for word in (province.code, province.name, *province.aliases):
            spellings.append((word, province.code))
    return Names(what, spellings, exact=[province.code for province in provinces])


COAST = re.compile(
    r"""^(?P<place>.*?)[\s/(\[]*(?:^|[\s/(\[])
        (?P<side>[nsew])(?:orth|outh|ast|est)?\s*\.?\s*c(?:oast)?\.?\s*[)\]]?$""",
    re.IGNORECASE | re.VERBOSE,
)


@lru_cache(maxsize=4096)
def split_coast(written: str) -> tuple[str, str]:
    """Split `Stp/nc`, `Stp(sc)`, `STP NC`, `Stp north coast` into place and coast."""
    coast = COAST.match(written.strip())
    if coast is None or not coast["place"]:
        return written.strip(), ""
    return coast["place"].strip(), f"{coast['side'].lower()}c"
