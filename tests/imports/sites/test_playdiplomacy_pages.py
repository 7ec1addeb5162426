"""Pages of playdiplomacy in the forms in which people have them; the games in them are made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_archive import ARCHIVE
from samples import Read

from builder.cli.game_sources import read_source, sources
from builder.imports.importer import TextFile
from builder.imports.sites.site_pages import phase_of_address
from builder.model.outcomes import Outcome
from builder.playback.replaying import replay
from builder.record import Record
from builder.variant import Variant

SEASON_LINKS = """\
<b><a href='game_history.php?game_id=7&phase=O&gdate=0'>Spring 1901</a></b>&nbsp;&nbsp;
<b><a href='game_history.php?game_id=7&phase=O&gdate=9'>Fall 1905</a></b>&nbsp;&nbsp;</br></br>
"""
OPENING = {
    "ENGLAND": [
        "London MOVE North Sea -> resolved",
        "Edinburgh MOVE Norwegian Sea -> resolved",
        "Liverpool MOVE Yorkshire -> resolved",
    ],
    "FRANCE": [
        "Paris MOVE Burgundy -> bounced with Munich (1 against 1)",
        "Brest MOVE Paris -> Illegal order replaced with Hold order",
    ],
    "GERMANY": [
        "Munich MOVE Burgundy -> bounced with Paris (1 against 1)",
        "Kiel SUPPORT Berlin to hold -> resolved",
    ],
    "RUSSIA": ["St. Petersburg (South Coast) MOVE Gulf of Bothnia -> resolved"],
}
AUTUMN = {
    "ENGLAND": [
        "North Sea CONVOY Yorkshire to Norway -> resolved",
        "Yorkshire MOVE Norway VIA Convoy -> resolved",
    ],
}
WINTER = {"ENGLAND": ["BUILD fleet London -> resolved"]}


def page(address: str, orders: dict[str, list[str]], before: str = "") -> str:
    listed = ""
    for nation, lines in orders.items():
        items = "".join(f"<li>{line.replace('>', '&gt;')}</li>" for line in lines)
        listed += f"<b>{nation}</b><ul>{items}</ul>"
    saved = f"<!-- saved from url=(0060)https://www.playdiplomacy.com/{address} -->\n"
    return f"<!DOCTYPE html>\n{saved}<html><body>{before}{listed}</body></html>"


def one_game(folder: Path) -> tuple[Record, tuple[str, ...]]:
    ((_, record, remarks),) = [
        read for source in sources([folder], ARCHIVE) for read in read_source(source, ARCHIVE)
    ]
    assert record is not None
    return record, tuple(remarks)


def test_orders_without_the_kinds_of_units(tmp_path: Path, standard: Variant) -> None:
    """The site's history prints where a unit is, and not what it is."""
    phases = [("O", 0, OPENING), ("O", 1, AUTUMN), ("R", 1, {}), ("B", 1, WINTER)]
    for letter, date, orders in phases:
        address = f"game_history.php?game_id=7&phase={letter}&gdate={date}"
        text = page(address, orders, SEASON_LINKS)
        (tmp_path / f"{letter}{date}.html").write_text(text, encoding="utf-8")
    record, remarks = one_game(tmp_path)
    assert not remarks
    assert [p.phase.step for p in record.phases] == ["movement", "movement", "adjustments"]
    assert sum(len(p.orders) for p in record.phases) == 11
    stages = replay(standard, record).stages
    assert [stage.verdict for stage in stages] == ["agrees", "agrees", "agrees"]
    assert sum(len(stage.comparisons) for stage in stages) == 11


def test_links_to_the_seasons_are_no_headings(read: Read) -> None:
    text = page("other.php", OPENING, SEASON_LINKS + "<h2>Fall 1903 - Orders</h2>")
    (game,) = read(text)
    assert [p.phase[:2] for p in game.record.phases] == [(1903, "fall")]


def test_kinds_that_are_not_printed_at_the_start_are_those_that_the_orders_show(
    read: Read,
) -> None:
    orders = {
        "ENGLAND": [
            "North Sea CONVOY Yorkshire to Norway -> resolved",
            "Yorkshire MOVE Norway -> resolved",
            "Wales MOVE Irish Sea -> resolved",
            "London HOLD -> resolved",
        ],
        "RUSSIA": ["St. Petersburg (North Coast) HOLD -> resolved", "Moscow HOLD -> resolved"],
        "TURKEY": ["Ankara SUPPORT Constantinople to Black Sea -> Failed"],
    }
    address = "game_history.php?game_id=7&phase=O&gdate=8"
    (game,) = read(page(address, orders))
    units = {str(unit) for unit in game.record.start or ()}
    expected = {"F NTH", "A Yor", "F Wal", "A Lon", "F Stp/nc", "A Mos", "F Ank"}
    assert units == expected
    (remark,) = game.remarks
    assert "kinds of units are not printed" in remark.message
    assert remark.excerpt == "A Lon"


