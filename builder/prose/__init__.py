"""English about the game: reasons, reports and descriptions of maps."""
