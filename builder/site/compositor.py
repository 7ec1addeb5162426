"""Games set page by page: what one hand does, alone or beside others."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.record import Record
from builder.site.artifacts import Print
from builder.site.darkroom import Darkroom
from builder.site.hands import tidy
from builder.site.index import index_of
from builder.site.ledger import Entry, kept
from builder.site.pages import Site
from builder.site.publish import Publisher
from builder.site.shell import Shell
from builder.site.templating import remember


class Made(NamedTuple):
    """What came of a game: its files, how many of them are new, the pictures still to be
    painted by their paths, what the pages above it are to know, and what it adds to the index,
    as it is kept."""

    files: list[str]
    written: int
    prints: dict[str, Print]
    entry: Entry
    finds: str


class Desk(NamedTuple):
    """What a compositor in another process must be told."""

    root: Path
    png: bool
    today: date
    target: Path
    shell: Shell
    store: Path
    templates: Path


@dataclass
class Compositor:
    """Reads games and sets their pages into the folder `target`."""

    site: Site
    target: Path
    shell: Shell
    darkroom: Darkroom

    def read(self, path: Path) -> Record | ArchiveError:
        """A game, or what is wrong with it."""
        try:
            return self.site.archive.game(path)
        except ArchiveError as error:
            return ArchiveError(str(error))

    def compose(self, path: Path, record: Record) -> Made | ArchiveError | None:
        """A game's pages and files, written; None where nothing of it is published."""
        try:
            work = self.site.work(path, record)
        except ArchiveError as error:
            return ArchiveError(str(error))
        if work is None:
            return None
        publisher = Publisher(self.target, self.shell)
        files, words, prints = [], {}, {}
        for artifact in work.artifacts():
            files.append(artifact.path)
            if artifact.words:
                words[artifact.path] = (artifact.title, artifact.words)
            if isinstance(artifact.content, Print):
                prints[artifact.path] = artifact.content
            else:
                publisher.put(artifact)
        entry = {"summary": work.summary.plain(), "words": words}
        finds = kept(index_of(work.replay, work.told))
        return Made(files, publisher.written, prints, entry, finds)

    def print(self, path: Path, record: Record) -> Made | ArchiveError | None:
        """The same, with every picture painted."""
        made = self.compose(path, record)
        if not isinstance(made, Made):
            return made
        publisher = Publisher(self.target, self.shell)
        for address, job in made.prints.items():
            publisher.take(address, self.darkroom.developed(job))
        return made._replace(written=made.written + publisher.written, prints={})


_here: Compositor


def begin(compositor: Compositor) -> None:
    """Say who works in this process."""
    global _here
    _here = compositor


def sit_down(desk: Desk) -> None:
    """Begin to work in a process of one's own."""
    remember(desk.templates)
    site = Site(Archive(desk.root), desk.png, today=desk.today)
    begin(Compositor(site, desk.target, desk.shell, Darkroom(desk.root, desk.store)))


def read(path: Path) -> bytes | ArchiveError:
    """A game packed, so that it can wait, or what is wrong with it."""
    found = _here.read(path)
    return found if isinstance(found, ArchiveError) else zlib.compress(pickle.dumps(found, -1), 1)


def set_and_print(task: tuple[Path, bytes]) -> Made | ArchiveError | None:
    """A packed game, on paper."""
    path, packed = task
    made = _here.print(path, pickle.loads(zlib.decompress(packed)))
    tidy()
    return made
