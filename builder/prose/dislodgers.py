"""Which unit dislodged another."""

from __future__ import annotations

from builder.model.findings import Action
from builder.model.turns import Turn
from builder.model.units import Unit


def drivers(unit: Unit, turn: Turn) -> list[Action]:
    """The moves into the place of a unit that was dislodged in this phase."""
    return [
        a
        for a in turn.actions
        if a.goal == unit.at.province and turn.findings[a] and a.units[0] != unit
    ]
