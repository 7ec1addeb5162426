"""The board as the rules read it: reach, support and sea routes in one season."""

from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache, cached_property
from itertools import chain
from typing import TypeVar

from builder.model.board import Board, Reach, Season
from builder.model.findings import Action
from builder.model.grouping import grouped
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
        self.board, self.season = board, season
        self.reach: dict[KindCode, Reach] = {k: board.reach(v, season) for k, v in kinds.items()}
        self.support: dict[KindCode, dict[Location, frozenset[Code]]] = {
            kind: {
                start: frozenset(end.province for end, way in ends.items() if way.support)
                for start, ends in reach.items()
            }
            for kind, reach in self.reach.items()
        }
        self.waters = board.waters(season)
        self.ferries: Seas = frozenset(self.waters)
        self.shores: dict[Code, Seas] = {
            code: frozenset(sea for sea, near in self.waters.items() if code in near)
            for code in board.provinces
        }
        coasts = (code for code, p in board.provinces.items() if p.terrain == "coast")
        self.harbours = frozenset(code for code in coasts if self.shores[code])
        there = [way for ends in board.ways.values() for ways in ends.values() for way in ways]
        self.has_odd_ways = any(way.force is not None or way.crosses for way in there)
        self.has_seasons = any(way.seasons is not None for way in there)
        reaches = chain.from_iterable(reach.items() for reach in self.reach.values())
        touching = grouped((at.province, end.province) for at, ends in reaches for end in ends)
        self.touching = {code: frozenset(near) for code, near in touching.items()}
        self.read: dict[type, dict[tuple[Unit, Order | None], Action]] = {}
        self.accepted: dict[type, dict[tuple[Unit, Order, Power], Action]] = {}
        self.steps = cache(self._steps)
        self.routes: dict[tuple[Code, Seas, Seas], tuple[Route, ...]] = {}

    @cached_property
    def borders(self) -> Mapping[Code, Set[Code]]:
        """The provinces that each one touches by any way in any season."""
        ways = self.board.ways.items()
        touches = grouped((start.province, end.province) for start, ends in ways for end in ends)
        return {code: frozenset(near) for code, near in touches.items()}

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
            edge = frozenset(n for sea in edge for n in self.waters[sea] & seas if n not in seen)
            seen |= edge
        return False

    def ways_by_sea(
        self, start: Code, end: Code, seas: Seas, last: Seas | None = None
    ) -> tuple[Route, ...]:
        """The routes through these seas in which no fleet is superfluous; `last` as in `sails`."""
        goal, shores = self.shores[end] if last is None else last, self.shores[start]
        key = (start, goal, seas)
        if key in self.routes:
            return self.routes[key]
        found: list[Route] = []
        trails: list[Route] = [(sea,) for sea in sorted(shores & seas)]
        while trails:
            trail = trails.pop()
            if trail[-1] in goal:
                found.append(trail)
                continue
            before = frozenset(trail[:-1])
            for near in sorted(self.waters[trail[-1]] & seas - shores):
                if near not in trail and not self.waters[near] & before:
                    trails.append((*trail, near))
        return self.routes.setdefault(key, tuple(found))


def steps(sources: Iterable[T], near: Callable[[T], Iterable[T]]) -> dict[T, int]:
    """The number of steps from the nearest source to everything that can be reached."""
    far = dict.fromkeys(sources, 0)
    edge, count = list(far), 0
    while edge:
        count += 1
        edge = list(dict.fromkeys(n for place in edge for n in near(place) if n not in far))
        far |= dict.fromkeys(edge, count)
    return far


def geography(setting: Setting, season: Season) -> Geography:
    """The setting's board in a season, computed once and kept with the setting."""
    found = setting.prepared.get(season)
    if not isinstance(found, Geography):
        found = setting.prepared[season] = Geography(setting.board, setting.kinds, season)
    return found
