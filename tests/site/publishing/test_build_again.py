"""A build of which an earlier one left nearly all is byte for byte a build of everything."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from our_archive import ROOT
from sample_archive import sample, standard

from builder.cli.build import build_command
from builder.formats.game.writing import write_game
from builder.site.publishing import changed_games, site_build
from builder.site.search import order_index

CONFIG = """site_name: Small
site_url: https://a.org/
theme: {name: material, font: false}
plugins: [chancery: {png: none}]
"""


def write(root: Path, name: str, title: str = "Sample", phases: int = 3) -> None:
    variant = standard()
    path = root / f"games/standard/{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    record = sample(variant, name)._replace(name=title)
    record = record._replace(phases=record.phases[:phases])
    path.write_text(write_game(record, variant), encoding="utf-8")


def built(root: Path, site: str = "site", *options: str) -> dict[str, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        result = CliRunner().invoke(
            build_command, ["--site", str(root / site), "--strict", *options]
        )
    assert result.exit_code == 0, result.output
    places = (place for place in (root / site).rglob("*") if place.is_file())
    return {place.relative_to(root / site).as_posix(): place.read_bytes() for place in places}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("archive")
    shutil.copytree(ROOT / "maps/standard", root / "maps/standard")
    (root / "maps/standard/map.svg").unlink()
    (root / "docs").mkdir()
    (root / "docs/guide.md").write_text("# A guide\n\n[Home](index.md)\n")
    (root / "docs/index.md").write_text("# Home\n\nWhat an editor wrote.\n")
    (root / "mkdocs.yml").write_text(CONFIG)
    write(root, "one")
    write(root, "two")
    return root


def retitle(root: Path) -> None:
    write(root, "one", "Another title")


def add(root: Path) -> None:
    write(root, "three")


def spoil(root: Path) -> None:
    (root / "site/guide/index.html").write_text("spoilt")


def remove(root: Path) -> None:
    (root / "site/search/words.js").unlink()


def document(root: Path) -> None:
    (root / "docs/guide.md").write_text("# Another guide\n")


@pytest.mark.parametrize(
    ("change", "whole"),
    [(retitle, False), (add, False), (spoil, True), (remove, False), (document, True)],
)
def test_the_same_bytes(archive: Path, change: Callable[[Path], None], whole: bool) -> None:
    built(archive)
    change(archive)
    runs: list[bool] = []

    def watched(self: site_build.SiteBuild, *given: object) -> None:
        runs.append(True)
        run(self, *given)  # type: ignore[arg-type]

    run = site_build.SiteBuild.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_build.SiteBuild, "run", watched)
        again = built(archive)
    assert bool(runs) == whole
    shutil.rmtree(archive / "fresh", ignore_errors=True)
    assert again == built(archive, "fresh")
    assert b"What an editor wrote" in again["index.html"]


def test_a_game_that_was_mended_is_published_once(archive: Path) -> None:
    path = archive / "games/standard/two.yaml"
    path.write_text("game: Two\nvariant: standard\nphases: 7\n")
    with pytest.raises(AssertionError, match="1 fault"):
        built(archive)
    write(archive, "two")
    again = built(archive)
    shutil.rmtree(archive / "fresh", ignore_errors=True)
    assert again == built(archive, "fresh")


def data(site: dict[str, bytes], name: str = "archive.jsonl.gz") -> list[dict[str, object]]:
    return [json.loads(line) for line in gzip.decompress(site[name]).splitlines()]


def test_games_in_blocks(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are cut anew, each has a file of data, and their files are looked at in turn."""
    write(archive, "one", "Before")
    before = built(archive)
    write(archive, "one", "After")
    monkeypatch.setattr(order_index, "FULL", 1)
    monkeypatch.setattr(changed_games, "CHECKED", 1)
    good = built(archive)
    shutil.rmtree(archive / "fresh", ignore_errors=True)
    assert good == built(archive, "fresh")
    (head,) = data(good)
    volumes = [data(good, name) for name in head["volumes"]]  # type: ignore[attr-defined]
    assert len(volumes) > 1
    assert head["games"] == sum(v["games"] for v, *_ in volumes)  # type: ignore[misc]
    games = [game for _, *held in volumes for game in held]
    assert sorted(map(str, games)) == sorted(
        str(game).replace("Before", "After") for game in data(before)[1:]
    )
    page = archive / "site/games/two/index.html"
    page.write_text("spoilt")
    assert any(built(archive) == good for _ in volumes)
    page.write_text("spoilt")
    assert built(archive, "site", "--full") == good
    page.unlink()
    page.with_name("game.json").unlink()
    assert built(archive, "site", "--full") == good
    shutil.rmtree(page.parent)
    assert built(archive) == good, "a folder is missed at once"


@pytest.mark.parametrize("seed", range(2))
def test_changes_in_any_order(archive: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """However games come, go and change, what blocks keep adds up to a build of everything."""
    monkeypatch.setattr(order_index, "FULL", 2)
    dice = Random(seed)
    for _ in range(4):
        for name in dice.sample("abcde", 2):
            path = archive / f"games/standard/{name}.yaml"
            if path.exists() and dice.random() < 0.5:
                path.unlink()
            else:
                write(archive, name, dice.choice(("Early", "Late")), dice.randint(1, 3))
        again = built(archive)
    shutil.rmtree(archive / "fresh", ignore_errors=True)
    fresh = built(archive, "fresh")
    lines = again.pop("SHA256SUMS").decode().splitlines()
    assert lines == sorted(
        (f"{sha256(content).hexdigest()}  {path}" for path, content in again.items()),
        key=lambda line: line[66:],
    )
    del fresh["SHA256SUMS"]
    assert fresh == {path: again[path] for path in fresh}
    more = {path for path, content in again.items() if b"This page has moved" not in content}
    assert more - fresh.keys() == set()


def rewritten(place: Path, old: str, new: str) -> None:
    """Change a file in a way that neither its size nor its time shows."""
    stamp = place.stat()
    text = place.read_text(encoding="utf-8")
    assert old in text
    assert len(old) == len(new)
    place.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(place, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


@pytest.mark.parametrize(
    ("source", "page", "old", "new"),
    [
        ("games/standard/one.yaml", "games/one/index.html", "Samplr", "Sampls"),
        ("docs/guide.md", "guide/index.html", "A guide", "A guest"),
    ],
)
def test_a_full_build_looks_at_what_sources_hold(
    archive: Path, source: str, page: str, old: str, new: str
) -> None:
    write(archive, "one", "Samplr")
    (archive / "docs/guide.md").write_text("# A guide\n")
    built(archive)
    rewritten(archive / source, old, new)
    assert old in built(archive)[page].decode(), "the quick look sees no change"
    assert new in built(archive, "site", "--full")[page].decode()
    rewritten(archive / source, new, old)
    built(archive, "site", "--full")
