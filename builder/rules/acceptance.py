"""Chapter 1: which written orders count, and the actions made of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from itertools import chain

from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Embark, Hold, Move, Order, Support, Written
from builder.model.setting import Choices, Setting
from builder.model.units import Code, KindCode, Location, Position, Power, Unit
from builder.rules.geography import Geography, geography
from builder.rules.solver import Rulebook, cached_fact

UNORDERED = Written(Power("no order"), None, HOLD)
UNCLEAR = Written(Power("several orders or units"), None, HOLD)
FORBIDDEN_BY_VARIANTS = frozenset({Reason.CLOSED, Reason.NO_LANDING, Reason.NEUTRALS_STAY})


def spelled(written: Written) -> tuple[str, ...]:
    """A key to sort the orders for one unit by, so that their sequence does not matter."""
    order = (type(written.order).__name__, *map(str, written.order))
    return (*order, *map(str, written.unit or ()), written.issuer, written.text)


class Acceptance(Rulebook):
    """Accepts or refuses each order, whatever other units do.

    An order that could not succeed under any orders of others is refused (DATC 4.E.1), and the
    unit holds. If one unit has several different lawful orders, none counts (DATC 4.D.3).

    `sharing` says whether several units may be in one province; `revising` whether accepted
    actions are changed later in the phase, so that phases cannot share them. `contested` are the
    provinces that a stand-off left empty in this turn.
    """

    sharing = False
    revising = False
    orders: Sequence[Written]
    setting: Setting
    position: Position
    contested: frozenset[Code]
    map: Geography
    choices: Choices
    accepted: dict[tuple[Unit, Order, Power], Action]
    written: dict[Action, Written]
    findings: dict[Action, Finding]
    faults: dict[Written, Finding]
    repeats: dict[Written, Finding]
    _last_units: object = None  # for which the held provinces were found last
    _held_provinces: Set[Code] = frozenset()

    def __init__(self, setting: Setting, position: Position) -> None:
        super().__init__()
        self.setting = setting
        self.position = position
        self.contested = position.contested
        self.map = geography(setting, position.phase.season)
        self.choices = setting.choices
        self.findings = {}
        self.written = {}
        self.faults = {}
        self.repeats = {}

    @cached_fact
    def stations(self) -> Mapping[Code | None, Sequence[Unit]]:
        """The units in each province."""
        if not self.sharing:
            return {unit.at.province: (unit,) for unit in self.position.units}
        return grouped((unit.at.province, unit) for unit in self.position.units)

    def addressed(self, written: Written) -> Unit | None:
        """The unit that the order names; a wrong kind or coast does not matter (4.B.5)."""
        here = self.stations.get(written.home)
        return self.meant_by(written, here) if here else None

    def meant_by(self, written: Written, here: Sequence[Unit]) -> Unit:
        """The unit that an order names among several in a province: by kind, power, strength."""
        if len(here) == 1:
            return here[0]
        kind = written.unit.kind if written.unit else None
        power = (written.unit.power if written.unit else None) or written.issuer

        def mismatch(unit: Unit) -> tuple[bool, bool, bool]:
            other_kind = kind is not None and kind != unit.kind
            return other_kind, unit.power != power, not self.holds_ground(unit)

        return min(here, key=mismatch)

    def holds_ground(self, unit: Unit) -> bool:
        """Does the unit keep others out of its province? A unit without strength does not."""
        return unit.kind not in self.setting.weak

    def holders(self, units: Iterable[Unit]) -> Set[Code]:
        """The provinces that these units keep others out of; of the same units they are found once,
        because each dislodged unit asks for them."""
        if self._last_units is not units:
            weak = self.setting.weak
            self._last_units = units
            self._held_provinces = {u.at.province for u in units if u.kind not in weak}
        return self._held_provinces

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
        here = unit.at.province
        to = order.to
        if to.province == here:
            return Reason.SAME_PLACE
        near = self.map.reach[unit.kind].get(unit.at, {})
        if to in near and (not order.via or self.choices.via_fallback_to_land != "no"):
            return None
        if to in near or self.may_sail(unit, to):
            return None if (here, to.province) in self.passages else Reason.UNCONVOYED
        board = self.setting.board
        kind = self.setting.kinds[unit.kind]
        if any(place.province == to.province for place in near):
            return Reason.WRONG_COAST if to.coast else Reason.NO_COAST
        if any(board.way(unit.at, to, kind, season) for season in self.setting.calendar.seasons):
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
        able = {code for code, kind in self.setting.kinds.items() if kind.convoys}
        fleets = [u.at.province for u in self.position.units if u.kind in able]
        return self.map.ferries.intersection(fleets)

    def support_fault(self, unit: Unit, order: Support) -> Reason | None:
        """Why the unit cannot support an action there; None if it can."""
        target = order.to or order.at
        if target is None:
            return Reason.OUT_OF_REACH
        if target.province == unit.at.province:
            return Reason.SELF_SUPPORT
        if target.province in self.map.support[unit.kind].get(unit.at, ()):
            return self.needed_at_sea(unit, order)
        maps = (geography(self.setting, season) for season in self.setting.calendar.seasons)
        near = (season.support[unit.kind].get(unit.at, ()) for season in maps)
        closed = any(target.province in places for places in near)
        return Reason.CLOSED if closed else Reason.OUT_OF_REACH

    def needed_at_sea(self, unit: Unit, order: Support) -> Reason | None:
        """NEEDED_AT_SEA if only the supporter itself could carry the army there (DATC 6.D.31)."""
        here = unit.at.province
        if order.to is None or order.at is None or here not in self.map.ferries:
            return None
        army = self.named(order.at, order.kind)
        if army is None or order.to in self.map.reach[army.kind].get(army.at, {}):
            return None
        if not self.could_sail(army, Move(order.to)):
            return None
        others = self.afloat if self.has_company(unit) else self.afloat - {here}
        by_others = self.map.sails(army.at.province, order.to.province, others)
        return None if by_others else Reason.NEEDED_AT_SEA

    def has_company(self, unit: Unit) -> bool:
        """Is another fleet that can convoy in the unit's province?"""
        here = self.stations.get(unit.at.province, ())
        return any(other != unit and self.setting.kinds[other.kind].convoys for other in here)

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
        start = army.at.province
        end = order.to.province
        if any(here in way for way in self.map.ways_by_sea(start, end, self.afloat)):
            return None
        if not self.map.has_seasons:
            return Reason.NO_ROUTE
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
        here = self.stations.get(at.province, ())
        if len(here) < 2:
            return here[0] if here else None
        kinds = {kind} if kind else {code for code, k in self.setting.kinds.items() if k.convoyed}
        return min(here, key=lambda u: (u.kind not in kinds, not self.holds_ground(u), u.power))

    # From written orders to actions

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """The actions of all units; also fills `faults` and `written`."""
        self.orders = orders
        by_home = {written.home: written for written in orders}
        if self.sharing or len(by_home) < len(orders):
            by_home |= dict.fromkeys(self.unclear(), UNCLEAR)
        self.accepted = accepted = self.map.accepted.setdefault(type(self), {})
        order_behind = self.written
        revising = self.revising
        actions: list[Action] = []
        for unit in self.position.units:
            written = by_home.get(unit.at.province, UNORDERED)
            action = accepted.get((unit, written.order, written.issuer))
            if action is None:
                named = [written] if written.unit is not None else self.orders_for(unit)
                obeyed = [order for order in named if self.obeys(unit, order)]
                actions += self.detach(unit, obeyed)
                continue
            if revising:
                action = copy(action)
            if written is not UNORDERED:
                order_behind[action] = written
            actions.append(action)
        if len(order_behind) < len(orders):
            decided = {*order_behind.values(), *self.faults, *self.repeats}
            undecided = grouped((order.home, order) for order in orders if order not in decided)
            for order in chain.from_iterable(undecided.values()):
                self.refuse(order, Reason.NO_SUCH_UNIT if order.unit else Reason.WRONG_PHASE)
        return actions

    def unclear(self) -> set[Code | None]:
        """The provinces with orders in which there are several units or several orders."""
        orders_in = Counter([written.home for written in self.orders])
        units_in = self.stations
        return {at for at, n in orders_in.items() if n > 1 or len(units_in.get(at, ())) > 1}

    def orders_for(self, unit: Unit) -> list[Written]:
        """The orders that name the unit."""
        here = unit.at.province
        return [
            written
            for written in self.orders
            if written.home == here and self.addressed(written) is unit
        ]

    def obeys(self, unit: Unit, written: Written) -> bool:
        """May the order's issuer command the unit? If not, the order is refused."""
        if self.commands(written.issuer, unit):
            return True
        self.refuse(written, Reason.NOT_YOURS)
        return False

    @cached_fact
    def offers(self) -> dict[Written, tuple[Code, Code]]:
        """The lawful convoy orders, each with the provinces that it carries an army from and to."""
        passages: dict[Written, tuple[Code, Code]] = {}
        for written in self.orders:
            if type(written.order) is Convoy and written.order.passage:
                unit = self.addressed(written)
                if (
                    unit
                    and self.commands(written.issuer, unit)
                    and not self.fault(unit, written.order)
                ):
                    passages[written] = written.order.passage
        return passages

    @cached_fact
    def passages(self) -> frozenset[tuple[Code, Code]]:
        """The pairs of provinces between which a fleet is lawfully ordered to carry an army."""
        return frozenset(self.offers.values())

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        return issuer == unit.power

    def refuse(self, written: Written, why: Reason) -> None:
        """Record that an order is not accepted."""
        self.faults[written] = Finding(0, why)

    def stay(self, action: Action, why: Reason) -> None:
        """Refuse an order after all; the unit holds."""
        action.become(HOLD)
        action.fault = why
        if action in self.written:
            self.refuse(self.written[action], why)

    def repeat(self, orders: Iterable[Written], action: Action) -> None:
        """Record orders that repeat the one behind an action."""
        self.repeats.update((written, Finding(1, Reason.REPEATED, (action,))) for written in orders)

    def detach(self, unit: Unit, orders: Sequence[Written]) -> list[Action]:
        """The actions of a unit under the orders for it; by the standard rules it has one.

        Of several orders the unlawful ones are refused; if the others differ, none counts (4.D.3).
        """
        if len(orders) < 2:
            return [self.action_for(unit, orders[0] if orders else None)]
        candidates = {written: self.lawful_order(unit, written.order) for written in orders}
        lawful = self.lawful_among(candidates)
        if len({candidates[written] for written in lawful}) > 1:
            return [self.undecided(unit, lawful[0], lawful, Reason.ORDERED_TWICE)]
        shown = lawful[0] if lawful else max(orders, key=spelled)
        action = self.action_for(unit, shown)
        self.repeat(lawful[1:], action)
        return [action]

    def lawful_order(self, unit: Unit, order: Order) -> Order | Reason:
        """What the order means, or why the unit cannot carry it out."""
        settled = self.settled(unit, order)
        return self.fault(unit, settled) or self.meaning(unit, settled)

    def meaning(self, unit: Unit, order: Order) -> Order:
        """The order in one spelling, so that equal orders can be recognised (4.D.3).

        The kind of a unit that is helped is filled in, and the coast that it can reach. A unit
        that cannot go by land goes by sea, whether or not the order says so.
        """
        match order:
            case Move(to) if to not in self.map.reach[unit.kind].get(unit.at, {}):
                return Move(to, via=True, carries=order.carries)
            case Support(Location() as at) | Convoy(at):
                helped = self.named(at, order.kind)
                if helped is None or self.divides_into(helped):
                    return order
                plain = order._replace(at=helped.at, kind=helped.kind, power=None)
                move = self.settled(helped, Move(order.to)) if order.to else None
                return plain._replace(to=move.to) if isinstance(move, Move) else plain
        return order

    def lawful_among(self, candidates: Mapping[Written, Order | Reason]) -> list[Written]:
        """The lawful ones of several orders for one unit, in a sequence that does not depend on
        how they were written down; refuses the others, each for its reason (4.D.3).
        `candidates` has for each order how it is read, or why it is unlawful."""
        lawful = []
        for written in sorted(candidates, key=spelled):
            order = candidates[written]
            if isinstance(order, Reason):
                self.refuse(written, order)
            else:
                lawful.append(written)
        return lawful

    def undecided(
        self, unit: Unit, first: Written, orders: Iterable[Written], why: Reason
    ) -> Action:
        """The action of a unit with several orders of which none counts: it holds."""
        for written in orders:
            self.refuse(written, why)
        action = Action(unit, HOLD, first.order, self.weight(unit), fault=why)
        self.written[action] = first
        return action

    def action_for(self, unit: Unit, written: Written | None) -> Action:
        """The action of a unit under one order, or none."""
        action = self.accept(unit, written.order if written else None)
        if action.plain and (written is None or written.issuer == unit.power):
            order = written or UNORDERED
            self.accepted[unit, order.order, order.issuer] = action
        why = None if action.plain or written in self.offers else self.fault(unit, action.order)
        if written and why is not None:
            self.refuse(written, why)
            action = self.refused(unit, action, why)
        if self.revising:
            action = copy(action)
        if written:
            self.written[action] = written
        return action

    def refused(self, unit: Unit, action: Action, why: Reason) -> Action:
        """What the unit does instead of an order that is refused: it holds, and may be supported
        to hold if only a rule of the variant forbids its move."""
        weight = action.weight
        order = action.order
        if why is Reason.UNCONVOYED and self.could_sail(unit, order):
            return Action(unit, order, action.meant, weight, fault=why)
        refuses = self.choices.impossible_move_refuses_hold_support and type(order) is Move
        kind = self.setting.kinds[unit.kind]
        by_variant = why in FORBIDDEN_BY_VARIANTS or kind.travels_as != (kind.code,)
        return Action(
            unit, HOLD, action.meant, weight, fault=why, supportable=by_variant or not refuses
        )

    def accept(self, unit: Unit, meant: Order | None) -> Action:
        """The action of a unit under an order, if that is lawful; kept for later phases."""
        read = self.map.read.setdefault(type(self), {})
        action = read.get((unit, meant))
        if action is None:
            order = self.settled(unit, meant) if meant is not None else HOLD
            plain = self.timeless(unit, order) and self.fault(unit, order) is None
            action = read[unit, meant] = Action(unit, order, meant, self.weight(unit), plain=plain)
        return action

    def timeless(self, unit: Unit, order: Order) -> bool:
        """Is the order lawful in any position, if it is lawful in this one?"""
        match order:
            case Hold():
                return True
            case Move():
                way = self.map.reach[unit.kind].get(unit.at, {}).get(order.to)
                odd = way is None or way.crosses or way.force is not None
                return not odd and not order.via
            case Support(Location() as at, to):
                return to is None or to.province in self.map.touching.get(at.province, ())
        return False

    def weight(self, unit: Unit) -> int:
        """The strength of the unit without supports."""
        return self.setting.kinds[unit.kind].strength * unit.size

    def divides_into(self, unit: Unit) -> tuple[KindCode, ...]:  # noqa: ARG002
        """The kinds of the parts into which a unit may divide. By the standard rules none may."""
        return ()
