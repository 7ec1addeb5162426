"""The nouns of the game: frozen values, no rules, no files."""
