"""Units and orders as the package `diplomacy` writes them: `A MAR S A PAR - BUR`, `F BRE B`."""

from __future__ import annotations

from collections.abc import Callable

from builder.errors import ArchiveError
from builder.imports.importer import KINDS, Places
from builder.model.board import Location
from builder.model.calendar import Phase, Step
from builder.model.kinds import Power
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
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.notation.notation import parse_order

PLAIN: dict[str, Callable[[Unit, Step], Order]] = {
    "H": lambda _, __: Hold(),
    "B": lambda unit, _: Build(unit.kind, unit.at),
    "D": lambda unit, step: Remove(unit.at) if step == "adjustments" else Disband(),
}


class SavedOrders:
    """Reads single units and orders on one board."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.places = Places(setting.board)

    def unit(self, power: Power, text: str) -> Unit | None:
        """`F STP/SC`; None where it is no unit."""
        kind, _, where = text.strip().partition(" ")
        at = self.places.get(where.strip())
        return Unit(power, KINDS[kind.lower()], at) if at and kind.lower() in KINDS else None

    def order(self, text: str, phase: Phase, power: Power) -> Written | None:
        """One order; in another notation, too, as far as it can be understood."""
        if text.strip().upper() == "WAIVE":
            return Written(power, None, Waive(), text)
        words = text.split()
        unit = self.unit(power, " ".join(words[:2]))
        order = self._doing(unit, words[2:], phase.step) if unit else None
        if unit is not None and order is not None:
            return Written(power, UnitRef(unit.at, unit.kind), order, text)
        try:
            return parse_order(text, self.setting, phase, power)
        except ArchiveError:
            return None

    def _doing(self, unit: Unit, words: list[str], step: Step) -> Order | None:
        """What `- BUR`, `S A PAR - BUR`, `C A PAR - BUR`, `H`, `R GAS`, `B` or `D` bid."""
        verb, *rest = words or [""]
        via = rest[-1:] == ["VIA"]
        if verb in PLAIN and not rest:
            return PLAIN[verb](unit, step)
        to = self.places.get(rest[-1 - via]) if len(rest) > via else None
        if to is None:
            return None
        if verb in ("-", "R"):
            via |= "-" in rest
            return Retreat(to) if step == "retreats" else Move(to, via=via)
        return self._helping(verb, rest, to)

    def _helping(self, verb: str, rest: list[str], to: Location) -> Order | None:
        other = self.unit(Power(""), " ".join(rest[:2]))
        if other is None or verb not in ("S", "C"):
            return None
        if verb == "C":
            return Convoy(other.at, to, other.kind)
        return Support(other.at, to if "-" in rest else None, other.kind)
