"""Tables with one order a row, from a spreadsheet or our own export.

    game,phase,power,order,as typed,recorded,computed,for,against
    Year;Season;Country;Unit;Order;Result

Columns are recognised by their names, in any order; commas, semicolons, tabs or bars separate them.
A phase is one cell (`S1901M`, `Fall 1901 retreats`) or a year and a season. An order is one cell
(`A Par-Bur`) or several (unit, place, action, target), which are joined. The column with our own
computed results is not read.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from builder.errors import ArchiveError
from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame
from builder.imports.importer import STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.phase_reports import DONE_AS, named
from builder.model.names import plain
from builder.model.orders import Move, Written
from builder.model.outcomes import Outcome
from builder.model.units import Power
from builder.notation.headings import says_no_orders
from builder.record import Source

PARTS = ("kind", "at", "order", "target", "to")
DELIMITERS = ",;\t|"
HEAD_LINES = 5  # in which the line with the names of the columns must be
LENGTH_FOR_GUESS = 10_000  # characters of a text by which it is recognised
BEYOND = "beyond"  # the cells of unknown columns, and after the last one
NAMES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
COLUMNS: dict[str, str] = {}  # the column that a name means
for _column, _names in NAMES.items():
    COLUMNS.update((plain(name), _column) for name in _names)
TableRow = Mapping[str, str]
SUCCESSES = {
    "1": "success", "yes": "success", "true": "success", "y": "success",
    "0": "failed", "no": "failed", "false": "failed", "n": "failed",
}  # fmt: skip


def table(text: str) -> list[tuple[int, TableRow]] | None:
    """The rows of a table by known columns, each with the number of its line; None if its first
    line does not name columns for the phase, the power and the order."""
    head = next(filter(None, map(str.strip, text.splitlines()[:HEAD_LINES])), "")
    delimiter, columns = table_columns(head)
    dated = "phase" in columns or {"year", "season"} <= {*columns}
    if not dated or not {"power", "order"} <= {*columns}:
        return None
    rows: list[tuple[int, TableRow]] = []
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    for cells in reader:
        pairs = [(name, cell.strip()) for name, cell in zip_longest(columns, cells, fillvalue="")]
        row = {name: cell for name, cell in pairs if name}
        row[BEYOND] = " ".join(cell for name, cell in pairs if cell and not name)
        if any(row.values()) and _columns(cells) != columns:
            rows.append((reader.line_num, row))
    return rows


def table_columns(head: str) -> tuple[str, list[str]]:
    """What separates the cells of a table, by its first line, and the columns that they name."""
    delimiter = max(DELIMITERS, key=head.count)
    return delimiter, _columns(next(csv.reader([head], delimiter=delimiter), []))


def _columns(cells: Sequence[str]) -> list[str]:
    """The column that each cell names, if any; the first of two destinations is the unit helped."""
    columns = [COLUMNS.get(plain(cell), "") for cell in cells]
    if columns.count("to") > 1:
        columns[columns.index("to")] = "target"
    return columns


def order_text(row: TableRow) -> str:
    """The order of a row: its cells joined as players write an order."""
    kind, at, verb, target, to = (row.get(part, "") for part in PARTS)
    if to:
        moves = not verb or verb[0] in "mMrR-"
        verb = "" if moves else verb
        to = f"- {to}" if moves or target else to
    return " ".join(filter(None, (kind, at, verb, target, to)))


def success(cell: str) -> str:
    """The result that a cell says with a number or an answer: `1`, `yes`, `0`, `false`."""
    return SUCCESSES.get(cell.strip().lower(), cell)


class TableGame(ForeignGame):
    """One game while its rows are read."""

    def take(self, line: int, row: TableRow) -> None:
        """Take in one row."""
        text = order_text(row)
        reason = row.get("reason", "")
        known_reason = reason if reason and plain_outcomes(reason) else ""
        result = row.get("result") or known_reason or success(row.get("success", "")) or reason
        typed = row.get("typed") or text or result
        if row[BEYOND]:
            self.remark(line, "left out, in no column that is known", row[BEYOND])
        cells = (row.get(column, "") for column in ("season", "year", "step"))
        try:
            dated = row.get("phase") or " ".join(filter(None, cells))
            sheet = self.sheet_of(self.setting.calendar.read(dated), line)
        except ArchiveError as error:
            self.remark(line, f"not read, {error}", " ".join(row.values()))
            return
        power = self._power(row["power"])
        if power and says_no_orders(typed):
            sheet.nmr.append(power)
            return
        written = ForeignOrders(self.setting, sheet.phase, power, line).parsed(text)
        if written is None or not power:
            self.unread(sheet, line, f"{row['power']}: {typed}", order=True, power=power)
            return
        self.add(sheet, Written(power, written.unit, written.order, typed, line))
        outcomes = plain_outcomes(result) if result else None
        if outcomes and Outcome.MOVED in outcomes and not isinstance(written.order, Move):
            outcomes = outcomes - {Outcome.MOVED} | {*DONE_AS.get(type(written.order), ())}
        if outcomes and written.unit is not None:
            owner = written.unit.power or power
            sheet.printed(owner, written.unit.at, *outcomes, text=result, line=line)
        elif result and not outcomes:
            self.unread(sheet, line, f"{text}: {result}")

    def _power(self, name: str) -> Power:
        """The power of a name, or of a letter with which only one power begins."""
        begun = [p for p in self.setting.powers if len(name) == 1 and p.startswith(name.upper())]
        return begun[0] if len(begun) == 1 else self.power_of(name)

    def game(self, name: str, variant: str, document: TextFile) -> Imported:
        """The game; one that begins later than usual has the units that its first orders name."""
        sheets = self.in_order()
        begun = bool(sheets) and sheets[0].phase != self.setting.calendar.start
        if begun:
            source = "no position is given; taken from the units that the first orders name"
            self.remark(sheets[0].line, source)
        return self.imported(
            document,
            sheets,
            id=name,
            name=name.replace("-", " ").capitalize(),
            variant=variant,
            source=Source(title="table of orders"),
            start=tuple(named(sheets[0])) if begun else None,
        )


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
    """The games of a table; raises UnknownWordError for an unknown variant."""
    games: dict[str, tuple[TableGame, str]] = {}
    before = max(document.line - 2, 0)  # a part of a file has the first line of the file as well
    for number, row in table(document.text) or ():
        line = number + before
        name = row.get("game") or document.stem
        if name not in games:
            variant = row.get("variant", "").lower() or STANDARD
            games[name] = TableGame(settings(variant)), variant
        games[name][0].take(line, row)
    yield from (game.game(name, variant, document) for name, (game, variant) in games.items())


ORDER_TABLE = Importer(
    "table",
    "table with one order a row (CSV)",
    lambda one: table(one.text[:LENGTH_FOR_GUESS]) is not None,
    read,
)
