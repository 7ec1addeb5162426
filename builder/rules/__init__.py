"""The rulebook: one chapter per file, amended by mixins."""
