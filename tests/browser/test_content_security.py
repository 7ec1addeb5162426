"""A hostile archive in a browser, under its policy: ours runs, nothing hostile does."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browsing import until

PAGES = (
    "", "games/", "games/hostile/", "games/hostile/1901-spring-movement/", "zines/bad/one/",
    "variants/pure/", "variants/pure/board/", "search/?q=Lon", "people/", "try/pure/",
    "reading-a-page/", "404.html", "variants/", "variants/evil/", "variants/evil/sentences/",
    "boards/", "checked/", "statistics/", "editions/", "openings/", "assets/layers.svg",
)  # fmt: skip
WATCH = """
window.broken = [];
document.addEventListener("securitypolicyviolation", e =>
  broken.push(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`));
"""


class Guarded(SimpleHTTPRequestHandler):
    """Serves a site with the headers that its `_headers` file asks for."""

    def end_headers(self) -> None:
        for line in Path(self.directory, "_headers").read_text().splitlines()[1:]:
            name, _, value = line.strip().partition(": ")
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def guarded(hostile_site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Guarded, directory=str(hostile_site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def watched(chromium: Any) -> Iterator[Any]:
    """A tab in which every page watches what its policy forbids."""
    page = chromium.new_page()
    page.add_init_script(WATCH)
    yield page
    page.close()


def visit(page: Any, address: str) -> list[str]:
    page.goto(address)
    page.wait_for_timeout(300)
    assert not page.evaluate("window.hostile"), address
    found: list[str] = page.evaluate("window.broken")
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_under_its_policy(watched: Any, guarded: str, path: str) -> None:
    assert visit(watched, guarded + path) == []


def test_a_page_opened_from_disk_runs_under_its_policy(watched: Any, hostile_site: Path) -> None:
    assert visit(watched, (hostile_site / "games/hostile/index.html").as_uri()) == []
    assert watched.evaluate("document.documentElement.classList.contains('scripted')")


def test_a_script_that_got_into_a_page_does_not_run(
    watched: Any, hostile_site: Path, tmp_path: Path
) -> None:
    page = watched
    site = tmp_path / "site"
    shutil.copytree(hostile_site, site)
    place = site / "games/hostile/index.html"
    text = place.read_text(encoding="utf-8")
    bad = '<script>window.hostile=1</script><img src="x" onerror="window.hostile=1">'
    (place.parent / "bad.html").write_text(
        text.replace("</h1>", f"</h1>{bad}", 1), encoding="utf-8"
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Guarded, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/games/hostile/bad.html")
        until(page, "broken.length > 1")
        server.shutdown()
    assert not page.evaluate("window.hostile")
    assert {found.split()[0] for found in page.evaluate("window.broken")} == {
        "script-src-elem",
        "script-src-attr",
    }
