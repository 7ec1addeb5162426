"""The nouns of the game: immutable values without rules or files."""
