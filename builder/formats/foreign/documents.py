"""Opening what people have: plain files, folders, `.zip`, `.tar`, `.tar.xz`, one file at a time."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from builder.formats.foreign.reading import Document

TARS = (".tar", ".tar.xz", ".tar.gz", ".tgz", ".tar.bz2")
LIMIT = 50_000_000


def documents(path: Path) -> Iterator[Document]:
    """Every file in a path, unpacked and decoded, without keeping more than one in memory.

    Raises OSError where the path cannot be read.
    """
    name = path.name.lower()
    if path.is_dir():
        for child in sorted(path.rglob("*")):
            if child.is_file():
                yield from documents(child)
    elif name.endswith(TARS):
        yield from _tarred(path)
    elif name.endswith(".zip"):
        yield from _zipped(path)
    elif name.endswith(".gz"):
        yield Document(str(path)[:-3], decoded(gzip.decompress(path.read_bytes())))
    else:
        yield Document(str(path), decoded(path.read_bytes()))


def _tarred(path: Path) -> Iterator[Document]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isfile() and member.size <= LIMIT:
                stream = archive.extractfile(member)
                if stream is not None:
                    yield Document(f"{path}!{member.name}", decoded(stream.read()))


def _zipped(path: Path) -> Iterator[Document]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if not info.is_dir() and info.file_size <= LIMIT:
                yield Document(f"{path}!{info.filename}", decoded(archive.read(info)))


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, or else in Latin 1; lines end in `\\n`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
