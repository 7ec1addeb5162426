"""How a file is packed, by its first bytes, else by the suffix of its name."""

import bz2
import gzip
import io
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, cast

TAR = ".tar"
ZIP = ".zip"
TARS = (".tar", ".tar.xz", ".tar.gz", ".tgz", ".tar.bz2")
SINGLE: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open,
}  # fmt: skip
BEGINNINGS = {
    ZIP: re.compile(rb"PK(?:\x03\x04|\x05\x06)"),
    ".gz": re.compile(rb"\x1f\x8b\x08"),
    ".xz": re.compile(rb"\xfd7zXZ\x00"),
    ".bz2": re.compile(rb"BZh[1-9]1AY&SY"),
    TAR: re.compile(rb".{257}ustar", re.DOTALL),
}
UNREADABLE = {
    b"\x28\xb5\x2f\xfd": "packed by zstd; unpack it first",
    b"7z\xbc\xaf\x27\x1c": "packed by 7-Zip; unpack it first",
    b"Rar!\x1a\x07": "packed by RAR; unpack it first",
    b"SQLite format 3\x00": "a database of SQLite; write its rows with `sqlite3 FILE .dump`",
    b"%PDF-": "a PDF; save its text",
    b"PGDMP": "a dump of PostgreSQL in its own format; write SQL with `pg_restore -f`",
}
LOOKED_AT = 512  # bytes at the beginning of a file


def with_beginning(file: IO[bytes]) -> io.BufferedReader:
    """A file whose first bytes can be looked at, as those can that the standard library unpacks."""
    if hasattr(file, "peek"):
        return cast("io.BufferedReader", file)
    return io.BufferedReader(cast("io.RawIOBase", file))


def packing(name: str, file: io.BufferedReader) -> str:
    """The suffix for the way in which a file is packed; empty for a plain file."""
    head = file.peek(LOOKED_AT)
    suffix = packed_suffix(name)
    kind = next((kind for kind, begins in BEGINNINGS.items() if begins.match(head)), "")
    return suffix if suffix in TARS else kind or suffix


def packed_suffix(name: str) -> str:
    """The suffix of packed files that a name has; empty without one."""
    lower = name.lower()
    if lower.endswith(TARS):
        return max((each for each in TARS if lower.endswith(each)), key=len)
    suffix = Path(lower).suffix
    return suffix if suffix == ZIP or suffix in SINGLE else ""


def why_unreadable(file: io.BufferedReader) -> str:
    """Why a file is of no kind that is read, by its first bytes; empty for any other."""
    head = file.peek(LOOKED_AT)
    return next((why for beginning, why in UNREADABLE.items() if head.startswith(beginning)), "")
