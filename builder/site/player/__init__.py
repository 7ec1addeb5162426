"""The player in a game's page: what each phase lays upon the board."""
