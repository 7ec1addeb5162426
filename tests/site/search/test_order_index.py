"""The words of a variant, and the orders of its games, as data for the search's script."""

from __future__ import annotations

import json

import pytest
from sample_archive import ROOT, sample, standard

from builder.formats.variants import load_variant
from builder.playback.replaying import replay
from builder.prose.order_accounts import lines
from builder.site.parts.game_summary import summarise
from builder.site.search.order_index import block, index_of, order_key
from builder.site.search.question_words import OUTCOMES, shared_words, variant_words


def words_of(variant: str, role: str, meaning: str) -> list[str]:
    found = variant_words(load_variant(ROOT / "maps", variant), [])
    return str(found["words"][role].get(meaning, "")).split()


def test_named_years_are_known_by_their_names() -> None:
    cat = load_variant(ROOT / "maps", "cat")
    found = variant_words(cat, ["telahoma-1-spring-movement", "andromeda-2-fall-retreats"])
    assert found["words"]["year"]["Telahoma I"].split() == ["telahomai", "telahoma1", "tel1"]
    assert found["phases"]["telahoma-1-spring-movement"] == [
        "Spring Telahoma I", "Telahoma I", "spring", "movement",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "word", "kind", "known"),
    [
        ("standard", "fleet", "F", True),
        ("cat", "ship", "F", False),
        ("loeb9", "leader", "L", False),
    ],
)
def test_kinds_are_those_of_the_variant(variant: str, word: str, kind: str, known: bool) -> None:
    assert (word in words_of(variant, "kind", kind)) is known
    assert "autumn" in words_of(variant, "season", "fall")
    assert "supports" in shared_words()["verb"]["S"].split()


def test_spaces_are_known_in_other_languages() -> None:
    assert {"mun", "munich", "munchen", "muenchen"} <= {*words_of("standard", "place", "Mun")}


@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("A Mun – Bur", "– Bur"), ("A Ruh S A Mun – Bur", "S Mun"), ("A Ruh S A Mun", "S Mun"),
        ("F MAO – Spa/sc", "– Spa"), ("A Mun H", "H"), ("A Mun R Ber", "R Ber"),
        ("Build A Mun", "Build Mun"), ("Remove A Mun", "Remove Mun"), ("A Mun disband", "disband"),
        ("A Lon – Nwy via NTH", "– Nwy"), ("A Mun", ""),
    ],
)  # fmt: skip
def test_an_order_is_listed_by_its_verb_and_the_first_space_behind_it(order: str, key: str) -> None:
    assert order_key(order) == key


def test_an_order_in_the_index_says_how_it_ended_and_why() -> None:
    variant = standard()
    played = replay(variant, sample(variant))
    told = [lines(stage.turn, variant.setting) for stage in played.stages]
    entry = index_of(played, told)
    rows = [(power, line) for season in told for power in season for line in season[power]]
    failed = next(line for _, line in rows if line.failed and line.why)
    found = entry["orders"][failed.at.partition("/")[0]][failed.shown]
    results = [json.loads(f"[{result}]") for result in found.values()]
    said = next(result[2] for result in results if result[1] < 0)
    outcomes = {OUTCOMES[abs(result[1]) - 1] for result in results}
    assert failed.result.outcome in outcomes
    assert said.startswith(f"{failed.word}: ")
    assert said.lower().count(failed.word) == 1, "a reason that begins with the result says it once"
    assert "<" not in said
    shards, _ = block(0, 1, [(summarise(played), entry)])
    assert any(said in str(made.content) for made in shards)
    assert '"Sample & Co","standard","Unfinished."' in str(shards[0].content)


def test_orders_are_counted_by_outcome_in_each_phase() -> None:
    """The sums are those of the orders with their outcomes."""
    variant = standard()
    played = replay(variant, sample(variant))
    rows = [lines(stage.turn, variant.setting) for stage in played.stages]
    finds = index_of(played, rows)
    made, _ = block(0, 1, [(summarise(played), finds)])
    counts = {}
    for place in range(len(OUTCOMES)):
        for file in (one for one in made if one.path == f"search/c-{place}-0.js"):
            counts[place] = json.loads(str(file.content).partition(",")[2].removesuffix(");\n"))
    for stage, listed in zip(played.stages, rows, strict=True):
        slug = variant.setting.calendar.slug(stage.phase)
        outcomes = [row.result.outcome for own in listed.values() for row in own if row.at]
        for place, outcome in enumerate(OUTCOMES):
            number = outcomes.count(outcome)
            assert counts.get(place, {}).get(slug, []) == ([0, number] if number else [])
