"""PIG convoy, first part: which armies board which fleets, and where they are to land."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from builder.model.board import Code, Location
from builder.model.findings import HOLD, Action, Reason
from builder.model.orders import Convoy, Debark, Embark, Hold, Move, Order, Support, Written
from builder.model.units import Unit
from builder.rules.standard import Standard


class Boarding(Standard):
    """In one move an army may embark on a fleet in an adjacent sea, ride with it, and land. The
    fleet carries one army; it may hold, move one space of sea, or support that landing. A fleet
    of another power must be ordered to take the army. Embarking always succeeds. The usual way
    to write a convoy with one fleet means the same.
    (Classix, rule 6; rulings CX-P1 to CX-P5 and CX-X1)"""

    signs = (("aboard", "army aboard"),)

    sharing = True
    revising = True
    boarding = True
    rides: dict[Action, Action]
    fleets: dict[Code, Action]

    def muster(self, orders: Sequence[Written]) -> list[Action]:
        """What every unit is taken to do; `rides` says which fleet bears which army."""
        actions = super().muster(orders)
        kinds = self.setting.kinds
        self.rides = {}
        self.fleets = {
            a.home: a for a in actions if kinds[a.kind].convoys and a.home in self.map.ferries
        }
        if not self.by_chains:
            self.read_as_pigs(actions)
        for a in actions:
            if a.units[0].aboard and a.home in self.fleets:
                self.ride(a, self.fleets[a.home])
        self.embark([a for a in actions if type(a.order) is Embark])
        return actions

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in; a move to sea is a boarding, one from there a
        landing."""
        order = order if type(order) is Embark else super().settled(unit, order)
        if type(order) is not Move or not self.setting.kinds[unit.kind].convoyed:
            return order
        if unit.aboard:
            return Debark(order.to)
        if self.by_chains:
            return order
        if len(order.route) == 1:
            return Embark(order.route[0].province, order.to)
        return Embark(order.to.province) if order.to.province in self.map.ferries else order

    def is_void_by_variant(self, unit: Unit, why: Reason) -> bool:
        """Is it a rule of the variant that forbids the move? Then the unit just stands."""
        return why is Reason.NO_LANDING or super().is_void_by_variant(unit, why)

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why could this never be carried out, whatever the others do?"""
        match order:
            case Embark():
                return self.embark_fault(unit, order)
            case Debark():
                return None if unit.aboard else Reason.NO_LANDING
            case Convoy() if order.to is None or not self.by_chains:
                return self.consent_fault(unit, order)
        return super().fault(unit, order)

    def needed_at_sea(self, unit: Unit, order: Support) -> Reason | None:
        """Would the supported army be carried by its own supporter? Here it may be."""
        return super().needed_at_sea(unit, order) if self.by_chains else None

    def is_carrying(self, c: Action) -> bool:
        """Is there an army that the fleet bears?"""
        return c in self.rides.values() or super().is_carrying(c)

    @property
    def by_chains(self) -> bool:
        """Is there the ordinary convoy beside this one? The variant's options say if not."""
        return self.setting.chosen("ordinary_convoy", default="yes")

    # What is possible

    def embark_fault(self, unit: Unit, order: Embark) -> Reason | None:
        """Does the army stand on a coast of that sea?"""
        if not self.setting.kinds[unit.kind].convoyed or unit.aboard:
            return Reason.NOT_CONVOYABLE
        return None if order.on in self.map.shores[unit.at.province] else Reason.NO_WAY

    def consent_fault(self, unit: Unit, order: Convoy) -> Reason | None:
        """Is it a fleet at sea, and an army that may board it or is aboard?"""
        here = unit.at.province
        if not self.setting.kinds[unit.kind].convoys or here not in self.map.ferries:
            return Reason.NOT_AT_SEA
        army = self.passenger(order)
        if army is None:
            return Reason.NOT_CONVOYABLE
        near = here in self.map.shores[army.at.province] or army.at.province == here
        return None if near else Reason.NO_WAY

    def read_as_pigs(self, actions: Sequence[Action]) -> None:
        """Read moves that a single fleet is ordered to carry as rides; there are no others."""
        reach, waters = self.map.reach, self.map.waters
        ways = {(a.home, a.goal) for a in actions if type(a.order) is Move}
        for a in actions:
            if type(a.order) is not Move or not self.setting.kinds[a.kind].convoyed:
                continue
            seas = [sea for sea, f in sorted(self.fleets.items()) if carries(f, a)]
            by_sea = a.order.via or a.order.to not in reach[a.kind].get(a.at, {})
            if by_sea or self.rides_between_neighbours(a, seas, ways):
                sea = next((s for s in seas if a.goal in waters[s]), None)
                if sea is not None:
                    a.become(Embark(sea, a.order.to))
                elif seas:
                    self.stay(a, Reason.UNCONVOYED)
        self.passages = frozenset()

    def rides_between_neighbours(
        self, a: Action, seas: Sequence[Code], ways: Collection[tuple[Code, Code | None]]
    ) -> bool:
        """Of two ways, does the army take that by sea, as the booklet would have it (4.A.3)?

        `seas` have fleets that are ordered to carry it; `ways` are those of all moves.
        """
        if self.choices.adjacent_convoy == "own_fleet_or_via":
            return any(self.fleets[sea].power == a.power for sea in seas)
        exchanged = (a.goal, a.home) in ways
        return self.choices.adjacent_convoy == "opposite_only" and exchanged and bool(seas)

    # Who boards what

    def embark(self, armies: Sequence[Action]) -> None:
        """Put the armies aboard that may board, one on each fleet."""
        by_sea: dict[Code, list[Action]] = {}
        for a in armies:
            assert isinstance(a.order, Embark)
            fleet = self.fleets.get(a.order.on)
            if fleet is None or fleet in self.rides.values() or not self.consents(fleet, a):
                self.stay(a, Reason.NO_CONSENT)
            else:
                by_sea.setdefault(a.order.on, []).append(a)
        for sea, waiting in by_sea.items():
            fleet = self.fleets[sea]
            chosen = [a for a in waiting if len(waiting) == 1 or names(fleet, a)]
            for a in waiting:
                if chosen == [a]:
                    self.ride(a, fleet)
                else:
                    self.stay(a, Reason.NO_CONSENT)

    def consents(self, fleet: Action, a: Action) -> bool:
        """Does the fleet take the army, by its order or as one of the same power?"""
        if type(fleet.order) is Move and fleet.goal not in self.map.ferries:
            return False
        return (fleet.power == a.power or names(fleet, a)) and allows(fleet, a)

    def ride(self, a: Action, fleet: Action) -> None:
        """Set the army on the fleet, bound for its landing if that is possible."""
        free = allows(fleet, a)
        if a.units[0].aboard and type(fleet.order) is Move and fleet.goal not in self.map.ferries:
            self.stay(fleet, Reason.WRONG_TERRAIN)
        self.rides[a] = fleet
        to = a.order.to if isinstance(a.order, Embark | Debark) else None
        final = fleet.goal or fleet.home
        if to is not None and not free:
            self.stay(a, Reason.NO_CONSENT)
        elif to is not None and not self.can_land(a, to, final):
            self.refuse_landing(a)
        elif to is not None:
            place = self.setting.board.locations[to.province]
            a.become(Move(place, via=True, route=(fleet.at,)))

    def can_land(self, a: Action, to: Location, sea: Code) -> bool:
        """Is it another coast of the sea that the fleet will be in?"""
        coast = self.setting.board.provinces[to.province].terrain == "coast"
        return coast and to.province in self.map.waters[sea] and to.province != a.at.province

    def refuse_landing(self, a: Action) -> None:
        """Keep the army aboard: from there it cannot land where it would."""
        if type(a.order) is not Embark:
            self.stay(a, Reason.NO_LANDING)
            return
        a.become(a.order._replace(to=None))
        if a in self.written:
            self.refuse(self.written[a], Reason.NO_LANDING)

    def stay(self, a: Action, why: Reason) -> None:
        """Refuse an order already mustered: the unit stays."""
        a.become(HOLD)
        a.fault = why
        if a in self.written:
            self.refuse(self.written[a], why)


def carries(fleet: Action, a: Action) -> bool:
    """Is the fleet ordered to carry the army where it is going?"""
    return type(fleet.order) is Convoy and fleet.order.passage == (a.home, a.goal)


def names(fleet: Action, a: Action) -> bool:
    """Does the fleet's order name the army?"""
    match fleet.order:
        case Convoy(at) | Support(Location() as at):
            return at.province == a.at.province
        case Move(carries=Location() as army):
            return army.province == a.at.province
    return False


def allows(fleet: Action, a: Action) -> bool:
    """Does the fleet's order leave it free to bear the army? One that is void does not."""
    if fleet.fault is not None:
        return False
    match fleet.order:
        case Hold() | Move():
            return True
        case Convoy():
            return names(fleet, a)
        case Support(at, to, _, power) if to is not None:
            landing = a.order.to if isinstance(a.order, Embark | Debark) else None
            meant = power == a.power if at is None else at.province in (a.at.province, fleet.home)
            return landing is not None and to.province == landing.province and meant
    return False
