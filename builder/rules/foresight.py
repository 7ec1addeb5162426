"""What nobody disputes: most of a phase, answered at once.

A law: what is foreseen is what the rules would have answered if they had been asked.
"""

from __future__ import annotations

from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Move, Support
from builder.rules.disposition import NOWHERE
from builder.rules.passage import ARRIVED, ON_FOOT, Passage

MOVED = Finding(1, Reason.MOVED)
HELD = Finding(1, Reason.HELD)
GIVEN = Finding(1, Reason.GIVEN)
EVEN = (1, 1)
OWN = (0, 1)


class Foresight(Passage):
    """Fills in answers that need no question; an amendment that disputes them says so here."""

    def foresee(self) -> None:
        """Answer at once what is plain."""
        free = self.foresee_walks()
        self.foresee_stands()
        moves = self.known[self.number["moves"]]
        for m in free:
            moves[m] = MOVED
        if not self.sharing:
            self.foresee_trains(free, moves)
            self.foresee_standoffs(moves)
            self.foresee_repulses(moves)
            self.foresee_cuts()

    def foresee_walks(self) -> list[Action]:
        """Who walks where no convoy could take it, and which of them find their goal free."""
        number, movers, garrisons = self.number, self.movers, self.garrisons
        arrives, ferried = self.known[number["arrives"]], self.known[number["ferried"]]
        reach, convoys = self.map.reach, self.convoys
        free: list[Action] = []
        for m in self.moving:
            order = m.order
            assert type(order) is Move
            way = reach[m.kind].get(m.at, NOWHERE).get(order.to)
            if way is None or order.via or (convoys and (m.home, m.goal) in convoys):
                continue
            arrives[m] = ARRIVED
            ferried[m] = ON_FOOT
            if m.goal not in garrisons and len(movers[m.goal]) == 1 and not way.crosses:
                free.append(m)
        return free

    def foresee_stands(self) -> None:
        """Who stays where nobody comes; such a unit's support is given."""
        movers = self.movers
        stands, lends = self.known[self.number["stands"]], self.known[self.number["lends"]]
        for a in self.actions:
            if a.goal is None and a.home not in movers:
                stands[a] = HELD
                if a.weight == 1:
                    lends[a] = GIVEN

    def foresee_trains(self, free: list[Action], moves: dict[Action, Finding]) -> None:
        """Who follows a unit that is sure to leave, and is alone in following it."""
        arrives = self.known[self.number["arrives"]]
        movers = self.movers
        for leader in free:
            followers = movers.get(leader.home)
            if followers is None or len(followers) > 1:
                continue
            m = followers[0]
            if m in arrives and m.home != leader.goal and self.uncrossed(m):
                moves[m] = MOVED
                free.append(m)

    def foresee_standoffs(self, moves: dict[Action, Finding]) -> None:
        """Who stand each other off in an empty province, none of them supported."""
        garrisons = self.garrisons
        for goal, comers in self.movers.items():
            if len(comers) > 1 and goal not in garrisons and all(map(self.alone, comers)):
                for m in comers:
                    rivals = tuple(r for r in comers if r is not m)
                    moves[m] = Finding(0, Reason.BOUNCED, rivals, EVEN)

    def foresee_repulses(self, moves: dict[Action, Finding]) -> None:
        """Who comes without support to a place where an unsupported unit stays."""
        garrisons, backers = self.garrisons, self.backers
        for m in self.moving:
            if m in moves or m.goal not in garrisons:
                continue
            holder = garrisons[m.goal][0]
            single = holder.goal is None and holder.weight == 1 and holder not in backers
            if single and self.alone(m):
                own = holder.power == m.power
                why = Reason.OWN_UNIT if own else Reason.REPELLED
                moves[m] = Finding(0, why, (holder,), OWN if own else EVEN)

    def foresee_cuts(self) -> None:
        """Whose support is cut by foreign units that walk against it from elsewhere."""
        lends = self.known[self.number["lends"]]
        arrives = self.known[self.number["arrives"]]
        for s in self.supporting:
            attackers = self.movers.get(s.home)
            if attackers is None or s.weight != 1 or s in lends:
                continue
            order = s.order
            assert type(order) is Support
            target = order.to or order.at
            aimed = target.province if target is not None else None
            cutters = tuple(m for m in attackers if m.power != s.power and m.home != aimed)
            if cutters and all(m in arrives and self.uncrossed(m) for m in attackers):
                lends[s] = Finding(0, Reason.CUT, cutters)

    def alone(self, m: Action) -> bool:
        """Does the unit walk with its own strength only?"""
        return (
            m.weight == 1
            and m not in self.backers
            and m in self.known[self.number["arrives"]]
            and self.uncrossed(m)
        )

    def uncrossed(self, m: Action) -> bool:
        """Does the unit take a way that has its full strength and that no other way crosses?"""
        if not self.map.has_odd_ways:
            return True
        way = self.way(m)
        return way is not None and way.force is None and not way.crosses
