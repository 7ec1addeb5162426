"""The games named on a command line: our own files or foreign ones, packed or not. The readers of
foreign files take long to load, so they are imported only for such files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from builder.archive import Archive
from builder.archive_files import COLLECTION, REGISTER
from builder.cli.progress import FilesRead
from builder.errors import ArchiveError
from builder.record import Record

if TYPE_CHECKING:
    from builder.imports.game_parts import GameParts
    from builder.imports.importer import TextFile, Unopened
    from builder.imports.streams import FilePart

OURS = (".yaml", ".yml")


GameSource: TypeAlias = "Path | GameParts | Unopened | FilePart"
Found = tuple[str, Record | None, tuple[str, ...]]  # a path, its game if it can be read, errors


def sources(
    paths: Iterable[Path],
    archive: Archive,
    form: str | None = None,
    progress: FilesRead | None = None,
) -> Iterator[GameSource]:
    """The files at these paths, or the games of the archive. Our own files are paths. The documents
    of a foreign game are put together; a file that cannot be opened is an `Unopened`. `progress` is
    kept up with what is read of the files."""
    listed = list(paths) or [archive.games_folder]
    games = [path for path in listed if path.name != COLLECTION]  # `*.yaml` names it, too
    progress = progress or FilesRead()
    if form is None and all(path.suffix in OURS for path in games):
        return _begun(games, progress)
    from builder.imports.game_parts import bundled

    return bundled(_opened(games, form, progress), form)


def _begun(games: Iterable[Path], progress: FilesRead) -> Iterator[Path]:
    """Our own files, each noted when it begins to be read."""
    for path in games:
        progress.begin(path)
        yield path


def _opened(
    paths: Iterable[Path], form: str | None, progress: FilesRead
) -> Iterator[Path | TextFile | Unopened | FilePart]:
    """Our own files, and every foreign document, one at a time."""
    from builder.imports.files import documents
    from builder.imports.table_rows import TableRows

    with TableRows() as rows:
        for path in paths:
            for file in files_at(path):
                named = file.is_file() and file.name[0] != "."
                if file.name == COLLECTION or (file.name == REGISTER and file != path):
                    continue
                progress.begin(file)
                if file.suffix in OURS and form is None:
                    yield file
                elif file == path or named:
                    yield from documents(file, rows, progress.follow)
        yield from rows.documents()


def files_at(path: Path) -> Sequence[Path]:
    """The file at a path, or all below a folder that are read, in their order."""
    if not path.is_dir():
        return [path]
    from builder.imports.files import files

    return files(path)


def read_source(
    source: GameSource, archive: Archive, form: str | None = None, variant: str | None = None
) -> Iterator[Found]:
    """Each game of one source, with its path and remarks; without a game, the errors."""
    if isinstance(source, Path):
        try:
            yield str(source), archive.game(source), ()
        except ArchiveError as error:
            yield str(source), None, tuple(str(error).splitlines())
        return
    from builder.imports.game_parts import games
    from builder.imports.importer import Imported

    for game in games(source, archive, form, variant=variant):
        if isinstance(game, Imported):
            yield game.record.path, game.record, tuple(map(str, game.remarks))
        else:
            yield game.name, None, (game.why,)
