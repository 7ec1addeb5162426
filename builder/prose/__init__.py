"""The game in words: reasons, reports, the map described; no drawing, no pages."""
