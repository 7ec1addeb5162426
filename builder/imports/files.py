"""Opens files, folders and archives (`.zip`, `.tar`, `.tar.xz`), one document at a time.

Large files of many games are cut into these, and rows of tables go to a `TableRows`."""

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from builder.imports.importer import TextFile, Unopened
from builder.imports.line_ends import WIDE, plain_line_ends, with_plain_line_ends
from builder.imports.streams import (
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

TARS = (".tar", ".tar.xz", ".tar.gz", ".tgz", ".tar.bz2")
SINGLE: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open,
}  # fmt: skip
MAYBE_PACKED = (".jdip",)  # programs pack such files, or leave them plain, under the same name
GZIP = b"\x1f\x8b"  # how a file begins that gzip packed
PAGE_PARTS = "_files"
PAGES = (".html", ".htm")
MOST_BYTES = 2_000_000_000
MOST_MEMBERS = 500_000  # of one packed file
MOST_PACKED = 60_000_000  # bytes of a packed file in another one, which is held in memory
DEEPEST = 3
BROKEN = (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, zlib.error,
          RuntimeError, NotImplementedError, LookupError, ValueError)  # fmt: skip
Member = tuple[str, IO[bytes] | None]  # its name, and its content if it is a file
UNSEEN = dict.fromkeys(map(ord, "\xad\u200b\u2060\ufeff"))


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
            if len(head) > GAME_LIMIT and is_json_lines(head) and not is_packed(path.name):
                yield from file_parts(path, follow)
                return
            follow(file)
            file.seek(0)
            yield from Unpacking(rows).opened(str(path), file, DEEPEST)
    except OSError as error:
        yield Unopened(str(path), (error.strerror or "cannot be opened").lower())


def is_packed(name: str) -> bool:
    """Has a file's name a suffix of packed files, or of files that may be packed?"""
    suffixes = (".zip", *SINGLE, *MAYBE_PACKED)
    return Path(name.lower()).suffix in suffixes or name.lower().endswith(TARS)


class Unpacking:
    """Unpacks one file, up to a budget of bytes and members for all that it contains. Files that
    are read as streams of games have no part in the bytes."""

    bytes_left = MOST_BYTES
    members_left = MOST_MEMBERS

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows

    def opened(self, name: str, file: IO[bytes], depth: int) -> Iterator[OpenedFile]:
        """A file by its suffix. Archives in archives are opened up to `depth` levels deep."""
        ending = Path(name.lower()).suffix
        try:
            if depth and (ending == ".zip" or name.lower().endswith(TARS)):
                for inner, stream in (_zipped if ending == ".zip" else _tarred)(file):
                    yield from self._member(f"{name}!{inner}", stream, depth - 1)
            elif depth and ending in SINGLE:
                with SINGLE[ending](file) as packed:
                    yield from self._read(name[: -len(ending)], packed)
            elif depth and ending in MAYBE_PACKED and _is_gzip(file):
                with SINGLE[".gz"](file) as packed:
                    yield from self._read(name, packed)
            else:
                yield from self._read(name, file)
        except BROKEN as error:
            yield Unopened(name, f"cannot be unpacked: {error}")

    def _member(self, name: str, stream: IO[bytes] | None, depth: int) -> Iterator[OpenedFile]:
        """A member of an archive, which may be packed itself; None for a folder."""
        self._spend(0)
        if stream is None:
            return
        if is_packed(name):
            data = stream.read(MOST_PACKED + 1)
            if len(data) > MOST_PACKED:
                yield Unopened(name, too_large("packed file in a packed one"))
                return
            self._spend(len(data))
            yield from self.opened(name, io.BytesIO(data), depth)
        else:
            yield from self._read(name, stream)

    def _read(self, name: str, file: IO[bytes]) -> Iterator[OpenedFile]:
        """A file that is not packed: one document, or the games of a large one."""
        file = with_plain_line_ends(file)
        head = file.read(GAME_LIMIT + 1)
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

    def _spend(self, size: int) -> None:
        self.bytes_left -= size
        self.members_left -= size == 0
        if self.bytes_left < 0 or self.members_left < 0:
            raise OSError(f"more than {MOST_MEMBERS:,} files or {MOST_BYTES // 1_000_000} MB")


def _is_gzip(file: IO[bytes]) -> bool:
    """Does a file begin as one that gzip packed? It is at its beginning again afterwards."""
    head = file.read(len(GZIP))
    file.seek(0)
    return head == GZIP


def _zipped(file: IO[bytes]) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            yield info.filename, None if info.is_dir() else archive.open(info)


def _tarred(file: IO[bytes]) -> Iterator[Member]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in archive:
            yield info.name, archive.extractfile(info) if info.isfile() else None


def is_utf_8(data: bytes) -> bool:
    """Is it text in UTF-8?"""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, in UTF-16 with one, or else in Latin 1,
    without soft hyphens and blanks of no width; lines end in `\\n`."""
    try:
        text = data.decode("utf-16" if data[:2] in WIDE else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return plain_line_ends(text).translate(UNSEEN)
