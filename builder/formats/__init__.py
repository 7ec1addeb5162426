"""Text that people write, and the model: boards, variants, games, cases, orders."""
