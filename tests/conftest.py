"""What all tests share: the archive of this project, and how laws are tried.

Laws see the same examples in every run, however long they take.
"""

from __future__ import annotations

import os
from itertools import chain
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
    "site/test_site_options.py", "browser/test_frames.py", "fuzz/test_patterns.py",
    "site/test_serve.py", "cli/test_contribution.py", "browser/test_print.py",
)  # fmt: skip


assert all((HERE / file).is_file() for file in SLOW)


def file_of(item: pytest.Item) -> str:
    """The file of a test, as seen from this folder."""
    return item.path.relative_to(HERE).as_posix()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the tests that need a browser or the corpus, and the slow ones; then gives each process
    some of the slow files, after its share of the others."""
    for item in items:
        mark(item)
    matches = config.option.markexpr
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count > 1 and not matches:
        items[:] = shared_out(items, count)


def mark(item: pytest.Item) -> None:
    """Marks a test by its file, and by whether it reads the corpus beside the project."""
    file = file_of(item)
    if file.startswith("browser/"):
        item.add_marker(pytest.mark.browser)
    if file.startswith("corpus/") or "corpus" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.corpus)
    if file in SLOW:
        item.add_marker(pytest.mark.slow)


def shared_out(items: list[pytest.Item], count: int) -> list[pytest.Item]:
    """The tests in the order in which that many processes take them: each begins with an equal part
    of the list. The slow files are spread over these parts, each at the end of one, so that a
    mistake shows early and no process is left with all of them."""
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(file_of(item), []).append(item)
    slow_parts: list[list[pytest.Item]] = [[] for _ in range(count)]
    for number, file in enumerate(SLOW):
        slow_parts[number % count] += by_file.pop(file, [])
    quick = list(chain.from_iterable(by_file.values()))
    size = len(items) // count
    ordered: list[pytest.Item] = []
    for slow in slow_parts[:-1]:
        room = max(0, size - len(slow))
        ordered += quick[:room]
        ordered += slow
        quick = quick[room:]
    return ordered + quick + slow_parts[-1]


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
