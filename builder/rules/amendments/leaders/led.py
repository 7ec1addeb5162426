"""Units accompanied by their leader, and the strength that adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.model.findings import HOLD, Action, Finding, Reason
from builder.model.kinds import KindCode
from builder.model.orders import Convoy, Move, Order, Support, Written
from builder.model.units import Dislodged, Unit
from builder.rules.action_index import Actions
from builder.rules.standard import Standard


class LedUnits(Standard):
    """A unit that is accompanied by its country's leader from the start of the turn, both
    staying or both ordered to the same place, operates with the strength of two. Each single
    attack cuts one unit of the two that it lends in support, a led attack two; a convoy takes
    both as one. (Militarism III, rules 3 and 4; rulings M3-A1, M3-S1, M3-C1 to M3-C3)"""

    signs = (("crown", "with its leader"),)

    sharing = True
    revising = True

    def muster(self, orders: Sequence[Written]) -> list[Action]:
        """What every unit is taken to do, those with their leader as one."""
        actions = super().muster(orders)
        leaders = {(a.home, a.power): a for a in actions if self.is_leader(a.units[0])}
        for a in actions if leaders else ():
            leader = leaders.get((a.home, a.power))
            if leader and a not in leaders.values() and self.together(a, leader):
                a.units, a.weight = (*a.units, *leader.units), a.weight + 1
                del leaders[a.home, a.power]
        alone = set(leaders.values())
        return [a for a in actions if a in alone or not self.is_leader(a.units[0])]

    def landing(self, findings: dict[Action, Finding]) -> tuple[list[Unit], list[Dislodged]]:
        """Where every unit is after the moves; a leader shares the fate of the unit it leads."""
        units, dislodged = super().landing(findings)
        fallen = {(d.unit.at.province, d.unit.power): d.origin for d in dislodged}
        for a in self.actions:
            if len(a.units) == 1 or not self.is_leader(a.units[-1]):
                continue
            if type(a.order) is Move and findings[a].value:
                units.append(self.follows(a))
            elif (a.home, a.power) in fallen:
                dislodged.append(Dislodged(a.units[-1], fallen[a.home, a.power]))
            else:
                units.append(a.units[-1])
        return units, dislodged

    def follows(self, m: Action) -> Unit:
        """The leader where its move took it: in the province, not on a coast of it."""
        assert type(m.order) is Move
        return m.units[-1]._replace(at=self.setting.board.locations[m.order.to.province])

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why could this never be carried out? A leader neither supports nor convoys."""
        if isinstance(order, Support | Convoy) and self.is_leader(unit):
            return Reason.LEADER_ORDERS
        return super().fault(unit, order)

    def passenger(self, order: Convoy) -> Unit | None:
        """The army or the lone leader that a convoy order names, neither for the other."""
        unit = super().passenger(order)
        if unit is None or order.kind is None:
            return unit
        return unit if self.is_ground(order.kind) == self.holds_ground(unit) else None

    def support_left(self, s: Action, cutters: Actions) -> int:
        """What remains of a support under attack: of a led one what its cutters do not match."""
        if not self.is_leader(s.units[-1]):
            return super().support_left(s, cutters)
        return max(0, s.weight - sum(m.weight for m in cutters))

    def convoyers(self, m: Action) -> Actions:
        """The fleets that are ordered to carry this army, or this leader."""
        fleets = super().convoyers(m)
        return [c for c in fleets if self.is_meant(c, m)] if fleets else fleets

    def is_carrying(self, c: Action) -> bool:
        """Is there an army, or a leader, that moves as the convoy says?"""
        order = c.order
        assert isinstance(order, Convoy)
        goal = order.to.province if order.to else None
        there = (a for a in self.movers_from(order.at.province) if a.goal == goal)
        return any(self.is_meant(c, a) for a in there)

    # Who is a leader, and who goes with one

    def is_leader(self, unit: Unit) -> bool:
        """Is it one without strength of its own?"""
        return not self.holds_ground(unit)

    def together(self, a: Action, leader: Action) -> bool:
        """Do a unit and its leader act as one?"""
        told = a in self.written and self.is_for_both(self.written[a])
        if a.goal == leader.goal:
            if leader in self.written and a in self.written:
                w = self.written.pop(leader)
                self.repeats[w] = Finding(1, Reason.LED_ALONG, (a,))
            elif leader in self.written:
                self.written[a] = self.written.pop(leader)
            return True
        if not told:
            return False
        if leader not in self.written:
            return True
        self.refuse(self.written[leader], Reason.ORDERED_TWICE)
        leader.become(HOLD)
        leader.fault = Reason.ORDERED_TWICE
        return a.goal is None

    def is_for_both(self, w: Written) -> bool:
        """Does the order name a unit together with its leader?"""
        return w.unit is not None and w.unit.led

    def is_meant(self, c: Action, m: Action) -> bool:
        """Does the convoy order name a unit of that kind? An army's name serves a led one too."""
        order = c.order
        assert isinstance(order, Convoy)
        return order.kind is None or self.is_ground(order.kind) == self.holds_ground(m.units[0])

    def is_ground(self, kind: KindCode) -> bool:
        """Is it a kind with strength of its own, and no leader?"""
        return self.setting.kinds[kind].strength > 0

    def movers_from(self, home: str) -> Iterable[Action]:
        """Who is ordered away from a province?"""
        return (a for a in self.moving if a.home == home)
