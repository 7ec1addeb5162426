"""Trying other orders in a browser: the pages, the interpreter and its answers."""
