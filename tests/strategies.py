"""Positions and orders for laws: crowded corners of a board, sensible and foolish orders."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from builder.model.board import Board, Code, Location
from builder.model.calendar import Phase
from builder.model.kinds import KindCode, Power
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef, Written
from builder.model.position import Position
from builder.model.setting import Setting
from builder.model.units import Unit

CROWD = 12
ARMY, FLEET = KindCode("A"), KindCode("F")


def corner(board: Board, start: Code) -> list[Code]:
    """The provinces around one of them, nearest first."""
    found = [start]
    for code in found:
        if len(found) > 2 * CROWD:
            break
        for place, ends in board.ways.items():
            if place.province == code:
                found += [e.province for e in sorted(ends) if e.province not in found]
    return list(dict.fromkeys(found))[: 2 * CROWD]


@st.composite
def positions(draw: st.DrawFn, setting: Setting, season: str = "spring") -> Position:
    """Up to a dozen units of up to four powers, close to each other."""
    board = setting.board
    near = corner(board, draw(st.sampled_from(sorted(board.provinces))))
    codes = draw(st.lists(st.sampled_from(near), unique=True, min_size=2, max_size=CROWD))
    powers = setting.powers[:4]
    units = [draw(unit_in(board, code, powers)) for code in codes]
    return Position(Phase(1901, season, "movement"), tuple(units), {})


@st.composite
def unit_in(draw: st.DrawFn, board: Board, code: Code, powers: Sequence[Power]) -> Unit:
    """An army or a fleet in a province, on one of its coasts where a fleet needs one."""
    province = board.provinces[code]
    kinds = {"land": [ARMY], "sea": [FLEET], "coast": [ARMY, FLEET]}[province.terrain]
    kind, power = draw(st.sampled_from(kinds)), draw(st.sampled_from(powers))
    coasts = province.coasts if kind == FLEET and province.coasts else ("",)
    coast = draw(st.sampled_from(coasts))
    return Unit(power, kind, board.locations[f"{code}/{coast}" if coast else code])


@st.composite
def orders(draw: st.DrawFn, setting: Setting, position: Position) -> tuple[Written, ...]:
    """At most one order for each unit, possible or not."""
    found = []
    for unit in position.units:
        order = draw(order_for(setting, position, unit))
        if order is not None:
            found.append(Written(unit.power, UnitRef(unit.at, unit.kind), order))
    return tuple(found)


@st.composite
def order_for(draw: st.DrawFn, setting: Setting, position: Position, unit: Unit) -> Order | None:
    """One order for one unit; None leaves it without."""
    goals = {u: goals_of(setting, position, u) for u in position.units}
    what = draw(st.sampled_from(["move", "move", "move", "support", "support", "convoy", "hold"]))
    other = draw(st.sampled_from(position.units))
    if what == "move" and goals[unit]:
        via = unit.kind == ARMY and draw(st.integers(0, 9)) == 0
        return Move(draw(st.sampled_from(goals[unit])), via)
    if what == "support" and other != unit:
        to = draw(st.sampled_from([None, *goals[other]]))
        return Support(other.at, to, other.kind)
    if what == "convoy" and other.kind == ARMY and goals[other]:
        return Convoy(other.at, draw(st.sampled_from(goals[other])), ARMY)
    return draw(st.sampled_from([Hold(), None]))


def goals_of(setting: Setting, position: Position, unit: Unit) -> list[Location]:
    """Where the unit might be sent: next door, or for an army any coast near a unit."""
    board, season = setting.board, position.phase.season
    reach = board.reach(setting.kinds[unit.kind], season)
    goals = list(reach.get(unit.at, {}))
    if unit.kind == ARMY and board.provinces[unit.at.province].terrain == "coast":
        coasts = (u.at.province for u in position.units if u.at.province != unit.at.province)
        goals += [board.locations[c] for c in coasts if board.provinces[c].terrain == "coast"]
    return sorted(set(goals))
