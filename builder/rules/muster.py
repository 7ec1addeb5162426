"""Chapter 1, second part, the muster: who may order what; written orders become actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.model.board import Code
from builder.model.findings import HOLD, Action, Deed, Finding, Reason, deed
from builder.model.kinds import KindCode, Power
from builder.model.orders import Convoy, Hold, Move, Order, Support, Written
from builder.model.units import Unit
from builder.rules.lawfulness import Lawfulness

UNNAMED = Code("")
VARIANT = frozenset({Reason.CLOSED, Reason.NEUTRALS_STAY, Reason.NO_LANDING})


def spelled(w: Written) -> tuple[str, ...]:
    """What to sort the orders for one unit by, so that their sequence does not matter."""
    return (type(w.order).__name__, *map(str, w.order), *map(str, w.unit or ()))


def by_place(orders: Sequence[Written]) -> dict[Code, Sequence[Written]]:
    """The orders given in each province; those that name no unit are given nowhere."""
    told: dict[Code, Sequence[Written]] = {
        w.unit.at.province if w.unit is not None else UNNAMED: (w,) for w in orders
    }
    if len(told) < len(orders):
        told = dict.fromkeys(told, ())
        for w in orders:
            here = w.unit.at.province if w.unit is not None else UNNAMED
            told[here] = (*told[here], w)
    return told


class Muster(Lawfulness):
    """Accepts or refuses orders one by one, without knowing what the others do.

    An order that no orders of others could make possible is refused (DATC 4.E.1), and the
    unit holds. Of several different lawful orders for one unit none counts (DATC 4.D.3).
    """

    def muster(self, orders: Sequence[Written]) -> list[Action]:
        """What every unit is taken to do; refused orders are kept in `faults`."""
        told = by_place(orders)
        self.approved: set[Written] = set()
        self.passages = frozenset(self.offered(orders))
        known = self.map.accepted.setdefault(type(self), {})
        actions: list[Action] = []
        for unit in self.position.units:
            mine = self.shared(unit, told) if self.sharing else told.pop(unit.at.province, ())
            accepted = w = None
            if not mine:
                accepted = known.get((unit, None))
            elif len(mine) == 1:
                (w,) = mine
                if w.issuer == unit.power:
                    accepted = known.get((unit, w.order))
            if accepted is not None:
                actions.append(Action(accepted, w))
            else:
                actions += self.detach(unit, [w for w in mine if self.obeys(unit, w)])
        for w in (w for left in told.values() for w in left):
            self.refuse(w, Reason.NO_SUCH_UNIT if w.unit else Reason.WRONG_PHASE)
        return actions

    def shared(self, unit: Unit, told: dict[Code, Sequence[Written]]) -> Sequence[Written]:
        """The orders meant for one of several units in a province."""
        here = unit.at.province
        if len(self.stations[here]) == 1:
            return told.pop(here, ())
        mine = [w for w in told.get(here, ()) if self.addressed(w) is unit]
        told[here] = [w for w in told.get(here, ()) if w not in mine]
        return mine

    def obeys(self, unit: Unit, w: Written) -> bool:
        """Does the unit take that order? One that is not its owner's is refused."""
        if self.commands(w.issuer, unit):
            return True
        self.refuse(w, Reason.NOT_YOURS)
        return False

    def offered(self, orders: Sequence[Written]) -> Iterator[tuple[Code, Code]]:
        """From where to where some fleet is lawfully ordered to carry an army."""
        for w in [w for w in orders if type(w.order) is Convoy]:
            assert type(w.order) is Convoy
            if w.order.to is not None:
                unit = self.addressed(w)
                if unit and self.commands(w.issuer, unit) and not self.fault(unit, w.order):
                    self.approved.add(w)
                    yield w.order.at.province, w.order.to.province

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        return issuer == unit.power

    def refuse(self, w: Written, why: Reason, by: Sequence[Action] = ()) -> None:
        """Do not accept an order."""
        self.faults[w] = Finding(0, why, tuple(by))

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """Which part of the unit does what? By the standard rules the whole does one thing."""
        if not orders:
            return [Action(self.accept(unit, None, HOLD))]
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
        if len({self.settled(unit, w.order) for w in lawful}) == 1:
            return self.told(unit, lawful[0])
        for w in lawful:
            self.refuse(w, Reason.ORDERED_TWICE)
        stays = deed(unit, HOLD, self.weight(unit), fault=Reason.ORDERED_TWICE)
        return Action(stays, lawful[0])

    def told(self, unit: Unit, w: Written) -> Action:
        """The unit under the one order that counts."""
        order = self.settled(unit, w.order)
        why = None if w in self.approved else self.fault(unit, order)
        if why is None:
            return Action(self.accept(unit, w.order, order), w)
        self.refuse(w, why)
        weight = self.weight(unit)
        if why is Reason.UNCONVOYED and self.could_sail(unit, order):
            return Action(deed(unit, order, weight, fault=why), w)
        refuses = self.choices.impossible_move_refuses_hold_support and type(order) is Move
        spared = refuses and self.is_void_by_variant(unit, why)
        stays = deed(unit, HOLD, weight, fault=why, supportable=spared or not refuses)
        return Action(stays, w)

    def accept(self, unit: Unit, written: Order | None, order: Order) -> Deed:
        """What the unit does; kept for the next time, if it would be accepted in any position."""
        plain = self.timeless(unit, order)
        done = deed(unit, order, self.weight(unit), plain=plain)
        if plain:
            self.map.accepted[type(self)][unit, written] = done
        return done

    def is_void_by_variant(self, unit: Unit, why: Reason) -> bool:
        """Is it a rule of the variant that forbids the move? Then the unit just stands."""
        kind = self.setting.kinds[unit.kind]
        return why in VARIANT or kind.travels_as != (kind.code,)

    def timeless(self, unit: Unit, order: Order) -> bool:
        """Would the order be accepted in any position? Then it need not be looked at again."""
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
