"""What the search for orders knows of a variant's words, as data for its script."""

from __future__ import annotations

import pytest
from sample_archive import ROOT

from builder.formats.variants import load_variant
from builder.site.search.order_index import names


def test_named_years_are_known_by_their_names() -> None:
    cat = load_variant(ROOT / "maps", "cat")
    found = names(cat, ["telahoma-1-spring-movement", "andromeda-2-fall-retreats"])
    assert found["years"] == {"telahoma-1": "Telahoma I", "andromeda-2": "Andromeda II"}
    assert found["first"]["spring"] == "movement"
    assert list(found["short"].values()) == [
        "telahoma-1-spring-movement",
        "andromeda-2-fall-retreats",
    ]


@pytest.mark.parametrize(
    ("variant", "word", "kind"),
    [("standard", "fleet", "F"), ("cat", "ship", None), ("loeb9", "leader", None)],
)
def test_kinds_are_those_of_the_variant(variant: str, word: str, kind: str | None) -> None:
    found = names(load_variant(ROOT / "maps", variant), [])
    assert found["kinds"].get(word) == kind
    assert found["seasons"]["autumn"] == "fall"
    assert found["verbs"]["supports"] == "S"
