"""Leaders: with their units, alone, in retreat and in Winter."""

from builder.rules.amendments.leaders.winter import Leaders

__all__ = ["Leaders"]
