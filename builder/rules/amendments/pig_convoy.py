"""PIG convoys: armies that board a fleet, travel with it and land."""

from collections.abc import Iterable, Sequence
from itertools import chain

from builder.model.findings import Action, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Debark, Embark, Hold, Move, Order, Support, Written
from builder.model.results import OrderResult
from builder.model.units import Code, Dislodged, Location, Power, Unit
from builder.rules.movement import HELD, NOBODY, Actions
from builder.rules.standard import Standard


class Boarding(Standard):
    """In one move an army may board a fleet in an adjacent sea, travel with it, and land. A fleet
    carries one army; it may hold, move to an adjacent sea, or support the landing. A fleet of
    another power must be ordered to take the army. Boarding always succeeds. An ordinary convoy by
    one fleet means the same.
    (Classix, rule 6; rulings CX-P1 to CX-P5 and CX-X1)"""

    signs = (("aboard", "army aboard"),)

    sharing = True
    revising = True
    boarding = True
    rides: dict[Action, Action]
    fleets: dict[Code, Action]

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """The actions of all units; `rides` has the fleet that carries each army."""
        actions = super().actions_of(orders)
        self.rides = {}
        fleets = (action for action in actions if self.setting.kinds[action.kind].convoys)
        self.fleets = {action.home: action for action in fleets if action.home in self.map.ferries}
        if not self.by_chains:
            self.read_as_pigs(actions)
        for action in actions:
            if action.unit.aboard and action.home in self.fleets:
                self.ride(action, self.fleets[action.home])
        self.embark(actions)
        return actions

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in; a move to sea boards a fleet, one from sea lands."""
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

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why the order cannot be carried out whatever other units do; None if it can be."""
        match order:
            case Embark(on):
                if not self.setting.kinds[unit.kind].convoyed or unit.aboard:
                    return Reason.NOT_CONVOYABLE
                return None if on in self.map.shores[unit.at.province] else Reason.NO_WAY
            case Debark():
                return None if unit.aboard else Reason.NO_LANDING
            case Convoy() if order.to is None or not self.by_chains:
                army = self.passenger(order)
                here = unit.at.province
                if not self.setting.kinds[unit.kind].convoys or here not in self.map.ferries:
                    return Reason.NOT_AT_SEA
                if army is None:
                    return Reason.NOT_CONVOYABLE
                near = here in (army.at.province, *self.map.shores[army.at.province])
                return None if near else Reason.NO_WAY
        return super().fault(unit, order)

    def needed_at_sea(self, unit: Unit, order: Support) -> Reason | None:
        """As usual if there are ordinary convoys; otherwise a fleet may support its own army."""
        return super().needed_at_sea(unit, order) if self.by_chains else None

    def is_carrying(self, c: Action) -> bool:
        """Does the fleet carry an army, or is a unit ordered to move as the convoy says?"""
        return c in self.rides.values() or super().is_carrying(c)

    @property
    def by_chains(self) -> bool:
        """Are there ordinary convoys as well? So the option `ordinary_convoy` says."""
        return self.setting.chosen("ordinary_convoy", default="yes")

    # Which orders are accepted

    def read_as_pigs(self, actions: Sequence[Action]) -> None:
        """Turn the moves that a single fleet is ordered to carry into boardings."""
        reach = self.map.reach
        waters = self.map.waters
        ways = {(action.home, action.goal) for action in actions if type(action.order) is Move}
        convoys = ((f.order, sea) for sea, f in sorted(self.fleets.items()))
        by_way = grouped((o.passage, sea) for o, sea in convoys if isinstance(o, Convoy))
        for action in actions:
            if type(action.order) is not Move or not self.setting.kinds[action.kind].convoyed:
                continue
            seas = by_way.get((action.home, action.order.to.province), [])
            by_sea = action.order.via or action.order.to not in reach[action.kind].get(
                action.at, {}
            )
            match self.choices.adjacent_convoy:  # 4.A.3
                case "own_fleet_or_via":
                    by_sea |= any(self.fleets[sea].power == action.power for sea in seas)
                case "opposite_only":
                    by_sea |= bool(seas) and (action.goal, action.home) in ways
            if by_sea:
                sea = next((s for s in seas if action.goal in waters[s]), None)
                if sea is not None:
                    action.become(Embark(sea, action.order.to))
                elif seas:
                    self.stay(action, Reason.UNCONVOYED)
        self.passages = frozenset()

    # Which army boards which fleet

    def embark(self, actions: Sequence[Action]) -> None:
        """Put the armies aboard that may board, one on each fleet."""
        free = {sea: f for sea, f in self.fleets.items() if f not in self.rides.values()}
        by_sea = grouped(
            (action.order.on, action) for action in actions if isinstance(action.order, Embark)
        )
        for sea, waiting in by_sea.items():
            fleet = free.get(sea)
            open_to = [action for action in waiting if fleet and self.consents(fleet, action)]
            chosen = [
                action
                for action in open_to
                if len(open_to) == 1 or (fleet and names(fleet, action))
            ]
            for action in waiting:
                if fleet and chosen == [action]:
                    self.ride(action, fleet)
                else:
                    self.stay(action, Reason.NO_CONSENT)

    def consents(self, fleet: Action, action: Action) -> bool:
        """Does the fleet take the army, because of its order or as one of the same power?"""
        if type(fleet.order) is Move and fleet.goal not in self.map.ferries:
            return False
        return (fleet.power == action.power or names(fleet, action)) and allows(fleet, action)

    def ride(self, action: Action, fleet: Action) -> None:
        """Put the army aboard the fleet, and order its landing if that is possible."""
        free = allows(fleet, action)
        if action.unit.aboard and type(fleet.order) is Move and fleet.goal not in self.map.ferries:
            self.stay(fleet, Reason.WRONG_TERRAIN)
        self.rides[action] = fleet
        to = action.order.to if isinstance(action.order, Embark | Debark) else None
        if to is None:
            return
        place = self.setting.board.locations[to.province]
        near = self.map.harbours & self.map.waters[fleet.goal or fleet.home] - {action.home}
        if not free:
            self.stay(action, Reason.NO_CONSENT)
        elif to.province in near:
            action.become(Move(place, via=True, route=(fleet.at,)))
        elif not isinstance(action.order, Embark):
            self.stay(action, Reason.NO_LANDING)
        else:
            action.become(action.order._replace(to=None))
            if action in self.written:
                self.refuse(self.written[action], Reason.NO_LANDING)


