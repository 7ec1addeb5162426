"""Replaying a record: the rulebook opened at one position after another."""
