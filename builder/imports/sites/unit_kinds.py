"""Kinds of units that a page does not print, as far as its orders show them.

    Paris MOVE Burgundy -> resolved        London MOVE Norway VIA Convoy -> resolved

A unit inland is an army, one at sea or on a named coast a fleet. On other coasts it is of the kind
that can do what it is ordered to do. A fleet carries; what it carries is an army.
"""

from collections.abc import Sequence, Set

from builder.imports.importer import ARMY, FLEET
from builder.model.board import Season
from builder.model.orders import Convoy, Move, Support, UnitRef, Written
from builder.model.setting import Setting
from builder.model.units import Code, KindCode, Location, Unit


def units_with_kinds(
    orders: Sequence[Written], setting: Setting, season: Season
) -> tuple[list[Unit], list[Unit]]:
    """The units of a movement, each with the kind that is printed or that its order shows; and
    those of them whose order may be that of either kind, which are taken for armies."""
    carried = {w.order.at.province for w in orders if isinstance(w.order, Convoy)}
    units = []
    uncertain = []
    for written in orders:
        if written.unit is None:
            continue
        kinds = _possible_kinds(written, written.unit, carried, setting, season)
        unit = Unit(written.issuer, written.unit.kind or kinds[0], written.unit.at)
        units.append(unit)
        if written.unit.kind is None and len(kinds) > 1:
            uncertain.append(unit)
    return units, uncertain


def _possible_kinds(
    written: Written, unit: UnitRef, carried: Set[Code], setting: Setting, season: Season
) -> list[KindCode]:
    """The kinds that can stand at the unit's place and do what it is ordered to do, armies first;
    those that can stand there if neither can do it."""
    if isinstance(written.order, Convoy):
        return [FLEET]
    reach_of = {kind: setting.board.reach(setting.kinds[kind], season) for kind in (ARMY, FLEET)}
    standing = [kind for kind, reach in reach_of.items() if unit.at in reach] or [ARMY]
    goes_by_sea = isinstance(written.order, Move) and (written.order.via or written.order.route)
    if ARMY in standing and (goes_by_sea or unit.at.province in carried):
        return [ARMY]
    goal = _goal(written)
    if goal is None:
        return standing
    able = []
    for kind in standing:
        provinces = {place.province for place in reach_of[kind].get(unit.at, ())}
        if goal.province in provinces:
            able.append(kind)
    return able or standing


def _goal(written: Written) -> Location | None:
    """Where a unit moves to, or where it gives its support; None for other orders."""
    match written.order:
        case Move(to):
            return to
        case Support(at, to):
            return to or at
    return None
