"""Replays written in the formats of others."""
