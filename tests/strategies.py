"""Positions and orders for laws: crowded corners of a board, sensible and foolish orders."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from builder.model.board import Board
from builder.model.calendar import Phase
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef, Written
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Location, Position, Power, Unit

CROWD = 12
ARMY, FLEET = KindCode("A"), KindCode("F")


def neighbours(board: Board, code: Code) -> list[Code]:
    """The provinces next to a province, by whatever way."""
    coasts = board.provinces[code].coasts
    places = [board.locations[name] for name in (code, *(f"{code}/{c}" for c in coasts))]
    return sorted({end.province for place in places for end in board.ways.get(place, {})})


def corner(board: Board, start: Code) -> list[Code]:
    """The provinces around one of them, nearest first."""
    found = [start]
    for code in found:
        found += [near for near in neighbours(board, code) if near not in found]
        if len(found) >= 2 * CROWD:
            break
    return found[: 2 * CROWD]


@st.composite
def positions(draw: st.DrawFn, setting: Setting, season: str = "spring") -> Position:
    """Up to a dozen units of up to four powers, close to each other, in some early year."""
    board = setting.board
    year = setting.calendar.start.year + draw(st.integers(1, 3))
    near = corner(board, draw(st.sampled_from(sorted(board.provinces))))
    codes = draw(st.lists(st.sampled_from(near), unique=True, min_size=2, max_size=CROWD))
    powers = setting.powers[:4]
    units = [draw(unit_in(setting, code, powers)) for code in codes]
    return Position(Phase(year, season, "movement"), tuple(units), {})


@st.composite
def unit_in(draw: st.DrawFn, setting: Setting, code: Code, powers: Sequence[Power]) -> Unit:
    """A unit of a kind that stands there, on one of the coasts where a fleet needs one."""
    board = setting.board
    province = board.provinces[code]
    kind = draw(st.sampled_from([k for k in setting.kinds if stands(setting, k, code)]))
    power = draw(st.sampled_from(powers))
    coasts = province.coasts if kind == FLEET and province.coasts else ("",)
    coast = draw(st.sampled_from(coasts))
    return Unit(power, kind, board.locations[f"{code}/{coast}" if coast else code])


def stands(setting: Setting, kind: KindCode, code: Code) -> bool:
    """May a unit of that kind stand in the province? Nobody but fleets alone at sea."""
    terrain = setting.board.provinces[code].terrain
    travels = setting.kinds[kind].travels_as
    return {"land": FLEET not in travels, "coast": True, "sea": travels == (FLEET,)}[terrain]


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
    what = draw(st.sampled_from(["move", "move", "move", "support", "support", "convoy", "hold"]))
    actor = unit if what == "move" else draw(st.sampled_from(position.units))
    goals = goals_of(setting, position, actor)
    if what == "move" and goals:
        via = unit.kind == ARMY and draw(st.integers(0, 9)) == 0
        return Move(draw(st.sampled_from(goals)), via)
    if what == "support" and actor != unit:
        return Support(actor.at, draw(st.sampled_from([None, *goals])), actor.kind)
    if what == "convoy" and actor.kind == ARMY and goals:
        return Convoy(actor.at, draw(st.sampled_from(goals)), ARMY)
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


@st.composite
def phases(draw: st.DrawFn, setting: Setting) -> tuple[Position, tuple[Written, ...]]:
    """A position, and orders for it."""
    position = draw(positions(setting))
    return position, draw(orders(setting, position))
