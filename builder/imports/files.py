"""Opens files, folders and archives (`.zip`, `.tar`, `.tar.xz`), one document at a time."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from builder.imports.importer import TextFile

TARS = (".tar", ".tar.xz", ".tar.gz", ".tgz", ".tar.bz2")
Packed = gzip.GzipFile | lzma.LZMAFile | bz2.BZ2File
SINGLE: dict[str, Callable[[IO[bytes]], Packed]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".xz": lzma.LZMAFile,
    ".bz2": bz2.BZ2File,
}
LIMIT = 50_000_000
DEEPEST = 3
BROKEN = (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, lzma.LZMAError, zlib.error,
          RuntimeError, NotImplementedError)  # fmt: skip
WIDE = (b"\xff\xfe", b"\xfe\xff")


class Unopened(NamedTuple):
    """A file, or a member of a packed one, that could not be opened."""

    name: str
    why: str


def files(folder: Path) -> list[Path]:
    """Everything below a folder; what lies in it before what lies in the folders within."""
    return sorted(folder.rglob("*"), key=lambda path: (path.parent, path.name))


def documents(path: Path) -> Iterator[TextFile | Unopened]:
    """Every file in a path, unpacked and decoded, without keeping more than one in memory; what
    cannot be opened is told in its place."""
    if path.is_dir():
        for child in files(path):
            if child.is_file():
                yield from documents(child)
        return
    try:
        with path.open("rb") as file:
            yield from _unpacked(str(path), file, DEEPEST)
    except OSError as error:
        yield Unopened(str(path), (error.strerror or "cannot be opened").lower())


def _unpacked(name: str, file: IO[bytes], depth: int) -> Iterator[TextFile | Unopened]:
    """A file by the ending of its name; archives in archives, too, but not for ever."""
    lower = name.lower()
    ending = lower[lower.rfind(".") :]
    try:
        if lower.endswith(TARS) and depth:
            yield from _tarred(name, file, depth)
        elif ending == ".zip" and depth:
            yield from _zipped(name, file, depth)
        elif ending in SINGLE and depth:
            with SINGLE[ending](file) as packed:
                yield TextFile(name[: -len(ending)], decoded(packed.read(LIMIT)))
        else:
            yield TextFile(name, decoded(file.read()))
    except BROKEN as error:
        yield Unopened(name, f"cannot be unpacked: {error}")


def _tarred(name: str, file: IO[bytes], depth: int) -> Iterator[TextFile | Unopened]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield from _member(f"{name}!{member.name}", stream, member.size, depth)


def _zipped(name: str, file: IO[bytes], depth: int) -> Iterator[TextFile | Unopened]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                with archive.open(info) as stream:
                    yield from _member(f"{name}!{info.filename}", stream, info.file_size, depth)


def _member(name: str, file: IO[bytes], size: int, depth: int) -> Iterator[TextFile | Unopened]:
    if size > LIMIT:
        yield Unopened(name, f"larger than {LIMIT // 1_000_000} MB")
    else:
        yield from _unpacked(name, io.BytesIO(file.read()), depth - 1)


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, in UTF-16 with one, or else in Latin 1;
    lines end in `\\n`."""
    try:
        text = data.decode("utf-16" if data[:2] in WIDE else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
