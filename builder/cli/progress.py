"""Progress of long commands on standard error: what is done, at what rate, and what is left. A
terminal has one line that changes; elsewhere a plain line is printed every half minute."""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Self, TypeVar

import click

from builder.prose.english import plural

Made = TypeVar("Made")
OFTEN = 0.2  # seconds between two changes of the line of a terminal
SELDOM = 30.0  # seconds between two plain lines
MINUTE = 60


class FilesRead:
    """How much of some files has been read, by their bytes, while they are read one by one."""

    def __init__(self) -> None:
        self._size = 0
        self._before = 0
        self._current = 0
        self._file: IO[bytes] | None = None

    def expect(self, files: Iterable[Path]) -> None:
        """Add files that will be read."""
        self._size += sum(map(_size, files))

    def begin(self, path: Path) -> None:
        """Begin with a file; the one before it was read to its end."""
        self._before += self._current
        self._current = _size(path)
        self._file = None

    def follow(self, file: IO[bytes]) -> None:
        """Ask the opened file how far it was read."""
        self._file = file

    @property
    def share(self) -> float:
        """The part of all bytes that was read, from 0 to 1; 0 where that is not known."""
        read = 0 if self._file is None or self._file.closed else self._file.tell()
        return min((self._before + read) / self._size, 1) if self._size else 0


def _size(path: Path) -> int:
    """The bytes of a file; 0 of anything else, and of what cannot be looked at."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


class ProgressLine:
    """The line of a command, for a `with` block; `what` is one of the things that are counted.
    `total` is 0 where it is not known beforehand; what is left is then estimated from the part of
    the `files` that was read."""

    def __init__(self, what: str, total: int = 0) -> None:
        self.what = what
        self.total = total
        self.done = 0
        self.files = FilesRead()
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown = self._began
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def add(self, count: int = 1) -> None:
        """Count what is done, and show it if it is time."""
        self.done += count
        now = time.monotonic()
        if now - self._shown >= (OFTEN if self._terminal else SELDOM):
            self._shown = now
            self._show(self.text(now - self._began))

    def counted(self, made: Iterable[Made]) -> Iterator[Made]:
        """The same things, each counted after it was used."""
        for one in made:
            yield one
            self.add()

    def text(self, seconds: float) -> str:
        """What is shown after some seconds of work."""
        done = plural(self.done, self.what)
        if self.total:
            done = f"{self.done} of {plural(self.total, self.what)}"
        rate = self.done / seconds
        shown = [done, f"{rate:.0f} a second" if rate >= 1 else f"{rate * MINUTE:.0f} a minute"]
        share = self.done / self.total if self.total else self.files.share
        if share:
            left = seconds * (1 - share) / share
            shown.append(f"{left / MINUTE:.0f} min left" if left > MINUTE else f"{left:.0f} s left")
        return ", ".join(shown)

    def clear(self) -> None:
        """Take the line from the terminal, so that another can be printed."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width = 0

    def _show(self, text: str) -> None:
        if not self._terminal:
            click.echo(text, err=True)
            return
        click.echo("\r" + text.ljust(self._width), nl=False, err=True)
        self._width = len(text)
