"""Games as sites keep them: their tables, their pages and their files."""
