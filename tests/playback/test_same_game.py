"""Records of one game are recognised by their orders."""

from __future__ import annotations

from typing import NamedTuple

from our_archive import ARCHIVE

from builder.model.orders import Hold
from builder.playback.same_game import differences, groups, order_digests
from builder.prose.other_records import told_differences
from builder.record import PhaseRecord, Record

GAME = ARCHIVE.game("cicero-449062")
VARIANT = ARCHIVE.variant("standard")


class Found(NamedTuple):
    """As much of a record as is compared."""

    id: str
    depth: str
    phases: int
    orders: str


def found(record: Record, depth: str = "") -> Found:
    return Found(record.id, depth, len(record.phases), order_digests(record, VARIANT))


def without_holds(phase: PhaseRecord) -> PhaseRecord:
    orders = tuple(w for w in phase.orders if not isinstance(w.order, Hold))
    return phase._replace(orders=orders)


def test_other_names_other_sources_and_holds_that_are_left_out_make_no_difference() -> None:
    phases = tuple(map(without_holds, GAME.phases))
    other = GAME._replace(id="other", name="Other", gm="X", phases=phases)
    first, second = found(GAME), found(other)
    assert first.orders == second.orders
    assert groups([second, first]) == [[first, second]]


def test_the_fullest_record_with_a_page_stands_for_the_game() -> None:
    half = GAME._replace(id="a-half", phases=GAME.phases[:14])
    counted = found(GAME, "counts")._replace(id="counted")
    whole = found(GAME)
    group = groups([found(half), counted, whole])[0]
    assert [record.id for record in group] == [GAME.id, "a-half", "counted"]


def test_all_other_games_are_games_of_their_own() -> None:
    names = ("cicero-439643", "droidippy-2652", "droidippy-2760", "1998v", "1999k")
    games = [found(ARCHIVE.game(name)) for name in names]
    games += [game._replace(id=f"{game.id}-again") for game in games[:1]]
    assert [[one.id for one in group] for group in groups(games)] == [
        ["cicero-439643", "cicero-439643-again"]
    ]


def test_a_misprint_is_a_difference_and_no_other_game() -> None:
    spring, fall, *rest = GAME.phases
    wrong = fall._replace(orders=fall.orders[1:])
    other = GAME._replace(id="b", gm="Ann", phases=(spring, wrong, *rest[:-1]))
    assert len(groups([found(GAME), found(other)])) == 1
    told = differences(GAME, other)
    assert [difference.phase for difference in told.orders] == [fall.phase]
    assert told.only_ours == (rest[-1].phase,)
    sentences = told_differences(GAME, other, VARIANT.setting)
    assert any("no such order there" in sentence for sentence in sentences)
    assert any(sentence.startswith("Only here: ") for sentence in sentences)


def test_a_short_beginning_is_not_enough() -> None:
    assert order_digests(GAME._replace(phases=()), VARIANT) == ""
    alone = found(GAME._replace(phases=GAME.phases[:1]))
    assert groups([alone, alone._replace(id="other")]) == []
