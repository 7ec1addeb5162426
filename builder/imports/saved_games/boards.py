"""The board of a saved game of the package `diplomacy`.

`standard_france_austria` and its like are the standard board; so is a map of a name that nobody
knows, if the game begins as the standard game does.
"""

from __future__ import annotations

from builder.errors import UnknownWordError
from builder.imports.board_choice import STANDARD, OnBoard
from builder.imports.importer import Settings
from builder.imports.json_nodes import JsonNode
from builder.imports.saved_games.orders import SavedOrders
from builder.imports.saved_games.phases import phases
from builder.imports.saved_games.positions import SavedPositionReader, opens
from builder.model.setting import Setting

DUEL = "fva"  # France against Austria on the standard board


def board(data: JsonNode, settings: Settings) -> OnBoard:
    """The board of a game; raises UnknownWordError."""
    name = data["map"].text() or data["map_name"].text() or STANDARD
    if name.lower() == DUEL or name.startswith(STANDARD):
        return OnBoard(settings(STANDARD), STANDARD)
    try:
        return OnBoard(settings(name), name)
    except UnknownWordError:
        setting = settings(STANDARD)
        if not _opens(data, setting):
            raise
        return OnBoard(setting, STANDARD, name)


def _opens(data: JsonNode, setting: Setting) -> bool:
    """Does the game begin as the board's own does?"""
    told: list[str] = []
    states = SavedPositionReader(setting, SavedOrders(setting), lambda _, text: told.append(text))
    first = next((raw["state"] for _, raw in phases(data)), None)
    state = states.state(first) if first else None
    return state is not None and not told and opens(state, setting)
