"""Laws that hold for every position and all orders."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples
from strategies import phases

from builder.cases import computed
from builder.model.findings import Reason
from builder.model.orders import Convoy, Disband, Hold, Support, Written
from builder.model.results import Turn
from builder.model.units import Position, Power
from builder.notation.notation import parse_order, write_order
from builder.prose.reasons import reason
from builder.prose.wording import WORDING, flat
from builder.rules.amendments import AMENDMENTS, compose
from builder.rules.editions import EDITIONS
from builder.rules.standard import Standard

variant = ARCHIVE.variant
STANDARD = variant("standard")
SETTING = STANDARD.setting
law = settings(max_examples=examples(40))


def play(
    position: Position, written: tuple[Written, ...], edition: str = "2023", book: str = ""
) -> Turn:
    setting = STANDARD.under(edition).setting
    return (compose((book,)) if book else Standard)(setting, position).play(written)


def told(turn: Turn) -> dict[tuple[Power, str], tuple[object, ...]]:
    """What became of every unit: why, at what strength, because of whom."""
    return {
        (a.power, a.at): (f.value, f.why.value, f.tally, sorted((b.power, b.at) for b in f.by))
        for a, f in turn.findings.items()
    }


@law
@given(phases(SETTING), st.randoms(use_true_random=False), st.sampled_from(sorted(EDITIONS)))
def test_the_order_of_orders_never_matters(
    phase: tuple[Position, tuple[Written, ...]], chance: object, edition: str
) -> None:
    position, written = phase
    shuffled = list(written)
    units = list(position.units)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    chance.shuffle(units)  # type: ignore[attr-defined]
    one = play(position, written, edition)
    other = play(position._replace(units=tuple(units)), tuple(shuffled), edition)
    assert told(one) == told(other)
    assert computed(one) == computed(other)


@law
@given(phases(SETTING), st.sampled_from(sorted(EDITIONS)))
def test_units_are_neither_lost_nor_made(
    phase: tuple[Position, tuple[Written, ...]], edition: str
) -> None:
    position, written = phase
    turn = play(position, written, edition)
    before = Counter((u.power, u.kind) for u in position.units)
    gone = [d.unit for d in turn.dislodged]
    assert before == Counter((u.power, u.kind) for u in (*turn.after.units, *gone))
    assert set(gone) <= set(position.units)


@law
@given(phases(SETTING), st.sampled_from(sorted(EDITIONS)))
def test_no_province_holds_two_units(
    phase: tuple[Position, tuple[Written, ...]], edition: str
) -> None:
    turn = play(*phase, edition)
    assert max(Counter(u.at.province for u in turn.after.units).values(), default=1) == 1


@law
@given(phases(SETTING), st.sampled_from(sorted(EDITIONS)))
def test_every_unit_has_one_result_and_no_question_stays_open(
    phase: tuple[Position, tuple[Written, ...]], edition: str
) -> None:
    turn = play(*phase, edition)
    assert sorted(a.at for a in turn.findings) == sorted(u.at for u in phase[0].units)
    assert all(f.why is not Reason.UNDECIDED for f in turn.findings.values())


@law
@given(phases(SETTING))
def test_nobody_dislodges_his_own(phase: tuple[Position, tuple[Written, ...]]) -> None:
    turn = play(*phase)
    holder = {u.at.province: u.power for u in turn.after.units}
    for fallen in turn.dislodged:
        assert holder[fallen.unit.at.province] != fallen.unit.power


@law
@given(phases(SETTING))
def test_refuges_are_empty_and_uncontested(phase: tuple[Position, tuple[Written, ...]]) -> None:
    turn = play(*phase)
    held = {u.at.province for u in turn.after.units}
    for fallen in turn.dislodged:
        for refuge in fallen.refuges:
            assert refuge.province not in held | {fallen.origin}
            assert refuge.province not in turn.after.contested


@law
@given(phases(SETTING))
def test_playing_again_gives_the_same(phase: tuple[Position, tuple[Written, ...]]) -> None:
    one, other = play(*phase), play(*phase)
    assert told(one) == told(other)
    assert one.after == other.after


@law
@given(st.lists(phases(SETTING), min_size=2, max_size=3))
def test_what_was_played_before_on_the_board_does_not_matter(
    several: list[tuple[Position, tuple[Written, ...]]],
) -> None:
    used = replace(SETTING, prepared={})
    for (position, written), choices in product(several, EDITIONS.values()):
        warm = Standard(replace(used, choices=choices), position).play(written)
        fresh = replace(SETTING, choices=choices, prepared={})
        cold = Standard(fresh, position).play(written)
        assert told(warm) == told(cold)
        assert computed(warm) == computed(cold)


def test_orders_of_different_kinds_differ() -> None:
    lon, bel = SETTING.board.locations["Lon"], SETTING.board.locations["Bel"]
    assert Support(lon, bel) != Convoy(lon, bel)
    assert len({Hold(), Disband(), Support(lon, bel), Convoy(lon, bel)}) == 4


@law
@given(phases(SETTING))
def test_every_reason_is_told(phase: tuple[Position, tuple[Written, ...]]) -> None:
    turn = play(*phase)
    for result in turn.results:
        sentence = flat(reason(result, turn, SETTING.board))
        assert "{" not in sentence
        assert sentence.endswith(".") or result.carried_out


@law
@given(phases(SETTING))
def test_what_is_written_is_read_again(phase: tuple[Position, tuple[Written, ...]]) -> None:
    position, written = phase
    for one in written:
        text = write_order(one, SETTING)
        again = parse_order(text, SETTING, position.phase, one.issuer)
        assert (again.unit, again.order) == (one.unit, one.order), text
        assert write_order(again, SETTING) == text


@pytest.mark.parametrize("why", Reason)
def test_every_reason_has_a_phrase(why: Reason) -> None:
    assert WORDING[why].text.strip()
    assert WORDING[why].rule.strip()


@law
@given(phases(SETTING))
def test_retreats_and_winter_follow(phase: tuple[Position, tuple[Written, ...]]) -> None:
    """Without orders the dislodged disband and everybody ends the year with what he feeds."""
    position, written = phase
    after = play(position, written).after
    while after.phase.year == position.phase.year:
        turn = play(after, ())
        for end in turn.ends:
            assert flat(reason(end, turn, SETTING.board)).endswith(".")
        after = turn.after
    assert not after.dislodged
    for power in SETTING.powers:
        fed = sum(owner == power for owner in after.owners.values())
        assert sum(u.power == power for u in after.units) <= fed


@pytest.mark.parametrize("name", sorted(AMENDMENTS))
@settings(law, max_examples=10)
@given(phases(SETTING))
def test_an_amendment_changes_nothing_where_it_does_not_apply(
    name: str, phase: tuple[Position, tuple[Written, ...]]
) -> None:
    """On the standard board, with its units, every amendment plays by the standard rules."""
    plain, amended = play(*phase), play(*phase, book=name)
    assert told(plain) == told(amended)
    assert computed(plain) == computed(amended)
