"""`chancery import`: write game files for games in foreign formats."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import cast

import click

from builder.archive import Archive
from builder.cli import command
from builder.cli.game_sources import GameSource, files_at, sources
from builder.cli.options import (
    FILE,
    FOLDER,
    executor_option,
    flag,
    format_option,
    jobs_option,
    variant_option,
    work_on,
)
from builder.cli.progress import ProgressLine
from builder.cli.verify import count, fitted, summary
from builder.errors import ArchiveError, plainly
from builder.executors import Workers
from builder.formats.game import read_game, write_game
from builder.imports.game_parts import games, merged
from builder.imports.importer import Imported, Unopened
from builder.imports.registry import IMPORTERS, importer
from builder.playback.replaying import replay
from builder.site.parts.openings import FirstOrders, counts_file, first_orders

FORMATS = [i.name for i in IMPORTERS]
ALREADY = "a game file already, or none; see chancery check"


@command("import", "chancery import mail.txt --from judge -o games/standard")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@format_option("--from", FORMATS, importer, help="Their format, if not recognised.")
@click.option("-o", "--output", type=FOLDER, help="The folder to write to.")
@click.option(
    "--openings", type=FILE, metavar="FILE",
    help="Write only counts of how the games began into FILE, for the page of openings.",
)  # fmt: skip
@click.option("--source", default="", help="With --openings: where the games come from.")
@variant_option
@flag("--press", help="Also keep press and prose.")
@jobs_option
@executor_option
def import_command(
    files: tuple[Path, ...], name: str | None, output: Path | None, openings: Path | None,
    source: str, variant: str | None, press: bool, jobs: int, executor: str | None,
) -> int:  # fmt: skip
    """Read games in the formats of others and write a game file for each into a folder.

    FILES may be packed (.zip, .tar, .tar.xz) or folders, whose files may hold one game each or
    parts of one. What cannot be read is reported by line and kept in the game as a note. Ends
    with 1 if some file holds no game that could be read.
    """
    missed: list[str] = []
    began: list[tuple[str, list[FirstOrders]]] = []
    if output is None and openings is None:
        raise click.UsageError("Missing option '-o' / '--output'.")
    try:
        archive = Archive.near(Path.cwd())
        with work_on(executor), Workers(jobs) as workers, ProgressLine("game") as progress:
            progress.files.expect(chain.from_iterable(map(files_at, files)))
            read = partial(_read_one, archive=archive, name=name, press=press, variant=variant)
            for path in files:
                listed = workers.map(read, sources([path], archive, name, progress.files))
                games = _games(listed, missed, archive, merge=path.is_dir())
                if openings is not None:
                    read_orders = workers.map(partial(_first_orders, archive=archive), games)
                    began += progress.counted(read_orders)
                else:
                    made = workers.map(partial(GameFile, archive=archive), games)
                    for game in progress.counted(made):
                        progress.clear()
                        game.write(cast("Path", output))
                        missed += game.missed
            if openings is not None:
                openings.write_text(counts_file(began, source), encoding="utf-8")
    except (OSError, ArchiveError) as error:
        missed.append(plainly(error))
    for line in missed:
        click.echo(line, err=True)
    return 1 if missed else 0


def _first_orders(imported: Imported, archive: Archive) -> tuple[str, list[FirstOrders]]:
    """The variant of an imported game, and how each power began it."""
    variant = archive.variant(imported.record.variant)
    return variant.name, list(first_orders(replay(variant, imported.record)))


def _games(
    read_files: Iterable[list[Imported | Unopened]],
    missed: list[str],
    archive: Archive,
    *,
    merge: bool,
) -> Iterable[Imported]:
    """Every game that was read; errors of files without one are added to `missed`. If they are to
    be merged, the parts of one game are put together: one file may have parts of several."""

    def read() -> Iterator[Imported]:
        for game in chain.from_iterable(read_files):
            if isinstance(game, Imported):
                yield game
            else:
                missed.append(f"{game.name}: {game.why}")

    return merged(read(), lambda n: archive.variant(n).setting.calendar) if merge else read()


def _read_one(
    source: GameSource, archive: Archive, name: str | None, press: bool, variant: str | None = None
) -> list[Imported | Unopened]:
    """Every game of one source, or why there is none; runs in any process."""
    if isinstance(source, Path):
        return [Unopened(str(source), ALREADY)]
    return [*games(source, archive, name, press, variant)]


class GameFile:
    """The game file of an imported game, under the edition that its results fit best. It is read
    back; if that fails or gives other results, that is a fault of ours."""

    def __init__(self, imported: Imported, archive: Archive) -> None:
        path = imported.record.path
        variant = archive.variant(imported.record.variant)
        record, why = fitted(variant, imported.record)
        if why:
            record = record._replace(note=f"{record.note} {why[0].upper()}{why[1:]}.".lstrip())
        self.id = record.id
        self.text = write_game(record, variant)
        fault = ""
        self.lines = [why] if why else []
        try:
            before = count(record, archive)
            after = count(read_game(self.text, f"{record.id}.yaml", archive.variant), archive)
            self.lines.append(click.unstyle(summary("read back", after)))
            if (before.agreed, len(before.differing)) != (after.agreed, len(after.differing)):
                fault = "its game file reads otherwise than its source, a fault of ours"
        except Exception as error:
            self.text = ""
            fault = f"not written, a fault of ours: {type(error).__name__}: {error}"
        self.remarks = [f"{path}: {remark}" for remark in imported.remarks]
        self.missed = [f"{path}: {record.id}: {fault}"] if fault else []

    def write(self, output: Path) -> None:
        """Write it once, never over another file, and print what there is to know of it."""
        if self.text:
            output.mkdir(parents=True, exist_ok=True)
            path = output / f"{self.id}.yaml"
            number = 2
            while path.exists() and path.read_text("utf-8", "replace") != self.text:
                path = output / f"{self.id}-{number}.yaml"
                number += 1
            path.write_text(self.text, encoding="utf-8")
            click.echo(path)
            for line in self.lines:
                click.echo(f"{path}: {line}", err=True)
        for remark in self.remarks:
            click.echo(remark, err=True)
