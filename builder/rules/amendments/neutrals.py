"""Neutral units: who may order them, and what they may do."""

from collections import Counter
from collections.abc import Iterable, Sequence

from builder.model.findings import Action, Reason
from builder.model.orders import Move, Order, Written
from builder.model.units import CONTROLLER, Dislodged, Location, Position, Power, Unit
from builder.rules.standard import Standard


class NeutralUnits(Standard):
    """Neutral units hold, support and convoy, and never move; one that is dislodged is destroyed.
    A power with fewer units than any other controls them once it sends orders for them, until
    another power that then has the fewest units does so.
    (Classix, rule 3; rulings CX-N1 to CX-N4)"""

    controller: Power | None = None

    def actions_of(self, orders: Sequence[Written]) -> list[Action]:
        """Decide who controls the neutral units, before orders are accepted."""
        self.controller = self.taken_over(orders)
        return super().actions_of(orders)

    def commands(self, issuer: Power, unit: Unit) -> bool:
        """May that power order the unit?"""
        mine = self.is_neutral(unit.power) and issuer == self.controller
        return mine or super().commands(issuer, unit)

    def fault(self, unit: Unit, order: Order) -> Reason | None:
        """Why the order cannot be carried out whatever other units do; a neutral cannot move."""
        if type(order) is Move and self.is_neutral(unit.power):
            return Reason.NEUTRALS_STAY
        return super().fault(unit, order)

    def refuges(self, d: Dislodged, units: Iterable[Unit]) -> tuple[Location, ...]:
        """The places to which a unit may retreat: none for a neutral unit."""
        return () if self.is_neutral(d.unit.power) else super().refuges(d, units)

    def dues(self, position: Position) -> dict[Power, int]:
        """Builds or removals due; neutral units are neither built nor removed."""
        due = super().dues(position)
        return {p: 0 if self.is_neutral(p) else count for p, count in due.items()}

    def after_moves(self, units: Sequence[Unit], fallen: tuple[Dislodged, ...]) -> Position:
        """The next position, which remembers who controls the neutral units."""
        position = super().after_moves(units, fallen)
        memory = {k: v for k, v in position.memory.items() if k != CONTROLLER}
        if self.controller:
            memory[CONTROLLER] = self.controller
        return position._replace(memory=memory)

    # Who controls them

    def is_neutral(self, power: Power) -> bool:
        """Is the nation unplayed?"""
        return not self.setting.nation[power].playable

    def taken_over(self, orders: Sequence[Written]) -> Power | None:
        """The power that controls the neutral units in this phase, given these orders."""
        counts = Counter(u.power for u in self.position.units if not self.is_neutral(u.power))
        commanding = {w.issuer for w in orders if self.is_for_neutral(w)}
        smallest = self.smallest(counts)
        if smallest in commanding:
            return smallest
        controller = self.position.controller
        if controller not in counts:
            return None
        if self.setting.chosen("tie_takes_control"):
            rivals = [p for p in fewest(counts) if p in commanding and p != controller]
            return rivals[0] if len(rivals) == 1 else controller
        return controller

    def is_for_neutral(self, w: Written) -> bool:
        """Is it an order for a neutral unit?"""
        unit = self.addressed(w)
        return unit is not None and self.is_neutral(unit.power)

    def smallest(self, counts: Counter[Power]) -> Power | None:
        """The power with fewer units than any other; of several, none or one drawn by lot."""
        equal = fewest(counts)
        if len(equal) == 1:
            return equal[0]
        phase = self.position.phase
        lots = self.setting.chosen("fewest_units_lot") or phase in self.setting.lots_drawn
        return self.setting.lot(phase, equal) if equal and lots else None


def fewest(counts: Counter[Power]) -> list[Power]:
    """The power with the fewest units, or all that are equal."""
    least = min(counts.values(), default=0)
    return sorted(power for power, count in counts.items() if count == least)
