"""Readers and writers of the archive's files: boards, variants, games, cases."""
