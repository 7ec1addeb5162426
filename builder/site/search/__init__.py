"""The index of orders and positions, and what the site search reads of a page."""
