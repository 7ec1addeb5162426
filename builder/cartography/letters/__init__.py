"""The names on a map: where they stand, how large, and their outlines."""
