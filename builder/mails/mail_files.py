"""The mails in the files that a game master has: single mails, an mbox, a Maildir, a folder.

Each mail is a stretch of a file. An mbox is a file whose first line begins with `From `; in a
single mail such a line is a part of its text, so that no player can put a mail of another into his
own.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO, NamedTuple

from builder.mails.inbox import MAILDIR_TIME
from builder.mails.message import Arrival

POSTMARK = re.compile(rb"From \S{1,300} .*\b\d\d:\d\d\b.*\b\d{4}\b.*\r?\n?")
FIELD = re.compile(rb"[!-9;-~]{1,100}:")
LONGEST_LINE = 100_000  # bytes that are looked at together
PIECE = 1_000_000  # bytes of a large mail that are copied together
MAILDIR = ("cur", "new")


class MailStretch(NamedTuple):
    """The stretch of a file that is one mail: where it begins, how many bytes it has, and these
    bytes; of a mail that is too large only the first ones."""

    start: int
    size: int
    data: bytes


class FoundMail(NamedTuple):
    """One mail in a file, and when it was put there if that says when it arrived. `opened` opens
    the file again."""

    name: str
    stretch: MailStretch
    opened: Callable[[], BinaryIO]
    arrival: Arrival | None = None

    @property
    def data(self) -> bytes:
        """Its bytes; of a mail that is too large only the first ones."""
        return self.stretch.data

    def pieces(self) -> Iterator[bytes]:
        """All bytes of a mail that is too large for the memory, piece by piece."""
        left = self.stretch.size
        with self.opened() as file:
            file.seek(self.stretch.start)
            while left > 0 and (piece := file.read(min(left, PIECE))):
                left -= len(piece)
                yield piece


def found_mails(path: Path, largest: int) -> Iterator[FoundMail]:
    """Every mail in a file, an mbox, a Maildir or a folder; hidden files are none. Of a mail that
    is larger than `largest` bytes the first ones are read; `pieces` has all. A file that cannot be
    opened raises OSError."""
    if path.is_dir():
        for file, is_maildir in _files(path):
            yield from _mails_of_file(file, is_maildir, largest)
    else:
        yield from _mails_of_file(path, path.parent.name in MAILDIR, largest)


def _files(folder: Path) -> Iterator[tuple[Path, bool]]:
    """The files of a folder and of those in it, and whether they lie in a Maildir. What a program
    is just writing lies in the `tmp` of a Maildir."""
    is_maildir = all((folder / name).is_dir() for name in MAILDIR)
    children = sorted(folder.iterdir(), key=lambda child: (child.is_dir(), child.name))
    for child in children:
        if child.name.startswith(".") or (is_maildir and child.name == "tmp"):
            continue
        if child.is_file():
            yield child, folder.name in MAILDIR
        elif child.is_dir() and not child.is_symlink():
            yield from _files(child)


def _mails_of_file(path: Path, is_maildir: bool, largest: int) -> Iterator[FoundMail]:
    arrival = None
    if is_maildir:
        time = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        arrival = Arrival(time, MAILDIR_TIME)
    opened: Callable[[], BinaryIO] = partial(_opened, path)
    with opened() as file:
        if not file.seekable():  # a pipe can be read once only
            opened = partial(BytesIO, file.read())
    with opened() as file:
        for stretch in mails_in(file, largest):
            yield FoundMail(str(path), stretch, opened, arrival)


def _opened(path: Path) -> BinaryIO:
    return path.open("rb")


def mails_of_input(data: bytes, largest: int) -> Iterator[FoundMail]:
    """Every mail in what came on standard input: one mail or an mbox."""
    for stretch in mails_in(BytesIO(data), largest):
        yield FoundMail("standard input", stretch, partial(BytesIO, data))


def mails_in(file: BinaryIO, largest: int) -> Iterator[MailStretch]:
    """Every mail in an open file, with at most the first `largest` bytes of each."""
    first = file.readline(LONGEST_LINE)
    if not POSTMARK.fullmatch(first):
        data = (first + file.read(max(0, largest - len(first))))[:largest]
        yield MailStretch(0, file.seek(0, SEEK_END), data)
        return
    start = 0
    size = len(first)
    mail = bytearray(first)
    line = file.readline(LONGEST_LINE)
    after_empty = False
    while line:
        following = file.readline(LONGEST_LINE)
        if after_empty and POSTMARK.fullmatch(line) and FIELD.match(following):
            yield MailStretch(start, size, bytes(mail))
            start += size
            size = 0
            mail = bytearray()
        size += len(line)
        mail += line[: max(0, largest - len(mail))]
        after_empty = not line.strip()
        line = following
    yield MailStretch(start, size, bytes(mail))
