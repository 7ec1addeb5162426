"""Opens files, folders and packed files, one document at a time.

Large files of many games are cut into documents, and rows of tables go to a `TableRows`. How a file
is packed is seen from its first bytes, whatever its name."""

import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from builder.imports.importer import TextFile, Unopened
from builder.imports.line_ends import WIDE, plain_line_ends, with_plain_line_ends
from builder.imports.packing import (
    SINGLE,
    ZIP,
    packed_suffix,
    packing,
    why_unreadable,
    with_beginning,
)
from builder.imports.streams import (
    BLOCK,
    GAME_LIMIT,
    FilePart,
    Follow,
    file_parts,
    ignored,
    is_json_lines,
    json_lines,
    stream_of_games,
    too_large,
)  # fmt: skip
from builder.imports.table_rows import TableRows

PAGE_PARTS = "_files"
PAGES = (".html", ".htm")
MOST_BYTES = 2_000_000_000
MOST_MEMBERS = 500_000  # of one packed file
MOST_PACKED = 60_000_000  # bytes of a packed file in another one, which is held in memory
DEEPEST = 3
BROKEN = (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, zlib.error,
          RuntimeError, NotImplementedError, LookupError, ValueError)  # fmt: skip
Member = tuple[str, Callable[[], IO[bytes] | None]]  # its name, and what opens it if it is a file
UNSEEN = dict.fromkeys(map(ord, "\0\xad\u200b\u2060\ufeff"))


def files(folder: Path) -> list[Path]:
    """All paths below a folder; those directly in it come before those in its subfolders. Left out
    is what a browser saves beside a page: scripts and pictures in `NAME_files` beside `NAME.html`.
    """
    paths = [path for path in folder.rglob("*") if not is_beside_a_page(path, folder)]
    return sorted(paths, key=lambda path: (path.parent, path.name))


def is_beside_a_page(path: Path, folder: Path) -> bool:
    """Is a path in a folder that a browser saved with a page?"""
    for parent in path.parents:
        if parent == folder:
            return False
        page = parent.name.removesuffix(PAGE_PARTS)
        if page != parent.name and any((parent.parent / f"{page}{end}").exists() for end in PAGES):
            return True
    return False


OpenedFile = TextFile | Unopened


def documents(
    path: Path,
    rows: TableRows | None = None,
    follow: Follow = ignored,
) -> Iterator[OpenedFile | FilePart]:
    """Every file in a path, unpacked and decoded, one in memory at a time, or why it is not. Rows
    of tables with many games are added to `rows`, or make documents after all others. `follow` gets
    each file when it is opened."""
    if rows is None:
        with TableRows() as own_rows:
            yield from documents(path, own_rows, follow)
            yield from own_rows.documents()
        return
    if path.is_dir():
        for child in files(path):
            if child.is_file():
                yield from documents(child, rows, follow)
        return
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            yield Unopened(str(path), "not a plain file")
            return
        with path.open("rb") as file:
            head = file.read(GAME_LIMIT + 1)
            if len(head) > GAME_LIMIT and is_json_lines(head):
                yield from file_parts(path, follow)
                return
            follow(file)
            file.seek(0)
            yield from Unpacking(rows).opened(str(path), file, DEEPEST)
    except OSError as error:
        yield Unopened(str(path), (error.strerror or "cannot be opened").lower())


