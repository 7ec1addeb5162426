"""The games that a command is given: our own files, or those of others, packed or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.formats.foreign.documents import Unopened, documents
from builder.formats.foreign.reading import Document, Settings
from builder.formats.foreign.registry import import_document, recognise
from builder.record import Record

OURS = (".yaml", ".yml")


def settings_of(archive: Archive) -> Settings:
    """How importers get at the setting of a variant."""
    return lambda name: archive.variant(name).setting


class Found(NamedTuple):
    """A game, or what is wrong with its file."""

    path: str
    record: Record | None
    errors: tuple[str, ...] = ()


Source = Path | Document | Unopened


def sources(paths: Iterable[Path], archive: Archive, form: str | None = None) -> Iterator[Source]:
    """What there is to read at these paths: our own files, and documents of others unpacked; what
    cannot be opened in its place. Without paths: the games of the archive."""
    for path in list(paths) or [archive.root / "games"]:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in OURS and form is None:
                yield file
            elif file == path or (file.is_file() and not file.name.startswith(".")):
                yield from documents(file)


def read_source(
    source: Source, archive: Archive, form: str | None = None, press: bool = False
) -> Iterator[Found]:
    """The games of one source."""
    if isinstance(source, Unopened):
        yield Found(source.name, None, (source.why,))
        return
    if isinstance(source, Document):
        yield from read_document(source, archive, form, press)
        return
    try:
        yield Found(str(source), archive.game(source))
    except ArchiveError as error:
        yield Found(str(source), None, tuple(str(error).splitlines()))


def read_document(
    document: Document, archive: Archive, form: str | None = None, press: bool = False
) -> Iterator[Found]:
    """The games of one foreign document."""
    if form is None and recognise(document) is None:
        yield Found(document.name, None, ("no format that we read was recognised",))
        return
    empty = True
    try:
        for imported in import_document(document, settings_of(archive), press, form):
            empty = False
            yield Found(document.name, imported.record, tuple(map(str, imported.remarks)))
    except ArchiveError as error:
        yield Found(document.name, None, (str(error),))
    else:
        if empty:
            yield Found(document.name, None, ("there is no game in it that we can read",))
