"""Doubled units: twice as strong in their owner's year, and free to divide; coast guards."""

from collections.abc import Iterable, Sequence
from itertools import chain, permutations

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Convoy, Disband, Move, Order, Retreat, Support, Written
from builder.model.results import OrderResult
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


class Division:
    """The different orders for one doubled unit, and which of its halves could carry out each.

    Orders to the same place are one group, because by land and by sea is the same to a half.
    `able` has for each group the kinds of halves that could carry out all of its orders.
    """

    def __init__(self) -> None:
        self.orders: dict[object, list[Written]] = {}
        self.able: dict[object, set[KindCode]] = {}

    @property
    def groups(self) -> list[list[Written]]:
        """The orders, those to the same place together."""
        return [*self.orders.values()]

    def add(self, written: Written, order: Order, kinds: set[KindCode]) -> None:
        """Add an order as it is read, with the halves that could carry it out."""
        aim = order.to if isinstance(order, Move) else order
        self.orders.setdefault(aim, []).append(written)
        self.able[aim] = self.able.get(aim, kinds) & kinds


class HalvesAtSea(DoubledStrength):
    """Half of a doubled fleet carries an army while the other half does something else; it may
    support the army that the other carries. (Cat Diplomacy, rule 4; ruling CD-D8)"""

    def passenger(self, order: Convoy) -> Unit | None:
        """The army that a convoy order names, perhaps half of a unit that can divide."""
        whole = super().passenger(order)
        unit = self.named(order.at, order.kind) if whole is None else None
        if unit is None or unit.size < WHOLE:
            return whole
        named = [k for k in self.divides_into(unit) if order.kind in (None, k)]
        return next((half(unit, k) for k in named if self.setting.kinds[k].convoyed), None)

    def has_company(self, unit: Unit) -> bool:
        """Is another fleet that can convoy in the unit's province? For a half its other half is."""
        whole = next((u for u in self.stations[unit.at.province] if self.is_half(unit, u)), None)
        if whole is None:
            return super().has_company(unit)
        halves = list(self.divides_into(whole))
        halves.remove(unit.kind)
        return self.setting.kinds[halves[0]].convoys

    def is_half(self, unit: Unit, whole: Unit) -> bool:
        """Is it a half of that doubled unit, and not another unit in its province?"""
        return unit in [half(whole, kind)._replace(at=unit.at) for kind in self.divides_into(whole)]


