"""Orders as webDiplomacy stores them, places and powers by number, and the names of the numbers.

    {"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move", "toTerrID": 69,
     "fromTerrID": 0, "viaConvoy": "No", "success": "No", "dislodged": "No"}

Its newer files have true and false, and null for no place and no unit. The site has one file for
the history and others for the game's settings and state; a program may combine them:

    {"variant": {"id": 1, "name": "Classic"}, "game": {"gameOver": "Won", "turn": 15, …},
     "history": {"gameID": 407459, "phases": […]}}

The variants with a fleet in Rome and with builds in every centre are variants here as well. The
duels are played by two powers from their usual places on the standard board; the home centres of
the others are neutral.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from builder.errors import UnknownWordError
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import ARMY, FLEET, KINDS, STANDARD
from builder.imports.json_nodes import JsonNode
from builder.model import orders
from builder.model.orders import Order, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.units import Code, Location, Power

CLASSIC = 1
SAYS = {"yes": True, "true": True, "no": False, "false": False}


class WebdiplomacyTable(NamedTuple):
    """The site's name for a variant, its powers and territories by number, and the variant by which
    it is judged here."""

    name: str
    powers: tuple[str, ...]
    territories: tuple[str, ...]
    judged_by: str = STANDARD


@cache
def tables() -> Mapping[int, WebdiplomacyTable]:
    """The variants that are read, by number. In two of them coasts are numbered after their
    province, in the others after all provinces."""
    data = json.loads(Path(__file__).with_name("tables.json").read_text(encoding="utf-8"))
    return {
        int(number): WebdiplomacyTable(
            known["name"],
            tuple(known.get("powers", data["powers"])),
            tuple(data[known.get("places", "coasts last")]),
            known.get("judged_by", STANDARD),
        )
        for number, known in data["variants"].items()
    }


def whole(data: JsonNode) -> JsonNode:
    """The parts of a game combined into one mapping; other data as they are."""
    if data["phases"].given or not isinstance(data["history"].value, dict):
        return data
    parts: dict[str, Any] = {}
    for part in (data["game"], data["history"], data):
        parts |= {key: node.value for key, node in part.items() if node.given}
    return JsonNode(parts, data.name, data.way)


def variant(data: JsonNode) -> WebdiplomacyTable:
    """The variant by its number or name; the standard game if neither is given.

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
        asked = (number if number.given else named).text()
        raise UnknownWordError("webDiplomacy variant", asked, known)
    return found


def stated_success(node: JsonNode) -> bool | None:
    """True for yes, False for no, None for any other text."""
    return SAYS.get(node.text().lower())


class WebdipOrders:
    """Reads orders by the numbers of one variant; unknown kinds of units are reported."""

    def __init__(self, game: ForeignGame, table: WebdiplomacyTable) -> None:
        self.game, self.table = game, table

    def place(self, number: JsonNode) -> Location | None:
        """The place with that number."""
        index, named = number.number(), self.table.territories
        return self.game.places.get(named[index]) if 0 < index < len(named) else None

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
            return Written(power, None, orders.Waive(), "Wait")
        kind = KINDS.get(raw["unitType"].text().lower())
        order = self._doing(raw, at) if at else None
        if at is None or order is None:
            return None
        if kind is None and raw["unitType"].text():
            self.game.remark(1, f"{raw['unitType'].way} is not a kind of unit", str(raw.value))
        return Written(power, UnitRef(at, kind), order, self._shown(raw, at))

    def _doing(self, raw: JsonNode, at: Location) -> Order | None:
        to, start = self.place(raw["toTerrID"]), self.place(raw["fromTerrID"])
        plain: dict[str, Order] = {
            "Hold": orders.Hold(), "Disband": orders.Disband(), "Destroy": orders.Remove(at),
            "Build Army": orders.Build(ARMY, at), "Build Fleet": orders.Build(FLEET, at),
        }  # fmt: skip
        found = plain.get(raw["type"].text())
        if found is not None or to is None:
            return found
        match raw["type"].text():
            case "Move":
                return orders.Move(to, via=bool(stated_success(raw["viaConvoy"])))
            case "Retreat":
                return orders.Retreat(to)
            case "Support hold":
                return orders.Support(to)
            case "Support move" if start is not None:
                return orders.Support(start, to)
            case "Convoy" if start is not None:
                return orders.Convoy(start, to, ARMY)
        return None

    def _shown(self, raw: JsonNode, at: Location) -> str:
        aims: Iterable[int] = (raw[key].number() for key in ("fromTerrID", "toTerrID"))
        named = self.table.territories
        places = [named[n] for n in aims if 0 < n < len(named)]
        via = " via convoy" if stated_success(raw["viaConvoy"]) else ""
        words = [raw["unitType"].text(), at.upper(), raw["type"].text().lower(), *places]
        return " ".join(filter(None, words)) + via


def keep(raw: JsonNode, written: Written, sheet: PhaseSheet) -> None:
    """Add the outcomes of an order to its sheet: whether it failed, and its unit was dislodged."""
    if written.unit is None or sheet.phase.step == "adjustments":
        return
    outcomes, success = set(), stated_success(raw["success"])
    if success is False and type(written.order) is not orders.Hold:
        outcomes.add(Outcome.FAILED)
    if stated_success(raw["dislodged"]):
        outcomes.add(Outcome.DISLODGED)
    if outcomes or success is None:  # without any outcome nothing is known of it
        sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
    sheet.silent = sheet.phase.step == "movement"


def landed(sheet: PhaseSheet) -> Iterator[tuple[Code, Power]]:
    """The provinces in which the units of a phase end, and their powers."""
    for w in sheet.orders:
        outcomes = sheet.said(w)
        goal = w.order.to if isinstance(w.order, orders.Move | orders.Retreat) else None
        failed = Outcome.FAILED in outcomes
        retreats = isinstance(w.order, orders.Disband | orders.Retreat)
        gone = Outcome.DISLODGED in outcomes or (retreats and (failed or goal is None))
        if w.unit is not None and not gone:
            yield (w.unit.at if failed or goal is None else goal).province, w.issuer
