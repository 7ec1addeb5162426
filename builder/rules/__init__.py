"""The rulebook: one chapter a file, changed by amendments."""
