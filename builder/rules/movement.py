"""Chapter 2, third part: the outcome of moves, supports and convoys.

Written after the rulebook of 2023 as the DATC reads it (chapter 5, decision by decision);
where earlier booklets differ a named choice decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from builder.model.findings import Action, Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Convoy, Support
from builder.rules.routes import MOVED, NOBODY, Actions, Routes
from builder.rules.solver import Answers, Key, question

HELD = Finding(1, Reason.HELD)
CARRIED = Finding(1, Reason.CARRIED)


@cache
def given(weight: int) -> Finding:
    """A support of that strength that nothing cuts."""
    return Finding(weight, Reason.GIVEN)


class Movement(Routes):
    """What happens when all orders of a movement phase are carried out at once."""

    def resolve(self) -> dict[Action, Finding]:
        """What became of every unit's order."""
        idle = self.idle_supports
        found = {a: self.stands(a) for a in self.holding}
        for m in self.moving:
            found[m] = self.moves(m)
        for s in self.supporting:
            if s not in idle:
                found[s] = self.lends(s)
        for s in idle:
            found[s] = self.unused(s)
        for c in self.convoying:
            used = self.is_carrying(c) and not self.is_bypassed(c)
            found[c] = self.carries(c) if used else self.unused(c)
        return found

    def is_bypassed(self, c: Action) -> bool:
        """Does the army go by land to where the fleet is ordered to carry it (4.A.3)?"""
        order = c.order
        assert type(order) is Convoy
        goal = order.to.province if order.to else None
        there = (a for a in self.garrisons.get(order.at.province, NOBODY) if a.goal == goal)
        return goal is not None and any(self.marches(a) for a in there)

    def unused(self, a: Action) -> Finding:
        """A support or convoy for something that was not ordered: the unit holds."""
        why = Reason.NOT_ORDERED_SO if type(a.order) is Support else Reason.CONVOY_IDLE
        stands = self.stands(a)
        return Finding(0, why, NOBODY if stands.value else stands.by)

    # What is asked of each order

    @question
    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        if not self.on_foot(m):
            arrival = self.arrives(m)
            if not arrival.value:
                return arrival
        comers, there = self.movers[m.goal], self.garrisons.get(m.goal)
        if there is None:
            return MOVED if len(comers) == 1 else self.matched(m, self.strength(m), MOVED)
        foes = self.head_on(m)
        stayers = [a for a in there if a.goal is None or a in foes or not self.moves(a).value]
        if stayers:
            force = self.attack(m, stayers)
            entry = self.entry(stayers, foes, force)
            if not entry.value:
                return entry
        else:
            force, entry = self.strength(m), MOVED
        return entry if len(comers) == 1 else self.matched(m, force, entry)

    def entry(self, stayers: Actions, foes: Actions, force: float) -> Finding:
        """Is a unit with that force stronger than those who stay put?"""
        resistance: float = 0
        for a in stayers:
            resistance += self.strength(a) if a in foes else self.hold(a)
        if force > resistance:
            return Finding(1, Reason.MOVED, tuple(stayers), (force, resistance))
        if force < 0:
            return Finding(0, Reason.OWN_UNIT, tuple(stayers), (0, resistance))
        why = Reason.HEAD_ON if foes else Reason.REPELLED
        return Finding(0, why, tuple(stayers), (force, resistance))

    def matched(self, m: Action, force: float, entry: Finding) -> Finding:
        """The entry, or a stand-off with the strongest of the others if that is no weaker."""
        claims = [
            (claim, r)
            for r in self.movers[m.goal]
            if r is not m and (claim := self.claim(r)) is not None
        ]
        most = max([claim for claim, _ in claims], default=-1)
        if force > most:
            return entry
        by = tuple([r for claim, r in claims if claim == most])
        return Finding(0, Reason.BOUNCED, by, (force, most))

    @question
    def lends(self, s: Action) -> Finding:
        """How much support is left after cuts?"""
        attackers = self.movers.get(s.home)
        if attackers is None:
            return given(s.weight)
        cutters = tuple([m for m in attackers if self.cuts(m, s)])
        if cutters:
            left = self.support_left(s, cutters)
            found = Finding(left, Reason.CUT_IN_PART if left else Reason.CUT, cutters)
        else:
            found = given(s.weight)
        for m in attackers if found.value else ():
            if self.overruns(m, s):
                return Finding(0, Reason.SUPPORTER_DISLODGED, (m,))
        return found

    def support_left(self, s: Action, cutters: Actions) -> int:  # noqa: ARG002
        """What remains of a support under attack."""
        return 0

    def carries(self, c: Action) -> Finding:
        """Does the convoying fleet stay where it is needed?"""
        stands = self.stands(c)
        if stands.value:
            return CARRIED
        return Finding(0, Reason.CONVOYER_DISLODGED, stands.by)

    def stands(self, a: Action) -> Finding:
        """Does the unit keep its province?"""
        attackers = self.movers.get(a.home)
        if not attackers:
            return HELD
        for m in attackers:
            entry = self.moves(m)
            if entry.value:
                return Finding(0, Reason.DISLODGED, (m,), entry.tally)
        return Finding(1, Reason.HELD, tuple(attackers))

    # How strong

    def attack(self, m: Action, stayers: Actions) -> float:
        """With what force the unit comes; below nothing if it would drive out one of its own."""
        victims = {a.power for a in stayers}
        return -1 if m.power in victims else self.strength(m, victims)

    def strength(self, m: Action, but_not: Collection[Power] = ()) -> float:
        """The strength of a unit on its way."""
        force = self.force(m) if self.map.has_odd_ways else m.weight
        return force + self.backing(m, but_not) if m in self.backers else force

    def hold(self, a: Action) -> int:
        """The strength of a unit that stays; one ordered to move has no support to stand."""
        if a.goal is not None or not a.supportable:
            return a.weight
        return a.weight + self.backing(a) if a in self.backers else a.weight

    def claim(self, m: Action) -> float | None:
        """How strongly a move contests its destination; None if it has no effect there."""
        if not self.arrives(m).value:
            return None
        if not self.choices.dislodged_stands_off_in_attackers_space:
            for foe in self.head_on(m):
                if self.moves(foe).value:
                    return None
            if not self.choices.prevent_lost_only_in_head_to_head and self.is_driven_out(m):
                return None
        return self.strength(m)

    def is_driven_out(self, m: Action) -> bool:
        """Is it driven out from its destination, be it by an army that comes by sea (4.A.7)?"""
        assert m.goal
        foes = [a for a in self.garrisons.get(m.goal, NOBODY) if a.goal == m.home]
        return any(self.moves(foe).value for foe in foes) and not self.moves(m).value

    def force(self, m: Action) -> float:
        """What the unit is worth on its way."""
        way = self.way(m)
        return m.weight if way is None or way.force is None or self.ferried(m) else way.force

    def backing(self, a: Action, but_not: Collection[Power] = ()) -> int:
        """The sum of the supports that are given, less those of the powers that suffer by it."""
        total = 0
        for s in self.backers[a]:
            if s.power not in but_not:
                total += self.lends(s).value
        return total

    # Who has to do with whom

    def cuts(self, m: Action, s: Action) -> bool:
        """Does the mere attack cut the support? Not if it comes from where that is aimed at."""
        if m.power == s.power or not self.arrives(m).value or self.spared(m, s):
            return False
        if s.aim is not None and s.aim == self.comes_from(m):
            return False
        return self.has_force(m, s)

    def overruns(self, m: Action, s: Action) -> bool:
        """Does the attack drive the supporter out, wherever it comes from?"""
        return m.power != s.power and not self.spared(m, s) and self.moves(m).value > 0

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        return self.force(m) > 0 or (m in self.backers and self.backing(m, (s.power,)) > 0)

    # What cannot be decided

    def values(self, index: int, about: Action) -> Iterable[int]:
        """A support may be worth several, everything else is yes or no."""
        return range(about.weight + 1) if self.questions[index] == "lends" else (0, 1)

    def settle(self, knot: Sequence[Key], outcomes: Sequence[Answers]) -> Answers:
        """A convoy in a paradox is disrupted (Szykman, 4.A.2); a ring of moves turns."""
        ferried = self.number["ferried"]
        convoyed = {key: Finding(0, Reason.PARADOX) for key in knot if key[0] == ferried}
        if convoyed:
            return convoyed
        if outcomes:
            return max(outcomes, key=lambda answers: sum(f.value for f in answers.values()))
        return {knot[0]: Finding(0, Reason.UNDECIDED)}
