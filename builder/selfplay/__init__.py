"""Exhibition games: a seeded player for every variant, sensible enough to show its rules."""

from builder.selfplay.game import exhibit

__all__ = ["exhibit"]
