"""Exhibition games: a seeded player for every variant."""
