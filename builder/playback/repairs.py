"""A guess at the one slip that would explain what is printed of a phase that differs.

The slips that are tried: another kind of unit, another letter in a place, another unit or goal for
a support or convoy, an order hidden by a lost comma, and another edition. Of those that explain as
much the likeliest is taken. Nothing is changed.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from builder.model.orders import Convoy, Move, Order, Support, UnitRef, Written
from builder.model.units import Code, Location, Unit
from builder.playback.comparison import Comparison
from builder.playback.replaying import PhaseSources, Stage, judge
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant

MOST = 400  # misread orders tried in a phase
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
    least = (min(count // 2, count - 2), LEAST_LIKELY + 1)
    for slip, orders in islice(_slips(variant, stage, recorded.orders), MOST + len(EDITIONS)):
        played = variant.under(slip.edition, record.house) if slip.edition else variant
        again = recorded._replace(orders=orders)
        left = _differing(judge(played, stage.turn.before, again, PhaseSources(record)))
        cost = len(left), _unlikeliness(slip)
        if cost == (0, 0):
            return slip
        enough = not left or len(left) <= least[0]
        if enough and (best is None or cost < least):
            best = slip._replace(left=left)
            least = cost
    return best


def _unlikeliness(slip: Repair) -> int:
    """How unlikely a slip is: one letter of a code (0), another unit or goal, a lost comma, another
    edition for one phase alone."""
    if slip.printed is None or slip.meant is None:
        return LEAST_LIKELY
    if slip.hidden:
        return 2
    changed = [*zip(_named(slip.printed), _named(slip.meant), strict=True)]
    pairs = [(one, other) for one, other in changed if one != other]
    alike = all(one and other and _alike(one.province, other) for one, other in pairs)
    return 0 if alike else 1


def _named(written: Written) -> tuple[Location | None, Location | None, Location | None]:
    """The places that an order names: of its unit, of the unit that it helps, and its goal."""
    unit = written.unit.at if written.unit else None
    return unit, getattr(written.order, "at", None), getattr(written.order, "to", None)


def _differing(stage: Stage) -> tuple[Comparison, ...]:
    return tuple(c for c in stage.comparisons if c.verdict == "differs")


def _slips(variant: Variant, stage: Stage, orders: Orders) -> Iterator[tuple[Repair, Orders]]:
    """Every slip that is tried, with the orders as they would be without it."""
    yield from islice(_misread_orders(variant, stage, orders), MOST)
    for name in EDITIONS:
        if name != variant.edition:
            yield Repair(name), orders


def _misread_orders(
    variant: Variant, stage: Stage, orders: Orders
) -> Iterator[tuple[Repair, Orders]]:
    """Every order that may have been misread, with the orders as they would be without that."""
    units = {unit.at.province: unit for unit in stage.turn.before.units}
    disputed, homes = set(_disputed(stage)), {w.home for w in orders}
    for i, written in enumerate(orders):
        places = (getattr(written.order, name, None) for name in ("at", "to"))
        if disputed.isdisjoint((written.home, *(place.province for place in places if place))):
            continue
        for meant in _meant(variant, stage, orders, written, units):
            yield Repair("", written, meant), (*orders[:i], meant, *orders[i + 1 :])
        match written.order:
            case Support(Location() as at, Location() as to):
                if at.province not in homes and (there := units.get(at.province)):
                    hidden = Written(there.power, UnitRef(there.at, there.kind), Move(to))
                    yield Repair("", written, hidden, hidden=True), (*orders, hidden)


def _disputed(stage: Stage) -> Iterator[Code]:
    """The provinces that occur in what differs."""
    for c in _differing(stage):
        named = f"{c.recorded} {c.computed}".replace(",", " ").split()
        ends = (c.action.home, c.action.goal or "") if c.action else ()
        yield from (Code(word.partition("/")[0]) for word in (*named, *ends, c.at or ""))


def _meant(
    variant: Variant, stage: Stage, orders: Orders, written: Written, units: Mapping[Code, Unit]
) -> Iterator[Written]:
    """The orders that one may have been meant to be: for another unit, or with another goal."""
    if written.unit is None:
        return
    unit = units.get(written.unit.at.province)
    if unit is None:
        taken = {w.home for w in orders}
        for other in units.values():
            if other.power == written.issuer and other.at.province not in taken:
                yield Written(written.issuer, UnitRef(other.at, other.kind), written.order)
        return
    if written.unit.kind not in (None, unit.kind):
        yield Written(written.issuer, UnitRef(unit.at, unit.kind), written.order)
    reach = variant.setting.board.reach(variant.setting.kinds[unit.kind], stage.phase.season)
    near = {to.province: to for to in reach.get(unit.at, ())}
    for order in _aims(written.order, near, orders, units):
        if order != written.order:
            yield Written(written.issuer, written.unit, order)


def _aims(
    order: Order, near: Mapping[Code, Location], orders: Orders, units: Mapping[Code, Unit]
) -> Iterator[Order]:
    """The orders that differ from one in its goal, or in the unit that it helps."""
    if isinstance(order, Move):
        yield from (Move(to, order.via) for code, to in near.items() if _alike(code, order.to))
        return
    if not isinstance(order, Support | Convoy) or order.at is None:
        return
    helped, goal = order.at.province, order.to.province if order.to else None
    moves = [(w.unit, w.order.to) for w in orders if isinstance(w.order, Move) and w.unit]
    near_misses = [
        (unit, to) for unit, to in moves if (helped == unit.at.province) != (goal == to.province)
    ]
    if isinstance(order, Convoy):
        yield from (Convoy(unit.at, to, order.kind) for unit, to in near_misses)
        return
    yield from (Support(unit.at, to, unit.kind) for unit, to in near_misses if to.province in near)
    yield from (
        Support(units[code].at, None, units[code].kind)
        for code in near
        if code in units and (code == helped or (not goal and _alike(code, order.at)))
    )


def _alike(code: Code, place: Location) -> bool:
    """Do two codes differ in one letter, or in the order of their letters?"""
    one, other = code.lower(), place.province.lower()
    apart = sum(a != b for a, b in zip(one, other, strict=False))
    return one != other and (apart == 1 or sorted(one) == sorted(other))
