"""An entry of a feed, as plain data."""

from collections.abc import Sequence
from typing import NamedTuple


class FeedEntry(NamedTuple):
    """One entry of a feed: `address` from the site's root, `day` as `2026-05-01`. `pieces` are its
    content: HTML, or the path of a phase's picture with the title of the phase. `part`
    distinguishes entries with the same address."""

    title: str
    address: str
    day: str
    summary: str = ""
    pieces: Sequence[tuple[str, str]] = ()
    part: str = ""


HTML = ""  # the first half of a piece that is HTML; of a picture it is its path
