"""The site in the theme's frame and in our own: menu, search, policy, a narrow screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browsing import until
from hostile_archive import run
from shared_folders import Once
from test_content_security import WATCH, Guarded

PARTS = ("games", "variants", "boards", "zines", "search", "openings", "statistics", "people")
MENUS = {"theme": ".md-tabs a, .md-sidebar--primary a", "plain": ".plain-head nav a"}
HITS = ".seek-panel:not([hidden]) a[role=option]"


@pytest.fixture(scope="module")
def plain_site(hostile_site: Path, once: Once) -> Path:
    def make(place: Path) -> None:
        done = run(hostile_site.parent, "build", "--strict", "--into", str(place / "plain"))
        assert done.returncode == 0, done.stderr

    return once("hostile-plain", make) / "plain"


@pytest.fixture(params=["theme", "plain"])
def framed(
    request: pytest.FixtureRequest, hostile_site: Path, plain_site: Path
) -> Iterator[tuple[str, str]]:
    """The name of a frame, and the address of the site in it."""
    site = hostile_site if request.param == "theme" else plain_site
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Guarded, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield request.param, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_menu_search_and_policy(fresh_page: Any, framed: tuple[str, str]) -> None:
    page = fresh_page
    frame, address = framed
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else 0)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.add_init_script(WATCH)
    page.goto(f"{address}games/")
    links = page.evaluate(f"[...document.querySelectorAll({MENUS[frame]!r})].map(a => a.pathname)")
    for part in PARTS:
        assert f"/{part}/" in links, part
    for part in (
        "reading-a-page/",
        "games/hostile/",
        "games/hostile/1901-spring-movement/",
        "zines/bad/one/",
    ):
        page.goto(address + part)
        assert page.evaluate("document.querySelectorAll('h1').length") == 1, part
        assert page.evaluate("broken") == [], part
    page.keyboard.press("/")
    page.keyboard.type("note")
    found = f"[...document.querySelectorAll({HITS!r})]"
    until(page, f"{found}.some(a => /.games.(hostile.|#q=note)/.test(a.href))")
    assert page.evaluate("broken") == []
    assert not page.evaluate("window.hostile")
    assert not said


def test_a_narrow_screen_shows_the_whole_width(page: Any, framed: tuple[str, str]) -> None:
    _, address = framed
    page.set_viewport_size({"width": 390, "height": 844})
    for part in (
        "",
        "games/",
        "reading-a-page/",
        "games/hostile/1901-spring-movement/",
        "zines/bad/one/",
    ):
        page.goto(address + part)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (part, wide)
