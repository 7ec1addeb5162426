"""Chapter 2, movement: moves, supports and convoys.

Written after the rulebook of 2023 as the DATC reads it (chapter 5, decision by decision);
where earlier booklets differ a named choice decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from builder.model.board import Code, Location, Way
from builder.model.findings import Action, Finding, Reason
from builder.model.kinds import Power
from builder.model.orders import Convoy, Hold, Move, Support
from builder.rules.muster import Muster
from builder.rules.rulebook import question
from builder.rules.solver import Answers, Key

ASKED = ("stands", "moves")
MAIN_QUESTION = {Hold: 0, Move: 1, Support: 2, Convoy: 2}
Actions = Sequence[Action]
NOWHERE: dict[Location, Way] = {}
NOBODY: tuple[Action, ...] = ()

MOVED = Finding(1, Reason.MOVED)
HELD = Finding(1, Reason.HELD)
ARRIVED = Finding(1, Reason.MOVED)
GIVEN = Finding(1, Reason.GIVEN)
ON_FOOT = Finding(0, Reason.MOVED)
NO_CONVOY = Finding(0, Reason.NO_CONVOY)


class Movement(Muster):
    """What happens when all orders of a movement phase are carried out at once."""

    def gather(self, actions: Actions) -> None:
        """Prepare what every rule reads: who is where, who goes where, who helps whom."""
        self.actions = actions
        self.garrisons: dict[Code, list[Action]] = {}
        self.movers: dict[Code, list[Action]] = {}
        self.supports: dict[Code, list[Action]] = {}
        self.convoys: dict[tuple[Code, Code], list[Action]] = {}
        for a in actions:
            self.garrisons.setdefault(a.home, []).append(a)
            order = a.order
            if type(order) is Move:
                self.movers.setdefault(order.to.province, []).append(a)
            elif type(order) is Support:
                if order.at is not None:
                    self.supports.setdefault(order.at.province, []).append(a)
            elif type(order) is Convoy and order.to is not None:
                self.convoys.setdefault((order.at.province, order.to.province), []).append(a)
        self.foresee()

    def foresee(self) -> None:
        """Answer at once what nobody disputes: most of a phase.

        A law: what is foreseen is what the rules would have answered.
        """
        known, number = self.known, self.number
        moves, arrives = known[number["moves"]], known[number["arrives"]]
        ferried, stands = known[number["ferried"]], known[number["stands"]]
        lends = known[number["lends"]]
        movers, reach = self.movers, self.map.reach
        for a in self.actions:
            order = a.order
            if type(order) is Move:
                if order.via or order.to not in reach[a.kind].get(a.at, NOWHERE):
                    continue
                if (a.home, a.goal) in self.convoys:
                    continue
                arrives[a] = ARRIVED
                ferried[a] = ON_FOOT
                goal = order.to.province
                if goal not in self.garrisons and len(movers[goal]) == 1:
                    moves[a] = MOVED
            elif a.home not in movers:
                stands[a] = HELD
                if a.weight == 1:
                    lends[a] = GIVEN

    def resolve(self) -> dict[Action, Finding]:
        """What became of every unit's order."""
        known = [self.known[self.number[name]] for name in ASKED]
        found: dict[Action, Finding] = {}
        for a in self.actions:
            which = MAIN_QUESTION.get(type(a.order), 0)
            finding = known[which].get(a) if which < 2 else None
            found[a] = self.answer(a) if finding is None else finding
        return found

    def answer(self, a: Action) -> Finding:
        """What became of the unit's order?"""
        match a.order:
            case Move():
                return self.moves(a)
            case Support():
                return self.lends(a) if self.is_backing(a) else self.idle_support(a)
            case Convoy():
                return self.carries(a) if self.is_carrying(a) else self.idle_convoy(a)
        return self.stands(a)

    def is_backing(self, s: Action) -> bool:
        """Is anybody there who does what the support is for?"""
        assert type(s.order) is Support
        if s.order.at is None:
            return False
        return any(self.backs(s, a) for a in self.garrisons.get(s.order.at.province, NOBODY))

    def is_carrying(self, c: Action) -> bool:
        """Is there an army that moves as the convoy says?"""
        assert type(c.order) is Convoy
        order = c.order
        return any(
            order.to is not None and a.goal == order.to.province
            for a in self.garrisons.get(order.at.province, NOBODY)
        )

    def idle_support(self, s: Action) -> Finding:
        """A support for something that was not ordered: the unit stands or is dislodged."""
        stands = self.stands(s)
        return Finding(0, Reason.NOT_ORDERED_SO, stands.by if not stands else NOBODY)

    def idle_convoy(self, c: Action) -> Finding:
        """A convoy of an army that does not go that way."""
        stands = self.stands(c)
        return Finding(0, Reason.CONVOY_IDLE, stands.by if not stands else NOBODY)

    # What is asked of each order

    @question
    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        arrival = self.arrives(m)
        if not arrival.value:
            return arrival
        stayers, rivals = self.stayers(m), self.rivals(m)
        if not stayers and not rivals:
            return MOVED
        force = self.attack(m, stayers)
        entry = self.entry(m, stayers, force) if stayers else MOVED
        if not entry.value:
            return entry
        for rival in rivals:
            claim = self.claim(rival)
            if claim is not None and force <= claim:
                return Finding(0, Reason.BOUNCED, self.rivals_at(rivals, claim), (force, claim))
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
        attackers = self.movers.get(s.home)
        if not attackers:
            return GIVEN if s.weight == 1 else Finding(s.weight, Reason.GIVEN)
        cutters = tuple(m for m in attackers if self.cuts(m, s))
        if not cutters:
            return Finding(s.weight, Reason.GIVEN)
        left = self.support_left(s, cutters)
        if left:
            return Finding(left, Reason.CUT_IN_PART, cutters)
        why = Reason.SUPPORTER_DISLODGED if any(self.moves(m) for m in cutters) else Reason.CUT
        return Finding(0, why, cutters)

    @question
    def carries(self, c: Action) -> Finding:
        """Does the convoying fleet stay where it is needed?"""
        stands = self.stands(c)
        if stands.value:
            return Finding(1, Reason.CARRIED)
        return Finding(0, Reason.CONVOYER_DISLODGED, stands.by)

    @question
    def stands(self, a: Action) -> Finding:
        """Does the unit keep its province?"""
        attackers = self.movers.get(a.home)
        if not attackers:
            return HELD
        victors = tuple(m for m in attackers if self.moves(m))
        if victors:
            return Finding(0, Reason.DISLODGED, victors, self.moves(victors[0]).tally)
        return Finding(1, Reason.HELD, tuple(attackers))

    @question
    def arrives(self, m: Action) -> Finding:
        """Is there a way to the destination?"""
        if self.marches(m):
            return ARRIVED
        passage = self.ferried(m)
        if not passage.value and self.choices.via_fallback_to_land and self.way(m) is not None:
            return ARRIVED
        return passage

    @question
    def ferried(self, m: Action) -> Finding:
        """Does the army go by sea?"""
        if not self.sails(m):
            return ON_FOOT
        fleets = {c.home: c for c in self.convoyers(m)}
        assert m.goal
        if not self.map.sails(m.home, m.goal, fleets.keys()):
            return NO_CONVOY
        routes = self.map.ways_by_sea(m.home, m.goal, frozenset(fleets))
        used = [c for sea, c in fleets.items() if any(sea in route for route in routes)]
        sunk = tuple(c for c in used if not self.carries(c))
        if sunk and self.broken(m, {c.home for c in used if c not in sunk}):
            return Finding(0, Reason.DISRUPTED, sunk)
        return Finding(1, Reason.MOVED, tuple(c for c in used if c not in sunk))

    def broken(self, m: Action, afloat: Collection[Code]) -> bool:
        """Is a convoy that lost a fleet broken (4.A.1)?"""
        assert m.goal
        if self.choices.convoy_routes == "any_broken":
            return True
        return not self.map.sails(m.home, m.goal, frozenset(afloat))

    # How strong

    def attack(self, m: Action, stayers: Actions) -> int:
        """With what force the unit comes; nothing if it would drive out a unit of its own."""
        if not stayers:
            return self.force(m) + self.backing(m)
        victims = {a.power for a in stayers}
        if m.power in victims:
            return -1
        return self.force(m) + self.backing(m, victims)

    def resistance(self, m: Action, stayers: Actions) -> int:
        """What those who stay put up against the attack."""
        foes = self.head_on(m)
        return sum(self.defend(a) if a in foes else self.hold(a) for a in stayers)

    def defend(self, m: Action) -> int:
        """The strength of a unit that comes the opposite way."""
        return self.force(m) + self.backing(m)

    def hold(self, a: Action) -> int:
        """The strength of a unit that stays; one ordered to move has no support to stand."""
        if type(a.order) is Move or not a.supportable:
            return a.weight
        return a.weight + self.backing(a)

    def claim(self, m: Action) -> int | None:
        """How strongly a move contests its destination; None if it has no effect there."""
        if not self.arrives(m).value:
            return None
        if not self.choices.dislodged_stands_off_in_attackers_space and any(
            self.moves(foe).value for foe in self.head_on(m)
        ):
            return None
        return self.force(m) + self.backing(m)

    def force(self, m: Action) -> int:
        """What the unit is worth on its way."""
        way = self.way(m)
        return m.weight if way is None or way.force is None or self.ferried(m) else way.force

    def backing(self, a: Action, but_not: Collection[Power] = ()) -> int:
        """The sum of the supports that are given, less those of the powers that suffer by it."""
        total = 0
        for s in self.supporters(a):
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
        if len(there) == 1 and type(there[0].order) is not Move:
            return there
        foes = self.head_on(m)
        return [a for a in there if a in foes or not self.leaves(a)]

    def leaves(self, a: Action) -> bool:
        """Does the unit move away?"""
        return type(a.order) is Move and self.moves(a).value > 0

    def head_on(self, m: Action) -> Actions:
        """Who comes the opposite way, so that only one can pass?"""
        assert m.goal
        home = m.home
        for a in self.garrisons.get(m.goal, NOBODY):
            if a.goal == home:
                break
        else:
            return NOBODY
        if self.ferried(m).value:
            return NOBODY
        return [
            a
            for a in self.garrisons[m.goal]
            if a.goal == home and self.arrives(a).value and not self.ferried(a).value
        ]

    def rivals(self, m: Action) -> Actions:
        """Whom else must the unit outmatch?"""
        assert m.goal
        comers = self.movers[m.goal]
        return NOBODY if len(comers) == 1 else [r for r in comers if r is not m]

    def rivals_at(self, rivals: Actions, claim: int) -> tuple[Action, ...]:
        """The rivals whose claim is at least as strong: the culprits of a stand-off."""
        return tuple(r for r in rivals if (self.claim(r) or 0) >= claim)

    def supporters(self, a: Action) -> Actions:
        """Who is ordered to support what the unit does?"""
        helpers = self.supports.get(a.home)
        if helpers is None:
            return NOBODY
        return [s for s in helpers if s is not a and self.backs(s, a)]

    def backs(self, s: Action, a: Action) -> bool:
        """Is the support meant for what the unit does? A coast, where given, must match (4.B.4)."""
        support = s.order
        if type(support) is not Support or support.at is None:
            return False
        if support.at.province != a.home:
            return False
        if type(a.order) is not Move:
            return support.to is None
        to = support.to
        return to is not None and (to == a.order.to or (to.province == a.goal and not to.coast))

    def cuts(self, m: Action, s: Action) -> bool:
        """Does the attack cut the support? Not from where it is aimed at, but by dislodging."""
        if m.power == s.power or not self.arrives(m).value or self.spared(m, s):
            return False
        assert type(s.order) is Support
        target = s.order.to or s.order.at
        if target is not None and target.province == m.home:
            return self.moves(m).value > 0
        return self.bites(m, s)

    def bites(self, m: Action, s: Action) -> bool:
        """Does the attack have any force against the supporter?"""
        return self.force(m) > 0 or self.backing(m, (s.power,)) > 0

    def spared(self, m: Action, s: Action) -> bool:
        """Does the edition keep a convoyed attack from cutting this support (4.A.2)?"""
        rule = self.choices.paradox_rule[0]
        if rule == "szykman" or not self.sails(m):
            return False
        assert type(s.order) is Support
        target = s.order.to or s.order.at
        fleets = {c.home for c in self.convoyers(m)}
        if target is None or target.province not in fleets:
            return False
        if rule == "water1982":
            return True
        if s.order.to is None:
            return False
        return rule == "xii5" or self.needs(m, target.province)

    def needs(self, m: Action, sea: Code) -> bool:
        """Is the fleet there part of every unbroken route of the convoy (2000)?"""
        assert m.goal
        others = {c.home for c in self.convoyers(m) if c.home != sea and self.carries(c)}
        return not self.map.sails(m.home, m.goal, others)

    def support_left(self, s: Action, cutters: Actions) -> int:  # noqa: ARG002
        """What remains of a support under attack."""
        return 0

    # By which way

    def way(self, m: Action) -> Way | None:
        """The way from place to place, whether or not it is taken."""
        assert type(m.order) is Move
        return self.map.reach[m.kind].get(m.at, {}).get(m.order.to)

    def marches(self, m: Action) -> bool:
        """Does the unit go by itself?"""
        return self.way(m) is not None and not self.prefers_sea(m)

    def sails(self, m: Action) -> bool:
        """Is the army bound for the sea?"""
        if not self.setting.kinds[m.kind].convoyed:
            return False
        return self.way(m) is None or self.prefers_sea(m)

    def prefers_sea(self, m: Action) -> bool:
        """Of two ways, does the army take that by sea (4.A.3)?"""
        order = m.order
        assert type(order) is Move
        if order.via:
            return True
        fleets = self.convoyers(m)
        if not fleets or not self.setting.kinds[m.kind].convoyed:
            return False
        if self.choices.adjacent_convoy == "own_fleet_or_via":
            return any(c.power == m.power for c in fleets)
        return self.exchanged(m, fleets)

    def exchanged(self, m: Action, fleets: Actions) -> bool:
        """Does a unit come the opposite way, while the convoy holds (1971)?"""
        assert m.goal
        opposite = any(a.goal == m.home for a in self.garrisons.get(m.goal, ()))
        afloat = {c.home for c in fleets if self.carries(c)} if opposite else set()
        return bool(afloat) and self.map.sails(m.home, m.goal, afloat)

    def convoyers(self, m: Action) -> Actions:
        """The fleets that are ordered to carry the army where it is going."""
        assert m.goal
        return self.convoys.get((m.home, m.goal), NOBODY)

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
