"""Laws of halves: each is a unit of its own, and what is printed of it is read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from our_archive import ARCHIVE, examples
from random_phases import Crowd

from builder.cases import computed
from builder.model.findings import Reason
from builder.model.orders import Move, Support, UnitRef, Written
from builder.model.results import Turn
from builder.model.setting import Nation
from builder.model.units import Code, KindCode, Position, Power, Unit
from builder.notation.notation import parse_order
from builder.prose.order_accounts import accounts

ARMY = KindCode("A")
CAT = ARCHIVE.variant("cat")
UNDIVIDED = (Reason.ORDERED_TWICE, Reason.SPLIT_UNCLEAR, Reason.SAME_HALF, Reason.TOO_MANY_HALVES)
ALLIES = {power: Power(f"Friend of {power}") for power in CAT.setting.powers}
POWERS = {ally: power for power, ally in ALLIES.items()}
ALLIED = replace(
    CAT.setting,
    nations=(*CAT.setting.nations, *(Nation(ally) for ally in ALLIES.values())),
    prepared={},
)
law = settings(max_examples=examples(60))


class Neighbours(CAT.rulebook):  # type: ignore[name-defined,misc]
    """The rules of Cat, with several units in one province."""

    sharing = True


@law
@given(seed=st.integers(0, 10**6))
def test_law_halves_do_what_units_of_two_allied_powers_do(seed: int) -> None:
    turn = divided_turn(f"halves {seed}")
    if is_among_themselves(turn):
        return
    position, orders = as_allies(turn)
    allied = Neighbours(ALLIED, position).play(orders)
    assert results(turn) == results(allied)
    if turn.after.phase.step != "adjustments":  # at the year's end two halves are one unit again
        assert pieces(turn.after.units) == pieces(allied.after.units)
    driven_out = pieces(d.unit for d in turn.dislodged)
    assert driven_out == pieces(d.unit for d in allied.dislodged)


def test_many_positions_are_played_twice() -> None:
    turns = [divided_turn(f"halves {seed}") for seed in range(60)]
    compared = [turn for turn in turns if not is_among_themselves(turn)]
    halves = [a for turn in compared for a in turn.actions if a.half]
    assert len(compared) > 15
    assert len(halves) > 15
    assert any(isinstance(a.order, Support) for a in halves)


def divided_turn(seed: str) -> Turn:
    crowd = Crowd(CAT, seed, most=9)
    return CAT.open(crowd.position).play(crowd.orders)


def is_among_themselves(turn: Turn) -> bool:
    """Does a power act against its own units, or help others to? Allies would not be spared."""
    homes = {(a.power, a.home) for a in turn.actions}
    for a in turn.actions:
        aim = a.goal if isinstance(a.order, Move) else a.aim
        own_there = (a.power, aim) in homes
        attacks = isinstance(a.order, Move) or (isinstance(a.order, Support) and a.order.to)
        if own_there and attacks:
            return True
    return False


def as_allies(turn: Turn) -> tuple[Position, list[Written]]:
    """The position with the second half of each divided unit in an ally's hands."""
    units = []
    orders = []
    first_halves: set[Code] = set()
    for a in turn.actions:
        power = a.power
        if a.half is not None:
            power = ALLIES[power] if a.home in first_halves else power
            first_halves.add(a.home)
        units.append(a.piece._replace(power=power))
        if a.half is not None:
            assert a.meant is not None
            orders.append(Written(power, UnitRef(a.at, a.kind), a.meant))
        elif a in turn.written and a.fault not in UNDIVIDED:
            orders.append(turn.written[a])
    return turn.before._replace(units=tuple(units)), orders


def results(turn: Turn) -> Counter[tuple[object, ...]]:
    """What became of each unit or half; of the allies as of the power itself."""
    return Counter(
        (POWERS.get(a.power, a.power), a.kind, a.at, type(a.order), a.goal, f.value, f.why, f.tally)
        for a, f in turn.findings.items()
    )


def pieces(units: Iterable[Unit]) -> Counter[tuple[object, ...]]:
    """Units by place; a doubled one is two."""
    counted: Counter[tuple[object, ...]] = Counter()
    for unit in units:
        counted[POWERS.get(unit.power, unit.power), unit.at] += unit.size
    return counted


@law
@given(seed=st.integers(0, 10**6))
def test_law_what_is_printed_of_halves_is_read_again(seed: int) -> None:
    """Also of those that do not divide, and of orders that name the half."""
    crowd = Crowd(CAT, f"printed {seed}")
    turn = CAT.open(crowd.position).play(crowd.orders)
    lines = [
        parse_order(account.text, CAT.setting, crowd.position.phase, account.power)
        for account in accounts(turn, CAT.setting.board)
        if account.written is not None
    ]
    again = CAT.open(crowd.position).play(lines)
    assert computed(again) == computed(turn)


def test_a_half_that_got_away_was_not_dislodged() -> None:
    """Its other half was, and both were armies, so that only the order tells them apart."""
    board = CAT.setting.board.locations
    cas, tel = CAT.setting.powers[0], CAT.setting.powers[2]
    units = (
        Unit(cas, ARMY, board["Cal"], 2),
        Unit(tel, ARMY, board["Cin"]),
        Unit(tel, ARMY, board["Gol"]),
    )
    texts = {
        cas: ("DA Cal - Chr", "DA Cal H"),
        tel: ("A Cin - Cal", "A Gol S A Cin - Cal"),
    }
    phase = CAT.setting.start.phase
    orders = [parse_order(t, CAT.setting, phase, p) for p, told in texts.items() for t in told]
    turn = CAT.open(Position(phase, units, {})).play(orders)
    told = {account.text: account for account in accounts(turn, CAT.setting.board)}
    assert told["A Cal – Chr"].result_word == ""
    assert told["A Cal H"].result_word == "dislodged"
    assert told["A Cal H"].why
