"""Each order of a phase in words: the unit, the order, its fate and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from builder.model.board import Board
from builder.model.findings import Action
from builder.model.turns import Turn
from builder.prose.names import Standing, acting_unit, action_text, standing, written_text
from builder.prose.reasons import Sentence, fate, reason


class OrderAccount(NamedTuple):
    """What is told of an order: the unit that acts, what it was to do, its fate, and why."""

    unit: str
    text: str
    fate: str
    why: Sentence


Accounts = Mapping[Action, OrderAccount]


def accounts(turn: Turn, board: Board) -> Accounts:
    """What is told of every order of a movement phase."""
    units = standing(turn.before.units)
    return {
        action: OrderAccount(
            acting_unit(action),
            _order(action, turn, units),
            fate(action, finding, turn),
            reason(action, finding, turn, board),
        )
        for action, finding in ((action, turn.findings[action]) for action in turn.actions)
    }


def _order(action: Action, turn: Turn, units: Standing) -> str:
    """What a unit was ordered to do, also where the order was not accepted."""
    if action.fault is not None and action in turn.written:
        return written_text(turn.written[action], units)
    return action_text(action, units)
