"""How a power values the provinces of the board, and how far away they are."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

from builder.formats.sentences import RuleAppearance
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
    far: dict[Code, int] = {}
    for place, count in steps([at], lambda place: reach.get(place, ())).items():
        far.setdefault(place.province, count)
    return far


class PowerView:
    """What one power wants in a position: how much places are worth, its foe and its friend.

    `mine` are its units, `others` those of other powers by province; `worth` has the value of
    centres and of places where a rule could be shown. `unshown` are the rules that the game should
    still show.
    """

    def __init__(
        self, book: Standard, power: Power, chance: random.Random, unshown: Sequence[RuleAppearance]
    ) -> None:
        self.book, self.power, self.chance, self.unshown = book, power, chance, unshown
        self.setting, self.position = book.setting, book.position
        self.foe, self.friend = relations(book, power)
        self.mine = [u for u in self.position.units if u.power == power]
        self.others: dict[Code, Unit] = {
            u.at.province: u
            for u in self.position.units
            if u.power != power and not u.aboard and book.holds_ground(u)
        }
        self.worth = {c: self.value(c) for c in sorted(book.setting.holdings)}
        carriers = {c for s in unshown if "convoy" in s.words for c in s.at}
        for code in carriers.union(*[(*s.between, *s.to) for s in unshown]):
            self.worth[Code(code)] = max(WORTH_SHOWING, self.worth.get(Code(code), 0.0))
        self.lures: dict[tuple[KindCode, Location], float] = {}

    def value(self, code: Code) -> float:
        """What a centre is worth to the power now."""
        owner = self.position.owners.get(code)
        if owner == self.power:
            near = self.book.map.touching.get(code, frozenset())
            return OWN if near & self.others.keys() else 0.0
        if owner is None:
            return FREE
        if owner == self.friend:
            return FRIENDLY
        feeds = self.would_feed(code)
        return (FOREIGN if feeds else USELESS) * (FEUD if owner == self.foe else 1.0)

    def would_feed(self, code: Code) -> bool:
        """Would holding the centre entitle the power to one more unit?"""
        owners = {**self.position.owners, code: self.power}
        then = self.book.entitlements(self.position._replace(owners=owners))
        return then[self.power] > self.book.entitlements(self.position)[self.power]

    def attraction(self, kind: KindCode, at: Location) -> float:
        """How good a place is for such a unit: the worth of what is near, faded by distance."""
        key = (kind, at)
        if key not in self.lures:
            far = distances(self.setting, kind, at)
            pulls = sorted((w * FADING ** far[c] for c, w in self.worth.items() if c in far))
            self.lures[key] = sum(pulls[-4:])
        return self.lures[key]

    def rivals_near(self, code: Code) -> int:
        """How many units of powers other than the friend could move into a province."""
        reach = self.book.map.reach
        rivals = (u for u in self.others.values() if u.power != self.friend)
        return sum(any(p.province == code for p in reach[u.kind].get(u.at, ())) for u in rivals)


def relations(book: Standard, power: Power) -> tuple[Power | None, Power | None]:
    """The foe and the friend of a power for two years, by lot."""
    position = book.position
    alive = sorted({u.power for u in position.units if book.setting.nation[u.power].playable})
    year = position.phase.year // 2
    order = random.Random(f"{year} {' '.join(alive)}").sample(alive, len(alive))
    if power not in order or len(order) < 3:
        return None, None
    at = order.index(power)
    friend = order[at ^ 1] if (at ^ 1) < len(order) else None
    foe = order[(at + 2) % len(order)]
    return foe, friend if len(order) > 3 else None
