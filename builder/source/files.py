"""Reads files of others: plain files only, inside the archive, up to a size limit."""

from __future__ import annotations

import stat
from pathlib import Path

from builder.errors import ArchiveError, SourceError, SourceMark

LARGEST = 4_000_000


def read_bytes(path: Path | str, most: int = LARGEST) -> bytes:
    """A file's content, at most one byte more than `most`, which the caller refuses.

    Raises SourceError for anything but a plain file: devices and pipes are not opened.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise SourceError("cannot be read: not a plain file", SourceMark(str(path), 1, 1))
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except OSError as problem:
        reason = (problem.strerror or "unreadable").lower()
        raise SourceError(f"cannot be read: {reason}", SourceMark(str(path), 1, 1)) from problem


def read_whole(path: Path, most: int = LARGEST) -> bytes:
    """A file's content. Raises SourceError if it is not a plain file or larger than `most`."""
    data = read_bytes(path, most)
    if len(data) > most:
        raise SourceError(f"larger than {most // 1_000_000} MB", SourceMark(str(path), 1, 1))
    return data


def check_inside(root: Path, path: Path) -> None:
    """Raises ArchiveError if a path below `root` leads out of it, as by a symbolic link."""
    if not path.resolve().is_relative_to(root.resolve()):
        raise ArchiveError(f"{path}: a link that leads out of the archive is not followed")
