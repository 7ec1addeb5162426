"""The page of orders and the tables of webDiplomacy, as the site writes them; all made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cli.game_sources import read_source, sources
from builder.imports.sites.webdiplomacy import TABLES
from builder.playback.replaying import replay
from builder.record import Record
from builder.variant import Variant

AT = {place: number for number, place in enumerate(TABLES["coasts last"])}
COUNTRIES = {power: number for number, power in enumerate(TABLES["powers"])}
Row = tuple[object, ...]

PAGE = """<html><head><title>Info</title></head><body><h3>Order history</h3>
<div class="variant{variant}"><ul><li><a href="#index1">Autumn, 1901</a></li><ul>
<li><a href="#index2">France</a></li><ul><li><a href="#index3">Unit-placement</a></li></ul>
</ul></ul>
<h4><a name="index1"></a>Autumn, 1901 <a href="map.php?gameID=7&turn=1">
    <img src="external.png" alt="Large map" title="Shows all the moves" /></a>:</h4><p>
<a name="index2"></a><strong><span class="country2">France</span>:</strong><br />
<ul><li><strong>Diplomacy</strong></li>
    <ul><li>The army at Spain hold.</li><li>The army at Burgundy move to Belgium.</li></ul>
<li><a name="index3"></a><strong>Unit-placement</strong></li>
    <ul><li>Build army at Paris.</li><li>Do not use build order.</li></ul></ul>
<strong><span class="country4">Germany</span>:</strong><br />
<ul><li><strong>Diplomacy</strong></li>
    <ul><li>The army at Kiel move to Holland.</li>
        <li><u>The army at Munich move to Burgundy.</u> (fail) (dislodged)</li></ul>
<li><strong>Retreats</strong></li><ul><li>The army at Munich retreat to Ruhr.</li></ul></ul>
</p><div class="hr"></div><h4>Spring, 1901 <a href="#"><img alt="Large map" /></a>:</h4><p>
<strong><span class="country2">France</span>:</strong><br />
<ul><li><strong>Diplomacy</strong></li>
    <ul><li>The army at Marseilles move to Spain.</li>
        <li>The army at Paris move to Burgundy.</li></ul></ul>
<strong><span class="country4">Germany</span>:</strong><br />
<ul><li><strong>Diplomacy</strong></li>
    <ul><li><u>The fleet at Kiel support move to Denmark from Berlin.</u> (fail)</li></ul></ul>
