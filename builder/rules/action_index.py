"""Chapter 2, first part: the actions of a phase by place and by whom they help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.model.board import Code, Location, Way
from builder.model.findings import Action, Finding
from builder.model.orders import Convoy
from builder.rules.acceptance import Acceptance
from builder.rules.rulebook import question

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
        """Find out whom every support helps, and which help nobody."""
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
