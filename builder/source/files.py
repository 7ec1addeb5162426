"""Reads files that others wrote: plain files only, inside the archive, up to a size limit. Writes
whole files."""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from errno import EEXIST
from functools import lru_cache
from pathlib import Path

from builder.errors import ArchiveError, SourceError, SourceMark
from builder.source.recording import is_there, names_in, note_content, note_unreadable

LARGEST = 4_000_000
LONGEST_FILE_NAME = 240  # bytes of a name
RESERVED = {"con", "prn", "aux", "nul"}  # names of devices on Windows, and the numbered ones
RESERVED |= {f"com{number}" for number in range(1, 10)}
RESERVED |= {f"lpt{number}" for number in range(1, 10)}
FOREIGN = re.compile(r'[<>:"\\|?*\x00-\x1f\x7f]')


def is_portable(path: str) -> bool:
    """Is a path, its parts joined by `/`, valid on every operating system?
    Windows reserves the names of devices, with any suffix, and allows no name that ends with a
    dot or a blank."""
    return all(map(_is_portable_name, path.split("/")))


@lru_cache(maxsize=4096)
def _is_portable_name(name: str) -> bool:
    return (
        0 < len(name.encode("utf-8", "replace")) <= LONGEST_FILE_NAME
        and name[-1] not in ". "
        and not FOREIGN.search(name)
        and name.partition(".")[0].lower() not in RESERVED
    )


def read_bytes(path: Path | str, most: int = LARGEST) -> bytes:
    """A file's content, or its first `most` + 1 bytes; the caller refuses a file of that size.
    The content is noted as an input. Raises SourceError for anything but a plain file: devices and
    pipes are not opened."""
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            note_unreadable(path)
            raise SourceError("cannot be read: not a plain file", SourceMark(str(path), 1, 1))
        with Path(path).open("rb") as file:
            content = file.read(min(status.st_size, most) + 1)
    except OSError as problem:
        note_unreadable(path)
        reason = (problem.strerror or "unreadable").lower()
        raise SourceError(f"cannot be read: {reason}", SourceMark(str(path), 1, 1)) from problem
    note_content(path, content, status, most)
    return content


def read_whole(path: Path | str, most: int = LARGEST) -> bytes:
    """A file's content. Raises SourceError if it is not a plain file or larger than `most`."""
    data = read_bytes(path, most)
    if len(data) > most:
        message = f"the file is too big: more than {most // 1_000_000} MB"
        raise SourceError(message, SourceMark(str(path), 1, 1))
    return data


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; it keeps the permissions of the one it replaces."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        if path.is_file():
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_durably(path: Path, content: bytes) -> None:
    """Write a file that people own: completely or not at all, also if the power fails.

    The content is on the disk before it replaces what was there, and the new name before this
    returns. The caller holds the lock of the game, so that no other process writes this file.
    """
    draft = _flushed_draft(path, content)
    try:
        if path.is_file():
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    _flush_names(path.parent)


def create_durably(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file that is not there yet, as `write_durably` does; raises FileExistsError. Content
    that is too large for the memory is given in pieces."""
    draft = _flushed_draft(path, content)
    try:
        # A link fails if its name is taken; a renamed file would take the place of the other.
        os.link(draft, path)
    except FileExistsError:
        draft.unlink()
        raise
    except OSError:  # FAT and some network folders have no hard links
        if os.path.lexists(path):
            draft.unlink()
            raise FileExistsError(EEXIST, "exists already", str(path)) from None
        draft.replace(path)
    draft.unlink(missing_ok=True)
    _flush_names(path.parent)


def hide_from_git(folder: Path) -> None:
    """Make a folder, if it is missing, of which git takes nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = folder / ".gitignore"
    if not rules.is_file():
        write_whole(rules, b"*\n")


def _flushed_draft(path: Path, content: bytes | Iterable[bytes]) -> Path:
    """The content of a file on the disk, under a name of its own beside it. A draft that is left
    after a kill is replaced by the next one; a hidden name keeps it out of every list."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        with draft.open("wb") as file:
            for piece in (content,) if isinstance(content, bytes) else content:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
    except OSError:  # a full disk, say
        draft.unlink(missing_ok=True)
        raise
    return draft


def _flush_names(folder: Path) -> None:
    """Put a folder's names on the disk. Windows opens no folders; it writes names at once."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def shown_path(path: Path | str) -> str:
    """A path as people write it here: without the folder they are in."""
    place = Path(path).absolute()
    here = Path.cwd()
    return str(place.relative_to(here)) if place.is_relative_to(here) else str(path)


def check_inside(root: Path, path: Path) -> None:
    """Raises ArchiveError if a path below `root` leads out of it, as by a symbolic link, or is a
    device or a pipe. Where the path leads is noted."""
    leads_somewhere = is_there(path)
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
        raise ArchiveError(f"{path}: a link that leads out of the archive is not followed")
    if leads_somewhere and not (path.is_file() or path.is_dir()):
        raise ArchiveError(f"{path}: not a plain file")


def refused_files(root: Path, folder: Path) -> Iterator[tuple[Path, ArchiveError]]:
    """The paths below a folder of the archive that are never read, and why: devices, pipes, and
    links that lead out of the archive, to nothing or to a folder."""
    for path in names_in(folder, "**/*"):
        try:
            check_inside(root, path)
        except ArchiveError as error:
            yield path, error
            continue
        if path.is_symlink() and not path.is_file():
            kind = "folder that is a link" if path.is_dir() else "link that leads to no file"
            yield path, ArchiveError(f"{path}: a {kind} is not followed")
