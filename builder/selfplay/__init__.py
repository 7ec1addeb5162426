"""Exhibition games: a seeded player for every variant."""

from builder.selfplay.game import exhibit

__all__ = ["exhibit"]
