"""Mistakes in files that people wrote. Illegal orders and wrong results are findings instead."""

from collections.abc import Sequence
from typing import NamedTuple

SHOWN = 160


def printable(text: str) -> str:
    """A text for terminals: every control character becomes `�`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t\xa0" else "\ufffd" for c in text)


class ArchiveError(Exception):
    """Something in the archive's files keeps it from being read.

    Its `args` are what it was made of, so that one process can report it to another.

    >>> from builder import open_variant
    >>> open_variant("standrad")
    Traceback (most recent call last):
    builder.errors.UnknownWordError: unknown variant 'standrad' (standard?)
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class UnknownWordError(ArchiveError):
    """A name that the board or the variant does not know, with guesses at what was meant."""

    def __init__(self, what: str, written: str, guesses: Sequence[str] = ()) -> None:
        self.what, self.written, self.guesses = what, written, tuple(guesses)
        super().__init__(what, written, self.guesses)

    def __str__(self) -> str:
        hint = f" ({' or '.join(self.guesses)}?)" if self.guesses else ""
        return f"unknown {self.what} {self.written!r}{hint}"


def plainly(error: Exception) -> str:
    """An error as text for the user of a command: the file first, if it is about one."""
    if isinstance(error, OSError) and error.filename:
        return printable(f"{error.filename}: {(error.strerror or 'cannot be used').lower()}")
    return str(error)


class SourceMark(NamedTuple):
    """A stretch of one line in a file: line and column count from 1."""

    path: str
    line: int
    column: int
    excerpt: str = ""
    width: int = 1


class SourceError(ArchiveError):
    """A mistake at one place of a file, shown with its line and a caret under it."""

    def __init__(self, message: str, mark: SourceMark) -> None:
        self.message, self.mark = message, mark
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
    """Every mistake found in one reading of a file, in the order of its lines."""

    def __init__(self, errors: Sequence[SourceError]) -> None:
        self.errors = tuple(sorted(errors, key=lambda e: (e.mark.path, e.mark.line, e.mark.column)))
        super().__init__(self.errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


class TooManyMistakes(Mistakes):
    """Too many mistakes; the rest of the file is not read."""

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self.errors[-1].mark.path}: too many mistakes to go on"


class DrawingError(ArchiveError):
    """A drawing.yaml whose lines do not make the board it describes; every fault found."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))
