"""webDiplomacy's own API: territories and powers by number, a turn for every season.

    {"gameID": 407459, "variantID": 1, "phases": [
      {"turn": 0, "phase": "Diplomacy",
       "units": [{"unitType": "Fleet", "retreating": "No", "terrID": 27, "countryID": 7}],
       "orders": [{"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move",
                   "toTerrID": 69, "fromTerrID": 0, "viaConvoy": "No",
                   "success": "No", "dislodged": "No"}],
       "centers": [{"terrID": 2, "countryID": 1}]}, …]}

Turn 0 is Spring 1901. The units and centres of a phase are those it starts from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.errors import UnknownWordError
from builder.formats.foreign.reading import (
    ARMY,
    FLEET,
    KINDS,
    Document,
    Imported,
    Importer,
    Places,
    Remark,
    Settings,
    Sheet,
)
from builder.model.board import Code, Location
from builder.model.calendar import Phase
from builder.model.findings import Outcome
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
from builder.record import Record, Source

POWERS = ("", "England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
TERRITORIES: tuple[str, ...] = (
    "-", "CLY", "EDI", "LVP", "YOR", "WAL", "LON", "POR", "SPA", "NAF", "TUN", "NAP", "ROM",
    "TUS", "PIE", "VEN", "APU", "GRE", "ALB", "SER", "BUL", "RUM", "CON", "SMY", "ANK", "ARM",
    "SYR", "SEV", "UKR", "WAR", "LVN", "MOS", "STP", "FIN", "SWE", "NWY", "DEN", "KIE", "BER",
    "PRU", "SIL", "MUN", "RUH", "HOL", "BEL", "PIC", "BRE", "PAR", "BUR", "MAR", "GAS", "BAR",
    "NWG", "NTH", "SKA", "HEL", "BAL", "BOT", "NAO", "IRI", "ENG", "MAO", "WES", "LYO", "TYS",
    "ION", "ADR", "AEG", "EAS", "BLA", "TYR", "BOH", "VIE", "TRI", "BUD", "GAL", "SPA/NC",
    "SPA/SC", "STP/NC", "STP/SC", "BUL/EC", "BUL/SC",
)  # fmt: skip
CLASSIC = (1, 15)
STEPS = {"Diplomacy": "movement", "Retreats": "retreats", "Builds": "adjustments"}


class Game:
    """One game while it is read."""

    def __init__(self, data: Mapping[str, Any], setting: Setting) -> None:
        self.data, self.setting = data, setting
        self.places = Places(setting.board)
        self.remarks: list[Remark] = []

    def read(self, document: Document) -> Imported:
        """The game as a record."""
        raws = [raw for raw in self.data["phases"] if raw["phase"] in STEPS]
        sheets: list[Sheet] = []
        for i, raw in enumerate(raws):
            sheet = self._sheet(raw)
            if i + 1 < len(raws):
                sheet.after = self._units(raws[i + 1]["units"], "No") or None
                sheet.dislodged = self._units(raws[i + 1]["units"], "Yes")
                if raws[i + 1]["phase"] != "Retreats":
                    sheet.owners = self._owners(raws[i + 1]["centers"])
            elif not raw["orders"]:
                break
            sheets.append(sheet)
        first = raws[0] if raws else {"units": [], "centers": []}
        number = self.data.get("gameID", document.stem)
        record = Record(
            id=f"webdiplomacy-{number}",
            name=f"webDiplomacy {number}",
            variant="standard",
            phases=tuple(s.finish() for s in sheets),
            house={"removal": "home_distance", "adjacent_convoy": "via"},
            source=Source(title="webDiplomacy", issues=str(number)),
            players=dict.fromkeys(self.setting.powers, "?"),
            start=tuple(self._units(first["units"], "No")),
            start_owners=self._owners(first["centers"]),
            path=document.name,
        )
        return Imported(record, tuple(self.remarks))

    def _sheet(self, raw: Mapping[str, Any]) -> Sheet:
        turn, step = int(raw["turn"]), STEPS[raw["phase"]]
        season = "winter" if step == "adjustments" else ("spring", "fall")[turn % 2]
        sheet = Sheet(Phase(1901 + turn // 2, season, step))  # type: ignore[arg-type]
        for order in raw["orders"]:
            written = self._order(order)
            if written is None:
                self.remarks.append(sheet.unread(0, json.dumps(order)))
                continue
            sheet.orders.append(written)
            self._result(order, written, sheet)
        return sheet

    def _place(self, number: object) -> Location | None:
        index = int(str(number or 0))
        return self.places.get(TERRITORIES[index]) if 0 < index < len(TERRITORIES) else None

    def _power(self, number: object) -> Power:
        index = int(str(number or 0))
        return Power(POWERS[index] if index < len(POWERS) else "")

    def _units(self, raw: Sequence[Mapping[str, Any]], retreating: str) -> list[Unit]:
        return [
            Unit(self._power(u["countryID"]), KINDS[u["unitType"].lower()], at)
            for u in raw
            if u["retreating"] == retreating and (at := self._place(u["terrID"]))
        ]

    def _owners(self, raw: Sequence[Mapping[str, Any]]) -> dict[Code, Power]:
        return {
            at.province: power
            for c in raw
            if (at := self._place(c["terrID"])) and (power := self._power(c["countryID"]))
        }

    def _order(self, raw: Mapping[str, Any]) -> Written | None:
        power, at = self._power(raw["countryID"]), self._place(raw["terrID"])
        if raw["type"] == "Wait":
            return Written(power, None, Waive(), "Wait")
        kind = KINDS.get(str(raw["unitType"]).lower())
        order = self._doing(raw, at) if at else None
        if at is None or order is None:
            return None
        return Written(power, UnitRef(at, kind), order, _shown(raw))

    def _doing(self, raw: Mapping[str, Any], at: Location) -> Order | None:
        to, start = self._place(raw["toTerrID"]), self._place(raw["fromTerrID"])
        plain: dict[str, Order] = {
            "Hold": Hold(), "Disband": Disband(), "Destroy": Remove(at),
            "Build Army": Build(ARMY, at), "Build Fleet": Build(FLEET, at),
        }  # fmt: skip
        found = plain.get(raw["type"])
        if found is not None or to is None:
            return found
        match raw["type"]:
            case "Move":
                return Move(to, via=raw["viaConvoy"] == "Yes")
            case "Retreat":
                return Retreat(to)
            case "Support hold":
                return Support(to)
            case "Support move":
                return Support(start, to)
            case "Convoy" if start is not None:
                return Convoy(start, to, ARMY)
        return None

    @staticmethod
    def _result(raw: Mapping[str, Any], written: Written, sheet: Sheet) -> None:
        if written.unit is None or sheet.phase.step == "adjustments":
            return
        outcomes = set()
        if raw["success"] == "No" and type(written.order) is not Hold:
            outcomes.add(Outcome.FAILED)
        if raw["dislodged"] == "Yes":
            outcomes.add(Outcome.DISLODGED)
        if outcomes:
            sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
        sheet.silent = sheet.phase.step == "movement"


def _shown(raw: Mapping[str, Any]) -> str:
    names = [TERRITORIES[int(raw[key] or 0)] for key in ("terrID", "fromTerrID", "toTerrID")]
    shown = [n for n in names if n != "-"]
    via = " via convoy" if raw["viaConvoy"] == "Yes" else ""
    return f"{raw['unitType']} {shown[0]} {raw['type'].lower()} {' '.join(shown[1:])}".strip() + via


def recognises(document: Document) -> bool:
    """Is it JSON with territories by number?"""
    return document.text[:1] == "{" and '"terrID"' in document.text


def read(document: Document, settings: Settings, press: bool) -> Iterator[Imported]:  # noqa: ARG001
    """The game of the file; its messages carry no text to keep.

    Raises UnknownWordError where it is not played on the standard board.
    """
    data = json.loads(document.text)
    if data.get("variantID", CLASSIC[0]) not in CLASSIC:
        raise UnknownWordError("webDiplomacy variant", str(data["variantID"]))
    yield Game(data, settings("standard")).read(document)


WEBDIP = Importer("webdiplomacy", "webDiplomacy API JSON", recognises, read)
