"""Orders as webDiplomacy stores them, each place and power by its number, and the names behind the
numbers.

    {"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move", "toTerrID": 69,
     "fromTerrID": 0, "viaConvoy": "No", "success": "No", "dislodged": "No"}

Its newer files say true and false, and null for no place and no unit. They are one for what was
played and others for what a game is and how it stands; a program that keeps them may put all into
one:

    {"variant": {"id": 1, "name": "Classic"}, "game": {"gameOver": "Won", "turn": 15, …},
     "history": {"gameID": 407459, "phases": […]}}

Two variants, with a fleet in Rome at the start and with builds in every centre, are variants here
as well. The duels are played on the standard board by two of its powers, from where these always
start, while the centres of the others are nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.imports.importer import ARMY, FLEET, KINDS, STANDARD, PhaseSheet, Places, Remark
from builder.imports.json_nodes import JsonNode
from builder.model.board import Code, Location
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

CLASSIC = 1
SAYS = {"yes": True, "true": True, "no": False, "false": False}


class WebdiplomacyTable(NamedTuple):
    """The site's name of a variant, its powers and territories by their numbers, and the variant
    by which it is judged here."""

    name: str
    powers: tuple[str, ...]
    territories: tuple[str, ...]
    judged_by: str = STANDARD


@cache
def tables() -> Mapping[int, WebdiplomacyTable]:
    """The variants that are read, by their numbers; in two the coasts have theirs behind their
    province."""
    told = json.loads(Path(__file__).with_name("tables.json").read_text(encoding="utf-8"))
    return {
        int(number): WebdiplomacyTable(
            known["name"],
            tuple(known.get("powers", told["powers"])),
            tuple(told[known.get("places", "coasts last")]),
            known.get("judged_by", STANDARD),
        )
        for number, known in told["variants"].items()
    }


def whole(data: JsonNode) -> JsonNode:
    """The game as if it were one file; the same if it is."""
    if data["phases"].given or not isinstance(data["history"].value, dict):
        return data
    parts: dict[str, Any] = {}
    for part in (data["game"], data["history"], data):
        parts |= {key: node.value for key, node in part.items() if node.given}
    return JsonNode(parts, data.name, data.way)


def variant(data: JsonNode) -> WebdiplomacyTable:
    """The variant by its number, or its name; the standard game where none is told.

    Raises UnknownWordError for a variant that is not played on the standard board.
    """
    number, named = data["variantID"], data["variant"]
    if not number.given and isinstance(named.value, dict):
        number, named = named["id"], named["name"]
    if number.given or not named.given:
        found = tables().get(number.number(CLASSIC))
    else:
        found = next((t for t in tables().values() if t.name == named.text()), None)
    if found is None:
        known = [f"{at} {table.name}" for at, table in tables().items()]
        told = (number if number.given else named).text()
        raise UnknownWordError("webDiplomacy variant", told, known)
    return found


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
    outcomes, success = set(), stated_success(raw["success"])
    if success is False and type(written.order) is not Hold:
        outcomes.add(Outcome.FAILED)
    if stated_success(raw["dislodged"]):
        outcomes.add(Outcome.DISLODGED)
    if outcomes or success is None:  # without any outcome nothing is known of it
        sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
    sheet.silent = sheet.phase.step == "movement"


def landed(sheet: PhaseSheet) -> Iterator[tuple[Code, Power]]:
    """Where the units of a phase have come to stand."""
    for w in sheet.orders:
        outcomes, goal = sheet.said(w), w.order.to if isinstance(w.order, Move | Retreat) else None
        failed, retreats = Outcome.FAILED in outcomes, isinstance(w.order, Disband | Retreat)
        gone = Outcome.DISLODGED in outcomes or (retreats and (failed or goal is None))
        if w.unit is not None and not gone:
            yield (w.unit.at if failed or goal is None else goal).province, w.issuer
