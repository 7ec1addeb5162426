"""Rows of a dump in SQL, of MySQL, PostgreSQL or SQLite, one row in memory at a time.

    CREATE TABLE `orders` (`game_id` int NOT NULL, …);
    INSERT INTO `orders` VALUES (1,1,'MOVE','Budapest','Serbia',NULL,1,NULL,1),(…);

    COPY public.orders (game_id, unit_id, …) FROM stdin;
    1	1	MOVE	Budapest	Serbia	\\N	1	\\N	1
    \\.

A row that cannot be read, or is broken off, is reported with its line.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.imports.importer import Unopened

NAME = r"(?:[`\"\[]?\w+[`\"\]]?\s*\.\s*)*[`\"\[]?(?P<table>\w+)[`\"\]]?"
INSERT = re.compile(
    rf"\s*(?:INSERT\s+(?:\w+\s+)*?|REPLACE\s+)INTO\s+(?:TABLE\s+)?{NAME}\s*"
    r"(?:\((?P<columns>[^)]*)\))?\s*(?:OVERRIDING\s+\w+\s+VALUE\s+)?VALUES?\s*",
    re.IGNORECASE,
)
CREATE = re.compile(
    rf"\s*CREATE\s+(?:\w+\s+)*?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?{NAME}\s*\(", re.IGNORECASE
)
COPY = re.compile(
    rf"\s*COPY\s+{NAME}\s*(?:\((?P<columns>[^)]*)\))?\s*FROM\s+stdin\b", re.IGNORECASE
)
BEGIN_ROW = re.compile(r"\s*,?\s*\(")
END = re.compile(r"\s*;")
VALUE = re.compile(
    r"\s*(?:(?:_\w+\s*|[NnEe])?'(?P<text>(?:[^'\\]|\\.|'')*)'|\"(?P<quoted>(?:[^\"\\]|\\.|\"\")*)\""
    r"|(?P<null>NULL)\b|(?P<bare>[^,()'\"\s]+))(?:::[\w ]+)?\s*(?P<end>[,)])",
    re.IGNORECASE | re.DOTALL,
)
COLUMN = re.compile(r"[`\"\[]?(\w+)")
NO_COLUMNS = frozenset({"primary", "key", "unique", "constraint", "index", "foreign", "fulltext"})
ESCAPED = re.compile(r"\\(.)|''|\"\"", re.DOTALL)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": ""}
COMMENTS = ("--", "#", "\\")  # up to the end of the line; the last are commands of `psql`
NEXT_STATEMENT = re.compile(
    r"(?:INSERT\s+(?:\w+\s+)*?INTO|CREATE\s+TABLE|DROP\s+TABLE|COPY|UNLOCK\s+TABLES|COMMIT)\b|/\*!"
)
LIKE_SQL = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:--|/\*|#|\\|(?:SET|DROP|CREATE|INSERT|REPLACE|COPY|USE|LOCK|BEGIN|START"
    rb"|PRAGMA|SELECT|ALTER|DELETE|TRUNCATE)\b)",
    re.IGNORECASE,
)
COPY_NULL = "\\N"
COPY_END = "\\."
BACKUPS = re.compile(r"(?i)^(?:wD_)?backup_")  # copies of tables that a dump has beside them
LONGEST_ROW = 5_000_000  # characters; what is longer is not read
Cells = Sequence[str | None]


class TableRow(NamedTuple):
    """A row by the names of its columns in small letters, and its line."""

    line: int
    cells: dict[str, str | None]


def is_sql(head: bytes) -> bool:
    """Does a file begin as a dump, with rows in the part that was read?"""
    if not LIKE_SQL.match(head):
        return False
    text = head.decode("utf-8", "replace")
    return INSERT.search(text) is not None or COPY.search(text) is not None


class SqlDump:
    """The rows of a dump while its lines, or pieces of long ones, are read. `wanted` says whether
    rows with some columns are wanted; of others nothing is read. `name` is the file's, for errors.
    """

    def __init__(
        self, name: str, pieces: Iterable[bytes], wanted: Callable[[Iterable[str]], object]
    ) -> None:
        self.name = name
        self.pieces = pieces
        self.wanted = wanted
        self.columns_of: dict[str, list[str]] = {}  # of tables that are created
        self.columns: list[str] | None = None  # of the rows that are being read
        self.by_tabs = False
        self.pending = ""
        self.line = 1
        self.begun = 1  # the line at which the pending text begins

    def rows(self) -> Iterator[TableRow | Unopened]:
        """Each row, and the errors of those that cannot be read."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        for piece in self.pieces:
            text = decoder.decode(piece)
            if self._is_broken_off_before(text):
                yield self._error("a row that cannot be read")
                self.columns = None
                self.pending = ""
            if not self.pending.strip():
                self.begun = self.line
            self.pending += text
            if self.by_tabs:
                yield from self._rows_of_tabs()
            else:
                yield from self._read_pending(ends=text.rstrip().endswith(";"))
            self.line += text.count("\n")
        if self.columns is not None:
            yield self._error("the dump is broken off in a table")

    def _error(self, why: str) -> Unopened:
        return Unopened(f"{self.name}, line {self.begun}", why)

    def _is_broken_off_before(self, text: str) -> bool:
        """Does another statement begin while a row is not complete?"""
        in_a_row = self.columns is not None and not self.by_tabs and self.pending.strip()
        return bool(in_a_row and NEXT_STATEMENT.match(text))

    def _read_pending(self, *, ends: bool) -> Iterator[TableRow | Unopened]:
        """The rows of the pending text, as far as it is whole. `ends`: it ends as a statement."""
        while self.pending.strip() and not self.by_tabs:
            if self.columns is None:
                if self._begin_statement(ends=ends):
                    continue
                return
            yield from self._complete_rows()
            if ended := END.match(self.pending):
                self.columns = None
                self.pending = self.pending[ended.end() :]
            elif ends and not BEGIN_ROW.match(self.pending):
                self.columns = None  # words behind the rows, as `ON DUPLICATE KEY UPDATE …;`
                self.pending = ""
            else:
                break
        if len(self.pending) > LONGEST_ROW:
            yield self._error("a row that cannot be read")
            self.pending = ""

    def _begin_statement(self, *, ends: bool) -> bool:
        """Take in the beginning of a statement; False if more lines are needed for it."""
        text = self.pending.lstrip()
        if text.startswith(COMMENTS):
            self.pending = text.partition("\n")[2]
            return True
        if text.startswith("/*"):
            _, closed, rest = text.partition("*/")
            self.pending = rest if closed else text
            return bool(closed)
        if begun := INSERT.match(text) or COPY.match(text):
            self.columns = self._columns(begun)
            self.by_tabs = begun.re is COPY
            self.pending = "" if self.by_tabs else text[begun.end() :]
            return True
        if not ends:
            return False
        if created := CREATE.match(text):
            columns, end = created_columns(text, created.end())
            self.columns_of[created["table"].lower()] = columns
            text = text[end:]
        self.pending = text.partition(";")[2]
        return True

    def _columns(self, statement: re.Match[str]) -> list[str]:
        """The columns into which a statement puts values; none for a copy of a table."""
        if BACKUPS.match(statement["table"]):
            return []
        named = COLUMN.findall(statement["columns"] or "")
        columns = named or self.columns_of.get(statement["table"].lower(), [])
        lower = [column.lower() for column in columns]
        return lower if self.wanted(lower) else []

    def _complete_rows(self) -> Iterator[TableRow | Unopened]:
        """The rows in brackets at the beginning of the pending text that are complete."""
        at = 0
        while begun := BEGIN_ROW.match(self.pending, at):
            cells, end = _values(self.pending, begun.end())
            if cells is None:
                break
            at = end
            yield from self._row(cells)
            self.begun = self.line
        self.pending = self.pending[at:]

    def _rows_of_tabs(self) -> Iterator[TableRow | Unopened]:
        """The rows of the lines with tabs that are complete, up to the end of these rows."""
        while self.by_tabs and "\n" in self.pending:
            line, _, self.pending = self.pending.partition("\n")
            if line == COPY_END:
                self.by_tabs = False
                self.columns = None
            else:
                cells = [
                    None if cell == COPY_NULL else unescaped(cell) for cell in line.split("\t")
                ]
                yield from self._row(cells)

    def _row(self, cells: Cells) -> Iterator[TableRow | Unopened]:
        """A row by its columns; nothing if these are not known."""
        if not self.columns:
            return
        if len(cells) != len(self.columns):
            yield self._error(f"a row with {len(cells)} values for {len(self.columns)} columns")
            return
        yield TableRow(self.begun, dict(zip(self.columns, cells, strict=True)))


