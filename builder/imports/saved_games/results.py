"""The results that the package `diplomacy` prints for orders.

A convoy is `void` or has `no convoy` where its army goes by land, or fails for want of others that
would carry it. Help is `void` or has `no convoy` where it comes to nothing: against a unit of the
helper's own power, or for an order that is itself `void` or has `no convoy`. Whether such an order
stood, was cut or was driven out, these words leave open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from builder.imports.json_nodes import JsonNode
from builder.model.board import Code, Reach
from builder.model.kinds import Power
from builder.model.orders import Convoy, Move, Order, Support
from builder.model.outcomes import Outcome

OUTCOMES = {
    "bounce": Outcome.BOUNCED, "cut": Outcome.CUT, "void": Outcome.VOID,
    "no convoy": Outcome.NO_CONVOY, "disrupted": Outcome.DISRUPTED,
    "dislodged": Outcome.DISLODGED, "disband": Outcome.DISBANDED,
}  # fmt: skip
IDLE = frozenset({Outcome.VOID, Outcome.NO_CONVOY})


def tags(words: JsonNode) -> list[str]:
    """The results of one unit: a list, or a single word."""
    many = isinstance(words.value, list)
    return [tag for tag in ([w.text() for w in words.list()] if many else [words.text()]) if tag]


class SavedResults(NamedTuple):
    """The words of one phase, province by province: whose unit stood there, what it was ordered
    and what is said of that; `walks` is where armies may walk."""

    powers: Mapping[Code, Power]
    orders: Mapping[Code, Order]
    said: Mapping[Code, frozenset[Outcome]]
    walks: Reach

    def of(self, here: Code) -> frozenset[Outcome]:
        """The outcomes of the order there, without the words that tell none."""
        said, order = self.said[here], self.orders.get(here)
        by_land = isinstance(order, Convoy) and self._goes_by_land(order)
        if by_land or (isinstance(order, Support | Convoy) and self._is_vain(here, order)):
            return said - IDLE
        return said

    def _goes_by_land(self, convoy: Convoy) -> bool:
        army = self.orders.get(convoy.at.province)
        walked = self.walks.get(convoy.at, {})
        return isinstance(army, Move) and army.to == convoy.to and army.to in walked

    def _is_vain(self, here: Code, order: Support | Convoy) -> bool:
        if order.at is None or order.to is None:
            return False
        own = self.powers.get(here) == self.powers.get(order.to.province)
        idle = self.said.get(order.at.province, frozenset()) & IDLE
        return bool(idle) or (own and isinstance(order, Support))