class Unpacking:
    """Unpacks one file, up to a budget of bytes and members for all that it contains. Files that
    are read as streams of games have no part in the bytes."""

    bytes_left = MOST_BYTES
    members_left = MOST_MEMBERS

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows

    def opened(self, name: str, stream: IO[bytes], depth: int) -> Iterator[OpenedFile]:
        """The documents of a file. Packed files in packed ones are opened up to `depth` levels
        deep."""
        try:
            file = with_beginning(stream)
            why = why_unreadable(file)
            kind = packing(name, file)
            if why:
                yield Unopened(name, why)
            elif not kind:
                yield from self._read(name, file)
            elif not depth:
                yield Unopened(name, f"packed more than {DEEPEST} times")
            elif kind in SINGLE:
                inner = name[: -len(suffix)] if (suffix := packed_suffix(name)) else name
                with SINGLE[kind](file) as unpacked:
                    yield from self.opened(inner, unpacked, depth - 1)
            else:
                for member, content in _zipped(file) if kind == ZIP else _tarred(file):
                    yield from self._member(f"{name}!{member}", content, depth - 1)
        except BROKEN as error:
            yield Unopened(name, f"cannot be unpacked: {error}")

    def _member(
        self, name: str, content: Callable[[], IO[bytes] | None], depth: int
    ) -> Iterator[OpenedFile]:
        """A member of an archive, which may be packed itself; nothing for a folder. One that is
        damaged is named, and the others are read."""
        self._spend(0)
        try:
            stream = content()
            if stream is None:
                return
            file = with_beginning(stream)
            if packing(name, file):
                data = file.read(MOST_PACKED + 1)
                if len(data) > MOST_PACKED:
                    yield Unopened(name, too_large("packed file in a packed one"))
                    return
                self._spend(len(data))
                file = with_beginning(io.BytesIO(data))
            yield from self.opened(name, file, depth)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError) as error:
            yield Unopened(name, f"cannot be unpacked: {error}")

    def _read(self, name: str, stream: IO[bytes]) -> Iterator[OpenedFile]:
        """A file that is not packed: one document, or the games of a large one."""
        file = with_plain_line_ends(stream)
        head, error = beginning(file)
        if error is not None:
            yield from self._read_damaged(name, head)
            raise error
        if self.rows.take(name, file, head):
            return
        if len(head) <= GAME_LIMIT:
            self._spend(len(head))
            if is_json_lines(head) and not is_utf_8(head):
                yield from json_lines(name, head.split(b"\n"))
            else:
                yield TextFile(name, decoded(head))
            return
        games = stream_of_games(name, file, head)
        if games is None:
            yield Unopened(name, f"larger than {GAME_LIMIT // 1_000_000} MB")
        else:
            yield from games

    def _read_damaged(self, name: str, head: bytes) -> Iterator[OpenedFile]:
        """The games and rows before the place at which a packed file is damaged. A file of one game
        is not read in part."""
        if not self.rows.take(name, io.BytesIO(), head) and is_json_lines(head):
            yield from json_lines(name, head.split(b"\n"))

    def _spend(self, size: int) -> None:
        self.bytes_left -= size
        self.members_left -= size == 0
        if self.bytes_left < 0 or self.members_left < 0:
            raise OSError(f"more than {MOST_MEMBERS:,} files or {MOST_BYTES // 1_000_000} MB")


def _zipped(file: io.BufferedReader) -> Iterator[Member]:
    in_place: IO[bytes] = file
    seeks_quickly = isinstance(getattr(file, "raw", None), io.FileIO | io.BytesIO)
    if not seeks_quickly:
        data = file.read(MOST_PACKED + 1)
        if len(data) > MOST_PACKED:
            raise OSError(too_large("packed file in a packed one"))
        in_place = io.BytesIO(data)
    with zipfile.ZipFile(in_place) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, partial(archive.open, info)


def _tarred(file: IO[bytes]) -> Iterator[Member]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in archive:
            if info.isfile():
                yield info.name, partial(archive.extractfile, info)


def beginning(file: io.BufferedReader) -> tuple[bytes, Exception | None]:
    """The first bytes of a file, more than one game may have, if there are so many; and the error
    at which a damaged packed file ends before."""
    blocks = []
    size = 0
    try:
        while size <= GAME_LIMIT and (block := file.read1(min(BLOCK, GAME_LIMIT + 1 - size))):
            blocks.append(block)
            size += len(block)
    except BROKEN as error:
        return b"".join(blocks), error
    return b"".join(blocks), None


def is_utf_8(data: bytes) -> bool:
    """Is it text in UTF-8?"""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, in UTF-16 with one, or else in Latin 1,
    without zero bytes, soft hyphens and blanks of no width; lines end in `\\n`."""
    try:
        text = data.decode("utf-16" if data[:2] in WIDE else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return plain_line_ends(text).translate(UNSEEN)
