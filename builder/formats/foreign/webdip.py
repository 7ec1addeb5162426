"""webDiplomacy's own API: territories and powers by number, a turn for every season.

    {"gameID": 407459, "variantID": 1, "phases": [
      {"turn": 0, "phase": "Diplomacy",
       "units": [{"unitType": "Fleet", "retreating": "No", "terrID": 27, "countryID": 7}],
       "orders": [{"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move",
                   "toTerrID": 69, "fromTerrID": 0, "viaConvoy": "No",
                   "success": "No", "dislodged": "No"}],
       "centers": [{"terrID": 2, "countryID": 1}]}, …]}

Turn 0 is Spring 1901. The units and centres of a phase are those it starts from; a phase
`Finished` has the last units.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.foreign.json_nodes import Node, every
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
from builder.formats.foreign.webdip_endings import FINISHED, ending, is_repeated, left
from builder.formats.foreign.webdip_tables import CLASSIC, TABLES, Table
from builder.model.board import Code, Location
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
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Unit
from builder.record import Record, Result, Source

STEPS: dict[str, Step] = {"Diplomacy": "movement", "Retreats": "retreats", "Builds": "adjustments"}


class Game:
    """One game while it is read."""

    def __init__(self, data: Node, setting: Setting, table: Table) -> None:
        self.data, self.setting, self.table = data, setting, table
        self.places = Places(setting.board)
        self.remarks: list[Remark] = []

    def read(self, document: Document) -> Imported:
        """The game as a record."""
        raws = self._raws()
        sheets: list[Sheet] = []
        for i, raw in enumerate(raws):
            sheet = self._sheet(raw)
            if i + 1 < len(raws):
                sheet.after = self._units(raws[i + 1], False) or None
                sheet.dislodged = self._units(raws[i + 1], True)
                if raws[i + 1]["phase"].text() != "Retreats":
                    sheet.owners = self._owners(raws[i + 1])
            elif not raw["orders"].value:
                break
            else:
                sheet.after = self._left(sheet)
            sheets.append(sheet)
        number = self.data["gameID"].text(document.stem)
        first = self._owners(raws[0]) if raws else None
        record = Record(
            id=f"webdiplomacy-{number}",
            name=f"webDiplomacy {number}",
            variant="standard",
            phases=tuple(s.finish() for s in sheets),
            house={"removal": "home_distance", "adjacent_convoy": "via"},
            source=Source(title="webDiplomacy", issues=number),
            players={p: "?" for p in self.setting.powers if p in self.table.powers},
            result=self._result(sheets, first or {}),
            start=tuple(self._units(raws[0], False)) if raws else None,
            start_owners=first,
            path=document.name,
        )
        return Imported(record, tuple(self.remarks))

    def _raws(self) -> list[Node]:
        """The phases that were played; of orders that are stored twice the first."""
        raws = [raw for raw in self.data["phases"].list() if raw["phase"].text() in STEPS]
        if not is_repeated(self.data, raws):
            return raws
        told = f"{raws[-1].way} has the orders of the turn before again; they are taken once"
        self.remarks.append(Remark(1, told))
        return raws[:-1]

    def _result(self, sheets: list[Sheet], first: Mapping[Code, Power]) -> Result:
        found = ending(self.data["gameOver"].text(), sheets, first, self.setting)
        if found.kind == "conceded":
            told = f"won with too few centres; taken for conceded to {found.powers[0]}"
            self.remarks.append(Remark(1, told))
        return found

    def _left(self, sheet: Sheet) -> list[Unit] | None:
        """The units after the last phase, as far as they are told."""
        final = [raw for raw in self.data["phases"].list() if raw["phase"].text() == FINISHED]
        return left(self._units(final[-1], False), sheet) if final else None

    def _sheet(self, raw: Node) -> Sheet:
        turn, step = raw["turn"].number(), STEPS[raw["phase"].text()]
        season = "winter" if step == "adjustments" else ("spring", "fall")[turn % 2]
        sheet = Sheet(Phase(1901 + turn // 2, season, step))
        for order in raw["orders"].list():
            written = self._order(order)
            if written is None:
                sheet.unread(0, json.dumps(order.value))
                self.remarks.append(Remark(1, f"{order.way} is not understood", str(order.value)))
                continue
            sheet.orders.append(written)
            self._result_of(order, written, sheet)
        return sheet

    def _place(self, number: Node) -> Location | None:
        index, named = number.number(), self.table.territories
        return self.places.get(named[index]) if 0 < index < len(named) else None

    def _power(self, number: Node) -> Power | None:
        index, named = number.number(), self.table.powers
        return Power(named[index]) if 0 < index < len(named) else None

    def _units(self, raw: Node, retreating: bool) -> list[Unit]:
        found: list[Unit] = []
        for u in raw["units"].list():
            power, at = self._power(u["countryID"]), self._place(u["terrID"])
            kind = KINDS.get(u["unitType"].text().lower())
            if power is None or at is None or kind is None:
                self.remarks.append(Remark(1, f"{u.way} is no unit", str(u.value)))
            elif (u["retreating"].text() == "Yes") == retreating:
                found.append(Unit(power, kind, at))
        return found

    def _owners(self, raw: Node) -> dict[Code, Power]:
        return {
            at.province: power
            for c in raw["centers"].list()
            if (at := self._place(c["terrID"])) and (power := self._power(c["countryID"]))
        }

    def _order(self, raw: Node) -> Written | None:
        power, at = self._power(raw["countryID"]), self._place(raw["terrID"])
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

    def _doing(self, raw: Node, at: Location) -> Order | None:
        to, start = self._place(raw["toTerrID"]), self._place(raw["fromTerrID"])
        plain: dict[str, Order] = {
            "Hold": Hold(), "Disband": Disband(), "Destroy": Remove(at),
            "Build Army": Build(ARMY, at), "Build Fleet": Build(FLEET, at),
        }  # fmt: skip
        found = plain.get(raw["type"].text())
        if found is not None or to is None:
            return found
        match raw["type"].text():
            case "Move":
                return Move(to, via=raw["viaConvoy"].text() == "Yes")
            case "Retreat":
                return Retreat(to)
            case "Support hold":
                return Support(to)
            case "Support move" if start is not None:
                return Support(start, to)
            case "Convoy" if start is not None:
                return Convoy(start, to, ARMY)
        return None

    def _shown(self, raw: Node, at: Location) -> str:
        aims: Iterable[int] = (raw[key].number() for key in ("fromTerrID", "toTerrID"))
        named = self.table.territories
        places = [named[n] for n in aims if 0 < n < len(named)]
        via = " via convoy" if raw["viaConvoy"].text() == "Yes" else ""
        words = [raw["unitType"].text(), at.upper(), raw["type"].text().lower(), *places]
        return " ".join(filter(None, words)) + via

    @staticmethod
    def _result_of(raw: Node, written: Written, sheet: Sheet) -> None:
        if written.unit is None or sheet.phase.step == "adjustments":
            return
        outcomes = set()
        if raw["success"].text() == "No" and type(written.order) is not Hold:
            outcomes.add(Outcome.FAILED)
        if raw["dislodged"].text() == "Yes":
            outcomes.add(Outcome.DISLODGED)
        if outcomes:
            sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
        sheet.silent = sheet.phase.step == "movement"


def recognises(document: Document) -> bool:
    """Is it JSON with territories by number?"""
    return document.text.lstrip()[:1] in ("{", "[") and '"terrID"' in document.text


def read(
    document: Document,
    settings: Settings,
    press: bool,  # noqa: ARG001
) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or why it cannot be read: it is not played on the standard board, or
    something in it is not what it should be; messages carry no text to keep.

    Raises ArchiveError where the file is not JSON.
    """

    def game(data: Node, _: int) -> Imported | None:
        table = TABLES.get(data["variantID"].number(CLASSIC))
        if table is None:
            raise UnknownWordError("webDiplomacy variant", data["variantID"].text())
        return (
            Game(data, settings("standard"), table).read(document) if data["phases"].value else None
        )

    return every(document, game)


WEBDIP = Importer("webdiplomacy", "webDiplomacy API JSON", recognises, read)
