"""The PIG convoy: boarding, landing, drifting and laying up."""

from builder.rules.amendments.pigs.winter import PigConvoy

__all__ = ["PigConvoy"]
