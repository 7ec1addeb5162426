"""What the search for orders knows of a variant's words, as data for its script."""

from __future__ import annotations

import pytest
from sample_archive import ROOT, sample, standard

from builder.formats.variants import load_variant
from builder.playback.replaying import replay
from builder.prose.order_accounts import lines
from builder.site.parts.game_summary import summarise
from builder.site.search.order_index import block, index_of, names


def test_named_years_are_known_by_their_names() -> None:
    cat = load_variant(ROOT / "maps", "cat")
    found = names(cat, ["telahoma-1-spring-movement", "andromeda-2-fall-retreats"])
    assert found["phases"] == {
        "telahoma-1-spring-movement": ["Spring Telahoma I", "Telahoma I", "spring"],
        "andromeda-2-fall-retreats": ["Fall Andromeda II, retreats", "Andromeda II", "fall"],
    }
    assert list(found["short"].values()) == [
        "telahoma-1-spring-movement",
        "andromeda-2-fall-retreats",
    ]


def test_turns_are_known_by_their_years() -> None:
    hundred = load_variant(ROOT / "maps", "hundred")
    found = names(hundred, ["1425-movement", "1430-adjustments"])
    assert found["phases"]["1425-movement"][:2] == ["1425", "1425"]
    assert found["phases"]["1430-adjustments"][:2] == ["1430, adjustments", "1430"]
    assert found["short"] == {"1425m": "1425-movement", "1430a": "1430-adjustments"}


@pytest.mark.parametrize(
    ("variant", "word", "kind"),
    [("standard", "fleet", "F"), ("cat", "ship", None), ("loeb9", "leader", None)],
)
def test_kinds_are_those_of_the_variant(variant: str, word: str, kind: str | None) -> None:
    found = names(load_variant(ROOT / "maps", variant), [])
    assert found["kinds"].get(word) == kind
    assert found["seasons"]["autumn"] == "fall"
    assert found["verbs"]["supports"] == "S"


def test_an_order_in_the_index_says_how_it_ended_and_why() -> None:
    variant = standard()
    played = replay(variant, sample(variant))
    told = [lines(stage.turn, variant.setting) for stage in played.stages]
    entry = index_of(played, told)
    rows = [(power, line) for season in told for power in season for line in season[power]]
    failed = next(line for _, line in rows if line.failed and line.why)
    found = entry["orders"][failed.at.partition("/")[0]][failed.shown]
    said = next(given[2] for given in found.values() if given[1])
    assert said.startswith(f"{failed.word}. ")
    assert "<" not in said
    shards, _ = block(0, 1, [(summarise(played), entry)])
    assert any(said in str(made.content) for made in shards)
    assert '"Sample & Co","standard","Unfinished."' in str(shards[0].content)
