"""`chancery check`: report mistakes in the files of an archive, or of a contribution to it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

from builder.archive import Archive
from builder.archive_files import UNREAD_MAP_FILES, files_below
from builder.cli import command
from builder.cli.file_readers import READERS, is_game, read, warnings
from builder.errors import ArchiveError, plainly
from builder.playback.same_game import groups, order_digests
from builder.source.files import shown_path


class CheckedRecord(NamedTuple):
    """What is kept of a game, to find other records of it; `id` is its path."""

    id: str
    depth: str
    phases: int
    orders: str


@command("check", "chancery check games/standard/1998v-come-and-have-a-go.yaml", status=1)
@click.argument("paths", nargs=-1, type=click.Path(readable=False, path_type=Path))
@click.option(
    "--contribution",
    metavar="BASE",
    help="Check what changed since a git revision, in limited time, and print a summary.",
)
def check_command(paths: tuple[Path, ...], contribution: str | None) -> int:
    """Read files and report every mistake with its line and column.

    A path is a game, a board.yaml, names.yaml, variant.yaml, drawing.yaml or map.svg, an issue,
    or a folder of such; without any, the whole archive is read. Ends with 0 if all is well, with
    1 if there are mistakes or files that are never read, such as NAME.yml. With --contribution it
    ends with 3 if nothing is wrong, but a maintainer must look at what changed.
    """
    archive = Archive.near(paths[0] if paths and paths[0].is_dir() else Path.cwd())
    if contribution is not None:
        from builder.cli.contribution import check_contribution

        report = check_contribution(archive, contribution)
        click.echo(report.summary)
        return report.status
    files: list[Path] = []
    for path in paths or (archive.root,):
        files += _files_at(path, archive)
    records: list[CheckedRecord] = []
    mistakes = dict.fromkeys(_mistakes(files, archive, records))
    for group in groups(records):
        _warn_of_several_records(group)
    wrong = f"{len(mistakes)} with mistakes" if mistakes else "no mistakes"
    count = "1 file" if len(files) == 1 else f"{len(files):,} files"
    click.echo(f"{count} read, {wrong}")
    return 1 if mistakes else 0


def _mistakes(
    files: Iterable[Path], archive: Archive, records: list[CheckedRecord]
) -> Iterator[str]:
    """Read files and print what is wrong or remarkable; the texts of those with mistakes, and the
    `records` among them. A variant is read for its own file and for its sentences, so a mistake may
    come twice, but is printed once."""
    unread = archive.unread_files
    printed: set[str] = set()
    for file in files:
        try:
            if file in unread:
                raise unread[file]
            read(file, archive)
            for warning in warnings(file, archive):
                click.echo(f"warning: {warning}", err=True)
            if is_game(file):
                records.append(_checked(file, archive))
        except (OSError, ArchiveError) as error:
            text = plainly(error)
            if text not in printed:
                click.echo(text, err=True)
            printed.add(text)
            yield text


def _checked(file: Path, archive: Archive) -> CheckedRecord:
    record = archive.game(file)
    orders = order_digests(record, archive.variant(record.variant))
    return CheckedRecord(str(file), record.depth, len(record.phases), orders)


def _warn_of_several_records(group: Iterable[CheckedRecord]) -> None:
    from builder.prose.english import listed  # few archives have such games

    names = listed([shown_path(record.id) for record in group])
    click.echo(f"warning: {names}: records of one game, which is shown once", err=True)


def _files_at(path: Path, archive: Archive) -> list[Path]:
    """The files to read at a path. Of the archive's own folder they are all files of boards, games
    and issues, and those that are not published; of another folder those with names like an
    archive's files."""
    if not path.is_dir():
        return [path]
    if path.resolve() != archive.root.resolve():
        files = [file for file, _ in files_below(path)]
        return [file for file in files if file.suffix == ".yaml" or file.name in READERS]
    files = []
    for folder in (archive.maps_folder, archive.games_folder, archive.docs_folder / "zines"):
        files += [file for file, _ in files_below(folder) if file.name not in UNREAD_MAP_FILES]
    return [*files, *(file for file in archive.unread_files if file not in files)]
