"""Doubled units: twice as strong in their owner's year, and free to divide; coast guards."""

from collections.abc import Iterable, Sequence
from itertools import chain, permutations

from builder.model.findings import Action, Fate, Finding, Reason
from builder.model.orders import Convoy, Disband, Move, Order, Retreat, Support, Written
from builder.model.units import Code, Dislodged, KindCode, Location, Position, Unit
from builder.rules.acceptance import spelled
from builder.rules.movement import Actions
from builder.rules.retreats import Fallen
from builder.rules.solver import cached_fact
from builder.rules.standard import Standard

WHOLE = 2


class DoubledStrength(Standard):
    """In the year named after a power all its units are doubled: each attacks, holds and supports
    with the strength of two, and any single attack cuts all its support. At the end of the year
    every unit is single again. Units never combine into a doubled one.
    (Cat Diplomacy, rules 3 to 6; rulings CD-C1, CD-D1, CD-D4 and CD-D5)"""

    signs = (("D", "doubled"),)

    def open_year(self, position: Position) -> Position:
        """Double the units of the power after which the year is named."""
        owner = self.setting.calendar.owner(position.phase.year)
        units = tuple(u._replace(size=WHOLE) if u.power == owner else u for u in position.units)
        return super().open_year(position._replace(units=units))

    def close_year(self, position: Position) -> Position:
        """Make every unit single before the centres are counted."""
        units = tuple(u if u.size == 1 else u._replace(size=1) for u in position.units)
        return super().close_year(position._replace(units=units))


