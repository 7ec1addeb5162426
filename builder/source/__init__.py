"""YAML as people write it: every value with its line and column, every mistake collected."""