class Landing(Boarding):
    """An army at sea fights nowhere, and the province that it left is free at once. It lands if
    its fleet's own order succeeds and its attack does; otherwise it stays aboard. As it comes from
    the sea, it never meets another unit head to head, and it cannot change the outcome of its
    fleet's order. Landings that depend on each other in a circle do not take place.
    (Classix, rule 6; rulings CX-P5, CX-P6, CX-P8 and CX-P9)"""

    def stationed(self, actions: Actions) -> Actions:
        """The actions of units that are in their provinces and not aboard."""
        return [action for action in super().stationed(actions) if action not in self.rides]

    def beneficiaries(self, s: Action) -> Actions:
        """The actions that a support helps; it may name the army's coast or its fleet's sea."""
        order = s.order
        assert type(order) is Support
        helped = super().beneficiaries(s)
        if order.at is None or order.to is None:
            return helped
        start = order.at.province
        end = order.to.province
        landing = ((action, fleet) for action, fleet in self.rides.items() if action.goal == end)
        return [
            *helped,
            *(action for action, f in landing if start in (action.at.province, f.home, f.goal)),
        ]

    def ferried(self, m: Action) -> Finding:
        """Does a convoy carry the army? An army aboard needs its fleet's own order to succeed."""
        fleet = self.rides.get(m)
        if fleet is None:
            return super().ferried(m)
        done = self.moves(fleet) if type(fleet.order) is Move else self.stands(fleet)
        if done and type(fleet.order) is Support:
            done = self.lends(fleet)
        return Finding(int(bool(done)), Reason.MOVED if done else Reason.FLEET_FAILED, (fleet,))

    def spared(self, m: Action, s: Action) -> bool:
        """Can the attack not cut this support? A landing cuts none that concerns its own fleet."""
        return s.aim == self.comes_from(m) if m in self.rides else super().spared(m, s)

    def comes_from(self, m: Action) -> Code:
        """The province from which the unit attacks: for a landing the sea of its fleet."""
        fleet = self.rides.get(m)
        return super().comes_from(m) if fleet is None else fleet.goal or fleet.home

    def head_on(self, m: Action) -> Actions:
        """The moves that this one meets head to head; a landing meets none."""
        return NOBODY if m in self.rides else super().head_on(m)


