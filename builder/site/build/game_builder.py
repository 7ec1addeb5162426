"""Builds the pages of games, in this process or in a worker."""

from __future__ import annotations

import gc
import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.record import Record
from builder.site.artifacts import PngRequest, SiteSettings
from builder.site.build.build_cache import content_key
from builder.site.build.data_volumes import compressed
from builder.site.build.image_cache import ImageCache
from builder.site.build.publisher import Publisher
from builder.site.build.site import Site, fault_of
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.parts.page_frame import PageFrame
from builder.site.search.order_index import index_of


class BuiltGame(NamedTuple):
    """What came of a game: its files with their SHA-256 (empty if still to be rendered), how many
    of them are new, the pictures still to be rendered by their paths, the summary, former
    addresses and hashes of a `KeptGame`, its figures, and what it adds to the index (JSON) and to
    the data (compressed)."""

    files: dict[str, str]
    written: int
    prints: dict[str, PngRequest]
    entry: tuple[GameSummary, Sequence[str], str]
    figures: GameFigures
    added: tuple[str, bytes]


class WorkerSetup(NamedTuple):
    """What a builder in another process must know."""

    root: Path
    settings: SiteSettings
    today: date
    target: Path
    frame: PageFrame
    store: Path


@dataclass
class GameBuilder:
    """Reads games and sets their pages into the folder `target`."""

    site: Site
    target: Path
    frame: PageFrame
    images: ImageCache

    def read(self, path: Path) -> Record | ArchiveError:
        """A game, or its error."""
        try:
            return self.site.archive.game(path)
        except Exception as error:  # no game keeps the others from being built
            return fault_of(error)

    def build(self, path: Path, record: Record) -> BuiltGame | ArchiveError | None:
        """A game's pages and files, written; None where nothing of it is published."""
        try:
            return self._built(path, record)
        except Exception as error:  # no game keeps the others from being built
            return fault_of(error)

    def _built(self, path: Path, record: Record) -> BuiltGame | None:
        work = self.site.work(path, record)
        if work is None:
            return None
        publisher = Publisher(self.target, self.frame)
        prints, data = {}, b""
        for artifact in work.artifacts():
            if artifact.path.endswith("/game.json"):
                data = compressed(str(artifact.content))
            if isinstance(artifact.content, PngRequest):
                prints[artifact.path] = artifact.content
            else:
                publisher.put(artifact)
        files = dict.fromkeys(prints, "") | publisher.kept
        formerly, inline = work.replay.record.formerly, " ".join(sorted(publisher.inline))
        added = content_key(index_of(work.replay, work.order_rows)), data
        entry = work.summary, formerly, inline
        return BuiltGame(files, publisher.written, prints, entry, work.figures, added)

    def print(self, path: Path, record: Record) -> BuiltGame | ArchiveError | None:
        """The same, with every picture rendered."""
        made = self.build(path, record)
        if not isinstance(made, BuiltGame):
            return made
        publisher = Publisher(self.target, self.frame)
        for address, job in made.prints.items():
            publisher.write(address, self.images.rendered(job))
        files = made.files | publisher.kept
        return made._replace(files=files, written=made.written + publisher.written, prints={})


_here: GameBuilder


def begin(found: GameBuilder) -> None:
    """Say who works in this process."""
    global _here
    _here = found


def start_worker(setup: WorkerSetup) -> None:
    """Begin to work in a process of one's own."""
    site = Site(Archive(setup.root), setup.settings, today=setup.today)
    begin(GameBuilder(site, setup.target, setup.frame, ImageCache(setup.root, setup.store)))


def read(path: Path) -> bytes | ArchiveError:
    """A game packed, so that it can wait, or its error."""
    found = _here.read(path)
    return found if isinstance(found, ArchiveError) else zlib.compress(pickle.dumps(found, -1), 1)


def build_game(task: tuple[Path, bytes]) -> BuiltGame | ArchiveError | None:
    """A packed game, on paper."""
    path, packed = task
    made = _here.print(path, pickle.loads(zlib.decompress(packed)))
    gc.collect(0)  # the youngest
    return made
