"""Every numbered sentence of the rule texts is shown by cases or tests, and no case is idle."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from builder.archive import Archive
from builder.formats.cases import read_cases
from builder.source.documents import read

TESTS = Path(__file__).parents[1]
ARCHIVE = Archive(TESTS.parent)
RULES = {
    "cat": 10, "classix": 6, "cline9-iv": 10, "cline9-vi": 12, "loeb9": 12, "militarism": 4,
}  # fmt: skip
SENTENCES = {
    variant.text(): {
        number.text(): entry.mapping().texts("shown") for number, entry in rules.mapping()
    }
    for variant, rules in read(TESTS / "amendments/sentences.yaml").fields()
}


@cache
def cases(variant: str) -> dict[str, bool]:
    """The cases of a variant, and whether they can be computed."""
    paths = sorted((TESTS / "cases" / variant).glob("*.yaml"))
    return {c.id: not c.skipped for p in paths for c in read_cases(p, ARCHIVE.variant)}


def shows(variant: str, proof: str) -> bool:
    """Is there such a case, or such a test?"""
    path, _, test = proof.partition("::")
    if test:
        return f"def {test}(" in (TESTS / path).read_text(encoding="utf-8")
    return cases(variant).get(proof, False)


@pytest.mark.parametrize("variant", RULES)
def test_every_rule_has_its_sentences(variant: str) -> None:
    numbers = {found[0] for n in SENTENCES[variant] if (found := re.match(r"\d+", n))}
    assert numbers == {str(n) for n in range(1, RULES[variant] + 1)}


@pytest.mark.parametrize(
    ("variant", "number"), [(v, n) for v, sentences in SENTENCES.items() for n in sentences]
)
def test_every_sentence_is_shown(variant: str, number: str) -> None:
    proofs = SENTENCES[variant][number]
    assert proofs
    assert [p for p in proofs if not shows(variant, p)] == []


@pytest.mark.parametrize("variant", RULES)
def test_every_case_shows_a_sentence(variant: str) -> None:
    told = {proof for proofs in SENTENCES[variant].values() for proof in proofs}
    assert {id_ for id_, computed in cases(variant).items() if computed} - told == set()
