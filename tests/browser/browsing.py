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
from builder.site.publishing.site_build import SiteOptions

SUB = "some/where"
BOARDS = ("cat", "chaos", "coast", "loeb9", "standard")
GAMES = (
    "chaos/chaos-exhibition", "loeb9/loeb9-exhibition", "standard/1998v-come-and-have-a-go",
    "standard/2005a-spirals-of-paranoia",
)  # fmt: skip
PATHS = (
    "", "games/", "games/sample/", "games/sample/1901-fall-movement/", "variants/standard/",
    "games/sample/years/", "openings/", "openings/standard/italy/", "openings/standard/",
    "checked/", "boards/", "search/", "statistics/", "people/", "zines/",
    "reading-a-page/", "variants/",
    "variants/standard/board/", "try/standard/", "people/g-master-i/",
    "openings/standard/italy/lepanto/", "zines/by-title/the-sample-gazette/",
    "games/sample/relations/", "puzzles/", "games/sample/puzzles/",
)  # fmt: skip
SHEETS = {"light": "default", "dark": "slate"}  # the theme's names
CHROMIUM = os.environ.get("CHANCERY_CHROMIUM") or shutil.which("chromium") or ""
SWITCHES = (
    "--no-sandbox",
    # The pop-ups of the address bar, which nobody sees, take a second of the processor for each
    # window. This list takes the place of Playwright's, whose first names are therefore repeated.
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,"
    "SpareRendererForSitePerProcess",  # a process that waits for a tab that nobody opens
)
# No page is painted, which takes half of the time: where its parts stand, how they look and what
# they say is known before. Fingers alone wait for it. The first settings are Playwright's own.
UNPAINTED = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
    "availablePointerTypes=4,acceleratedCompositingEnabled=false"
)
REQUIRED = os.environ.get("CHANCERY_BROWSER") == "required"

SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]"))
  .filter(e => !e.matches(":is(p, li, dd, td, th, h1, h2, h3, figcaption, caption) a"))
  .map(e => e.labels?.length ? e.labels[0] : e)
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < 23.5)
  .map(([words]) => words)"""


def until(
    page: Any, question: str, seconds: float = 60.0, again: Callable[[], None] = lambda: None
) -> None:
    """Wait until an expression is true in a page: asked from here, for pages forbid `eval`.

    `again` is done before each question: a browser drops keys that scroll what is not painted.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(question):
        assert time.monotonic() < end, f"{page.url}: {question}"
        again()
        page.wait_for_timeout(30)


def lasting(page: Any, look: Callable[[], object], seconds: float = 30.0) -> object:
    """What is still wrong after a while; nothing as soon as nothing is."""
    end = time.monotonic() + seconds
    while (found := look()) and time.monotonic() < end:
        page.wait_for_timeout(100)
    return found


def violations(page: Any, tags: list[str]) -> list[tuple[str, list[str]]]:
    """What axe finds against some standards: each rule with the elements that break it.

    Only these are described in the answer, for to describe all that is right takes long.
    """
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
    )
    wanted = {"runOnly": tags, "resultTypes": ["violations"]}
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    found = page.evaluate("async wanted => (await axe.run(wanted)).violations", wanted)
    return [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found]


def address(page: Any) -> str:
    """The address of a page, as the page knows it: others hear of a new one later."""
    return str(page.evaluate("location.href"))


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
        patch.setattr(plugin, "Archive", lambda _: shown)
        options = SiteOptions(site)
        plugin.build_site(ROOT, options, {"png": "none"}).finish()
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
