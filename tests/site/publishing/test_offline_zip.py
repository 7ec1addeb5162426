"""The site as one ZIP, and the feeds."""

from __future__ import annotations

import gzip
import json
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from sample_archive import NO_PICTURES, archive, artifacts, sample, standard

from builder.cli.build import offline, write_bundle
from builder.record import Published
from builder.site.pages.feeds import feed_id

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
        ('<a title="a > b" href="../x/">', '<a title="a &gt; b" href="../x/index.html">'),
        ('<a title=" href=" href="../x/">', '<a title=" href=" href="../x/index.html">'),
    ],
)
def test_links_name_their_files(online: str, from_disk: str) -> None:
    assert offline(online) == from_disk


def test_the_same_site_makes_the_same_zip(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<a href="games/">')
    for name in ("a.zip", "b.zip"):
        write_bundle(tmp_path / name, tmp_path, ["index.html"])
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with ZipFile(tmp_path / "a.zip") as found:
        assert found.read("chancery/index.html") == b'<a href="games/index.html">'


def test_feeds_are_atom_and_lead_to_pages(tmp_path: Path) -> None:
    made = {a.path: a for a in artifacts(archive(tmp_path), NO_PICTURES)}
    for path in ("feed.xml", "zines/feed.xml"):
        entries(str(made[path].content))
    found = [entry["link"] for entry in entries(str(made["games/sample/feed.xml"].content))]
    assert found[0] == "../../games/sample/1901-winter-adjustments/"
    assert len(found) == 3
    assert "games/sample/1901" in (text := str(made["feed.xml"].content))
    assert "../" not in text


def entries(text: str) -> list[dict[str, str]]:
    """The entries of a feed, which has what RFC 4287 asks of it."""
    feed = ElementTree.fromstring(text)
    for whole in (feed, *feed.iterfind(f"{ATOM}entry")):
        for need in ("id", "title", "updated"):
            assert len(list(whole.iterfind(f"{ATOM}{need}"))) == 1
        assert urlsplit(whole.findtext(f"{ATOM}id")).scheme
        assert datetime.fromisoformat(whole.findtext(f"{ATOM}updated") or "").tzinfo
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert [e.get("rel") for e in feed.iterfind(f"{ATOM}link")] == ["self", None]
    return [
        {part.tag.removeprefix(ATOM): part.text or part.get("href", "") for part in entry}
        for entry in feed.iterfind(f"{ATOM}entry")
    ]


SENT = Published("2026-05-04", "0123456789abcdef", ("Italy A Ven-Tri: stood off",), "2026-05-11")
ADDRESS = "https://example.org/zine/"


def test_each_season_has_its_own_day_and_a_correction_is_news(tmp_path: Path) -> None:
    record = sample(standard())
    spring, *rest = record.phases
    phases = (spring._replace(published=SENT), *(p._replace(embargo="2026-05-08") for p in rest))
    settings = NO_PICTURES._replace(address=ADDRESS, title="The <Gazette>")
    games = archive(tmp_path, record._replace(phases=phases, created="2026-01-01"))
    made = {a.path: str(a.content) for a in artifacts(games, settings)}
    for path in ("feed.xml", "games/sample/feed.xml"):
        found = entries(made[path])
        days = [entry["updated"][:10] for entry in found]
        assert days == ["2026-05-11", "2026-05-08", "2026-05-08", "2026-05-04"]
        assert found[0]["title"] == "Corrected: Sample & Co, Spring 1901"
        assert "Corrected on 2026-05-11" in found[0]["summary"]
        assert all(e["link"].startswith(f"{ADDRESS}games/sample/1901-") for e in found)
        assert len({e["id"] for e in found}) == 4
        assert "F Bre" in found[-1]["content"]
    assert made["robots.txt"].endswith(f"Sitemap: {ADDRESS}sitemap.xml\n")


def test_a_uuid_names_the_entries_wherever_the_archive_stands(tmp_path: Path) -> None:
    uuid = "5b0e3f0e-6a0c-4c6b-9d0e-2f1c7c1f5a77"
    ids = {
        feed_id("games/x/", NO_PICTURES._replace(uuid=uuid, address=address, title=address))
        for address in ("", ADDRESS, "https://elsewhere.org/")
    }
    assert len(ids) == 1
    assert feed_id("games/x/", NO_PICTURES._replace(address=ADDRESS)) == f"{ADDRESS}games/x/"


def test_one_download_holds_every_order_with_its_reason(tmp_path: Path) -> None:
    made = {a.path: a for a in artifacts(archive(tmp_path), NO_PICTURES)}
    data = made["archive.jsonl.gz"].content
    assert isinstance(data, bytes)
    head, game = map(json.loads, gzip.decompress(data).decode().splitlines())
    assert (head["format"], head["games"]) == (2, 1)
    assert json.dumps(game, ensure_ascii=False) in str(
        json.dumps(json.loads(str(made["games/sample/game.json"].content)), ensure_ascii=False)
    )
    assert sum(len(phase["results"]) for phase in game["phases"]) >= 44
