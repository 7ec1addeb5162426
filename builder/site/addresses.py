"""Addresses within the site. Every link is relative, so the site works in any folder."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8192)
def slug(words: str) -> str:
    """`Tübingen 1, Stp/nc` is `tubingen-1-stp-nc`."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def root_of(path: str) -> str:
    """The way from a page back to the site's root: `../../` for `games/1998v/index.html`."""
    return "../" * path.count("/")


def folder(path: str) -> str:
    """A page's address without its file name: `games/1998v/` for `games/1998v/index.html`."""
    return path.removesuffix("index.html")


def game(name: str) -> str:
    """The address of a game's page."""
    return f"games/{name}/"


def phase(name: str, phase_slug: str) -> str:
    """The lasting address of a phase's page."""
    return f"games/{name}/{phase_slug}/"


def variant(name: str) -> str:
    """The address of a variant's rule page."""
    return f"variants/{name}/"
