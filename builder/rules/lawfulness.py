"""Chapter 1, first part: the orders that are impossible whatever the others do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.model.board import Code, Location
from builder.model.findings import Action, Finding, Reason
from builder.model.kinds import KindCode
from builder.model.orders import Convoy, Embark, Hold, Move, Order, Support, Written
from builder.model.position import Position
from builder.model.setting import Choices, Setting
from builder.model.units import Unit
from builder.rules.geography import Geography, geography
from builder.rules.rulebook import Rulebook, cached_fact


class Lawfulness(Rulebook):
    """What the board and the units allow.

    `sharing` says whether several units may stand in one province.
    """

    sharing = False
    setting: Setting
    position: Position
    map: Geography
    choices: Choices
    written: dict[Action, Written]
    faults: dict[Written, Finding]
    repeats: dict[Written, Finding]

    def __init__(self, setting: Setting, position: Position) -> None:
        super().__init__()
        self.setting, self.position = setting, position
        self.map = geography(setting, position.phase.season)
        self.choices = setting.choices
        self.written, self.faults, self.repeats = {}, {}, {}

    @cached_fact
    def passages(self) -> frozenset[tuple[Code, Code]]:
        """From where to where some fleet is lawfully ordered to carry an army."""
        raise NotImplementedError

    @cached_fact
    def stations(self) -> dict[Code, list[Unit]]:
        """Who stands in each province."""
        if not self.sharing:
            return {unit.at.province: [unit] for unit in self.position.units}
        found: dict[Code, list[Unit]] = {}
        for unit in self.position.units:
            found.setdefault(unit.at.province, []).append(unit)
        return found

    def addressed(self, w: Written) -> Unit | None:
        """Which unit does the order name? Its kind and coast are not held against it (4.B.5)."""
        if w.unit is None:
            return None
        here = self.stations.get(w.unit.at.province)
        if not here:
            return None
        return here[0] if len(here) == 1 else self.meant_by(w, here)

    def meant_by(self, w: Written, here: Sequence[Unit]) -> Unit:
        """Which of several units in a province does the order name: by its kind, then by its
        nation, and rather one that has strength."""
        kind = w.unit.kind if w.unit else None
        power = (w.unit.power if w.unit else None) or w.issuer
        return min(
            here,
            key=lambda u: (kind not in (None, u.kind), u.power != power, not self.holds_ground(u)),
        )

    def holds_ground(self, unit: Unit) -> bool:
        """Does the unit keep others out of its province? One without strength does not."""
        return self.setting.kinds[unit.kind].strength > 0

    def holders(self, units: Iterable[Unit]) -> set[Code]:
        """The provinces that units hold."""
        if not self.sharing:
            return {u.at.province for u in units}
        return {u.at.province for u in units if self.holds_ground(u)}

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in where only one can be meant (DATC 4.B.2); to go by
        way of a fleet is to be convoyed by it."""
        if type(order) is not Move:
            if type(order) is Support and order.at is None:
                return Support(order.to, None, None, order.power)
            if type(order) is not Embark:
                return order
            sea = self.setting.board.locations[order.on]
            order = Move(order.to, via=True, route=(sea,)) if order.to else Move(sea)
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
        seasons = self.setting.calendar.seasons if self.map.has_seasons else ()
        if any(board.way(unit.at, to, kind, season) for season in seasons):
            return Reason.CLOSED
        able = kind.stands_on(board.provinces[to.province].terrain)
        return Reason.NO_WAY if able else Reason.WRONG_TERRAIN

    def may_sail(self, unit: Unit, to: Location) -> bool:
        """Is it an army that asks for a passage from coast to coast?"""
        harbours = self.map.harbours
        able = unit.at.province in harbours and to.province in harbours
        return able and self.setting.kinds[unit.kind].convoyed

    def could_sail(self, unit: Unit, order: Order) -> bool:
        """Are there fleets which could have carried it (DATC 6.D.8, 6.D.32)?"""
        if type(order) is not Move or not self.may_sail(unit, order.to):
            return False
        return self.map.sails(unit.at.province, order.to.province, self.afloat)

    @cached_fact
    def afloat(self) -> frozenset[Code]:
        """The seas with a fleet that might convoy."""
        kinds, stations = self.setting.kinds, self.stations
        return frozenset(
            [
                sea
                for sea in self.map.ferries & stations.keys()
                for u in stations[sea]
                if kinds[u.kind].convoys
            ]
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
        army = self.named(order.at, order.kind)
        if army is None or order.to in self.map.reach[army.kind].get(army.at, {}):
            return None
        if not self.may_sail(army, order.to):
            return None
        others = self.afloat - {here}
        if self.map.sails(army.at.province, order.to.province, others):
            return None
        joined = self.map.sails(army.at.province, order.to.province, self.afloat)
        return Reason.NEEDED_AT_SEA if joined else None

    def far_support(self, unit: Unit, target: Location) -> Reason:
        """Why is the supported place out of reach: by its nature, or in this season only?"""
        kind = self.setting.kinds[unit.kind]
        for season in self.setting.calendar.seasons if self.map.has_seasons else ():
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
            return Reason.NO_GOAL
        army = self.passenger(order)
        if army is None or not self.may_sail(army, order.to):
            return Reason.NOT_CONVOYABLE
        start, end = army.at.province, order.to.province
        routes = self.map.ways_by_sea(start, end, self.afloat)
        if any(here in route for route in routes):
            return None
        return self.out_of_season(start, end, here) if self.map.has_seasons else Reason.NO_ROUTE

    def out_of_season(self, start: Code, end: Code, here: Code) -> Reason | None:
        """Would the fleet be on a route in another season? Then only its own seas' ice counts."""
        for season in self.setting.calendar.seasons:
            routes = geography(self.setting, season).ways_by_sea(start, end, self.afloat)
            if any(here in route for route in routes):
                return None if self.map.waters[here] else Reason.CLOSED
        return Reason.NO_WAY

    def passenger(self, order: Convoy) -> Unit | None:
        """The army that a convoy order names."""
        army = self.named(order.at, order.kind)
        return army if army is not None and self.setting.kinds[army.kind].convoyed else None

    def named(self, at: Location, kind: KindCode | None) -> Unit | None:
        """The unit that an order for others names by its place, and by its kind if need be."""
        here = self.stations.get(at.province)
        if not here or len(here) == 1:
            return here[0] if here else None
        convoyed = {code for code, k in self.setting.kinds.items() if k.convoyed}
        kinds = convoyed if kind is None else {kind}
        return min(here, key=lambda u: (u.kind not in kinds, not self.holds_ground(u), u.power))
