"""Chancery: an archive of Diplomacy games, replayed by its own adjudicator."""
