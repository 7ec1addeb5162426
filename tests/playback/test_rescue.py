"""One order that would have changed another, and the orders that are possible at all."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from our_archive import ARCHIVE

from builder.cli import main
from builder.model.orders import Support
from builder.playback.replaying import Replay, replay
from builder.playback.rescue import failed, rescues
from builder.rules.possible_orders import possible_orders

HAD = "Had England's F NTH convoyed A Yor to Nwy, A Yor – Nwy would have succeeded."


@pytest.fixture(scope="module")
def played() -> Replay:
    archive = ARCHIVE
    game = archive.game("1998v")
    return replay(archive.variant(game.variant), game)


def explained(*words: str) -> str:
    found = CliRunner().invoke(main, ["explain", "1998v", *words])
    assert found.exit_code == 0, found.output
    return found.output


def test_explain_tells_the_order_that_was_missing() -> None:
    assert HAD in explained("F1901M", "A Yor-Nwy", "--rescue")
    assert HAD not in explained("F1901M", "A Yor-Nwy")
    assert "No single order" in explained("S1901M", "F Lon", "--rescue")


def test_the_same_as_json() -> None:
    (found,) = json.loads(explained("F1901M", "A Yor-Nwy", "--rescue", "--json"))["rescues"]
    assert (found["power"], found["instead"]) == ("England", "F NTH – Bel")
    assert found["sentence"].startswith(HAD)


def test_one_order_more_saves_and_all_others_stand(played: Replay) -> None:
    saved = 0
    for stage in played.stages[:4]:
        turn, orders = stage.turn, stage.recorded.orders if stage.recorded else ()
        lost = {d.unit for d in turn.dislodged}
        for action in turn.actions:
            found = rescues(played.variant, turn, orders, action)
            assert failed(turn, action) or not found
            for one in found:
                given = {w for w in one.turn.written.values() if w not in one.orders}
                assert given <= set(orders) - {*one.instead}
                stands = action.units[0] not in {d.unit for d in one.turn.dislodged}
                again = next(a for a in one.turn.actions if a.home == action.home)
                assert stands
                assert action.units[0] in lost or one.turn.findings[again]
                saved += 1
    assert saved > 5


def test_what_players_ordered_was_possible(played: Replay) -> None:
    for stage in played.stages:
        known = {
            (w.home, type(w.order), tuple(w.order))
            for power in played.variant.setting.powers
            for w in possible_orders(played.variant.open(stage.turn.before), power)
        }
        taken = {w: a.order for a, w in stage.turn.written.items()}
        for w in stage.recorded.orders if stage.recorded else ():
            order = taken.get(w, w.order)
            if w not in stage.turn.faults and not isinstance(order, Support):
                assert (w.home, type(order), tuple(order)) in known, w


def test_a_pair_is_looked_for_where_no_single_order_would_do(played: Replay) -> None:
    for stage in played.stages[4:12]:
        turn, orders = stage.turn, stage.recorded.orders if stage.recorded else ()
        for action in (a for a in turn.actions if failed(turn, a)):
            found = rescues(played.variant, turn, orders, action, pairs=True)
            if found and not rescues(played.variant, turn, orders, action):
                first, second = found[0].orders
                assert first.issuer == second.issuer
                assert first.home != second.home
                assert action.units[0] not in {d.unit for d in found[0].turn.dislodged}
                return
    pytest.fail("no pair was found")


def test_a_centre_that_was_missed() -> None:
    (first, *_) = json.loads(explained("F1901M", "Nwy", "--rescue", "--json"))["rescues"]
    assert first["sentence"].startswith("Had ")
    assert "it would have taken Nwy." in first["sentence"]