def _values(text: str, at: int) -> tuple[Cells | None, int]:
    """The values up to a closing bracket, and where that ends; None without a closing bracket."""
    cells: list[str | None] = []
    while value := VALUE.match(text, at):
        at = value.end()
        quoted = value["quoted"] if value["text"] is None else value["text"]
        if quoted is not None:
            cells.append(unescaped(quoted))
        else:
            cells.append(None if value["null"] else value["bare"])
        if value["end"] == ")":
            return cells, at
    return None, at


def created_columns(text: str, start: int) -> tuple[list[str], int]:
    """The columns of a table that is created, from the first of them on, and where they end."""
    depth = 0
    piece = ""
    pieces = []
    end = start
    for end in range(start, len(text)):
        letter = text[end]
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += letter
    names = (COLUMN.match(each.strip()) for each in (*pieces, piece))
    columns = [name[1] for name in names if name and name[1].lower() not in NO_COLUMNS]
    return columns, end


def unescaped(text: str) -> str:
    """A text without the strokes and doubled quotes by which a dump writes special letters."""
    return ESCAPED.sub(_unescaped, text) if "\\" in text or "''" in text or '""' in text else text


def _unescaped(escape: re.Match[str]) -> str:
    return ESCAPES.get(escape[1], escape[1]) if escape[1] else escape[0][0]
