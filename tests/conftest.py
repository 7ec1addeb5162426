"""What all tests share: the archive of this project, and how laws are tried.

Laws see the same examples in every run, however long they take.
"""

from __future__ import annotations

import os
from pathlib import Path

import bytecode_cache  # noqa: F401 - before all that is to be compiled
import pytest
from hostile_archive import archive as hostile_archive
from hostile_archive import build
from hypothesis import HealthCheck, settings
from our_archive import ARCHIVE, ROOT
from samples import Read
from shared_folders import Once, shared_folders

from builder.archive import Archive
from builder.errors import ArchiveError
from builder.executors import usable_cores
from builder.imports.importer import Imported, TextFile
from builder.imports.registry import import_document
from builder.variant import Variant

HERE = Path(__file__).parent
settings.register_profile(
    "laws",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[*HealthCheck],
)
settings.load_profile("laws")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: one of them mostly waits for the browser."""
    return usable_cores() + 1


SLOW = (  # files that take longest, those that wait for a browser among them
    "fuzz/test_fuzz.py",
    "browser/test_weight.py", "browser/test_accessibility.py", "browser/test_replayer.py",
    "browser/test_browser_judge.py", "site/test_hostile_archive.py", "cartography/test_redraw.py",
    "browser/test_from_disk.py", "browser/test_content_security.py", "corpus/test_records.py",
    "browser/test_colour_scheme.py", "browser/test_zoom.py", "mails/test_month.py",
    "draw/test_raster.py", "exports/test_round_trips.py", "browser/test_phones.py",
    "cli/test_new.py", "browser/test_two_frames.py", "test_executors.py",
    "site/test_options.py", "browser/test_frames.py", "fuzz/test_patterns.py",
    "site/test_serve.py", "cli/test_contribution.py", "browser/test_print.py",
)  # fmt: skip


assert all((HERE / file).is_file() for file in SLOW)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each process begins with some of the slow files, so that none of them is left for the end."""
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count == 1:
        return
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path.relative_to(HERE).as_posix(), []).append(item)
    hands = [[i for file in SLOW[at::count] for i in files.pop(file, ())] for at in range(count)]
    quick = [item for file in files.values() for item in file]
    each = len(items) // count
    for at, hand in enumerate(hands[:-1]):
        less = max(0, each - len(hand))
        hands[at], quick = [*hand, *quick[:less]], quick[less:]
    items[:] = [item for hand in hands for item in hand] + quick


@pytest.fixture(scope="session")
def archive() -> Archive:
    """The archive of this project."""
    return ARCHIVE


@pytest.fixture(scope="session")
def standard() -> Variant:
    """The standard game."""
    return ARCHIVE.variant("standard")


@pytest.fixture(scope="session")
def read(standard: Variant) -> Read:
    """Import a text; the format is recognised unless it is named."""

    def importing(text: str, name: str = "game.txt", press: bool = False) -> list[Imported]:
        games: list[Imported] = []
        for found in import_document(TextFile(name, text), lambda _: standard.setting, press):
            if isinstance(found, ArchiveError):
                raise found
            games.append(found)
        return games

    return importing


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Recorded games that are no part of the project; tests that need them are skipped."""
    path = ROOT.parent / "shared" / "corpus"
    if not path.is_dir():
        pytest.skip("no corpus beside the project")
    return path


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Makes a folder once for all processes that run tests."""
    return shared_folders(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def hostile_site(once: Once) -> Path:
    """The site of the hostile archive, inside the archive's folder."""

    def make(place: Path) -> None:
        done = build(hostile_archive(place / "archive"))
        assert done.returncode == 0, done.stderr

    return once("hostile", make) / "archive/site"
