"""Every foreign format that can be read, and finding out which one a file is in."""

from __future__ import annotations

from collections.abc import Iterator

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.foreign.case_text import CASE_TEXT
from builder.formats.foreign.droidippy import DROIDIPPY
from builder.formats.foreign.judge import JUDGE
from builder.formats.foreign.marked import MARKED_ORDERS
from builder.formats.foreign.reading import Document, Imported, Importer, Settings
from builder.formats.foreign.saved_game import SAVED_GAME
from builder.formats.foreign.sound import sound
from builder.formats.foreign.webdip import WEBDIP
from builder.formats.foreign.zine import ZINE_REPORTS

IMPORTERS: tuple[Importer, ...] = (
    DROIDIPPY, WEBDIP, SAVED_GAME, CASE_TEXT, JUDGE, MARKED_ORDERS, ZINE_REPORTS,
)  # fmt: skip


BROKEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


def importer(name: str) -> Importer:
    """The importer of a format by its name; raises UnknownWordError."""
    found = next((i for i in IMPORTERS if i.name == name.lower()), None)
    if found is None:
        raise UnknownWordError("format", name, [i.name for i in IMPORTERS])
    return found


def recognise(document: Document) -> Importer | None:
    """The importer that knows the document's format, if there is one."""
    return next((i for i in IMPORTERS if i.recognises(document)), None)


def known(document: Document, name: str | None = None) -> Importer | None:
    """The importer that is named, else the one that knows the document; raises UnknownWordError."""
    return importer(name) if name else recognise(document)


def import_document(
    document: Document, settings: Settings, press: bool = False, name: str | None = None
) -> Iterator[Imported | ArchiveError]:
    """Every game of a document, in the format named or recognised; none where it is neither.

    Each is such that a game file can be written of it, or stands for one that cannot be read.
    Raises ArchiveError where the document is broken.
    """
    chosen = known(document, name)
    if chosen is None:
        return
    try:
        for found in chosen.read(document, settings, press):
            if isinstance(found, Imported):
                yield sound(found, settings(found.record.variant))
            else:
                yield found
    except BROKEN as error:
        raise ArchiveError(f"{document.name}: not readable as {chosen.title}: {error!r}") from error
