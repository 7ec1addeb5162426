"""Doubled units: twice as strong in their owner's year, and free to divide."""

from collections.abc import Collection, Iterable, Sequence

from builder.model.board import Code
from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.kinds import KindCode
from builder.model.orders import Convoy, Disband, Move, Order, Retreat, Support, Written
from builder.model.position import Position
from builder.model.units import Dislodged, Unit
from builder.rules.acceptance import spelled
from builder.rules.movement import Actions
from builder.rules.solver import cached_fact
from builder.rules.standard import Standard

WHOLE = 2


class Doubling(Standard):
    """In the year that bears a power's name all its units are doubled: each attacks, stands
    and supports with the strength of two, and any single attack cuts its support wholly. At the
    end of the year every unit is single again. Units never combine into a doubled one.
    (Cat Diplomacy, rules 3 to 6; rulings CD-C1, CD-D1, CD-D4 and CD-D5)"""

    signs = (("D", "doubled"),)

    def open_year(self, position: Position) -> Position:
        """Double the units of the power whose year it is."""
        owner = self.setting.calendar.owner(position.phase.year)
        sizes = (WHOLE if owner and u.power == owner else u.size for u in position.units)
        units = tuple(u._replace(size=n) for u, n in zip(position.units, sizes, strict=True))
        return super().open_year(position._replace(units=units))

    def close_year(self, position: Position) -> Position:
        """Make every unit single before the centres are counted."""
        units = tuple(u if u.size == 1 else u._replace(size=1) for u in position.units)
        return super().close_year(position._replace(units=units))


