"""A second judge of movement phases, written after the rule texts and not after the rulebook.

It tries every set of moves that might succeed and keeps those that agree with themselves. It
takes over which orders are accepted, and judges no convoys over chains of fleets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, combinations

from builder.model.findings import Action
from builder.model.orders import Convoy, Move, Support
from builder.model.units import Code
from builder.rules.standard import Standard

MOST = 10
Actions = list[Action]


class CircularError(Exception):
    """Landings and supports that rest on one another, whatever moves."""


class Phase:
    """The actions of one phase; `counted` says whether supports are cut unit by unit."""

    def __init__(self, book: Standard, actions: Actions, counted: bool) -> None:
        self.counted = counted
        self.rides: dict[Action, Action] = getattr(book, "rides", {})
        kinds = book.setting.kinds
        self.actions = [a for a in actions if kinds[a.kind].strength]
        self.moves = [a for a in self.actions if type(a.order) is Move]
        self.supports = [a for a in self.actions if type(a.order) is Support]
        self.walks = {
            m for m in self.moves
            if m.order.to in book.map.reach[m.kind].get(m.at, {}) and not m.order.via
        }  # fmt: skip
        self.helped = {s: self.meant(s) for s in self.supports}

    @property
    def is_small(self) -> bool:
        """Are there no convoys but rides, and not too many moves to try?"""
        at_sea = any(m not in self.walks and m not in self.rides for m in self.moves)
        chains = not self.rides and any(type(a.order) is Convoy for a in self.actions)
        return not at_sea and not chains and len(self.moves) <= MOST

    def meant(self, s: Action) -> Actions:
        """Whom a support is meant for; of two halves that stand, one."""
        order = s.order
        found = [a for a in self.actions if a is not s and self.is_meant(order, a)]
        return found[:1] if order.at is not None and order.to is None else found

    def is_meant(self, order: Support, a: Action) -> bool:
        rides = self.rides.get(a)
        stands = type(a.order) is not Move and rides is None
        if order.at is None:
            here = a.home if stands else a.goal
            return a.power == order.power and here == order.to.province
        if order.to is None:
            return stands and a.home == order.at.province
        if type(a.order) is not Move or a.goal != order.to.province:
            return False
        if rides is not None:
            return order.at.province in (a.home, rides.home, rides.goal)
        coast = order.to == a.order.to or not order.to.coast
        return a.home == order.at.province and coast

    def source(self, m: Action) -> Code:
        """Where an attack comes from: for a landing the sea in which its fleet will be."""
        fleet = self.rides.get(m)
        return m.home if fleet is None else fleet.goal or fleet.home

    def outcomes(self) -> list[tuple[frozenset[Action], dict[Action, int]]]:
        """The sets of moves that agree with themselves, each with what the supports are worth."""
        sizes = range(len(self.moves) + 1)
        found = []
        for chosen in chain.from_iterable(combinations(self.moves, n) for n in sizes):
            trial = Trial(self, frozenset(chosen))
            if frozenset(m for m in self.moves if trial.succeeds(m)) == trial.done:
                found.append((trial.done, {s: trial.worth(s) for s in self.supports}))
        return found


class Trial:
    """What follows if just these moves succeed."""

    def __init__(self, phase: Phase, done: frozenset[Action]) -> None:
        self.phase, self.done = phase, done
        self.known: dict[object, int | None] = {}

    def once(self, key: object, answer: int | None = None) -> int | None:
        if answer is None and key in self.known:
            if self.known[key] is None:
                raise CircularError
            return self.known[key]
        self.known[key] = answer
        return answer

    def against(self, place: Code | None) -> Iterator[Action]:
        return (m for m in self.phase.moves if m.goal == place)

    def opens(self, m: Action) -> int:
        """Does a landing's fleet do what it was ordered?"""
        fleet = self.phase.rides.get(m)
        if fleet is None:
            return 1
        found = self.once(("opens", m))
        if found is None:
            if type(fleet.order) is Move:
                found = int(fleet in self.done)
            else:
                found = int(not any(x in self.done for x in self.against(fleet.home)))
                if found and type(fleet.order) is Support:
                    found = int(self.worth(fleet) > 0)
            self.once(("opens", m), found)
        return found

    def worth(self, s: Action) -> int:
        """What is left of a support: attacks out of the place it is for do not cut it, and a
        landing never bears on its own fleet."""
        found = self.once(s)
        if found is None:
            aim = (s.order.to or s.order.at).province
            foes = [m for m in self.against(s.home) if m.power != s.power]
            foes = [m for m in foes if m not in self.phase.rides or self.phase.source(m) != aim]
            cuts = [m for m in foes if self.phase.source(m) != aim and self.opens(m)]
            lost = sum(m.weight for m in cuts) if self.phase.counted else len(cuts) * s.weight
            found = 0 if any(m in self.done for m in foes) else max(0, s.weight - lost)
            self.once(s, found)
        return found

    def backing(self, a: Action, but: Collection[str] = ()) -> int:
        helped = self.phase.helped.items()
        return sum(self.worth(s) for s, meant in helped if a in meant and s.power not in but)

    def opposed(self, m: Action) -> Actions:
        """Who comes the opposite way; nobody meets a landing so."""
        if m in self.phase.rides:
            return []
        return [a for a in self.phase.moves if a.home == m.goal and self.meets(a, m)]

    def meets(self, a: Action, m: Action) -> bool:
        return a.goal == m.home and a not in self.phase.rides

    def succeeds(self, m: Action) -> bool:
        """Does the move get in, past those who stay and those who come as well?"""
        if not self.opens(m):
            return False
        foes = self.opposed(m)
        here = [a for a in self.phase.actions if a.home == m.goal and a not in self.phase.rides]
        stay = [a for a in here if a in foes or a not in self.done]
        if any(a.power == m.power for a in stay):
            return False
        force = m.weight + self.backing(m, {a.power for a in stay})
        moving = [a for a in stay if type(a.order) is Move and a not in foes]
        bare = sum(a.weight for a in stay)
        resisting = [a for a in stay if a not in moving and (a in foes or a.supportable)]
        if force <= bare + sum(self.backing(a) for a in resisting):
            return False
        rivals = [r for r in self.against(m.goal) if r is not m and self.opens(r)]
        beaten = [r for r in rivals if any(f in self.done for f in self.opposed(r))]
        return all(force > r.weight + self.backing(r) for r in rivals if r not in beaten)
