"""Rows of the tables in which sites keep many games: CSV files, or a dump in SQL.

    INSERT INTO `orders` VALUES (1,1,'MOVE','Budapest','Serbia',NULL,1,NULL,1),(…);

The rows of all tables are sorted by game on the disk, so that one game at a time is in memory.
Each game becomes a document in JSON, with its rows under the names of the tables:

    {"games": [{"id": "1", …}], "orders": [{"game_id": "1", "unit_id": "7", …,
                                            "(file)": "orders.csv", "(line)": 12}, …]}
"""

import csv
import json
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from builder.imports.importer import TextFile, Unopened
from builder.imports.sql_dump import SqlDump, TableRow, is_sql
from builder.imports.streams import GAME_LIMIT, limited_lines

NULLS = ("", "NULL", "\\N", "None", "nan", "NaN", "<NA>")  # as programs write them into CSV
TRUTHS = {"True": "1", "true": "1", "TRUE": "1", "False": "0", "false": "0", "FALSE": "0"}
DELIMITERS = ",;\t|"
PIECE = 1_000_000  # bytes of a line of a dump that are read at once
MOST_ERRORS = 100  # that are named of one file
FILE = "(file)"  # beside the columns of each row: where it was read
LINE = "(line)"
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
COLUMNS = {  # of playdiplomacy's tables, in their order
    "games": ("id", "num_turns", "num_players"),
    "turns": (
        "game_id", "turn_num", "phase", "year", "season", "scs_england", "scs_france",
        "scs_italy", "scs_russia", "scs_turkey", "scs_germany", "scs_austria",
    ),
    "players": (
        "game_id", "country", "won", "num_supply_centers", "eliminated", "start_turn", "end_turn",
    ),
    "units": ("game_id", "country", "type", "start_turn", "end_turn", "unit_id"),
    "orders": (
        "game_id", "unit_id", "unit_order", "location", "target", "target_dest", "success",
        "reason", "turn_num",
    ),
}  # fmt: skip
WHOLE = (  # the tables without which a dump is part of a source
    {"orders", "units", "turns"},
    {"wD_MovesArchive", "wD_Games"},
    {"wD_MovesArchive", "wD_TerrStatusArchive"},
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
        self._errors: list[Unopened] = []

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
        if is_sql(head):
            rows = SqlDump(name, _pieces(file, head), shape_of).rows()
            source = name
        else:
            first = head.split(b"\n", 1)[0].decode("utf-8-sig", "replace")
            columns = [cell.strip().lower() for cell in _cells(first)]
            has_names = shape_of(columns) is not None
            columns = columns if has_names else _columns_by_name(name, columns)
            if not columns:
                return False
            lines = (line.decode("utf-8-sig", "replace") for line in limited_lines(file, head))
            rows = csv_rows(name, lines, columns, has_names=has_names)
            source = _folder(name)
        self._store(name, source, rows)
        return True

    def _store(self, name: str, source: str, rows: Iterable[TableRow | Unopened]) -> None:
        """Store the rows of a file under its source, and the first errors in it."""
        database = self._opened()
        name_of_file = TextFile(name, "").base
        waiting: list[StoredRow] = []
        errors: list[Unopened] = []
        try:
            for row in rows:
                if isinstance(row, Unopened):
                    errors.append(row)
                    continue
                shape = shape_of(row.cells)
                game = row.cells.get(shape.game) if shape else None
                if shape and game:
                    place = {FILE: name_of_file, LINE: row.line}
                    cells = json.dumps(row.cells | place, ensure_ascii=False)
                    waiting.append((source, game, shape.name, cells))
                if len(waiting) >= ROWS_AT_ONCE:
                    database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", waiting)
                    waiting.clear()
        finally:  # a packed file may be broken off
            database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", waiting)
            self._errors += errors[:MOST_ERRORS]
            if len(errors) > MOST_ERRORS:
                more = len(errors) - MOST_ERRORS
                self._errors.append(Unopened(name, f"{more:,} more rows that cannot be read"))

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(Path(self._folder.name) / "rows.sqlite")
            self._database.execute("PRAGMA synchronous = OFF")
            self._database.execute("PRAGMA journal_mode = OFF")
            self._database.execute("CREATE TABLE rows (source, game, name, cells)")
        return self._database

    def _put_files_together(self, database: sqlite3.Connection) -> None:
        """Take dumps of single tables in one folder for parts of one source, as CSV files are."""
        tables_of: dict[str, set[str]] = {}
        for source, table in database.execute("SELECT DISTINCT source, name FROM rows"):
            tables_of.setdefault(source, set()).add(table)
        parts_in: dict[str, list[str]] = {}
        for source, tables in tables_of.items():
            if not any(whole <= tables for whole in WHOLE):
                parts_in.setdefault(_folder(source), []).append(source)
        for folder, sources in parts_in.items():
            if len(sources) > 1 or folder in tables_of:
                renamed = [(folder, source) for source in sources if source != folder]
                database.executemany("UPDATE rows SET source = ? WHERE source = ?", renamed)

    def documents(self) -> Iterator[TextFile | Unopened]:
        """The rows that could not be read, then a document for each game, in the order of the
        sources and of the games' numbers."""
        yield from self._errors
        if self._database is None:
            return
        self._put_files_together(self._database)
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


def _folder(name: str) -> str:
    """The folder of a file, which may be in a packed file; the file itself if it has none."""
    return re.sub(r"[!/\\]?[^!/\\]*$", "", name) or name


def _columns_by_name(name: str, cells: Sequence[str]) -> list[str]:
    """The columns of the table for which a file is named (`diplomacy.orders.csv`), if its first
    line is a row of it; none for any other file."""
    words = re.findall(r"[a-z]+", re.split(r"[!/\\]", name)[-1].lower())
    for table, in_order in COLUMNS.items():
        if table in words and len(cells) == len(in_order) and cells[0].isdigit():
            return list(in_order)
    return []


def _cells(first: str) -> list[str]:
    """The cells of a file's first line; none if it is no line of a table, as that of a long text
    without line ends."""
    try:
        return next(csv.reader([first.strip("\r\n")], delimiter=_delimiter(first)), [])
    except csv.Error:
        return []


def _delimiter(first: str) -> str:
    """What stands between the cells of a table, by its first line."""
    return max(DELIMITERS, key=first.count)


def csv_rows(
    name: str, lines: Iterable[str], columns: Sequence[str], *, has_names: bool
) -> Iterator[TableRow | Unopened]:
    """The rows of a CSV file by the names of its columns, which may be in its first line; and the
    errors of those that cannot be read."""
    rest = iter(lines)
    first = next(rest, "")
    lines_of_rows = rest if has_names else chain([first], rest)
    reader = csv.reader(lines_of_rows, delimiter=_delimiter(first))
    before = 1 if has_names else 0
    while True:
        line = before + reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield Unopened(f"{name}, line {line}", f"a row that cannot be read: {error}")
            continue
        if cells is None:
            return
        if len(cells) == len(columns):
            values = (None if cell in NULLS else _number(cell) for cell in cells)
            yield TableRow(line, dict(zip(columns, values, strict=True)))
        elif any(cells):
            why = f"a row with {len(cells)} values for {len(columns)} columns"
            yield Unopened(f"{name}, line {line}", why)


def _number(cell: str) -> str:
    """A cell without the ways in which programs write whole numbers and truths into CSV."""
    if cell.endswith(".0") and cell[:-2].isdigit():
        return cell[:-2]
    return TRUTHS.get(cell, cell)


def _pieces(file: IO[bytes], head: bytes) -> Iterator[bytes]:
    """The lines of a stream of which the beginning has been read, long ones in pieces."""
    lines = head.splitlines(keepends=True)
    yield from lines
    while piece := file.readline(PIECE):
        yield piece