class DividedUnits(DoubledStrength):
    """A doubled unit divides if it has two different orders: each half carries out one of them
    with the strength of one. The orders must name the halves or make clear which half carries out
    which; otherwise both are void and the unit holds. One half may support the other out of the
    province but not in it. Halves that are in one province at the end of a turn are a doubled unit
    again.
    (Cat Diplomacy, rules 4 and 10, examples A to G; rulings CD-D2, CD-D3, CD-D6)"""

    signs = (("half", "half of a doubled unit"),)

    @cached_fact
    def parts(self) -> dict[Code, Unit]:
        """The units that divide in this phase, by province."""
        return {}

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:
        """The kinds of the halves of a doubled unit."""
        both = (unit.kind, unit.kind) if unit.size == WHOLE else ()
        return super().divides_into(unit) or both

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """The actions of all units; two in a province whose unit divides."""
        actions = super().actions_of(orders)
        self.sharing = self.sharing or bool(self.parts)
        return actions

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The actions of a unit under the orders for it: one, or one for each half."""
        if unit.size < WHOLE or len(orders) < WHOLE:
            return super().detach(unit, orders)
        orders = sorted(orders, key=spelled)
        given: dict[object, list[Written]] = {}
        able: dict[object, set[KindCode]] = {}
        for w in orders:
            order = self.settled(unit, w.order)
            kinds = self.able(unit, order, w)
            if kinds or self.fault(unit, order) is None:
                aim = order.to if type(order) is Move else order  # by land and by sea is the same
                given.setdefault(aim, []).append(w)
                able[aim] = able.get(aim, kinds) & kinds
            else:
                self.refuse(w, Reason.NO_HALF_CAN)
        if len(given) < WHOLE:
            return self.undivided(unit, next(iter(given.values()), orders[-1:]))
        assignments = self.assignments(unit, [*able.values()])
        if len(assignments) == 1:
            return self.divided(unit, zip(assignments.pop(), given.values(), strict=True))
        why = Reason.SPLIT_UNCLEAR if len(given) == WHOLE else Reason.ORDERED_TWICE
        return [self.undecided(unit, orders[0], chain.from_iterable(given.values()), why)]

    def undivided(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The action of the whole unit under orders to the same place; the first one counts."""
        same = len({self.settled(unit, w.order) for w in orders}) < WHOLE
        actions = super().detach(unit, orders if same else orders[:1])
        self.repeat(() if same else orders[1:], actions[0])
        return actions

    def passenger(self, order: Convoy) -> Unit | None:
        """The army that a convoy order names, perhaps half of a unit that can divide."""
        found = super().passenger(order)
        unit = self.named(order.at, order.kind) if found is None else None
        if unit is None or unit.size < WHOLE:
            return found
        named = [k for k in self.divides_into(unit) if order.kind in (None, k)]
        return next((half(unit, k) for k in named if self.setting.kinds[k].convoyed), None)

    def beneficiaries(self, s: Action) -> Actions:
        """The actions that a support helps. Two halves that hold are one unit, so it helps one."""
        helped = super().beneficiaries(s)
        assert type(s.order) is Support
        return helped[:1] if s.order.at is not None and s.order.to is None else helped

    def lands(self, a: Action) -> Unit | Dislodged:
        """One unit, or one half, after the moves."""
        place = super().lands(a)
        if len(a.units) == 1 or a.home not in self.parts:
            return place
        part = a.units[1]
        if isinstance(place, Dislodged):
            return Dislodged(part, place.origin)
        if type(a.order) is Move:
            return Unit(part.power, part.kind, place.at, 1, place.aboard)
        return part

    def landing(self) -> tuple[list[Unit], list[Dislodged]]:
        """The units after the moves, and the dislodged; halves in one place are one unit again."""
        units, dislodged = super().landing()
        for code, whole in self.parts.items():
            pieces = [u for u in units if u.at.province == code and self.is_half(u, whole)]
            if len(pieces) == WHOLE:
                units[units.index(pieces[0])] = whole
                units.remove(pieces[1])
            there = (d for d in dislodged if d.unit.at.province == code)
            fallen = [d for d in there if self.is_half(d.unit, whole)]
            if len(fallen) == WHOLE:
                dislodged[dislodged.index(fallen[0])] = fallen[0]._replace(unit=whole)
                dislodged.remove(fallen[1])
        return units, dislodged

    def is_half(self, unit: Unit, whole: Unit) -> bool:
        """Is it a half of that doubled unit, and not another unit in its province?"""
        return unit in [half(whole, kind)._replace(at=unit.at) for kind in self.divides_into(whole)]

    # Which half carries out which order

    def able(self, unit: Unit, order: Order, w: Written) -> set[KindCode]:
        """The kinds of halves that the order may mean and that could carry it out.
        An order may name a half as such, or as the unit that the half would be."""
        halves, named = self.divides_into(unit), w.unit
        part = named.part if named is not None else None
        if part is None and named is not None and named.kind != unit.kind:
            part = named.kind if named.kind in halves else None
        return {k for k in halves if part in (None, k) and self.can(unit, k, order)}

    def can(self, unit: Unit, kind: KindCode, order: Order) -> bool:
        """Could a half of that kind carry out the order?"""
        if isinstance(order, (Retreat, Disband)):
            return isinstance(order, Disband) or order.to in self.map.reach[kind].get(unit.at, {})
        return self.fault(half(unit, kind), order) is None

    def assignments(self, unit: Unit, able: list[set[KindCode]]) -> set[tuple[KindCode, KindCode]]:
        """Every way to assign the two halves to two orders, given which could do each."""
        pairs = permutations(self.divides_into(unit)) if len(able) == WHOLE else ()
        return {(one, other) for one, other in pairs if one in able[0] and other in able[1]}

    def divided(
        self, unit: Unit, halves: Iterable[tuple[KindCode, Sequence[Written]]]
    ) -> list[Action]:
        """The actions of the two halves, each with its orders, of which the first one counts."""
        self.parts[unit.at.province] = unit
        found = []
        for kind, same in halves:
            part, order = half(unit, kind), self.settled(unit, same[0].order)
            plain, weight = self.timeless(part, order), self.weight(part)
            action = Action(unit, order, same[0].order, weight, kind=kind, plain=plain)
            action.units = (unit, part)
            self.written[action] = same[0]
            found.append(action)
            self.repeat(same[1:], action)
        return found


