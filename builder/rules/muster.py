"""Chapter 1, the muster: who may order what; written orders become actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from builder.model.board import Code, Location
from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Convoy, Hold, Move, Order, Support, Written
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.rules.geography import geography
from builder.rules.rulebook import Rulebook


class Muster(Rulebook):
    """Accepts or refuses orders one by one, without knowing what the others do.

    An order that no orders of others could make possible is refused (DATC 4.E.1), and the
    unit holds. Of several different lawful orders for one unit none counts (DATC 4.D.3).
    `sharing` says whether several units may stand in one province.
    """

    sharing = False

    def __init__(self, setting: Setting, position: Position) -> None:
        super().__init__()
        self.setting, self.position = setting, position
        self.season = position.phase.season
        self.map = geography(setting, self.season)
        self.choices = setting.choices
        self.faults: dict[Written, Finding] = {}
        self.passages: frozenset[tuple[Code, Code]] = frozenset()

    @cached_property
    def stations(self) -> dict[Code, list[Unit]]:
        """Who stands in each province."""
        found: dict[Code, list[Unit]] = {}
        for unit in self.position.units:
            found.setdefault(unit.at.province, []).append(unit)
        return found

    def muster(self, orders: Iterable[Written]) -> list[Action]:
        """What every unit is taken to do; refused orders are kept in `faults`."""
        told: dict[Code, list[Written]] = {}
        for w in orders:
            place = w.unit.at.province if w.unit is not None else Code("")
            told.setdefault(place, []).append(w)
        self.passages = frozenset(self.offered(orders))
        known = self.map.accepted.setdefault(type(self), {})
        actions: list[Action] = []
        for unit in self.position.units:
            here = unit.at.province
            mine = self.shared(unit, told) if self.sharing else told.pop(here, ())
            accepted = None
            if not mine:
                accepted = known.get((unit, None))
            elif len(mine) == 1 and mine[0].issuer == unit.power:
                accepted = known.get((unit, mine[0].order))
            if accepted is None:
                actions += self.detach(unit, [w for w in mine if self.obeys(unit, w)])
            else:
                order, weight = accepted
                actions.append(Action(unit, order, weight, mine[0] if mine else None))
        for w in (w for left in told.values() for w in left):
            self.refuse(w, Reason.NO_SUCH_UNIT)
        return actions

    def shared(self, unit: Unit, told: dict[Code, list[Written]]) -> list[Written]:
        """The orders meant for one of several units in a province."""
        here = unit.at.province
        mine = [w for w in told.get(here, ()) if self.addressed(w) is unit]
        told[here] = [w for w in told.get(here, ()) if w not in mine]
        return mine

    def obeys(self, unit: Unit, w: Written) -> bool:
        """Does the unit take that order? One that is not its owner's is refused."""
        if self.commands(w.issuer, unit):
            return True
        self.refuse(w, Reason.NOT_YOURS)
        return False

    def offered(self, orders: Iterable[Written]) -> Iterator[tuple[Code, Code]]:
        """From where to where some fleet is lawfully ordered to carry an army."""
        for w in orders:
            if type(w.order) is Convoy and w.order.to is not None:
                unit = self.addressed(w)
                if unit and self.commands(w.issuer, unit) and not self.fault(unit, w.order):
                    yield w.order.at.province, w.order.to.province

    def addressed(self, w: Written) -> Unit | None:
        """Which unit does the order name? Its kind and coast are not held against it (4.B.5)."""
        if w.unit is None:
            return None
        here = self.stations.get(w.unit.at.province)
        return here[0] if here else None

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        return issuer == unit.power

    def refuse(self, w: Written, why: Reason, by: Sequence[Action] = ()) -> None:
        """Do not accept an order."""
        self.faults[w] = Finding(0, why, tuple(by))

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """Which part of the unit does what? By the standard rules the whole does one thing."""
        if not orders:
            if self.timeless(unit, HOLD):
                self.map.accepted[type(self)][unit, None] = (HOLD, self.weight(unit))
            return [Action(unit, HOLD, self.weight(unit))]
        if len(orders) > 1:
            return [self.told_often(unit, orders)]
        return [self.told(unit, orders[0])]

    def told_often(self, unit: Unit, orders: Sequence[Written]) -> Action:
        """The unit under several orders: unlawful ones fall away, different ones all (4.D.3)."""
        lawful = [w for w in orders if self.fault(unit, self.settled(unit, w.order)) is None]
        refused = [self.told(unit, w) for w in orders if w not in lawful]
        if not lawful:
            return refused[-1]
        if len({self.settled(unit, w.order) for w in lawful}) == 1:
            return self.told(unit, lawful[0])
        for w in lawful:
            self.refuse(w, Reason.ORDERED_TWICE)
        return Action(unit, HOLD, self.weight(unit), lawful[0], Reason.ORDERED_TWICE)

    def told(self, unit: Unit, w: Written) -> Action:
        """The unit under the one order that counts."""
        order = self.settled(unit, w.order)
        why = self.fault(unit, order)
        if why is None:
            if self.timeless(unit, order):
                self.map.accepted[type(self)][unit, w.order] = (order, self.weight(unit))
            return Action(unit, order, self.weight(unit), w)
        self.refuse(w, why)
        if why is Reason.UNCONVOYED and self.could_sail(unit, order):
            return Action(unit, order, self.weight(unit), w, why)
        refuses = self.choices.impossible_move_refuses_hold_support and type(order) is Move
        return Action(unit, HOLD, self.weight(unit), w, why, supportable=not refuses)

    def timeless(self, unit: Unit, order: Order) -> bool:
        """Would the order be accepted in any position? Then it need not be looked at again."""
        match order:
            case Hold():
                return True
            case Move():
                near = self.map.reach[unit.kind].get(unit.at, {})
                return order.to in near and not order.via
            case Support():
                at, to = order.at, order.to
                return at is not None and (
                    to is None or to.province in self.map.touching.get(at.province, ())
                )
        return False

    def weight(self, unit: Unit) -> int:
        """What the unit is worth by itself."""
        return self.setting.kinds[unit.kind].strength * unit.size

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in where only one can be meant (DATC 4.B.2)."""
        if type(order) is not Move:
            return order
        to = order.to
        near = self.map.reach[unit.kind].get(unit.at, {})
        if to in near:
            return order
        if to.coast:
            bare = self.setting.board.locations[to.province]
            return order._replace(to=bare) if bare in near or self.walks(unit) else order
        coasts = [place for place in near if place.province == to.province]
        return order._replace(to=coasts[0]) if len(coasts) == 1 else order

    def walks(self, unit: Unit) -> bool:
        """Is the unit of a kind that stands in provinces, not on their coasts?"""
        return self.setting.kinds[unit.kind].convoyed

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why could this never be carried out, whatever the others do?"""
        match order:
            case Hold():
                return None
            case Move():
                return self.move_fault(unit, order)
            case Support():
                return self.support_fault(unit, order)
            case Convoy():
                return self.convoy_fault(unit, order)
        return Reason.WRONG_PHASE

    def move_fault(self, unit: Unit, order: Move) -> Reason | None:
        """Can the unit get there at all?"""
        to = order.to
        if to.province == unit.at.province:
            return Reason.SAME_PLACE
        if to in self.map.reach[unit.kind].get(unit.at, {}):
            bound = order.via and not self.choices.via_fallback_to_land
            return Reason.UNCONVOYED if bound and not self.fetched(unit, order) else None
        if self.may_sail(unit, to):
            return None if self.fetched(unit, order) else Reason.UNCONVOYED
        return self.no_way(unit, to)

    def no_way(self, unit: Unit, to: Location) -> Reason:
        """Why does no way lead there?"""
        board, kind = self.setting.board, self.setting.kinds[unit.kind]
        near = self.map.reach[unit.kind].get(unit.at, {})
        if any(place.province == to.province for place in near):
            return Reason.WRONG_COAST if to.coast else Reason.NO_COAST
        seasons = self.setting.calendar.seasons
        if any(board.way(unit.at, to, kind, season) for season in seasons):
            return Reason.CLOSED
        terrain = board.provinces[to.province].terrain
        afoot = kind.built_at == frozenset({"land", "coast"})
        if terrain == ("sea" if afoot else "land"):
            return Reason.WRONG_TERRAIN
        return Reason.NO_WAY

    def may_sail(self, unit: Unit, to: Location) -> bool:
        """Is it an army that asks for a passage from coast to coast?"""
        return self.setting.kinds[unit.kind].convoyed and bool(
            self.map.shores[unit.at.province]
            and self.map.shores[to.province]
            and self.setting.board.provinces[to.province].terrain == "coast"
        )

    def could_sail(self, unit: Unit, order: Order) -> bool:
        """Are there fleets which could have carried it (DATC 6.D.8, 6.D.32)?"""
        if type(order) is not Move or not self.may_sail(unit, order.to):
            return False
        return self.map.sails(unit.at.province, order.to.province, self.afloat)

    @cached_property
    def afloat(self) -> frozenset[Code]:
        """The seas with a fleet that might convoy."""
        kinds = self.setting.kinds
        return frozenset(
            u.at.province
            for u in self.position.units
            if kinds[u.kind].convoys and u.at.province in self.map.ferries
        )

    def fetched(self, unit: Unit, order: Move) -> bool:
        """Has any fleet been ordered to carry the army there?"""
        return (unit.at.province, order.to.province) in self.passages

    def support_fault(self, unit: Unit, order: Support) -> Reason | None:
        """Could the unit itself go where it lends its strength?"""
        target = order.to or order.at
        if target is None:
            return Reason.OUT_OF_REACH
        if target.province == unit.at.province:
            return Reason.SELF_SUPPORT
        if target.province in self.map.support[unit.kind].get(unit.at, ()):
            return self.needed_at_sea(unit, order)
        return self.far_support(unit, target)

    def needed_at_sea(self, unit: Unit, order: Support) -> Reason | None:
        """Would the supported army have to be carried by its own supporter (DATC 6.D.31)?"""
        here = unit.at.province
        if order.to is None or order.at is None or here not in self.map.ferries:
            return None
        army = next(iter(self.stations.get(order.at.province, ())), None)
        if army is None or order.to in self.map.reach[army.kind].get(army.at, {}):
            return None
        if not self.may_sail(army, order.to):
            return None
        others = self.afloat - {here}
        if self.map.sails(army.at.province, order.to.province, others):
            return None
        joined = self.map.sails(army.at.province, order.to.province, self.afloat)
        return Reason.OUT_OF_REACH if joined else None

    def far_support(self, unit: Unit, target: Location) -> Reason:
        """Why is the supported place out of reach: by its nature, or in this season only?"""
        kind = self.setting.kinds[unit.kind]
        for season in self.setting.calendar.seasons:
            ways = self.setting.board.reach(kind, season).get(unit.at, {})
            if any(end.province == target.province and way.support for end, way in ways.items()):
                return Reason.CLOSED
        return Reason.OUT_OF_REACH

    def convoy_fault(self, unit: Unit, order: Convoy) -> Reason | None:
        """Is it a fleet at sea, on a route that such an army could take (DATC 6.G.7, 6.G.19)?"""
        here = unit.at.province
        if not self.setting.kinds[unit.kind].convoys or here not in self.map.ferries:
            return Reason.NOT_AT_SEA
        if order.to is None:
            return Reason.NOT_CONVOYABLE
        army = self.passenger(order)
        if army is None or not self.may_sail(army, order.to):
            return Reason.NOT_CONVOYABLE
        routes = self.map.ways_by_sea(army.at.province, order.to.province, self.afloat)
        return None if any(here in route for route in routes) else Reason.NO_WAY

    def passenger(self, order: Convoy) -> Unit | None:
        """The army that a convoy order names."""
        here = self.stations.get(order.at.province, ())
        return next((u for u in here if self.setting.kinds[u.kind].convoyed), None)