class ArmyFleets(Landing):
    """An army that does not land stays aboard its fleet: the two are an army/fleet, as strong as
    the fleet alone. If the fleet is dislodged both are; the army stays aboard if the fleet retreats
    to a sea, and is lost otherwise. (Classix, rule 6; rulings CX-P4 and CX-P7)"""

    def stands(self, action: Action) -> Finding:
        """Does the unit keep its province? An army aboard does if its fleet does."""
        fleet = self.rides.get(action)
        if fleet is None:
            return super().stands(action)
        why = Reason.EMBARKED if type(action.order) is Embark else Reason.STAYED_ABOARD
        finding = HELD if self.leaves(fleet) else self.stands(fleet)
        return Finding(1, why, (fleet,)) if finding.value else finding

    def lands(self, action: Action) -> Unit | Dislodged:
        """One unit, or one army aboard, after the moves."""
        fleet = self.rides.get(action)
        if fleet is None:
            return super().lands(action)
        unit = action.unit
        if type(action.order) is Move and self.findings[action].value:
            return unit._replace(at=action.order.to, aboard=False)
        if self.leaves(fleet):
            return unit._replace(at=fleet.after.at, aboard=True)
        unit = unit if unit.aboard else unit._replace(at=fleet.at, aboard=True)
        victor = self.arrivals.get(fleet.home)
        return Dislodged(unit, self.barred(victor)) if victor else unit

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat; an army aboard goes with its fleet to a sea."""
        if not d.unit.aboard:
            return super().refuges(d, units)
        fleet = self.bearer(d.unit)
        places = self.refuges(d._replace(unit=fleet), units) if fleet else ()
        return tuple(place for place in places if place.province in self.map.ferries)

    def withdraw(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out the retreat orders; an army aboard goes where its fleet goes."""
        ends = super().withdraw(orders)
        return [self.shared_end(f, ends) if f.unit and f.unit.aboard else f for f in ends]

    def shared_end(self, f: OrderResult, ends: Sequence[OrderResult]) -> OrderResult:
        """An army aboard ends as its fleet does; any other order for it is void."""
        assert f.unit is not None
        fleet = self.bearer(f.unit)
        to = None
        for end in ends:
            at_sea = end.to is not None and end.to.province in self.map.ferries
            if end.unit == fleet and end.finding.value and at_sea:
                to = end.to
        if f.written is not None and getattr(f.written.order, "to", None) != to:
            self.refuse(f.written, Reason.NO_LANDING)
        if to is not None:
            return f._replace(finding=Finding(1, Reason.RETREATED), to=to)
        return f._replace(finding=Finding(0, Reason.LOST_WITH_FLEET), to=None)

    def bearer(self, army: Unit) -> Unit | None:
        """The fleet that carries an army, on the board or dislodged with it."""
        here = army.at.province
        fallen = (d.unit for d in self.position.dislodged if d.unit.at.province == here)
        units = (*fallen, *self.stations.get(here, ()))
        return next((u for u in units if self.setting.kinds[u.kind].convoys), None)


class PigConvoy(ArmyFleets):
    """An army/fleet counts as two units. The army may be removed alone, the fleet only with its
    army; in civil disorder the army is removed first. (Classix, rule 6; ruling CX-P10)"""

    def removals(self, power: Power, due: int, orders: list[Written]) -> list[OrderResult]:
        """Remove units, armies aboard before their fleets."""
        named = ((self.addressed(written), written) for written in orders)
        aboard = [written for unit, written in named if unit and unit.aboard]
        return super().removals(
            power, due, [*aboard, *(written for written in orders if written not in aboard)]
        )

    def removed_unit(self, power: Power, written: Written, gone: set[Unit]) -> Unit | Reason:
        """The unit that a removal names, or why it is not accepted."""
        unit = super().removed_unit(power, written, gone)
        bears = isinstance(unit, Unit) and any(army not in gone for army in self.load(unit))
        return Reason.BEARS_ARMY if bears else unit

    def disorder(self, power: Power, units: list[Unit]) -> tuple[Unit, Reason]:
        """The unit that is removed first if the power orders none; no fleet before its army."""
        without_foreign_armies = [u for u in units if not self.bears_foreign_army(u)]
        unit, why = super().disorder(power, without_foreign_armies or units)
        return next((army for army in self.load(unit) if army in units), unit), why

    def bears_foreign_army(self, fleet: Unit) -> bool:
        """Is the army of another power aboard?"""
        return any(army.power != fleet.power for army in self.load(fleet))

    def adjust(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out builds and removals; an army whose fleet is gone is lost."""
        ends = super().adjust(orders)
        gone = {f.unit for f in ends if f.unit and f.to is None}
        armies = chain.from_iterable(self.load(fleet) for fleet in gone)
        lost = [army for army in armies if army not in gone]
        return [*ends, *(OrderResult(u.power, u, Finding(0, Reason.LOST_WITH_FLEET)) for u in lost)]

    def load(self, fleet: Unit) -> list[Unit]:
        """The army aboard a fleet, as a list."""
        if fleet.aboard:
            return []
        return [u for u in self.stations.get(fleet.at.province, ()) if u.aboard]


def names(fleet: Action, action: Action) -> bool:
    """Does the fleet's order name the army?"""
    match fleet.order:
        case Convoy(at) | Support(Location() as at):
            return at.province == action.at.province
        case Move(carries=Location() as army):
            return army.province == action.at.province
    return False


def allows(fleet: Action, action: Action) -> bool:
    """Does the fleet's order let it carry the army? A void order does not."""
    if fleet.fault is not None:
        return False
    match fleet.order:
        case Hold() | Move():
            return True
        case Convoy():
            return names(fleet, action)
        case Support(at, to, _, power) if to is not None:
            landing = action.order.to if isinstance(action.order, Embark | Debark) else None
            meant = (
                power == action.power
                if at is None
                else at.province in (action.at.province, fleet.home)
            )
            return landing is not None and to.province == landing.province and meant
    return False
