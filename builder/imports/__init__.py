"""Games in the formats of others, read into records."""
