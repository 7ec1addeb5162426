"""The site as one ZIP, and the feeds."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from sample_archive import NO_PICTURES, archive

from builder.site.build.offline_zip import offline, write_bundle
from builder.site.build.site import artifacts

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.parametrize(
    ("online", "from_disk"),
    [
        ('<a class="x" href="../games/">', '<a class="x" href="../games/index.html">'),
        ('<a href="../#1901-fall">', '<a href="../index.html#1901-fall">'),
        ('<a href="#compare">', '<a href="#compare">'),
        ('<a href=".." title="Home">', '<a href="../index.html" title="Home">'),
        ('<a href="../..">', '<a href="../../index.html">'),
        ('<a href=".">', '<a href="./index.html">'),
        ('<a href="map.svg">', '<a href="map.svg">'),
        ('<a href="?find=A+Mun">', '<a href="index.html?find=A+Mun">'),
        ('<form action="search/" method="get">', '<form action="search/index.html" method="get">'),
        ('<a href="https://example.org/a/">', '<a href="https://example.org/a/">'),
        ('<link href="../../">', '<link href="../../">'),
    ],
)
def test_links_name_their_files(online: str, from_disk: str) -> None:
    assert offline(online) == from_disk


def test_the_same_site_makes_the_same_zip(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search/search_index.json").write_text(
        '{"docs": [{"location": "a/#b"}, {"location": ""}]}'
    )
    (tmp_path / "index.html").write_text('<a href="games/">')
    paths = ["search/search_index.json", "index.html"]
    for name in ("a.zip", "b.zip"):
        write_bundle(tmp_path / name, tmp_path, paths)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with ZipFile(tmp_path / "a.zip") as found:
        assert found.read("chancery/index.html") == b'<a href="games/index.html">'
        assert found.read("chancery/search/search_index.js") == (
            b'var __index = {"docs":[{"location":"a/index.html#b"},{"location":"index.html"}]}'
        )


def test_feeds_are_atom_and_lead_to_pages(tmp_path: Path) -> None:
    made = {a.path: a for a in artifacts(archive(tmp_path), NO_PICTURES)}
    for path in ("feed.xml", "games/sample/feed.xml", "zines/feed.xml"):
        root = ElementTree.fromstring(str(made[path].content))
        assert root.tag == f"{ATOM}feed"
        for need in ("id", "title", "updated"):
            assert root.findtext(f"{ATOM}{need}")
    entries = ElementTree.fromstring(str(made["games/sample/feed.xml"].content))
    found = [e.get("href") for e in entries.iterfind(f"{ATOM}entry/{ATOM}link")]
    assert found[0] == "../../games/sample/1901-winter-adjustments/"
    assert len(found) == 3
