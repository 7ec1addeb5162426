"""A built site in a sub-path of a server, and the ways to look at it."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sample_archive import ROOT, StubArchive

from builder import plugin
from builder.archive import Archive
from builder.site.build.site import Site
from builder.site.build.site_build import SiteBuild, SiteOptions

SUB = "some/where"
BOARDS = ("cat", "chaos", "coast", "loeb9", "standard")
GAMES = (
    "chaos/chaos-exhibition", "loeb9/loeb9-exhibition", "standard/1998v-come-and-have-a-go",
    "standard/2005a-spirals-of-paranoia",
)  # fmt: skip
CHROMIUM = os.environ.get("CHANCERY_CHROMIUM") or shutil.which("chromium") or ""
REQUIRED = os.environ.get("CHANCERY_BROWSER") == "required"


def until(
    page: Any, question: str, seconds: float = 20.0, again: Callable[[], None] = lambda: None
) -> None:
    """Wait until an expression is true in a page: asked from here, for pages forbid `eval`.

    `again` is done before each question: a browser drops keys that scroll what is not painted.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(question):
        assert time.monotonic() < end, f"{page.url}: {question}"
        again()
        page.wait_for_timeout(30)


def browser_or_skip() -> object:
    """Playwright, or a clear word why these tests do not run."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        found = None
    else:
        found = sync_playwright
    if found is None or not CHROMIUM:
        word = "no Chromium to test in: install playwright (pip) and chromium (apt)"
        if REQUIRED:
            pytest.fail(word)
        pytest.skip(word)
    return found


def build(root: Path, held: Archive | StubArchive) -> Path:
    """Build the site of an archive in a sub-path of a folder that a server will show."""
    browser_or_skip()
    shown: Any = held
    site = root / SUB
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        patch.setattr(
            plugin,
            "open_build",
            lambda _, job, settings: SiteBuild(Site(shown, settings), job.progress),
        )
        options = SiteOptions(site)
        plugin.build_site(ROOT, root / "draft", options, {"png": "none"}).finish()
    return site


def largest(place: Path) -> Archive:
    """The longest games and the largest boards, as an archive of their own."""
    place.mkdir(parents=True)
    shutil.copy(ROOT / "mkdocs.yml", place)
    for name in BOARDS:
        shutil.copytree(ROOT / "maps" / name, place / "maps" / name)
    for name in GAMES:
        game = place / "games" / f"{name}.yaml"
        game.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "games" / f"{name}.yaml", game)
    return Archive(place)


class Quiet(SimpleHTTPRequestHandler):
    """A file server that says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(site: Path, handler: type[SimpleHTTPRequestHandler] = Quiet) -> Iterator[str]:
    """The address of a site on a server, in its sub-path."""
    root = site.parents[SUB.count("/")]
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root))) as http:
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{http.server_port}/{SUB}/"
        http.shutdown()
        thread.join()
