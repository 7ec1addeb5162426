"""A year of a game for laws: crowded corners, and orders of every kind, most of them foolish."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from strategies import ARMY, FLEET, orders, positions

from builder.model.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    Written,
)
from builder.model.units import Location, Position, Power, Unit
from builder.record import PhaseRecord, Record
from builder.variant import Variant


@st.composite
def years(draw: st.DrawFn, variant: Variant) -> Record:
    """From the moves of Fall to the adjustments of Winter; whole powers may send nothing."""
    setting = variant.setting
    start = draw(positions(setting, "fall"))
    centres = sorted(setting.centres)
    owners = draw(st.dictionaries(st.sampled_from(centres), st.sampled_from(setting.powers[:4])))
    position = start._replace(owners=owners)
    phases: list[PhaseRecord] = []
    while position.phase.year == start.phase.year:
        absent = draw(st.lists(st.sampled_from(setting.powers[:4]), max_size=1))
        found = draw(orders_of(variant, position))
        written = tuple(w for w in found if w.issuer not in absent)
        record = PhaseRecord(position.phase, written, nmr=tuple(absent))
        if written or position.phase.step == "movement":
            phases.append(record)
        position = variant.open(position).play(record.orders).after
    return Record("law", "Law", variant.name, tuple(phases), start=start.units, start_owners=owners)


@st.composite
def orders_of(draw: st.DrawFn, variant: Variant, position: Position) -> tuple[Written, ...]:
    """What somebody might send in for that phase."""
    setting, step = variant.setting, position.phase.step
    places = sorted(setting.board.provinces)
    some = st.sampled_from([setting.board.locations[code] for code in places])
    powers = setting.powers[:4]
    found: list[Written] = []
    if step == "movement":
        attack = draw(attacks(variant, position))
        busy = {w.unit.at for w in attack if w.unit}
        found += attack
        found += [w for w in draw(orders(setting, position)) if w.unit and w.unit.at not in busy]
        found += draw(st.lists(strangers(position, some, powers), max_size=2))
    elif step == "retreats":
        for lost in position.dislodged:
            goals = [setting.board.locations[place] for place in lost.refuges]
            went = st.sampled_from([*map(Retreat, goals), Disband(), None])
            order = draw(went | some.map(Retreat))
            found += [by(lost.unit, order)] if order else []
    else:
        found += draw(st.lists(adjustments(position, some, powers), max_size=6))
    found.sort(key=lambda w: setting.powers.index(w.issuer))
    return tuple(found)


@st.composite
def attacks(draw: st.DrawFn, variant: Variant, position: Position) -> list[Written]:
    """All who can reach some unit of another power: one goes there, the others support it."""
    setting = variant.setting
    victim = draw(st.sampled_from(position.units))
    found: list[Written] = []
    for unit in position.units:
        reach = setting.board.reach(setting.kinds[unit.kind], position.phase.season)
        goals = [to for to in reach[unit.at] if to.province == victim.at.province]
        if goals and unit.power != victim.power:
            first = found[0].unit if found else None
            order = Support(first.at, goals[0], first.kind) if first else Move(goals[0])
            found.append(by(unit, order))
    return found


@st.composite
def strangers(
    draw: st.DrawFn, position: Position, some: st.SearchStrategy[Location], powers: Sequence[Power]
) -> Written:
    """An order that cannot be: for nobody's unit, for that of another, or a second one."""
    known = {unit.at: unit.kind for unit in position.units}
    at = draw(st.sampled_from(sorted(known)) | some)
    kind = known.get(at) or draw(st.sampled_from([ARMY, FLEET]))
    ways = st.tuples(some, some).filter(lambda way: way[0] != way[1])
    order: Order = draw(
        st.just(Hold())
        | some.map(Move)
        | ways.map(lambda way: Support(*way, ARMY))
        | ways.map(lambda way: Convoy(*way, ARMY))
    )
    return Written(draw(st.sampled_from(powers)), UnitRef(at, kind), order)


@st.composite
def adjustments(
    draw: st.DrawFn, position: Position, some: st.SearchStrategy[Location], powers: Sequence[Power]
) -> Written:
    """A build, a removal or a waived build, due or not."""
    power = draw(st.sampled_from(powers))
    mine = [u for u in position.units if u.power == power]
    what = draw(st.sampled_from(["build", "remove", "waive"]))
    if what == "waive":
        return Written(power, None, Waive())
    if what == "remove" and mine:
        unit = draw(st.sampled_from(mine))
        return by(unit, Remove(unit.at))
    owned = [Location(code) for code, owner in position.owners.items() if owner == power]
    at = draw(st.sampled_from(owned) if owned else some)
    kind = draw(st.sampled_from([ARMY, FLEET]))
    return Written(power, UnitRef(at, kind), Build(kind, at))


def by(unit: Unit, order: Order) -> Written:
    """The order of a unit that is there."""
    return Written(unit.power, UnitRef(unit.at, unit.kind), order)
