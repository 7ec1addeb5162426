"""`chancery import`: games in the formats of others become game files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.sources import OURS, read_document
from builder.errors import ArchiveError, plainly
from builder.formats.foreign.documents import Unopened, documents
from builder.formats.foreign.merging import bundled, merged
from builder.formats.foreign.reading import Document, Imported
from builder.formats.foreign.registry import IMPORTERS
from builder.formats.games_writing import write_game

FORMATS = [i.name for i in IMPORTERS]


@click.command(
    epilog="Example:  chancery import mail.txt --from judge -o games/standard",
    short_help="Read games in foreign formats.",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--from", "name", type=click.Choice(FORMATS), help="Their format, if not recognised.")
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write to.",
)  # fmt: skip
@click.option("--press", is_flag=True, help="Keep press and prose, too.")
def import_command(files: tuple[Path, ...], name: str | None, output: Path, press: bool) -> None:
    """Read games in the formats of others and write a game file for each into a folder.

    FILES may be packed (.zip, .tar, .tar.xz) or folders, whose files may hold one game each or
    parts of one. What cannot be read is told by line and kept in the game as a note. Ends with 1
    if some file holds no game that could be read.
    """
    missed: list[str] = []
    try:
        archive = Archive.open(Path.cwd())
        for path in files:
            found = read(path, archive, name, press, missed)
            for imported in joined(found, archive) if path.is_dir() else found:
                click.echo(write(imported, archive, output))
                for remark in imported.remarks:
                    click.echo(f"{imported.record.path}: {remark}", err=True)
    except (OSError, ArchiveError) as error:
        missed.append(plainly(error))
    for told in missed:
        click.echo(told, err=True)
    sys.exit(1 if missed else 0)


def joined(found: Iterable[Imported], archive: Archive) -> list[Imported]:
    """The games of a folder, whose files may tell of several games each, as zines do."""
    return merged(found, archive.variant("standard").setting.calendar)


def read(
    path: Path, archive: Archive, name: str | None, press: bool, missed: list[str]
) -> Iterator[Imported]:
    """Every game under a path; files that hold none are noted in `missed`."""
    calendar = archive.variant("standard").setting.calendar
    for source in bundled(documents(path), name):
        if isinstance(source, Unopened):
            missed.append(f"{source.name}: {source.why}")
            continue
        games = (read_one(d, archive, name, press, missed) for d in source.documents)
        parts = chain.from_iterable(games)
        yield from merged(parts, calendar) if len(source.documents) > 1 else parts


def read_one(
    document: Document, archive: Archive, name: str | None, press: bool, missed: list[str]
) -> Iterator[Imported]:
    """Every game of one file."""
    if name is None and document.name.endswith(OURS):
        missed.append(f"{document.name}: a game file already, or none; see chancery check")
        return
    for found in read_document(document, archive, name, press):
        if isinstance(found, Imported):
            yield found
        else:
            missed += [f"{found.path}: {error}" for error in found.errors]


def write(imported: Imported, archive: Archive, output: Path) -> Path:
    """Write one imported game; a file that is there already is never overwritten."""
    record = imported.record
    text = write_game(record, archive.variant(record.variant))
    output.mkdir(parents=True, exist_ok=True)
    path, number = output / f"{record.id}.yaml", 2
    while path.exists():
        path, number = output / f"{record.id}-{number}.yaml", number + 1
    path.write_text(text, encoding="utf-8")
    return path
