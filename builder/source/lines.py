"""Lines of a file as values with a place, and the mistakes noted there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark, TooManyMistakes

T = TypeVar("T")
MOST_MISTAKES = 100  # of one file
PIECE = re.compile(r"(?:\([^)]*\)|\[[^\]]*\]|[^,;(\[]+|[(\[])+")
COMMENT = re.compile(r"(?:^|\s)#.*")


class SourceLines:
    """The lines of one file while it is read, and every mistake found so far.

    `last_checks` are called once all is read: each notes the unknown keys of one mapping.
    """

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.path, self.lines = path, lines
        self.mistakes: list[SourceError] = []
        self.last_checks: list[Callable[[], None]] = []

    def mark(self, line: int, column: int = 1, width: int = 1) -> SourceMark:
        """A place of this file, with its line quoted; counts from 1."""
        excerpt = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return SourceMark(self.path, line, column, excerpt, max(1, width))

    def note(self, message: str, mark: SourceMark) -> None:
        """Keep a mistake and read on; raises TooManyMistakes at the hundredth."""
        self.keep(SourceError(message, mark))

    def keep(self, mistake: SourceError) -> None:
        """The same with a mistake made elsewhere."""
        self.mistakes.append(mistake)
        if len(self.mistakes) >= MOST_MISTAKES:
            raise TooManyMistakes(self.mistakes)


@dataclass(slots=True, eq=False)
class SourceLine:
    """A piece of text on one line of the file: `line` and `column` count from 1."""

    document: SourceLines
    text: str
    line: int
    column: int

    @property
    def mark(self) -> SourceMark:
        """The place of the piece, underlined whole."""
        return self.document.mark(self.line, self.column, len(self.text))

    @property
    def row(self) -> str:
        """The text, under the name that `Value` has for it."""
        return self.text

    def fail(self, message: str, offset: int = 0, width: int | None = None) -> None:
        """Note a mistake at `offset` characters into the piece."""
        wide = len(self.text) - offset if width is None else width
        self.document.note(message, self.document.mark(self.line, self.column + offset, wide))

    def words(self) -> list[SourceLine]:
        """The same as `split`, under the name that `Value` has for it."""
        return self.split()

    def part(self, start: int, end: int | None = None) -> SourceLine:
        """The text from `start` to `end` with its own place, without the blanks around it."""
        return self._trimmed(self.text[start:end], start)

    def without_comment(self) -> SourceLine:
        """The piece up to a `#` that follows a blank."""
        return self.part(0, len(COMMENT.sub("", self.text))) if "#" in self.text else self

    def split(self) -> list[SourceLine]:
        """The pieces between commas and semicolons that stand outside brackets."""
        if "," not in self.text and ";" not in self.text:
            return [self] if self.text else []
        if "(" in self.text or "[" in self.text:
            parts = (self._trimmed(m[0], m.start()) for m in PIECE.finditer(self.text))
            return [part for part in parts if part.text]
        found, start = [], 0
        for text in self.text.replace(";", ",").split(","):
            if bare := text.strip():
                shift = start + text.index(bare)
                found.append(SourceLine(self.document, bare, self.line, self.column + shift))
            start += len(text) + 1
        return found

    def read(self, reader: Callable[[str], T]) -> T | None:
        """What `reader` makes of the text; what it raises is noted here, and None returned."""
        try:
            return reader(self.text)
        except SourceError as error:
            self._adopt(error)
        except TooManyMistakes:
            raise
        except Mistakes as errors:
            for mistake in errors.errors:
                self.document.keep(mistake)
        except (ArchiveError, ValueError) as error:
            self.fail(str(error))
        return None

    def _adopt(self, error: SourceError) -> None:
        """Note a mistake; one without a file has its column within this piece."""
        if error.mark.path:
            self.document.keep(error)
            return
        mark = self.document.mark(self.line, self.column + error.mark.column - 1, error.mark.width)
        self.document.keep(type(error)(error.message, mark))

    def _trimmed(self, text: str, start: int) -> SourceLine:
        bare = text.lstrip()
        column = self.column + start + len(text) - len(bare)
        return SourceLine(self.document, bare.rstrip(), self.line, column)
