"""The powers that an order concerns, for readers who follow one power through a game."""

from builder.model.board import Code
from builder.model.findings import Action
from builder.model.grouping import grouped
from builder.model.kinds import Power
from builder.model.orders import Convoy, Move, Support
from builder.model.setting import Setting
from builder.model.turns import Fate, Turn


class ConcernedPowers:
    """Finds the powers for the orders of one phase.

    An order concerns its own power, the powers whose units it supports, convoys or meets at its
    goal, and the power that owns the goal or whose home it is.
    """

    def __init__(self, turn: Turn, setting: Setting) -> None:
        self._turn, self._setting, self._playing = turn, setting, frozenset(setting.powers)
        units = (*turn.before.units, *(d.unit for d in turn.before.dislodged))
        self._units = grouped((unit.at.province, unit.power) for unit in units)

    def by_action(self, action: Action) -> frozenset[Power]:
        """The powers that an order of a movement phase concerns."""
        order = action.order if action.meant is None else action.meant
        found: set[Power] = set()
        if isinstance(order, Support | Convoy) and order.at is not None:
            found.update(self._units.get(order.at.province, ()))
        if isinstance(order, Move | Support | Convoy) and order.to is not None:
            found |= self._at(order.to.province)
        return frozenset(found | {action.power}) & self._playing

    def by_fate(self, fate: Fate) -> frozenset[Power]:
        """The powers that an order of a retreat or adjustment phase concerns."""
        there = self._at(fate.to.province) if fate.to is not None else set()
        return frozenset(there | {fate.power}) & self._playing

    def _at(self, place: Code) -> set[Power]:
        home = self._setting.board.provinces[place].home
        owner = self._turn.before.owners.get(place)
        return {*self._units.get(place, ()), *(Power(one) for one in (home, owner) if one)}
