"""Chapter 2, between its parts: what is plain, answered without a question.

A law: what is foreseen is what the rules would have answered if they had been asked.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from builder.model.board import Code
from builder.model.findings import Action, Finding, Reason
from builder.rules.action_index import NOBODY, Actions
from builder.rules.routes import Routes

MOVED = Finding(1, Reason.MOVED)
HELD = Finding(1, Reason.HELD)
MODERN = ("szykman",)


@cache
def given(weight: int) -> Finding:
    """A support of that worth from which nothing is taken away."""
    return Finding(weight, Reason.GIVEN)


class PlainCases(Routes):
    """Fills in the answers, province by province, where every way and every support is clear.

    What hangs on a convoy under attack, on units that share a province or change places, or on a
    ring of moves is left to the rules. An amendment that disputes more says so here.

    `plain` are the moves that are answered, `lent` the supports; `clouded` the provinces that are
    left to the rules, `weighed` those that need not be looked at again.
    """

    plain: dict[Any, Finding]
    lent: dict[Any, Finding]
    clouded: set[Code | None]
    weighed: set[Code | None]

    def foresee(self) -> None:
        """Answer at once what is plain."""
        number = self.number
        self.plain = self.known[number["moves"]]
        self.lent = self.known[number["lends"]]
        self.foresee_stands()
        self.foresee_ways()
        self.weighed = set(self.clouded)
        plain, weighed, garrisons = self.plain, self.weighed, self.garrisons
        for goal, comers in self.movers.items():
            if goal in weighed:
                continue
            if len(comers) == 1 and goal not in garrisons:
                plain[comers[0]] = MOVED
            else:
                self.weigh(goal, comers)
        for s in self.supporting:
            if s not in self.lent:
                self.support_of(s)

    def foresee_ways(self) -> None:
        """Who walks where no convoy could take it, and whose convoy nobody attacks.

        Clouded are the goals of all others, and the provinces that several units share.
        """
        self.clouded = set()
        convoyed = self.convoys
        for m in [m for m in self.moving if not m.plain or (convoyed and not self.on_foot(m))]:
            if not (self.is_safe(m) and self.arrives(m).value):
                self.clouded.add(m.goal)
            elif any(a.goal == m.home for a in self.garrisons.get(m.goal, NOBODY)):
                self.clouded |= {m.goal, m.home}
        if self.sharing:
            self.clouded.update(at for at, units in self.garrisons.items() if len(units) > 1)

    def is_safe(self, m: Action) -> bool:
        """Does the army go by fleets that nobody attacks, under a booklet by which its attack
        then cuts and dislodges like any other (4.A.2)?"""
        fleets = self.convoyers(m)
        undisturbed = not any(c.home in self.movers for c in fleets)
        return undisturbed and bool(fleets) and self.choices.paradox_rule == MODERN

    def foresee_stands(self) -> None:
        """Who stays where nobody comes; such a unit's support is given."""
        movers, lent = self.movers, self.lent
        quiet = [a for a in self.holding if a.home not in movers]
        self.known[self.number["stands"]] = dict.fromkeys(quiet, HELD)
        for s in self.supporting:
            if s.home not in movers:
                lent[s] = given(s.weight)

    # Province by province

    def weigh(self, goal: Code | None, comers: Actions) -> None:
        """Answer every move to one province, if all that bears on it is plain."""
        self.weighed.add(goal)
        there = self.garrisons.get(goal)
        if there is None:
            self.contest(comers)
        elif there[0].goal is None:
            self.assault(there[0], comers)
        else:
            self.take_over(there[0], comers)

    def take_over(self, leader: Action, comers: Actions) -> None:
        """Answer every move to the province of a unit that is ordered away."""
        for m in comers:
            if m.home == leader.goal:
                self.meet(leader, comers)
                return
        gone = self.move_of(leader)
        if gone is not None:
            if gone.value:
                self.contest(comers)
            else:
                self.assault(leader, comers)

    def meet(self, foe: Action, comers: Actions) -> None:
        """Answer two moves head to head, if nobody else has to do with them."""
        m, others = comers[0], self.movers[foe.goal]
        self.weighed.add(m.home)
        if m.home in self.clouded or len(comers) > 1 or len(others) > 1:
            return
        one, other = self.strength(m), self.strength(foe)
        if one is not None and other is not None:
            self.charge(m, one, foe, other, Reason.HEAD_ON)
            self.charge(foe, other, m, one, Reason.HEAD_ON)

    def contest(self, comers: Actions) -> None:
        """Answer every move to an empty province: the strongest enters, if it is the only one."""
        if len(comers) == 1:
            self.plain[comers[0]] = MOVED
            return
        claims = self.claims(comers)
        if claims is None:
            return
        most = max(claims.values())
        first = [m for m, claim in claims.items() if claim == most]
        for m, force in claims.items():
            by = tuple([r for r in first if r is not m])
            self.plain[m] = Finding(0, Reason.BOUNCED, by, (force, most)) if by else MOVED

    def assault(self, holder: Action, comers: Actions) -> None:
        """Answer every move against a unit that stays."""
        resistance: int | None = holder.weight
        if holder in self.backers and holder.goal is None and holder.supportable:
            resistance = self.strength(holder)
        claims = self.claims(comers)
        if resistance is None or claims is None:
            return
        for m, claim in claims.items():
            entry = self.charge(m, claim, holder, resistance, Reason.REPELLED)
            if entry.value and len(claims) > 1:
                assert entry.tally
                self.plain[m] = self.matched(m, entry.tally[0], claims, entry)

    def claims(self, comers: Actions) -> dict[Action, int] | None:
        """How strong each comes, if that is plain of all."""
        found: dict[Action, int] = {}
        for m in comers:
            force = self.strength(m) if m in self.backers else m.weight
            if force is None:
                return None
            found[m] = force
        return found

    def charge(self, m: Action, force: int, foe: Action, resistance: int, why: Reason) -> Finding:
        """One move against one unit: nobody drives out one of his own, nor helps others to."""
        if m.power == foe.power:
            force, why = 0, Reason.OWN_UNIT
        else:
            for s in self.backers.get(m, NOBODY):
                if s.power == foe.power:
                    force -= self.lent[s].value
        if force > resistance:
            found = Finding(1, Reason.MOVED, (foe,), (force, resistance))
        else:
            found = Finding(0, why, (foe,), (force, resistance))
        self.plain[m] = found
        return found

    def matched(self, m: Action, force: int, claims: dict[Action, int], entry: Finding) -> Finding:
        """The entry, or a stand-off by the strongest of the others if that is no weaker."""
        most = max([claim for r, claim in claims.items() if r is not m])
        if force > most:
            return entry
        by = tuple([r for r, claim in claims.items() if claim == most and r is not m])
        return Finding(0, Reason.BOUNCED, by, (force, most))

    def move_of(self, m: Action) -> Finding | None:
        """What becomes of a move, if that is plain."""
        if m not in self.plain and m.goal not in self.weighed:
            self.weigh(m.goal, self.movers[m.goal])
        return self.plain.get(m)

    def strength(self, a: Action) -> int | None:
        """What a unit is worth with its support, if that is plain."""
        total = a.weight
        if a not in self.backers:
            return total
        for s in self.backers[a]:
            support = self.lent[s] if s in self.lent else self.support_of(s)
            if support is None:
                return None
            total += support.value
        return total

    def support_of(self, s: Action) -> Finding | None:
        """What a support under attack is worth, if that is plain: foreign units that walk
        against it from elsewhere cut it; one that comes from where it is aimed must drive it
        out."""
        if s.home in self.clouded:
            return None
        foreign = [m for m in self.movers[s.home] if m.power != s.power]
        cutters = tuple([m for m in foreign if m.home != s.aim])
        found = self.remains(s, cutters)
        for m in foreign if found.value else ():
            entry = self.move_of(m)
            if entry is None:
                return None
            if entry.value:
                found = Finding(0, Reason.SUPPORTER_DISLODGED, (m,))
                break
        self.lent[s] = found
        return found

    def remains(self, s: Action, cutters: Actions = NOBODY) -> Finding:
        """What is left of a support whose giver stays: all, a part, or nothing after these cut."""
        if cutters:
            left = self.support_left(s, cutters)
            return Finding(left, Reason.CUT_IN_PART if left else Reason.CUT, tuple(cutters))
        return given(s.weight)

    def support_left(self, s: Action, cutters: Actions) -> int:  # noqa: ARG002
        """What remains of a support under attack."""
        return 0
