"""The pages of variants, the catalogue and the gallery."""

from __future__ import annotations

import html
import json
import re
from functools import cache

import pytest
from our_archive import ARCHIVE
from sample_archive import OneBlock, made

from builder.model.units import ARMY, FLEET, Code
from builder.site.artifacts import Artifact, PdfRequest, PngRequest, ThumbnailRequest
from builder.site.pages.variants import catalogue_text, variant_list, ways
from builder.site.parts.borders import as_table, evidence, rows
from builder.site.parts.variant_differences import VariantDifference, changes
from builder.site.publishing.fixed_parts import fixed_parts, leading_parts, variant_parts
from builder.site.publishing.site import Site
from builder.site.publishing.summary_parts import SummaryParts

SITE = Site(ARCHIVE)
NAMES = tuple(SITE.archive.variants)
STANDARD = SITE.archive.variant("standard")


@cache
def printed() -> dict[str, Artifact]:
    leading = [*made(SITE, leading_parts(SITE))]
    fixed = [*made(SITE, fixed_parts(SITE)), *made(SITE, variant_parts(SITE))]
    above = [*made(SITE, SummaryParts(SITE, [], OneBlock([])))]
    return {found.path: found for found in (*leading, *fixed, *above)}


def page(path: str) -> str:
    return str(printed()[path].content)


