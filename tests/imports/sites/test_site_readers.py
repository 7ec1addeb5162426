"""Games as sites keep them; all of these are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.cli.game_sources import read_source, sources
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import LONGEST_LINE, importer_of
from builder.playback.replaying import Replay, replay
from builder.record import Record
from builder.variant import Variant


def played(game: Imported | Record, variant: Variant) -> Replay:
    return replay(variant, game.record if isinstance(game, Imported) else game)


def subjects(game: Replay) -> list[str]:
    return [c.subject for s in game.stages for c in s.comparisons if c.verdict == "differs"]


PLAYDIP = """Spring 1901
France:
Army Paris MOVE Burgundy -> bounced with Munich (1 against 1)
Fleet Brest MOVE -> Mid-Atlantic Ocean -> resolved
Army Marseilles HOLD -> resolved
Germany:
Army Munich MOVE Burgundy -> Failed
Army Berlin MOVE Kiel -> resolved
Fleet Kiel MOVE Denmark -> {result}
"""
WEBDIP = """Spring, 1901
Diplomacy
France:
The army at Paris move to Burgundy. (fail)
The fleet at Brest move to Mid-Atlantic Ocean.
The army at Marseilles support hold to Paris.
Germany:
The army at Munich move to Burgundy. (fail)
The army at Berlin move to Kiel.
The fleet at Kiel move to Denmark.{result}
"""


def test_a_page_may_be_one_long_line(read: Read) -> None:
    """The site writes its page of orders without line ends."""
    orders = "".join(
        f"<li>The army at {place} hold.</li>" for place in ("Paris", "Marseilles", "Gascony")
    )
    seasons = "".join(
        f"<h4>{season}, {year}</h4><h5>France</h5><ul>{orders}</ul>"
        for year in range(1901, 2201)
        for season in ("Spring", "Autumn")
    )
    assert len(seasons) > LONGEST_LINE
    (game,) = read(f"<html><body>{seasons}</body></html>")
    assert sum(phase.phase.step == "movement" for phase in game.record.phases) == 600


@pytest.mark.parametrize(
    ("form", "text", "done", "failed"),
    [
        ("playdiplomacy-pages", PLAYDIP, "resolved", "Failed"),
        ("webdiplomacy-pages", WEBDIP, "", " (fail)"),
    ],
)
@pytest.mark.parametrize("page", [False, True])
def test_a_page_of_orders(
    form: str, text: str, done: str, failed: str, page: bool, read: Read, standard: Variant
) -> None:
    for result, differing in ((done, 0), (failed, 1)):
        said = text.format(result=result)
        if page:
            escaped = said.replace(">", "&gt;").splitlines()
            items = "".join(f"<tr><td>{line}</td></tr>" for line in escaped)
            said = f"<html><body><table>{items}</table></body></html>"
        found = importer_of(TextFile("page.html", said))
        assert found is not None
        assert found.name == form
        (game,) = read(said)
        assert len(game.record.phases[0].orders) == 6
        assert len(subjects(played(game, standard))) == differing


def test_retreats_and_builds_below_the_moves_of_a_page(read: Read) -> None:
    text = PLAYDIP.format(result="resolved").replace("1901", "1903", 1).replace("Spring", "Fall")
    text += "France:\nArmy Gascony RETREAT Spain -> resolved\nBUILD Army Paris -> resolved\n"
    (game,) = read(text)
    assert [p.phase.step for p in game.record.phases] == ["movement", "retreats", "adjustments"]


def test_a_line_of_a_page_that_cannot_be_read_is_named(read: Read) -> None:
    text = PLAYDIP.format(result="resolved").replace("Army Berlin MOVE Kiel", "Army Xyz MOVE Kiel")
    (game,) = read(text)
    assert [n.kind for n in game.record.phases[0].notes] == ["not read"]
    assert game.remarks[0].line == 8


BACKSTABBR = """<html><head><meta property="og:title" content="Our game ({season})"></head><script>
var unitsByPlayer = {units};
var territories = {{"Par": "France", "Mun": "Germany"}};
var retreatOptions = {{}};
var orders = {orders};
</script></html>
"""


def backstabbr(season: str, units: object, orders: object) -> str:
    return BACKSTABBR.format(season=season, units=json.dumps(units), orders=json.dumps(orders))


def move(to: str, result: str = "SUCCEEDS", reason: str = "") -> dict[str, str]:
    return {"type": "MOVE", "to": to, "result": result, "result_reason": reason}


def test_pages_of_backstabbr_in_a_folder_are_one_game(tmp_path: Path, standard: Variant) -> None:
    first = {"France": {"Par": "A"}, "Germany": {"Mun": "A", "Spa": {"type": "F", "coast": "nc"}}}
    bounced = move("Bur", "FAILS", "Bounced")
    orders = {"France": {"Par": bounced}, "Germany": {"Mun": bounced, "Spa": move("Gas")}}
    then = {"France": {"Par": "A"}, "Germany": {"Mun": "A", "Gas": "F"}}
    more = {"France": {"Par": move("Bur")}, "Germany": {"Mun": {"type": "HOLD"}}}
    (tmp_path / "1.html").write_text(backstabbr("Spring 1902", first, orders), encoding="utf-8")
    (tmp_path / "2.html").write_text(backstabbr("Fall 1902", then, more), encoding="utf-8")
    (record,) = [
        record
        for source in sources([tmp_path], ARCHIVE)
        for _, record, _ in read_source(source, ARCHIVE)
        if record is not None
    ]
    game = played(record, standard)
    assert [s.phase.season for s in game.stages] == ["spring", "fall"]
    assert record.phases[0].after is not None
    assert not subjects(game)


def test_a_page_of_backstabbr_without_a_season_is_named(read: Read) -> None:
    with pytest.raises(Exception, match="has a season"):
        read(backstabbr("no date", {}, {}))


MOVES = {
    1: ["Par MOVE Burgundy 0 Bounced", "Mun MOVE Burgundy 0 Bounced", "Lon MOVE North Sea 1"],
    2: ["Lvp MOVE Norway 1", "Mun SUPPORT Berlin 1"],
}
MOVES[1].append("Lvp MOVE Yorkshire 1")
WENT = {"Lon": "North Sea", "Lvp": "Yorkshire"}


def tables(standard: Variant) -> dict[str, list[str]]:
    """Two turns of the standard game; units without a move hold."""
    found = {
        "turns": ["game_id,turn_num,phase,year,season", "7,1,Orders,1901,Spring"],
        "units": ["game_id,country,type,start_turn,end_turn,unit_id"],
        "orders": [
            "game_id,unit_id,unit_order,location,target,target_dest,success,reason,turn_num"
        ],
    }
    found["turns"].append("7,2,Orders,1901,Fall")
    names = standard.setting.board.provinces
    for number, unit in enumerate(standard.setting.start.units, 1):
        found["units"].append(f"7,{unit.power[0]},{unit.kind},0,2,{number}")
        for turn in (1, 2):
            home = str(unit.at.province)
            coast = " (South Coast)" if unit.at.coast else ""
            place = WENT.get(home) if turn == 2 else None
            cells = f"HOLD,{place or names[unit.at.province].name + coast},,,1,,{turn}"
            for order in MOVES[turn]:
                code, what, *rest = order.split()
                if code == home:
                    end = next(i for i, word in enumerate(rest) if word in "01")
                    target, reason = " ".join(rest[:end]), " ".join(rest[end + 1 :])
                    dest = target if what == "SUPPORT" else ""
                    where = place or names[unit.at.province].name
                    cells = f"{what},{where},{target},{dest},{rest[end]},{reason},{turn}"
            found["orders"].append(f"7,{number},{cells}")
    return found


SQL = "CREATE TABLE `{name}` ({columns});\nINSERT INTO `{name}` VALUES {rows};\n"


def as_sql(given: dict[str, list[str]]) -> str:
    text = ""
    for name, (head, *rows) in given.items():
        values = []
        for row in rows:
            cells = (c if c.isdigit() else f"'{c}'" if c else "NULL" for c in row.split(","))
            values.append(f"({','.join(cells)})")
        columns = ", ".join(f"`{c}` varchar(20) NOT NULL" for c in head.split(","))
        text += SQL.format(name=name, columns=columns, rows=",".join(values))
    return text


@pytest.mark.parametrize("form", ["csv", "sql"])
def test_five_tables(form: str, tmp_path: Path, standard: Variant) -> None:
    """The tables have no convoys: the fleet that holds on the way of an army carries it."""
    given = tables(standard)
    if form == "sql":
        (tmp_path / "dump.sql").write_text(as_sql(given), encoding="utf-8")
    for name, lines in given.items() if form == "csv" else ():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ((_, record, errors),) = [
        found for source in sources([tmp_path], ARCHIVE) for found in read_source(source, ARCHIVE)
    ]
    assert record is not None
    assert any("taken to carry" in error for error in errors)
    game = played(record, standard)
    assert [s.verdict for s in game.stages] == ["agrees", "agrees"]
    assert sum(len(s.comparisons) for s in game.stages) >= len(given["orders"]) - 1


def test_a_table_alone_is_refused_with_what_is_missing(tmp_path: Path, standard: Variant) -> None:
    lines = tables(standard)["orders"]
    (tmp_path / "orders.csv").write_text("\n".join(lines), encoding="utf-8")
    ((_, record, errors),) = [
        found for source in sources([tmp_path], ARCHIVE) for found in read_source(source, ARCHIVE)
    ]
    assert record is None
    assert "no rows of units, turns for this game" in errors[0]


ROWS = """\
INSERT INTO wD_Games (id, variantID, turn, phase, name) VALUES (9,1,1,'Diplomacy','it''s a test');
INSERT INTO wD_MovesArchive (gameID, turn, orderID, countryID, unitType, success, dislodged, type,
 terrID, toTerrID, fromTerrID, viaConvoy) VALUES (9,0,1,2,'Army','{}','No','Move',47,48,NULL,'No'),
 (9,0,2,4,'Army','No','No','Move',41,48,NULL,'No');
