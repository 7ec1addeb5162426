"""Chapter 2, third part: what becomes of moves, supports and convoys.

Written after the rulebook of 2023 as the DATC reads it (chapter 5, decision by decision);
where earlier booklets differ a named choice decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from builder.model.findings import Action, Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Support
from builder.rules.action_index import NOBODY, Actions
from builder.rules.plain_cases import HELD, MOVED, PlainCases
from builder.rules.rulebook import question
from builder.rules.solver import Answers, Key

CARRIED = Finding(1, Reason.CARRIED)


class Movement(PlainCases):
    """What happens when all orders of a movement phase are carried out at once."""

    def resolve(self) -> dict[Action, Finding]:
        """What became of every unit's order."""
        self.foresee()
        number, idle = self.number, self.idle_supports
        helping = [s for s in self.supporting if s not in idle] if idle else self.supporting
        found = {
            **self.answers(number["stands"], self.holding),
            **self.answers(number["moves"], self.moving),
            **self.answers(number["lends"], helping),
        }
        for s in idle:
            found[s] = self.unused(s)
        for c in self.convoying:
            found[c] = self.carries(c) if self.is_carrying(c) else self.unused(c)
        return found

    def unused(self, a: Action) -> Finding:
        """A support or convoy for something that was not ordered: the unit just stands."""
        why = Reason.NOT_ORDERED_SO if type(a.order) is Support else Reason.CONVOY_IDLE
        stands = self.stands(a)
        return Finding(0, why, NOBODY if stands.value else stands.by)

    # What is asked of each order

    @question
    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        arrival = self.arrives(m)
        if not arrival.value:
            return arrival
        stayers, rivals = self.stayers(m), self.rivals(m)
        if not stayers:
            if not rivals:
                return MOVED
            force, entry = self.force(m) + self.backing(m), MOVED
        else:
            force = self.attack(m, stayers)
            entry = self.entry(m, stayers, force)
            if not entry.value:
                return entry
        for rival in rivals:
            claim = self.claim(rival)
            if claim is not None and force <= claim:
                return self.standoff(force, rivals)
        return entry

    def entry(self, m: Action, stayers: Actions, force: int) -> Finding:
        """Is the unit stronger than those who stay put?"""
        resistance = self.resistance(m, stayers)
        if force > resistance:
            return Finding(1, Reason.MOVED, tuple(stayers), (force, resistance))
        return Finding(0, self.repulse(m, stayers), tuple(stayers), (max(force, 0), resistance))

    @question
    def lends(self, s: Action) -> Finding:
        """How much support is left after cuts?"""
        attackers = self.movers.get(s.home, NOBODY)
        cutters = [m for m in attackers if self.cuts(m, s)]
        found = self.remains(s, cutters)
        for m in attackers if found.value else ():
            if self.overruns(m, s):
                return Finding(0, Reason.SUPPORTER_DISLODGED, (m,))
        return found

    @question
    def carries(self, c: Action) -> Finding:
        """Does the convoying fleet stay where it is needed?"""
        stands = self.stands(c)
        if stands.value:
            return CARRIED
        return Finding(0, Reason.CONVOYER_DISLODGED, stands.by)

    @question
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

    def attack(self, m: Action, stayers: Actions) -> int:
        """With what force the unit comes; below nothing if it would drive out one of its own."""
        victims = (stayers[0].power,) if len(stayers) == 1 else tuple({a.power for a in stayers})
        if m.power in victims:
            return -1
        return self.force(m) + self.backing(m, victims)

    def resistance(self, m: Action, stayers: Actions) -> int:
        """What those who stay put up against the attack."""
        foes = self.head_on(m)
        if not foes and len(stayers) == 1:
            return self.hold(stayers[0])
        return sum(self.defend(a) if a in foes else self.hold(a) for a in stayers)

    def defend(self, m: Action) -> int:
        """The strength of a unit that comes the opposite way."""
        return self.force(m) + self.backing(m)

    def hold(self, a: Action) -> int:
        """The strength of a unit that stays; one ordered to move has no support to stand."""
        if a.goal is not None or not a.supportable:
            return a.weight
        return a.weight + self.backing(a)

    def claim(self, m: Action) -> int | None:
        """How strongly a move contests its destination; None if it has no effect there."""
        if not self.arrives(m).value:
            return None
        if not self.choices.dislodged_stands_off_in_attackers_space:
            for foe in self.head_on(m):
                if self.moves(foe).value:
                    return None
            if not self.choices.prevent_lost_only_in_head_to_head and self.ousted(m):
                return None
        return self.force(m) + self.backing(m)

    def ousted(self, m: Action) -> bool:
        """Is it driven out from its destination, be it by an army that comes by sea (4.A.7)?"""
        assert m.goal
        foes = [a for a in self.garrisons.get(m.goal, NOBODY) if a.goal == m.home]
        return any(self.moves(foe).value for foe in foes) and not self.moves(m).value

    def force(self, m: Action) -> int:
        """What the unit is worth on its way."""
        if not self.map.has_odd_ways:
            return m.weight
        way = self.way(m)
        return m.weight if way is None or way.force is None or self.ferried(m) else way.force

    def backing(self, a: Action, but_not: Collection[Power] = ()) -> int:
        """The sum of the supports that are given, less those of the powers that suffer by it."""
        total = 0
        for s in self.backers.get(a, NOBODY):
            if s.power not in but_not:
                total += self.lends(s).value
        return total

    # Who has to do with whom

    def stayers(self, m: Action) -> Actions:
        """Who is still in the destination when the unit gets there?"""
        assert m.goal
        there = self.garrisons.get(m.goal)
        if there is None:
            return NOBODY
        if len(there) == 1 and there[0].goal is None and not self.leaves(there[0]):
            return there
        foes = self.head_on(m)
        return [a for a in there if a in foes or not self.leaves(a)]

    def standoff(self, force: int, rivals: Actions) -> Finding:
        """Stood off, by those whose claim is the strongest."""
        claims = {r: self.claim(r) or 0 for r in rivals}
        most = max(claims.values())
        return Finding(
            0, Reason.BOUNCED, tuple(r for r in rivals if claims[r] == most), (force, most)
        )

    def cuts(self, m: Action, s: Action) -> bool:
        """Does the mere attack cut the support? Not if it comes from where that is aimed at."""
        if m.power == s.power or not self.arrives(m).value or self.spared(m, s):
            return False
        if s.aim is not None and s.aim == self.comes_from(m):
            return False
        return self.bites(m, s)

    def overruns(self, m: Action, s: Action) -> bool:
        """Does the attack drive the supporter out, wherever it comes from?"""
        return m.power != s.power and not self.spared(m, s) and self.moves(m).value > 0

    def bites(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        return self.force(m) > 0 or self.backing(m, (s.power,)) > 0

    def repulse(self, m: Action, stayers: Actions) -> Reason:
        """In what manner was the attack repelled?"""
        if any(a.power == m.power for a in stayers):
            return Reason.OWN_UNIT
        return Reason.HEAD_ON if any(a in stayers for a in self.head_on(m)) else Reason.REPELLED

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
