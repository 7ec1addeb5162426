"""A part of a site depends on what was noted while it was made, and on nothing else."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest
from changing_archive import ChangingArchive

from builder import executors
from builder.archive import Archive
from builder.provided import PROVIDED
from builder.site.artifacts import SitePart, SiteSettings
from builder.site.parts.game_summary import GameFigures, GameSummary
from builder.site.publishing import plain_site, site_build
from builder.site.publishing.changed_games import ChangedGames
from builder.site.publishing.finished_part import FinishedPart, finished
from builder.site.publishing.part_cache import PartCache, digest_of
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild, SiteOptions
from builder.source.recording import Notes, is_recording, recording

WATCHED = {"open", "os.listdir", "os.scandir"}  # events of the interpreter's own audit
_opened: list[str] | None = None  # the paths that were opened, while they are watched


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what is opened; a hook cannot be taken away again. What is done `unrecorded` is noted by
    whoever does it, in a kind of its own."""
    if _opened is not None and event in WATCHED and is_recording():
        _opened.append(os.fsdecode(arguments[0]) if arguments and arguments[0] else "")


sys.addaudithook(_audit)


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths at which a block looks: what it opens, lists or asks for."""
    global _opened
    paths: list[str] = []
    stat = os.stat

    def watched(path: Any, *more: Any, **options: Any) -> os.stat_result:
        if not isinstance(path, int) and is_recording():
            paths.append(os.fsdecode(path))
        return stat(path, *more, **options)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", watched)
        _opened = paths
        try:
            yield paths
        finally:
            _opened = None


@pytest.fixture
def archive(tmp_path: Path) -> ChangingArchive:
    archive = ChangingArchive(tmp_path / "archive", Random(3))
    archive.register_removed()
    archive.write_game("held", "mine")
    archive.variant_comes_or_changes()
    archive.write("maps/standard/names.yaml", archive.read("maps/standard/names.yaml"))
    return archive


def build(root: Path, remembers: bool = True) -> SiteBuild:
    site = Site(Archive(root), SiteSettings("none", "linked"))
    job = SiteOptions(root / "site", remembers=remembers)
    build = SiteBuild(site, job)
    plain_site.build_plain_site(build, root / "site").finish()
    return build


def is_noted(path: Path, notes: Notes) -> bool:
    """Is a path that was looked at an input by one of the notes?"""
    kinds = ("file", "place")
    if any(f"{kind} {path}" in notes for kind in kinds):
        return True
    for name in notes:
        kind, _, rest = name.partition(" ")
        if kind == "head" and rest.partition(" ")[2] == str(path):
            return True
        if kind == "names" and path.is_relative_to(rest.partition(" ")[2]):
            return True
        if kind == "game" and path.stem == rest:
            return True
        if kind == "linked" and path.suffix == ".md":
            return True  # read for its links to pictures, which the note names
    return False


def test_nothing_is_read_past_the_notes(
    archive: ChangingArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file of the archive that a part opens, lists or asks for while it is made is noted;
    also while a part is made that another process may make."""
    unnoted: list[tuple[str, str]] = []
    seen: set[str] = set()
    add = PartCache.add

    def watched(self: PartCache, name: str, *inputs: Any, **more: Any) -> Notes:
        with watching(monkeypatch) as paths:
            notes = add(self, name, *inputs, **more)
        look_for_unnoted(name, paths, notes)
        return notes

    def watched_apart(site: Site, part: SitePart[Any]) -> FinishedPart:
        with watching(monkeypatch) as paths:
            of_part = finished(site, part)
        look_for_unnoted(part.name, paths, of_part.notes)
        return of_part

    def look_for_unnoted(name: str, paths: list[str], notes: Notes) -> None:
        for text in dict.fromkeys(paths):
            path = Path(text)
            sources = [archive.root / folder for folder in ("docs", "games", "maps", "tests")]
            sources.append(PROVIDED / "maps")
            if any(path != source and path.is_relative_to(source) for source in sources):
                seen.add(path.name)
                if not is_noted(path, notes):
                    unnoted.append((name, text))

    monkeypatch.setattr(PartCache, "add", watched)
    monkeypatch.setattr(site_build, "finished", watched_apart)
    monkeypatch.setattr(executors, "usable_cores", lambda: 1)
    build(archive.root)
    assert unnoted == []
    assert {"variant.yaml", "map.svg", "first.md", "sentences.yaml", "worked.yaml"} <= seen


def test_a_read_past_the_notes_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch itself works."""
    place = tmp_path / "x.txt"
    place.write_text("x")
    with watching(monkeypatch) as paths, recording() as notes:
        place.read_text()
        (tmp_path / "y.txt").exists()
        [*tmp_path.iterdir()]
    assert {str(place), str(tmp_path / "y.txt"), str(tmp_path)} <= {*paths}
    assert notes == {}


def test_no_part_knows_games_that_are_not_in_its_inputs(
    archive: ChangingArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list can print nothing of a game that does not change its key."""
    parts: list[SitePart[Any]] = []
    make = SiteBuild._make

    def watched(self: SiteBuild, cache: PartCache, given: Any) -> list[str]:
        listed = [*given] if not isinstance(given, Iterator) else given
        if isinstance(listed, list):
            parts.extend(listed)
        return make(self, cache, listed)

    monkeypatch.setattr(SiteBuild, "_make", watched)
    build(archive.root)
    assert {"home", "games-1", "people", "feed", "variant-pure"} <= {part.name for part in parts}
    for part in parts:
        known = reached_outside_of_blocks(part.make)
        games = [one for one in known if isinstance(one, (GameSummary, GameFigures))]
        assert games == [], part.name


def reached_outside_of_blocks(make: Callable[..., Any]) -> Iterator[Any]:
    """What a part leads to, but for the blocks of games, whose use is noted."""
    stack: list[tuple[Any, int]] = [(make, 0)]
    seen: set[int] = set()
    while stack:
        value, deep = stack.pop()
        if id(value) in seen or isinstance(value, (str, bytes, int, type, Site, ChangedGames)):
            continue
        seen.add(id(value))
        yield value
        if deep > 8 or isinstance(value, type(os)):
            continue
        if isinstance(value, FunctionType):
            inner = [cell.cell_contents for cell in value.__closure__ or ()]
            inner += value.__defaults__ or ()
        else:
            inner = gc.get_referents(value)
        stack += [(one, deep + 1) for one in inner]


def test_a_summary_counts_with_all_that_it_says() -> None:
    fields = dict.fromkeys(GameSummary._fields, "")
    one = GameSummary(**fields)._replace(id="x", name="X", key="1")  # type: ignore[arg-type]
    assert digest_of([one]) != digest_of([one._replace(name="Y")])
    assert digest_of({"a": (one,)}) != digest_of({"a": (one._replace(key="2"),)})
    assert digest_of([one]) == digest_of([one._replace(gm="in the key")])
    with pytest.raises(TypeError):
        digest_of([object()])