def test_guessed_kinds_are_not_compared_with_an_earlier_page(
    tmp_path: Path, standard: Variant
) -> None:
    """The fleet in Kiel, which holds, would be taken for an army on the second page alone."""
    holds = {"GERMANY": ["Kiel HOLD -> resolved"]}
    for date in (0, 1):
        address = f"game_history.php?game_id=7&phase=O&gdate={date}"
        (tmp_path / f"{date}.html").write_text(page(address, holds), encoding="utf-8")
    record, remarks = one_game(tmp_path)
    assert not remarks
    assert [s.verdict for s in replay(standard, record).stages] == ["agrees", "agrees"]


@pytest.mark.parametrize(
    ("heading", "above", "step"),
    [
        ("Fall 1903 - Retreats", "", "retreats"),
        ("Spring 1903 - Orders", "", "retreats"),
        ("Fall 1903 - Orders", "Denmark HOLD -> dislodged", "retreats"),
        ("Fall 1903 - Orders", "Denmark HOLD -> resolved", "adjustments"),
        ("Fall 1903 - Builds", "", "adjustments"),
    ],
)
def test_a_unit_that_is_destroyed(heading: str, above: str, step: str, read: Read) -> None:
    """The site says DESTROY of a unit that disbands and of one that is removed in Winter."""
    (game,) = read(f"{heading}\nENGLAND\n{above}\nArmy Denmark DESTROY -> resolved\n")
    phases = [p.phase.step for p in game.record.phases for w in p.orders if w.text.endswith(" D")]
    assert phases == [step]


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("Convoy disrupted", Outcome.DISRUPTED),
        ("Illegal order replaced with Hold order", Outcome.VOID),
        ("Invalid order or syntax error", Outcome.VOID),
    ],
)
def test_results(result: str, outcome: Outcome, read: Read) -> None:
    (game,) = read(f"Spring 1901\nTURKEY\nArmy Smyrna MOVE Syria VIA Convoy -> {result}\n")
    (printed,) = game.record.phases[0].results
    assert printed.outcomes == {outcome}
    assert not game.remarks


@pytest.mark.parametrize("order", ["Smyrna MOVE Syria", "Smyrna HOLD", "Army Ankara DESTROY"])
def test_an_order_with_an_unknown_result_is_read(order: str, read: Read) -> None:
    text = f"Spring 1901\nTURKEY\n{order} -> the dog ate it\nAnkara HOLD -> resolved\n"
    (game,) = read(text)
    assert [remark.line for remark in game.remarks] == [3]
    assert "result is not understood" in game.remarks[0].message
    assert sum(len(p.orders) for p in game.record.phases) == 2
    assert sum(len(p.results) for p in game.record.phases) == 1


def test_files_that_are_named_for_their_seasons_are_one_game(
    tmp_path: Path, standard: Variant
) -> None:
    folder = tmp_path / "our-game"
    folder.mkdir()
    texts = {"01_spring_1901_order": OPENING, "02_fall_1901_order": AUTUMN}
    texts["03_fall_1901_build"] = WINTER
    for name, orders in texts.items():
        lines = []
        for nation, listed in orders.items():
            lines += [nation, *listed]
        (folder / f"{name}.txt").write_text("\r\n".join(lines), encoding="utf-8")
    record, _ = one_game(folder)
    assert record.id == "playdiplomacy-our-game"
    assert [s.verdict for s in replay(standard, record).stages] == ["agrees"] * 3


@pytest.mark.parametrize(
    "name",
    ["game_id=7&phase=R&gdate=3", "game_history.php_game_id=7_phase=R_gdate=3.html"],
)
def test_the_address_in_the_name_of_a_file(name: str) -> None:
    phase = phase_of_address(TextFile(f"pages/{name}", "<html></html>"))
    assert phase is not None
    assert phase == (1902, "fall", "retreats")


def test_a_page_without_orders_alone_is_refused(tmp_path: Path) -> None:
    address = "game_history.php?game_id=7&phase=R&gdate=1"
    (tmp_path / "r.html").write_text(page(address, {}), encoding="utf-8")
    ((_, record, errors),) = [
        read for source in sources([tmp_path], ARCHIVE) for read in read_source(source, ARCHIVE)
    ]
    assert record is None
    assert "no orders" in errors[0]


@pytest.mark.parametrize(
    "heading",
    ["FRANCE", "France:", "France - jane.roe", "France (Jane Roe)", "France: Jane Roe"],
)
@pytest.mark.parametrize("arrow", ["->", "→", "&rarr;", "-&gt;"])
def test_names_of_players_and_arrows(heading: str, arrow: str, read: Read) -> None:
    text = f"Spring 1901\n{heading}\nArmy Paris MOVE Burgundy -> resolved\n"
    text += "Marseilles MOVE Spain -> resolved\n"
    (game,) = read(text.replace("->", arrow))
    assert [w.issuer for w in game.record.phases[0].orders] == ["France", "France"]
    assert not game.remarks
    assert "ane" not in repr(game)


@pytest.mark.parametrize("line", ["WAIVE -> resolved", "Build waived", "Waived"])
def test_a_waived_build(line: str, read: Read) -> None:
    text = f"Winter 1901 - Builds\nFRANCE\nBUILD army Paris -> resolved\n{line}\n"
    (game,) = read(text)
    assert [w.text for w in game.record.phases[0].orders] == ["Build army Paris", "Waive"]
