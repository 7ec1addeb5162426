"""The games named on a command line: our own files or foreign ones, packed or not.

The readers of foreign files take long to load, so they are imported only for such files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from builder.archive import REGISTER, Archive
from builder.errors import ArchiveError
from builder.record import Record

if TYPE_CHECKING:
    from builder.imports.files import Unopened
    from builder.imports.game_parts import GameParts
    from builder.imports.importer import Imported, TextFile

OURS = (".yaml", ".yml")


class FoundGame(NamedTuple):
    """A game, or the error in its file."""

    path: str
    record: Record | None
    errors: tuple[str, ...] = ()


Source: TypeAlias = "Path | GameParts | Unopened"


def sources(paths: Iterable[Path], archive: Archive, form: str | None = None) -> Iterator[Source]:
    """The files at these paths; without paths, the games of the archive.

    Our own files are paths. Foreign documents are unpacked, and those of one game are put together.
    A file that cannot be opened is an `Unopened`.
    """
    given = list(paths) or [archive.games_folder]
    if form is None and all(path.suffix in OURS for path in given):
        return iter(given)
    from builder.imports.game_parts import bundled

    return bundled(_opened(given, form), form)


def _opened(paths: Iterable[Path], form: str | None) -> Iterator[Path | TextFile | Unopened]:
    """Our own files, and every foreign document, one at a time."""
    from builder.imports.files import documents, files

    for path in paths:
        for file in files(path) if path.is_dir() else [path]:
            if file.suffix in OURS and form is None:
                yield file
            elif file == path or (file.is_file() and file.name[0] != "." and file.name != REGISTER):
                yield from documents(file)


def read_source(source: Source, archive: Archive, form: str | None = None) -> Iterator[FoundGame]:
    """The games of one source."""
    if isinstance(source, Path):
        try:
            yield FoundGame(str(source), archive.game(source))
        except ArchiveError as error:
            yield FoundGame(str(source), None, tuple(str(error).splitlines()))
        return
    from builder.imports.importer import Imported

    for game in games(source, archive, form):
        if isinstance(game, Imported):
            remarks = tuple(map(str, game.remarks))  # of what was not understood
            yield FoundGame(game.record.path, game.record, remarks)
        else:
            yield FoundGame(game.name, None, (game.why,))


def games(
    source: GameParts | Unopened, archive: Archive, form: str | None = None, press: bool = False
) -> Iterator[Imported | Unopened]:
    """The games of foreign documents, or why there are none; those of several are merged."""
    from builder.imports.files import Unopened
    from builder.imports.game_parts import in_files, in_one, merged
    from builder.imports.importer import Imported

    if isinstance(source, Unopened):
        yield source
        return
    whole = in_one(source, form)
    parts: list[Imported] = []
    for game in (g for d in whole.documents for g in _read_document(d, archive, form, press)):
        if isinstance(game, Imported):
            game = in_files(game, source) if whole is not source else game
            if len(whole.documents) > 1:
                parts.append(game)
                continue
        yield game
    yield from merged(parts, lambda name: archive.variant(name).setting.calendar)


def _read_document(
    document: TextFile, archive: Archive, form: str | None = None, press: bool = False
) -> Iterator[Imported | Unopened]:
    """The games of one foreign document, or why there are none."""
    from builder.imports.files import Unopened
    from builder.imports.registry import import_document, known, refusal
    from builder.imports.zine.house import adopt

    found = False
    try:
        adopt(sorted(archive.root.glob("docs/zines/*.yaml")))
        for game in import_document(document, lambda n: archive.variant(n).setting, press, form):
            found = True
            yield Unopened(document.name, str(game)) if isinstance(game, ArchiveError) else game
        if not found:
            readable = known(document, form) is not None
            why = "there is no game in it that we can read" if readable else refusal(document)
            yield Unopened(document.name, why)
    except ArchiveError as error:
        yield Unopened(document.name, str(error))
