"""Random positions judged by us and by the Python package `diplomacy`, order for order.

    pip install diplomacy
    python tests/bench/cross_check.py --positions 50000 --seed 1

Positions are seeded and unlikely: many units, fleets in every sea, convoys, supports of
everything. What differs is printed with both results. Known quirks of that package, which are
not counted: it lists occupied provinces as retreats of a unit dislodged by a convoyed army, it
destroys dislodged units without retreats at once, and it drops impossible orders, so that such
a unit holds; an army sent by convoy without any convoy order stands and may be supported there.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from diplomacy import Game

from builder.archive import Archive
from builder.model.findings import Reason
from builder.model.orders import Convoy, Hold, Move, Order, Support, UnitRef, Written
from builder.model.results import Turn
from builder.model.units import Code, KindCode, Location, Position, Unit
from builder.variant import Variant

ROOT = Path(__file__).resolve().parents[2]
ARMY, FLEET = KindCode("A"), KindCode("F")


class Table:
    """Deals positions and orders on the standard board."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self.variant, self.setting = variant, variant.setting
        self.board = variant.setting.board
        self.dice = random.Random(seed)
        self.reach = {
            kind: self.board.reach(self.setting.kinds[kind], "spring") for kind in (ARMY, FLEET)
        }
        self.places = {
            kind: sorted(place for place, ends in reach.items() if ends)
            for kind, reach in self.reach.items()
        }
        self.coasts = sorted(c for c, p in self.board.provinces.items() if p.terrain == "coast")

    def position(self) -> Position:
        """Some 12 to 45 units, more of them at sea than in life."""
        units: dict[str, Unit] = {}
        for _ in range(self.dice.randint(12, 45)):
            kind = FLEET if self.dice.random() < 0.5 else ARMY
            place = self.dice.choice(self.places[kind])
            power = self.dice.choice(self.setting.powers)
            units.setdefault(place.province, Unit(power, kind, place))
        start = self.setting.start
        return start._replace(units=tuple(units.values()))

    def orders(self, position: Position) -> list[Written]:
        """One lawful order for every unit, bent towards quarrels and convoys."""
        where = {u.at.province: u for u in position.units}
        moves = {u: self.destination(u) for u in position.units}
        passages = [self.passage(u) for u in position.units if u.kind == ARMY]
        told: dict[Unit, Order] = {}
        for unit, order in (p for p in passages if p is not None):
            if self.dice.random() < 0.35:
                told[unit] = order
        for unit in position.units:
            if unit not in told:
                told[unit] = self.order(unit, moves, told, where)
        return [Written(u.power, UnitRef(u.at, u.kind), o, "") for u, o in told.items()]

    def destination(self, unit: Unit) -> Location:
        return self.dice.choice(sorted(self.reach[unit.kind][unit.at]))

    def passage(self, unit: Unit) -> tuple[Unit, Move] | None:
        if self.board.provinces[unit.at.province].terrain != "coast":
            return None
        goal = self.dice.choice(self.coasts)
        if goal == unit.at.province:
            return None
        place = self.board.locations[goal]
        return unit, Move(place, via=place in self.reach[ARMY].get(unit.at, {}))

    def order(
        self,
        unit: Unit,
        moves: dict[Unit, Location],
        told: dict[Unit, Order],
        where: dict[str, Unit],
    ) -> Order:
        roll = self.dice.random()
        sea = self.board.provinces[unit.at.province].ferries
        sailing = [u for u, o in told.items() if isinstance(o, Move) and u.kind == ARMY]
        if sea and sailing and roll < 0.5:
            army = self.dice.choice(sailing)
            goal = told[army]
            assert isinstance(goal, Move)
            return Convoy(army.at, goal.to, ARMY)
        if roll < 0.75:
            near = sorted({p.province for p in self.reach[unit.kind][unit.at]})
            helped = [u for u in moves if u is not unit and self.aim(u, moves, told) in near]
            if helped:
                other = self.dice.choice(helped)
                return self.support(other, moves, told)
        return Move(moves[unit]) if roll < 0.95 else Hold()

    def aim(self, unit: Unit, moves: dict[Unit, Location], told: dict[Unit, Order]) -> str:
        order = told.get(unit)
        if isinstance(order, Move):
            return order.to.province
        return (
            unit.at.province if isinstance(order, Support | Convoy | Hold) else moves[unit].province
        )

    def support(self, other: Unit, moves: dict[Unit, Location], told: dict[Unit, Order]) -> Support:
        order = told.get(other)
        if isinstance(order, Move):
            return Support(other.at, order.to, other.kind)
        if order is not None:
            return Support(other.at, None, other.kind)
        return Support(other.at, self.board.locations[moves[other].province], other.kind)


