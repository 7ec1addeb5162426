"""Boards that are a wheel of ring sectors."""
