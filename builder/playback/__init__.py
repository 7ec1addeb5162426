"""Replaying recorded games and comparing them with what was printed."""
