"""Each option of a variant is explained on its page, tried by a test, and read by the rules."""

from __future__ import annotations

import re

import pytest
from our_archive import ARCHIVE, ROOT

from builder.site.pages.variant_options import options_of, other_start

NAMES = ARCHIVE.variant_names
OPTIONS = [(name, option) for name in NAMES for option in options_of(ARCHIVE.variant(name))]
CHOSEN = re.compile(r'chosen(?:\.get)?\("(\w+)"|options\.get\("(\w+)"')
RULES = (*(ROOT / "builder/rules").rglob("*.py"), *(ROOT / "builder/model").glob("*.py"),
         ROOT / "builder/variant.py")  # fmt: skip


def read_by_rules() -> set[str]:
    names: set[str] = set()
    for path in RULES:
        for pair in CHOSEN.findall(path.read_text(encoding="utf-8")):
            names.update(filter(None, pair))
    return names


def tried(variant: str) -> str:
    """The worked cases of a variant and the tests of data, rules and games, as one text."""
    cases = sorted((ROOT / "tests/cases" / variant).glob("*.yaml"))
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in (*cases, *tests))


def test_every_option_that_the_rules_read_is_one_of_a_variant() -> None:
    assert read_by_rules() == {option.name for _, option in OPTIONS}


@pytest.mark.parametrize(
    ("variant", "option"), OPTIONS, ids=[f"{name}-{option.name}" for name, option in OPTIONS]
)
def test_every_option_is_explained_and_tried(variant: str, option: object) -> None:
    name, _, rules, rulings = option  # type: ignore[misc]
    assert rules or rulings
    assert re.search(rf"\b{name}\b", tried(variant))


def test_the_other_start_of_hundred() -> None:
    start = other_start(ARCHIVE.variant("hundred"))
    assert {power: list(map(str, units)) for power, units in start.items()} == {
        "England": ["A Cal", "F ECH", "A Guy", "F Lon", "A Nmd"]
    }
    assert other_start(ARCHIVE.variant("standard")) == {}
