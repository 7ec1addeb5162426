"""The list of a site's pages for search engines, in several files where one would be too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gzip import compress
from html import escape

from builder.site.addresses import folder

MOST = 40_000
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemap(paths: Iterable[str], site_url: str) -> Iterator[tuple[str, bytes]]:
    """The files of a sitemap by their names: of all pages among `paths`, by address.

    Up to `MOST` addresses stand in `sitemap.xml`; more are in files that it names.
    """
    pages = sorted(site_url + folder(path) for path in paths if path.endswith("index.html"))
    parts = [pages[start : start + MOST] for start in range(0, len(pages), MOST)]
    if len(parts) > 1:
        for number, part in enumerate(parts, 1):
            yield f"sitemap-{number}.xml", _listing("urlset", "url", part)
        names = (f"{site_url}sitemap-{number}.xml" for number in range(1, len(parts) + 1))
        whole = _listing("sitemapindex", "sitemap", names)
    else:
        whole = _listing("urlset", "url", pages)
    yield "sitemap.xml", whole
    yield "sitemap.xml.gz", compress(whole, mtime=0)


def _listing(root: str, item: str, addresses: Iterable[str]) -> bytes:
    rows = "".join(f"<{item}><loc>{escape(a)}</loc></{item}>\n" for a in addresses)
    return f"{HEAD}<{root} {SCHEMA}>\n{rows}</{root}>\n".encode()
