"""The list of pages for search engines names every page, however many there are."""

from __future__ import annotations

import gzip
import re

from builder.site.publishing.block_files import sitemap, sitemap_part

PATHS = [
    "index.html",
    "404.html",
    "guide/a&b/index.html",
    "sitemap-0.xml",
    "sitemap-1.xml",
    "x.svg",
]


def files(site_url: str) -> dict[str, bytes]:
    made = {a.path: a.content for a in sitemap(PATHS, site_url)}
    return {path: text for path, text in made.items() if isinstance(text, bytes)}


def addresses(text: bytes) -> list[str]:
    return re.findall(r"<loc>([^<]*)</loc>", text.decode())


def test_every_page_is_named_once() -> None:
    made = files("https://a.org/b/")
    named = [f"https://a.org/b/sitemap-{name}.xml" for name in ("pages", 0, 1)]
    assert addresses(made["sitemap.xml"]) == named
    assert addresses(made["sitemap-pages.xml"]) == [
        "https://a.org/b/guide/a&amp;b/",
        "https://a.org/b/",
    ]
    assert gzip.decompress(made["sitemap.xml.gz"]) == made["sitemap.xml"]
    assert not files("")


def test_a_block_of_games_has_a_file_of_its_own() -> None:
    made = sitemap_part(7, ["games/a/index.html", "games/a/game.txt"], "https://a.org/")
    assert made.path == "sitemap-7.xml"
    assert isinstance(made.content, bytes)
    assert addresses(made.content) == ["https://a.org/games/a/"]
