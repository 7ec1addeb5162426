"""How soon the judge in a page answers, beside the bare interpreter: `trial_start.py SITE`.

Three times in turns, each in a new browser context: the interpreter alone, the page of the standard
board to its first result, which is data of the site (*first*), on to the answer of the judge about
changed orders (*judged*), and that answer once more on the next page, which has the engine and the
compiled modules of the first (*again*). Prints medians in seconds, their ratio, and what goes over
the wire.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHANCERY_CHROMIUM") or shutil.which("chromium")
RUNS = 3
READING = 2000  # milliseconds until a reader leaves a page
RESULT = "document.querySelector('[data-say]').textContent.includes('orders failed')"
CHANGED = """async () => {
  const text = document.querySelector("[data-text]").value.trimEnd();
  await chancery.look(`${text}\\norders:\\n  Austria: [A Vie H]\\n`);
}"""
BARE = """async ({ worker, engine, base }) => {
  const text = await (await fetch(worker)).text();
  const cut = text.slice(text.indexOf("const { FS } = python"), text.indexOf("let judge"));
  const bare = text.replace(cut, 'return { look: () => String(python.runPython("1 + 1")) }; };\\n');
  const began = performance.now();
  const made = new Worker(URL.createObjectURL(new Blob([bare], { type: "text/javascript" })));
  await new Promise((done, fail) => {
    made.onmessage = ({ data }) => data.error ? fail(new Error(data.error)) : data.answer && done();
    made.postMessage({ id: 1, ask: "begin", args: [{ ...engine, base }] });
    made.postMessage({ id: 2, ask: "look", args: [] });
  });
  return (performance.now() - began) / 1000;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A file server that says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def answered(page: Any, address: str) -> float:
    """Seconds from asking for the page to its first result."""
    began = time.perf_counter()
    page.goto(address)
    while not page.evaluate(RESULT):
        page.wait_for_timeout(10)
    return time.perf_counter() - began


def judged(page: Any, address: str) -> tuple[float, float]:
    """Seconds from asking for the page to its first result, and to the judge's own first answer."""
    began = time.perf_counter()
    first = answered(page, address)
    page.evaluate(CHANGED)
    return first, time.perf_counter() - began


def measure(site: Path, server: str) -> None:
    """Print the medians."""
    found: dict[str, list[float]] = {"bare": [], "first": [], "judged": [], "again": []}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(RUNS):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{server}try/standard/")
            engine = page.evaluate("JSON.parse(document.querySelector('.try').dataset.engine)")
            context.close()
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{server}assets/powers.css")
            told = {"worker": f"{server}assets/judge-worker.js", "engine": engine}
            told["base"] = f"{server}assets/engine/"
            found["bare"].append(page.evaluate(BARE, told))
            context.close()
            context = browser.new_context()
            page = context.new_page()
            first, later = judged(page, f"{server}try/standard/")
            found["first"].append(first)
            found["judged"].append(later)
            page.wait_for_timeout(READING)
            page.goto("about:blank")
            found["again"].append(judged(page, f"{server}try/standard/")[1])
            context.close()
        browser.close()
    wire = sum(
        path.stat().st_size
        for path in (*(site / "assets/engine").iterdir(), site / "assets/judge-worker.js")
        if path.suffix in (".js", ".pack")
    )
    for name, times in found.items():
        print(f"{name}: {median(times):.2f} s")
    print(f"judged / bare: {median(found['judged']) / median(found['bare']):.2f}")
    print(f"over the wire: {wire / 1e6:.2f} MB")


if __name__ == "__main__":
    root = Path(sys.argv[1])
    handler = partial(Quiet, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        measure(root, f"http://127.0.0.1:{http.server_port}/")
        http.shutdown()
