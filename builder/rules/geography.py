"""The board as the rules read it: reach, support and sea routes in one season."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache, cached_property
from itertools import chain
from typing import TypeVar

from builder.model.board import Board, Reach, Season, Way
from builder.model.findings import Action
from builder.model.orders import Order
from builder.model.setting import Setting
from builder.model.units import Code, Kind, KindCode, Location, Power, Unit

Seas = frozenset[Code]
Route = tuple[Code, ...]
T = TypeVar("T")


class Geography:
    """A board in one season, with the facts that rulebooks need computed in advance.

    `reach` and `support` have for each kind where it goes and where it supports; `waters` the
    provinces that each sea touches, `shores` the seas that touch each province, `harbours` the
    coasts with a sea, `touching` the provinces beside each other.

    It also keeps results: in `read` the action of a unit under an order (None: no order), by the
    rulebook's class; in `accepted` those that count in any position, by the orders' issuers too;
    in `routes` the routes of convoys, and the `steps` from provinces.
    """

    def __init__(self, board: Board, kinds: Mapping[KindCode, Kind], season: Season) -> None:
        self.board = board
        self.season = season
        self.reach: dict[KindCode, Reach] = {k: board.reach(v, season) for k, v in kinds.items()}
        self.support = {kind: _supported(reach) for kind, reach in self.reach.items()}
        self.waters = board.waters(season)
        self.ferries: Seas = frozenset(self.waters)
        self.shores = {code: self._seas_beside(code) for code in board.provinces}
        coasts = (code for code, p in board.provinces.items() if p.terrain == "coast")
        self.harbours = frozenset(code for code in coasts if self.shores[code])
        ways = list(_all_ways(board))
        self.has_odd_ways = any(way.force is not None or way.crosses for way in ways)
        self.has_seasons = any(way.seasons is not None for way in ways)
        self.touching = _neighbours(self.reach.values())
        self.read: dict[type, dict[tuple[Unit, Order | None], Action]] = {}
        self.accepted: dict[type, dict[tuple[Unit, Order, Power], Action]] = {}
        self.steps = cache(self._steps)
        self.routes: dict[tuple[Code, Seas, Seas], tuple[Route, ...]] = {}

    @cached_property
    def borders(self) -> Mapping[Code, Set[Code]]:
        """The provinces that each one touches by any way in any season."""
        return _neighbours([self.board.ways])

    def _seas_beside(self, code: Code) -> Seas:
        return frozenset(sea for sea, near in self.waters.items() if code in near)

    def _steps(self, source: Code) -> dict[Code, int]:
        """The number of borders between a province and each one that can be reached from it."""
        return steps([source], lambda code: self.borders.get(code, ()))

    def sails(self, start: Code, end: Code, seas: Set[Code], last: Set[Code] | None = None) -> bool:
        """Do fleets in these seas connect the coasts? If given, one of `last` lands the army."""
        edge = self.shores[start] & seas
        seen = set(edge)
        goal = self.shores[end] if last is None else last
        while edge:
            if edge & goal:
                return True
            near = frozenset[Code]().union(*(self.waters[sea] for sea in edge))
            edge = (near & seas) - seen
            seen |= edge
        return False

    def ways_by_sea(
        self, start: Code, end: Code, seas: Seas, last: Seas | None = None
    ) -> tuple[Route, ...]:
        """The routes through these seas in which no fleet is superfluous; `last` as in `sails`."""
        goal = self.shores[end] if last is None else last
        shores = self.shores[start]
        key = (start, goal, seas)
        if key in self.routes:
            return self.routes[key]
        routes: list[Route] = []
        trails: list[Route] = [(sea,) for sea in sorted(shores & seas)]
        while trails:
            trail = trails.pop()
            if trail[-1] in goal:
                routes.append(trail)
                continue
            before = frozenset(trail[:-1])
            for near in sorted(self.waters[trail[-1]] & seas - shores):
                if near not in trail and not self.waters[near] & before:
                    trails.append((*trail, near))
        return self.routes.setdefault(key, tuple(routes))


def steps(sources: Iterable[T], near: Callable[[T], Iterable[T]]) -> dict[T, int]:
    """The number of steps from the nearest source to everything that can be reached."""
    distance = dict.fromkeys(sources, 0)
    edge = list(distance)
    count = 0
    while edge:
        count += 1
        neighbours = dict.fromkeys(chain.from_iterable(near(place) for place in edge))
        edge = [place for place in neighbours if place not in distance]
        distance |= dict.fromkeys(edge, count)
    return distance


def _supported(reach: Reach) -> dict[Location, frozenset[Code]]:
    """The provinces in which a unit in each location can support, by where it can go."""
    supported = {}
    for start, ends in reach.items():
        supported[start] = frozenset(end.province for end, way in ends.items() if way.support)
    return supported


def _all_ways(board: Board) -> Iterator[Way]:
    for ends in board.ways.values():
        for ways in ends.values():
            yield from ways


def _neighbours(
    reaches: Iterable[Mapping[Location, Iterable[Location]]],
) -> dict[Code, frozenset[Code]]:
    """The provinces beside each province, by any of several tables of where one can go."""
    touching: dict[Code, set[Code]] = {}
    for reach in reaches:
        for start, ends in reach.items():
            touching.setdefault(start.province, set()).update(end.province for end in ends)
    return {code: frozenset(near) for code, near in touching.items()}


def geography(setting: Setting, season: Season) -> Geography:
    """The setting's board in a season, computed once and kept with the setting."""
    of_season = setting.prepared.get(season)
    if not isinstance(of_season, Geography):
        of_season = Geography(setting.board, setting.kinds, season)
        setting.prepared[season] = of_season
    return of_season
