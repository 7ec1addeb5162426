"""The sitemap: the addresses of all pages, in files of up to `MOST_ADDRESSES`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gzip import compress
from html import escape

from builder.site.addresses import folder
from builder.site.artifacts import Artifact

MOST_ADDRESSES = 40_000
XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(paths: Iterable[str], site_url: str) -> Iterator[Artifact]:
    """The files of a sitemap of all pages among `paths`, by address; none without `site_url`.

    Up to `MOST_ADDRESSES` addresses stand in `sitemap.xml`; more are in files that it names.
    """
    if not site_url:
        return
    pages = sorted(site_url + folder(path) for path in paths if path.endswith("index.html"))
    parts = [
        pages[start : start + MOST_ADDRESSES] for start in range(0, len(pages), MOST_ADDRESSES)
    ]
    if len(parts) > 1:
        for number, part in enumerate(parts, 1):
            yield Artifact(f"sitemap-{number}.xml", _listing("urlset", "url", part))
        names = (f"{site_url}sitemap-{number}.xml" for number in range(1, len(parts) + 1))
        whole = _listing("sitemapindex", "sitemap", names)
    else:
        whole = _listing("urlset", "url", pages)
    yield Artifact("sitemap.xml", whole)
    yield Artifact("sitemap.xml.gz", compress(whole, mtime=0))


def _listing(root: str, item: str, addresses: Iterable[str]) -> bytes:
    rows = "".join(f"<{item}><loc>{escape(a)}</loc></{item}>\n" for a in addresses)
    return f"{XML_HEAD}<{root} {SCHEMA}>\n{rows}</{root}>\n".encode()
