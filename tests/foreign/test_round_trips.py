"""What is written in a foreign format and read again is the same game."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import orders, positions

from builder.archive import Archive
from builder.formats.foreign.exports import EXPORTERS
from builder.formats.foreign.orders_csv import COLUMNS, orders_csv
from builder.formats.foreign.reading import Document
from builder.formats.foreign.registry import import_document
from builder.model.orders import Convoy, Move, Support, Written
from builder.model.position import Position
from builder.prose.zine import whole_game
from builder.record import PhaseRecord, Record
from builder.replay import Replay, Stage, replay
from builder.variant import Variant

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = Archive.open(ROOT)
STANDARD = ARCHIVE.variant("standard")
GAMES = sorted((ROOT / "games" / "standard").glob("*.yaml"))
WRITERS = {e.name: e.write for e in EXPORTERS if e.name != "csv"}


def again(played: Replay, name: str, variant: Variant = STANDARD) -> Record:
    text = WRITERS[name](played)
    found = import_document(Document("x", text), lambda _: variant.setting, False, name)
    (game,) = found
    assert game.remarks == ()
    return game.record


def meant(written: Written) -> tuple[object, ...]:
    """An order without what saved games do not say: kinds and powers of others, routes; and
    without the coast of the unit, which a judge adds."""
    order = written.order
    if isinstance(order, Support | Convoy):
        order = order._replace(kind=None, power=None)
    if isinstance(order, Move):
        order = order._replace(route=())
    return (written.issuer, written.unit and written.unit.at.province, order)


def stands(position: Position) -> set[object]:
    return set(position.units)


@pytest.mark.parametrize("name", sorted(WRITERS))
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_a_game_of_the_archive(path: Path, name: str) -> None:
    record = ARCHIVE.game(path)
    first = replay(STANDARD, record)
    other = again(first, name)
    second = {s.phase: s for s in replay(STANDARD, other).stages}
    for stage in first.stages:
        found = second.get(stage.phase)
        if stage.recorded and stage.recorded.orders and sayable(stage, name):
            assert found is not None
            assert found.recorded is not None
            assert stands(found.turn.before) == stands(stage.turn.before)
            assert sorted(str(meant(w)) for w in found.recorded.orders) == sorted(
                str(meant(w)) for w in stage.recorded.orders if kept(w, name, stage)
            )
        if stage.followed and name == "judge":
            break


def sayable(stage: Stage, name: str) -> bool:
    """Judges print what came of a winter, not which orders were refused or missing."""
    settled = not stage.turn.faults and all(f.written for f in stage.turn.fates)
    return name != "judge" or stage.phase.step != "adjustments" or settled


def kept(written: Written, name: str, stage: Stage) -> bool:
    """Judges print no order of a unit that is not there."""
    if name != "judge" or written.unit is None or stage.phase.step == "adjustments":
        return True
    before = stage.turn.before
    there = [*before.units, *(d.unit for d in before.dislodged)]
    return written.unit.at.province in [u.at.province for u in there if u.power == written.issuer]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(sorted(WRITERS)))
def test_law_any_movement_comes_back(data: st.DataObject, name: str) -> None:
    position = data.draw(positions(STANDARD.setting))
    written = data.draw(orders(STANDARD.setting, position))
    phase = PhaseRecord(position.phase, tuple(w for w in written))
    record = Record("law", "Law", "standard", (phase,), start=position.units, start_owners={})
    first = replay(STANDARD, record)
    other = again(first, name)
    assert sorted(str(meant(w)) for w in other.phases[0].orders) == sorted(
        str(meant(w)) for w in written
    )
    second = replay(STANDARD, other._replace(house={}))
    assert stands(second.stages[0].turn.before) == set(position.units)
    assert set(second.stages[0].turn.after.units) == set(first.stages[0].turn.after.units)
    assert second.stages[0].verdict != "differs"


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_a_zine_report_comes_back_as_far_as_the_rules_were_kept(path: Path) -> None:
    """A zine's text shows no positions, so what a game master misjudged parts the two."""
    first = replay(STANDARD, ARCHIVE.game(path))
    text = whole_game(first)
    (game,) = import_document(Document("x", text), lambda _: STANDARD.setting, False, "zine")
    second = {p.phase: p for p in game.record.phases}
    for stage in first.stages:
        orders = stage.recorded.orders if stage.recorded else ()
        if stage.followed or stage.turn.faults:
            break
        if stage.phase.step == "movement" and orders:
            found = second[stage.phase]
            assert {str(meant(w)) for w in found.orders} == {str(meant(w)) for w in orders}


def test_the_table_has_a_row_for_every_order() -> None:
    for path in GAMES:
        record = ARCHIVE.game(path)
        rows = list(csv.reader(io.StringIO(orders_csv(replay(STANDARD, record)))))
        assert tuple(rows[0]) == COLUMNS
        assert len(rows) - 1 == sum(len(p.orders) for p in record.phases)
        assert all(len(row) == len(COLUMNS) for row in rows)
