"""Laws that hold under the rules of every variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples
from strategies import orders, positions

from builder.cases import computed
from builder.model.orders import Written
from builder.model.results import Turn
from builder.model.units import Position, Power, Unit
from builder.notation.notation import parse_order, write_order
from builder.prose.order_accounts import accounts
from builder.prose.reasons import reason
from builder.prose.wording import flat

law = settings(max_examples=examples(25))


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@law
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_laws_of_play(name: str, data: st.DataObject, chance: Random) -> None:
    """The order of orders never matters, nor what was played before; no unit is lost or made,
    every reason is told, and what is written is read again."""
    setting = ARCHIVE.variant(name).setting
    seasons = [season for season, step in setting.calendar.year if step == "movement"]
    position = data.draw(positions(setting, data.draw(st.sampled_from(seasons))))
    written = data.draw(orders(setting, position))
    turn = play(name, position, written)

    assert computed(turn) == computed(play(name, *shuffled(chance, position, written)))
    fresh = ARCHIVE.variant(name).rulebook(replace(setting, prepared={}), position).play(written)
    assert (computed(turn), unit_results(turn)) == (computed(fresh), unit_results(fresh))
    after = (*turn.after.units, *(d.unit for d in turn.dislodged))
    assert heads(position.units) == heads(after)
    for result in turn.results:
        sentence = flat(reason(result, turn, setting.board))
        assert "{" not in sentence
        assert sentence.endswith(".") or result.carried_out
    for one in written:
        text = write_order(one, setting)
        again = parse_order(text, setting, position.phase, one.issuer)
        assert (again.unit, again.order) == (one.unit, one.order), text


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@law
@given(data=st.data())
def test_law_each_order_has_one_result(name: str, data: st.DataObject) -> None:
    """Also those that are given twice, or beside another for the same unit."""
    setting = ARCHIVE.variant(name).setting
    position = data.draw(positions(setting, setting.calendar.seasons[0]))
    written = [*data.draw(orders(setting, position)), *data.draw(orders(setting, position))]
    written += [Written(w.issuer, w.unit, w.order, "again") for w in written[:3]]
    turn = play(name, position, tuple(written))

    acting = [turn.written[a] for a in turn.actions if a in turn.written]
    assert Counter([*acting, *(r.written for r in turn.beside)]) == Counter(written)
    for account in accounts(turn, setting.board):
        if account.action is None:
            assert account.result_word or account.finding
        if account.action is None or account.result_word not in ("", "dislodges"):
            assert flat(account.why).endswith("."), account
            assert account.rule


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@law
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_law_occupants_can_be_asked_for_first(
    name: str, data: st.DataObject, chance: Random
) -> None:
    """Who will be in a province may be asked before all else; the result of the phase is the same
    then, and says the same."""
    setting = ARCHIVE.variant(name).setting
    position = data.draw(positions(setting, setting.calendar.seasons[0]))
    written = data.draw(orders(setting, position))
    book = ARCHIVE.variant(name).open(position)
    book.take(written)
    if book.sharing:
        return
    provinces = chance.sample([*setting.board.provinces], len(setting.board.provinces))
    occupants = {code: book.occupant(code) for code in provinces}
    turn = book.carry_out()
    expected = {unit.at.province: unit.power for unit in turn.after.units}
    assert {code: power for code, power in occupants.items() if power} == expected
    assert computed(turn) == computed(play(name, position, written))


def play(name: str, position: Position, written: tuple[Written, ...]) -> Turn:
    return ARCHIVE.variant(name).open(position).play(written)


def shuffled(
    chance: Random, position: Position, written: tuple[Written, ...]
) -> tuple[Position, tuple[Written, ...]]:
    units = chance.sample(position.units, len(position.units))
    return position._replace(units=tuple(units)), tuple(chance.sample(written, len(written)))


def unit_results(turn: Turn) -> Counter[tuple[object, ...]]:
    """What became of every unit, or half of one."""
    return Counter((a.power, a.kind, a.at, f.why, f.tally) for a, f in turn.findings.items())


def heads(units: Iterable[Unit]) -> Counter[Power]:
    """How many units each power has; a doubled one is two."""
    return Counter(u.power for u in units for _ in range(u.size))
