"""After any change, a build of what changed is byte for byte a build of everything: by the command
`build`, and under `mkdocs serve`.

CHANCERY_TESTS=whole makes many changes one after another, in an archive of which every build keeps
what it can.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from changing_archive import ChangingArchive, changes
from click.testing import CliRunner
from our_archive import ROOT, WHOLE
from site_files import difference, files

from builder.cli.build import build_command
from builder.site.publishing.part_cache import PartCache
from builder.site.publishing.site_build import SiteBuild

CHANGES = 100 if WHOLE else 4


class Server:
    """A process that builds an archive as `mkdocs serve` does; it stays from build to build."""

    def __init__(self, root: Path, folder: Path) -> None:
        command = [sys.executable, str(ROOT / "tests/serving_child.py"), str(root), str(folder)]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
        self.folder = folder
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def built(self) -> dict[str, bytes]:
        """The files that the server shows after it built."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "built\n"
        return files(self.folder)

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()


def built(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The files of a site after `chancery build`."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    result = CliRunner().invoke(build_command, [])
    assert result.exit_code == 0, result.output
    return files(root / "site")


def fresh_copy(root: Path, place: Path) -> Path:
    """The sources of an archive in another folder, without what builds made and kept."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(root, place, ignore=shutil.ignore_patterns(".cache", "site"))
    return place


@pytest.fixture
def archive(tmp_path: Path) -> ChangingArchive:
    return ChangingArchive(tmp_path / "archive", Random(7))


@pytest.fixture
def server(archive: ChangingArchive, tmp_path: Path) -> Iterator[Server]:
    server = Server(archive.root, tmp_path / "served")
    yield server
    server.end()


def test_random_changes(
    archive: ChangingArchive, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed is printed with a failure: it repeats the same changes."""
    seed = int(os.environ.get("CHANCERY_SEED", "1"))
    archive.dice = Random(seed)
    kinds = changes()
    done: list[str] = []
    for _ in range(CHANGES):
        for name in archive.dice.sample(sorted(kinds), archive.dice.randint(1, 2)):
            kinds[name](archive)
            done.append(name)
        incremental = built(archive.root, monkeypatch)
        served = server.built()
        copy = fresh_copy(archive.root, tmp_path / "copy")
        whole = built(copy, monkeypatch)
        assert difference(incremental, whole) == [], (seed, done)
        fresh = Server(copy, tmp_path / "fresh")
        try:
            assert difference(served, fresh.built()) == [], (seed, done)
        finally:
            fresh.end()


@pytest.mark.parametrize(
    "name",
    sorted(changes()) if WHOLE else ["issue_longer", "issue_retitled", "board_comes_or_goes"],
)
def test_each_change(
    name: str, archive: ChangingArchive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(archive.root, monkeypatch)
    changes()[name](archive)
    incremental = built(archive.root, monkeypatch)
    copy = fresh_copy(archive.root, tmp_path / "copy")
    assert difference(incremental, built(copy, monkeypatch)) == []


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        (ChangingArchive.issue_longer, False),
        (ChangingArchive.sentences_changed, False),
        (ChangingArchive.exhibition_renamed, False),
        (ChangingArchive.guide_longer, True),
    ],
)
def test_mkdocs_is_asked_only_for_the_guide(
    change: Callable[[ChangingArchive], None],
    asked: bool,
    archive: ChangingArchive,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built(archive.root, monkeypatch)
    change(archive)
    runs: list[SiteBuild] = []
    run = SiteBuild.run

    def watched(self: SiteBuild, *inputs: object) -> None:
        runs.append(self)
        run(self, *inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(SiteBuild, "run", watched)
    built(archive.root, monkeypatch)
    assert bool(runs) == asked


def test_a_build_after_mkdocs_makes_nothing_again(
    archive: ChangingArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MkDocs builds into the same folder. What it kept is what the command keeps."""
    before = built(archive.root, monkeypatch)
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, cwd=archive.root, env=environment, check=True)
    assert files(archive.root / "site") == before
    made: list[str] = []

    def watched(self: PartCache, name: str, *inputs: object, **more: object) -> object:
        made.append(name)
        return add(self, name, *inputs, **more)  # type: ignore[arg-type]

    add = PartCache.add
    monkeypatch.setattr(PartCache, "add", watched)
    assert built(archive.root, monkeypatch) == before
    assert made == []
