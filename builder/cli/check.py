"""`chancery check`: reports the mistakes in boards, variants and games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from builder.archive import Archive
from builder.errors import ArchiveError, plainly
from builder.formats.boards import load_board
from builder.formats.sentences import read_sentences

OTHERS = ("board.yaml", "variant.yaml", "drawing.yaml", "sentences.yaml")


@click.command(
    epilog="Example:  chancery check games/standard/1998v-come-and-have-a-go.yaml",
    short_help="Check boards, variants and games.",
)
@click.argument("paths", nargs=-1, type=click.Path(readable=False, path_type=Path))
def check_command(paths: tuple[Path, ...]) -> None:
    """Read files and report every mistake with its line and column.

    A path is a game, a board.yaml, a variant.yaml, or a folder of such; without any, the whole
    archive is read. Ends with 0 if all is well, with 1 if there are mistakes.
    """
    try:
        archive = Archive.near(paths[0] if paths and paths[0].is_dir() else Path.cwd())
    except ArchiveError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    files = [file for path in paths or (archive.root,) for file in found(path)]
    wrong = 0
    for file in files:
        try:
            read(file, archive)
        except (OSError, ArchiveError) as error:
            wrong += 1
            click.echo(plainly(error), err=True)
    some = f"{len(files)} file{'s' * (len(files) != 1)} read"
    click.echo(f"{some}, {wrong} with mistakes" if wrong else f"{some}, no mistakes")
    sys.exit(1 if wrong else 0)


def found(path: Path) -> Iterator[Path]:
    """The files to read at a path; the path itself, where it is no folder."""
    if not path.is_dir():
        yield path
        return
    maps, games = path / "maps", path / "games"
    for folder in (maps, games) if maps.is_dir() and games.is_dir() else (path,):
        yield from sorted(folder.rglob("board.yaml"))
        yield from sorted(folder.rglob("variant.yaml"))
        if folder != maps:
            yield from (f for f in sorted(folder.rglob("*.yaml")) if f.name not in OTHERS)


def read(file: Path, archive: Archive) -> None:
    """Read one file for what its name says it is; raises what is wrong with it."""
    if not file.exists():
        raise ArchiveError(f"{file}: no such file or folder")
    if file.name == "board.yaml":
        load_board(file)
    elif file.name == "variant.yaml":
        from builder.site.parts.fenced_blocks import blocks
        from builder.site.parts.worked_examples import read_example

        maps = Archive(file.parents[2])
        maps.variant(file.parent.name)
        if (sentences := file.with_name("sentences.yaml")).exists():
            read_sentences(sentences)
        for block in blocks(file.read_text(encoding="utf-8")):
            read_example(str(file), block, maps.variant, file.parent.name)
    elif file.name == "drawing.yaml":
        raise ArchiveError(f"{file}: drawings are read by `chancery map`")
    else:
        archive.game(file)
