"""Cuts large files into the games that they hold, one game in memory at a time.

A file with one game in JSON a line, a JSON list of games, and a table of orders with a column for
the game have no limit of size; each of their games has.
"""

import codecs
import csv
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple

from builder.imports.importer import TextFile, Unopened
from builder.imports.order_table import table_columns

BLOCK = 1_000_000  # bytes that are read at once
PART = 4_000_000  # bytes of a part of a file that one worker reads
GAME_LIMIT = 5_000_000  # bytes of one game
JSON_SPACE = " \t\r\n,"
Follow = Callable[[IO[bytes]], None]  # gets a file that is opened, to see how far it was read


class FilePart(NamedTuple):
    """Some lines of a plain file with one game a line: where they begin, in bytes and as the number
    of the first line, and how many bytes they are."""

    path: str
    start: int
    size: int
    line: int

    def documents(self) -> Iterator[TextFile | Unopened]:
        """The games of these lines."""
        with Path(self.path).open("rb") as file:
            file.seek(self.start)
            data = file.read(self.size)
        yield from json_lines(self.path, data.splitlines(keepends=True), self.line)


def is_json_lines(head: bytes) -> bool:
    """Does a file begin with a line that is a whole JSON object?"""
    first = next((line for line in head.split(b"\n") if line.strip()), b"").strip()
    return first.startswith(b"{") and first.endswith(b"}") and len(first) > len(b"{}")


def ignored(_: IO[bytes]) -> None:
    """Follow nothing."""


def file_parts(path: Path, follow: Follow = ignored) -> Iterator[FilePart]:
    """The parts of a plain file with one game a line; each ends with a line. `follow` gets the
    opened file."""
    start = 0
    line = 1
    with path.open("rb") as file:
        follow(file)
        while data := file.read(PART):
            data += file.readline()
            yield FilePart(str(path), start, len(data), line)
            start += len(data)
            line += data.count(b"\n")


def json_lines(name: str, lines: Iterable[bytes], first: int = 1) -> Iterator[TextFile | Unopened]:
    """A document for each line that is not empty. One that is too long, or not UTF-8, is named."""
    for number, raw in enumerate(lines, first):
        if len(raw) > GAME_LIMIT:
            yield Unopened(f"{name}, line {number}", too_large("game"))
            continue
        try:
            text = raw.decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            yield Unopened(f"{name}, line {number}", f"not UTF-8 at byte {error.start + 1}")
            continue
        if text:
            yield TextFile(name, text, number)


def limited_lines(file: IO[bytes], head: bytes = b"") -> Iterator[bytes]:
    """The lines of a stream of which the beginning has been read. Of a line that is longer than a
    game may be, the rest is skipped."""
    lines = head.splitlines(keepends=True)
    last = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
    yield from lines
    while last or (last := file.readline(GAME_LIMIT + 1)):
        if not last.endswith(b"\n") and len(last) <= GAME_LIMIT:
            last += file.readline(GAME_LIMIT + 1)
        yield last
        while last and not last.endswith(b"\n"):
            last = file.readline(BLOCK)
        last = b""


def json_list(name: str, file: IO[bytes], head: bytes) -> Iterator[TextFile | Unopened]:
    """A document for each member of a JSON list, of which the beginning has been read."""
    decoder = json.JSONDecoder()
    decoded = codecs.getincrementaldecoder("utf-8-sig")("replace")
    text = decoded.decode(head).lstrip()[1:]
    line = 1
    number = 0
    while True:
        skipped = len(text) - len(text.lstrip(JSON_SPACE))
        line += text.count("\n", 0, skipped)
        text = text[skipped:]
        if text.startswith("]"):
            return
        try:
            _, end = decoder.raw_decode(text)
        except ValueError as error:
            more = file.read(BLOCK)
            if not more or len(text) > GAME_LIMIT:
                why = too_large("game") if more else f"not JSON: {error}"
                yield Unopened(f"{name}, game {number + 1}, line {line}", why)
                return
            text += decoded.decode(more)
            continue
        number += 1
        yield TextFile(name, text[:end], line)
        line += text.count("\n", 0, end)
        text = text[end:]


def table_games(name: str, lines: Iterator[bytes]) -> Iterator[TextFile | Unopened]:
    """A document for each game of a table of orders whose rows are in the order of the games."""
    head = next(lines).decode("utf-8-sig", "replace")
    delimiter, columns = table_columns(head)
    at = columns.index("game")
    rows: list[str] = []
    game = ""
    first = 2
    for number, raw in enumerate(chain(lines, [b""]), 2):
        text = raw.decode("utf-8", "replace")
        cells = next(csv.reader([text], delimiter=delimiter), [])
        this = cells[at] if len(cells) > at else ""
        if rows and this != game:
            yield TextFile(name, head + "".join(rows), first)
            rows = []
            first = number
        if text.strip():
            rows.append(text)
        game = this


def is_table_of_games(head: bytes) -> bool:
    """Does a file begin with the column names of a table of orders, one of them for the game?"""
    first = head.split(b"\n", 1)[0].decode("utf-8-sig", "replace")
    try:
        _, columns = table_columns(first)
    except csv.Error:  # a very long line
        return False
    return "game" in columns and "power" in columns and "order" in columns


def stream_of_games(
    name: str, file: IO[bytes], head: bytes
) -> Iterator[TextFile | Unopened] | None:
    """The games of a large file of which the beginning has been read; None for a file of one game,
    or of a form that cannot be cut into games."""
    if is_json_lines(head):
        return json_lines(name, limited_lines(file, head))
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return json_list(name, file, head)
    if is_table_of_games(head):
        return table_games(name, limited_lines(file, head))
    return None


def too_large(what: str) -> str:
    """That a file or a game is larger than one may be."""
    return f"a {what} larger than {GAME_LIMIT // 1_000_000} MB"
