"""Games as zines print them."""
