"""Errors for mistakes in files that people wrote; illegal orders and results are findings."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

SHOWN = 160  # characters of a long line


def printable(text: str) -> str:
    """A text for terminals: every control character becomes `�`."""
    if text.isprintable():
        return text
    with suppress(UnicodeEncodeError):  # a file's name where the system says that all is ASCII
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() or c in "\n\t\xa0" else "\ufffd" for c in text)


class ArchiveError(Exception):
    """A file of the archive cannot be read or used.

    Its `args` are the arguments it was made with, so that it can be sent to another process.

    >>> from builder import open_variant
    >>> open_variant("standrad")
    Traceback (most recent call last):
    builder.errors.UnknownWordError: unknown variant 'standrad' (standard?)
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class UnknownWordError(ArchiveError):
    """A name that is not known, with guesses at what was meant; `what` is the kind of name."""

    def __init__(self, what: str, written: str, guesses: Sequence[str] = ()) -> None:
        self.what = what
        self.written = written
        self.guesses = tuple(guesses)
        super().__init__(what, written, self.guesses)

    def __str__(self) -> str:
        hint = f" ({' or '.join(self.guesses)}?)" if self.guesses else ""
        return f"unknown {self.what} {self.written!r}{hint}"


def plainly(error: Exception) -> str:
    """An error as text for the user of a command; an error about a file begins with its name, and
    one that only a fault of the program explains says so."""
    if isinstance(error, OSError) and error.filename:
        return printable(f"{error.filename}: {(error.strerror or 'cannot be used').lower()}")
    if isinstance(error, OSError | ArchiveError):
        return str(error)
    return f"a fault of ours: {type(error).__name__}: {error}"


class SourceMark(NamedTuple):
    """A part of one line in a file; line and column count from 1."""

    path: str
    line: int
    column: int
    excerpt: str = ""
    width: int = 1


class SourceError(ArchiveError):
    """A mistake at one place of a file, shown with its line and a caret under it."""

    def __init__(self, message: str, mark: SourceMark) -> None:
        self.message = message
        self.mark = mark
        super().__init__(message, mark)

    def __str__(self) -> str:
        m = self.mark
        head = printable(f"{m.path}:{m.line}:{m.column}: {self.message}")
        if not m.excerpt:
            return head
        first = max(0, m.column - 1 - SHOWN // 2) if len(m.excerpt) > SHOWN else 0
        shown = printable(m.excerpt[first : first + SHOWN])
        pad = "".join("\t" if c == "\t" else " " for c in m.excerpt[first : m.column - 1])
        return f"{head}\n  {shown}\n  {pad}{'^' * max(1, min(m.width, SHOWN - len(pad)))}"


class NotationError(SourceError):
    """An order that cannot be read."""


class Mistakes(ArchiveError):  # noqa: N818
    """Every mistake found in one reading of a file, in the order of its lines, each once."""

    def __init__(self, errors: Sequence[SourceError]) -> None:
        different = {str(error): error for error in errors}.values()  # a value may be asked twice
        ranked = sorted(different, key=lambda e: (e.mark.path, e.mark.line, e.mark.column))
        self.errors = tuple(ranked)
        super().__init__(self.errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


class TooManyMistakes(Mistakes):
    """Too many mistakes; the rest of the file is not read."""

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self.errors[-1].mark.path}: too many mistakes to go on"
