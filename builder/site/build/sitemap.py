"""The sitemap: the addresses of all pages, in a file for each block of games and one for the rest.

A game that changes or comes changes the file of its own block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from gzip import compress
from html import escape

from builder.site.addresses import folder
from builder.site.artifacts import Artifact

XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PART = re.compile(r"sitemap-\w+\.xml")


def sitemap(paths: Iterable[str], site_url: str) -> Iterator[Artifact]:
    """The sitemap of a site: it names the files of the blocks among `paths`, which are all files
    outside of games, and one of the pages among them. None without `site_url`."""
    if site_url:
        found = sorted(paths)
        rest = sitemap_part("pages", found, site_url)
        names = [rest.path, *filter(PART.fullmatch, found)]
        whole = _listing("sitemapindex", "sitemap", (site_url + name for name in names))
        yield from (rest, Artifact("sitemap.xml", whole))
        yield Artifact("sitemap.xml.gz", compress(whole, mtime=0))


def sitemap_part(name: object, paths: Iterable[str], site_url: str) -> Artifact:
    """A file with the addresses of the pages among some files."""
    pages = (site_url + folder(path) for path in paths if path.endswith("index.html"))
    return Artifact(f"sitemap-{name}.xml", _listing("urlset", "url", pages))


def _listing(root: str, item: str, addresses: Iterable[str]) -> bytes:
    rows = "".join(f"<{item}><loc>{escape(a)}</loc></{item}>\n" for a in addresses)
    return f"{XML_HEAD}<{root} {SCHEMA}>\n{rows}</{root}>\n".encode()