def theirs(game: Game, position: Position, orders: Sequence[Written]) -> set[str]:
    """Where every unit stands or is dislodged by the package's judgement."""
    game.clear_units()
    game.clear_orders()
    game.set_current_phase("S1901M")
    for power in game.powers:
        units = [u for u in position.units if u.power.upper() == power]
        game.set_units(power, [f"{u.kind} {u.at.upper()}" for u in units])
    where = {u.at.province: u for u in position.units}
    for power in game.powers:
        mine = [w for w in orders if w.issuer.upper() == power]
        game.set_orders(power, [spelt(w, where) for w in mine])
    game.process()
    return {f"{power} {unit}" for power, units in game.get_units().items() for unit in units}


def spelt(w: Written, where: dict[Code, Unit]) -> str:
    """An order in the package's words; `where` has the units by their provinces."""
    assert w.unit is not None
    unit, order = where[w.unit.at.province], w.order
    head = f"{unit.kind} {unit.at.upper()}"
    match order:
        case Move():
            return f"{head} - {order.to.upper()}{' VIA' if order.via else ''}"
        case Support():
            assert order.at is not None
            helped = where.get(order.at.province)
            kind, place = (helped.kind, helped.at) if helped else ("A", order.at)
            tail = f" - {order.to.province.upper()}" if order.to else ""
            return f"{head} S {kind} {place.upper()}{tail}"
        case Convoy():
            assert order.to is not None
            return f"{head} C A {order.at.upper()} - {order.to.upper()}"
    return f"{head} H"


def ours(turn: Turn) -> set[str]:
    """The same of our judgement."""
    found = {f"{u.power.upper()} {u.kind} {u.at.upper()}" for u in turn.after.units}
    return found | {
        f"{d.unit.power.upper()} *{d.unit.kind} {d.unit.at.upper()}"
        for d in turn.dislodged
        if d.refuges
    }


def quirk(turn: Turn, orders: Sequence[Written]) -> str:
    """The known reason for which the two may differ here, if there is one."""
    faults = {f.why for f in turn.faults.values()}
    if Reason.UNCONVOYED in faults:
        return "an army sent by convoy that nobody ordered"
    if faults:
        return "an order that it drops"
    if any(f.why is Reason.PARADOX for f in turn.findings.values()):
        return "a convoy paradox"
    by_land = {
        w.order.to
        for w in orders
        if isinstance(w.order, Move)
        and not w.order.via
        and any(
            isinstance(o.order, Convoy) and o.order.at == (w.unit and w.unit.at) for o in orders
        )
    }
    return "a convoy between neighbours" if by_land else ""


def differing(count: int, seed: int) -> Iterator[tuple[Position, list[Written], set[str], str]]:
    """Every position on which the two do not agree, with what only one of them has."""
    table = Table(Archive(ROOT).variant("standard"), seed)
    game = Game()
    for _ in range(count):
        position = table.position()
        orders = table.orders(position)
        turn = table.variant.open(position).play(orders)
        apart = ours(turn) ^ theirs(game, position, orders)
        if apart:  # a game of theirs that was used before may remember convoys
            apart = ours(turn) ^ theirs(Game(), position, orders)
        if apart:
            yield position, orders, apart, quirk(turn, orders)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="differences to print in full")
    given = parser.parse_args()
    start = time.perf_counter()
    excused: dict[str, int] = {}
    open_ones = 0
    for position, orders, apart, excuse in differing(given.positions, given.seed):
        if excuse:
            excused[excuse] = excused.get(excuse, 0) + 1
            continue
        open_ones += 1
        if open_ones <= given.show:
            where = {u.at.province: u for u in position.units}
            print("\n".join(f"{w.issuer}: {spelt(w, where)}" for w in orders))
            print("   only one of both:", sorted(apart), "\n")
    print(f"{given.positions} positions in {time.perf_counter() - start:.0f} s")
    for excuse, number in sorted(excused.items()):
        print(f"  {number} differ by {excuse}")
    print(f"  {open_ones} differ without a known reason")


if __name__ == "__main__":
    main()
