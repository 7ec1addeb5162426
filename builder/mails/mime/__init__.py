"""A mail as it came: its parts, headers, character sets and pages."""
