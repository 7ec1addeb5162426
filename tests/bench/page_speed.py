"""How pages answer in a slow browser: `page_speed.py SITE [--game ID]`.

For the list of games: the longest task while it loads, is sorted and is filtered. For the longest
game: the longest task of each step, and how many nodes the page holds before and after walks
through the game. While the game plays, at two widths: what the page's thread does for each frame.
For a search of an order: the bytes that it loads besides its page.

A task is what the page's thread does without a pause. Its milliseconds are processor time, times
four as on a slow phone, so that other programs on this machine do not count.
"""

from __future__ import annotations

import argparse
import os
import shutil
import threading
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHANCERY_CHROMIUM") or shutil.which("chromium")
SLOWER = 4
STEPS = 12
WATCHED = 9000  # ms of a game that plays
PAUSE = 500  # ms in which a page settles
MARK = "chancery-measured"
TASK = "ThreadControllerImpl::RunTask"


class Quiet(SimpleHTTPRequestHandler):
    """A file server that says nothing."""

    def log_message(self, *_: object) -> None:
        pass


class WatchedPage:
    """A page of the width of a phone, or another, in a browser whose tasks are recorded."""

    def __init__(self, browser: Any, width: int = 390, height: int = 844) -> None:
        self.browser = browser
        size = {"width": width, "height": height}
        self.page = browser.new_context(viewport=size).new_page()

    def longest(self, act: Callable[[], object]) -> float:
        """The longest task while something is done, in milliseconds of a slow processor."""
        tasks = [event["tdur"] for event in self.events(act, PAUSE) if is_task(event)]
        return float(SLOWER * max(tasks, default=0) / 1000)

    def frames(self, act: Callable[[], object]) -> list[float]:
        """What the page's thread works for each frame in the time after something was done, in
        milliseconds of processor."""
        events = self.events(act, WATCHED)
        starts = [event["ts"] for event in events if event["name"] == "FireAnimationFrame"]
        work = [0.0] * (len(starts) + 1)
        for event in events:
            if is_task(event):
                work[bisect_left(starts, event["ts"])] += event["tdur"] / 1000
        return work[1:-1]

    def events(self, act: Callable[[], object], pause: float) -> list[Any]:
        """What the page's thread does while something is done and in a time after it, in order."""
        events: list[Any] = []
        done: list[Any] = []
        devtools = self.browser.new_browser_cdp_session()
        devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
        devtools.on("Tracing.tracingComplete", lambda told: done.append(told))
        config = {"includedCategories": ["devtools.timeline", "toplevel", "blink.user_timing"]}
        devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
        act()
        self.page.wait_for_timeout(pause)
        self.page.evaluate(f"performance.mark('{MARK}')")  # the browser's own parts are pages too
        devtools.send("Tracing.end")
        while not done:
            self.page.wait_for_timeout(20)
        devtools.detach()
        thread = next((e["pid"], e["tid"]) for e in events if e["name"] == MARK)
        own = [event for event in events if (event["pid"], event["tid"]) == thread]
        return sorted(own, key=lambda event: event.get("ts", 0))

    def nodes(self) -> int:
        """The nodes that the page holds when garbage has been collected."""
        devtools = self.page.context.new_cdp_session(self.page)
        devtools.send("HeapProfiler.collectGarbage")
        return int(devtools.send("Memory.getDOMCounters")["nodes"])


def is_task(event: Any) -> bool:
    """Is it a task of which the processor time is noted?"""
    return event["name"] == TASK and "tdur" in event


def game_list(browser: Any, server: str) -> None:
    """Loads, sorts and filters the list of games."""
    watched = WatchedPage(browser)
    buttons, box = watched.page.locator("#games thead button"), watched.page.locator("[name=q]")
    acts: dict[str, Callable[[], object]] = {
        "loading": lambda: watched.page.goto(f"{server}games/"),
        "first sort": buttons.first.click,
        "another": buttons.nth(2).click,
        "filter": lambda: box.press("e"),
        "a letter more": lambda: box.press("n"),
    }
    told = ", ".join(f"{what} {watched.longest(act):.0f}" for what, act in acts.items())
    print(f"list of games, longest task in ms: {told}", flush=True)


def steps(browser: Any, server: str, game: str) -> None:
    """Walks through a game."""
    watched = WatchedPage(browser)
    loading = watched.longest(lambda: watched.page.goto(f"{server}games/{game}/"))
    press = partial(watched.page.keyboard.press, "ArrowRight")
    press()
    watched.page.wait_for_timeout(PAUSE)
    found = [watched.longest(press) for _ in range(STEPS)]
    print(
        f"{game}, longest task in ms: loading {loading:.0f}, "
        f"a step {median(found):.0f} (median), {max(found):.0f} (most)"
    )
    counts = [watched.nodes()]
    for _ in range(3):
        for key in ("Home", *["ArrowRight"] * STEPS):
            watched.page.keyboard.press(key)
            watched.page.wait_for_timeout(PAUSE / 2)
        counts.append(watched.nodes())
    print(f"nodes before and after each of three walks: {counts}", flush=True)


def motion(browser: Any, server: str, game: str) -> None:
    """Plays the beginning of a game."""
    for width, height in ((1440, 900), (390, 844)):
        watched = WatchedPage(browser, width, height)
        watched.page.goto(f"{server}games/{game}/")
        watched.page.wait_for_timeout(PAUSE)
        play = watched.page.get_by_role("button", name="Play").first
        work = sorted(watched.frames(play.click))
        most = work[int(len(work) * 0.95)]
        print(
            f"{game} plays at {width} px: {len(work)} frames, work a frame in ms: "
            f"{median(work):.1f} (median), {most:.1f} (19 of 20 are below); "
            f"in a slow browser {SLOWER * median(work):.0f} and {SLOWER * most:.0f}"
        )


def order_search(browser: Any, site: Path, server: str) -> None:
    """Weighs what a search for an order loads."""
    page = browser.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.goto(f"{server}search/?find=A+Mun-Bur")
    page.wait_for_load_state("networkidle")
    sizes = [place.stat().st_size for name in loaded if (place := site / "search" / name).is_file()]
    print(f"search for an order: {sum(sizes) / 1000:.0f} kB in {len(sizes)} files")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--game", help="its id; the one with most phases if not given")
    given = parser.parse_args()
    games = (given.site / "games").glob("*/")
    game = given.game or max(games, key=lambda place: len(list(place.iterdir()))).name
    handler = partial(Quiet, directory=str(given.site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http, sync_playwright() as play:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        server = f"http://127.0.0.1:{http.server_port}/"
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        game_list(browser, server)
        steps(browser, server, game)
        motion(browser, server, game)
        order_search(browser, given.site, server)
        browser.close()
        http.shutdown()


if __name__ == "__main__":
    main()
