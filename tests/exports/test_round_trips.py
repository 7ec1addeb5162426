"""What is written in a foreign format and read again is the same game."""

from __future__ import annotations

import csv
import io
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, ROOT, WHOLE, replayed
from random_years import years

from builder.exports.order_results import COLUMNS, orders_csv
from builder.exports.registry import EXPORTERS, unwritable_facts
from builder.imports.importer import TextFile
from builder.imports.registry import import_document
from builder.model.calendar import Phase
from builder.model.findings import Reason
from builder.model.orders import Convoy, Move, Remove, Support, Written
from builder.model.units import KindCode, Position, Power, Unit
from builder.notation.notation import parse_order
from builder.playback.replaying import Replay, Stage, replay
from builder.record import Note, PhaseRecord, Record
from builder.variant import Variant

STANDARD = ARCHIVE.variant("standard")
GAMES = sorted((ROOT / "games" / "standard").glob("*.yaml"))
SOME = GAMES if WHOLE else GAMES[::6]
NOTHING_FAILED = "nothing marks what failed"  # said of a zine in which all succeeds
WRITERS = {name: e.write for name, e in EXPORTERS.items() if name != "csv"}


def again(played: Replay, name: str, variant: Variant = STANDARD) -> Record:
    text = WRITERS[name](played)
    found = import_document(TextFile("x", text), lambda _: variant.setting, False, name)
    (game,) = found
    assert [remark for remark in game.remarks if NOTHING_FAILED not in remark.message] == []
    return game.record


def meant(written: Written) -> tuple[object, ...]:
    """An order without what saved games do not say: kinds and powers of others, routes; and
    without coasts that a judge or a zine adds."""
    order = written.order
    if isinstance(order, Support | Convoy):
        order = order._replace(kind=None, power=None)
    if isinstance(order, Move):
        order = order._replace(to=order.to.province, route=())
    if isinstance(order, Remove) and order.at is not None:
        order = order._replace(at=order.at.province)
    return (written.issuer, written.unit and written.unit.at.province, order)


def stands(position: Position) -> set[object]:
    return set(position.units)


@pytest.mark.parametrize("name", sorted(WRITERS))
@pytest.mark.parametrize("path", SOME, ids=lambda p: p.stem)
def test_a_game_of_the_archive(path: Path, name: str) -> None:
    first = replayed(path)
    other = again(first, name)
    second = {s.phase: s for s in replay(STANDARD, other).stages}
    for stage in first.stages:
        found = second.get(stage.phase)
        orders = stage.recorded.orders if stage.recorded else ()
        said = {str(meant(w)) for w in orders if kept(w, name, stage)}
        if said and sayable(stage, name):
            assert found is not None
            assert found.recorded is not None
            assert stands(found.turn.before) == stands(stage.turn.before)
            assert {str(meant(w)) for w in given_ones(found.recorded)} == said
        if name != "saved-game":
            assert retreats_apart(stage) == (retreats_apart(found) if found else [])
        if stage.followed and name == "judge":
            break
        if (
            name == "zine"
            and first.record.house
            and any(f.written is None for f in stage.turn.ends)
        ):
            break  # a zine does not say by which house rule a unit goes that nobody removed


def retreats_apart(stage: Stage) -> list[tuple[object, ...]]:
    """Where the printed retreats of a unit differ from ours."""
    return [
        (c.subject, {*c.recorded.split()}, {*c.computed.split()})
        for c in stage.comparisons
        if c.refuges and c.verdict == "differs"
    ]


def sayable(stage: Stage, name: str) -> bool:
    """Judges print what came of a winter, not which orders were refused or missing."""
    settled = not stage.turn.faults and all(f.written for f in stage.turn.ends)
    return name != "judge" or stage.phase.step != "adjustments" or settled


def kept(written: Written, name: str, stage: Stage) -> bool:
    """Judges print no order of a unit that is not there, and only one of each."""
    if name != "judge" or written.unit is None or stage.phase.step == "adjustments":
        return True
    if stage.phase.step == "movement":
        taken = [a for a in stage.turn.actions if a.fault is not Reason.ORDERED_TWICE]
        return any(stage.turn.written.get(a) is written for a in taken)
    there = [d.unit for d in stage.turn.before.dislodged]
    return written.unit.at.province in [u.at.province for u in there if u.power == written.issuer]


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(years(STANDARD), st.sampled_from(sorted(WRITERS)))
def test_law_any_year_comes_back(record: Record, name: str) -> None:
    """Orders of every kind, given or missing, accepted or not, and all that comes of them."""
    comes_back(record, name)


