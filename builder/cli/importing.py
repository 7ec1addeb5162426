"""`chancery import`: games in the formats of others become game files."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.sources import OURS, settings_of
from builder.errors import ArchiveError, plainly
from builder.formats.foreign.documents import Unopened, documents
from builder.formats.foreign.merging import merged
from builder.formats.foreign.reading import Document, Imported
from builder.formats.foreign.registry import IMPORTERS, import_document, recognise
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
            if path.is_dir():
                found = merged(found, archive.variant("standard").setting.calendar)
            for imported in found:
                click.echo(write(imported, archive, output))
                for remark in imported.remarks:
                    click.echo(f"{imported.record.path}: {remark}", err=True)
    except (OSError, ArchiveError) as error:
        missed.append(plainly(error))
    for told in missed:
        click.echo(told, err=True)
    sys.exit(1 if missed else 0)


def read(
    path: Path, archive: Archive, name: str | None, press: bool, missed: list[str]
) -> Iterable[Imported]:
    """Every game under a path; files that hold none are noted in `missed`."""
    for document in documents(path):
        why = unread(document, name)
        if why or isinstance(document, Unopened):
            missed.append(f"{document.name}: {why}")
            continue
        empty = True
        try:
            for imported in import_document(document, settings_of(archive), press, name):
                empty = False
                yield imported
        except ArchiveError as error:
            missed.append(f"{document.name}: {error}")
        else:
            if empty:
                missed.append(f"{document.name}: there is no game in it that we can read")


def unread(document: Document | Unopened, name: str | None) -> str:
    """Why a file is not read as that of others; nothing where it is."""
    if isinstance(document, Unopened):
        return document.why
    if name is None and document.name.endswith(OURS):
        return "a game file already, or none; see chancery check"
    if name is None and recognise(document) is None:
        return "no format that is known here"
    return ""


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
