"""Random phases under any variant: crowded corners with everything that its rules allow, the
retreats after them, and Winters."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from builder.model.calendar import Phase
from builder.model.orders import (
    Build,
    Convoy,
    Debark,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.units import Code, Dislodged, Kind, KindCode, Location, Position, Power, Unit
from builder.variant import Variant

ARMY, FLEET, LEADER = KindCode("A"), KindCode("F"), KindCode("L")
HALVES = (None, ARMY, FLEET)


class Crowd:
    """One random movement phase, all of it drawn from one seed."""

    def __init__(self, variant: Variant, seed: str, most: int = 14) -> None:
        self.variant, self.setting = variant, variant.setting
        self.board, self.chance = variant.setting.board, random.Random(seed)
        self.rides = "pig-convoy" in variant.amendments
        self.leads = LEADER in self.setting.kinds
        calendar = self.setting.calendar
        steps = [season for season, step in calendar.year if step == "movement"]
        self.season = self.chance.choice(steps)
        year = calendar.start.year + self.chance.randrange(1, 7)
        self.owner = calendar.owner(year)
        self.powers = self.setting.powers[: self.chance.randrange(2, 4)]
        if self.owner:
            self.powers = self.setting.powers
        units = tuple(self.units(most))
        owners = {c.code: self.chance.choice(self.powers) for c in self.board.centres}
        phase = Phase(year, self.season, "movement")
        self.position = Position(phase, units, owners)
        self.orders = tuple(self.written())

    def units(self, most: int) -> Iterator[Unit]:
        """Units close to each other, leaders and armies aboard among them."""
        near = self.corner(self.chance.choice(sorted(self.board.provinces)))
        count = min(len(near), self.chance.randrange(2, most))
        codes = self.chance.sample(near[: count + 4], count)
        holders: dict[Code, Power] = {}
        neutral = [n.name for n in self.setting.nations if not n.playable]
        for code in codes:
            power = self.chance.choice(self.powers)
            if neutral and self.chance.random() < 0.1:
                power = neutral[0]
            unit = self.unit(code, power)
            holders[code] = power
            yield unit
            sea = self.board.provinces[code].terrain == "sea"
            if self.rides and sea and self.chance.random() < 0.4:
                other = self.chance.choice((*self.powers, power))
                yield Unit(
                    other if other not in neutral else self.powers[0], ARMY, unit.at, 1, True
                )
        if self.leads:
            for power in self.powers:
                open_to = [c for c in near if holders.get(c, power) == power]
                own = [c for c in open_to if c in holders and self.chance.random() < 0.5]
                if open_to:
                    code = self.chance.choice(own or open_to)
                    yield Unit(power, LEADER, self.board.locations[code])

    def unit(self, code: Code, power: Power) -> Unit:
        """A unit that may stand in the province."""
        province = self.board.provinces[code]
        kinds = [k for k in self.setting.kinds.values() if self.stands(k, code)]
        kind = self.chance.choice(kinds)
        bare = "A" in kind.travels_as or not province.coasts
        coast = "" if bare else self.chance.choice(province.coasts)
        at = self.board.locations[f"{code}/{coast}" if coast else code]
        size = 2 if power == self.owner and self.chance.random() < 0.8 else 1
        return Unit(power, kind.code, at, size)

    def stands(self, kind: Kind, code: Code) -> bool:
        terrain = self.board.provinces[code].terrain
        if kind.strength == 0:
            return False
        fits = {"land": {"A"}, "coast": {"A", "F"}, "sea": {"F"}}[terrain]
        return set(kind.travels_as) <= fits

    def corner(self, start: Code) -> list[Code]:
        found = [start]
        for code in found:
            if len(found) > 22:
                break
            for place, ends in self.board.ways.items():
                if place.province == code:
                    found += [e.province for e in sorted(ends) if e.province not in found]
        return list(dict.fromkeys(found))[:22]

    # Orders

    def written(self) -> Iterator[Written]:
        """Orders mostly sensible, now and then foolish; doubled units often get two."""
        self.plans = {u: self.bold(u) for u in self.position.units if self.chance.random() < 0.5}
        for unit in self.position.units:
            issuer = unit.power
            if not self.setting.nation[unit.power].playable:
                issuer = self.chance.choice((*self.powers, unit.power))
            first = self.plans.get(unit) or self.helpful(unit)
            second = unit.size == 2 and self.chance.random() < 0.6
            for order in (first, self.helpful(unit)) if second else (first,):
                if order is not None:
                    led = self.leads and unit.kind != LEADER and self.chance.random() < 0.5
                    parts = (None, None, ARMY, FLEET) if unit.size == 2 else (None,)
                    part = self.chance.choice(parts)
                    ref = UnitRef(unit.at, unit.kind, None, part, unit.size == 2, led)
                    yield Written(issuer, ref, order)

    def bold(self, unit: Unit) -> Order | None:
        """A move, or a ride."""
        if unit.kind == ARMY and self.rides and (unit.aboard or self.chance.random() < 0.5):
            return self.ride(unit)
        goals = self.goals(unit)
        if not goals:
            return None
        held = [p for p in goals if any(u.at.province == p.province for u in self.position.units)]
        to = self.chance.choice(held or goals if self.chance.random() < 0.5 else goals)
        via = unit.kind == ARMY and self.chance.random() < 0.1
        carried = self.boarders() if unit.kind == FLEET and self.rides else []
        return Move(to, via, carries=self.chance.choice([None, *carried]))

    def helpful(self, unit: Unit) -> Order | None:
        """Support or convoy for what somebody else does; rarely nonsense."""
        others = [u for u in self.position.units if u != unit]
        self.chance.shuffle(others)
        reach = self.board.reach(self.setting.kinds[unit.kind], self.season).get(unit.at, {})
        near = {p.province for p in reach}
        for other in others if self.chance.random() < 0.9 else ():
            plan = self.plans.get(other)
            to = getattr(plan, "to", None)
            at_sea = self.board.provinces[unit.at.province].ferries and unit.kind == FLEET
            carried = other.kind in (ARMY, LEADER) and to is not None
            if at_sea and carried and self.chance.random() < 0.5:
                bare = self.rides and self.chance.random() < 0.5
                return Convoy(other.at, None if bare else to, other.kind)
            target = to or other.at
            if target.province in near:
                if "loose-support" in self.variant.amendments and self.chance.random() < 0.3:
                    return Support(None, target, None, other.power)
                return Support(other.at, to, other.kind)
        if others and self.chance.random() < 0.3:
            return Support(others[0].at, self.chance.choice([None, others[-1].at]))
        return self.chance.choice([Hold(), None, self.bold(unit)])

    def ride(self, unit: Unit) -> Order:
        coasts = [c for c, p in self.board.provinces.items() if p.terrain == "coast"]
        near = self.goals(unit) or [self.board.locations[c] for c in coasts[:3]]
        to = self.chance.choice([*near, self.board.locations[self.chance.choice(coasts)]])
        if unit.aboard:
            waters = self.board.waters(self.season).get(unit.at.province, frozenset())
            shore = sorted(c for c in waters if c in coasts)
            to = self.board.locations[self.chance.choice(shore)] if shore else to
            return Debark(to)
        seas = sorted(
            c for c, near in self.board.waters(self.season).items() if unit.at.province in near
        )
        manned = [u.at.province for u in self.position.units if u.kind == FLEET]
        seas = [sea for sea in seas if sea in manned] or seas
        if not seas:
            return Hold()
        sea = self.chance.choice(seas)
        shore = sorted(c for c in self.board.waters(self.season)[sea] if c in coasts)
        landing = self.chance.choice([None, *shore])
        return Embark(sea, self.board.locations[landing] if landing else None)

    def boarders(self) -> list[Location]:
        return [u.at for u in self.position.units if u.kind == ARMY and not u.aboard]

    def goals(self, unit: Unit) -> list[Location]:
        """Where the unit might be sent: next door, or for an army any coast near a unit."""
        reach = self.board.reach(self.setting.kinds[unit.kind], self.season)
        goals = set(reach.get(unit.at, {}))
        if unit.size == 2:
            for code in self.setting.kinds[unit.kind].travels_as:
                goals |= set(
                    self.board.reach(self.setting.kinds[code], self.season).get(unit.at, {})
                )
        here = self.board.provinces[unit.at.province]
        if unit.kind in (ARMY, LEADER) and here.terrain == "coast" and self.chance.random() < 0.3:
            coasts = (u.at.province for u in self.position.units if u.at.province != here.code)
            goals |= {
                self.board.locations[c]
                for c in coasts
                if self.board.provinces[c].terrain == "coast"
            }
        return sorted(goals)


# Retreats and Winters


def after_battles(crowd: Crowd, chance: random.Random) -> Position:
    """A third of the units dislodged, a third gone to make room."""
    before = crowd.position
    units = []
    dislodged = []
    for unit in before.units:
        match chance.randrange(3):
            case 0:
                units.append(unit)
            case 1:
                dislodged.append(Dislodged(unit, None))
    phase = before.phase._replace(step="retreats")
    position = before._replace(phase=phase, units=tuple(units), dislodged=tuple(dislodged))
    return position._replace(dislodged=crowd.variant.open(position).driven_out())


def retreat_lines(variant: Variant, position: Position, chance: random.Random) -> Iterator[Written]:
    """To a refuge, elsewhere, or none of these; of a doubled unit sometimes for a half."""
    places = sorted(variant.setting.board.locations.values())
    for lost in position.dislodged:
        for _ in range(chance.randrange(4)):
            to = chance.choice([*lost.refuges[:2], *lost.refuges, chance.choice(places)])
            order: Order = Disband() if chance.random() < 0.15 else Retreat(to)
            part = chance.choice(HALVES) if lost.unit.size > 1 else None
            kind = chance.choice([lost.unit.kind, None])
            yield Written(lost.unit.power, UnitRef(lost.unit.at, kind, part=part), order)


def winter(crowd: Crowd) -> Position:
    """The Winter after the moves, with the units where they were."""
    before = crowd.position
    calendar = crowd.setting.calendar
    season = next(season for season, step in calendar.year if step == "adjustments")
    phase = before.phase._replace(season=season, step="adjustments")
    units = tuple(u._replace(size=1) for u in before.units)
    return before._replace(phase=phase, units=units)


def winter_lines(variant: Variant, position: Position, chance: random.Random) -> Iterator[Written]:
    """Builds in all sorts of places, removals of all sorts of units, and waived builds."""
    setting = variant.setting
    centres = sorted(setting.centres)
    kinds = sorted(setting.kinds)
    for power in setting.powers:
        own = [code for code in centres if position.owners.get(code) == power]
        for _ in range(chance.randrange(4)):
            kind = chance.choice(kinds)
            at = setting.board.locations[chance.choice(own or centres)]
            match chance.randrange(5):
                case 0:
                    yield Written(power, None, Waive())
                case 1 | 2:
                    yield Written(power, UnitRef(at, kind), Build(kind, at))
                case _ if position.units:
                    unit = chance.choice(position.units)
                    yield Written(power, UnitRef(unit.at, unit.kind), Remove(unit.at))


def shuffled_by_power(chance: random.Random, lines: Sequence[Written]) -> list[Written]:
    """The lines in another sequence, those of each power together."""
    powers = sorted({w.issuer for w in lines})
    shuffled: list[Written] = []
    for power in chance.sample(powers, len(powers)):
        own = [w for w in lines if w.issuer == power]
        shuffled += chance.sample(own, len(own))
    return shuffled
