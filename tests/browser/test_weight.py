"""What a browser loads before it shows a page, that nothing moves while it does, and that all of
it fits the screen."""

from __future__ import annotations

import gzip
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
from browsing import GAMES, SUB, Quiet, served, until
from our_archive import ROOT, WHOLE

GAME = "2005a-spirals-of-paranoia"
ALL = sorted(map(str, ROOT.glob("games/*/*.yaml")))
MOST = 210_000
MOST_OF_RULES = 231_500  # with parts of the map enlarged beside the first rules
MOST_OF_SEARCH = 60_000  # with its script and its small maps
STILL = 0.02
HALF = 0.005
PAUSE = 0.8
PACKED = {".html", ".css", ".js", ".svg", ".json"}
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => {
    if (!entry.hadRecentInput) window.shifted += entry.value;
  })).observe({ type: "layout-shift", buffered: true });
}"""


packed_once = cache(partial(gzip.compress, compresslevel=9))


class Packing(Quiet):
    """A server that packs what can be packed, as servers do, and counts the bytes it sends."""

    sent: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:  # noqa: N802
        place = Path(self.translate_path(self.path))
        place = place / "index.html" if place.is_dir() else place
        if not place.is_file():
            return self.send_error(404)
        content = place.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(place)))
        if place.suffix in PACKED:
            content = packed_once(content)
            self.send_header("Content-Encoding", "gzip")
        self.sent[place.name] += len(content)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        return None


class Halting(Quiet):
    """A server that halts in the middle of a page, at the middle one of its marks."""

    mark: ClassVar[bytes] = b""

    def do_GET(self) -> None:  # noqa: N802
        place = Path(self.translate_path(self.path)) / "index.html"
        if not place.is_file():
            return super().do_GET()
        parts = place.read_bytes().split(self.mark)
        first = self.mark.join(parts[: len(parts) // 2])
        rest = self.mark + self.mark.join(parts[len(parts) // 2 :])
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(first + rest)))
        self.end_headers()
        self.wfile.write(first)
        self.wfile.flush()
        time.sleep(PAUSE)
        self.wfile.write(rest)
        return None


class Faceless(Quiet):
    """A server that is slow to send a face."""

    def do_GET(self) -> None:  # noqa: N802
        if self.path.endswith(".woff2"):
            time.sleep(PAUSE)
        super().do_GET()


@pytest.fixture(scope="module")
def packed(whole: Path) -> Iterator[str]:
    """That site on a server that packs."""
    with served(whole, Packing) as address:
        yield address


class FirstSight(NamedTuple):
    """What was seen of a page that was loaded anew: the bytes sent by name, how far its parts moved
    by themselves, and how many pictures do not say how large they are."""

    sent: Counter[str]
    moved: float
    bare: int


@pytest.fixture(scope="module")
def stranger(chromium: Any) -> Iterator[Any]:
    """A tab that counts how far the parts of a page move, and that keeps nothing of what it shows:
    no file, no cookie, no setting."""
    page = chromium.new_page()
    page.add_init_script(f"({SHIFTS})()")
    page.session = page.context.new_cdp_session(page)
    page.session.send("Network.enable")
    page.session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    yield page
    page.close()


def load(stranger: Any, address: str, width: int) -> FirstSight:
    page = stranger
    page.goto("about:blank")
    here = {"origin": address.split(f"/{SUB}/")[0], "storageTypes": "all"}
    page.session.send("Storage.clearDataForOrigin", here)
    page.set_viewport_size({"width": width, "height": 900})
    Packing.sent.clear()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    bare = page.locator("img:not([width][height]):not(.md-logo img)").count()
    return FirstSight(Counter(Packing.sent), page.evaluate("window.shifted"), bare)


Look = Callable[[str, int], FirstSight]


@pytest.fixture(scope="module")
def first_sight(stranger: Any, packed: str) -> Look:
    """Loads a page of the packed site at a width, once for all tests."""
    return cache(lambda path, width: load(stranger, packed + path, width))


@pytest.mark.parametrize(
    "path",
    [
        "",
        "games/",
        "variants/loeb9/",
        f"games/{GAME}/1903-fall-movement/",
        *(f"games/{Path(name).stem}/" for name in (ALL if WHOLE else GAMES)),
    ],
)
def test_the_first_sight_of_a_page_is_light(first_sight: Look, path: str) -> None:
    found = first_sight(path, 1440).sent
    assert any(name.startswith("alegreya") for name in found)
    assert found["index.html"]
    most = MOST_OF_RULES if path.startswith("variants/") else MOST
    assert found.total() <= most, found.most_common()


@pytest.mark.parametrize("question", ["convoy", "A Mun-Bur F1903", "spirals", "Lepanto", "S01"])
def test_the_search_is_loaded_when_somebody_searches(
    stranger: Any, packed: str, question: str
) -> None:
    page = stranger
    Packing.sent.clear()
    page.goto(f"{packed}games/{GAME}/")
    page.wait_for_load_state("networkidle")
    assert "search.js" not in Packing.sent
    Packing.sent.clear()
    page.keyboard.press("/")
    page.keyboard.type(question, delay=30)
    page.locator("[role=option]").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert Packing.sent["search.js"]
    assert Packing.sent.total() <= MOST_OF_SEARCH, Packing.sent.most_common()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "games/",
        f"games/{GAME}/",
        f"games/{GAME}/1903-fall-movement/",
        "boards/",
        "variants/loeb9/board/",
        "search/?find=A+Vie-Gal",
        "statistics/",
        "zines/first-issue/",
    ],
)
def test_nothing_moves_while_a_page_is_loaded(first_sight: Look, path: str, width: int) -> None:
    assert first_sight(path, width).moved <= STILL


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(
    ("path", "mark"),
    [(f"games/{GAME}/", b'class="yr f'), ("games/", b"<tr")],
)
def test_nothing_moves_while_half_of_a_page_is_there(
    stranger: Any, whole: Path, path: str, mark: bytes, width: int
) -> None:
    Halting.mark = mark
    assert (whole / path / "index.html").read_bytes().count(mark) > 2
    with served(whole, Halting) as address:
        assert load(stranger, address + path, width).moved <= HALF


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize(
    "path", [f"games/{GAME}/1903-fall-movement/", "zines/first-issue/", "search/?find=A+Vie-Gal"]
)
def test_nothing_moves_when_a_face_comes_late(
    stranger: Any, whole: Path, path: str, width: int
) -> None:
    with served(whole, Faceless) as address:
        assert load(stranger, address + path, width).moved <= STILL


@pytest.mark.parametrize(
    "path", ["", "boards/", "variants/", "variants/standard/board/", f"games/{GAME}/"]
)
def test_every_picture_says_how_large_it_is(first_sight: Look, path: str) -> None:
    assert first_sight(path, 1440).bare == 0


WIDTHS = (320, 390, 768, 1440)
WIDE = "document.documentElement.scrollWidth"


def test_no_page_of_the_archive_scrolls_sideways(chromium: Any, whole: Path, packed: str) -> None:
    """Each page is loaded at one of four widths and then made as wide as the others."""
    pages = [*whole.glob("*/index.html"), *whole.glob("variants/**/index.html")]
    pages += whole.glob("games/*/index.html")
    pages += [sorted(game.glob("*/index.html"))[-1] for game in whole.glob("games/*/")]
    page = chromium.new_page(viewport={"width": 320, "height": 800})
    for at, path in enumerate(
        p.relative_to(whole).as_posix() for p in sorted(pages)[:: 1 if WHOLE else 3]
    ):
        first = at % len(WIDTHS)
        page.set_viewport_size({"width": WIDTHS[first], "height": 800})
        page.goto(packed + path)
        for width in (*WIDTHS[first:], *WIDTHS[:first]):
            page.set_viewport_size({"width": width, "height": 800})
            until(page, f"{WIDE} <= {width}")
    page.close()
    assert len(pages) > 20
