"""Games from webDiplomacy's own interface."""
