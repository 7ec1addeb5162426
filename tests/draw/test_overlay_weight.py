"""An overlay stays small in the busiest phases that were played, and in worse ones made up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from our_archive import replayed
from overlays import overlay
from test_variants import ARCHIVE, sheet

from builder.model.calendar import Phase
from builder.model.orders import Convoy, Move, Order, Support, UnitRef, Written
from builder.model.results import Turn
from builder.model.units import ARMY, FLEET, Kind, Location, Position, Unit
from builder.variant import Variant

MOST = 15_000
EXHIBITIONS = [path for path in ARCHIVE.game_paths if "exhibition" in path.stem]


def weight(variant: Variant, turn: Turn) -> int:
    layers = overlay(sheet(variant.drawing or variant.name), variant.setting, turn)
    return len(layers.lines.encode()) + len(layers.counters.encode())


@pytest.mark.parametrize("path", EXHIBITIONS, ids=lambda path: path.parent.name)
def test_every_phase_of_an_exhibition_game(path: Path) -> None:
    game = ARCHIVE.game(path)
    variant = ARCHIVE.variant(game.variant)
    turns = [stage.turn for stage in replayed(path).stages]
    assert max(len(turn.actions) for turn in turns) >= 7
    assert max(weight(variant, turn) for turn in turns) <= MOST


class Melee:
    """As many units as there are centres, all at each other's throats, every centre owned."""

    def __init__(self, variant: Variant, luck: Random) -> None:
        self.variant, self.luck = variant, luck
        self.setting, self.board = variant.setting, variant.setting.board
        self.season = Phase(self.setting.start.phase.year + 1, "spring", "movement")
        self.units = self.actions_of()
        self.plans: dict[Unit, Order] = {}

    def near(self, kind: Kind, at: Location) -> list[Location]:
        reach = self.board.reach(kind, self.season.season)
        return sorted(reach.get(at, ()), key=str)

    def actions_of(self) -> list[Unit]:
        """Fleets in every sea, then units of either kind."""
        places = sorted(self.board.locations.values(), key=str)
        self.luck.shuffle(places)
        places.sort(key=lambda at: not self.board.provinces[at.province].ferries)
        found: dict[str, Unit] = {}
        for at in places:
            fit = [kind for kind in (ARMY, FLEET) if self.near(kind, at)]
            if fit and at.province not in found:
                power = self.luck.choice(self.setting.powers)
                found[at.province] = Unit(power, self.luck.choice(fit).code, at)
        return list(found.values())[: len(list(self.board.centres))]

    def played(self, helpers: float, carriers: float) -> Turn:
        """The season: of the units these shares support others or carry them, where they can."""
        setting = self.setting
        for unit in self.units:
            if unit.kind == FLEET.code and self.luck.random() < carriers:
                self.embark(unit)
        for unit in self.units:
            if unit not in self.plans and self.luck.random() >= helpers:
                goals = self.near(setting.kinds[unit.kind], unit.at)
                self.plans[unit] = Move(self.luck.choice(goals))
        for unit in self.units:
            if unit not in self.plans:
                self.plans |= dict(self.support(unit))
        owners = {
            c.code: setting.powers[n % len(setting.powers)]
            for n, c in enumerate(self.board.centres)
        }
        orders = [
            Written(unit.power, UnitRef(unit.at, unit.kind), order, "")
            for unit, order in self.plans.items()
        ]
        position = Position(self.season, tuple(self.units), owners)
        return self.variant.open(position).play(orders)

    def embark(self, fleet: Unit) -> None:
        """Have a fleet carry some army from one of its shores to another."""
        shores = self.board.waters(self.season.season).get(fleet.at.province, frozenset())
        lands = sorted(c for c in shores if self.board.provinces[c].terrain != "sea")
        armies = [u for u in self.units if u.kind == ARMY.code and u.at.province in lands]
        waiting = [u for u in armies if u not in self.plans]
        if waiting:
            army = self.luck.choice(waiting)
            goal = Location(self.luck.choice([c for c in lands if c != army.at.province]))
            self.plans |= {army: Move(goal, via=True), fleet: Convoy(army.at, goal)}

    def support(self, unit: Unit) -> Iterator[tuple[Unit, Order]]:
        near = {at.province for at in self.near(self.setting.kinds[unit.kind], unit.at)}
        moves = [(u, o.to) for u, o in self.plans.items() if isinstance(o, Move)]
        helped = [(u, to) for u, to in moves if to.province in near]
        if helped:
            one, to = self.luck.choice(helped)
            yield unit, Support(one.at, to)


@pytest.mark.parametrize("name", ARCHIVE.variant_names)
@pytest.mark.parametrize(("helpers", "carriers"), [(0.0, 0.0), (0.4, 0.0), (0.7, 0.0), (0.2, 1.0)])
def test_a_melee_of_all_that_a_board_can_feed(name: str, helpers: float, carriers: float) -> None:
    variant = ARCHIVE.variant(name)
    for seed in range(3):
        turn = Melee(variant, Random(seed)).played(helpers, carriers)
        assert sum(not a.fault for a in turn.actions) > len(turn.actions) / 2
        assert weight(variant, turn) <= MOST
