"""Chapter 2: supports, convoys, and the results of moves.

It follows the rulebook of 2023 as the DATC reads it (chapter 5, decision by decision). Where
earlier editions differ, a choice of the setting decides.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from builder.model.board import Way
from builder.model.findings import Action, Finding, Reason
from builder.model.grouping import grouped
from builder.model.orders import Convoy, Move, Support
from builder.model.units import Code, Location, Power
from builder.rules.acceptance import Acceptance
from builder.rules.solver import Answers, Key

Actions = Sequence[Action]
NOBODY: tuple[Action, ...] = ()
NOWHERE: dict[Location, Way] = {}
MOVED = Finding(1, Reason.MOVED)
ON_FOOT = Finding(0, Reason.MOVED)
NO_CONVOY = Finding(0, Reason.NO_CONVOY)
HELD = Finding(1, Reason.HELD)
CARRIED = Finding(1, Reason.CARRIED)


@cache
def given(weight: int) -> Finding:
    """The finding for a support of that strength which nothing cuts."""
    return Finding(weight, Reason.GIVEN)


class Movement(Acceptance):
    """What happens when all orders of a movement phase are carried out at once.

    `garrisons` has the actions of the units that start in a province, `movers` the moves to it.
    `moving`, `supporting` and `convoying` are the actions of those kinds, `holding` all others.
    `backers` has the supports for each action, `idle_supports` are those for none, `convoys` has
    the fleets ordered to carry an army from one province to another, `landings` where to.
    `findings` are the answers for all actions, `arrivals` the moves that succeed, by goal.
    """

    questions = ("ferried", "lends", "moves")
    actions: Actions
    garrisons: Mapping[Code | None, Actions]
    movers: dict[Code | None, list[Action]]
    moving: list[Action]
    holding: list[Action]
    supporting: list[Action]
    convoying: list[Action]
    backers: dict[Action, list[Action]]
    idle_supports: dict[Action, None]
    convoys: dict[tuple[Code, Code], list[Action]]
    landings: set[Code]
    arrivals: dict[Code | None, Action]

    def gather(self, actions: Actions) -> None:
        """Sort the actions as the rules need them, once for the phase."""
        self.actions = actions
        roles: tuple[list[Action], ...] = ([], [], [], [])
        for a in actions:
            roles[a.role].append(a)
        self.holding, self.moving, self.supporting, self.convoying = roles
        self.movers, self.arrivals, self.findings = {}, {}, {}
        for m in self.moving:
            self.movers.setdefault(m.goal, []).append(m)
        self.garrisons = {a.home: (a,) for a in actions}
        if self.sharing:
            self.garrisons = grouped((a.home, a) for a in self.stationed(actions))
        self.pair_supports(self.supporting)
        self.convoys = {}
        if self.convoying and self.passages:
            passages = ((c.order.passage, c) for c in self.convoying if type(c.order) is Convoy)
            self.convoys = grouped((way, c) for way, c in passages if way)
        self.landings = {goal for _, goal in self.convoys}

    def stationed(self, actions: Actions) -> Actions:
        """The actions of units that are in their provinces and not aboard: here all of them."""
        return actions

    def pair_supports(self, supporting: Actions) -> None:
        """Find the actions that each support helps, and the supports that help none."""
        self.backers, self.idle_supports = {}, {}
        for s in supporting:
            helped = self.beneficiaries(s)
            if not helped:
                self.idle_supports[s] = None
            for a in helped:
                self.backers.setdefault(a, []).append(s)

    def resolve(self) -> dict[Action, Finding]:
        """The finding for every action."""
        idle, found = self.idle_supports, self.findings
        for a in self.holding:
            found[a] = self.stands(a)
        for m in self.moving:
            found[m] = entry = self.moves(m)
            if entry.value:
                self.arrivals[m.goal] = m
        for s in self.supporting:
            if s not in idle:
                found[s] = self.lends(s)
        found.update((s, self.unused(s)) for s in idle)
        for c in self.convoying:
            by_land = any(map(self.marches, self.matching_moves(c)))  # 4.A.3
            used = self.is_carrying(c) and not by_land
            found[c] = self.convoy_finding(c) if used else self.unused(c)
        return found

    def convoy_finding(self, c: Action) -> Finding:
        """The finding for a convoy that matches a move; one that the move could do without is said
        to be so."""
        carrying = self.carries(c)
        others = self.fleets_without(c) if carrying.value else ()
        return Finding(1, Reason.CONVOY_NOT_NEEDED, others) if others else carrying

    def unused(self, a: Action) -> Finding:
        """The finding for a support or convoy that matches no order; its unit holds."""
        why = Reason.NOT_ORDERED_SO if type(a.order) is Support else Reason.CONVOY_IDLE
        stands = self.stands(a)
        return Finding(0, why, NOBODY if stands.value else stands.by)

    # Questions about each action

    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        if not m.plain or m.goal in self.landings:
            arrival = self.arrives(m)
            if not arrival.value:
                return arrival
        foes: Actions = NOBODY
        stayers = []
        for a in self.garrisons.get(m.goal, NOBODY):
            foes = self.head_on(m) if a.goal == m.home else foes
            if a.goal is None or a in foes or not self.moves(a).value:
                stayers.append(a)
        entry = self.entry(m, stayers, foes) if stayers else MOVED
        if not entry.value or len(self.movers[m.goal]) == 1:
            return entry
        return self.matched(m, entry.tally[0] if entry.tally else self.strength(m), entry)

    def entry(self, m: Action, stayers: Actions, foes: Actions) -> Finding:
        """Is the move stronger than the units that stay? None of its own power gives way to it."""
        victims = [a.power for a in stayers]
        force = -1 if m.power in victims else self.strength(m, victims)
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
        """The entry, or a stand-off if another move to the place is at least as strong."""
        most: float = -1
        by: tuple[Action, ...] = ()
        for r in self.movers[m.goal]:
            claim = self.claim(r) if r is not m else None
            if claim is not None and claim >= most:
                by = (*by, r) if claim == most else (r,)
                most = claim
        return entry if force > most else Finding(0, Reason.BOUNCED, by, (force, most))

    def lends(self, s: Action) -> Finding:
        """How much of the support is left after cuts?"""
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
            if m.power != s.power and not self.spared(m, s) and self.moves(m).value > 0:
                return Finding(0, Reason.SUPPORTER_DISLODGED, (m,))
        return found

    def support_left(self, s: Action, cutters: Actions) -> int:  # noqa: ARG002
        """What is left of a support that is cut."""
        return 0

    def carries(self, c: Action) -> Finding:
        """Does the convoying fleet keep its place?"""
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

    # Strengths

    def strength(self, m: Action, but_not: Collection[Power] = ()) -> float:
        """The strength of a move; supports of the powers `but_not` do not count."""
        force = self.force(m) if self.map.has_odd_ways else m.weight
        return force + self.backing(m, but_not) if m in self.backers else force

    def hold(self, a: Action) -> int:
        """The strength of a unit that stays; if it was ordered to move, without its supports."""
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
            if not self.choices.prevent_lost_only_in_head_to_head:
                there = self.garrisons.get(m.goal, NOBODY)
                foes = [a for a in there if a.goal == m.home]  # even a convoyed army (4.A.7)
                if any(self.moves(foe).value for foe in foes) and not self.moves(m).value:
                    return None
        return self.strength(m)

    def force(self, m: Action) -> float:
        """The strength of a move without supports, on the way that it takes."""
        way = self.way(m)
        return m.weight if way is None or way.force is None or self.ferried(m) else way.force

    def backing(self, a: Action, but_not: Collection[Power] = ()) -> int:
        """The strength of the supports for an action, without those of the powers `but_not`."""
        total = 0
        for s in self.backers[a]:
            if s.power not in but_not:
                total += self.lends(s).value
        return total

    # Which actions concern one another

    def beneficiaries(self, s: Action) -> Actions:
        """The actions that a support helps. If it names a coast, that must match (4.B.4)."""
        if s.helps is None:
            return NOBODY
        home, goal, place = s.helps
        found = []
        for a in self.garrisons.get(home, NOBODY):
            if a.goal == goal and a is not s and (place is None or a.after.at == place):
                found.append(a)
        return found

    def convoyers(self, m: Action) -> Actions:
        """The fleets that are ordered to carry the army where it is going."""
        assert m.goal
        return self.convoys.get((m.home, m.goal), NOBODY)

    def fleets_without(self, c: Action) -> tuple[Action, ...]:
        """The fleets that carry an army if this one, which was ordered to the same convoy, is on
        none of their routes; empty if it is on one, or if there is no route."""
        assert type(c.order) is Convoy
        passage = c.order.passage
        fleets = {a.home: a for a in self.convoys.get(passage, NOBODY)} if passage else {}
        if passage is None or len(fleets) < 2:
            return ()
        routes = self.map.ways_by_sea(*passage, frozenset(fleets))
        needed = set[Code]().union(*routes)
        return () if c.home in needed else tuple(fleets[sea] for sea in sorted(needed))

    def matching_moves(self, c: Action) -> Actions:
        """The units that are ordered to move as the convoy says."""
        assert type(c.order) is Convoy
        home, goal = c.order.passage or (None, None)
        return [a for a in self.garrisons.get(home, NOBODY) if a.goal == goal]

    def is_carrying(self, c: Action) -> bool:
        """Is there a unit ordered to move as the convoy says?"""
        return bool(self.matching_moves(c))

    def comes_from(self, m: Action) -> Code:
        """The province from which the unit attacks."""
        return m.home

    def leaves(self, a: Action) -> bool:
        """Does the unit move away?"""
        return a.goal is not None and self.moves(a).value > 0

    def cuts(self, m: Action, s: Action) -> bool:
        """Does the attack cut the support without dislodging the supporter? Not if it comes from
        the province that the support is aimed at."""
        if m.power == s.power or not self.arrives(m).value or self.spared(m, s):
            return False
        if s.aim is not None and s.aim == self.comes_from(m):
            return False
        return self.has_force(m, s)

    def has_force(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        return self.force(m) > 0 or (m in self.backers and self.backing(m, (s.power,)) > 0)

    # By land or by sea

    def arrives(self, m: Action) -> Finding:
        """Does the unit reach its destination, by land or by sea?"""
        if self.on_foot(m) or self.marches(m):
            return MOVED
        passage = self.ferried(m)
        if not passage.value and self.way(m) is not None and self.walks_instead(m):
            return MOVED
        return passage

    def walks_instead(self, m: Action) -> bool:
        """Does an army that was ordered by convoy walk if none carries it (4.A.3)? By one house
        rule it does only if no convoy was ordered: no chain of fleets that leads there."""
        rule = self.choices.via_fallback_to_land
        if rule != "if_none_ordered":
            return rule == "yes"
        assert m.goal
        fleets = frozenset(c.home for c in self.convoyers(m))
        return not self.map.ways_by_sea(m.home, m.goal, fleets)

    def ferried(self, m: Action) -> Finding:
        """Does a convoy carry the army to its destination?"""
        if self.on_foot(m) or not self.sails(m):
            return ON_FOOT
        fleets = {c.home: c for c in self.convoyers(m)}
        assert m.goal
        if not fleets:
            return NO_CONVOY
        routes = self.map.ways_by_sea(m.home, m.goal, frozenset(fleets))
        if not routes:
            return Finding(0, Reason.NO_CONVOY, tuple(fleets.values()))
        used = [c for sea, c in fleets.items() if any(sea in route for route in routes)]
        sunk = tuple(c for c in used if not self.carries(c))
        afloat = tuple(c for c in used if c not in sunk)
        whole = self.choices.convoy_routes == "any_broken"  # 4.A.1
        if sunk and (whole or not self.map.sails(m.home, m.goal, {c.home for c in afloat})):
            return Finding(0, Reason.DISRUPTED, sunk)
        return Finding(1, Reason.MOVED, afloat)

    def on_foot(self, m: Action) -> bool:
        """Does the unit take an ordinary way, without any convoy order for the same passage?"""
        return m.plain and (not self.convoys or (m.home, m.goal) not in self.convoys)

    def way(self, m: Action) -> Way | None:
        """The way by which the unit could go by itself, whether or not it does; None if none."""
        assert type(m.order) is Move
        return self.map.reach[m.kind].get(m.at, NOWHERE).get(m.order.to)

    def marches(self, m: Action) -> bool:
        """Does the unit go without a convoy?"""
        return self.way(m) is not None and not self.prefers_sea(m)

    def sails(self, m: Action) -> bool:
        """Does the army need or choose a convoy?"""
        if not self.setting.kinds[m.kind].convoyed:
            return False
        return self.way(m) is None or self.prefers_sea(m)

    def prefers_sea(self, m: Action) -> bool:
        """Does an army that could also go by land choose the convoy (4.A.3)?"""
        order = m.order
        assert type(order) is Move
        if order.via or self.choices.adjacent_convoy == "via":
            return order.via
        fleets = self.convoyers(m)
        if not fleets or not self.setting.kinds[m.kind].convoyed:
            return False
        if self.choices.adjacent_convoy == "own_fleet_or_via":
            return any(c.power == m.power for c in fleets)
        if all(a.goal != m.home for a in self.garrisons.get(m.goal, NOBODY)):
            return False  # 1971: only if a unit moves the opposite way and the convoy is unbroken
        afloat = {c.home for c in fleets if self.carries(c)}
        return self.map.sails(m.home, order.to.province, afloat)

    def head_on(self, m: Action) -> Actions:
        """The moves the opposite way that this one meets head to head: none of the two by sea."""
        opposite = [a for a in self.garrisons.get(m.goal, NOBODY) if a.goal == m.home]
        if not opposite or self.ferried(m).value:
            return NOBODY
        return [a for a in opposite if self.arrives(a).value and not self.ferried(a).value]

    def spared(self, m: Action, s: Action) -> bool:
        """Does the edition keep a convoyed attack from cutting this support (4.A.2)?"""
        rule = self.choices.paradox_rule[0]
        if rule == "szykman" or not self.sails(m) or s.aim is None:
            return False
        if rule == "water1982":
            there = self.garrisons.get(s.aim, NOBODY)
            return any(type(c.order) is Convoy and self.is_carrying(c) for c in there)
        assert m.goal
        assert type(s.order) is Support
        if s.order.to is None and rule != "needed_fleet":  # which spares support to hold as well
            return False
        if all(c.home != s.aim for c in self.convoyers(m)):
            return False
        if rule == "xii5":
            return True  # 2000: only if the fleet there is part of every unbroken route
        others = {c.home for c in self.convoyers(m) if c.home != s.aim and self.carries(c)}
        return not self.map.sails(m.home, m.goal, others)

    # Loops of questions

    def values(self, index: int, about: Action) -> Iterable[int]:
        """The possible answers: up to its weight for a support, otherwise no or yes."""
        return range(about.weight + 1) if self.questions[index] == "lends" else (0, 1)

    def settle(self, loop: Sequence[Key], outcomes: Sequence[Answers]) -> Answers:
        """A convoy in a paradox is disrupted (Szykman, 4.A.2); a ring of moves succeeds."""
        ferried = self.questions.index("ferried")
        convoyed = {key: Finding(0, Reason.PARADOX) for key in loop if key[0] == ferried}
        if convoyed:
            return convoyed
        if outcomes:
            return max(outcomes, key=lambda answers: sum(f.value for f in answers.values()))
        return {loop[0]: Finding(0, Reason.UNDECIDED)}
