"""How much of a game is published: pages of phases, one page, or counts alone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from our_archive import ROOT
from site_links import SiteLinks
from test_random_changes import built, difference, fresh_copy

from builder.archive import Archive
from builder.cli.build import build_command
from builder.cli.check import check_command
from builder.errors import Mistakes
from builder.formats.game_collections import read_collection

SETTINGS = "site_name: Depths\nsite_url: https://a.example/\ndocs_dir: docs\nplugins: [{}]\n"
GAMES = {
    "whole": "2013d-prince-of-darkness",
    "shallow": "cicero-449062",
    "counted": "1995w-friedrich-nietzsche",
}
SOURCE = "https://games.example/counted"
ORDERS = re.compile(r"<dd>")


def write_game(root: Path, name: str, depth: str) -> None:
    """A game of our own archive under another name, at a depth that its file states."""
    text = (ROOT / f"games/standard/{GAMES[name]}.yaml").read_text(encoding="utf-8")
    text = text.replace("\nsource:\n", f'\nsource:\n  url: "{SOURCE}"\n', 1)
    head = f"depth: {depth}\n" if depth else ""
    place = root / f"games/standard/{name}.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(head + text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An archive of a game at each depth."""
    root = tmp_path / "archive"
    (root / "docs").mkdir(parents=True)
    (root / "mkdocs.yml").write_text(SETTINGS.format("search, chancery"))
    for name, depth in (("whole", ""), ("shallow", "game"), ("counted", "counts")):
        write_game(root, name, depth)
    return root


def names(site: dict[str, bytes], game: str) -> set[str]:
    return {path for path in site if path.startswith(f"games/{game}/")}


def test_each_depth_has_its_files_and_every_link_leads_there(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = built(root, monkeypatch)
    assert names(site, "shallow") == {"games/shallow/index.html", "games/shallow/phases.js"}
    assert not names(site, "counted")
    assert "games/whole/1901-spring-movement/index.html" in site
    assert SiteLinks(root / "site").broken() == []
    page = site["games/shallow/index.html"].decode()
    archive = Archive(root)
    record = archive.game("shallow")
    assert 'id="1901-spring-movement"' in page
    written = sum(len(phase.orders) for phase in record.phases)
    assert len(ORDERS.findall(page)) >= written
    lists = [site[path].decode() for path in ("games/index.html", "people/index.html")]
    assert not any("counted" in text for text in lists)
    index = site["search/g-0.js"].decode()
    assert f'"{SOURCE}"' in index
    assert b"/games/shallow/1901" not in site["sitemap-0.xml"]
    assert b"games/shallow/#" in site["feed.xml"]


def test_one_page_is_small(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of 34 phases, in a plain theme; longer games take more."""
    site = built(root, monkeypatch)
    assert sum(len(site[path]) for path in names(site, "shallow")) < 160_000


@pytest.mark.parametrize("change", ["archive", "collection", "game", "back"])
def test_after_a_change_of_depth_nothing_is_left_or_missing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    built(root, monkeypatch)
    if change == "archive":
        (root / "mkdocs.yml").write_text(SETTINGS.format("search, chancery: {depth: game}"))
    elif change == "collection":
        (root / "games/collection.yaml").write_text("depth: counts\n")
    elif change == "game":
        write_game(root, "whole", "game")
    else:
        write_game(root, "shallow", "phases")
        write_game(root, "counted", "game")
    incremental = built(root, monkeypatch)
    shutil.rmtree(tmp_path / "fresh", ignore_errors=True)
    whole = built(fresh_copy(root, tmp_path / "fresh"), monkeypatch)
    assert difference(incremental, whole) == []
    moved = root / "site/games/whole/1901-spring-movement/index.html"
    if change in ("archive", "game"):
        assert "games/whole/#1901-spring-movement" in moved.read_text()


def test_the_nearest_file_counts(root: Path) -> None:
    archive = Archive(root)
    assert archive.collection_depth(root / "games/standard") is None
    (root / "games/collection.yaml").write_text("depth: game\n")
    assert Archive(root).collection_depth(root / "games/standard") == "game"
    (root / "games/standard/collection.yaml").write_text("depth: counts\n")
    assert Archive(root).collection_depth(root / "games/standard") == "counts"
    assert [record.id for record in Archive(root)] == ["counted", "shallow", "whole"]


def test_a_build_names_the_mistake_of_a_collection(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = root / "games/standard/collection.yaml"
    place.write_text("depth: gmae\n")
    monkeypatch.chdir(root)
    for _ in range(2):
        result = CliRunner().invoke(build_command, ["--png", "none"])
        assert "games/standard/collection.yaml:1:8: unknown depth 'gmae'" in result.stderr
    (page,) = (root / "site/faults").glob("collection-yaml_*/index.html")
    assert "gmae" in page.read_text()
    place.write_text("depth: game\n")
    assert "collection.yaml" not in CliRunner().invoke(build_command, ["--png", "none"]).stderr
    assert "gmae" not in page.read_text(), "the address leads on"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("depth: gmae\n", "gmae"),
        ("dept: game\n", "depth"),
        ("depth:\n", "no value"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    place = tmp_path / "collection.yaml"
    place.write_text(text)
    with pytest.raises(Mistakes, match=message) as raised:
        read_collection(place)
    assert f"{place}:1:" in str(raised.value)


def test_a_game_of_two_records_is_shown_once(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a build from nothing, after the second record came, and after it went again."""
    alone = built(root, monkeypatch)
    write_game(root, "shallow", "game")
    place = root / "games/standard/shallow.yaml"
    text = place.read_text(encoding="utf-8")
    copy = re.sub("^game: .*", "game: The Other", text, flags=re.MULTILINE)
    (root / "games/standard/zz-other.yaml").write_text(copy, encoding="utf-8")
    incremental = built(root, monkeypatch)
    whole = built(fresh_copy(root, tmp_path / "fresh"), monkeypatch)
    assert difference(incremental, whole) == []
    assert b"The Other" in whole["games/shallow/index.html"]
    assert b"Other records of this game" in whole["games/zz-other/index.html"]
    lists = ("games/index.html", "search/g-0.js", "statistics/index.html")
    assert not any(b"zz-other" in whole[path] for path in lists)
    (root / "games/standard/zz-other.yaml").unlink()
    assert difference(built(root, monkeypatch), alone) == []


def test_check_names_records_of_one_game(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    shutil.copy(root / "games/standard/shallow.yaml", root / "games/standard/again.yaml")
    result = CliRunner().invoke(check_command, [])
    assert result.exit_code == 0, result.output
    assert "again.yaml and games/standard/shallow.yaml: records of one game" in result.output
