"""A change of a variant or a board builds the games again that are played by it, and no others."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from changing_archive import ChangingArchive, recoloured
from our_archive import WHOLE
from site_files import difference, files

from builder import executors
from builder.archive import Archive
from builder.site.artifacts import SiteSettings
from builder.site.publishing import plain_site
from builder.site.publishing.game_builder import GameBuilder
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild, SiteOptions

GAMES = {  # by their variants
    "one": "pure",
    "two": "pure",
    "of-mine": "mine",
    "of-standard": "standard",
    "of-other": "other",
}


def retitled(text: str) -> str:
    """A variant with another title."""
    return re.sub("^name: .*", "name: Another title", text)


def renamed(text: str) -> str:
    """A board on which London has another name."""
    return text.replace("name: London,", "name: Londinium,")


# For each file below `maps/`: a change that a page shows.
CHANGES: dict[str, Callable[[str], str]] = {
    "mine/variant.yaml": retitled,
    "other/board.yaml": lambda text: text.replace("name: New Rome", "name: Nova Roma"),
    "other/variant.yaml": retitled,
    "pure/board.yaml": renamed,
    "pure/drawing.yaml": lambda text: text.replace("star: yes", "star: no"),
    "pure/map.svg": lambda text: recoloured(text, "#123456"),
    "pure/sentences.yaml": lambda text: text.replace("the usual seven", "seven usual"),
    "pure/variant.yaml": retitled,
    "standard/board.yaml": renamed,
    "standard/drawing.yaml": lambda text: f"{text}\n# Nothing of it is read in a build.\n",
    "standard/names.yaml": lambda text: text.replace("Lon: Lundenwic, ", "Lon: "),
    "standard/opening-counts.json": lambda text: text.replace("as its makers", "as makers"),
    "standard/variant.yaml": retitled,
}
FEEDS = {  # the variants whose games are built again after a change of a file
    "mine/variant.yaml": {"mine"},
    "other/board.yaml": {"other"},
    "other/variant.yaml": {"other"},
    "pure/board.yaml": {"pure", "mine"},
    "pure/drawing.yaml": set(),
    "pure/map.svg": {"pure", "mine"},
    "pure/sentences.yaml": set(),
    "pure/variant.yaml": {"pure", "mine"},
    "standard/board.yaml": {"standard", "other"},
    "standard/drawing.yaml": set(),
    "standard/names.yaml": {"standard", "other"},
    "standard/opening-counts.json": set(),
    # What is common to all: calendar, powers, edition.
    "standard/variant.yaml": {"standard", "pure", "mine", "other"},
}

SAMPLE = ("other/board.yaml", "pure/map.svg", "standard/names.yaml", "standard/variant.yaml")


@pytest.fixture
def archive(tmp_path: Path) -> ChangingArchive:
    archive = ChangingArchive(tmp_path / "archive", Random(5))
    archive.variant_comes_or_changes()
    archive.write("maps/other/variant.yaml", "name: Other\nextends: standard\n")
    board = "extends: standard\namend:\n  Rom: {name: New Rome}\n"
    archive.write("maps/other/board.yaml", board)
    for name, variant in GAMES.items():
        archive.write_game(name, variant)
    names = archive.read("maps/standard/names.yaml")
    archive.write("maps/standard/names.yaml", names.replace("Lon: ", "Lon: Lundenwic, "))
    text = archive.read("games/pure/of-standard.yaml")
    archive.write("games/pure/of-standard.yaml", text.replace("A Lon-Par", "F Lundenwic-NTH"))
    return archive


def built(root: Path, target: Path, remembers: bool = True) -> dict[str, bytes]:
    """The files of a site that is built with what earlier builds kept, or without."""
    site = Site(Archive(root), SiteSettings("none", "linked"))
    build = SiteBuild(site, SiteOptions(target, remembers=remembers))
    plain_site.build_plain_site(build, target).finish()
    return files(target)


def changed(archive: ChangingArchive, name: str) -> None:
    """Change a file below `maps/`."""
    text = archive.read(f"maps/{name}")
    new = CHANGES[name](text)
    assert new != text, name
    archive.write(f"maps/{name}", new)


def test_every_file_of_the_maps_has_a_change(archive: ChangingArchive) -> None:
    """So that none is left out of the two tests below."""
    maps = archive.root / "maps"
    names = {place.relative_to(maps).as_posix() for place in maps.rglob("*.*")}
    assert CHANGES.keys() == names
    assert FEEDS.keys() == names


def test_only_games_that_a_file_feeds_are_built_again(
    archive: ChangingArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: set[str] = set()
    build = GameBuilder.build

    def watched(self: GameBuilder, game: tuple[Path, object, object]) -> object:
        made.add(game[0].stem)
        return build(self, game)  # type: ignore[arg-type]

    monkeypatch.setattr(executors, "usable_cores", lambda: 1)
    monkeypatch.setattr(GameBuilder, "build", watched)
    site = archive.root / "site"
    variants = {**GAMES, "pure-exhibition": "pure"}
    built(archive.root, site)
    assert made == variants.keys()
    for name, fed in FEEDS.items():
        made.clear()
        changed(archive, name)
        built(archive.root, site)
        assert made == {game for game, variant in variants.items() if variant in fed}, name


def test_a_change_of_any_file_of_the_maps_is_seen(archive: ChangingArchive, tmp_path: Path) -> None:
    """Each change is followed by a build of what changed, and by one of everything."""
    site = archive.root / "site"
    before = built(archive.root, site)
    for name in CHANGES if WHOLE else SAMPLE:
        changed(archive, name)
        incremental = built(archive.root, site)
        shutil.rmtree(tmp_path / "whole", ignore_errors=True)
        whole = built(archive.root, tmp_path / "whole", remembers=False)
        assert difference(incremental, whole) == [], name
        if not name.endswith("drawing.yaml"):  # of which pictures are made elsewhere
            assert incremental != before, name
        before = incremental


def test_damaged_notes_of_games_count_as_none(archive: ChangingArchive) -> None:
    site = archive.root / "site"
    before = built(archive.root, site)
    (entry,) = archive.root.glob(".cache/chancery/games/*/game-inputs")
    entry.write_bytes(entry.read_bytes()[:-1] + b"x")
    assert built(archive.root, site) == before
