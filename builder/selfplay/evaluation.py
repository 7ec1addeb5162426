"""How a power values the provinces of the board, and how far away they are."""

import random
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache

from builder.formats.sentences import RuleAppearance
from builder.model.board import Way
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Location, Power, Unit
from builder.rules.geography import steps
from builder.rules.standard import Standard

FADING = 0.55  # of the worth of a place, for each move that it is away
# What a centre is worth.
NOBODYS_CENTRE = 10.0
FEEDING_CENTRE = 7.0  # one that would feed one more unit
OTHER_FOREIGN_CENTRE = 3.0
THREATENED_OWN_CENTRE = 2.5
FRIENDS_CENTRE = 1.0
FEUD = 1.6  # factor for centres of the foe
PLACE_OF_A_RULE = 5.0  # a place where a rule can be shown
MOST_ATTRACTIONS = 4  # places that count for how good another place is


@lru_cache(maxsize=4096)
def distances(setting: Setting, kind: KindCode, at: Location) -> Mapping[Code, int]:
    """How many moves away each province is for such a unit, in the season of the first moves."""
    season = next(s for s, step in setting.calendar.year if step == "movement")
    reach = setting.board.reach(setting.kinds[kind], season)
    far = steps([at], lambda place: reach.get(place, ()))
    return {place.province: count for place, count in reversed(far.items())}  # the nearest counts


@dataclass(eq=False)
class PowerView:
    """What one power wants in a position: how much places are `worth`, its foe and its friend.
    `mine` are its units, `others` those of other powers by province; `unshown` are the rules that
    the game should still show."""

    book: Standard
    power: Power
    chance: random.Random
    unshown: Sequence[RuleAppearance]

    def __post_init__(self) -> None:
        self.setting = self.book.setting
        self.position = self.book.position
        self.map = self.book.map
        self.foe, self.friend = self._relations()
        self.mine: list[Unit] = []
        self.others: dict[Code, Unit] = {}
        for unit in self.position.units:
            if unit.power == self.power:
                self.mine.append(unit)
            elif not unit.aboard and self.book.holds_ground(unit):
                self.others[unit.at.province] = unit
        self.worth = {code: self._value(code) for code in sorted(self.setting.holdings)}
        for code in self._places_of_rules():
            self.worth[code] = max(PLACE_OF_A_RULE, self.worth.get(code, 0.0))
        self.attraction = cache(self._attraction)

    def _places_of_rules(self) -> set[Code]:
        """Where the rules that the game should still show can be shown."""
        places: set[Code] = set()
        for appearance in self.unshown:
            places.update(map(Code, appearance.between))
            places.update(map(Code, appearance.to))
            if "convoy" in appearance.words:
                places.update(map(Code, appearance.at))
        return places

    def _relations(self) -> tuple[Power | None, Power | None]:
        """The foe and the friend of the power for two years, by lot."""
        nation = self.setting.nation
        powers = {unit.power for unit in self.position.units}
        alive = sorted(power for power in powers if nation[power].playable)
        two_years = self.position.phase.year // 2
        order = random.Random(f"{two_years} {' '.join(alive)}").sample(alive, len(alive))
        if self.power not in order or len(order) < 3:
            return None, None
        place = order.index(self.power)
        foe = order[(place + 2) % len(order)]
        partner = place + 1 if place % 2 == 0 else place - 1
        if len(order) > 3 and partner < len(order):
            return foe, order[partner]
        return foe, None

    def _value(self, code: Code) -> float:
        """What a centre is worth to the power now; most, if it would feed one more unit."""
        owners = self.position.owners
        owner = owners.get(code)
        if owner == self.power:
            near = self.map.touching.get(code, frozenset())
            return THREATENED_OWN_CENTRE if near & self.others.keys() else 0.0
        if owner is None:
            return NOBODYS_CENTRE
        if owner == self.friend:
            return FRIENDS_CENTRE
        captured = self.position._replace(owners={**owners, code: self.power})
        fed_now = self.book.entitlements(self.position)[self.power]
        fed_then = self.book.entitlements(captured)[self.power]
        worth = FEEDING_CENTRE if fed_then > fed_now else OTHER_FOREIGN_CENTRE
        return worth * FEUD if owner == self.foe else worth

    def _attraction(self, kind: KindCode, at: Location) -> float:
        """How good a place is for such a unit: the worth of what is near, faded by distance."""
        moves_to = distances(self.setting, kind, at)
        worths = []
        for code, worth in self.worth.items():
            if code in moves_to:
                worths.append(worth * FADING ** moves_to[code])
        return sum(sorted(worths)[-MOST_ATTRACTIONS:])

    def rivals_near(self, code: Code) -> int:
        """How many units of powers other than the friend could move into a province."""
        rivals = 0
        for unit in self.others.values():
            reachable = {to.province for to in self.ways(unit)}
            rivals += unit.power != self.friend and code in reachable
        return rivals

    def ways(self, unit: Unit, kind: KindCode | None = None) -> Mapping[Location, Way]:
        """Where a unit could go, or a half of it of another kind, and by which way."""
        return self.map.reach[kind or unit.kind].get(unit.at, {})

    def in_reach(self, unit: Unit) -> Set[Code]:
        """The provinces in which a unit could support."""
        return self.map.support[unit.kind].get(unit.at, frozenset())