"""


def test_rows_of_webdiplomacy(tmp_path: Path, standard: Variant) -> None:
    for success, verdict in (("No", "agrees"), ("Yes", "differs")):
        (tmp_path / "dump.sql").write_text(ROWS.format(success), encoding="utf-8")
        ((_, record, _),) = [
            found
            for source in sources([tmp_path], ARCHIVE)
            for found in read_source(source, ARCHIVE)
        ]
        assert record is not None
        assert played(record, standard).stages[0].verdict == verdict


def test_a_game_of_diplicity(read: Read, standard: Variant) -> None:
    orders = [
        {
            "nation": "France",
            "selected": ["par", "Move", "bur"],
            "expected_resolution": "ErrBounce",
        },
        {
            "nation": "Germany",
            "selected": ["mun", "Move", "bur"],
            "expected_resolution": "ErrBounce",
        },
        {"nation": "England", "selected": ["lon", "Move", "nth"], "expected_resolution": "OK"},
    ]
    phase = {"season": "Spring", "year": 1901, "type": "Movement", "orders": orders}
    text = json.dumps({"schema_version": 1, "variant": "Classical", "phases": [phase]})
    (game,) = read(text)
    found = played(game, standard)
    assert [s.verdict for s in found.stages] == ["agrees"]
    assert len(found.stages[0].comparisons) == 3
    orders[2]["expected_resolution"] = "ErrBounce"
    text = json.dumps({"schema_version": 1, "variant": "Classical", "phases": [phase]})
    assert len(subjects(played(read(text)[0], standard))) == 1


HISTORY = """<!DOCTYPE html>
<!-- saved from url=(0070)https://www.playdiplomacy.com/game_history.php?game_id=7&amp;{address} -->
<html><body><a href="/profile.php?user=1">Jane Roe</a><table><tr><td class="maphistory"><br/>
<b>FRANCE</b><br/>{france}<br/><br/><b>GERMANY:</b><br/>{germany}<br/></td></tr></table></body></html>
"""
PAGES = {
    "phase=O&amp;gdate=2": (
        "Army Ruhr MOVE Munich -&gt; resolved<br/>"
        "Army Burgundy SUPPORT Army Ruhr to Munich -&gt; resolved",
        "Army Munich HOLD -&gt; dislodged<br/>Fleet Kiel SUPPORT Army Munich to hold -&gt; invalid",
    ),
    "gdate=2&amp;phase=R": ("", "Army Munich RETREAT Silesia -&gt; resolved"),
    "phase=O&amp;gdate=3": (
        "Army Munich HOLD -&gt; resolved<br/>Army Burgundy HOLD -&gt; resolved",
        "Army Silesia MOVE Berlin -&gt; resolved<br/>Fleet Kiel MOVE Denmark -&gt; resolved",
    ),
    "phase=B&amp;gdate=3": ("", "BUILD army Kiel -&gt; resolved"),
}


def history(folder: Path) -> None:
    for number, (address, (france, germany)) in enumerate(PAGES.items()):
        text = HISTORY.format(address=address, france=france, germany=germany)
        (folder / f"{number}.html").write_text(text, encoding="utf-8")


def test_pages_of_playdiplomacy_say_their_phase_by_their_address(
    tmp_path: Path, standard: Variant
) -> None:
    history(tmp_path)
    ((_, record, errors),) = [
        found for source in sources([tmp_path], ARCHIVE) for found in read_source(source, ARCHIVE)
    ]
    assert record is not None
    assert not errors
    assert record.id == "playdiplomacy-7"
    assert "Jane" not in repr(record)
    dates = [(p.phase.year, p.phase.season, p.phase.step) for p in record.phases]
    assert dates == [
        (1902, "spring", "movement"),
        (1902, "spring", "retreats"),
        (1902, "fall", "movement"),
        (1902, "winter", "adjustments"),
    ]
    first, retreats, *_ = played(record, standard).stages
    assert (first.verdict, retreats.verdict) == ("agrees", "agrees")


def test_a_page_of_playdiplomacy_by_the_name_of_its_file(tmp_path: Path) -> None:
    france, germany = PAGES["phase=O&amp;gdate=2"]
    text = HISTORY.format(address="", france=france, germany=germany).replace("saved from", "")
    path = tmp_path / "game_history.php?game_id=7&phase=O&gdate=2.html"
    path.write_text(text, encoding="utf-8")
    ((_, record, _),) = [
        found for source in sources([path], ARCHIVE) for found in read_source(source, ARCHIVE)
    ]
    assert record is not None
    assert record.phases[0].phase[:2] == (1902, "spring")


@pytest.mark.parametrize("written", ["floats", "truths", "quotes"])
def test_other_ways_of_writing_the_cells_of_tables(
    written: str, tmp_path: Path, standard: Variant
) -> None:
    given = tables(standard)
    if written == "quotes":
        text = as_sql(given).replace("'", '"')
        (tmp_path / "dump.sql").write_text(text, encoding="utf-8")
    for name, (head, *rows) in given.items() if written != "quotes" else ():
        lines = [head]
        for row in rows:
            cells = row.split(",")
            for number, column in enumerate(head.split(",")):
                if written == "floats" and column in ("unit_id", "turn_num", "success"):
                    cells[number] += ".0"
                if written == "truths" and column == "success":
                    cells[number] = {"1": "True", "0": "False"}[cells[number]]
            lines.append(",".join(cells))
        (tmp_path / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
    ((_, record, _),) = [
        found for source in sources([tmp_path], ARCHIVE) for found in read_source(source, ARCHIVE)
    ]
    assert record is not None
    assert [s.verdict for s in played(record, standard).stages] == ["agrees", "agrees"]
