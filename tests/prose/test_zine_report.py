"""The report of a phase, on a game of the archive."""

from __future__ import annotations

import pytest
from our_archive import ARCHIVE

from builder.playback.replaying import Replay, replay
from builder.prose.order_accounts import describe_turn
from builder.prose.zine_report import player_at, report, whole_game


@pytest.fixture(scope="module")
def played() -> Replay:
    archive = ARCHIVE
    record = archive.game("1998v-come-and-have-a-go")
    return replay(archive.variant(record.variant), record)


def page(played: Replay, short: str) -> str:
    setting = played.variant.setting
    stage = next(s for s in played.stages if s.phase == setting.calendar.read(short))
    return report(stage.turn, setting, stage.recorded, played.record.players)


def test_results_by_power_with_the_failed_in_brackets(played: Replay) -> None:
    text = page(played, "F1902M")
    assert text.startswith("Fall 1902\n=========\n")
    assert "[A Bur – Mar] stood off" in text
    assert "F Gre –\n    Bul/sc (dislodges)" in text or "F Gre – Bul/sc\n    (dislodges)" in text
    assert "RUSSIA (Dwyer; standby: Reynolds): no orders received" in text
    assert all(len(line) <= 78 for line in text.splitlines())


def test_dislodged_units_with_their_retreats(played: Replay) -> None:
    text = page(played, "F1902M")
    assert "Germany: A Mun is dislodged and may retreat to Ber, Ruh, Sil, or disband." in text
    assert "Turkey: A Bul is dislodged and has no place to go." in text


def test_retreats_adjustments_and_the_chart(played: Replay) -> None:
    assert "GERMANY (Sayers): A Mun R Ber." in page(played, "F1902R")
    assert "England: Edi Lon Lvp -Bel = 3 (-1)" in page(played, "F1902R")
    assert "ENGLAND (Tallman): Remove A Yor." in page(played, "W1902A")


def test_the_reasons_of_what_failed(played: Replay) -> None:
    text = page(played, "F1902M")
    assert "  A War – Mos: Stood off: A Sev came to the same place with equal force." in text


def test_who_plays_changes(played: Replay) -> None:
    calendar = played.variant.setting.calendar
    names = "Dwyer, Reynolds from Winter 1902"
    assert player_at(names, calendar.read("F1902M"), calendar) == "Dwyer"
    assert player_at(names, calendar.read("S1903M"), calendar) == "Reynolds"
    assert "RUSSIA (Reynolds)" in page(played, "S1903M")


def test_a_whole_game(played: Replay) -> None:
    text = whole_game(played)
    assert text.startswith("COME AND HAVE A GO\n")
    assert text.count("\nSpring 19") >= 10


def test_the_map_in_words(played: Replay) -> None:
    words = describe_turn(played.stages[4].turn, played.variant.setting)
    assert words.startswith("Map of Fall 1902. 31 orders, of them 3 bounced, 4 stood off.")
    assert "The army in Munich of Germany is dislodged and may retreat to Berlin" in words
    assert "fleet in Bulgaria (south coast)" in words


def test_neutral_units_name_who_orders_them() -> None:
    archive = ARCHIVE
    record = archive.game("classix-exhibition")
    text = whole_game(replay(archive.variant(record.variant), record))
    first, taken = text.index("NEUTRAL (ordered by nobody): "), text.index("\nSpring 1903\n")
    assert first < taken < text.index("NEUTRAL (ordered by Russia): ")
    assert "NEUTRAL: " not in text


def test_who_stood_by_and_when_orders_are_due(played: Replay) -> None:
    fall = played.variant.setting.calendar.read("F1902M")
    stage = next(s for s in played.stages if s.phase == fall)
    assert stage.recorded is not None
    recorded = stage.recorded._replace(standby={"Russia": "Smith"}, deadline="3 May")
    text = report(stage.turn, played.variant.setting, recorded, played.record.players)
    assert "RUSSIA (Dwyer; standby: Smith): no" in text
    assert text.endswith("\n\nDeadline: 3 May\n")
