"""Rows of the tables in which sites keep many games: CSV files, or a dump in SQL.

    INSERT INTO `orders` VALUES (1,1,'MOVE','Budapest','Serbia',NULL,1,NULL,1),(…);

The rows of all tables are sorted by game on the disk, so that one game at a time is in memory.
Each game becomes a document in JSON, with its rows under the names of the tables:

    {"games": [{"id": "1", …}], "orders": [{"game_id": "1", "unit_id": "7", …}, …]}
"""

import csv
import json
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from builder.imports.importer import TextFile, Unopened
from builder.imports.streams import GAME_LIMIT, limited_lines

INSERT = re.compile(
    r"\s*(?:INSERT\s+(?:\w+\s+)?|REPLACE\s+)INTO\s+(?:[`\"\[]?\w+[`\"\]]?\.)?"
    r"[`\"\[]?(?P<table>\w+)[`\"\]]?\s*"
    r"(?:\((?P<columns>[^)]*)\))?\s*VALUES?\s*",
    re.IGNORECASE,
)
CREATE = re.compile(
    r"\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[`\"\[]?\w+[`\"\]]?\.)?[`\"\[]?(?P<table>\w+)[`\"\]]?\s*\(",
    re.IGNORECASE,
)
VALUE = re.compile(
    r"\s*(?:(?:_\w+\s+|[Nn])?'(?P<text>(?:[^'\\]|\\.|'')*)'|\"(?P<quoted>(?:[^\"\\]|\\.|\"\")*)\""
    r"|(?P<null>NULL)\b|(?P<bare>[^,()'\"\s]+))\s*(?P<end>[,)])",
    re.IGNORECASE | re.DOTALL,
)
COLUMN = re.compile(r"[`\"\[]?(\w+)")
NO_COLUMNS = frozenset({"primary", "key", "unique", "constraint", "index", "foreign", "fulltext"})
ESCAPED = re.compile(r"\\(.)|''|\"\"", re.DOTALL)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": ""}
LIKE_SQL = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:--|/\*|#|(?:SET|DROP|CREATE|INSERT|REPLACE|USE|LOCK|BEGIN|START|PRAGMA)\b)",
    re.IGNORECASE,
)
NULLS = ("", "NULL", "\\N")  # as programs write them into CSV
TRUTHS = {"True": "1", "true": "1", "TRUE": "1", "False": "0", "false": "0", "FALSE": "0"}
BACKUPS = re.compile(r"(?i)^(?:wD_)?backup_")  # copies of tables that a dump has beside them
LONGEST_STATEMENT = 32_000_000  # characters; MySQL writes at most 16 MB in one
ROWS_AT_ONCE = 5_000  # rows that are stored at once


class TableShape(NamedTuple):
    """A table that is known: its name, the column with the game, and columns that it must have."""

    name: str
    game: str
    columns: frozenset[str]


TABLES = (
    TableShape("games", "id", frozenset({"num_turns"})),
    TableShape("turns", "game_id", frozenset({"turn_num", "phase", "season"})),
    TableShape("players", "game_id", frozenset({"country", "won"})),
    TableShape("units", "game_id", frozenset({"unit_id", "type", "start_turn"})),
    TableShape("orders", "game_id", frozenset({"unit_id", "unit_order", "location"})),
    TableShape("wD_Games", "id", frozenset({"variantid", "turn"})),
    TableShape("wD_MovesArchive", "gameid", frozenset({"turn", "terrid", "type", "success"})),
    TableShape("wD_TerrStatusArchive", "gameid", frozenset({"turn", "terrid", "standoff"})),
)
StoredRow = tuple[str, str, str, str]  # the source, the game, the table, and the cells as JSON


def shape_of(columns: Iterable[str]) -> TableShape | None:
    """The known table that has these columns; None for any other."""
    present = {column.lower() for column in columns}
    return next((t for t in TABLES if t.game in present and t.columns <= present), None)