def half(unit: Unit, kind: KindCode) -> Unit:
    """The half of that kind of a doubled unit."""
    return Unit(unit.power, kind, unit.at, 1, unit.aboard)


class DoubledUnits(DividedUnits):
    """A dislodged doubled unit retreats as a whole or, by two orders, to two places.
    (Cat Diplomacy, rule 4; ruling CD-D7)"""

    def parted(self, orders: Sequence[Written]) -> Fallen:
        """The dislodged units as they retreat: whole, or as two halves."""
        units = super().parted(orders)
        return tuple(chain.from_iterable(self.separated(d, orders) for d in units))

    def separated(self, d: Dislodged, orders: Sequence[Written]) -> list[Dislodged]:
        """The dislodged unit, or its halves, each with the refuge ordered for it if any."""
        able: dict[Order, set[KindCode]] = {}
        here = [w for w in orders if w.home == d.unit.at.province and d.unit.size == WHOLE]
        for w in (w for w in here if self.commands(w.issuer, d.unit)):
            to = self.meant(w.order.to, d.refuges) if isinstance(w.order, Move | Retreat) else None
            if to is not None or isinstance(w.order, Disband):
                order = w.order if to is None else Retreat(to)
                kinds = self.able(d.unit, order, w)
                able[order] = able.get(order, kinds) & kinds
        assignments = self.assignments(d.unit, [*able.values()])
        if len(assignments) != 1:
            return [d]
        refuges = ((o.to,) if isinstance(o, Retreat) else () for o in able)
        ends = zip(assignments.pop(), refuges, strict=True)
        return [Dislodged(half(d.unit, kind), d.origin, to) for kind, to in ends]

    def fallen_unit(self, w: Written, fallen: Fallen) -> Dislodged | None:
        """The dislodged unit that an order names; of two halves the one that it was given to."""
        found = super().fallen_unit(w, fallen)
        halves = [d for d in fallen if found is not None and d.unit.at == found.unit.at]
        if len(halves) < WHOLE:
            return found
        to = getattr(w.order, "to", None)
        able = [d for d in halves if (self.meant(to, d.refuges) if to else not d.refuges)]
        return able[0] if able else found

    def choice(self, d: Dislodged, w: Written | None) -> Fate:
        """The fate of a unit under its order; a half without any refuge disbands as ordered."""
        if w is None or not isinstance(w.order, Disband) or d in self.driven_out():
            return super().choice(d, w)
        return Fate(d.unit.power, d.unit, Finding(1, Reason.DISBANDED), w)


class CoastGuards(Standard):
    """A coast guard moves and supports along the coast only, where an army and a fleet both
    could; it neither convoys nor is convoyed. Divided, it becomes one army and one fleet.
    (Cat Diplomacy, rule 10, examples A to F; rulings CD-D3, CD-G1 and CD-G2)"""

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:
        """The kinds of the halves of a doubled unit: for a coast guard an army and a fleet."""
        kind = self.setting.kinds[unit.kind]
        twofold = kind.needs_all and len(kind.travels_as) == WHOLE
        return kind.travels_as if twofold and unit.size > 1 else super().divides_into(unit)

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat: whole along the coast, or in two halves."""
        found = set(super().refuges(d, units))
        for kind in self.divides_into(d.unit):
            found.update(super().refuges(d._replace(unit=half(d.unit, kind)), units))
        return tuple(sorted(found))

    def choice(self, d: Dislodged, w: Written | None) -> Fate:
        """The fate of a unit under its order; an undivided coast guard keeps to the coast."""
        fate = super().choice(d, w)
        if fate.to is None or fate.to in self.map.reach[d.unit.kind].get(d.unit.at, {}):
            return fate
        return fate._replace(finding=Finding(0, Reason.REFUGE_CLOSED))
