"""The site of one small game: every page, every link, every word made safe."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from html_checker import page_fault
from sample_archive import (
    ALL_PICTURES,
    NO_PICTURES,
    archive,
    artifacts,
    misprinted,
    sample,
    standard,
)

from builder.site.artifacts import Artifact, PngRequest
from builder.site.assets import OWN_STYLES, STYLES, packed_styles

GAME = "games/sample/"
TEMPLATE = re.compile(r"<template.*?</template>", re.DOTALL)
BLOCK = re.compile(r"\{[^{}]*\}")
CLASS = re.compile(r"\.([a-z][\w-]*)")
CLASSES = re.compile(r' class="([^"]*)"')


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Artifact]:
    return {a.path: a for a in artifacts(archive(tmp_path_factory.mktemp("games")), ALL_PICTURES)}


def text(made: dict[str, Artifact], path: str) -> str:
    content = made[path].content
    assert isinstance(content, str)
    return content


def test_every_phase_has_its_page_and_pictures(
    made: dict[str, Artifact],
) -> None:
    for slug in ("1901-spring-movement", "1901-fall-movement", "1901-winter-adjustments"):
        for name in ("index.html", "map.svg", "map.png"):
            assert f"{GAME}{slug}/{name}" in made
    assert isinstance(made[f"{GAME}1901-fall-movement/map.png"].content, PngRequest)


def test_every_page_can_be_parsed(made: dict[str, Artifact]) -> None:
    """A build does not look again: what people typed reaches a page as text."""
    pages = {path: artifact for path, artifact in made.items() if path.endswith(".html")}
    assert len(pages) > 20
    faults = {path: page_fault(path, str(page.content)) for path, page in pages.items()}
    assert not {path: fault for path, fault in faults.items() if fault}
    assert page_fault("x.html", "<p><b>x</p></b>")


def styled_classes(sheet: str) -> set[str]:
    """The classes that the rules of a style sheet name."""
    return set(CLASS.findall(BLOCK.sub(" ", sheet)))


@pytest.mark.parametrize("name", ["game", "try"])  # the explorer's rules name shared classes
def test_a_page_links_every_style_sheet_that_it_needs(made: dict[str, Artifact], name: str) -> None:
    own = styled_classes(packed_styles(OWN_STYLES[name])) - styled_classes(packed_styles(STYLES))
    for other in OWN_STYLES.keys() - {name}:
        own -= styled_classes(packed_styles(OWN_STYLES[other]))
    assert own
    lacking: dict[str, set[str]] = {}
    for path, page in made.items():
        whole = f"{page.head} {page.content}"
        if path.endswith(".html") and f"assets/{name}.css" not in whole:
            used = {word for words in CLASSES.findall(whole) for word in words.split()}
            lacking[path] = used & own
    assert lacking
    assert not {path: classes for path, classes in lacking.items() if classes}


def test_a_failed_order_is_underlined_and_worded(made: dict[str, Artifact]) -> None:
    page = text(made, f"{GAME}1901-fall-movement/index.html")
    assert '<u class="fail">A Vie – Gal</u></span> <i class="fate">stood off</i>' in page
    assert '<u class="fail">F Ank – BLA</u>' not in page


def test_a_reason_links_the_units_to_blame(made: dict[str, Artifact]) -> None:
    page = text(made, f"{GAME}1901-fall-movement/index.html")
    reason = re.search(r'<p class="said" id="order-a-vie">.*?</li>', page, re.DOTALL)
    assert reason is not None
    assert 'href="#order-a-war"' in reason[0]
    assert 'id="order-a-war"' in page


def test_the_chart_stands_under_fall_with_its_changes(made: dict[str, Artifact]) -> None:
    page = text(made, f"{GAME}1901-fall-movement/index.html")
    assert '<b class="new">+Nwy</b>' in page
    assert '<s class="lost">−Tri</s>' in page
    spring = text(made, f"{GAME}1901-spring-movement/index.html")
    assert "Supply centres, end of" not in spring


def test_phases_are_linked_in_a_row(made: dict[str, Artifact]) -> None:
    page = text(made, f"{GAME}1901-fall-movement/index.html")
    assert 'href="../1901-spring-movement/" rel="prev"' in page
    assert 'href="../1901-winter-adjustments/" rel="next"' in page


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)", "javascript:alert", "A<b>", "G. Master <i>"]
)
def test_nothing_typed_by_people_reaches_a_page_unescaped(
    made: dict[str, Artifact], hostile: str
) -> None:
    for path, artifact in made.items():
        if path.endswith(".html"):
            page = str(artifact.content)
            shown = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
            assert hostile not in shown, path


class Links(HTMLParser):
    """The addresses a page names, and the anchors it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a" and found.get("rel") == "nofollow":
            return  # a source named on the page, which nothing asks until a reader does
        self.links += [v for k in ("href", "src") if (v := found.get(k))]
        self.anchors += [v for v in [found.get("id")] if v]


WITHOUT_US = (
    "reading-a-page/",
    "how-an-order-is-judged/",
    "writing-a-game/",
    "running-a-zine/",
    "citing/",
    "variant-bank-policy/",
    "advice-for-designers/",
)


