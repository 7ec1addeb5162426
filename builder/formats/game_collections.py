"""Reads `collection.yaml`, which says how much is published of the games in its folder.

depth: game
"""

from pathlib import Path
from typing import Literal, NamedTuple, cast

from builder.formats.game.reading import DEPTHS
from builder.source.documents import read

Depth = Literal["phases", "game", "counts"]


class Collection(NamedTuple):
    """A folder of games: `depth` says how much of each is published.

    `phases` are pages of the game and of each phase, with pictures. `game` is one page with all
    orders and one file of data. `counts` is no page: the game counts in statistics and openings,
    and the search finds it.
    """

    depth: Depth


def read_collection(path: Path | str) -> Collection:
    """Read the file of a collection; raises SourceError or Mistakes with every mistake."""
    document = read(path)
    top = document.fields()
    depth = top.choice("depth", DEPTHS)
    document.finish()
    return Collection(cast("Depth", depth))
