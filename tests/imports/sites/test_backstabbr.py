"""Saved pages of Backstabbr; all of these are made up."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
from our_archive import ARCHIVE

from builder.cli.game_sources import read_source, sources
from builder.model.orders import Disband, Retreat
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import Record
from builder.variant import Variant

Orders = dict[str, dict[str, object]]
PAGE = """<!DOCTYPE html>
<html><head><title>Game: {title} |  Backstabbr</title>{meta}</head><body>
<a href="/member/1">Jane Roe#1234</a>
<script>
    var stage = "{stage}";
    var unitsByPlayer = {units};
    var territories = {territories};
    var retreatOptions = {options};
    var orders = {orders};
</script></body></html>
"""
META = '<meta content="{title} ({season})" property="og:title">'
OWNERS = {"Par": "France", "Mar": "France", "Mun": "Germany", "Kie": "Germany"}


def move(to: str, result: str = "SUCCEEDS", reason: str = "", **more: object) -> dict[str, object]:
    return {"type": "MOVE", "to": to, "result": result, "result_reason": reason, **more}


def write(
    path: Path,
    season: str,
    units: Orders,
    orders: Orders | None = None,
    *,
    title: str = "Bob's (first) game 2025",
    owners: dict[str, str] | None = None,
    stage: str = "NEEDS_ORDERS",
    options: object = None,
    meta: str = META,
) -> None:
    """A page in a file."""
    text = PAGE.format(
        title=title,
        meta=meta.format(title=html.escape(title), season=season),
        stage=stage,
        units=json.dumps(units),
        territories=json.dumps(owners or OWNERS),
        options=json.dumps(options or {}),
        orders=json.dumps(orders or {}),
    )
    path.write_text(text, encoding="utf-8")


def read(path: Path) -> tuple[Record | None, list[str]]:
    """The only game of a file or folder, and what is said of it."""
    ((_, record, errors),) = [
        one for source in sources([path], ARCHIVE) for one in read_source(source, ARCHIVE)
    ]
    return record, [*map(str, errors)]


def differing(record: Record | None, standard: Variant) -> list[str]:
    assert record is not None
    stages = replay(standard, record).stages
    return [c.subject for s in stages for c in s.comparisons if c.verdict == "differs"]


SPRING: Orders = {"France": {"Par": "A", "Mar": "A"}, "Germany": {"Mun": "A", "Bur": "A"}}
FALL: Orders = {"France": {"Gas": "A", "Bur": "A"}, "Germany": {"Mun": "A", "Pic": "A"}}
WINTER: Orders = {"France": {"Gas": "A", "Bur": "A"}, "Germany": {"Mun": "A", "Bel": "A"}}
MOVES: Orders = {
    "France": {
        "Par": move("Bur"),
        "Mar": {"type": "SUPPORT", "from": "Par", "to": "Bur", "result": "SUCCEEDS"},
    },
    "Germany": {
        "Bur": move("Mar", "FAILS", "Bounced with A Mar", retreat={"to": "Pic"}),
        "Mun": {"type": "HOLD", "result": "SUCCEEDS"},
    },
}


def season_pages(folder: Path, owners: dict[str, str] | None = None) -> None:
    """A year, in which a unit is driven out."""
    after: Orders = {"France": {"Bur": "A", "Mar": "A"}, "Germany": {"Mun": "A", "Pic": "A"}}
    more: Orders = {"France": {"Mar": move("Gas")}, "Germany": {"Pic": move("Bel")}}
    now = OWNERS | {"Bel": "Germany"}
    write(folder / "1902-spring.html", "spring 1902", SPRING, MOVES)
    write(folder / "1902-fall.html", "fall 1902", after, more)
    write(folder / "1902-winter.html", "winter 1902", WINTER, owners=owners or now)
    write(folder / "1903-spring.html", "spring 1903", WINTER, owners=now)


def test_the_retreat_beside_an_order(tmp_path: Path, standard: Variant) -> None:
    season_pages(tmp_path)
    record, errors = read(tmp_path)
    assert record is not None
    assert not errors
    assert record.name == "Bob's (first) game 2025"
    assert [str(p.phase.season) for p in record.phases] == ["spring", "spring", "fall", "winter"]
    (retreat,) = record.phases[1].orders
    assert retreat.order == Retreat(to=retreat.order.to)  # type: ignore[union-attr]
    assert differing(record, standard) == []
    assert "Jane" not in repr(record)


def test_a_unit_that_disbands(tmp_path: Path, standard: Variant) -> None:
    orders = json.loads(json.dumps(MOVES))
    orders["Germany"]["Bur"]["retreat"] = None
    write(tmp_path / "page.html", "Spring 1902", SPRING, orders)
    record, _ = read(tmp_path)
    assert record is not None
    assert [type(w.order) for w in record.phases[1].orders] == [Disband]
    assert differing(record, standard) == []


def test_a_centre_of_a_later_page_is_compared(tmp_path: Path, standard: Variant) -> None:
    season_pages(tmp_path, owners=OWNERS | {"Bel": "France"})
    assert differing(read(tmp_path)[0], standard) == ["centre Bel"]


def test_a_unit_of_a_later_page_is_compared(tmp_path: Path, standard: Variant) -> None:
    season_pages(tmp_path)
    moved: Orders = {"France": {"Gas": "A", "Ruh": "A"}, "Germany": {"Mun": "A", "Bel": "A"}}
    write(tmp_path / "1902-winter.html", "winter 1902", moved, owners=OWNERS | {"Bel": "Germany"})
    assert differing(read(tmp_path)[0], standard)[0] == "position of France"


@pytest.mark.parametrize("already", [False, True])
def test_builds_of_a_winter_page(already: bool, tmp_path: Path, standard: Variant) -> None:
    """The page may list the new unit already; then its kind is there."""
    units: Orders = {"France": {"Bur": "A"}, "Germany": {"Mun": "A"}}
    build: dict[str, object] = {"type": "BUILD"}
    if already:
        units["France"]["Mar"] = "F"
    else:
        build["unit"] = {"type": "F"}
    orders: Orders = {"France": {"Mar": build}, "Germany": {"waive": {"type": "WAIVE"}}}
    write(tmp_path / "page.html", "Winter 1902", units, orders)
    record, errors = read(tmp_path)
    assert not errors
    assert record is not None
    assert [w.text.split()[0].lower() for w in record.phases[0].orders] == ["build", "waive"]
    assert differing(record, standard) == []


@pytest.mark.parametrize("which", ["flat", "by power"])
def test_units_that_must_retreat(which: str, tmp_path: Path) -> None:
    options = {"Mar": ["Gas"]} if which == "flat" else {"France": {"Mar": ["Gas"]}}
    units: Orders = {"France": {"Mar": "A"}, "Germany": {"Pie": "A"}}
    orders: Orders = {"France": {"Mar": {"type": "RETREAT", "to": "Gas"}}}
    write(tmp_path / "page.html", "Spring 1902", units, orders, options=options)
    record, _ = read(tmp_path)
    assert record is not None
    assert [d.unit.at for d in record.start_dislodged] == ["Mar"]


@pytest.mark.parametrize(
    "meta",
    [
        "",
        '<a id="history_current_season" href="#">Spring 1902</a>',
        "<!-- saved from url=(0042)https://www.backstabbr.com/game/x/123/1902/spring -->",
    ],
)
def test_where_the_season_of_a_page_is(meta: str, tmp_path: Path) -> None:
    folder = tmp_path / "1902"
    folder.mkdir()
    write(folder / "spring.html", "", SPRING, MOVES, title="Spring 2025 cup", meta=meta)
    record, _ = read(folder)
    assert record is not None
    assert record.phases[0].phase[:2] == (1902, "spring")
    assert record.name == "Spring 2025 cup"


def test_other_ways_of_writing_the_variables(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write(path, "Spring 1902", SPRING, MOVES)
    usual = read(tmp_path)[0]
    assert usual is not None
    text = path.read_text(encoding="utf-8")
    head, _, script = text.partition("<script>")
    view = "".join(
        f'<tr><td class="line-number"></td><td class="line-content">{html.escape(line)}</td></tr>'
        for line in text.splitlines()
    )
    for other in (
        head + "<script>" + script.replace('"', "'").replace("null", "None"),
        head + "<script>" + script.replace(";\n", "\n"),
        head + "<script>" + script.replace('"', "&quot;"),
        f"<html><body><table>{view}</table></body></html>",
        "\ufeff" + text.replace("\n", "\r\n"),
    ):
        path.write_text(other, encoding="utf-8", newline="")
        record, _ = read(tmp_path)
        assert record is not None
        assert [p.results for p in record.phases] == [p.results for p in usual.phases]
        assert [*map(str, record.phases)] == [*map(str, usual.phases)]


def test_what_a_browser_saves_beside_a_page_is_no_source(tmp_path: Path) -> None:
    write(tmp_path / "page.html", "Spring 1902", SPRING, MOVES)
    for name in ("page_files", "other_files"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "map.js").write_text("draw(unitsByPlayer)", encoding="utf-8")
    found = [one for source in sources([tmp_path], ARCHIVE) for one in read_source(source, ARCHIVE)]
    assert sorted(Path(where).parent.name for where, record, _ in found if record is None) == [
        "other_files"
    ]


def test_what_is_not_read_has_its_line(tmp_path: Path) -> None:
    units: Orders = {"France": {"Par": "A", "Oz": "A"}}
    orders: Orders = {
        "France": {"Par": {"type": "TELEPORT", "to": "Mos"}},
        "Narnia": {"Kie": {"type": "HOLD"}},
    }
    write(tmp_path / "x.html", "Spring 1902", units, orders)
    ((_, record, errors),) = [
        read for source in sources([tmp_path], ARCHIVE) for read in read_source(source, ARCHIVE)
    ]
    assert record is not None
    assert [error.partition(":")[0] for error in errors] == ["line 6", "line 9", "line 9"]
    assert 'France: Par {"type": "TELEPORT"' in errors[1]
    assert "orders.Narnia.Kie" in errors[2]


def test_the_result_of_a_retreat(tmp_path: Path) -> None:
    """A retreat into which another one bounced failed."""
    units: Orders = {"France": {"Gas": "A", "Mar": "A"}, "Germany": {"Bur": "A"}}
    retreat = {"type": "RETREAT", "to": "Par", "result": "FAILS", "result_reason": "Bounced"}
    lost = {"type": "HOLD", "result": "FAILS", "result_reason": "Dislodged", "retreat": retreat}
    support = {"type": "SUPPORT", "from": "Gas", "to": "Bur", "result": "SUCCEEDS"}
    orders: Orders = {"France": {"Gas": move("Bur"), "Mar": support}, "Germany": {"Bur": lost}}
    write(tmp_path / "x.html", "Spring 1902", units, orders)
    ((_, record, _),) = [
        read for source in sources([tmp_path], ARCHIVE) for read in read_source(source, ARCHIVE)
    ]
    assert record is not None
    (printed,) = record.phases[1].results
    assert printed.outcomes == {Outcome.BOUNCED}
