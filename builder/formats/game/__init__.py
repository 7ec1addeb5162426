"""Readers and the writer of game files."""

from builder.formats.game.reading import load_game, read_game
from builder.formats.game.writing import write_game

__all__ = ["load_game", "read_game", "write_game"]
