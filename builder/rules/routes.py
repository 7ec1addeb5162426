"""Chapter 2, first part: who helps whom, and whether a unit goes by land or by convoy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from builder.model.board import Code, Location, Way
from builder.model.findings import Action, Finding, Reason
from builder.model.orders import Convoy, Move, Support
from builder.rules.acceptance import Acceptance
from builder.rules.solver import question

Actions = Sequence[Action]
NOBODY: tuple[Action, ...] = ()
NOWHERE: dict[Location, Way] = {}


class ActionIndex(Acceptance):
    """The actions of a phase, arranged for every question that is asked of them.

    `garrisons` stand in a province at the start, `movers` are bound for it. `moving`,
    `supporting` and `convoying` are those who do that, `holding` all others. `backers` are the
    supports for an action, `idle_supports` those for none, `convoys` the fleets for a passage.
    """

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

    def gather(self, actions: Actions) -> None:
        """Prepare what every rule reads, once for the phase."""
        self.actions = actions
        roles: tuple[list[Action], ...] = ([], [], [], [])
        for a in actions:
            roles[a.role].append(a)
        self.holding, self.moving, self.supporting, self.convoying = roles
        movers: dict[Code | None, list[Action]] = {}
        for m in self.moving:
            if m.goal in movers:
                movers[m.goal].append(m)
            else:
                movers[m.goal] = [m]
        self.movers = movers
        self.garrisons = self.crowded(actions)
        self.pair_supports(self.supporting)
        self.pair_convoys(self.convoying)

    def crowded(self, actions: Actions) -> Mapping[Code | None, Actions]:
        """Who stands in each province."""
        if not self.sharing:
            return {a.home: (a,) for a in actions}
        found: dict[Code | None, list[Action]] = {}
        for a in self.stationed(actions):
            found.setdefault(a.home, []).append(a)
        return found

    def stationed(self, actions: Actions) -> Actions:
        """Who stands on the ground of a province at the start? By the standard rules all do."""
        return actions

    def pair_supports(self, supporting: Actions) -> None:
        """Finds the unit that each support helps, and the supports that help none."""
        self.backers = {}
        self.idle_supports = {}
        backers = self.backers
        for s in supporting:
            helped = self.beneficiaries(s)
            if not helped:
                self.idle_supports[s] = None
            for a in helped:
                if a in backers:
                    backers[a].append(s)
                else:
                    backers[a] = [s]

    def pair_convoys(self, convoying: Actions) -> None:
        """Find the fleets for every passage."""
        self.convoys = {}
        for c in convoying:
            assert type(c.order) is Convoy
            if c.order.passage and self.passages:
                self.convoys.setdefault(c.order.passage, []).append(c)

    # What is asked of each order (answered in the chapters that follow)

    @question
    def moves(self, m: Action) -> Finding:
        """Does the unit enter the province it is ordered to?"""
        raise NotImplementedError

    @question
    def lends(self, s: Action) -> Finding:
        """How much support is left after cuts?"""
        raise NotImplementedError

    def carries(self, c: Action) -> Finding:
        """Does the convoying fleet stay where it is needed?"""
        raise NotImplementedError

    def stands(self, a: Action) -> Finding:
        """Does the unit keep its province?"""
        raise NotImplementedError

    # Who has to do with whom

    def beneficiaries(self, s: Action) -> Actions:
        """Whose action does the support help? A coast, where given, must match (4.B.4)."""
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

    def is_carrying(self, c: Action) -> bool:
        """Is there an army that moves as the convoy says?"""
        order = c.order
        assert type(order) is Convoy
        if order.to is None:
            return False
        goal = order.to.province
        return any(a.goal == goal for a in self.garrisons.get(order.at.province, NOBODY))

    def comes_from(self, m: Action) -> Code:
        """The space out of which the unit attacks."""
        return m.home

    def leaves(self, a: Action) -> bool:
        """Does the unit move away?"""
        return a.goal is not None and self.moves(a).value > 0


MOVED = Finding(1, Reason.MOVED)
ON_FOOT = Finding(0, Reason.MOVED)
NO_CONVOY = Finding(0, Reason.NO_CONVOY)


class Routes(ActionIndex):
    """Ways over land, along coasts and by sea; convoys and what breaks them."""

    def arrives(self, m: Action) -> Finding:
        """Is there a way to the destination?"""
        if self.on_foot(m) or self.marches(m):
            return MOVED
        passage = self.ferried(m)
        if not passage.value and self.choices.via_fallback_to_land and self.way(m) is not None:
            return MOVED
        return passage

    @question
    def ferried(self, m: Action) -> Finding:
        """Does the army go by sea?"""
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
        if sunk and self.broken(m, {c.home for c in used if c not in sunk}):
            return Finding(0, Reason.DISRUPTED, sunk)
        return Finding(1, Reason.MOVED, tuple(c for c in used if c not in sunk))

    def on_foot(self, m: Action) -> bool:
        """Does the unit go by a way like any other, which no convoy is ordered to take it?"""
        return m.plain and (not self.convoys or (m.home, m.goal) not in self.convoys)

    def broken(self, m: Action, afloat: Collection[Code]) -> bool:
        """Is a convoy that lost a fleet broken (4.A.1)?"""
        assert m.goal
        if self.choices.convoy_routes == "any_broken":
            return True
        return not self.map.sails(m.home, m.goal, frozenset(afloat))

    def way(self, m: Action) -> Way | None:
        """The way from place to place, whether or not it is taken."""
        assert type(m.order) is Move
        return self.map.reach[m.kind].get(m.at, NOWHERE).get(m.order.to)

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
        if order.via or self.choices.adjacent_convoy == "via":
            return order.via
        fleets = self.convoyers(m)
        if not fleets or not self.setting.kinds[m.kind].convoyed:
            return False
        if self.choices.adjacent_convoy == "own_fleet_or_via":
            return any(c.power == m.power for c in fleets)
        return self.exchanged(m, fleets)

    def exchanged(self, m: Action, fleets: Actions) -> bool:
        """Does a unit come the opposite way, while the convoy holds (1971)?"""
        assert m.goal
        opposite = any(a.goal == m.home for a in self.garrisons.get(m.goal, NOBODY))
        afloat = {c.home for c in fleets if self.carries(c)} if opposite else set()
        return bool(afloat) and self.map.sails(m.home, m.goal, afloat)

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

    def spared(self, m: Action, s: Action) -> bool:
        """Does the edition keep a convoyed attack from cutting this support (4.A.2)?"""
        rule = self.choices.paradox_rule[0]
        if rule == "szykman" or not self.sails(m):
            return False
        assert type(s.order) is Support
        target = s.order.to or s.order.at
        if target is None:
            return False
        if rule == "water1982":
            there = self.garrisons.get(target.province, NOBODY)
            return any(type(c.order) is Convoy and self.is_carrying(c) for c in there)
        if s.order.to is None or all(c.home != target.province for c in self.convoyers(m)):
            return False
        return rule == "xii5" or self.needs(m, target.province)

    def needs(self, m: Action, sea: Code) -> bool:
        """Is the fleet there part of every unbroken route of the convoy (2000)?"""
        assert m.goal
        others = {c.home for c in self.convoyers(m) if c.home != sea and self.carries(c)}
        return not self.map.sails(m.home, m.goal, others)
