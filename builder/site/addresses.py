"""Addresses within the site. Every link is relative, so the site works in any folder."""

from __future__ import annotations


def root_of(path: str) -> str:
    """The relative address of the site's root: `../../` for `games/1998v/index.html`."""
    return "../" * path.count("/")


def folder(path: str) -> str:
    """A page's address without its file name: `games/1998v/` for `games/1998v/index.html`."""
    return path.removesuffix("index.html")


def game(name: str) -> str:
    """The address of a game's page."""
    return f"games/{name}/"


def phase(name: str, phase_slug: str) -> str:
    """The permanent address of a phase's page."""
    return f"games/{name}/{phase_slug}/"


def variant(name: str) -> str:
    """The address of a variant's rule page."""
    return f"variants/{name}/"


def board(variant_name: str) -> str:
    """The address of the board that all pages of a variant share."""
    return f"boards/{variant_name}/"


def board_style(*variants: str, seas: bool = False) -> str:
    """The style sheets of some variants' boards for a page's head.

    With `seas` those of all seas too, for maps whose spaces can be pressed.
    """
    files = ("board.css", "seas.css") if seas else ("board.css",)
    sheets = (f"{{root}}{board(name)}{file}" for name in variants for file in files)
    return "".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets)
