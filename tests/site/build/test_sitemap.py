"""The list of pages for search engines names every page, however many there are."""

from __future__ import annotations

import gzip
import re

import pytest

from builder.site.build import sitemap


def files(site_url: str) -> dict[str, bytes]:
    made = {a.path: a.content for a in sitemap.sitemap(PATHS, site_url)}
    return {path: text for path, text in made.items() if isinstance(text, bytes)}


PATHS = ["index.html", "404.html", "games/a&b/index.html", "games/a&b/1901/index.html", "x.svg"]


def test_every_page_is_named_once() -> None:
    made = files("https://a.org/b/")
    found = re.findall(r"<loc>([^<]*)</loc>", made["sitemap.xml"].decode())
    assert found == [
        "https://a.org/b/",
        "https://a.org/b/games/a&amp;b/",
        "https://a.org/b/games/a&amp;b/1901/",
    ]
    assert gzip.decompress(made["sitemap.xml.gz"]) == made["sitemap.xml"]
    assert not files("")


def test_many_pages_are_in_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap, "MOST_ADDRESSES", 2)
    made = files("https://a.org/")
    assert list(made) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml", "sitemap.xml.gz"]
    assert b"<loc>https://a.org/sitemap-2.xml</loc>" in made["sitemap.xml"]
    assert sum(text.count(b"<url>") for text in made.values()) == 3