class TableRows:
    """Collects the rows of known tables, by source and game, on the disk."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="chancery-")
        self._database: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._database is not None:
            self._database.close()
        self._folder.cleanup()

    def take(self, name: str, file: IO[bytes], head: bytes) -> bool:
        """Take in a file of which the beginning has been read, if it has rows of known tables."""
        if LIKE_SQL.match(head) and INSERT.search(head.decode("utf-8", "replace")):
            rows = sql_rows(limited_statements(file, head))
            source = name
        else:
            first = head.split(b"\n", 1)[0].decode("utf-8-sig", "replace")
            if shape_of(_column_names(first)) is None:
                return False
            lines = (line.decode("utf-8-sig", "replace") for line in limited_lines(file, head))
            rows = csv_rows(lines)
            source = re.sub(r"[!/\\]?[^!/\\]*$", "", name) or name
        self._store(source, rows)
        return True

    def _store(self, source: str, rows: Iterable[Mapping[str, str | None]]) -> None:
        database = self._opened()
        waiting: list[StoredRow] = []
        for row in rows:
            shape = shape_of(row)
            game = row.get(shape.game) if shape else None
            if shape and game:
                waiting.append((source, game, shape.name, json.dumps(row, ensure_ascii=False)))
            if len(waiting) >= ROWS_AT_ONCE:
                database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", waiting)
                waiting.clear()
        database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", waiting)

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(Path(self._folder.name) / "rows.sqlite")
            self._database.execute("PRAGMA synchronous = OFF")
            self._database.execute("PRAGMA journal_mode = OFF")
            self._database.execute("CREATE TABLE rows (source, game, name, cells)")
        return self._database

    def documents(self) -> Iterator[TextFile | Unopened]:
        """A document for each game, in the order of the sources and of the games' numbers."""
        if self._database is None:
            return
        self._database.execute("CREATE INDEX by_game ON rows (source, CAST(game AS INTEGER), game)")
        rows_by_game = self._database.execute(
            "SELECT source, game, name, cells FROM rows"
            " ORDER BY source, CAST(game AS INTEGER), game, rowid"
        )
        for (source, game), rows in groupby(rows_by_game, key=lambda row: (row[0], row[1])):
            tables: dict[str, list[str]] = {}
            for _, _, name, cells in rows:
                tables.setdefault(name, []).append(cells)
            parts = [f'"{name}": [{", ".join(listed)}]' for name, listed in tables.items()]
            text = f"{{{', '.join(parts)}}}"
            where = f"{source}!{game}"
            if len(text) > GAME_LIMIT:
                yield Unopened(where, f"a game larger than {GAME_LIMIT // 1_000_000} MB")
            else:
                yield TextFile(where, text)


def _column_names(first: str) -> list[str]:
    """The cells of a file's first line; none if it is no line of a table, as that of a long text
    without line ends."""
    try:
        return next(csv.reader([first.strip()], delimiter=_delimiter(first)), [])
    except csv.Error:
        return []


def _delimiter(first: str) -> str:
    """What stands between the cells of a table, by its first line."""
    return max(",;\t", key=first.count)


def csv_rows(lines: Iterable[str]) -> Iterator[Mapping[str, str | None]]:
    """The rows of a CSV file, by the names of their columns in small letters."""
    rest = iter(lines)
    first = next(rest, "")
    columns = [column.strip().lower() for column in _column_names(first)]
    for cells in csv.reader(rest, delimiter=_delimiter(first)):
        values = (None if cell in NULLS else _number(cell) for cell in cells)
        yield dict(zip(columns, values, strict=False))


def _number(cell: str) -> str:
    """A cell without the ways in which programs write whole numbers and truths into CSV."""
    if cell.endswith(".0") and cell[:-2].isdigit():
        return cell[:-2]
    return TRUTHS.get(cell, cell)


def limited_statements(file: IO[bytes], head: bytes) -> Iterator[str]:
    """The statements of a dump, each of which ends with the line of its semicolon."""
    statement = ""
    for raw in _whole_lines(file, head):
        statement += raw.decode("utf-8-sig", "replace")
        if statement.rstrip().endswith(";") or len(statement) > LONGEST_STATEMENT:
            yield statement
            statement = ""
        elif not statement.strip() or statement.lstrip().startswith(("--", "/*", "#")):
            statement = ""
    yield statement


def _whole_lines(file: IO[bytes], head: bytes) -> Iterator[bytes]:
    """The lines of a stream of which the beginning has been read."""
    lines = head.splitlines(keepends=True)
    last = lines.pop() if lines else b""
    yield from lines
    yield last if last.endswith(b"\n") else last + file.readline(LONGEST_STATEMENT)
    while line := file.readline(LONGEST_STATEMENT):
        yield line


def sql_rows(statements: Iterable[str]) -> Iterator[Mapping[str, str | None]]:
    """The rows that statements insert, by the names of their columns in small letters."""
    columns_of: dict[str, list[str]] = {}
    for statement in statements:
        if created := CREATE.match(statement):
            columns_of[created["table"].lower()] = _created_columns(statement[created.end() :])
        elif inserted := INSERT.match(statement):
            if BACKUPS.match(inserted["table"]):
                continue
            named = COLUMN.findall(inserted["columns"] or "")
            columns = named or columns_of.get(inserted["table"].lower(), [])
            lower = [column.lower() for column in columns]
            for cells in _tuples(statement, inserted.end()):
                yield dict(zip(lower, cells, strict=False))


def _created_columns(body: str) -> list[str]:
    """The columns of a table that is created."""
    depth = 0
    piece = ""
    pieces = []
    for letter in body:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += letter
    names = (COLUMN.match(each.strip()) for each in (*pieces, piece))
    return [name[1] for name in names if name and name[1].lower() not in NO_COLUMNS]


def _tuples(statement: str, at: int) -> Iterator[Sequence[str | None]]:
    """The values in each pair of brackets from a place on."""
    while (start := statement.find("(", at)) >= 0:
        at = start + 1
        cells = list[str | None]()
        while value := VALUE.match(statement, at):
            at = value.end()
            text = value["quoted"] if value["text"] is None else value["text"]
            if text is not None:
                cells.append(ESCAPED.sub(_unescaped, text))
            else:
                cells.append(None if value["null"] else value["bare"])
            if value["end"] == ")":
                yield cells
                break


def _unescaped(escape: re.Match[str]) -> str:
    return ESCAPES.get(escape[1], escape[1]) if escape[1] else escape[0][0]