class Halves(Doubling):
    """A doubled unit divides if two different orders are given to it: each half does one of
    them with the strength of one. Which half does which must be clear from the orders or be
    named in them; if it is not, both are void and the unit stands. One half may support the
    other out of the province, not in it. Both in one province at the end of a turn are a
    doubled unit again.
    (Cat Diplomacy, rules 4 and 10, examples A to G; rulings CD-D2, CD-D3, CD-D6)"""

    signs = (("half", "half of a doubled unit"),)

    @cached_fact
    def parts(self) -> dict[Code, Unit]:
        """The units that divide in this phase, by province."""
        return {}

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:
        """Of what kinds are the halves of a doubled unit?"""
        both = (unit.kind, unit.kind) if unit.size == WHOLE else ()
        return super().divides_into(unit) or both

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """What every unit is taken to do; a province may hold two of those that divide."""
        actions = super().actions_of(orders)
        self.sharing = self.sharing or bool(self.parts)
        return actions

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """Which part of the unit does what?"""
        if unit.size < WHOLE or len(orders) < WHOLE:
            return super().detach(unit, orders)
        orders = sorted(orders, key=spelled)
        todo: dict[Order, list[Written]] = {}
        able: dict[Order, set[KindCode]] = {}
        for w in orders:
            order = self.settled(unit, w.order)
            kinds = self.able(unit, order, w)
            if kinds or self.fault(unit, order) is None:
                order = next((one for one in todo if places(one) == places(order)), order)
                todo.setdefault(order, []).append(w)
                able[order] = able.get(order, kinds) & kinds
            else:
                self.refuse(w, Reason.NO_HALF_CAN)
        if len(todo) < WHOLE:
            return self.undivided(unit, next(iter(todo.values()), orders[-1:]))
        casts = self.kind_choices(unit, [*able.values()])
        if len(casts) == 1:
            return self.divided(unit, zip(casts.pop(), todo.items(), strict=True))
        why = Reason.SPLIT_UNCLEAR if len(todo) == WHOLE else Reason.ORDERED_TWICE
        for w in (w for same in todo.values() for w in same):
            self.refuse(w, why)
        first = orders[0]
        return [self.wrote(first, Action(unit, HOLD, first.order, self.weight(unit), fault=why))]

    def undivided(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The whole unit under orders that are the same; the first says which way it goes."""
        if len({self.settled(unit, w.order) for w in orders}) < WHOLE:
            return super().detach(unit, orders)
        actions = super().detach(unit, orders[:1])
        self.repeat(orders[1:], actions[0])
        return actions

    def passenger(self, order: Convoy) -> Unit | None:
        """The army that a convoy order names; it may be a half of a unit that can divide."""
        found = super().passenger(order)
        unit = self.named(order.at, order.kind) if found is None else None
        if unit is None or unit.size < WHOLE:
            return found
        named = [k for k in self.divides_into(unit) if order.kind in (None, k)]
        return next((half(unit, k) for k in named if self.setting.kinds[k].convoyed), None)

    def beneficiaries(self, s: Action) -> Actions:
        """Whose action does the support help? Of two halves that stand, one: they are one."""
        helped = super().beneficiaries(s)
        assert type(s.order) is Support
        return helped[:1] if s.order.at is not None and s.order.to is None else helped

    def lands(
        self, a: Action, finding: Finding, arrivals: dict[Code | None, Action]
    ) -> Unit | Dislodged:
        """What the moves make of one unit, or of one half."""
        place = super().lands(a, finding, arrivals)
        if len(a.units) == 1 or a.home not in self.parts:
            return place
        part = a.units[1]
        if isinstance(place, Dislodged):
            return Dislodged(part, place.origin)
        if type(a.order) is Move:
            return Unit(part.power, part.kind, place.at, 1, place.aboard)
        return part

    def landing(self, findings: dict[Action, Finding]) -> tuple[list[Unit], list[Dislodged]]:
        """Where every unit is after the moves; halves that are together are one again."""
        units, dislodged = super().landing(findings)
        for code, whole in self.parts.items():
            pieces = [u for u in units if u.at.province == code and self.is_half(u, whole)]
            if len(pieces) == WHOLE:
                units[units.index(pieces[0])] = whole
                units.remove(pieces[1])
            out = [d for d in dislodged if d.unit.at.province == code]
            fallen = [d for d in out if self.is_half(d.unit, whole)]
            if len(fallen) == WHOLE:
                dislodged[dislodged.index(fallen[0])] = fallen[0]._replace(unit=whole)
                dislodged.remove(fallen[1])
        return units, dislodged

    def is_half(self, unit: Unit, whole: Unit) -> bool:
        """Is it a half of that doubled unit, and no leader or army aboard beside it?"""
        return unit in [half(whole, kind)._replace(at=unit.at) for kind in self.divides_into(whole)]

    # The casting of halves

    def able(self, unit: Unit, order: Order, w: Written) -> set[KindCode]:
        """Which halves of the unit could do what is ordered, if the order means them? It may
        name one as such, or as the unit that it would be."""
        halves, named = self.divides_into(unit), w.unit
        part = named.part if named is not None else None
        if part is None and named is not None and named.kind != unit.kind:
            part = named.kind if named.kind in halves else None
        return {k for k in halves if part in (None, k) and self.can(unit, k, order)}

    def can(self, unit: Unit, kind: KindCode, order: Order) -> bool:
        """Could a half of that kind do that?"""
        if isinstance(order, (Retreat, Disband)):
            return isinstance(order, Disband) or order.to in self.map.reach[kind].get(unit.at, {})
        return self.fault(unit if kind == unit.kind else half(unit, kind), order) is None

    def kind_choices(
        self, unit: Unit, able: Sequence[Collection[KindCode]]
    ) -> set[tuple[KindCode, KindCode]]:
        """Every way to cast the two halves for two orders, given which could do each."""
        if len(able) != WHOLE:
            return set()
        one, other = self.divides_into(unit)
        first, second = able
        return {(k, m) for k, m in ((one, other), (other, one)) if k in first and m in second}

    def divided(
        self, unit: Unit, cast: Iterable[tuple[KindCode, tuple[Order, Sequence[Written]]]]
    ) -> list[Action]:
        """The two halves, each with its order."""
        self.parts[unit.at.province] = unit
        found = []
        for kind, (order, same) in cast:
            part = half(unit, kind)
            plain, weight = self.timeless(part, order), self.weight(part)
            action = Action(unit, order, same[0].order, weight, kind=kind, plain=plain)
            action.units = (unit, part)
            found.append(self.wrote(same[0], action))
            self.repeat(same[1:], action)
        return found


def places(order: Order) -> object:
    """What makes an order differ from another one; moves by land and by convoy do not differ."""
    return order.to if type(order) is Move else order


def half(unit: Unit, kind: KindCode) -> Unit:
    """The half of that kind of a doubled unit."""
    return Unit(unit.power, kind, unit.at, 1, unit.aboard)


class DoubledUnits(Halves):
    """A dislodged doubled unit retreats together or, in its own year, by two orders to two
    places. (Cat Diplomacy, rule 4; ruling CD-D7)"""

    def parted(
        self, fallen: tuple[Dislodged, ...], orders: Sequence[Written]
    ) -> tuple[Dislodged, ...]:
        """Which dislodged units go their separate ways?"""
        found: list[Dislodged] = []
        for d in super().parted(fallen, orders):
            found += self.ways_apart(d, [w for w in orders if self.is_for(d, w)])
        return tuple(found)

    def is_for(self, d: Dislodged, w: Written) -> bool:
        """Is the order given to that dislodged unit by its owner?"""
        here = w.home == d.unit.at.province
        return here and self.commands(w.issuer, d.unit) and d.unit.size == WHOLE

    def ways_apart(self, d: Dislodged, orders: Sequence[Written]) -> list[Dislodged]:
        """The dislodged unit, or its two halves, each with nowhere to go but where it is sent."""
        able: dict[Order, set[KindCode]] = {}
        for w in orders:
            order = Retreat(w.order.to) if isinstance(w.order, Move) else w.order
            if isinstance(order, Retreat):
                to = self.meant(order.to, d.refuges)
                order = Retreat(to) if to is not None else order
            if isinstance(order, Disband) or (isinstance(order, Retreat) and order.to in d.refuges):
                kinds = self.able(d.unit, order, w)
                able[order] = able.get(order, kinds) & kinds
        casts = self.kind_choices(d.unit, [*able.values()])
        if len(casts) != 1:
            return [d]
        refuges = ((o.to,) if isinstance(o, Retreat) else d.refuges for o in able)
        ends = zip(casts.pop(), refuges, strict=True)
        return [Dislodged(half(d.unit, kind), d.origin, to) for kind, to in ends]

    def fallen_unit(self, w: Written, fallen: Sequence[Dislodged]) -> Dislodged | None:
        """The dislodged unit that an order names; of two halves the one that can obey."""
        found = super().fallen_unit(w, fallen)
        halves = [d for d in fallen if found is not None and d.unit.at == found.unit.at]
        if len(halves) < WHOLE:
            return found
        to = getattr(w.order, "to", None)
        able = [d for d in halves if to is not None and self.meant(to, d.refuges) is not None]
        return min(able or halves, key=lambda d: len(d.refuges) * (1 if able else -1))
