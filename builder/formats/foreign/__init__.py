"""Formats of others, each read into a record."""
