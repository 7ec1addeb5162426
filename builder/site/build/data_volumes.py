"""All games as data: compressed one by one, in a file for each block of games.

An archive of one block has all in `archive.jsonl.gz`; that of a larger one lists the others.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable

from builder import __version__
from builder.site.artifacts import Artifact
from builder.site.parts.downloads import FORMAT, as_json

DATA = "archive.jsonl.gz"


def compressed(text: str) -> bytes:
    """Some lines of data, as they can be joined with others."""
    return gzip.compress(text.encode(), 6, mtime=0)


def volume(number: int, count: int, title: str, games: Iterable[bytes]) -> Artifact:
    """A block of compressed games: a line that says what it is, then one each."""
    held = [*games]
    head = _head(title, len(held), {"volume": number + 1} if count > 1 else {})
    path = _path(number) if count > 1 else DATA
    return Artifact(path, b"".join((head, *held)))


def volumes(count: int, title: str, games: int) -> Iterable[Artifact]:
    """The list of the files of the blocks, if there are several."""
    if count > 1:
        yield Artifact(DATA, _head(title, games, {"volumes": [*map(_path, range(count))]}))


def _path(number: int) -> str:
    return f"data/archive-{number + 1:04}.jsonl.gz"


def _head(title: str, games: int, more: dict[str, object]) -> bytes:
    head = {"format": FORMAT, "chancery": __version__, "title": title, "games": games}
    return compressed(as_json({**head, **more}))
