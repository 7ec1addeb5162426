"""Each ruling, rule and case that a page, a docstring or a data file names is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from our_archive import ARCHIVE, ROOT

from builder.cases import Case
from builder.errors import Mistakes
from builder.formats.cases import read_cases
from builder.formats.sentences import SentenceNames, read_sentences, sentences_of
from builder.site.pages.concordance import rules_cited
from builder.site.parts.variant_differences import cited_ideas, own_citations
from builder.variant import Variant

VARIANTS = [ARCHIVE.variant(name) for name in ARCHIVE.variant_names]
IDENTIFIER = re.compile(
    r"\b(?:L9|IV|VI|CD|CX|M3|C4|C6|BP|AM|CH|BA|MI|PU|FR|HU)(?:-[A-Z0-9]+[a-z]?)+\b"
)
CITATION = re.compile(r"(?P<game>[A-Z0-9][\w -]*?), (?P<rules>rules? \d[\d, andto]*)")
TEXTS = sorted(
    path
    for folder in ("builder", "maps", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".json", ".yaml", ".md", ".html") and path.name != "changelog.md"
)


@cache
def rulings() -> frozenset[str]:
    return frozenset(ruling.id for variant in VARIANTS for ruling in variant.about.rulings)


@cache
def cases() -> frozenset[str]:
    """The ids of all worked cases, and of the examples on the pages of variants."""
    found: set[str] = set()
    for path in sorted((ROOT / "tests/cases").rglob("*.yaml")):
        found.update(case.id for case in _cases_in(path))
    for variant in VARIANTS:
        for _, _, text in variant.about.rules:
            found.update(re.findall(r"^ *id: *(\S+)", text, re.MULTILINE))
    return frozenset(found)


def _cases_in(path: Path) -> Iterator[Case]:
    try:
        yield from read_cases(path, ARCHIVE.variant)
    except Mistakes:  # a file that shows mistakes
        return


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_ruling_and_case_that_is_named_is_there(path: Path) -> None:
    named = set(IDENTIFIER.findall(path.read_text(encoding="utf-8")))
    assert named - rulings() - cases() == set()


def of_title(game: str) -> list[Variant]:
    """The variants whose titles have all words of the name in a citation."""
    words = set(game.split())
    return [variant for variant in VARIANTS if words <= set(variant.about.title.split())]


def citations() -> Iterator[tuple[str, str, str]]:
    """Each citation of a game's rules in amendments and reasons: where, the game, the rules."""
    for path in sorted((ROOT / "builder").rglob("*")):
        if path.suffix in (".py", ".json"):
            text = " ".join(path.read_text(encoding="utf-8").split())
            for found in CITATION.finditer(text):
                if of_title(found["game"]):
                    yield str(path.relative_to(ROOT)), found["game"], found["rules"]


def test_every_rule_that_is_cited_is_on_the_page_of_its_variant() -> None:
    seen = list(citations())
    assert len(seen) > 20
    for where, game, text in seen:
        numbers = rules_cited(text)
        assert numbers, (where, text)
        for variant in of_title(game):
            own = {number for number, _, _ in variant.about.rules}
            assert numbers <= own, f"{where}: {game}, {text}"


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_sentence_names_rulings_of_its_variant_and_every_ruling_of_a_rule_is_named(
    variant: Variant,
) -> None:
    sentences = sentences_of(ARCHIVE.maps_folder, variant.name)
    named = {ruling for sentence in sentences for ruling in sentence.rulings}
    own = {ruling.id: ruling.rule for ruling in variant.about.rulings}
    assert named <= own.keys()
    assert {id_ for id_, rule in own.items() if rule and sentences} <= named


def test_an_unknown_ruling_of_a_sentence_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "sentences.yaml"
    file.write_text('"1.1": {says: x, rulings: [L9-S1, L9-S99], shown: [a.py::b]}\n')
    with pytest.raises(Mistakes, match="there is no ruling L9-S99"):
        read_sentences(file, SentenceNames(rulings={"L9-S1"}))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_page_cites_only_the_text_and_the_rulings_of_its_variant(variant: Variant) -> None:
    own = {ruling.id for ruling in variant.about.rulings}
    for _, _, source in cited_ideas(variant.amendments):
        citation = own_citations(source, variant)
        assert citation
        assert set(IDENTIFIER.findall(citation)) <= own
        for cited in CITATION.finditer(citation):
            assert variant in of_title(cited["game"])