</p></div></body></html>
"""


def read(path: Path) -> list[tuple[Record | None, list[str]]]:
    """Each game of a file or folder, and what is said of it."""
    found = []
    for source in sources([path], ARCHIVE):
        for _, record, errors in read_source(source, ARCHIVE):
            found.append((record, [*map(str, errors)]))
    return found


def test_a_page_with_the_steps_of_each_power(tmp_path: Path) -> None:
    path = tmp_path / "orders.html"
    path.write_text(PAGE.format(variant="Classic"), encoding="utf-8")
    ((record, errors),) = read(path)
    assert record is not None
    assert not errors
    phases = {(p.phase.season, p.phase.step): p for p in record.phases}
    shown = {key: [f"{w.issuer} {w.text}" for w in p.orders] for key, p in phases.items()}
    assert [*shown] == [
        ("spring", "movement"),
        ("fall", "movement"),
        ("fall", "retreats"),
        ("winter", "adjustments"),
    ]
    assert shown["fall", "movement"] == [
        "France army Spain H",
        "France army Burgundy - Belgium",
        "Germany army Kiel - Holland",
        "Germany army Munich - Burgundy",
    ]
    assert shown["fall", "retreats"] == ["Germany army Munich R Ruhr"]
    assert shown["winter", "adjustments"] == ["France Build army Paris", "France Waive"]


@pytest.mark.parametrize(
    ("named", "variant"), [("FleetRome", "fleet-rome"), ("ClassicFvA", "france-austria")]
)
def test_the_variant_of_a_page(named: str, variant: str, tmp_path: Path) -> None:
    path = tmp_path / "orders.html"
    path.write_text(PAGE.format(variant=named), encoding="utf-8")
    ((record, _),) = read(path)
    assert record is not None
    assert record.variant == variant


def test_a_page_of_a_variant_that_is_not_played_here(tmp_path: Path) -> None:
    path = tmp_path / "orders.html"
    path.write_text(PAGE.format(variant="World"), encoding="utf-8")
    ((record, errors),) = read(path)
    assert record is None
    assert "unknown webDiplomacy variant 'World'" in errors[0]


MOVES = (
    "gameID", "turn", "terrID", "countryID", "unitType", "success", "dislodged", "type", "toTerrID",
    "fromTerrID", "viaConvoy",
)  # fmt: skip
OWNERS = ("terrID", "turn", "standoff", "gameID", "countryID")


def move(turn: int, unit: str, type_: str, to: str = "-", success: str = "Yes") -> Row:
    """`France A PAR`; as the site archives it."""
    power, kind, at = unit.split()
    named = {"A": "Army", "F": "Fleet"}[kind] if not type_.startswith("Build") else None
    goal = AT[to] or None
    return (7, turn, AT[at], COUNTRIES[power], named, success, "No", type_, goal, None, "No")


ROWS = [
    move(0, "France A MAR", "Move", "SPA"),
    move(0, "Germany F KIE", "Move", "DEN"),
    move(1, "Germany F DEN", "Move", "SWE"),
    move(1, "France F BRE", "Move", "MAO", "Yes"),
    move(1, "France A MAR", "Build Army"),
]
HOMES = {
    "England": "EDI LVP LON", "France": "BRE MAR PAR", "Italy": "NAP ROM VEN",
    "Germany": "KIE BER MUN", "Austria": "VIE TRI BUD", "Turkey": "CON SMY ANK",
    "Russia": "SEV WAR MOS STP",
}  # fmt: skip


def owners(turn: int, **more: str) -> list[Row]:
    """All places, as the site archives them, with those owned by nobody."""
    owner_of = {place: power for power, homes in HOMES.items() for place in homes.split()} | more
    numbered = (
        (number, COUNTRIES.get(owner_of.get(place, ""), 0))
        for place, number in AT.items()
        if number
    )
    return [(number, turn, "No", 7, country) for number, country in numbered]


def table(name: str, columns: tuple[str, ...], rows: list[Row]) -> str:
    """The table in a dump, with its columns only where it is created."""
    created = ",\n".join(f"  `{column}` enum('Yes','No') DEFAULT NULL" for column in columns)
    values = []
    for row in rows:
        cells = ("NULL" if c is None else c if isinstance(c, int) else f"'{c}'" for c in row)
        values.append(f"({','.join(map(str, cells))})")
    body = f"CREATE TABLE `{name}` (\n{created},\n  KEY `Map` (`gameID`,`turn`)\n) ENGINE=InnoDB;\n"
    return f"{body}LOCK TABLES `{name}` WRITE;\nINSERT INTO `{name}` VALUES {','.join(values)};\n"


def dump(rows: list[Row], owned: list[Row], over: str = "No") -> str:
    games = (
        "CREATE TABLE `wD_Games` (`variantID` int, `id` int, `turn` int, `name` varchar(50),"
        " `gameOver` enum('No','Won'), `password` varbinary(16));\n"
        f"INSERT INTO `wD_Games` VALUES (1,7,2,'Jane\\'s game; no. 1','{over}',_binary 'p\\'w');\n"
    )
    copies = table("wD_Backup_MovesArchive", MOVES, rows[:1])
    return (
        "\ufeff-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\n"
        + games
        + copies
        + table("wD_MovesArchive", MOVES, rows)
        + table("wD_TerrStatusArchive", OWNERS, owned)
    )


def written(path: Path, form: str, rows: list[Row], owned: list[Row], over: str = "No") -> Path:
    """The tables as a dump, or as CSV files with some sign between their cells."""
    if form == "sql":
        path = path / "dump.sql"
        path.write_text(dump(rows, owned, over), encoding="utf-8")
        return path
    for name, columns, listed in (("moves", MOVES, rows), ("owners", OWNERS, owned)):
        lines = [form.join(columns)]
        for row in listed:
            lines.append(form.join("NULL" if cell is None else str(cell) for cell in row))
        (path / f"{name}.csv").write_text("\r\n".join(lines), encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("form", ["sql", ",", ";", "\t"])
def test_the_tables_of_the_site(form: str, tmp_path: Path, standard: Variant) -> None:
    owned = [*owners(0), *owners(1, SPA="France", SWE="Germany")]
    ((record, errors),) = read(written(tmp_path, form, ROWS, owned))
    assert record is not None
    assert "Jane" not in repr(record)
    assert not errors if form == "sql" else "no variant is named" in errors[0]
    stages = replay(standard, record).stages
    assert [s.verdict for s in stages] == ["agrees", "agrees", "agrees"]
    assert "supply centres" in [c.subject for c in stages[1].comparisons]


def test_a_false_owner_at_the_end_is_named(tmp_path: Path, standard: Variant) -> None:
    owned = [*owners(0), *owners(1, SPA="France", SWE="Russia")]
    ((record, _),) = read(written(tmp_path, "sql", ROWS, owned))
    assert record is not None
    differing = [
        c.subject
        for stage in replay(standard, record).stages
        for c in stage.comparisons
        if c.verdict == "differs"
    ]
    assert differing == ["centre Swe"]


def test_a_turn_that_is_stored_again_at_the_end(tmp_path: Path) -> None:
    """The site copies all orders of the last turn, its builds as well."""
    again = [(row[0], 2, *row[2:]) for row in ROWS if row[1] == 1]
    ((record, errors),) = read(written(tmp_path, "sql", [*ROWS, *again], owners(0), "Drawn"))
    assert record is not None
    assert [p.phase.year for p in record.phases] == [1901, 1901, 1901]
    assert any("the turn before again" in error for error in errors)


@pytest.mark.parametrize(
    ("number", "variant", "first"), [(9, "ancmed", 1), (17, "chaos", 1900), (15, None, 1901)]
)
def test_a_variant_by_its_number(
    number: int, variant: str | None, first: int, tmp_path: Path
) -> None:
    about = TABLES["variants"][str(number)]
    place = TABLES[about["places"]].index("SPA")
    order = {"countryID": 1, "terrID": place, "unitType": "Army", "type": "Hold", "toTerrID": None}
    name = "Diplomacy" if variant != "chaos" else "Builds"
    if name == "Builds":
        order |= {"type": "Build Army", "terrID": TABLES[about["places"]].index("ANK")}
    phase = {"turn": 0, "phase": name, "orders": [order], "units": [], "centers": []}
    path = tmp_path / "game.json"
    text = json.dumps({"gameID": 1, "variantID": number, "phases": [phase]})
    path.write_text(text, encoding="utf-8")
    ((record, _),) = read(path)
    assert record is not None
    assert record.variant == (variant or "france-austria")
    assert record.phases[0].phase.year == first


def test_coasts_in_brackets_are_no_marks(tmp_path: Path) -> None:
    """The site calls the east coast of Bulgaria its north coast."""
    lines = [
        "Spring, 1903",
        "Russia:",
        "The fleet at Barents Sea move to St. Petersburg (North Coast). (fail)",
        "The fleet at Black Sea move to Bulgaria (North Coast).",
        "The army at Rumania support move to Bulgaria (North Coast) from Black Sea. (fail)",
        "The fleet at Spain (South Coast) hold. (dislodged)",
    ]
    path = tmp_path / "orders.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    ((record, errors),) = read(path)
    assert record is not None
    assert not errors
    (phase,) = record.phases
    assert [getattr(w.order, "to", None) for w in phase.orders[:2]] == ["Stp/nc", "Bul/ec"]
    assert [sorted(p.outcomes) for p in phase.results] == [
        ["failed"],
        ["moved"],
        ["failed"],
        ["dislodged"],
    ]


COPIED = """\
Order history
  Autumn, 1901
    France
Autumn, 1901 Large map:
France:
    Diplomacy
        {0} The army at Spain hold.
        {0} The army at Moscow dance.
    Unit-placement
        {0} Do not use build order.
Spring, 1901 :
France:
    Diplomacy
        {0} The army at Marseilles move to Spain.
        {0} The army at Paris move to Burgundy. (fail)
"""


@pytest.mark.parametrize("bullet", ["•", "◦", "-", "*", "o", "1.", "2)", ""])
def test_a_page_that_was_copied_with_its_bullets(bullet: str, tmp_path: Path) -> None:
    path = tmp_path / "orders.txt"
    path.write_text(COPIED.format(bullet), encoding="utf-8")
    ((record, errors),) = read(path)
    assert record is not None
    shown = {p.phase.season: [w.text for w in p.orders] for p in record.phases}
    assert shown == {
        "spring": ["army Marseilles - Spain", "army Paris - Burgundy"],
        "fall": ["army Spain H"],
        "winter": ["Waive"],
    }
    assert errors == ["line 8: not understood: France: The army at Moscow dance."]
