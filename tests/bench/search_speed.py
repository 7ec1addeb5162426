"""What ten searches load and how long they take in an archive of 5,000 games.

    python tests/bench/search_speed.py             # 5,000 games
    python tests/bench/search_speed.py --games 500

The games are copies of our own with invented names and people; their index is built as a build
does, and shown in the plain frame by a server that packs. Each search is made in a fresh browser on
a page of a phone whose processor is four times as slow: kB that the search loads (packed, and as
they are), files, and milliseconds from the last key to the first hit, without and with the network
of a phone (1.6 Mbit/s, 150 ms for each answer).
"""

from __future__ import annotations

import argparse
import gzip
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from builder.archive import Archive  # noqa: E402
from builder.site.pages.people import people  # noqa: E402
from builder.site.pages.zines import zines  # noqa: E402
from builder.site.parts.game_summary import GameSummary  # noqa: E402
from builder.site.publishing.plain_site import build_plain_site  # noqa: E402
from builder.site.publishing.site import Site  # noqa: E402
from builder.site.publishing.site_build import SiteBuild  # noqa: E402
from builder.site.search.order_index import IndexEntry, block, block_count, block_of, shards  # noqa: E402
from builder.site.search.order_index import index_of as index_entry  # noqa: E402
from builder.site.search.search_parts import (  # noqa: E402
    entries_of_games,
    fixed_entries,
    fixed_files,
    search_parts,
)
from builder.site.templating import PARTS  # noqa: E402

SEARCHES = (
    "{name} F1905", "{person}", "{zine}", "Lepanto", "A Mun-Bur F1903", "S01", "bounced",
    "{misspelt}", "Munich", "army Vienna to Galicia in Spring 1901",
)  # fmt: skip
SYLLABLES = ("ka", "lo", "mir", "tes", "bran", "du", "vel", "os", "hin", "pra", "gu", "set", "li")
ZINES = 120
PEOPLE = 6_000
SLOW = 4  # times slower than this processor
PHONE = {"width": 390, "height": 844}
NETWORK = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
PROVINCES = ("mun", "vie")  # whose orders are asked for


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=5000)
    count = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        names = build(site, count)
        words = {
            "name": names[0].name, "person": names[1].gm, "zine": names[2].zine,
            "misspelt": names[3].name.split()[0][:-1] + "x",
        }  # fmt: skip
        print(f"{count} games", f"{'kB':>22}{'raw':>7}{'files':>7}{'ms':>7}{'ms, phone':>11}")
        for search in (one.format(**words) for one in SEARCHES):
            packed, raw, files, quick = measured(site, search, slow_network=False)
            *_, slow = measured(site, search, slow_network=True)
            row = f"{packed / 1e3:>7.1f}{raw / 1e3:>7.1f}{files:>7}{quick:>7.0f}{slow:>11.0f}"
            print(f"{search:<34}{row}", flush=True)


def build(site: Path, count: int) -> list[GameSummary]:
    """The site of our own archive with an index of so many games; some of the games."""
    archive = Archive(ROOT)
    held = Site(archive)
    build_plain_site(SiteBuild(held), site).finish()
    works = [work for path in archive.game_paths if (work := held.work(path))]
    own = [work for work in works if work.summary.variant == "standard"]
    finds = [index_entry(work.replay, work.order_rows) for work in own]
    chance = random.Random(5)
    games = [*copies([work.summary for work in own], count, chance)]
    listed = [summary for summary, _ in games]
    sections = held.sections()
    others = fixed_entries(held.variants, held.sheet, PARTS)
    found = entries_of_games(listed, people(listed), zines(listed, []), archive.variant, held.sheet)
    shutil.rmtree(site / "search")
    (site / "search").mkdir()
    parts = search_parts([*others, *found], sections, [("standard", "Standard Diplomacy")])
    artifacts = [*fixed_files(held.variants, held.sheet)]
    for part in parts:
        artifacts += part.make(part.inputs)
    artifacts += order_files(games, finds, archive)
    for artifact in artifacts:
        (site / artifact.path).write_text(str(artifact.content), encoding="utf-8")
    return listed[:4]


def copies(
    own: list[GameSummary], count: int, chance: random.Random
) -> Iterator[tuple[GameSummary, int]]:
    """So many games under invented names, each with the number of the game it copies."""
    crowd = [f"{word(chance)} {word(chance)}" for _ in range(PEOPLE)]
    titles = [f"{word(chance)} {word(chance)}" for _ in range(ZINES)]
    for number in range(count):
        at = number % len(own)
        copied = own[at]
        players = {power: chance.choice(crowd) for power in copied.powers}
        yield (
            copied._replace(
                id=f"{copied.id}-copy-{number}",
                name=f"{word(chance)} {word(chance)}",
                players=players,
                gm=chance.choice(crowd),
                zine=chance.choice(titles),
                number=f"{1980 + number % 40}{chance.choice('ABCDEFG')}",
            ),
            at,
        )


def word(chance: random.Random) -> str:
    """An invented name."""
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))).capitalize()


def order_files(
    games: list[tuple[GameSummary, int]], finds: list[IndexEntry], archive: Archive
) -> Any:
    """The files of orders and games, but for provinces that no search asks for."""
    count = block_count(len(games))
    blocks: list[list[tuple[GameSummary, IndexEntry]]] = [[] for _ in range(count)]
    for summary, at in games:
        blocks[block_of(summary.id, count)].append((summary, finds[at]))
    known = []
    for number, members in enumerate(blocks):
        made, entry = block(number, count, members)
        known.append(entry)
        for artifact in made:
            name = artifact.path.removeprefix("search/")
            if not name.startswith("o-") or name.split("-")[2] in PROVINCES:
                yield artifact
    yield from shards(known, len(known), len(games), archive.variant)


class Packing(SimpleHTTPRequestHandler):
    """A server that packs as servers do, and counts what it sends."""

    sent: ClassVar[list[tuple[str, int, int]]] = []

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if "-copy-" in path:
            path = path.split("-copy-")[0] + "/" + path.rpartition("/")[2]
        place = Path(self.translate_path(path))
        place = place / "index.html" if place.is_dir() else place
        if not place.is_file():
            self.send_error(404)
            return
        content = place.read_bytes()
        if "-copy-" in self.path:
            game = self.path.split("/games/")[1].split("/")[0]
            content = content.replace(path.split("/")[-2].encode(), game.encode(), 1)
        packed = gzip.compress(content, 6)
        self.sent.append((place.name, len(packed), len(content)))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(place)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)


def measured(site: Path, search: str, slow_network: bool) -> tuple[int, int, int, float]:
    """Bytes packed and as they are, files, and milliseconds to the first hit of one search."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Packing, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as play:
            browser = play.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport=PHONE)
            page.goto(f"http://127.0.0.1:{server.server_port}/glossary/")
            page.wait_for_load_state("networkidle")
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
            if slow_network:
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK})
            Packing.sent.clear()
            page.keyboard.press("Control+k")
            page.keyboard.insert_text(search)
            page.evaluate("window.typed = performance.now()")
            page.locator("[role=option]").first.wait_for(timeout=60_000)
            spent = page.evaluate("performance.now() - window.typed")
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1500)
            browser.close()
        server.shutdown()
    sent = [*Packing.sent]
    packed = sum(size for _, size, _ in sent)
    raw = sum(size for _, _, size in sent)
    return packed, raw, len(sent), float(spent)


if __name__ == "__main__":
    main()
