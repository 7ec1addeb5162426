"""Chapter 1, second part: which written orders count, and the actions made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from builder.model.board import Code
from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.kinds import KindCode, Power
from builder.model.orders import Convoy, Hold, Move, Order, Support, Written
from builder.model.units import Unit
from builder.rules.lawfulness import Lawfulness
from builder.rules.rulebook import cached_fact

UNORDERED = Written(Power(""), None, HOLD)  # what a unit is taken to be told that nobody orders
SEVERAL = Written(Power("several"), None, HOLD)  # the orders of a province that are sorted apart


def spelled(w: Written) -> tuple[str, ...]:
    """What to sort the orders for one unit by, so that their sequence does not matter."""
    return (type(w.order).__name__, *map(str, w.order), *map(str, w.unit or ()))


def by_place(orders: Iterable[Written]) -> dict[Code | None, list[Written]]:
    """The orders given in each province; those that name no unit are given nowhere."""
    told: dict[Code | None, list[Written]] = {}
    for w in orders:
        told.setdefault(w.home, []).append(w)
    return told


class Acceptance(Lawfulness):
    """Accepts or refuses orders one by one, without knowing what the others do.

    An order that no orders of others could make possible is refused (DATC 4.E.1), and the
    unit holds. Of several different lawful orders for one unit none counts (DATC 4.D.3).

    `revising` says whether mustered actions are changed afterwards, so that each phase needs its
    own.
    """

    revising = False
    orders: Sequence[Written]

    @property
    def accepted(self) -> dict[tuple[Unit, Order, Power], Action]:
        """What units do by orders that are accepted in any position, and by whom."""
        return self.map.accepted.setdefault(type(self), {})

    def muster(self, orders: Sequence[Written]) -> list[Action]:
        """What every unit is taken to do; refused orders are kept in `faults`, and in `written`
        who wrote what."""
        self.orders = orders
        told = {w.home: w for w in orders}
        several: dict[Code | None, list[Written]] = {}
        if self.sharing or len(told) < len(orders):
            several = self.unclear(orders)
            told |= dict.fromkeys(several, SEVERAL)
        accepted, written, revising = self.accepted, self.written, self.revising
        actions: list[Action] = []
        for unit in self.position.units:
            w = told.pop(unit.at.province, UNORDERED)
            try:
                a = accepted[unit, w.order, w.issuer]
            except KeyError:
                if w is SEVERAL:
                    told[unit.at.province] = SEVERAL
                mine = (w,) if w.unit is not None else self.shared(unit, several)
                actions += self.detach(unit, [w for w in mine if self.obeys(unit, w)])
                continue
            if revising:
                a = a.copy()
            if w is not UNORDERED:
                written[a] = w
            actions.append(a)
        left = (w for w in told.values() if w is not SEVERAL)
        for w in (*left, *chain.from_iterable(several.values())):
            self.refuse(w, Reason.NO_SUCH_UNIT if w.unit else Reason.WRONG_PHASE)
        return actions

    def unclear(self, orders: Sequence[Written]) -> dict[Code | None, list[Written]]:
        """The orders given in provinces where several units stand or several orders are given."""
        stations, told = self.stations, by_place(orders)
        crowded = {at for at, units in stations.items() if len(units) > 1} if self.sharing else ()
        return {at: ws for at, ws in told.items() if len(ws) > 1 or at in crowded}

    def shared(self, unit: Unit, told: dict[Code | None, list[Written]]) -> Sequence[Written]:
        """The orders meant for a unit, of those that are given in its province."""
        here = unit.at.province
        if here not in told:
            return ()
        if len(self.stations[here]) == 1:
            return told.pop(here)
        mine = [w for w in told.get(here, ()) if self.addressed(w) is unit]
        told[here] = [w for w in told.get(here, ()) if w not in mine]
        return mine

    def obeys(self, unit: Unit, w: Written) -> bool:
        """Does the unit take that order? One that is not its owner's is refused."""
        if self.commands(w.issuer, unit):
            return True
        self.refuse(w, Reason.NOT_YOURS)
        return False

    @cached_fact
    def offers(self) -> dict[Written, tuple[Code, Code]]:
        """The lawful convoy orders, and from where to where each carries an army."""
        found: dict[Written, tuple[Code, Code]] = {}
        for w in self.orders:
            if type(w.order) is Convoy and w.order.passage:
                unit = self.addressed(w)
                if unit and self.commands(w.issuer, unit) and not self.fault(unit, w.order):
                    found[w] = w.order.passage
        return found

    @cached_fact
    def passages(self) -> frozenset[tuple[Code, Code]]:
        """From where to where some fleet is lawfully ordered to carry an army."""
        return frozenset(self.offers.values())

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        return issuer == unit.power

    def refuse(self, w: Written, why: Reason, by: Sequence[Action] = ()) -> None:
        """Do not accept an order."""
        self.faults[w] = Finding(0, why, tuple(by))

    def repeat(self, orders: Iterable[Written], a: Action) -> None:
        """Count orders that say the same together with the one that is carried out."""
        self.repeats.update((w, Finding(1, Reason.REPEATED, (a,))) for w in orders)

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """Which part of the unit does what? By the standard rules the whole does one thing."""
        if not orders:
            a = self.accepted[unit, HOLD, UNORDERED.issuer] = self.accept(unit, None)
            return [self.own(a)]
        if len(orders) > 1:
            return [self.told_often(unit, orders)]
        return [self.told(unit, orders[0])]

    def told_often(self, unit: Unit, orders: Sequence[Written]) -> Action:
        """The unit under several orders: unlawful ones fall away, different ones all (4.D.3)."""
        orders = sorted(orders, key=spelled)
        lawful = [w for w in orders if self.fault(unit, self.settled(unit, w.order)) is None]
        refused = [self.told(unit, w) for w in orders if w not in lawful]
        if not lawful:
            return refused[-1]
        for a in refused:
            del self.written[a]
        if len({self.settled(unit, w.order) for w in lawful}) == 1:
            a = self.told(unit, lawful[0])
            self.repeat(lawful[1:], a)
            return a
        for w in lawful:
            self.refuse(w, Reason.ORDERED_TWICE)
        first = lawful[0]
        stays = Action(unit, HOLD, first.order, self.weight(unit), fault=Reason.ORDERED_TWICE)
        return self.wrote(first, stays)

    def told(self, unit: Unit, w: Written) -> Action:
        """The unit under the one order that counts."""
        a = self.accept(unit, w.order)
        why = None if a.plain or w in self.offers else self.fault(unit, a.order)
        if why is not None:
            self.refuse(w, why)
            a = self.refused(unit, a, why)
        elif a.plain and w.issuer == unit.power:
            self.accepted[unit, w.order, w.issuer] = a
        return self.wrote(w, self.own(a))

    def refused(self, unit: Unit, a: Action, why: Reason) -> Action:
        """What the unit does instead of what it was told."""
        weight, order = a.weight, a.order
        if why is Reason.UNCONVOYED and self.could_sail(unit, order):
            return Action(unit, order, a.meant, weight, fault=why)
        refuses = self.choices.impossible_move_refuses_hold_support and type(order) is Move
        spared = refuses and self.is_void_by_variant(unit, why)
        return Action(unit, HOLD, a.meant, weight, fault=why, supportable=spared or not refuses)

    def wrote(self, w: Written, a: Action) -> Action:
        """Remember the order behind an action."""
        self.written[a] = w
        return a

    def accept(self, unit: Unit, meant: Order | None) -> Action:
        """What the unit does by an order, if that is lawful; kept for the next time."""
        read = self.map.read.setdefault(type(self), {})
        a = read.get((unit, meant))
        if a is None:
            order = self.settled(unit, meant) if meant is not None else HOLD
            plain = self.timeless(unit, order) and self.fault(unit, order) is None
            a = read[unit, meant] = Action(unit, order, meant, self.weight(unit), plain=plain)
        return a

    def own(self, a: Action) -> Action:
        """The action for this phase alone, if it may be changed there."""
        return a.copy() if self.revising else a

    def is_void_by_variant(self, unit: Unit, why: Reason) -> bool:
        """Is it a rule of the variant that forbids the move? Then the unit just stands."""
        kind = self.setting.kinds[unit.kind]
        return why is Reason.CLOSED or kind.travels_as != (kind.code,)

    def timeless(self, unit: Unit, order: Order) -> bool:
        """Is a lawful order of that kind lawful in any position? Then it need not be looked at
        again."""
        match order:
            case Hold():
                return True
            case Move():
                way = self.map.reach[unit.kind].get(unit.at, {}).get(order.to)
                odd = way is None or way.crosses or way.force is not None
                return not odd and not order.via
            case Support():
                at, to = order.at, order.to
                return at is not None and (
                    to is None or to.province in self.map.touching.get(at.province, ())
                )
        return False

    def weight(self, unit: Unit) -> int:
        """What the unit is worth by itself."""
        return self.setting.kinds[unit.kind].strength * unit.size

    def halves(self, unit: Unit) -> tuple[KindCode, KindCode]:
        """Which two units is a doubled one made of?"""
        return unit.kind, unit.kind
