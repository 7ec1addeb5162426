"""Leaders: with units, alone, in retreats and in Winter."""

from collections.abc import Iterable, Sequence, Set

from builder.model.findings import Action, Finding, Reason
from builder.model.names import plain
from builder.model.orders import Build, Convoy, Disband, Order, Retreat, Support, Written
from builder.model.results import OrderResult
from builder.model.units import Code, Dislodged, Power, Unit
from builder.rules.movement import HELD, NOBODY, Actions
from builder.rules.retreats import Fallen
from builder.rules.standard import Standard


class LedUnits(Standard):
    """A unit whose country's leader is in its province at the start of the turn has the strength
    of two, if both stay or both are ordered to the same place. Each single attack cuts one of the
    two that it gives as support, a led attack cuts two; a convoy carries both as one.
    (Militarism III, rules 3 and 4; rulings M3-A1, M3-S1, M3-C1 to M3-C3)"""

    signs = (("crown", "with its leader"),)

    sharing = True
    revising = True
    lone: Actions = ()  # the actions of leaders alone, where they are not like those of other units

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """The actions of all units; a unit with its leader has one."""
        actions = super().actions_of(orders)
        leaders = {
            (action.home, action.power): action for action in actions if self.is_leader(action.unit)
        }
        for action in actions if leaders else ():
            leader = leaders.get((action.home, action.power))
            if leader and action not in leaders.values() and self.together(action, leader):
                action.leader = leader.unit
                action.weight += 1
                del leaders[action.home, action.power]
        alone = set(leaders.values())
        return [action for action in actions if action in alone or not self.is_leader(action.unit)]

    def landing(self) -> tuple[list[Unit], list[Dislodged]]:
        """The units after the moves, and the dislodged; a leader goes with its unit, and is driven
        out with it or by a foreign unit."""
        units, dislodged = super().landing()
        led = (action for action in self.actions if action.leader is not None)
        for action in (*led, *self.lone):
            leader = action.leader or action.unit
            victor = self.arrivals.get(action.home)
            if (
                action.goal and self.findings[action].value
            ):  # into the province, not to a coast of it
                units.append(leader._replace(at=self.setting.board.locations[action.goal]))
            elif victor and victor.power != action.power:
                dislodged.append(Dislodged(leader, self.barred(victor)))
            else:
                units.append(leader)
        return units, dislodged

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why the order cannot be carried out; a leader neither supports nor convoys."""
        if isinstance(order, Support | Convoy) and self.is_leader(unit):
            return Reason.LEADER_ORDERS
        return super().fault(unit, order)

    def passenger(self, order: Convoy) -> Unit | None:
        """The army or the lone leader that a convoy order names, never one for the other."""
        unit = super().passenger(order)
        return unit if unit and self.is_meant(order, unit) else None

    def support_left(self, s: Action, cutters: Actions) -> int:
        """What is left of a support that is cut: of a led one, its weight less its cutters'; by the
        option `led_attack_cuts_one` less the number of cutters."""
        if s.leader is None:
            return super().support_left(s, cutters)
        if self.setting.chosen("led_attack_cuts_one"):
            return max(0, s.weight - len(cutters))
        return max(0, s.weight - sum(m.weight for m in cutters))

    def convoyers(self, m: Action) -> Actions:
        """The fleets that are ordered to carry this army, or this leader."""
        return [c for c in super().convoyers(m) if self.is_meant(c.order, m.unit)]

    def is_carrying(self, c: Action) -> bool:
        """Is there an army or a leader ordered to move as the convoy says?"""
        assert isinstance(c.order, Convoy)
        going = (
            action
            for action in (*self.moving, *self.lone)
            if (action.home, action.goal) == c.order.passage
        )
        return any(self.is_meant(c.order, action.unit) for action in going)

    # Which units are leaders, and which go with one

    def is_leader(self, unit: Unit) -> bool:
        """Is it a leader: a unit without strength of its own?"""
        return not self.holds_ground(unit)

    def together(self, action: Action, leader: Action) -> bool:
        """Do a unit and its leader act as one? Also records which of their orders counts."""
        ref = self.written[action].unit if action in self.written else None
        if action.goal == leader.goal:
            if leader in self.written and action in self.written:
                written = self.written.pop(leader)
                self.repeats[written] = Finding(1, Reason.LED_ALONG, (action,))
            elif leader in self.written:
                self.written[action] = self.written.pop(leader)
            return True
        if ref is None or not ref.led:
            return False
        if leader not in self.written:
            return True
        self.stay(leader, Reason.ORDERED_TWICE)
        return action.goal is None

    def is_meant(self, order: Order, unit: Unit) -> bool:
        """Does the convoy order name a unit of that kind? A led army counts as an army."""
        kind = order.kind if isinstance(order, Convoy) else None
        kinds = self.setting.kinds
        return kind is None or (kinds[kind].strength > 0) == self.holds_ground(unit)


class LoneLeaders(LedUnits):
    """A leader alone has no strength: it stops no unit and cuts no support. It moves to an adjacent
    province, land or sea, or by convoy, but not to where a foreign army or fleet is or was stood
    off in this turn, and not in exchange with a foreign unit. Any number of leaders may share a
    province. If a foreign army or fleet enters it, the leader must retreat.
    (Militarism III, rule 4; rulings M3-L1 to M3-L5 and M3-V1)"""

    def gather(self, actions: Sequence[Action]) -> None:
        """Sort the actions as the rules need them, those of lone leaders apart."""
        self.lone = [action for action in actions if self.is_leader(action.unit)]
        super().gather(
            [action for action in actions if action not in self.lone] if self.lone else actions
        )

    def resolve(self) -> dict[Action, Finding]:
        """The finding for every action, lone leaders last."""
        findings = super().resolve()
        findings.update((leader, self.own_finding(leader)) for leader in self.lone)
        return findings

    def own_finding(self, leader: Action) -> Finding:
        """The finding for a lone leader's action."""
        goal = leader.goal
        if goal is None:
            victor = self.arrivals.get(leader.home)
            if victor is None or victor.power == leader.power:
                return HELD
            return Finding(0, Reason.DISLODGED, (victor,))
        arrival = self.arrives(leader)
        if not arrival.value:
            return arrival
        bars = self.bars(leader, goal)
        return Finding(0, Reason.LEADER_BARRED, bars) if bars else Finding(1, Reason.MOVED)

    def bars(self, leader: Action, goal: Code) -> tuple[Action, ...]:
        """The foreign units that keep the leader out: they stay, arrive or were stood off there,
        or come the opposite way."""
        staying = [action for action in self.garrisons.get(goal, NOBODY) if not self.leaves(action)]
        occupants = [self.arrivals[goal]] if goal in self.arrivals else staying
        if occupants:
            return tuple(action for action in occupants if action.power != leader.power)
        stood_off = [m for m in self.movers.get(goal, NOBODY) if (self.claim(m) or 0) > 0]
        foes = [m for m in self.movers.get(leader.home, NOBODY) if m.power != leader.power]
        swapped = [m for m in foes if m.home == goal and self.leaves(m) and not self.ferried(m)]
        return (*stood_off, *swapped)


