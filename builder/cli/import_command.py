"""`chancery import`: makes game files of games in foreign formats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli.edition_trials import fitted
from builder.cli.game_sources import OURS, calendars, games
from builder.cli.verify import VerifyCounts, count, summary
from builder.errors import ArchiveError, plainly
from builder.formats.game import read_game, write_game
from builder.imports.files import Unopened, documents
from builder.imports.game_parts import GameParts, bundled, merged
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import IMPORTERS

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
        archive = Archive.near(Path.cwd())
        for path in files:
            for imported in read(path, archive, name, press, missed):
                write(imported, archive, output, missed)
                for remark in imported.remarks:
                    click.echo(f"{imported.record.path}: {remark}", err=True)
    except (OSError, ArchiveError) as error:
        missed.append(plainly(error))
    for told in missed:
        click.echo(told, err=True)
    sys.exit(1 if missed else 0)


def read(
    path: Path, archive: Archive, name: str | None, press: bool, missed: list[str]
) -> Iterator[Imported]:
    """Every game under a path; files that hold none are noted in `missed`.

    In a folder all parts of games are put together, for one file may tell of several, as of zines.
    """
    if not path.is_dir():
        for source in bundled(documents(path), name):
            yield from read_one(source, archive, name, press, missed)
        return
    each = (GameParts((one,)) if isinstance(one, TextFile) else one for one in documents(path))
    parts = [game for one in each for game in read_one(one, archive, name, press, missed)]
    yield from merged(parts, calendars(archive))


def read_one(
    source: GameParts | Unopened, archive: Archive, name: str | None, press: bool, missed: list[str]
) -> Iterator[Imported]:
    """Every game of one source."""
    if isinstance(source, Unopened):
        missed.append(f"{source.name}: {source.why}")
        return
    ours = [d for d in source.documents if name is None and d.name.endswith(OURS)]
    missed += [f"{d.name}: a game file already, or none; see chancery check" for d in ours]
    foreign = GameParts(tuple(d for d in source.documents if d not in ours))
    for found in games(foreign, archive, name, press):
        if isinstance(found, Imported):
            yield found
        else:
            missed += [f"{found.path}: {error}" for error in found.errors]


def write(imported: Imported, archive: Archive, output: Path, missed: list[str]) -> None:
    """Write one imported game under the edition that its results fit best, and read it back; a
    file that is there already is never overwritten. What cannot be read back, or reads otherwise,
    is a fault of ours and noted in `missed`."""
    variant = archive.variant(imported.record.variant)
    record, why = fitted(variant, imported.record)
    if why:
        record = record._replace(note=f"{record.note} {why[0].upper()}{why[1:]}.".lstrip())
    text = write_game(record, variant)
    name = f"{imported.record.path}: {record.id}"
    told, found = VerifyCounts(), VerifyCounts()
    try:
        count(record, archive, told)
        count(read_game(text, f"{record.id}.yaml", archive.variant), archive, found)
    except Exception as error:
        missed.append(f"{name}: not written, a fault of ours: {type(error).__name__}: {error}")
        return
    if (told.agreed, len(told.differing)) != (found.agreed, len(found.differing)):
        missed.append(f"{name}: its game file reads otherwise than its source, a fault of ours")
    output.mkdir(parents=True, exist_ok=True)
    path, number = output / f"{record.id}.yaml", 2
    while path.exists():
        path, number = output / f"{record.id}-{number}.yaml", number + 1
    path.write_text(text, encoding="utf-8")
    click.echo(path)
    for line in filter(None, (why, summary("read back", found))):
        click.echo(f"{path}: {line}", err=True)
