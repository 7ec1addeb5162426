"""On which board a game of the package `diplomacy` is played.

`standard_france_austria` and its like are the standard board; so is a map of a name that nobody
knows, if the game begins as the standard game does.
"""

from __future__ import annotations

from typing import NamedTuple

from builder.errors import UnknownWordError
from builder.formats.foreign.json_nodes import Node
from builder.formats.foreign.reading import Settings
from builder.formats.foreign.saved_orders import SavedOrders
from builder.formats.foreign.saved_phases import phases
from builder.formats.foreign.saved_states import SavedStates
from builder.model.setting import Setting

STANDARD = "standard"
DUEL = "fva"  # France against Austria on the standard board


class Board(NamedTuple):
    """The variant of a game, and the name of its map where that is not known."""

    variant: str
    setting: Setting
    unknown: str = ""


def board(data: Node, settings: Settings) -> Board:
    """The board of a game; raises UnknownWordError."""
    name = data["map"].text() or data["map_name"].text() or STANDARD
    if name.lower() == DUEL or name.startswith(STANDARD):
        return Board(STANDARD, settings(STANDARD))
    try:
        return Board(name, settings(name))
    except UnknownWordError:
        setting = settings(STANDARD)
        if not _opens(data, setting):
            raise
        return Board(STANDARD, setting, name)


def _opens(data: Node, setting: Setting) -> bool:
    """Does the game begin with the units and the centres of the board's own game?"""
    told: list[str] = []
    states = SavedStates(setting, SavedOrders(setting), lambda _, text: told.append(text))
    first = next((raw["state"] for _, raw in phases(data)), None)
    state = states.state(first) if first else None
    if state is None or told:
        return False
    known = setting.start
    return set(state.units) == set(known.units) and state.owners == dict(known.owners)
