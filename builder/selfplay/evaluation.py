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

FADING = 0.55
FREE, FOREIGN, USELESS, OWN, FRIENDLY = 10.0, 7.0, 3.0, 2.5, 1.0
FEUD = 1.6
WORTH_SHOWING = 5.0


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
        self.setting, self.position, self.map = self.book.setting, self.book.position, self.book.map
        self.foe, self.friend = self._relations()
        self.mine = [u for u in self.position.units if u.power == self.power]
        others = (u for u in self.position.units if u.power != self.power and not u.aboard)
        self.others = {u.at.province: u for u in others if self.book.holds_ground(u)}
        self.worth = {c: self._value(c) for c in sorted(self.setting.holdings)}
        shown = {code for s in self.unshown for code in (*s.between, *s.to)}
        for code in map(Code, shown.union(*(s.at for s in self.unshown if "convoy" in s.words))):
            self.worth[code] = max(WORTH_SHOWING, self.worth.get(code, 0.0))
        self.attraction = cache(self._attraction)

    def _relations(self) -> tuple[Power | None, Power | None]:
        """The foe and the friend of the power for two years, by lot."""
        units, nation = self.position.units, self.setting.nation
        alive = sorted({u.power for u in units if nation[u.power].playable})
        year = self.position.phase.year // 2
        order = random.Random(f"{year} {' '.join(alive)}").sample(alive, len(alive))
        if self.power not in order or len(order) < 3:
            return None, None
        at = order.index(self.power)
        friend = order[at ^ 1] if (at ^ 1) < len(order) > 3 else None
        return order[(at + 2) % len(order)], friend

    def _value(self, code: Code) -> float:
        """What a centre is worth to the power now; most, if it would feed one more unit."""
        owner, owners = self.position.owners.get(code), self.position.owners
        if owner == self.power:
            near = self.map.touching.get(code, frozenset())
            return OWN if near & self.others.keys() else 0.0
        if owner is None:
            return FREE
        if owner == self.friend:
            return FRIENDLY
        then = self.position._replace(owners={**owners, code: self.power})
        now, fed = (self.book.entitlements(p)[self.power] for p in (self.position, then))
        return (FOREIGN if fed > now else USELESS) * (FEUD if owner == self.foe else 1.0)

    def _attraction(self, kind: KindCode, at: Location) -> float:
        """How good a place is for such a unit: the worth of what is near, faded by distance."""
        far = distances(self.setting, kind, at)
        return sum(sorted(w * FADING ** far[c] for c, w in self.worth.items() if c in far)[-4:])

    def rivals_near(self, code: Code) -> int:
        """How many units of powers other than the friend could move into a province."""
        rivals = (u for u in self.others.values() if u.power != self.friend)
        return sum(any(to.province == code for to in self.ways(u)) for u in rivals)

    def ways(self, unit: Unit, kind: KindCode | None = None) -> Mapping[Location, Way]:
        """Where a unit could go, or a half of it of another kind, and by which way."""
        return self.map.reach[kind or unit.kind].get(unit.at, {})

    def in_reach(self, unit: Unit) -> Set[Code]:
        """The provinces in which a unit could support."""
        return self.map.support[unit.kind].get(unit.at, frozenset())