def told(name: str) -> dict[str, VariantDifference]:
    return {c.point: c for c in changes(SITE.archive.variant(name), STANDARD)}


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_and_ruling_can_be_linked(name: str) -> None:
    about = SITE.archive.variant(name).about
    text = page(f"variants/{name}/index.html")
    anchors = re.findall(r' id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    for number, title, _ in about.rules:
        assert f"rule-{number}" in anchors
        assert title
    for ruling in about.rulings:
        assert ruling.id.lower().replace(".", "-") in anchors


@pytest.mark.parametrize("name", NAMES)
def test_links_of_a_page_lead_somewhere(name: str) -> None:
    text = page(f"variants/{name}/index.html")
    anchors = set(re.findall(r' id="([^"]+)"', text))
    for target in re.findall(r'href="#([^"]+)"', text):
        assert target in anchors or target == "games"
    for picture in re.findall(r'src="([^"]+)"', text):
        path = f"variants/{name}/{picture}".replace(f"variants/{name}/../../", "")
        assert path in printed()


def test_reconstructions_say_so() -> None:
    for name in ("cline9-iv", "cline9-vi", "cat"):
        assert 'class="status rebuilt"' in page(f"variants/{name}/index.html")
        assert "RECONSTRUCTION" in page(f"variants/{name}/index.html")
        assert "econstruction" in page(f"variants/{name}/board/index.html")
    assert 'class="status rebuilt"' not in page("variants/standard/index.html")
    assert "RECONSTRUCTION" not in page("variants/standard/index.html")


def test_every_border_that_is_not_standard_has_its_reason() -> None:
    found = evidence(SITE.archive.variant("cline9-iv").setting.board)
    listed = {pair for *_, by, _ in found["reasons"] for _, pairs in by for pair in pairs}
    assert "AF Mor–Waf" in listed or "A Mor–Waf" in listed
    assert {"reconstructed", "the rule text says so"} <= {words for words, *_ in found["counts"]}
    text = page("variants/cline9-iv/index.html")
    assert "Mau–ANT" in text
    assert "Sah–ANT" in text
    assert all(name in text for name, *_ in found["reasons"])


def test_changes_are_read_off_the_variant() -> None:
    loeb = told("loeb9")
    assert loeb["Powers"].says == "Nine of them: Norway and Spain play."
    assert "Stockholm" in loeb["Names"].says
    assert loeb["Victory"].says == "20 of 38 centres."
    assert "A Cor–Naf" in " ".join(c.says for c in changes(SITE.archive.variant("loeb9"), STANDARD))
    assert told("classix")["Powers"].says == "Six of them: without Austria."
    assert told("militarism")["Kinds of units"].says == "Leader (L)."
    assert "Volga" in told("cline9-iv")["Canals"].says
    assert changes(STANDARD, STANDARD) == []
    six = told("cline9-vi")
    assert six["Places to build that are no centres"].says == "Russia builds in Arkangel."
    assert six["Seas without convoys"].says == "Antarctic Sea."
    assert "Ireland and Clyde" in six["Direct passages over water"].says
    assert "five neutral centres" in told("cat")["Victory"].says


@pytest.mark.parametrize("name", NAMES)
def test_each_amendment_tells_what_it_changes(name: str) -> None:
    variant = SITE.archive.variant(name)
    points = {c.point for c in changes(variant, STANDARD)}
    for amendment in variant.amendments:
        assert amendment.replace("-", " ").capitalize() in points


def test_cards_say_what_is_not_known() -> None:
    text = str(variant_list(catalogue_text(SITE.variants, SITE.sheet, True), 14, {}).content)
    titles = re.findall(r'<h3><a href="[^"]+">([^<]+)</a></h3>', text)
    assert titles == sorted(titles, key=str.casefold)
    assert len(titles) == len(NAMES)
    assert '<dd title="no source says">?</dd>' in text
    for name in NAMES:
        assert f'href="{name}/map.pdf"' in text
        assert f'href="{name}/adjacency.json"' in text


def test_variants_can_be_looked_up_in_three_ways() -> None:
    subject, players, code = ways(SITE.variants)
    assert list(players[2]) == [2, 3, 5, 6, 7, 9, 34]
    assert "<dt>34 players</dt>" in page("variants/index.html")
    assert [*code[2]][-1].startswith("?")
    for _, _, groups in (subject, players, code):
        assert sum(map(len, groups.values())) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_can_be_taken_along(name: str) -> None:
    files = printed()
    for what in ("map", "board"):
        assert str(files[f"variants/{name}/{what}.svg"].content).startswith("<svg")
        assert isinstance(files[f"variants/{name}/{what}.png"].content, PngRequest)
        assert isinstance(files[f"variants/{name}/{what}.pdf"].content, PdfRequest)
    assert isinstance(files[f"variants/{name}/map.webp"].content, ThumbnailRequest)
    table = json.loads(str(files[f"variants/{name}/adjacency.json"].content))
    assert table == json.loads(json.dumps(as_table(SITE.archive.variant(name).setting.board)))
    assert f"variants/{name}/board.yaml" in files


def test_the_empty_board_is_empty() -> None:
    start, bare = page("variants/standard/map.svg"), page("variants/standard/board.svg")
    assert "lay-units" in start
    assert "lay-units" not in bare
    tint = STANDARD.setting.nations[0].tint
    assert tint in start
    assert tint not in bare


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_every_border_once_in_each_direction(name: str) -> None:
    board = SITE.archive.variant(name).setting.board
    table = list(rows(board))
    assert len(table) == len(board.provinces)
    for province, by_army, by_fleet in table:
        armies = set(re.findall(r"[A-Za-z]{3}", re.sub(r" \([^)]*\)", "", by_army)))
        ways = board.ways.get(board.locations[province.code], {})
        assert armies == {
            e.province for e, found in ways.items() for w in found if ARMY.code in w.kinds
        }
        if province.terrain == "land":
            assert not by_fleet
    flat = {province.code: " ".join(near for _, near in fleets) for province, _, fleets in table}
    for start, ends in board.ways.items():
        for end, found in ends.items():
            if any(FLEET.code in way.kinds for way in found):
                assert end in flat[start.province]


def test_seasons_and_straits_stand_in_the_table() -> None:
    found = rows(SITE.archive.variant("loeb9").setting.board)
    table = {str(province.code): near for province, *near in found}
    assert "(strait)" in table["Nap"][0]
    assert "only)" in table["ARC"][1][0][1]


def special_places(name: str) -> set[str]:
    """Ends of straits, passages and closing water, canals and spaces off the board, that the
    standard board does not have."""
    board = SITE.archive.variant(name).setting.board
    usual = STANDARD.setting.board
    odd = {
        frozenset({start.province, end.province})
        for start, ends in board.ways.items()
        for end, ways in ends.items()
        for way in ways
        if way.force is not None or (way.crosses and "A" in way.kinds)
    } | set(map(frozenset, board.passages))
    closing = {
        province
        for province in board.provinces
        if any(w.seasons for ways in board.ways[board.locations[province]].values() for w in ways)
        and board.provinces[province].terrain == "sea"
        and all(w.seasons for ws in board.ways[board.locations[province]].values() for w in ws)
    }
    dug = {p.canal for p in board.provinces.values() if p.canal}
    dug -= {p.canal for p in usual.provinces.values()}
    return {"-".join(sorted(pair)) for pair in odd} | closing | dug


@pytest.mark.parametrize("name", NAMES)
def test_every_special_way_is_enlarged_beside_its_rule(name: str) -> None:
    about = SITE.archive.variant(name).about
    shown = {what for _, what, _ in about.insets}
    board = SITE.archive.variant(name).setting.board
    for place in {code for what in shown for code in what.split("-")} & set(board.provinces):
        shown.add(board.provinces[Code(place)].canal)
    own = board.name == name
    assert not own or special_places(name) <= shown | {
        "-".join(sorted(w.split("-"))) for w in shown
    }
    assert {number for number, _, _ in about.insets} <= {number for number, _, _ in about.rules}
    text = page(f"variants/{name}/index.html")
    assert text.count("/insets/") == 2 * len(about.insets)
    assert all(says in html.unescape(text) for _, _, says in about.insets)


def test_an_example_shows_the_order_as_written_as_read_and_what_happens() -> None:
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page("variants/cat/index.html"))).split())
    assert "DCG Iro S Cin is read as DCG Iro (army) S A Cin" in text
    assert "DCG Iron-Tin is read as" in text
    assert "DCG Iron (army)-Tin" in text
    assert "A Cal-Cin is read as" not in text, "only signs differ there"


def test_the_three_other_entries_of_the_catalogue_are_there() -> None:
    catalogue = page("variants/index.html")
    articles = page("variants/articles/index.html")
    for name in NAMES:
        assert f'href="../{name}/"' in articles
    assert "Diplomacy World 3 (1974)" in articles
    for target in ("articles/", "../variant-bank-policy/", "../advice-for-designers/"):
        assert f'href="{target}"' in catalogue
