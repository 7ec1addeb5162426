"""Every variant's rules stand on a page sentence by sentence, each with what shows it."""

from __future__ import annotations

import re
from functools import cache

import pytest
from our_archive import ARCHIVE, ROOT

from builder.formats.sentences import read_sentences
from builder.site.artifacts import SiteSettings
from builder.site.pages.concordance import concordance, exhibited, rules_cited
from builder.site.publishing.site import Site

SITE = Site(ARCHIVE, SiteSettings("none", "none"))


@cache
def printed(name: str) -> dict[str, str]:
    variant = SITE.archive.variant(name)
    played = exhibited(variant, SITE.archive, SITE.depth)
    made = concordance(variant, SITE.archive, SITE.sheet, played)
    return {a.path: str(a.content) for a in made}


@pytest.mark.parametrize("name", ["cat", "chaos", "fleet-rome"])
def test_every_sentence_is_printed_with_a_case_drawn(name: str) -> None:
    page = printed(name)[f"variants/{name}/sentences/index.html"]
    for sentence in read_sentences(ROOT / "maps" / name / "sentences.yaml"):
        assert f'data-n="{sentence.number}"' in page
        assert all(case in page for case in sentence.cases)
    pictures = re.findall(r'src="\.\./\.\./\.\./([^"]+\.svg)"', page)
    assert pictures
    assert set(pictures) <= printed(name).keys()


def test_amendments_and_rulings_stand_beside_the_sentence() -> None:
    page = printed("cat")["variants/cat/sentences/index.html"]
    section = page[page.index('data-n="4.2"') : page.index('data-n="4.3"')]
    assert "doubled-units" in section
    assert 'href="../#cd-d2"' in section


def test_the_standard_game_has_none() -> None:
    assert printed("standard") == {}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Cat Diplomacy, rules 4 to 6; rulings CD-C1", {"4", "5", "6"}),
        ("rule 8; rulings IV-20 to IV-23", {"8"}),
        ("Militarism III, rules 3 and 4; ruling M3-R1", {"3", "4"}),
        ("nothing is cited", set()),
    ],
)
def test_citations_are_read(text: str, rules: set[str]) -> None:
    assert rules_cited(text) == rules
