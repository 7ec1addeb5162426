"""Curves and the commands of paths."""
