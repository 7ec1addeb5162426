"""Built sites, a server for them, and a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import CHROMIUM, SUB, SWITCHES, UNPAINTED, browser_or_skip, build, largest, served
from our_archive import ARCHIVE, WHOLE
from sample_archive import archive
from shared_folders import Once

LAPTOP: Any = {"width": 1440, "height": 900}


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
def chromium() -> Iterator[Any]:
    """The browser, which paints no page."""
    start = browser_or_skip()
    with start() as play:  # type: ignore[operator]
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*SWITCHES, UNPAINTED])
        yield browser
        browser.close()


Open = Callable[[bool], AbstractContextManager[Any]]


@pytest.fixture(scope="session")
def borrowed(chromium: Any) -> Open:
    """Opens a tab, with scripts or without, or lends one that a test has given back."""
    idle: dict[bool, Any] = {}

    @contextmanager
    def lend(scripts: bool) -> Iterator[Any]:
        tab = idle.pop(scripts, None)
        if tab is None:
            tab = chromium.new_context(viewport=LAPTOP, java_script_enabled=scripts).new_page()
            tab.context.set_default_timeout(120_000)  # other tests run beside this one
        yield tab
        if scripts:
            tab.evaluate("() => { try { localStorage.clear(); sessionStorage.clear() } catch {} }")
        tab.unroute_all()
        tab.context.clear_permissions()
        tab.set_viewport_size(LAPTOP)
        tab.emulate_media(media="screen", color_scheme="light", reduced_motion="no-preference")
        tab.goto("about:blank")
        idle[scripts] = tab

    return lend


@pytest.fixture
def page(borrowed: Open) -> Iterator[Any]:
    """An empty tab at the width of a laptop. Other tests have used it: what it stored, was allowed
    and pretended is forgotten; what it loaded may be loaded from there."""
    with borrowed(True) as tab:
        yield tab


@pytest.fixture
def scriptless(borrowed: Open) -> Iterator[Any]:
    """Such a tab in which no script runs."""
    with borrowed(False) as tab:
        yield tab


@pytest.fixture
def fresh_page(chromium: Any) -> Iterator[Any]:
    """A tab that no other test sees, for scripts and clocks that cannot be taken out again."""
    context = chromium.new_context(viewport=LAPTOP)
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()