@pytest.mark.parametrize(
    ("units", "orders"),
    [
        ("A Con, F AEG", "A Con-Ank via convoy, F AEG-Bul/sc, F AEG-ADR"),
        ("F ADR, A Alb", "F ADR-Alb, F ADR H, A Alb-Gre via convoy"),
        ("F ADR, A Alb", "F ADR-Alb, F ADR H, A Alb H"),
        ("F ION, A Alb", "F ION-ADR, A Alb-Gre via convoy, A Alb H, A Alb H"),
        ("F Edi, A Bel, F ENG", "F Edi-NWG, A Bel-Bre via convoy, A Bel-Bre, F NWG H"),
    ],
)
def test_orders_that_do_not_count_come_back(units: str, orders: str) -> None:
    start = [place.split() for place in units.split(", ")]
    fall, of = Phase(1902, "fall", "movement"), Power("Austria")
    setting = STANDARD.setting
    given_two = tuple(parse_order(text, setting, fall, of) for text in orders.split(", "))
    record = Record(
        id="twice",
        name="Twice",
        variant="standard",
        phases=(PhaseRecord(fall, given_two),),
        start=tuple(Unit(of, KindCode(kind), setting.board.find(at)) for kind, at in start),
    )
    comes_back(record, "zine")


def comes_back(record: Record, name: str) -> None:
    first = replay(STANDARD, record)
    other = again(first, name)
    stages = {s.phase: s for s in replay(STANDARD, other._replace(house={})).stages}
    for stage in first.stages:
        if stage.recorded and stage.recorded.orders and sayable(stage, name):
            found = stages[stage.phase].recorded
            assert found is not None
            kept_ones = {str(meant(w)) for w in stage.recorded.orders if kept(w, name, stage)}
            assert {str(meant(w)) for w in given_ones(found)} == kept_ones
        if stage.phase in stages and stage.phase.step == "movement":
            other_one = stages[stage.phase]
            assert stands(other_one.turn.before) == stands(stage.turn.before)
            assert stands(other_one.turn.after) == stands(stage.turn.after)
            apart = [c for c in other_one.comparisons if c.verdict == "differs"]
            assert [(c.subject, c.recorded, c.computed) for c in apart] == []


def given_ones(found: PhaseRecord) -> list[Written]:
    """The orders of a phase without units that are only said to have had none."""
    return [w for w in found.orders if "(unordered" not in w.text]


def test_what_an_export_cannot_hold_is_named() -> None:
    (path,) = (ROOT / "games" / "ancmed").glob("*.yaml")
    record = ARCHIVE.game(path)
    later = [p._replace(phase=p.phase._replace(year=p.phase.year + 900)) for p in record.phases]
    played = replay(ARCHIVE.variant("ancmed"), record._replace(phases=tuple(later)))
    assert unwritable_facts(played, "zine") == ("years that no heading of a zine has",)
    assert unwritable_facts(played, "judge") == ()


def test_a_note_is_not_read_as_an_order() -> None:
    record = ARCHIVE.game(next(p for p in GAMES if p.stem.startswith("1998v")))
    note = Note("notice", "no report of the retreats; taken from the orders of fall")
    told = record._replace(phases=tuple(p._replace(notes=(note,)) for p in record.phases))
    found = again(replay(STANDARD, told), "zine").phases
    for phase, other in zip(record.phases, found, strict=True):
        assert len([w for w in other.orders if "(unordered" not in w.text]) == len(phase.orders)


def test_the_table_has_a_row_for_every_order() -> None:
    for path in SOME:
        game = replayed(path)
        rows = list(csv.reader(io.StringIO(orders_csv(game))))
        assert tuple(rows[0]) == COLUMNS
        assert len(rows) - 1 == sum(len(p.orders) for p in game.record.phases)
        assert all(len(row) == len(COLUMNS) for row in rows)


@pytest.mark.parametrize(
    ("board", "name"),
    [
        *product(["loeb9", "cline9-iv", "cline9-vi", "milan", "chaos", "ancmed"], sorted(WRITERS)),
    ],
)
def test_a_game_of_armies_and_fleets_on_another_board(board: str, name: str) -> None:
    variant = ARCHIVE.variant(board)
    (path,) = (ROOT / "games" / board).glob("*.yaml")
    first = replayed(path)
    other = again(first, name, variant)
    assert other.variant == board
    assert unwritable_facts(first, name) == ()
    found = {s.phase: s for s in replay(variant, other).stages}
    for stage in first.stages:
        if stage.phase.step == "movement":
            assert stands(found[stage.phase].turn.after) == stands(stage.turn.after)
            assert found[stage.phase].verdict in ("agrees", "not recorded")