def test_every_link_leads_somewhere_inside_the_site(made: dict[str, Artifact]) -> None:
    anchors: dict[str, set[str]] = {}
    links: list[tuple[str, str]] = []
    for path, artifact in made.items():
        if path.endswith(".html"):
            parser = Links()
            parser.feed(str(artifact.content))
            anchors[path] = set(parser.anchors)
            links += [(path, link) for link in parser.links]
    assert links
    for path, link in links:
        assert not re.match(r"(https?:)?//", link), f"{path} asks another site: {link}"
        place, _, anchor = unquote(urljoin(f"/{path}", link)).removeprefix("/").partition("#")
        place = place.partition("?")[0]
        if place.startswith(WITHOUT_US):
            continue
        if place.startswith("try/"):
            anchor = ""  # a position
        found = f"{place}index.html" if place.endswith("/") or not place else place
        assert found in made, f"{path} links {link}"
        if anchor and "=" not in anchor and not re.match(r"\d{4}-", anchor):
            assert anchor in anchors[found], f"{path} links {link}"


def test_no_id_stands_twice_on_a_page(made: dict[str, Artifact]) -> None:
    for path, artifact in made.items():
        if path.endswith(".html"):
            parser = Links()
            parser.feed(TEMPLATE.sub("", str(artifact.content)))
            twice = {a for a in parser.anchors if parser.anchors.count(a) > 1}
            assert not twice, path


def test_the_data_can_be_read_back(made: dict[str, Artifact]) -> None:
    game = json.loads(text(made, f"{GAME}game.json"))
    assert [p["phase"] for p in game["phases"]] == ["S1901M", "F1901M", "W1901A"]
    phase = game["phases"][1]
    landing = next(result for result in phase["results"] if result["unit"] == "A Yor")
    assert (landing["order"], landing["outcome"]) == ("A Yor-Nwy", "moved")
    assert "A Nwy" in phase["after"]["units"]["England"]


def test_the_player_knows_where_the_phases_are(made: dict[str, Artifact]) -> None:
    page = text(made, f"{GAME}index.html")
    found = re.search(r'id="game-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1].replace("<\\/", "</"))
    assert data["phases"][0]["y"] == 1901
    slugs = re.findall(r'<a[^>]* href="([^"]+)/" aria-label="[^"]*"></a>', page)  # of the chart
    assert slugs[0] == "1901-spring-movement"
    assert len(slugs) == len(data["phases"]) + 1, "the last column is the end of the game"
    for slug in slugs:
        page = text(made, f"{GAME}{slug}/index.html")
        assert page.count('<g class="lines"') == page.count('<g class="counters"') == 1


def test_a_page_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    variant = standard()
    alone = {a.path: a for a in artifacts(archive(tmp_path, sample(variant)), NO_PICTURES)}
    many = archive(tmp_path, *(sample(variant, n) for n in ("sample", "b", "c")))
    crowd = {a.path: a for a in artifacts(many, NO_PICTURES)}
    path = f"{GAME}1901-fall-movement/index.html"
    assert alone[path] == crowd[path]


def test_what_differs_is_explained_once_and_has_a_line_elsewhere(tmp_path: Path) -> None:
    pages = {a.path: a for a in artifacts(archive(tmp_path, misprinted(standard())), NO_PICTURES)}
    why = "printed as moved; A Mun – Bur fails 1:2, because A Par came to the same place"
    assert why in unescape(text(pages, "games/misprinted/1901-spring-movement/index.html"))
    game = text(pages, "games/misprinted/index.html")
    checked = text(pages, "checked/index.html")
    assert f"judged again by Chancery {version('chancery')}, under the edition of 2023" in game
    for page, root in ((game, ""), (checked, "../games/misprinted/")):
        line = page.partition(f'href="{root}1901-spring-movement/#compare"')[2].partition("</li>")
        assert "A Mun-Bur; position of France" in line[0]
        assert "fails 1:2" not in page


def test_an_address_in_a_title_is_no_address_of_the_feed(tmp_path: Path) -> None:
    title = '<img src="../../a.png"> href="../../b"'
    record = sample(standard())._replace(name=title)
    pages = {a.path: a for a in artifacts(archive(tmp_path, record), ALL_PICTURES)}
    feed = text(pages, "feed.xml")
    assert title in unescape(feed)
    assert '<link href="games/sample/' in feed
    assert 'src="games/sample/' in unescape(feed)
    assert '<link href="../../games/sample/' in text(pages, f"{GAME}feed.xml")


def winter_column(page: str) -> dict[str, str]:
    """What the last column of the supply-centre chart says of each power."""
    rows = re.findall(r'<tr class="p-(\w+)">(.*?)</tr>', page, re.DOTALL)
    ends = {power: re.search(r'<td class="w">(.*?)</td>', row) for power, row in rows}
    return {power: end[1] for power, end in ends.items() if end}


def test_the_chart_says_what_is_due_in_fall_and_what_was_done_in_winter(
    made: dict[str, Artifact],
) -> None:
    fall = winter_column(text(made, f"{GAME}1901-fall-movement/index.html"))
    winter = winter_column(text(made, f"{GAME}1901-winter-adjustments/index.html"))
    assert (fall["austria"], fall["england"], fall["italy"]) == (
        "no change",
        "builds 1",
        "builds 2",
    )
    assert (winter["austria"], winter["england"]) == ("no change", "built 1")
    assert (winter["italy"], winter["russia"]) == ("built 1 of 2", "1 unused")
