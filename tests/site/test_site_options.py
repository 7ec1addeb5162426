"""The plugin in a site that exists: any theme, every option, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import move

import pytest
from click.testing import CliRunner
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from builder.cli.new import new_archive
from builder.site.publishing.image_cache import ImageCache

UUID = "5b0e3f0e-6a0c-4c6b-9d0e-2f1c7c1f5a77"
OPTIONS = """
      games: played
      maps: boards
      title: The Tuesday Post
      base: https://example.org/some/where
      drafts: true
      misses: true
      png: none
      svg: all
      report_to: errors@example.org
      uuid: 5b0e3f0e-6a0c-4c6b-9d0e-2f1c7c1f5a77
"""


def site(folder: Path, theme: str, options: str = "{}", more: str = "") -> Path:
    """The site that MkDocs builds of an archive under a theme; `more` is said in its issue."""
    if not folder.exists():
        assert CliRunner().invoke(new_archive, [str(folder), "--title", "Ours"]).exit_code == 0
        issue = folder / "docs/zines/first-issue.md"
        issue.write_text(issue.read_text() + more)
    (folder / "mkdocs.yml").write_text(
        f"site_name: Ours\ntheme: {theme}\nplugins:\n  - search\n  - chancery: {options}\n"
    )
    if "games: played" in options:
        move(folder / "games", folder / "played")
        game = folder / "played/standard/our-first-game.yaml"
        game.write_text(game.read_text().replace("  Fall 1901:", "  Fall 1901:\n    draft: yes"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        config = load_config(str(folder / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    return folder / "site"


def test_every_option_does_what_it_says(tmp_path: Path) -> None:
    made = site(tmp_path / "ours", "mkdocs", OPTIONS)
    game = made / "games/our-first-game"
    page = (game / "1901-fall-movement/index.html").read_text()
    assert "this season is a draft" in page
    assert 'class="miss"' in page
    assert "mailto:errors@example.org" in page
    assert '<link rel="canonical" href="https://example.org/some/where/games/our-first' in page
    assert {path.name for path in game.glob("*/map.*")} == {"map.svg"}
    assert len([*game.glob("*/map.svg")]) == 2
    feed = (made / "feed.xml").read_text()
    assert "<title>The Tuesday Post: newest seasons</title>" in feed
    assert 'href="https://example.org/some/where/games/our-first-game/' in feed
    assert len({*re.findall("<id>urn:uuid:(.*?)</id>", feed)}) == feed.count("<id>")


def test_another_theme_without_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageCache, "render", lambda *_: b"picture")  # drawn in other tests
    made = site(tmp_path / "ours", "readthedocs")
    page = (made / "games/our-first-game/1901-fall-movement/index.html").read_text()
    assert "wy-nav-content" in page
    assert "assets/chancery.css" in page
    assert "A Yor – Nwy" in page
    assert 'rel="canonical"' not in page
    assert (made / "boards/index.html").is_file()


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("colour: red", "unknown option colour; known are base, depth, drafts, games"),
        ("report_to: me", "report_to is a mail address or begins with https://"),
        ("uuid: abc", "uuid is written as `python3 -m uuid` prints one"),
    ],
)
def test_an_option_that_cannot_be_is_refused(
    option: str, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Abort):
        site(tmp_path / "ours", "mkdocs", f"\n      {option}\n")
    assert why in caplog.text


def test_mkdocs_prints_the_issues_once_and_shows_no_picture_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[str] = []

    def print_text(_: str, text: str, place: str, __: object) -> bytes:
        printed.append(place)
        return b"%PDF" + text.encode()

    monkeypatch.setattr("builder.plugin.browser", lambda: "a browser")
    monkeypatch.setattr("builder.site.publishing.printing.browser_printing.print_text", print_text)
    picture = "\n![A cat](cat.png)\n![A hat](https://example.org/hat.png)\n"
    for _ in range(2):
        made = site(tmp_path / "ours", "mkdocs", "{png: none}", more=picture)
        for name in ("index.html", "issue.pdf", "issue-letter.pdf"):
            text = (made / "zines/first-issue" / name).read_text()
            shown = re.findall('<img[^>]* src="([^"]*)"', text)
            assert not [src for src in shown if not (made / "zines/first-issue" / src).exists()]
            assert "A cat" in text
        assert "issue-letter.pdf" in (made / "zines/first-issue/index.html").read_text()
    assert printed == ["zines/first-issue/"] * 2, "one for each size, in the first build"


def test_mkdocs_replaces_the_site_only_by_a_whole_one(tmp_path: Path) -> None:
    root = tmp_path / "ours"
    made = site(root, "mkdocs", "{png: none}")
    before = {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}
    sums = (made / "SHA256SUMS").read_text().split("\n")
    assert len(sums) == len(before), "every file but the list itself, and an empty last line"
    (root / "docs/raw.md").write_text("# Raw\n\n[nowhere](nowhere.md)\n\n<div><b>open</div>\n")
    config = load_config(str(root / "mkdocs.yml"), strict=True)
    with pytest.raises(Abort, match="1 warnings"):
        build(config)
    assert {path: path.read_bytes() for path in made.rglob("*") if path.is_file()} == before
    again = site(root, "mkdocs", "{png: none}")
    assert "<b>open" in (again / "raw/index.html").read_text(), "a fault of one page stops no other"
