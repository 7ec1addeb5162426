"""The links and anchors of a built site, read from its HTML without a browser."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LINKING = {"href", "src"}
OUTSIDE = ("http:", "https:", "mailto:", "data:", "urn:")


class Link(NamedTuple):
    """A link of a page: where it leads, as written."""

    page: Path
    to: str


class PageReader(HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note the address that a tag leads to, and its own name."""
        for name, value in attributes:
            if not value:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in LINKING and tag != "use":
                self.links.append(value)


class SiteLinks:
    """All pages of a site, each read once."""

    def __init__(self, site: Path) -> None:
        self.site = site.resolve()
        self.pages = {path: self._read(path) for path in sorted(self.site.rglob("*.html"))}
        self.pages.pop(self.site / "404.html", None)  # it is shown at any address

    def _read(self, path: Path) -> PageReader:
        reader = PageReader()
        reader.feed(path.read_text(encoding="utf-8"))
        return reader

    def broken(self) -> list[Link]:
        """The links within the site that lead to no file, or to an anchor that its page lacks."""
        found = []
        for path, reader in self.pages.items():
            for to in dict.fromkeys(reader.links):
                if not to.startswith(OUTSIDE) and not self._leads(path, to):
                    found.append(Link(path.relative_to(self.site), to))
        return found

    def _leads(self, path: Path, to: str) -> bool:
        parts = urlsplit(to)
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target = target / "index.html"
        if not target.is_file():
            return False
        if not parts.fragment or target.suffix != ".html":
            return True
        return self._has_anchor(target, unquote(parts.fragment))

    def _has_anchor(self, target: Path, name: str) -> bool:
        """Does a page have an anchor? The player, the lists, the boards of openings and the try
        pages read what is behind the hash themselves: a phase, a filter, a power, a position."""
        folder = target.relative_to(self.site).parts[:-1]
        if name in self.pages[target].anchors:
            return True
        if folder[:1] == ("games",) and len(folder) == 2:
            return (target.parent / name.partition("/")[0]).is_dir() or name == "end"
        if folder[:1] == ("openings",) and len(folder) == 2:
            return name.startswith(("power=", "games="))
        return folder in (("games",), ("search",)) or folder[:1] == ("try",)
