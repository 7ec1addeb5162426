"""What a browser loads for pages of a site whose server packs: `weight_of_pages.py SITE PATH…`.

    python tests/bench/weight_of_pages.py site boards/ statistics/

Of each page, on a phone of 390 px and on 1,440 px: kB at first sight, kB after scrolling to its
end, and its nodes. Pictures, fonts, scripts and style sheets are counted.
"""

from __future__ import annotations

import gzip
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from trial_start import CHROMIUM, Quiet

WIDTHS = ((390, 844, 2), (1440, 900, 1))
PACKED = {".html", ".css", ".js", ".svg", ".json"}
SCROLL = """async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 600) {
    scrollTo(0, y);
    await new Promise(done => setTimeout(done, 60));
  }
}"""


class Packing(Quiet):
    """A server that packs texts, and counts the bytes that it sends."""

    sent = 0

    def do_GET(self) -> None:  # noqa: N802
        place = Path(self.translate_path(self.path))
        place = place / "index.html" if place.is_dir() else place
        if not place.is_file():
            self.send_error(404)
            return
        content = place.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(place)))
        if place.suffix in PACKED:
            content = gzip.compress(content, 9)
            self.send_header("Content-Encoding", "gzip")
        Packing.sent += len(content)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def measure(browser: Browser, address: str) -> None:
    """Print the figures of a page."""
    for width, height, density in WIDTHS:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, device_scale_factor=density)
        page = context.new_page()
        Packing.sent = 0
        page.goto(address)
        page.wait_for_load_state("networkidle")
        first = Packing.sent
        nodes = page.evaluate("document.querySelectorAll('*').length")
        page.evaluate(SCROLL)
        page.wait_for_load_state("networkidle")
        figures = f"{first / 1000:6.0f} kB {Packing.sent / 1000:6.0f} kB {nodes:6} nodes"
        print(f"{address.split('/', 3)[3]:28} {width:5} px {figures}")
        context.close()


def main() -> None:
    site, *paths = sys.argv[1:]
    handler = partial(Packing, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http, sync_playwright() as play:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for path in paths:
            measure(browser, f"http://127.0.0.1:{http.server_port}/{path}")
        browser.close()
        http.shutdown()


if __name__ == "__main__":
    main()
