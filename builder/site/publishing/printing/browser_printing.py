"""A page of a site, printed by a browser. The browser prints with scripts off and its sandbox on.
It gets the site's files from a server on this machine and nothing else: no other files, no other
addresses."""

import os
import re
import subprocess
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from builder.errors import ArchiveError
from builder.site.publishing.publisher import Publisher

UNUSED = (  # parts of Chromium that take a third of the time and have nothing to do with printing
    "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
)  # fmt: skip
DATED = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}")
NODE = re.compile(rb"\(node(\d{8})")
FONTS = re.compile(rb"font-display:\s*\w+")
DRAFT = ".chancery-print.html"
PATIENCE = 120  # seconds
FONT_TIME = 9000  # ms of the page's own clock, which stands still while something is loaded


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers with the files of a build, staged or published, and with one text to print."""

    def __init__(self, *args: Any, publisher: Publisher, text: str, **more: Any) -> None:
        self.publisher = publisher
        self.text = text
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        """A file of the build, and nothing beside it."""
        path = unquote(urlsplit(self.path).path).lstrip("/")
        drafted = path.endswith(DRAFT)
        place = self.publisher.place(path)
        if not drafted and not (self.publisher.sum_of(path) and place.is_file()):
            self.send_error(404)
            return
        content = self.text.encode() if drafted else place.read_bytes()
        if path.endswith(".css"):  # paper waits for the fonts
            content = FONTS.sub(b"font-display:block", content)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""


def _undated(printed: bytes) -> bytes:
    """A PDF without the time of its making, in which the browser's numbers of elements, which are
    different each time, are counted from 1; no byte moves."""
    numbers = sorted({*NODE.findall(printed)})
    renumbered = {number: b"(node%08d" % count for count, number in enumerate(numbers, 1)}
    undated = DATED.sub(rb"/\1 (D:20000101000000", printed)
    return NODE.sub(lambda node: renumbered[node[1]], undated)


def print_text(chosen: str, text: str, place: str, publisher: Publisher) -> bytes:
    """A text that stands in the folder `place` of the site as PDF, the same bytes on any day.
    Raises ArchiveError where the browser does not print it."""
    handler = partial(SiteHandler, publisher=publisher, text=text)
    with (
        tempfile.TemporaryDirectory(prefix="chancery-") as away,
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        draft = Path(away) / "issue.pdf"
        command = [
            chosen, "--headless", "--disable-gpu", "--no-pdf-header-footer",
            f"--print-to-pdf={draft}", f"--user-data-dir={away}/profile",
            "--disable-background-networking", f"--disable-features={','.join(UNUSED)}",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            f"--virtual-time-budget={FONT_TIME}",
            *(["--no-sandbox"] if os.environ.get("CHANCERY_NO_SANDBOX") else []),
            f"http://127.0.0.1:{server.server_port}/{place}{DRAFT}",
        ]  # fmt: skip
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
            return _undated(draft.read_bytes())
        except (OSError, subprocess.SubprocessError) as error:
            raise ArchiveError(f"{place} could not be printed by {chosen}: {error}") from error
        finally:
            server.shutdown()
