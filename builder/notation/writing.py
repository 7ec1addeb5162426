"""Writes orders in the one form that pages and files use."""

from __future__ import annotations

from builder.model.board import Location
from builder.model.kinds import KindCode, Power
from builder.model.orders import (
    Build,
    Convoy,
    Debark,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Written,
)
from builder.model.setting import Setting


class OrderWriter:
    """Writes orders under one setting; `dash` stands between two places."""

    def __init__(self, setting: Setting, dash: str = "-") -> None:
        self.setting, self.dash = setting, f" {dash} "

    def written(self, written: Written) -> str:
        """A recorded order in canonical form."""
        return self.order(written.unit, written.order)

    def order(self, unit: UnitRef | None, order: Order) -> str:
        """`A Mun - Bur`, `F NTH C A Lon - Nwy`, `Build F Bre`, `Waive`."""
        if isinstance(order, Build):
            return f"Build {order.kind} {order.at}"
        if isinstance(order, Remove):
            return f"Remove {self.unit(unit) if unit else order.at}"
        return f"{self.unit(unit)} {self.action(order)}" if unit else "Waive"

    def unit(self, unit: UnitRef) -> str:
        """`A Mun`, `DCG Iro (army)`, `LA Mun`, `F Cas (Neutral)`."""
        text = f"{'D' * unit.doubled}{'L' * unit.led}{unit.kind or ''} {unit.at}".strip()
        if unit.part:
            text += f" ({self.setting.kinds[unit.part].name})"
        return f"{text} ({unit.power})" if unit.power else text

    def action(self, order: Order) -> str:
        """What the unit is to do: `H`, `- Bur`, `S A Mun - Bur`."""
        match order:
            case Hold():
                return "H"
            case Move():
                return self.move(order)
            case Support(at, to, kind, power):
                return (
                    f"S {self.other(at, kind, power)}{self.towards(to)}"
                    if at
                    else f"S {power} {to}"
                )
            case Convoy(at, to, kind, power):
                return f"C {self.other(at, kind, power)}{self.towards(to)}"
            case _:
                return self.rarely(order)

    def rarely(self, order: Order) -> str:
        """The orders of other phases, and of armies aboard."""
        match order:
            case Retreat(to):
                return f"R {to}"
            case Disband():
                return "disband"
            case Embark(on, to):
                return f"> {on} > {to}" if to else f"> {on}"
            case Debark(to):
                return f"> {to}"
            case _:
                return self.order(None, order)

    def move(self, move: Move) -> str:
        """`- Nwy`, `- Nwy via NTH`, `- Nwy via convoy`, `- SKA C A Lon`."""
        text = self.towards(move.to).lstrip()
        if move.route:
            text += f" via {self.dash.join(move.route)}"
        elif move.via:
            text += " via convoy"
        return f"{text} C A {move.carries}" if move.carries else text

    def towards(self, to: Location | None) -> str:
        """` - Nwy`; nothing for a unit that stays."""
        return f"{self.dash}{to}" if to else ""

    def other(self, at: Location, kind: KindCode | None, power: Power | None) -> str:
        """The unit that an order helps: `A Ven`, `Italian A Ven`, `Ven (Italy)`."""
        nation = self.setting.nation.get(power) if power else None
        if kind and nation:
            return f"{nation.adjective or nation.name} {kind} {at}"
        text = f"{kind} {at}" if kind else f"{at}"
        return f"{text} ({power})" if power else text
