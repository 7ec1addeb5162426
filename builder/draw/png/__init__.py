"""Pictures as PNG, painted by Cairo."""
