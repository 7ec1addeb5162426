"""Tables of sites as programs export them: dumps of three databases, CSV without names of columns,
rows that are broken. The games are made up."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cli.game_sources import Found, read_source, sources
from builder.imports.sql_dump import SqlDump, TableRow
from builder.model.orders import Move
from builder.model.outcomes import Outcome
from builder.model.units import Location
from builder.playback.replaying import replay
from builder.record import Record
from builder.variant import Variant

Row = list[int | str | None]
COLUMNS = {
    "units": ["game_id", "country", "type", "start_turn", "end_turn", "unit_id"],
    "turns": [
        "game_id", "turn_num", "phase", "year", "season", "scs_england", "scs_france",
        "scs_italy", "scs_russia", "scs_turkey", "scs_germany", "scs_austria",
    ],
    "orders": [
        "game_id", "unit_id", "unit_order", "location", "target", "target_dest", "success",
        "reason", "turn_num",
    ],
}  # fmt: skip
ROWS: dict[str, list[Row]] = {
    "units": [
        [7, "F", "A", 0, 1, 1], [7, "G", "A", 0, 1, 2], [7, "F", "A", 0, 1, 3],
        [7, "G", "F", 0, 1, 4], [8, "F", "A", 0, 1, 1],
    ],
    "turns": [
        [7, 1, "Orders", 1901, "Spring", 3, 3, 3, 4, 3, 3, 3],
        [8, 1, "Orders", 1901, "Spring", 3, 3, 3, 4, 3, 3, 3],
    ],
    "orders": [
        [7, 1, "MOVE", "Paris", "Burgundy", None, 0, "Bounced; it's (a 'draw')", 1],
        [7, 2, "MOVE", "Munich", "Burgundy", None, 0, "Bounced", 1],
        [7, 3, "HOLD", "Marseilles", None, None, 1, None, 1],
        [7, 4, "SUPPORT", "Kiel", "Berlin", "Berlin", 1, None, 1],
        [8, 1, "MOVE", "Paris", "Gascony", None, 1, None, 1],
    ],
}  # fmt: skip
BESIDE = "-- a dump\n/*!40101 SET NAMES utf8 */;\n/* two\nlines; */\nDROP TABLE IF EXISTS x;\n"


def value(cell: int | str | None) -> str:
    if cell is None:
        return "NULL"
    return str(cell) if isinstance(cell, int) else "'" + cell.replace("'", "''") + "'"


def bracketed(row: Row, joint: str = ",") -> str:
    return f"({joint.join(map(value, row))})"


def created(name: str, quote: str = "`") -> str:
    columns = ",\n".join(f"  {quote}{c}{quote} varchar(20) NOT NULL" for c in COLUMNS[name])
    return f"CREATE TABLE {quote}{name}{quote} (\n{columns},\n  PRIMARY KEY (`a`, `b`)\n) X=Y;\n"


def mysql() -> str:
    text = BESIDE
    for name, rows in ROWS.items():
        text += created(name) + f"LOCK TABLES `{name}` WRITE;\n"
        text += f"INSERT INTO `{name}` VALUES {','.join(map(bracketed, rows))};\nUNLOCK TABLES;\n"
    return text


def row_a_line() -> str:
    """As phpMyAdmin writes it, with the names of the columns, and all on one line after another."""
    text = BESIDE
    for name, rows in ROWS.items():
        listed = ",\n".join(bracketed(row, ", ") for row in rows)
        columns = ", ".join(f"`{c}`" for c in COLUMNS[name])
        text += f"INSERT IGNORE INTO `diplomacy`.`{name}` ({columns}) VALUES\n{listed}\n"
        text += "ON DUPLICATE KEY UPDATE a = 1;\n"
    return text


def statement_a_row() -> str:
    text = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
    for name, rows in ROWS.items():
        text += created(name, '"').replace("\n", " ") + "\n"
        text += " ".join(f'INSERT INTO "{name}" VALUES{bracketed(row)};' for row in rows) + "\n"
    return text + "COMMIT;\n"


def copied() -> str:
    text = BESIDE.replace("40101", "") + "\\connect diplomacy\n"
    for name in ROWS:
        text += created(name, "")
    for name, rows in ROWS.items():
        columns = ", ".join(COLUMNS[name])
        text += f"COPY public.{name} ({columns}) FROM stdin;\n"
        for row in rows:
            text += "\t".join("\\N" if cell is None else str(cell) for cell in row) + "\n"
        text += "\\.\n\n"
    return text


DUMPS = {
    "mysql": mysql(),
    "phpMyAdmin": row_a_line(),
    "sqlite": statement_a_row(),
    "postgres": copied(),
    "windows": mysql().replace("\n", "\r\n"),
    "one line": mysql().replace("-- a dump\n", "").replace("\n", " ") + "\n",
}


def table(name: str, delimiter: str = ",", *, names: bool = True, null: str = "") -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    if names:
        writer.writerow([column.upper() for column in COLUMNS[name]])
    for row in ROWS[name]:
        writer.writerow([null if cell is None else cell for cell in row])
    return text.getvalue()


def read(path: Path) -> list[Found]:
    return [found for source in sources([path], ARCHIVE) for found in read_source(source, ARCHIVE)]


def check(found: list[Found], standard: Variant) -> None:
    records = {path.rpartition("!")[2]: record for path, record, _ in found}
    assert list(records) == ["7", "8"]
    verdicts = []
    for record in records.values():
        assert record is not None
        verdicts += [stage.verdict for stage in replay(standard, record).stages]
    assert verdicts == ["agrees", "agrees"]
    texts = [p.text for p in records["7"].phases[0].results]  # type: ignore[union-attr]
    assert "Bounced; it's (a 'draw')" in texts[0]


@pytest.mark.parametrize("kind", DUMPS)
def test_a_dump(kind: str, tmp_path: Path, standard: Variant) -> None:
    (tmp_path / "dump.txt").write_bytes(DUMPS[kind].encode())
    check(read(tmp_path), standard)


@pytest.mark.parametrize("kind", DUMPS)
def test_a_dump_in_small_pieces(kind: str) -> None:
    """A line of a dump may be longer than what is read at once."""
    text = DUMPS[kind].replace("\r\n", "\n")
    pieces = []
    for line in text.splitlines(keepends=True):
        pieces += [line[at : at + 97].encode() for at in range(0, len(line), 97)]
    rows = [*SqlDump("x.sql", pieces, bool).rows()]
    cells = [[*row.cells.values()] for row in rows if isinstance(row, TableRow)]
    expected = [row for rows in ROWS.values() for row in rows]
    assert cells == [[None if c is None else str(c) for c in row] for row in expected]
    assert len(rows) == len(cells)


@pytest.mark.parametrize(
    ("delimiter", "names", "null", "file"),
    [
        ("|", True, "NULL", "tbl_{}.txt"),
        (";", False, "NULL", "diplomacy.{}.csv"),
        ("\t", True, "nan", "{}.tsv"),
        (",", False, "None", "{}"),
    ],
)
def test_a_table_of_cells(
    delimiter: str, names: bool, null: str, file: str, tmp_path: Path, standard: Variant
) -> None:
    for name in ROWS:
        text = table(name, delimiter, names=names, null=null)
        (tmp_path / file.format(name)).write_text(text, encoding="utf-8")
    check(read(tmp_path), standard)


def test_rows_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    text = mysql().replace("(7,2,'MOVE'", "(7,2,'MOVE','superfluous'")
    (tmp_path / "dump.sql").write_text(text, encoding="utf-8")
    line = text[: text.index("superfluous")].count("\n") + 1
    name, record, (error,) = read(tmp_path)[0]
    assert (record, error) == (None, "a row with 10 values for 9 columns")
    assert name.endswith(f"dump.sql, line {line}")


def test_a_dump_that_is_broken_off_says_so(tmp_path: Path) -> None:
    text = mysql()
    (tmp_path / "dump.sql").write_text(text[: text.index("'SUPPORT'")], encoding="utf-8")
    found = read(tmp_path)
    assert "broken off" in found[0][2][0]
    assert [record is not None for _, record, _ in found] == [False, True, False]


def test_a_broken_row_does_not_cost_the_next_statement(tmp_path: Path) -> None:
    text = statement_a_row().replace("; INSERT", ";\nINSERT").replace("(7,2,'MOVE'", "(7,2,'MOVE")
    (tmp_path / "dump.sql").write_text(text, encoding="utf-8")
    errors = [errors for _, record, errors in read(tmp_path) if record is None]
    assert errors == [("a row that cannot be read",)]
    (first, _) = [record for _, record, _ in read(tmp_path) if record is not None]
    assert [len(phase.orders) for phase in first.phases] == [3]


def test_a_short_row_of_cells_is_named(tmp_path: Path) -> None:
    for name in ROWS:
        text = table(name)
        if name == "orders":
            text = text[: text.rindex(",Gascony")] + "\n"
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    name, record, (error,) = read(tmp_path)[0]
    assert (record, error) == (None, "a row with 4 values for 9 columns")
    assert name.endswith("orders.csv, line 6")


ARCHIVED = """\
gameID,turn,terrID,countryID,unitType,success,dislodged,type,toTerrID,fromTerrID,viaConvoy
9,0,{paris},{france},Army,No,No,Move,{burgundy},,No
9,0,{munich},{germany},Army,No,No,Move,{burgundy},,No
9,0,{nowhere},{germany},Army,Yes,No,Hold,,,No
"""
NUMBERS = {"paris": 47, "burgundy": 48, "munich": 41, "france": 2, "germany": 4, "nowhere": 999}
NAMES = {
    "paris": "Paris", "burgundy": "Burgundy", "munich": "Munich", "france": "France",
    "germany": "Germany", "nowhere": "Nowhere",
}  # fmt: skip


@pytest.mark.parametrize("cells", [NUMBERS, NAMES])
def test_rows_of_webdiplomacy_with_numbers_or_names(
    cells: dict[str, object], tmp_path: Path, standard: Variant
) -> None:
    (tmp_path / "moves.csv").write_text(ARCHIVED.format(**cells), encoding="utf-8")
    ((_, record, errors),) = read(tmp_path)
    assert record is not None
    orders = [str(w.order) for w in record.phases[0].orders]
    assert len(orders) == 2
    assert any(error.startswith("moves.csv, line 4: this row is not") for error in errors)
    assert not any("(line)" in error for error in errors)


def test_a_row_that_is_no_order_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    for name in ROWS:
        text = table(name).replace("Gascony", "Atlantis").replace("8,F,A", "8,F,Q")
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    _, (_, record, errors) = read(tmp_path)
    assert record is not None
    assert errors[0] == "units.csv, line 6: not a unit: 8, F, Q, 0, 1, 1"
    assert errors[1] == "orders.csv, line 6: not understood: MOVE Paris Atlantis"


@pytest.mark.parametrize("packed", [False, True])
def test_dumps_of_single_tables_in_a_folder(
    packed: bool, tmp_path: Path, standard: Variant
) -> None:
    """One table may also be in several files."""
    texts = {}
    for name, rows in ROWS.items():
        for number, part in enumerate((rows[:2], rows[2:])):
            values = ",".join(map(bracketed, part))
            texts[f"{name}{number}.sql"] = f"{created(name)}INSERT INTO `{name}` VALUES {values};\n"
    if packed:
        with zipfile.ZipFile(tmp_path / "tables.zip", "w") as archive:
            for name, text in texts.items():
                archive.writestr(f"dumps/{name}", text)
    for name, text in texts.items() if not packed else ():
        (tmp_path / name).write_text(text, encoding="utf-8")
    check(read(tmp_path), standard)


def test_whole_dumps_in_a_folder_are_sources_of_their_own(tmp_path: Path) -> None:
    for name in ("a.sql", "b.sql"):
        (tmp_path / name).write_text(mysql(), encoding="utf-8")
    names = [path.rpartition("/")[2] for path, _, _ in read(tmp_path)]
    assert names == ["a.sql!7", "a.sql!8", "b.sql!7", "b.sql!8"]


@pytest.mark.parametrize("table_name", ["units", "turns", "orders", "wD_Games"])
def test_a_table_alone_says_what_is_missing(table_name: str, tmp_path: Path) -> None:
    text = "id,variantID,turn\n7,1,3\n" if table_name == "wD_Games" else table(table_name)
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    for _, record, (error,) in read(tmp_path):
        assert record is None
        assert "no rows of" in error
        assert error.endswith("for this game: give all tables in one folder")


def five_tables(folder: Path, orders: list[Row]) -> tuple[Record, tuple[str, ...]]:
    """A game with an army in Smyrna in two seasons, and a Winter between the years."""
    turns: list[Row] = []
    for number, (phase, year, season) in enumerate(
        [("Orders", 1901, "Spring"), ("Orders", 1901, "Fall"), ("Build", 1901, "Fall")], 1
    ):
        turns.append([7, number, phase, year, season, 3, 3, 3, 4, 3, 3, 3])
    units: list[Row] = [[7, "T", "A", 0, 3, 1], [7, "T", "A", 3, 3, 2]]
    for name, rows in {"turns": turns, "units": units, "orders": orders}.items():
        lines = [COLUMNS[name], *rows]
        text = "\n".join(",".join("" if c is None else str(c) for c in line) for line in lines)
        (folder / f"{name}.csv").write_text(text + "\n", encoding="utf-8")
    ((_, record, errors),) = read(folder)
    assert record is not None
    return record, errors


@pytest.mark.parametrize(("goes_on_from", "counts"), [("Armenia", "Arm"), ("Syria", "Syr")])
def test_of_several_rows_for_a_unit_one_counts(
    goes_on_from: str, counts: str, tmp_path: Path
) -> None:
    orders: list[Row] = [
        [7, 1, "MOVE", "Smyrna", "Armenia", None, 1, None, 1],
        [7, 1, "MOVE", "Smyrna", "Syria", None, 1, None, 1],
        [7, 1, "HOLD", goes_on_from, None, None, 1, None, 2],
    ]
    record, errors = five_tables(tmp_path, orders)
    (written,) = record.phases[0].orders
    assert written.order == Move(Location(counts))
    left_out = 3 if goes_on_from == "Armenia" else 2
    assert errors == (
        f"orders.csv, line {left_out}: another row for the same unit; left out: "
        f"7, 1, MOVE, Smyrna, {'Syria' if left_out == 3 else 'Armenia'}, NULL, 1, NULL, 1",
    )


@pytest.mark.parametrize(("place", "verdict"), [("Constantinople", "differs"), ("Moscow", "")])
def test_a_build_that_failed(place: str, verdict: str, tmp_path: Path, standard: Variant) -> None:
    """It differs if the build was allowed; one that was not is no difference."""
    orders: list[Row] = [
        [7, 1, "MOVE", "Constantinople", "Bulgaria", None, 1, None, 1],
        [7, 1, "HOLD", "Bulgaria", None, None, 1, None, 2],
        [7, 2, "BUILD", None, f"army {place}", None, 0, "not allowed", 3],
    ]
    record, _ = five_tables(tmp_path, orders)
    (printed,) = record.phases[2].results
    assert printed.outcomes == {Outcome.FAILED}
    last = replay(standard, record).stages[-1]
    assert [c.verdict for c in last.comparisons] == [verdict] * bool(verdict)
