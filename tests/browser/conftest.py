"""Built sites, a server for them, and a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, SUB, SWITCHES, browser_or_skip, build, largest, served
from our_archive import ARCHIVE, WHOLE
from sample_archive import archive
from shared_folders import Once


@pytest.fixture(scope="session")
def folder(once: Once) -> Path:
    """The built site of one small game."""

    def make(place: Path) -> None:
        (place / "archive").mkdir(parents=True)
        build(place, archive(place / "archive"))

    return once("small-site", make) / SUB


@pytest.fixture(scope="session")
def whole(once: Once) -> Path:
    """The built site of the whole archive, or of its largest games and boards."""

    def make(place: Path) -> None:
        build(place, ARCHIVE if WHOLE else largest(place / "archive"))

    return once("whole-site", make) / SUB


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[str]:
    """The address of the small site."""
    with served(folder) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """The browser."""
    start = browser_or_skip()
    with start() as play:  # type: ignore[operator]
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*SWITCHES])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: object) -> Iterator[object]:
    """A page at the width of a laptop."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})  # type: ignore[attr-defined]
    context.set_default_timeout(120_000)  # other tests run beside this one
    yield context.new_page()
    context.close()