class DividedUnits(HalvesAtSea):
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
        division = Division()
        for written in sorted(orders, key=spelled):
            order = self.settled(unit, written.order)
            kinds = self.able(unit, order, written)
            if kinds or self.fault(unit, order) is None:
                division.add(written, self.meaning(unit, order), kinds)
            else:
                self.refuse(written, self.why_neither(unit, order))
        groups = division.groups
        if not groups:
            return super().detach(unit, [max(orders, key=spelled)])
        if len(groups) == 1:
            return self.undivided(unit, groups[0])
        halves = self.assignment(unit, division)
        if halves is not None:
            return self.divided(unit, zip(halves, groups, strict=True))
        every_order = list(chain.from_iterable(groups))
        why = self.why_undivided(unit, division)
        return [self.undecided(unit, every_order[0], every_order, why)]

    def undivided(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The action of the whole unit under orders to the same place; the first one counts."""
        if len({self.lawful_order(unit, written.order) for written in orders}) == 1:
            return super().detach(unit, orders)
        actions = super().detach(unit, orders[:1])
        self.repeat(orders[1:], actions[0])
        return actions

    def beneficiaries(self, s: Action) -> Actions:
        """The actions that a support helps. Two halves that hold are one unit, so it helps one."""
        helped = super().beneficiaries(s)
        assert type(s.order) is Support
        return helped[:1] if s.order.at is not None and s.order.to is None else helped

    def lands(self, action: Action) -> Unit | Dislodged:
        """One unit, or one half, after the moves."""
        place = super().lands(action)
        part = action.half
        if part is None:
            return place
        if isinstance(place, Dislodged):
            return Dislodged(part, place.origin)
        if type(action.order) is Move:
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

    # Which half carries out which order

    def able(self, unit: Unit, order: Order, written: Written) -> set[KindCode]:
        """The kinds of halves that the order may mean and that could carry it out."""
        return {k for k in self.named_halves(unit, written) if self.can(unit, k, order)}

    def named_halves(self, unit: Unit, written: Written) -> tuple[KindCode, ...]:
        """The kinds of halves that the order may mean: all, or the one that it names as a half
        or as the unit that the half would be."""
        halves = self.divides_into(unit)
        if written.unit is None:
            return halves
        if written.unit.part is not None:
            return tuple(k for k in halves if k == written.unit.part)
        if written.unit.kind != unit.kind and written.unit.kind in halves:
            return (written.unit.kind,)
        return halves

    def can(self, unit: Unit, kind: KindCode, order: Order) -> bool:
        """Could a half of that kind carry out the order?"""
        if isinstance(order, Disband):
            return True
        if isinstance(order, Retreat):
            return order.to in self.map.reach[kind].get(unit.at, {})
        return self.fault(half(unit, kind), order) is None

    def why_neither(self, unit: Unit, order: Order) -> Reason:
        """Why neither half can carry out the order: the fault that both share, if they do."""
        faults = {self.fault(half(unit, kind), order) for kind in self.divides_into(unit)}
        shared = faults.pop()
        return Reason.NO_HALF_CAN if faults or shared is None else shared

    def assignment(self, unit: Unit, division: Division) -> tuple[KindCode, KindCode] | None:
        """The halves that carry out the two groups of orders; None unless there is just one way to
        assign them."""
        if len(division.groups) != WHOLE:
            return None
        first_able, second_able = division.able.values()
        ways = set()
        for first, second in permutations(self.divides_into(unit)):
            if first in first_able and second in second_able:
                ways.add((first, second))
        return ways.pop() if len(ways) == 1 else None

    def why_undivided(self, unit: Unit, division: Division) -> Reason:
        """Why a unit with several different orders does not divide."""
        if len(division.groups) > WHOLE:
            return Reason.TOO_MANY_HALVES
        common = set.union(*division.able.values())
        halves = set(self.divides_into(unit))
        return Reason.SAME_HALF if common < halves else Reason.SPLIT_UNCLEAR

    def divided(
        self, unit: Unit, halves: Iterable[tuple[KindCode, Sequence[Written]]]
    ) -> list[Action]:
        """The actions of the two halves, each with its orders, of which the first one counts."""
        self.parts[unit.at.province] = unit
        actions = []
        for kind, same in halves:
            part = half(unit, kind)
            counting = same[0]
            order = self.settled(unit, counting.order)
            plain = self.timeless(part, order)
            weight = self.weight(part)
            action = Action(unit, order, counting.order, weight, half=part, plain=plain)
            self.written[action] = counting
            self.repeat(same[1:], action)
            actions.append(action)
        return actions


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
        unit = d.unit
        here = [
            written for written in orders if written.home == unit.at.province and unit.size == WHOLE
        ]
        mine = [written for written in here if self.commands(written.issuer, unit)]
        division = self.division_in_retreat(d, mine)
        halves = self.assignment(unit, division)
        if halves is None:
            return [d]
        pieces = []
        for kind, order in zip(halves, division.orders, strict=True):
            refuges = (order.to,) if isinstance(order, Retreat) else ()
            pieces.append(Dislodged(half(unit, kind), d.origin, refuges))
        return pieces

    def division_in_retreat(self, d: Dislodged, orders: Iterable[Written]) -> Division:
        """The lawful orders for a dislodged doubled unit, and which halves could obey them."""
        division = Division()
        for written in sorted(orders, key=spelled):
            if isinstance(written.order, Move | Retreat | Disband):
                order = self.lawful_retreat(d, written)
                if not isinstance(order, Reason):
                    division.add(written, order, self.able(d.unit, order, written))
        return division

    def lawful_retreat(self, d: Dislodged, written: Written) -> Retreat | Disband | Reason:
        """The order with its place filled in, if the unit or a half that it names can go there."""
        order = super().lawful_retreat(d, written)
        if isinstance(order, Reason) or d.unit.size < WHOLE:
            return order
        as_a_whole = self.can(d.unit, d.unit.kind, order)
        return order if as_a_whole or self.able(d.unit, order, written) else Reason.REFUGE_CLOSED

    def why_unclear(self, d: Dislodged, orders: Sequence[Written]) -> Reason:
        """Why none of these lawful orders for a dislodged unit counts."""
        if d.unit.size < WHOLE:
            return super().why_unclear(d, orders)
        return self.why_undivided(d.unit, self.division_in_retreat(d, orders))

    def fallen_unit(self, written: Written, fallen: Fallen) -> Dislodged | None:
        """The dislodged unit that an order names; of two halves the one that it was given to."""
        first = super().fallen_unit(written, fallen)
        halves = [d for d in fallen if first is not None and d.unit.at == first.unit.at]
        if len(halves) < WHOLE:
            return first
        to = getattr(written.order, "to", None)
        able = [d for d in halves if (self.meant(to, d.refuges) if to else not d.refuges)]
        return able[0] if able else first

    def choice(self, d: Dislodged, written: Written | None) -> OrderResult:
        """The result for a unit under its order; a half without any refuge disbands as ordered."""
        if written is None or not isinstance(written.order, Disband) or d in self.driven_out():
            return super().choice(d, written)
        return OrderResult(d.unit.power, d.unit, Finding(1, Reason.DISBANDED), written)


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
        places = set(super().refuges(d, units))
        for kind in self.divides_into(d.unit):
            places.update(super().refuges(d._replace(unit=half(d.unit, kind)), units))
        return tuple(sorted(places))

    def choice(self, d: Dislodged, written: Written | None) -> OrderResult:
        """The result for a unit under its order; an undivided coast guard keeps to the coast."""
        end = super().choice(d, written)
        if end.to is None or end.to in self.map.reach[d.unit.kind].get(d.unit.at, {}):
            return end
        return end._replace(finding=Finding(0, Reason.REFUGE_CLOSED))
