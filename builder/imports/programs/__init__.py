"""Files of other programs: saved games, games as lists of messages."""
