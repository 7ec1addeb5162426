"""Every numbered sentence of every variant's rule text is shown by cases or tests, and no case is
idle."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from our_archive import ROOT

from builder.archive import Archive
from builder.errors import Mistakes
from builder.formats.cases import read_cases
from builder.formats.sentences import RuleSentence, read_sentences

TESTS = ROOT / "tests"
ARCHIVE = Archive(TESTS.parent)
NAMES = [name for name in ARCHIVE.variant_names if name != "standard"]


@cache
def sentences(variant: str) -> tuple[RuleSentence, ...]:
    return read_sentences(ARCHIVE.root / "maps" / variant / "sentences.yaml")


@cache
def cases(variant: str) -> dict[str, bool]:
    """The cases of a variant, and whether they can be computed."""
    paths = sorted((TESTS / "cases" / variant).glob("*.yaml"))
    return {c.id: not c.skipped for p in paths for c in read_cases(p, ARCHIVE.variant)}


def is_there(proof: str) -> bool:
    """Is there such a test?"""
    path, _, test = proof.partition("::")
    return f"def {test}(" in (TESTS / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", NAMES)
def test_every_rule_has_its_sentences(variant: str) -> None:
    numbers = {found[0] for s in sentences(variant) if (found := re.match(r"\d+", s.number))}
    assert numbers == {number for number, _, _ in ARCHIVE.variant(variant).about.rules}


@pytest.mark.parametrize("variant", NAMES)
def test_every_sentence_is_shown(variant: str) -> None:
    for sentence in sentences(variant):
        assert sentence.says
        assert [p for p in sentence.cases if p not in cases(variant)] == [], sentence.number
        assert [p for p in sentence.tests if not is_there(p)] == [], sentence.number


@pytest.mark.parametrize("variant", NAMES)
def test_every_case_shows_a_sentence(variant: str) -> None:
    told = {proof for sentence in sentences(variant) for proof in sentence.cases}
    assert {id_ for id_, computed in cases(variant).items() if computed} - told == set()


def test_a_sentence_that_nothing_shows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sentences.yaml"
    path.write_text('"1.1": {says: something, shown: []}\n')
    with pytest.raises(Mistakes, match="no case and no test shows that this sentence holds"):
        read_sentences(path)
