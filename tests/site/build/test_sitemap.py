"""The list of pages for search engines names every page, however many there are."""

from __future__ import annotations

import gzip
import re

import pytest

from builder import plugin
from builder.plugin import sitemap

PATHS = ["index.html", "404.html", "games/a&b/index.html", "games/a&b/1901/index.html", "x.svg"]


def test_every_page_is_named_once() -> None:
    files = dict(sitemap(PATHS, "https://a.org/b/"))
    found = re.findall(r"<loc>([^<]*)</loc>", files["sitemap.xml"].decode())
    assert found == [
        "https://a.org/b/",
        "https://a.org/b/games/a&amp;b/",
        "https://a.org/b/games/a&amp;b/1901/",
    ]
    assert gzip.decompress(files["sitemap.xml.gz"]) == files["sitemap.xml"]


def test_many_pages_are_in_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin, "MOST_ADDRESSES", 2)
    files = dict(sitemap(PATHS, "https://a.org/"))
    assert list(files) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml", "sitemap.xml.gz"]
    assert b"<loc>https://a.org/sitemap-2.xml</loc>" in files["sitemap.xml"]
    assert sum(text.count(b"<url>") for text in files.values()) == 3
