"""Lines of a file as values with a place, and the mistakes noted there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from builder.errors import ArchiveError, Mistakes, SourceError, SourceMark, TooManyMistakes

T = TypeVar("T")
Node: TypeAlias = Any  # of PyYAML: `value` is a text, a list of nodes, or a list of pairs of nodes
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

    def note(self, mistake: SourceError) -> None:
        """Keep a mistake and read on; raises TooManyMistakes at the hundredth."""
        self.mistakes.append(mistake)
        if len(self.mistakes) >= MOST_MISTAKES:
            raise TooManyMistakes(self.mistakes)


class SourceLine:
    """A piece of text on one line of the file: `line` and `column` count from 1.

    Without `start`, its column, it is the first thing in its line.
    """

    __slots__ = ("document", "line", "start", "text")

    def __init__(self, document: SourceLines, text: str, line: int, start: int = 0) -> None:
        self.document = document
        self.text = text
        self.line = line
        self.start = start

    @property
    def column(self) -> int:
        """The column of its first letter."""
        return self.start or self.document.lines[self.line - 1].index(self.text) + 1

    @property
    def row(self) -> str:
        """The text, under the name that `Value` has for it."""
        return self.text

    def fail(self, message: str) -> None:
        """Note a mistake here; the piece is underlined whole."""
        mark = self.document.mark(self.line, self.column, len(self.text))
        self.document.note(SourceError(message, mark))

    def part(self, start: int, end: int | None = None) -> SourceLine:
        """The text from `start` to `end` with its own place, without the blanks around it."""
        text = self.text[start:end]
        bare = text.lstrip()
        column = self.column + start + len(text) - len(bare)
        return SourceLine(self.document, bare.rstrip(), self.line, column)

    def words(self) -> list[SourceLine]:
        """The pieces between commas and semicolons that stand outside brackets."""
        if "," not in self.text and ";" not in self.text:
            return [self] if self.text else []
        if "(" in self.text or "[" in self.text:
            parts = (self.part(*found.span()) for found in PIECE.finditer(self.text))
            return [part for part in parts if part.text]
        found, column = [], self.column
        for text in self.text.replace(";", ",").split(","):
            if bare := text.strip():
                start = column + text.index(bare)
                found.append(SourceLine(self.document, bare, self.line, start))
            column += len(text) + 1
        return found

    def read(self, reader: Callable[[str], T]) -> T | None:
        """What `reader` makes of the text; what it raises is noted here, and None returned.

        A mistake without a file has its column within this piece.
        """
        try:
            return reader(self.text)
        except TooManyMistakes:
            raise
        except (SourceError, Mistakes) as error:
            for mistake in error.errors if isinstance(error, Mistakes) else [error]:
                self.document.note(mistake if mistake.mark.path else self._placed(mistake))
        except (ArchiveError, ValueError) as error:
            self.fail(str(error))
        return None

    def _placed(self, mistake: SourceError) -> SourceError:
        column, width = self.column + mistake.mark.column - 1, mistake.mark.width
        return type(mistake)(mistake.message, self.document.mark(self.line, column, width))


def whole_line(lines: SourceLines, node: Node) -> SourceLine:
    """The text of a scalar, with the place of its first letter."""
    start, quoted = node.start_mark, node.style in ("'", '"')
    return SourceLine(lines, node.value.strip(), start.line + 1, start.column + 1 + quoted)


def raw_lines(lines: SourceLines, node: Node) -> list[SourceLine]:
    """The lines that a scalar takes up in the file, without the blanks around them."""
    start = node.start_mark
    if node.style == "|":
        numbered = enumerate(node.value.splitlines(), start.line + 2)
        return [SourceLine(lines, text, n) for n, row in numbered if (text := row.strip())]
    end, block, quoted = node.end_mark, node.style == ">", node.style in ("'", '"')
    if start.line == end.line or (not block and "\\" in node.value):
        line = whole_line(lines, node)
        return [line] if line.text else []
    first = start.line + block
    rows = list(lines.lines[first : end.line + 1])
    rows[-1] = rows[-1][: end.column - quoted]
    if not block:
        rows[0] = rows[0][start.column + quoted :].rjust(len(rows[0]))
    found = [
        SourceLine(lines, text, number, row.index(text) + 1)
        for number, row in enumerate(rows, first + 1)
        if (text := row.strip())
    ]
    for line in found if node.style == "'" else ():
        line.text = line.text.replace("''", "'")
    return found
