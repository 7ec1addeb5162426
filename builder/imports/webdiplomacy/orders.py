"""Orders as webDiplomacy stores them, each place and power by its number.

    {"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move", "toTerrID": 69,
     "fromTerrID": 0, "viaConvoy": "No", "success": "No", "dislodged": "No"}

Its newer files say true and false, and null for no place and no unit.
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.imports.importer import ARMY, FLEET, KINDS, PhaseSheet, Places, Remark
from builder.imports.json_nodes import JsonNode
from builder.imports.webdiplomacy.tables import WebdiplomacyTable
from builder.model.board import Location
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
from builder.model.outcomes import Outcome
from builder.model.setting import Setting

SAYS = {"yes": True, "true": True, "no": False, "false": False}


def stated_success(node: JsonNode) -> bool | None:
    """Yes or no; None where nothing is said."""
    return SAYS.get(node.text().lower())


class WebdipOrders:
    """Reads orders by the numbers of one variant; what is odd goes to `remarks`."""

    def __init__(self, setting: Setting, table: WebdiplomacyTable, remarks: list[Remark]) -> None:
        self.places, self.table, self.remarks = Places(setting.board), table, remarks

    def place(self, number: JsonNode) -> Location | None:
        """The place with that number."""
        index, named = number.number(), self.table.territories
        return self.places.get(named[index]) if 0 < index < len(named) else None

    def power(self, number: JsonNode) -> Power | None:
        """The power with that number."""
        index, named = number.number(), self.table.powers
        return Power(named[index]) if 0 < index < len(named) else None

    def order(self, raw: JsonNode) -> Written | None:
        """One order; None where it cannot be understood."""
        power, at = self.power(raw["countryID"]), self.place(raw["terrID"])
        if power is None:
            return None
        if raw["type"].text() == "Wait":
            return Written(power, None, Waive(), "Wait")
        kind = KINDS.get(raw["unitType"].text().lower())
        order = self._doing(raw, at) if at else None
        if at is None or order is None:
            return None
        if kind is None and raw["unitType"].text():
            self.remarks.append(
                Remark(1, f"{raw['unitType'].way} is no kind of unit", str(raw.value))
            )
        return Written(power, UnitRef(at, kind), order, self._shown(raw, at))

    def _doing(self, raw: JsonNode, at: Location) -> Order | None:
        to, start = self.place(raw["toTerrID"]), self.place(raw["fromTerrID"])
        plain: dict[str, Order] = {
            "Hold": Hold(), "Disband": Disband(), "Destroy": Remove(at),
            "Build Army": Build(ARMY, at), "Build Fleet": Build(FLEET, at),
        }  # fmt: skip
        found = plain.get(raw["type"].text())
        if found is not None or to is None:
            return found
        match raw["type"].text():
            case "Move":
                return Move(to, via=bool(stated_success(raw["viaConvoy"])))
            case "Retreat":
                return Retreat(to)
            case "Support hold":
                return Support(to)
            case "Support move" if start is not None:
                return Support(start, to)
            case "Convoy" if start is not None:
                return Convoy(start, to, ARMY)
        return None

    def _shown(self, raw: JsonNode, at: Location) -> str:
        aims: Iterable[int] = (raw[key].number() for key in ("fromTerrID", "toTerrID"))
        named = self.table.territories
        places = [named[n] for n in aims if 0 < n < len(named)]
        via = " via convoy" if stated_success(raw["viaConvoy"]) else ""
        words = [raw["unitType"].text(), at.upper(), raw["type"].text().lower(), *places]
        return " ".join(filter(None, words)) + via


def keep(raw: JsonNode, written: Written, sheet: PhaseSheet) -> None:
    """Keep what is said of an order: whether it failed, and whether its unit was driven out."""
    if written.unit is None or sheet.phase.step == "adjustments":
        return
    outcomes = set()
    if stated_success(raw["success"]) is False and type(written.order) is not Hold:
        outcomes.add(Outcome.FAILED)
    if stated_success(raw["dislodged"]):
        outcomes.add(Outcome.DISLODGED)
    if outcomes:
        sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
    sheet.silent = sheet.phase.step == "movement"
