"""Issues of zines as PDF, printed by a browser where one is at hand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from hashlib import blake2b
from pathlib import Path

from builder.errors import ArchiveError
from builder.site.publish import Publisher

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = "no PDF of the issues: install chromium to have them printed"
PAGE = re.compile(r"zines/[^/]+/index\.html")
PATIENCE = 120


def browser() -> str | None:
    """The browser that can print, if there is one."""
    chosen = os.environ.get("CHANCERY_CHROMIUM", "")
    found = (shutil.which(name) for name in (chosen, *BROWSERS) if name)
    return next(filter(None, found), None)


def print_issues(publisher: Publisher, store: Path, chosen: str) -> int:
    """Print every issue of a site that is written already; returns how many there are.

    What has been printed before from the same page is taken from `store`.
    """
    pages = sorted(path for path in publisher.kept if PAGE.fullmatch(path))
    style = (publisher.target / "assets/chancery.css").read_bytes()
    for path in pages:
        page = publisher.target / path
        key = blake2b(page.read_bytes() + style, digest_size=16).hexdigest()
        kept = store / f"{key}.pdf"
        if not kept.is_file():
            store.mkdir(parents=True, exist_ok=True)
            print_page(chosen, page, kept)
        publisher.take(path.replace("index.html", "issue.pdf"), kept)
    return len(pages)


def print_page(chosen: str, page: Path, place: Path) -> None:
    """Print one page. Raises ArchiveError where the browser does not."""
    draft = place.with_suffix(f".{os.getpid()}")
    options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={draft}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")
    try:
        subprocess.run(
            [chosen, *options, page.resolve().as_uri()],
            check=True, capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
        draft.replace(place)
    except (OSError, subprocess.SubprocessError) as error:
        raise ArchiveError(f"{page} could not be printed by {chosen}: {error}") from error
