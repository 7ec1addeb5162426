"""Leaders without a unit: where they may go, and how they are dislodged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.model.board import Code
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move
from builder.model.units import Dislodged, Unit
from builder.rules.action_index import NOBODY
from builder.rules.amendments.leaders.led import LedUnits

STAYED = Finding(1, Reason.HELD)


class LeadersAlone(LedUnits):
    """A leader alone has no strength: it stands in nobody's way and cuts nothing. It goes one
    space over land or sea, or by convoy, where no foreign army or fleet is or was just stood
    off, and not in exchange with a foreign unit; any number of leaders may share a space. When
    a foreign army or fleet comes in, the leader must retreat.
    (Militarism III, rule 4; rulings M3-L1 to M3-L5 and M3-V1)"""

    lone: list[Action]
    done: dict[Code | None, Action]

    def gather(self, actions: Sequence[Action]) -> None:
        """Prepare what every rule reads; for armies and fleets lone leaders do not exist."""
        self.lone = [a for a in actions if self.is_leader(a.units[0])]
        super().gather([a for a in actions if a not in self.lone] if self.lone else actions)

    def movers_from(self, home: str) -> Iterable[Action]:
        """Who is ordered away from a province?"""
        return (*super().movers_from(home), *(a for a in self.lone if a.home == home))

    def resolve(self) -> dict[Action, Finding]:
        """What became of every unit's order; leaders come last. `done` are the moves of armies and
        fleets that succeeded, by their goal."""
        found = super().resolve()
        self.done = {m.goal: m for m in self.moving if found[m].value}
        for leader in self.lone:
            found[leader] = self.fares(leader)
        return found

    def landing(self, findings: dict[Action, Finding]) -> tuple[list[Unit], list[Dislodged]]:
        """Where every unit is after the moves, and which were driven out."""
        units, dislodged = super().landing(findings)
        for a in self.lone:
            victor = self.done.get(a.home)
            if type(a.order) is Move and findings[a].value:
                units.append(self.follows(a))
            elif victor is not None and victor.power != a.power:
                dislodged.append(Dislodged(a.units[-1], self.barred(victor)))
            else:
                units.append(a.units[-1])
        return units, dislodged

    def fares(self, leader: Action) -> Finding:
        """What becomes of a leader's own order?"""
        goal = leader.goal
        if goal is None:
            victor = self.done.get(leader.home)
            if victor is None or victor.power == leader.power:
                return STAYED
            return Finding(0, Reason.DISLODGED, (victor,))
        arrival = self.arrives(leader)
        if not arrival.value:
            return arrival
        bars = self.bars(leader, goal)
        return Finding(0, Reason.LEADER_BARRED, bars) if bars else Finding(1, Reason.MOVED)

    def bars(self, leader: Action, goal: Code) -> tuple[Action, ...]:
        """Which foreign units keep the leader out: by standing there, coming or contesting?"""
        staying = [a for a in self.garrisons.get(goal, NOBODY) if not self.leaves(a)]
        comer = self.done.get(goal)
        if comer is not None:
            return (comer,) if comer.power != leader.power else ()
        if staying:
            return tuple(a for a in staying if a.power != leader.power)
        stood_off = [m for m in self.movers.get(goal, NOBODY) if (self.claim(m) or 0) > 0]
        swapped = [
            m
            for m in self.movers.get(leader.home, NOBODY)
            if m.home == goal and m.power != leader.power
            if self.moves(m).value and not self.ferried(m).value
        ]
        return (*stood_off, *swapped)
