"""Issues of zines as PDF on each size of paper, printed by a browser where one is at hand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from urllib.parse import unquote, urljoin

from builder.errors import ArchiveError
from builder.site.addresses import folder
from builder.site.build.publisher import Publisher

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = "no PDF of the issues: install chromium to have them printed"
PAGE = re.compile(r"zines/.+/index\.html")
SIZES = {"A4": "issue.pdf", "letter": "issue-letter.pdf"}
SHOWN = re.compile(r'<(?:img\b[^>]*? src|link rel="stylesheet" href)="([^"?#:]+)')
LINK = re.compile(r'(<a\b[^>]*?) href="(?!#)([^"]*)"')
PATIENCE = 120


def browser() -> str | None:
    """The browser that can print, if there is one."""
    chosen = os.environ.get("CHANCERY_CHROMIUM", "")
    found = (shutil.which(name) for name in (chosen, *BROWSERS) if name)
    return next(filter(None, found), None)


def print_issues(publisher: Publisher, store: Path, chosen: str) -> int:
    """Print every issue of a site that is written already; returns how many there are.

    What has been printed before from the same page with the same pictures and style sheets is
    taken from `store`.
    """
    pages = sorted(path for path in publisher.kept if PAGE.fullmatch(path))
    site_url = publisher.shell.site_url
    for path in pages:
        page = publisher.target / path
        html = page.read_text(encoding="utf-8")
        shown = b"".join(place.read_bytes() for place in beside(html, page))
        for size, name in SIZES.items():
            text = sized(html, size, site_url and urljoin(site_url, folder(path)))
            kept = store / f"{blake2b(text.encode() + shown, digest_size=16).hexdigest()}.pdf"
            if not kept.is_file():
                store.mkdir(parents=True, exist_ok=True)
                print_text(chosen, text, page, kept)
            publisher.take(folder(path) + name, kept)
    return len(pages)


def beside(html: str, page: Path) -> Iterator[Path]:
    """The pictures and style sheets that a page shows, as far as they are there."""
    places = (page.parent / unquote(found[1]) for found in SHOWN.finditer(html))
    return (place for place in places if place.is_file())


def sized(html: str, size: str, address: str) -> str:
    """A page for one size of paper, with links that a reader of the paper's file can follow.

    Links within the page stay; others lead to where the site stands, and are plain words where
    `address`, that of the page, is empty.
    """

    def led(found: re.Match[str]) -> str:
        return f'{found[1]} href="{urljoin(address, found[2])}"' if address else found[1]

    page = f"<style>@page{{size:{size}}}</style></head>"
    return LINK.sub(led, html).replace("</head>", page, 1)


def print_text(chosen: str, text: str, page: Path, place: Path) -> None:
    """Print a text that stands where a page stands, as far as its pictures go.

    Raises ArchiveError where the browser does not.
    """
    draft, source = place.with_suffix(f".{os.getpid()}"), page.with_name(f".{os.getpid()}.html")
    options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={draft}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")
    try:
        source.write_text(text, encoding="utf-8")
        subprocess.run(
            [chosen, *options, source.resolve().as_uri()],
            check=True, capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
        draft.replace(place)
    except (OSError, subprocess.SubprocessError) as error:
        raise ArchiveError(f"{page} could not be printed by {chosen}: {error}") from error
    finally:
        source.unlink(missing_ok=True)
