"""Issues of zines as PDF, printed by a browser if one is installed."""

import logging
import os
import posixpath
import re
import shutil
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from urllib.parse import unquote, urljoin

from builder.site.addresses import folder
from builder.site.artifacts import Artifact, digest
from builder.site.parts.page_tags import PageTag, changed_tags, page_tags
from builder.site.publishing.content_store import ContentStore
from builder.site.publishing.publisher import PUBLISHED, Publisher
from builder.source.recording import note

log = logging.getLogger("chancery")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = (
    "no PDF of the issues: they are printed by chromium, whose sandbox does not work for root;"
    " CHANCERY_NO_SANDBOX=1 switches it off"
)
PAGE = re.compile(r"zines/.+/index\.html")
SIZES = {"A4": "issue.pdf", "letter": "issue-letter.pdf"}
NO_FILE_OF_THE_SITE = re.compile(r"[?#:]")  # in the address of a picture or a style sheet


def browser() -> str | None:
    """The browser that can print, if there is one that may."""
    unsafe = hasattr(os, "geteuid") and os.geteuid() == 0
    if unsafe and not os.environ.get("CHANCERY_NO_SANDBOX"):
        return None
    for name in (os.environ.get("CHANCERY_CHROMIUM", ""), *BROWSERS):
        command = shutil.which(name) if name else None
        if command:
            return command
    return None


def issue_pages(paths: Iterable[str]) -> list[str]:
    """The pages of issues among some files."""
    return [path for path in paths if PAGE.fullmatch(path)]


class IssuePrinter:
    """Prints issues of a site that is staged or published with a browser, `chosen` by its command.
    What has been printed before from the same page with the same pictures and style sheets is taken
    from `store`."""

    def __init__(self, publisher: Publisher, store: ContentStore, chosen: str) -> None:
        self.publisher = publisher
        self.store = store
        self.chosen = chosen

    def print(self, path: str) -> Iterator[Artifact]:
        """An issue by the path of its page, in each size of paper. Raises ArchiveError where the
        browser does not print it."""
        publisher = self.publisher
        html = publisher.place(path).read_text(encoding="utf-8")
        site_url = publisher.frame.site_url
        sums = self._sum(path)
        for file in shown_files(html):
            place = posixpath.join(posixpath.dirname(path), file)
            sums += self._sum(posixpath.normpath(place))
        for size, name in SIZES.items():
            text = sized(html, size, site_url and urljoin(site_url, folder(path)))
            key = f"{digest(text + sums)}.pdf"
            printed = partial(self._print, text, folder(path))
            yield Artifact(folder(path) + name, self.store.kept(key, printed))

    def _print(self, text: str, place: str) -> bytes:
        from builder.site.publishing.printing.browser_printing import print_text

        return print_text(self.chosen, text, place, self.publisher)

    def _sum(self, path: str) -> str:
        """The hash of a file of the site, which is noted."""
        checksum = self.publisher.sum_of(path)
        note(PUBLISHED, path, checksum)
        return checksum


def shown_files(html: str) -> list[str]:
    """The pictures and style sheets of the site that a page shows, relative to its folder."""
    files = []
    for tag in page_tags(html):
        address = ""
        if tag.name == "img":
            address = tag.attributes.get("src", "")
        elif tag.name == "image" or tag.attributes.get("rel") == "stylesheet":
            address = tag.attributes.get("href", "")
        if address and not NO_FILE_OF_THE_SITE.search(address):
            files.append(unquote(address))
    return files


def sized(html: str, size: str, address: str) -> str:
    """A page for one size of paper, without scripts, with links that can be followed on paper.
    Links within the page stay; others lead to where the site stands, and are plain words where
    `address`, that of the page, is empty."""
    style = f"@page{{size:{size}}}"
    allowed = b64encode(sha256(style.encode()).digest()).decode()
    policy = (
        '<head><meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        f" img-src 'self' data:; font-src 'self'; style-src 'self' 'sha256-{allowed}'\">"
    )
    bare = changed_tags(html, partial(_on_paper, address))
    return bare.replace("<head>", policy, 1).replace("</head>", f"<style>{style}</style></head>", 1)


def _on_paper(address: str, tag: PageTag) -> str | None:
    """A tag as it is printed, if it is another then."""
    if tag.name == "script":
        return ""
    if tag.name == "meta" and tag.attributes.get("http-equiv") == "Content-Security-Policy":
        return ""
    target = tag.attributes.get("href")
    if tag.name != "a" or target is None or target.startswith("#"):
        return None
    attributes = {name: value for name, value in tag.attributes.items() if name != "href"}
    if address:
        attributes["href"] = urljoin(address, target)
    return tag.with_attributes(attributes)
