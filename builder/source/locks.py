"""Locks between processes, on Linux, macOS and Windows: one for each game, one for each site.

    with locked(folder / "2026a.lock", "another command is at work on 2026a", seconds=60):
        ...                 # read, decide, write

The system frees a lock when its process ends, in any way. The lock's file stays where it is: if it
were removed, another process could lock a new file of that name beside the one that is still held.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from builder.errors import ArchiveError

FOR_EVER = -1.0  # seconds: wait until the lock is free


@contextmanager
def locked(file: Path, busy: str, seconds: float = 0) -> Iterator[None]:
    """Hold a lock while a block runs; its folder is made if it is missing.

    Waits up to `seconds` for another process that holds it. Raises ArchiveError with the text
    `busy` if it is then not free, and OSError where no lock can be made.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file)
    try:
        lock.acquire(timeout=seconds)
    except Timeout as error:
        raise ArchiveError(busy) from error
    try:
        yield
    finally:
        lock.release()
