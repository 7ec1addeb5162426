"""Chapter 1: which written orders count, and the actions made of them."""

from collections.abc import Iterable, Sequence
from itertools import chain

from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Embark, Hold, Move, Order, Support, Written
from builder.model.position import Position
from builder.model.setting import Choices, Setting
from builder.model.units import Code, KindCode, Location, Power, Unit
from builder.rules.geography import Geography, geography
from builder.rules.solver import Rulebook, cached_fact

UNORDERED = Written(Power(""), None, HOLD)  # the order of a unit without one
SEVERAL = Written(Power("several"), None, HOLD)  # stands for several orders in one province


def spelled(w: Written) -> tuple[str, ...]:
    """A key to sort the orders for one unit by, so that their sequence does not matter."""
    return (type(w.order).__name__, *map(str, w.order), *map(str, w.unit or ()))


class Acceptance(Rulebook):
    """Accepts or refuses each order, whatever other units do.

    An order that could not succeed under any orders of others is refused (DATC 4.E.1), and the
    unit holds. If one unit has several different lawful orders, none counts (DATC 4.D.3).

    `sharing` says whether several units may be in one province; `revising` whether accepted
    actions are changed later in the phase, so that phases cannot share them.
    """

    sharing = revising = False
    orders: Sequence[Written]
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
    def stations(self) -> dict[Code, list[Unit]]:
        """The units in each province."""
        if not self.sharing:
            return {unit.at.province: [unit] for unit in self.position.units}
        return grouped((unit.at.province, unit) for unit in self.position.units)

    def addressed(self, w: Written) -> Unit | None:
        """The unit that the order names; a wrong kind or coast does not matter (4.B.5)."""
        if w.unit is None:
            return None
        here = self.stations.get(w.unit.at.province)
        if not here:
            return None
        return here[0] if len(here) == 1 else self.meant_by(w, here)

    def meant_by(self, w: Written, here: Sequence[Unit]) -> Unit:
        """The unit that an order names among several in a province: by kind, power, strength."""
        kind = w.unit.kind if w.unit else None
        power = (w.unit.power if w.unit else None) or w.issuer
        return min(
            here,
            key=lambda u: (kind not in (None, u.kind), u.power != power, not self.holds_ground(u)),
        )

    def holds_ground(self, unit: Unit) -> bool:
        """Does the unit keep others out of its province? A unit without strength does not."""
        return self.setting.kinds[unit.kind].strength > 0

    def holders(self, units: Iterable[Unit]) -> set[Code]:
        """The provinces that these units keep others out of."""
        if not self.sharing:
            return {u.at.province for u in units}
        return {u.at.province for u in units if self.holds_ground(u)}

    def settled(self, unit: Unit, order: Order) -> Order:
        """The order with its coast filled in if only one is possible (DATC 4.B.2); an order to
        board a fleet becomes a move by convoy."""
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
            walks = not self.setting.shores(unit.kind, to.province)
            return order._replace(to=bare) if bare in near or walks else order
        coasts = [place for place in near if place.province == to.province]
        return order._replace(to=coasts[0]) if len(coasts) == 1 else order

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why the order cannot be carried out whatever other units do; None if it can be."""
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
        """Why the unit cannot move there; None if it can."""
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
        """Why no way leads there."""
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
        """Is it a unit that can be convoyed, on one coast and bound for another?"""
        harbours = self.map.harbours
        able = unit.at.province in harbours and to.province in harbours
        return able and self.setting.kinds[unit.kind].convoyed

    def could_sail(self, unit: Unit, order: Order) -> bool:
        """Are there fleets that could have carried it (DATC 6.D.8, 6.D.32)?"""
        if type(order) is not Move or not self.may_sail(unit, order.to):
            return False
        return self.map.sails(unit.at.province, order.to.province, self.afloat)

    @cached_fact
    def afloat(self) -> frozenset[Code]:
        """The seas with a fleet that can convoy."""
        kinds, stations = self.setting.kinds, self.stations
        seas = self.map.ferries & stations.keys()
        return frozenset([sea for sea in seas if any(kinds[u.kind].convoys for u in stations[sea])])

    def fetched(self, unit: Unit, order: Move) -> bool:
        """Is any fleet lawfully ordered to carry the army there?"""
        return (unit.at.province, order.to.province) in self.passages

    def support_fault(self, unit: Unit, order: Support) -> Reason | None:
        """Why the unit cannot support an action there; None if it can."""
        target = order.to or order.at
        if target is None:
            return Reason.OUT_OF_REACH
        if target.province == unit.at.province:
            return Reason.SELF_SUPPORT
        if target.province in self.map.support[unit.kind].get(unit.at, ()):
            return self.needed_at_sea(unit, order)
        return self.far_support(unit, target)

    def needed_at_sea(self, unit: Unit, order: Support) -> Reason | None:
        """NEEDED_AT_SEA if only the supporter itself could carry the army there (DATC 6.D.31)."""
        here = unit.at.province
        if order.to is None or order.at is None or here not in self.map.ferries:
            return None
        army = self.named(order.at, order.kind)
        if army is None or order.to in self.map.reach[army.kind].get(army.at, {}):
            return None
        others = self.afloat - {here}
        alone = self.map.sails(army.at.province, order.to.province, others)
        return Reason.NEEDED_AT_SEA if self.could_sail(army, Move(order.to)) and not alone else None

    def far_support(self, unit: Unit, target: Location) -> Reason:
        """Why the supported place is out of reach: always, or in this season only."""
        kind = self.setting.kinds[unit.kind]
        for season in self.setting.calendar.seasons if self.map.has_seasons else ():
            ways = self.setting.board.reach(kind, season).get(unit.at, {})
            if any(end.province == target.province and way.support for end, way in ways.items()):
                return Reason.CLOSED
        return Reason.OUT_OF_REACH

    def convoy_fault(self, unit: Unit, order: Convoy) -> Reason | None:
        """Why the unit cannot convoy so: it must be a fleet at sea, on a route that the army could
        take (DATC 6.G.7, 6.G.19); None if it can."""
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
        """Why the convoy has no route in this season; None if it has one in another season and the
        fleet's own sea is open."""
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
        """The unit that a support or convoy names by its place, and by its kind if it must."""
        here = self.stations.get(at.province)
        if not here or len(here) == 1:
            return here[0] if here else None
        convoyed = {code for code, k in self.setting.kinds.items() if k.convoyed}
        kinds = convoyed if kind is None else {kind}
        return min(here, key=lambda u: (u.kind not in kinds, not self.holds_ground(u), u.power))

    # From written orders to actions

    @property
    def accepted(self) -> dict[tuple[Unit, Order, Power], Action]:
        """The actions of orders that are accepted in any position, by unit, order and issuer."""
        return self.map.accepted.setdefault(type(self), {})

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """The actions of all units; also fills `faults` and `written`."""
        self.orders = orders
        by_home = {w.home: w for w in orders}
        several: dict[Code | None, list[Written]] = {}
        if self.sharing or len(by_home) < len(orders):
            several = self.unclear(orders)
            by_home |= dict.fromkeys(several, SEVERAL)
        accepted, written, revising = self.accepted, self.written, self.revising
        actions: list[Action] = []
        for unit in self.position.units:
            w = by_home.pop(unit.at.province, UNORDERED)
            try:
                a = accepted[unit, w.order, w.issuer]
            except KeyError:
                if w is SEVERAL:
                    by_home[unit.at.province] = SEVERAL
                mine = (w,) if w.unit is not None else self.shared(unit, several)
                actions += self.detach(unit, [w for w in mine if self.obeys(unit, w)])
                continue
            if revising:
                a = a.copy()
            if w is not UNORDERED:
                written[a] = w
            actions.append(a)
        left = (w for w in by_home.values() if w is not SEVERAL)
        for w in (*left, *chain.from_iterable(several.values())):
            self.refuse(w, Reason.NO_SUCH_UNIT if w.unit else Reason.WRONG_PHASE)
        return actions

    def unclear(self, orders: Sequence[Written]) -> dict[Code | None, list[Written]]:
        """The orders for provinces with several units or several orders, by province."""
        stations = self.stations
        by_home = grouped((w.home, w) for w in orders)
        crowded = {at for at, units in stations.items() if len(units) > 1} if self.sharing else ()
        return {at: ws for at, ws in by_home.items() if len(ws) > 1 or at in crowded}

    def shared(self, unit: Unit, by_home: dict[Code | None, list[Written]]) -> Sequence[Written]:
        """The orders for a unit, taken out of those for its province."""
        here = unit.at.province
        if here not in by_home:
            return ()
        if len(self.stations[here]) == 1:
            return by_home.pop(here)
        mine = [w for w in by_home.get(here, ()) if self.addressed(w) is unit]
        by_home[here] = [w for w in by_home.get(here, ()) if w not in mine]
        return mine

    def obeys(self, unit: Unit, w: Written) -> bool:
        """May the order's issuer command the unit? If not, the order is refused."""
        if self.commands(w.issuer, unit):
            return True
        self.refuse(w, Reason.NOT_YOURS)
        return False

    @cached_fact
    def offers(self) -> dict[Written, tuple[Code, Code]]:
        """The lawful convoy orders, each with the provinces that it carries an army from and to."""
        found: dict[Written, tuple[Code, Code]] = {}
        for w in self.orders:
            if type(w.order) is Convoy and w.order.passage:
                unit = self.addressed(w)
                if unit and self.commands(w.issuer, unit) and not self.fault(unit, w.order):
                    found[w] = w.order.passage
        return found

    @cached_fact
    def passages(self) -> frozenset[tuple[Code, Code]]:
        """The pairs of provinces between which a fleet is lawfully ordered to carry an army."""
        return frozenset(self.offers.values())

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        return issuer == unit.power

    def refuse(self, w: Written, why: Reason) -> None:
        """Record that an order is not accepted."""
        self.faults[w] = Finding(0, why)

    def repeat(self, orders: Iterable[Written], a: Action) -> None:
        """Record orders that repeat the one behind an action."""
        self.repeats.update((w, Finding(1, Reason.REPEATED, (a,))) for w in orders)

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The actions of a unit under the orders for it. By the standard rules it has one."""
        if not orders:
            a = self.accepted[unit, HOLD, UNORDERED.issuer] = self.accept(unit, None)
            return [self.own(a)]
        if len(orders) > 1:
            return [self.action_for_several(unit, orders)]
        return [self.action_for(unit, orders[0])]

    def action_for_several(self, unit: Unit, orders: Sequence[Written]) -> Action:
        """The action of a unit with several orders. Unlawful ones are refused; if the others
        differ, none counts (4.D.3)."""
        orders = sorted(orders, key=spelled)
        lawful = [w for w in orders if self.fault(unit, self.settled(unit, w.order)) is None]
        refused = [self.action_for(unit, w) for w in orders if w not in lawful]
        if not lawful:
            return refused[-1]
        for a in refused:
            del self.written[a]
        if len({self.settled(unit, w.order) for w in lawful}) == 1:
            a = self.action_for(unit, lawful[0])
            self.repeat(lawful[1:], a)
            return a
        for w in lawful:
            self.refuse(w, Reason.ORDERED_TWICE)
        first = lawful[0]
        stays = Action(unit, HOLD, first.order, self.weight(unit), fault=Reason.ORDERED_TWICE)
        return self.wrote(first, stays)

    def action_for(self, unit: Unit, w: Written) -> Action:
        """The action of a unit under one order."""
        a = self.accept(unit, w.order)
        why = None if a.plain or w in self.offers else self.fault(unit, a.order)
        if why is not None:
            self.refuse(w, why)
            a = self.refused(unit, a, why)
        elif a.plain and w.issuer == unit.power:
            self.accepted[unit, w.order, w.issuer] = a
        return self.wrote(w, self.own(a))

    def refused(self, unit: Unit, a: Action, why: Reason) -> Action:
        """What the unit does instead of an order that is refused."""
        weight, order = a.weight, a.order
        if why is Reason.UNCONVOYED and self.could_sail(unit, order):
            return Action(unit, order, a.meant, weight, fault=why)
        excluded = (
            self.choices.impossible_move_refuses_hold_support
            and type(order) is Move
            and not self.is_void_by_variant(unit, why)
        )
        return Action(unit, HOLD, a.meant, weight, fault=why, supportable=not excluded)

    def wrote(self, w: Written, a: Action) -> Action:
        """Record the order behind an action, and return the action."""
        self.written[a] = w
        return a

    def accept(self, unit: Unit, meant: Order | None) -> Action:
        """The action of a unit under an order, if that is lawful; kept for later phases."""
        read = self.map.read.setdefault(type(self), {})
        a = read.get((unit, meant))
        if a is None:
            order = self.settled(unit, meant) if meant is not None else HOLD
            plain = self.timeless(unit, order) and self.fault(unit, order) is None
            a = read[unit, meant] = Action(unit, order, meant, self.weight(unit), plain=plain)
        return a

    def own(self, a: Action) -> Action:
        """The action, or a copy of it if this phase may change it."""
        return a.copy() if self.revising else a

    def is_void_by_variant(self, unit: Unit, why: Reason) -> bool:
        """Does a rule of the variant forbid the move? Then the unit can be supported to hold."""
        kind = self.setting.kinds[unit.kind]
        return why is Reason.CLOSED or kind.travels_as != (kind.code,)

    def timeless(self, unit: Unit, order: Order) -> bool:
        """Is the order lawful in any position, if it is lawful in this one?"""
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
        """The strength of the unit without supports."""
        return self.setting.kinds[unit.kind].strength * unit.size

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:  # noqa: ARG002
        """The kinds of the parts into which a unit may divide. By the standard rules none may."""
        return ()
