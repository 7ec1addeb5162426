"""The mails in the files that a game master has: single mails, an mbox, a Maildir, a folder.

Each mail is a stretch of a file. An mbox is a file whose first line begins with `From `; in a
single mail such a line is a part of its text, so that no player can put a mail of another into his
own.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from builder.mails.inbox import MAILDIR_TIME
from builder.mails.message import Arrival

POSTMARK = re.compile(rb"From \S{1,300} .*\b\d\d:\d\d\b.*\b\d{4}\b.*\r?\n?")
FIELD = re.compile(rb"[!-9;-~]{1,100}:")
LONGEST_LINE = 100_000  # bytes that are looked at together
MAILDIR = ("cur", "new")


class FoundMail(NamedTuple):
    """One mail in a file, and when it was put there if that says when it arrived."""

    name: str
    data: bytes
    arrival: Arrival | None = None


def found_mails(path: Path, largest: int) -> Iterator[FoundMail]:
    """Every mail in a file, an mbox, a Maildir or a folder; hidden files are none. Of a mail that
    is larger than `largest` bytes one byte more is read, so that it can be refused. A file that
    cannot be opened raises OSError."""
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
    with path.open("rb") as file:
        for data in mails_in(file, largest):
            yield FoundMail(str(path), data, arrival)


def mails_of_input(data: bytes, largest: int) -> Iterator[FoundMail]:
    """Every mail in what came on standard input: one mail or an mbox."""
    for mail in mails_in(BytesIO(data), largest):
        yield FoundMail("standard input", mail)


def mails_in(file: BinaryIO, largest: int) -> Iterator[bytes]:
    """Every mail in an open file, at most one byte more than `largest` of each."""
    first = file.readline(LONGEST_LINE)
    if not POSTMARK.fullmatch(first):
        yield (first + file.read(max(0, largest + 1 - len(first))))[: largest + 1]
        return
    mail = bytearray(first)
    line = file.readline(LONGEST_LINE)
    after_empty = False
    while line:
        following = file.readline(LONGEST_LINE)
        if after_empty and POSTMARK.fullmatch(line) and FIELD.match(following):
            yield bytes(mail)
            mail = bytearray()
        if len(mail) <= largest:
            mail += line[: largest + 1 - len(mail)]
        after_empty = not line.strip()
        line = following
    yield bytes(mail)
