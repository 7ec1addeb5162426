"""People, openings and what they add up to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_archive import sample, standard

from builder.notation.notation import parse_order
from builder.playback.replaying import replay
from builder.site.pages.people import names, people
from builder.site.pages.statistics import record
from builder.site.parts.game_summary import GameSummary, summarise, summary_of
from builder.site.parts.openings import book, first_orders, openings


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("Dwyer, Reynolds from Winter 1902", ["Dwyer", "Reynolds"]),
        ("?", []),
        ("", []),
        ("Tallman", ["Tallman"]),
    ],
)
def test_names(printed: str, found: list[str]) -> None:
    assert list(names(printed)) == found


@pytest.fixture(scope="module")
def summary() -> GameSummary:
    variant = standard()
    made = summarise(replay(variant, sample(variant)))
    return replace(made, players={"England": "Tallman", "France": "Tallman"}, gm="Burgess")


def test_a_person_has_every_part_that_was_played(summary: GameSummary) -> None:
    found = {p.name: [part for part, _ in p.parts] for p in people([summary])}
    assert found == {"Burgess": ["game master"], "Tallman": ["England", "France"]}


def test_parts_are_told_together(summary: GameSummary) -> None:
    again = replace(summary, name="Again", players={"England": "Tallman"}, gm="")
    shown = replace(summary, name="Shown", status="exhibition", players={"Italy": "Tallman"})
    told = {p.name: p.told for p in people([summary, again, shown])}
    assert told["Tallman"] == "England in Sample & Co, Again; France in Sample & Co."
    assert told["Burgess"] == "Game master in Sample & Co."


def test_the_openings_of_the_sample(summary: GameSummary) -> None:
    assert ("England", "Southern Opening, Yorkshire Variation") in summary.openings
    assert ("Austria", "Balkan Gambit, Galician Variation") in summary.openings
    assert ("Russia", "Ukraine System") in summary.openings


def test_every_opening_in_the_book_is_made_of_orders_that_can_be_given() -> None:
    variant = standard()
    start = variant.setting.start
    for entry in book()["openings"]:
        source = book()["sources"][entry["source"]]
        assert source["title"]
        assert source["url"].startswith("http")
        power = next(p for p in variant.setting.powers if p == entry["power"])
        written = [parse_order(o, variant.setting, start.phase, power) for o in entry["orders"]]
        turn = variant.open(start).play(written)
        assert not turn.faults, entry["name"]
        ordered = {a.at for a in turn.actions if a.meant is not None}
        assert len(ordered) == len(written), entry["name"]


def test_no_two_openings_of_a_power_have_the_same_orders() -> None:
    orders = [(e["power"], *sorted(e["orders"])) for e in book()["openings"]]
    assert len(set(orders)) == len(orders)
    assert {e["power"] for e in book()["openings"]} == set(standard().setting.powers)


def test_a_summary_survives_the_ledger(summary: GameSummary) -> None:
    assert summary_of(summary.plain()) == summary


def test_how_a_power_fared(summary: GameSummary) -> None:
    found = record("Italy", "Italy", [summary])
    assert (found.games, found.won, found.survived, found.after_first) == (1, 0, 1, 5.0)
    bare = replay(standard(), sample(standard())._replace(phases=()))
    assert list(openings(first_orders(bare), "standard")) == []
