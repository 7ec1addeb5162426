"""The lawful orders of a power in a position."""

from collections.abc import Iterator, Mapping, Sequence

from builder.model import orders
from builder.model.findings import Reason
from builder.model.orders import Order, UnitRef, Written
from builder.model.units import Code, Location, Power, Unit
from builder.rules.standard import Standard

Aims = Mapping[Unit, Sequence[Code | None]]  # where a unit may be helped to go; None: to stay


def possible_orders(
    book: Standard, power: Power, ordered: Mapping[Unit, Code | None] | None = None
) -> Iterator[Written]:
    """Every order of a power that the rulebook accepts in its phase, unit by unit.

    Moves by convoy are included if there are fleets that could carry the army. Left out are orders
    for units of other powers, and other ways to write the same order. If it is known where other
    units were `ordered` to go (None: to stay), supports and convoys for anything else are left out.

    >>> from builder.archive import Archive
    >>> standard = Archive.open().variant("standard")
    >>> book = standard.open(standard.setting.start)
    >>> len(list(possible_orders(book, Power("Italy"))))
    38
    """
    match book.position.phase.step:
        case "movement":
            book.orders = ()
            yield from _movements(book, power, ordered)
        case "retreats":
            for lost in book.driven_out():
                if lost.unit.power == power and lost.refuges:
                    leaving: list[Order] = [*map(orders.Retreat, lost.refuges), orders.Disband()]
                    yield from (Written(power, _reference(lost.unit), order) for order in leaving)
        case "adjustments":
            yield from _adjustments(book, power)


def _movements(
    book: Standard, power: Power, ordered: Mapping[Unit, Code | None] | None
) -> Iterator[Written]:
    aims: dict[Unit, Sequence[Code | None]] = {}
    goals = {}
    for unit in book.position.units:
        if unit.power == power or ordered is None:
            goals[unit] = _goals(book, unit)
        if ordered is None:
            aims[unit] = (None, *dict.fromkeys(to.province for to in goals[unit]))
        elif unit in ordered:
            aims[unit] = (ordered[unit],)
    for unit, ends in goals.items():
        if unit.power == power:
            yield from _movement(book, unit, ends, aims)


def _goals(book: Standard, unit: Unit) -> list[Location]:
    """Where the unit could go: to its neighbours, by convoy, or ashore from a fleet."""
    kind = book.setting.kinds[unit.kind]
    board = book.setting.board
    here = unit.at.province
    if unit.aboard:
        return [board.locations[code] for code in _landings(book, here)]
    near = list(book.map.reach[unit.kind].get(unit.at, {}))
    if kind.convoyed and here in book.map.harbours:
        coasts = (board.locations[code] for code in sorted(book.map.harbours - {here}))
        near += [c for c in coasts if c not in near and book.could_sail(unit, orders.Move(c))]
    return near


def _landings(book: Standard, sea: Code) -> list[Code]:
    """The coasts that an army aboard a fleet in the sea could reach, the fleet moving or not."""
    waters = book.map.waters
    seas = {sea, *(waters[sea] & book.map.ferries)}
    return sorted(book.map.harbours & frozenset[Code]().union(*(waters[at] for at in seas)))


def _movement(
    book: Standard, unit: Unit, goals: Sequence[Location], aims: Aims
) -> Iterator[Written]:
    ref = _reference(unit)
    for order in _candidates(book, unit, goals, aims):
        fault = book.fault(unit, book.settled(unit, order))
        if fault is None or (fault is Reason.UNCONVOYED and book.could_sail(unit, order)):
            yield Written(unit.power, ref, order)
    for kind in dict.fromkeys(book.divides_into(unit)):
        for to in _goals(book, unit._replace(kind=kind, size=1)):
            yield Written(unit.power, ref._replace(part=kind), orders.Move(to))


def _candidates(
    book: Standard, unit: Unit, goals: Sequence[Location], aims: Aims
) -> Iterator[Order]:
    yield orders.Hold()
    reach = book.map.reach[unit.kind].get(unit.at, {})
    locations = book.setting.board.locations
    for to in goals:
        yield orders.Debark(to) if unit.aboard else orders.Move(to)
        if to in reach and book.could_sail(unit, orders.Move(to)):
            yield orders.Move(to, via=True)
    if book.boarding and book.setting.kinds[unit.kind].convoyed:
        for sea in sorted(book.map.shores[unit.at.province] & book.afloat):
            yield orders.Embark(sea)
            landings = (c for c in _landings(book, sea) if c != unit.at.province)
            yield from (orders.Embark(sea, locations[c]) for c in landings)
    yield from _helping(book, unit, aims)


def _helping(book: Standard, unit: Unit, aims: Aims) -> Iterator[Order]:
    """Supports and convoys for other units."""
    lent = book.map.support[unit.kind].get(unit.at, ())
    locations = book.setting.board.locations
    for other, provinces in aims.items():
        if other == unit:
            continue
        places = [locations[code] for code in provinces if code is not None]
        for code in provinces:
            if (code or other.at.province) in lent:
                yield orders.Support(other.at, locations[code] if code else None, other.kind)
        yield from (orders.Convoy(other.at, to, other.kind) for to in (*places, None))


def _adjustments(book: Standard, power: Power) -> Iterator[Written]:
    due = book.dues(book.position).get(power, 0)
    board = book.setting.board
    if due < 0:
        mine = (u for u in book.position.units if u.power == power and book.needs_supply(u))
        yield from (Written(power, _reference(u), orders.Remove(u.at)) for u in mine)
    elif due > 0:
        for code in book.sites(power):
            berths = [place for place in board.locations.values() if place.province == code]
            for kind in book.setting.kinds:
                places = {book.berth(kind, at) for at in berths}
                for at in sorted(p for p in places if isinstance(p, Location)):
                    yield Written(power, UnitRef(at, kind), orders.Build(kind, at))
        if book.choices.waive_builds:
            yield Written(power, None, orders.Waive())


def _reference(unit: Unit) -> UnitRef:
    return UnitRef(unit.at, unit.kind, doubled=unit.size > 1)
