"""Opens files, folders and archives (`.zip`, `.tar`, `.tar.xz`), one document at a time."""

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
from typing import IO, Any, NamedTuple

from builder.imports.importer import TextFile

TARS = (".tar", ".tar.xz", ".tar.gz", ".tgz", ".tar.bz2")
SINGLE: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open,
}  # fmt: skip
LIMIT = 5_000_000  # bytes of one file
MOST_BYTES, MOST_MEMBERS = 400_000_000, 20_000  # of one packed file
DEEPEST = 3
BROKEN = (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, zlib.error,
          RuntimeError, NotImplementedError, LookupError, ValueError)  # fmt: skip
Member = tuple[str, int, IO[bytes] | None]  # its name and size, and its content if it is a file
UNSEEN = dict.fromkeys(map(ord, "\xad\u200b\u2060\ufeff"))
WIDE = (b"\xff\xfe", b"\xfe\xff")


class Unopened(NamedTuple):
    """A file, or a member of a packed one, that could not be opened, or holds no game."""

    name: str
    why: str


def files(folder: Path) -> list[Path]:
    """All paths below a folder; those directly in it come before those in its subfolders."""
    return sorted(folder.rglob("*"), key=lambda path: (path.parent, path.name))


def documents(path: Path) -> Iterator[TextFile | Unopened]:
    """Every file in a path, unpacked and decoded, one in memory at a time, or why it is not."""
    if path.is_dir():
        for child in files(path):
            if child.is_file():
                yield from documents(child)
        return
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            yield Unopened(str(path), "not a plain file")
            return
        with path.open("rb") as file:
            yield from Unpacking().opened(str(path), file, DEEPEST)
    except OSError as error:
        yield Unopened(str(path), (error.strerror or "cannot be opened").lower())


class Unpacking:
    """Unpacks one file, up to a budget of bytes and members for all that it contains."""

    bytes_left, members_left = MOST_BYTES, MOST_MEMBERS

    def opened(self, name: str, file: IO[bytes], depth: int) -> Iterator[TextFile | Unopened]:
        """A file by its suffix. Archives in archives are opened up to `depth` levels deep."""
        ending = Path(name.lower()).suffix
        try:
            if depth and (ending == ".zip" or name.lower().endswith(TARS)):
                for inner, size, stream in (_zipped if ending == ".zip" else _tarred)(file):
                    self._spend(size)
                    data = stream.read(LIMIT + 1) if stream else b""
                    if len(data) > LIMIT:
                        yield _text(f"{name}!{inner}", data)
                    elif stream:
                        yield from self.opened(f"{name}!{inner}", io.BytesIO(data), depth - 1)
            elif depth and ending in SINGLE:
                with SINGLE[ending](file) as packed:
                    yield _text(name[: -len(ending)], packed.read(LIMIT + 1))
            else:
                yield _text(name, file.read(LIMIT + 1))
        except BROKEN as error:
            yield Unopened(name, f"cannot be unpacked: {error}")

    def _spend(self, size: int) -> None:
        self.bytes_left -= size
        self.members_left -= 1
        if self.bytes_left < 0 or self.members_left < 0:
            raise OSError(f"more than {MOST_MEMBERS:,} files or {MOST_BYTES // 1_000_000} MB")


def _zipped(file: IO[bytes]) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            yield info.filename, info.file_size, None if info.is_dir() else archive.open(info)


def _tarred(file: IO[bytes]) -> Iterator[Member]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in archive:
            yield info.name, info.size, archive.extractfile(info) if info.isfile() else None


def _text(name: str, data: bytes) -> TextFile | Unopened:
    if len(data) > LIMIT:
        return Unopened(name, f"larger than {LIMIT // 1_000_000} MB")
    return TextFile(name, decoded(data))


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, in UTF-16 with one, or else in Latin 1,
    without soft hyphens and blanks of no width; lines end in `\\n`."""
    try:
        text = data.decode("utf-16" if data[:2] in WIDE else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(UNSEEN)
