"""Parts above the games that other processes make: the same files, the same notes and faults."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest
from changing_archive import ChangingArchive

from builder import executors
from builder.archive import Archive
from builder.executors import using
from builder.site.artifacts import SiteSettings
from builder.site.publishing import plain_site
from builder.site.publishing.site import Site
from builder.site.publishing.site_build import SiteBuild, SiteOptions


class Elsewhere(Executor):
    """Does each task as a worker with the same files would: with copies of what it is given."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        task = pickle.loads(pickle.dumps((work, args)))
        future.set_result(pickle.loads(pickle.dumps(task[0](*task[1], **named))))
        return future


def built(root: Path, folder: Path, executor: Executor | None) -> tuple[SiteBuild, list[str]]:
    """The build of an archive that remembers earlier ones, and the paths of its files."""
    build = SiteBuild(
        Site(Archive(root), SiteSettings("none", "linked")), SiteOptions(folder, remembers=True)
    )
    with using(executor, 2) if executor else nullcontext():
        publisher = plain_site.build_plain_site(build, folder).finish()
    return build, sorted(publisher.paths())


def contents(folder: Path) -> dict[str, bytes]:
    places = [place for place in folder.rglob("*") if place.is_file()]
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}


@pytest.fixture
def archive(tmp_path: Path) -> ChangingArchive:
    """An archive with faults in an issue, a variant, a board and a game."""
    archive = ChangingArchive(tmp_path / "archive", Random(4))
    archive.issue_broken()
    archive.game_broken()
    archive.variant_comes_or_changes()
    archive.drawing_for_the_new_variant()
    archive.write("maps/mine/map.svg", "<svg/>")
    archive.write("maps/mine/sentences.yaml", "7")
    archive.write("docs/zines/nowhere.md", "---\ntitle: X\n---\n!season nowhere Spring 1901\n")
    return archive


def test_parts_made_elsewhere_are_the_same(
    archive: ChangingArchive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "usable_cores", lambda: 1)
    elsewhere = Elsewhere()
    alone, paths = built(archive.root, tmp_path / "alone", None)
    shared, paths_shared = built(archive.root, tmp_path / "shared", elsewhere)
    assert paths == paths_shared
    assert contents(tmp_path / "alone") == contents(tmp_path / "shared")
    assert alone.site.faults == shared.site.faults
    assert len(alone.site.faults) > 3
    assert elsewhere.tasks > 6


def test_the_next_build_keeps_and_changes_them_alike(
    archive: ChangingArchive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they read elsewhere is noted here: without a change nothing is made again, with one the
    parts that read it are."""
    monkeypatch.setattr(executors, "usable_cores", lambda: 1)
    folder = tmp_path / "site"
    elsewhere = Elsewhere()
    built(archive.root, folder, elsewhere)
    first = elsewhere.tasks
    built(archive.root, folder, elsewhere)
    assert elsewhere.tasks - first < first / 2  # those with faults
    archive.issue_longer()
    archive.sentences_changed()
    archive.variant_described()
    built(archive.root, folder, elsewhere)
    built(archive.root, tmp_path / "fresh", None)
    changed = contents(folder)
    fresh = contents(tmp_path / "fresh")
    del changed["SHA256SUMS"]  # which lists pages of an earlier build
    del fresh["SHA256SUMS"]
    assert {path for path in fresh if changed[path] != fresh[path]} == set()
