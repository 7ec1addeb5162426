"""The smallest repair of a phase that differs: one slip that would explain what is printed.

Tried are another edition, another kind of unit, one other letter of a place, another unit or goal
for a support or convoy, and an order that a lost comma hides. A repair is a guess: nothing is
changed by it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.model.board import Code, Location
from builder.model.orders import Convoy, Move, Order, Support, UnitRef, Written
from builder.model.outcomes import VOCABULARIES
from builder.model.units import Unit
from builder.playback.comparison import Comparison
from builder.playback.replaying import Stage, judge
from builder.record import Record
from builder.rules.editions import EDITIONS
from builder.variant import Variant

MOST = 400
Orders = tuple[Written, ...]


class Repair(NamedTuple):
    """One slip: an edition, or an order as printed and as it may be meant (None: not printed).

    `left` is what differs even then; nothing, if everything printed agrees. `hidden` says that a
    lost comma hid the order.
    """

    edition: str = ""
    printed: Written | None = None
    meant: Written | None = None
    left: tuple[Comparison, ...] = ()
    hidden: bool = False


def repair(variant: Variant, record: Record, stage: Stage) -> Repair | None:
    """The slip that explains most of what differs in a phase: all of it, or at least half and more
    than one thing; None where there is none. `variant` is the game's, as `under` gives it."""
    recorded, most = stage.recorded, _differing(stage)
    if recorded is None or not most:
        return None
    rulings = [r for r in record.rulings if r.phase == stage.phase]
    best: Repair | None = None
    for number, (slip, orders) in enumerate(_slips(variant, stage, recorded.orders)):
        played = variant.under(slip.edition, record.house) if slip.edition else variant
        again = recorded._replace(orders=orders)
        trial = judge(played, stage.turn.before, again, rulings, VOCABULARIES[record.words])
        left = _differing(trial)
        if not left:
            return slip
        if 2 * len(left) <= len(most) and len(left) < len(best.left if best else most) - (not best):
            best = slip._replace(left=left)
        if number >= MOST:
            break
    return best


def _differing(stage: Stage) -> tuple[Comparison, ...]:
    return tuple(c for c in stage.comparisons if c.verdict == "differs")


def _slips(variant: Variant, stage: Stage, orders: Orders) -> Iterator[tuple[Repair, Orders]]:
    """Every slip that is tried, with the orders as they would be without it."""
    for name in EDITIONS:
        if name != variant.edition:
            yield Repair(name), orders
    units = {unit.at.province: unit for unit in stage.turn.before.units}
    near, homes = set(_touched(stage)), {w.home for w in orders}
    for i, written in enumerate(orders):
        if near.isdisjoint(_places(written)):
            continue
        for meant in _meant(variant, stage, orders, written, units):
            yield Repair("", written, meant), (*orders[:i], meant, *orders[i + 1 :])
        order = written.order
        there = units.get(order.at.province) if isinstance(order, Support) and order.at else None
        if there and isinstance(order, Support) and order.to and there.at.province not in homes:
            hidden = Written(there.power, UnitRef(there.at, there.kind), Move(order.to))
            yield Repair("", written, hidden, hidden=True), (*orders, hidden)


def _touched(stage: Stage) -> Iterator[Code]:
    """The provinces that what differs is about."""
    for c in _differing(stage):
        if c.action is not None:
            yield from filter(None, (c.action.home, c.action.goal))
        for word in f"{c.recorded} {c.computed}".replace(",", " ").split():
            yield Code(word.partition("/")[0])
        if c.at is not None:
            yield c.at.province


def _places(written: Written) -> set[Code]:
    ends = (getattr(written.order, name, None) for name in ("at", "to"))
    return {place.province for place in ends if place} | {*filter(None, (written.home,))}


def _meant(
    variant: Variant, stage: Stage, orders: Orders, written: Written, units: Mapping[Code, Unit]
) -> Iterator[Written]:
    """What one order may be meant for: another kind or place of its unit, other aims."""
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
    """The orders that differ from one in a single aim."""
    if isinstance(order, Move):
        yield from (Move(to, order.via) for code, to in near.items() if _alike(code, order.to))
        return
    if not isinstance(order, Support | Convoy) or order.at is None:
        return
    helped, goal = order.at.province, order.to.province if order.to else None
    for w in orders:
        if not isinstance(w.order, Move) or w.unit is None:
            continue
        same = helped == w.home, goal == w.order.to.province
        if same[0] != same[1] and isinstance(order, Convoy):
            yield Convoy(w.unit.at, w.order.to, order.kind)
        elif same[0] != same[1] and w.order.to.province in near:
            yield Support(w.unit.at, w.order.to, w.unit.kind)
    if isinstance(order, Support):
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
