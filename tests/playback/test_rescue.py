"""One order that would have changed another, and the orders that are possible at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from our_archive import ARCHIVE

from builder.cli import main
from builder.cli.explain import asked
from builder.model.orders import Support
from builder.playback.replaying import Replay, replay
from builder.playback.rescue import failed, holders, rescues, worst_miss
from builder.prose.names import standing, written_text
from builder.rules.possible_orders import possible_orders

MISTAKES = yaml.safe_load(Path(__file__).with_name("saving_orders.yaml").read_text("utf-8"))
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
                stands = action.unit not in {d.unit for d in one.turn.dislodged}
                again = next(a for a in one.turn.actions if a.home == action.home)
                assert stands
                assert action.unit in lost or one.turn.findings[again]
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


@pytest.mark.parametrize("mistake", MISTAKES, ids=" ".join)
def test_the_judge_confirms_what_would_have_saved_it(mistake: list[str]) -> None:
    game, phase, power, order, saving = mistake
    record = ARCHIVE.game(game)
    variant = ARCHIVE.variant(record.variant).under(record.edition, record.house)
    calendar = variant.setting.calendar
    stages = replay(variant, record).stages
    stage = next(s for s in stages if calendar.short(s.phase) == phase)
    turn, orders = stage.turn, stage.recorded.orders if stage.recorded else ()
    action = asked(order, stage, variant.setting)[0].action
    assert action is not None
    assert failed(turn, action)
    found = rescues(variant, turn, orders, action)
    units = standing(turn.before.units)
    assert saving in [written_text(r.orders[0], units) for r in found]

    best = next(r for r in found if written_text(r.orders[0], units) == saving)
    (given,) = best.orders
    kept = [w for w in orders if (w.issuer, w.home) != (power, given.home)]
    again = variant.open(turn.before).play([*kept, given])
    same = next(a for a in again.actions if a.unit == action.unit)
    assert not failed(again, same) or action.unit not in {d.unit for d in again.dislodged}


def test_a_pair_is_looked_for_where_no_single_order_would_do(played: Replay) -> None:
    pairs = 0
    for stage in played.stages[:12]:
        turn, orders = stage.turn, stage.recorded.orders if stage.recorded else ()
        for action in stage.turn.actions:
            if failed(turn, action) and not rescues(played.variant, turn, orders, action):
                for found in rescues(played.variant, turn, orders, action, pairs=True):
                    first, second = found.orders
                    assert first.issuer == second.issuer
                    assert first.home != second.home
                    pairs += 1
        if pairs:
            return
    raise AssertionError(pairs)


def test_a_centre_that_was_missed_and_the_worst_miss(played: Replay) -> None:
    (first, *_) = json.loads(explained("F1901M", "Nwy", "--rescue", "--json"))["rescues"]
    assert first["sentence"].startswith("Had ")
    assert "it would have taken Nwy." in first["sentence"]
    told = 0
    for stage in played.stages[:12]:
        turn, orders = stage.turn, stage.recorded.orders if stage.recorded else ()
        found = worst_miss(played.variant, turn, orders)
        if found is not None:
            power, centres = found.orders[0].issuer, played.variant.setting.centres
            was, now = (list(holders(t, centres).values()) for t in (turn, found.turn))
            assert now.count(power) > was.count(power)
            told += 1
    assert told > 3
