"""A game master's week: mails come in, a season is closed, its results go out."""