class FleeingLeaders(LoneLeaders):
    """A leader that must retreat goes to any adjacent province, land or sea, without a foreign
    unit; its own units and other leaders may be there. It is lost only if there is no such
    province. Without an order it goes to its own units first.
    (Militarism III, rules 3 and 4; rulings M3-R1 and M3-R2)"""

    def occupied(self, d: Dislodged, units: Iterable[Unit]) -> Set[Code]:
        """The provinces that other units keep it out of; for a leader only foreign units do."""
        if not self.is_leader(d.unit):
            return super().occupied(d, units)
        return self.holders(u for u in units if u.power != d.unit.power)

    def assign(self, orders: Iterable[Written], fallen: Fallen) -> dict[Dislodged, Written]:
        """The order of each dislodged unit; that of a led unit is its leader's too."""
        assigned = super().assign(orders, fallen)
        led = {
            (d.unit.at.province, d.unit.power): written
            for d, written in assigned.items()
            if is_led(written)
        }
        for d in fallen:
            written = led.get((d.unit.at.province, d.unit.power))
            if written and self.is_leader(d.unit):
                assigned.setdefault(d, written)
        return assigned

    def lawful_retreat(self, d: Dislodged, written: Written) -> Retreat | Disband | Reason:
        """The order with its place filled in, or why it is unlawful; a leader is not disbanded."""
        if isinstance(written.order, Disband) and self.is_leader(d.unit) and not is_led(written):
            return Reason.LEADER_ORDERS
        return super().lawful_retreat(d, written)

    def choice(self, d: Dislodged, written: Written | None) -> OrderResult:
        """The result for a unit under its order; a leader cannot be disbanded."""
        if written is not None and isinstance(written.order, Disband) and self.is_leader(d.unit):
            if not is_led(written):
                self.refuse(written, Reason.LEADER_ORDERS)
            written = None
        return super().choice(d, written)

    def withdraw(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out the retreat orders, those of leaders after all others."""
        fallen = {d.unit: d for d in self.driven_out()}
        ends = super().withdraw(orders)
        units = self.changed([f for f in ends if f.unit and self.holds_ground(f.unit)])
        for i, f in enumerate(ends):
            if f.unit and self.is_leader(f.unit):
                ends[i] = self.guided(fallen[f.unit], units, f)
        return [*ends, *self.displaced(units)]

    # Where a leader goes without an order

    def guided(
        self, d: Dislodged, units: Sequence[Unit], f: OrderResult | None = None
    ) -> OrderResult:
        """The result for a leader: as ordered (`f`) if the place is still open; else it goes to its
        own units, else to any refuge, the first by name."""
        leader = d.unit
        names = self.setting.board.provinces
        refuges = self.refuges(d, units)
        if f and f.finding.value and f.to in refuges:
            return f
        if f and f.written and not is_led(f.written) and f.written not in self.faults:
            self.refuse(f.written, Reason.REFUGE_CLOSED)
        own = self.holders(u for u in units if u.power == leader.power)
        ranked = sorted((p.province not in own, plain(names[p.province].name), p) for p in refuges)
        to = ranked[0][-1] if ranked else None
        finding = Finding(0, Reason.NO_REFUGE) if to is None else Finding(1, Reason.RETREATED)
        return OrderResult(leader.power, leader, finding, None, to)

    def displaced(self, units: Sequence[Unit]) -> list[OrderResult]:
        """The ends of leaders in provinces that a foreign unit entered by a retreat or build."""
        masters = {u.at.province: u.power for u in units if self.holds_ground(u)}
        leaders = (u for u in self.position.units if self.is_leader(u))
        exiles = (u for u in leaders if masters.get(u.at.province, u.power) != u.power)
        return [self.guided(Dislodged(u, None), units) for u in exiles]


def is_led(written: Written) -> bool:
    """Is the order for a unit and its leader?"""
    return written.unit is not None and written.unit.led


class Leaders(FleeingLeaders):
    """Each country has one leader, which needs no supply, captures no centre and is never built
    again. It is lost only with its country, or if it must retreat and cannot.
    (Militarism III, rule 3; rulings M3-W2, M3-L6 and M3-L7)"""

    def adjust(self, orders: Sequence[Written]) -> list[OrderResult]:
        """Carry out builds and removals; then remove or move the leaders that they affect."""
        ends = super().adjust(orders)
        units = self.changed(ends)
        alive = {u.power for u in units if self.holds_ground(u)} | {*self.position.owners.values()}
        orphans = [u for u in units if self.is_leader(u) and u.power not in alive]
        ends += [OrderResult(u.power, u, Finding(0, Reason.LEADER_LOST)) for u in orphans]
        return [*ends, *(f for f in self.displaced(units) if f.unit not in orphans)]

    def built_unit(self, power: Power, written: Written, taken: set[Code]) -> Unit | Reason:
        """The unit that an order builds, or why it is not accepted; a leader is never built."""
        if isinstance(written.order, Build) and not self.setting.kinds[written.order.kind].strength:
            return Reason.LEADER_BUILT_ONCE
        return super().built_unit(power, written, taken)

    def removed_unit(self, power: Power, written: Written, gone: set[Unit]) -> Unit | Reason:
        """The unit that a removal names, or why it is not accepted; a leader is never removed."""
        named = self.addressed(written)
        if named is not None and self.is_leader(named):
            return Reason.LEADER_STAYS
        return super().removed_unit(power, written, gone)
