"""`chancery check`: report mistakes in the files of an archive, or of a contribution to it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

from builder.archive import Archive
from builder.cli import command
from builder.cli.file_readers import READERS, read
from builder.errors import ArchiveError, plainly
from builder.record import Record
from builder.source.files import refused_files

NOT_READ = ("README.md", "land.json")  # beside the boards: how they are drawn


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
    1 if there are mistakes or files that are never read, such as NAME.yml.
    """
    archive = Archive.near(paths[0] if paths and paths[0].is_dir() else Path.cwd())
    if contribution is not None:
        from builder.cli.contribution import check_contribution

        summary, wrong = check_contribution(archive, contribution)
        click.echo(summary)
        return 1 if wrong else 0
    files = [file for path in paths or (archive.root,) for file in _found(path, archive)]
    refused = {} if paths else dict(refused_files(archive.root, archive.root / "docs"))
    for error in refused.values():
        click.echo(plainly(error), err=True)
    wrong = len(refused)
    for file in (file for file in files if file not in refused):
        try:
            read(file, archive)
            if file.suffix == ".yaml" and file.name not in READERS and "zines" not in file.parts:
                for warning in _warnings(archive.game(file), archive):
                    click.echo(f"warning: {warning}", err=True)
        except (OSError, ArchiveError) as error:
            wrong += 1
            click.echo(plainly(error), err=True)
    mistakes = f"{wrong} with mistakes" if wrong else "no mistakes"
    click.echo(f"{len(files)} file{'s' * (len(files) != 1)} read, {mistakes}")
    return 1 if wrong else 0


def _warnings(record: Record, archive: Archive) -> Iterator[str]:
    """Warnings for the keeper of a game. Git would publish the file with orders that are held back;
    or the results of a closed season differ from those sent out, because an order was changed or
    became impossible. Raises ArchiveError if the ending or a vote does not fit the course of the
    game."""
    kept = any(phase.published.day or phase.draft or phase.embargo for phase in record.phases)
    if not (kept or record.votes):
        return
    from builder.mails.inbox import exposed
    from builder.playback.replaying import ending_faults, replay
    from builder.prose.order_accounts import correction

    held = {*record._replace(to_come=()).held_back(date.today())}
    if held - {p.phase for p in record.to_come} and (why := exposed(Path(record.path))):
        yield why
    played = replay(archive.variant(record.variant), record)
    setting = played.variant.setting
    for stage in played.stages if kept else ():
        if stage.recorded and (text := correction(stage.recorded, stage.turn, setting.board)):
            title = setting.calendar.title(stage.phase)
            yield f"{record.path}:{stage.recorded.line}: {title}: {text}"
    if faults := list(ending_faults(record, played.stages)):
        raise ArchiveError("\n".join(f"{record.path}:{line}: {fault}" for line, fault in faults))


def _found(path: Path, archive: Archive) -> list[Path]:
    """The files to read at a path. Of the archive's own folder they are all files of boards, games
    and issues; of another folder those with names like an archive's files."""
    if not path.is_dir():
        return [path]
    maps, folders = archive.maps_folder, [path]
    if path.resolve() == archive.root.resolve():
        folders = [maps, archive.games_folder, path / "docs" / "zines"]
    listed = [f for folder in folders for f in sorted(folder.rglob("*")) if f.name[0] != "."]
    if len(folders) == 1:
        return [f for f in listed if f.suffix == ".yaml" or f.name in READERS]
    drawn = [f for f in listed if maps in f.parents and f.name in NOT_READ]
    return [f for f in listed if not f.is_dir() and f not in drawn]
