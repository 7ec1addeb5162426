"""Builds the pages of games, in this process or in a worker."""

from __future__ import annotations

import gc
import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple, Self

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.site.artifacts import PngRequest, SiteSettings
from builder.site.build import image_cache
from builder.site.build.block_files import compressed
from builder.site.build.build_cache import compact_json
from builder.site.build.publisher import Publisher, stamps_of
from builder.site.build.site import Site, fault_of
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.page_frame import PageFrame
from builder.site.search.order_index import index_of


class GameDetails(NamedTuple):
    """What is read of a finished game only if something in its block changed: the sizes and times
    of its files, its figures, and what it adds to the index (JSON) and to the data (compressed)."""

    stamps: str
    figures: GameFigures
    finds: bytes
    data: bytes

    def packed(self, key: str) -> bytes:
        """As the cache keeps them under a key."""
        head = compact_json([key, self.stamps, self.figures]).encode()
        return b"\n".join((head, self.finds, self.data))

    @classmethod
    def unpacked(cls, kept: bytes, key: str) -> Self:
        """As they were packed; raises ValueError or TypeError for those of another key."""
        head, finds, data = kept.split(b"\n", 2)
        packed_under, stamps, figures = json.loads(head)
        if packed_under != key:
            raise ValueError(key)
        return cls(stamps, GameFigures(*figures), finds, data)


class BuiltGame(NamedTuple):
    """What came of a game: how many of its files are new, its lines of `SHA256SUMS`, its packed
    details, and the summary, former addresses and hashes of a `KeptGame`."""

    written: int
    lines: bytes
    details: bytes
    kept: tuple[GameSummary, Sequence[str], str]


_site: Site
_target: Path
_frame: PageFrame


def begin(site: Site, target: Path, frame: PageFrame) -> None:
    """Say what is built in this process, and where."""
    global _site, _target, _frame
    _site, _target, _frame = site, target, frame


def start_worker(
    root: Path, settings: SiteSettings, today: date, target: Path, frame: PageFrame, store: Path
) -> None:
    """Begin to work in a process of one's own; `store` keeps pictures."""
    image_cache.set_up(root, store)
    begin(Site(Archive(root), settings, today), target, frame)


def build_game(task: tuple[Path, str]) -> BuiltGame | ArchiveError | None:
    """A game's pages and files, written; its details are packed under a key. Its error where it
    cannot be built, None where nothing of it is published."""
    try:
        return _built(*task)
    except Exception as error:  # no game keeps the others from being built
        return fault_of(error)
    finally:
        gc.collect(0)  # the youngest


def _built(path: Path, key: str) -> BuiltGame | None:
    work = _site.work(path)
    if work is None:
        return None
    publisher, data = Publisher(_target, _frame), b""
    for artifact in work.artifacts():
        if artifact.path.endswith("/game.json"):
            data = compressed(str(artifact.content))
        if isinstance(artifact.content, PngRequest):
            publisher.write(artifact.path, image_cache.rendered(artifact.content))
        else:
            publisher.put(artifact)
    paths = sorted(publisher.kept)
    lines = "".join(f"{publisher.kept[path]}  {path}\n" for path in paths).encode()
    finds = compact_json(index_of(work.replay, work.order_rows)).encode()
    details = GameDetails(stamps_of(publisher.place, paths), work.figures, finds, data)
    kept = work.summary, work.replay.record.formerly, " ".join(sorted(publisher.inline))
    return BuiltGame(publisher.written, lines, details.packed(key), kept)
