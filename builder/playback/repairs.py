"""A guess at the one slip that would explain what is printed of a phase that differs.

The slips that are tried: another kind of unit, another letter in a place, another unit or goal for
a support or convoy, an order hidden by a lost comma, and another edition. Of those that explain as
much the likeliest is taken. Nothing is changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from builder.model.orders import Convoy, Move, Order, Support, UnitRef, Written
from builder.model.units import Code, Location, UnitByProvince
from builder.playback.comparison import Comparison
from builder.playback.replaying import PhaseSources, Stage, judge
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant

MOST_MISREAD_ORDERS = 400  # tried in a phase
LEAST_LIKELY = 3
Orders = tuple[Written, ...]


class Repair(NamedTuple):
    """One slip: the edition under which results agree, or an order as printed and as meant.
    `left` are the comparisons that still differ. `hidden` says that the order `meant` was hidden
    behind the printed one by a lost comma."""

    edition: str = ""
    printed: Written | None = None
    meant: Written | None = None
    left: tuple[Comparison, ...] = ()
    hidden: bool = False


def repair(variant: Variant, record: Record, stage: Stage) -> Repair | None:
    """The slip that explains most of what differs in a phase; None if there is none.
    It must explain all of it, or at least half of it and two comparisons. `variant` is the game's,
    as `under` gives it."""
    recorded = stage.recorded
    count = len(_differing(stage))
    if recorded is None or not count:
        return None
    best: Repair | None = None
    most_left = min(count // 2, count - 2)
    least_cost = (most_left, LEAST_LIKELY + 1)
    for slip, orders in _slips(variant, stage, recorded.orders):
        played = variant.under(slip.edition, record.house) if slip.edition else variant
        corrected = recorded._replace(orders=orders)
        left = _differing(judge(played, stage.turn.before, corrected, PhaseSources(record)))
        cost = (len(left), _unlikeliness(slip))
        if cost == (0, 0):
            return slip
        explains_enough = not left or len(left) <= most_left
        if explains_enough and (best is None or cost < least_cost):
            best = slip._replace(left=left)
            least_cost = cost
            most_left = len(left)
    return best


def _unlikeliness(slip: Repair) -> int:
    """How unlikely a slip is: one letter of a code (0), another unit or goal, a lost comma, another
    edition for one phase alone."""
    if slip.printed is None or slip.meant is None:
        return LEAST_LIKELY
    if slip.hidden:
        return 2
    places = zip(_places(slip.printed), _places(slip.meant), strict=True)
    for printed, meant in places:
        if printed == meant:
            continue
        if printed is None or meant is None or not _alike(printed.province, meant):
            return 1
    return 0


def _places(written: Written) -> tuple[Location | None, Location | None, Location | None]:
    """The places that an order names: of its unit, of the unit that it helps, and its goal."""
    unit = written.unit.at if written.unit else None
    return unit, getattr(written.order, "at", None), getattr(written.order, "to", None)


def _differing(stage: Stage) -> tuple[Comparison, ...]:
    return tuple(c for c in stage.comparisons if c.verdict == "differs")


def _slips(variant: Variant, stage: Stage, orders: Orders) -> Iterator[tuple[Repair, Orders]]:
    """Every slip that is tried, with the orders as they would be without it."""
    yield from islice(_misread_orders(variant, stage, orders), MOST_MISREAD_ORDERS)
    for name in EDITIONS:
        if name != variant.edition:
            yield Repair(edition=name), orders


def _misread_orders(
    variant: Variant, stage: Stage, orders: Orders
) -> Iterator[tuple[Repair, Orders]]:
    """Every order that may have been misread, with the orders as they would be without that."""
    unit_in = {unit.at.province: unit for unit in stage.turn.before.units}
    disputed = _disputed(stage)
    ordered = {written.home for written in orders}
    for index, written in enumerate(orders):
        provinces = {place.province for place in _places(written) if place}
        if disputed.isdisjoint(provinces):
            continue
        for meant in _orders_meant(variant, stage, orders, written, unit_in):
            corrected = (*orders[:index], meant, *orders[index + 1 :])
            yield Repair(printed=written, meant=meant), corrected
        match written.order:
            case Support(Location() as at, Location() as to):
                unit = unit_in.get(at.province)
                if unit is not None and at.province not in ordered:
                    hidden = Written(unit.power, UnitRef(unit.at, unit.kind), Move(to))
                    yield Repair(printed=written, meant=hidden, hidden=True), (*orders, hidden)


def _disputed(stage: Stage) -> set[Code]:
    """The provinces that occur in what differs."""
    provinces: set[Code] = set()
    for comparison in _differing(stage):
        words = f"{comparison.recorded} {comparison.computed}".replace(",", " ").split()
        provinces.update(Code(word.partition("/")[0]) for word in words)
        if comparison.at is not None:
            provinces.add(comparison.at.province)
        if comparison.action is not None:
            provinces.add(comparison.action.home)
            if comparison.action.goal is not None:
                provinces.add(comparison.action.goal)
    return provinces


def _orders_meant(
    variant: Variant, stage: Stage, orders: Orders, written: Written, unit_in: UnitByProvince
) -> Iterator[Written]:
    """The orders that one may have been meant to be: for another unit, or with another goal."""
    if written.unit is None:
        return
    unit = unit_in.get(written.unit.at.province)
    if unit is None:
        ordered = {other.home for other in orders}
        for other in unit_in.values():
            if other.power == written.issuer and other.at.province not in ordered:
                yield Written(written.issuer, UnitRef(other.at, other.kind), written.order)
        return
    if written.unit.kind not in (None, unit.kind):
        yield Written(written.issuer, UnitRef(unit.at, unit.kind), written.order)
    reach = variant.setting.board.reach(variant.setting.kinds[unit.kind], stage.phase.season)
    neighbours = {to.province: to for to in reach.get(unit.at, ())}
    for order in _other_aims(written.order, neighbours, orders, unit_in):
        if order != written.order:
            yield Written(written.issuer, written.unit, order)


def _other_aims(
    order: Order, neighbours: Mapping[Code, Location], orders: Orders, unit_in: UnitByProvince
) -> Iterator[Order]:
    """The orders that differ from one in its goal, or in the unit that it helps."""
    match order:
        case Move():
            goals = [to for code, to in neighbours.items() if _alike(code, order.to)]
            yield from (Move(to, order.via) for to in goals)
        case Convoy(Location()):
            moves = _moves_half_named(order, orders)
            yield from (Convoy(unit.at, to, order.kind) for unit, to in moves)
        case Support(Location()):
            for unit, to in _moves_half_named(order, orders):
                if to.province in neighbours:
                    yield Support(unit.at, to, unit.kind)
            yield from _supports_to_hold(order, neighbours, unit_in)


def _moves_half_named(
    order: Support | Convoy, orders: Orders
) -> Iterator[tuple[UnitRef, Location]]:
    """The moves of which a support or convoy names either the unit or the goal, but not both."""
    assert order.at is not None
    goal = order.to.province if order.to else None
    for written in orders:
        if written.unit is None or not isinstance(written.order, Move):
            continue
        to = written.order.to
        same_unit = order.at.province == written.unit.at.province
        same_goal = goal == to.province
        if same_unit != same_goal:
            yield written.unit, to


def _supports_to_hold(
    order: Support, neighbours: Iterable[Code], unit_in: UnitByProvince
) -> Iterator[Support]:
    """Supports that a unit may have been meant to give to a neighbour that holds."""
    assert order.at is not None
    for code in neighbours:
        unit = unit_in.get(code)
        misspelled = order.to is None and _alike(code, order.at)
        if unit is not None and (code == order.at.province or misspelled):
            yield Support(unit.at, None, unit.kind)


def _alike(code: Code, place: Location) -> bool:
    """Do two codes differ in one letter, or in the order of their letters?"""
    one = code.lower()
    other = place.province.lower()
    if one == other:
        return False
    differing = sum(action != b for action, b in zip(one, other, strict=False))
    return differing == 1 or sorted(one) == sorted(other)
