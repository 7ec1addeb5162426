"""Reads games from webDiplomacy's own API.

    {"gameID": 407459, "variantID": 1, "phases": [
      {"turn": 0, "phase": "Diplomacy",
       "units": [{"unitType": "Fleet", "retreating": "No", "terrID": 27, "countryID": 7}],
       "orders": [{"countryID": 7, "terrID": 27, "unitType": "Fleet", "type": "Move",
                   "toTerrID": 69, "fromTerrID": 0, "viaConvoy": "No",
                   "success": "No", "dislodged": "No"}],
       "centers": [{"terrID": 2, "countryID": 1}]}, …]}

Turn 0 is Spring 1901. The units and centres of a phase are those it starts from; a phase
`Finished` may have the last units. Messages are press. The last orders of a drawn or conceded game
may be stored again as those of the next turn.

Variants are known by their number or name, if their board is one of ours; the numbers of powers and
places are tables.

The site's newer files have `type` instead of `unitType` for a unit, true and false, null for no
place and no unit, and neither the variant nor the end of the game. The site has one file for the
history and others for the game's settings and state; a program may combine them:

    {"variant": {"id": 1, "name": "Classic"}, "game": {"gameOver": "Won", "turn": 15, …},
     "history": {"gameID": 407459, "phases": […]}}
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

from builder.errors import ArchiveError, UnknownWordError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet, played, unread_note
from builder.imports.importer import KINDS, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.table_rows import FILE, LINE
from builder.model import orders
from builder.model.calendar import Phase, Step
from builder.model.orders import UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.record import Note, Result, Source

Owners = Mapping[Code, Power]
BREAK = re.compile(r"<br\s*/?>")
OVER = ("Won", "Drawn")
FINISHED = "Finished"
ORDER_PARTS = (
    "countryID", "terrID", "unitType", "type", "toTerrID", "fromTerrID", "viaConvoy", "success",
)  # fmt: skip
STEPS: dict[str, Step] = {"Diplomacy": "movement", "Retreats": "retreats", "Builds": "adjustments"}
SAYS = {"yes": True, "true": True, "no": False, "false": False}
NOBODY = ("Neutral", "Unowned")
CLASSIC = 1
FIRST_YEAR = 1901


# `variants` by number, each with the numbering of its powers and places and the variant by which it
# is `judged_by` here; the numberings by their names; and `orders`
TABLES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def variant_of(data: JsonNode) -> Any:
    """The variant of a game by its number or name; the standard game if neither is given.
    Raises UnknownWordError for a variant that is not played here."""
    variants = TABLES["variants"]
    number = data["variantID"]
    named = data["variant"]
    if not number.given and isinstance(named.value, dict):
        number = named["id"]
        named = named["name"]
    asked = named.text() if named.given and not number.given else str(number.number(CLASSIC))
    for key, variant in variants.items():
        if asked in (key, variant["name"]):
            return variant
    names = [f"{key} {variant['name']}" for key, variant in variants.items()]
    raise UnknownWordError("webDiplomacy variant", asked, names)


class WebdiplomacyGame(ForeignGame):
    """One game while it is read. Its phases have no lines; remarks name their paths instead."""

    def __init__(self, data: JsonNode, setting: Setting, variant: Any, press: bool) -> None:
        super().__init__(setting, press)
        self.data = data
        self.variant = variant
        self.stored = [*data["phases"].list()]
        self.final = [raw for raw in self.stored if raw["phase"].text() == FINISHED]
        if not (data["variantID"].given or data["variant"].given):
            self.remark(1, "no variant is named; taken for the standard game")

    def read(self, document: TextFile) -> Imported:
        """The game as a record."""
        raws = self._raws()
        units = [self._units(raw) for raw in raws]
        all_sheets = [self._sheet(raw) for raw in raws]
        for sheet, then, after in zip(all_sheets, raws[1:], units[1:], strict=False):
            sheet.after, sheet.dislodged = after
            if then["phase"].text() != "Retreats":
                sheet.owners = self._owners(then)
        sheets = played(all_sheets)
        if sheets and len(sheets) == len(raws):
            sheets[-1].after = self._left(sheets[-1])
            if self.final and sheets[-1].owners is None:
                sheets[-1].owners = self._owners(self.final[-1]) or None
        number = self.data["gameID"].text(document.stem)
        first = self._owners(raws[0]) if raws else None
        return self.imported(
            document,
            sheets,
            id=f"webdiplomacy-{number}",
            name=f"webDiplomacy {number}",
            variant=self.variant["judged_by"],
            house={"removal": "home_distance", "adjacent_convoy": "via"},
            source=Source(title="webDiplomacy", issues=number),
            players={p: "?" for p in self.setting.powers if p in TABLES[self.variant["powers"]]},
            result=self._result(sheets, first or {}),
            start=tuple(units[0][0] or ()) or None if units else None,
            start_owners=first or None,
        )

    def _raws(self) -> list[JsonNode]:
        """The phases that were played, without orders that are stored again."""
        raws = [raw for raw in self.stored if raw["phase"].text() in STEPS]
        for raw in self.stored:
            if raw["orders"].value and raw["phase"].text() not in (*STEPS, FINISHED):
                self.remark(1, f"{raw.way} is not a phase", raw["phase"].text())
        again = self._repeated(raws)
        if again:
            why = "has the orders of the turn before again; they are read once"
            self.remark(1, f"{', '.join(raw.way for raw in again)} {why}")
        return raws[: len(raws) - len(again)]

    def _repeated(self, raws: Sequence[JsonNode]) -> list[JsonNode]:
        """The phases of the last turn if their orders are all those of the turn before, as the site
        stores them at the end of a game; none of a game that may be going on."""
        if not raws:
            return []
        turn = raws[-1]["turn"].number()
        last = [raw for raw in raws if raw["turn"].number() == turn]
        before = [raw for raw in raws if raw["turn"].number() == turn - 1]
        names = [raw["phase"].text() for raw in last]
        same_orders = [*map(_order_texts, last)] == [*map(_order_texts, before)]
        same = same_orders and names == [raw["phase"].text() for raw in before]
        builds_in_spring = turn % 2 == 0 and turn > 0 and "Builds" in names
        over = self.data["gameOver"].text() in OVER or builds_in_spring
        return last if over and same and any(raw["orders"].value for raw in last) else []

    def _result(self, sheets: Sequence[PhaseSheet], first: Owners) -> Result:
        """The result by `gameOver`, Won or Drawn. The winner has the most centres; with too few
        for victory the game was conceded, or, if the file only says `Finished`, has no known
        result. `first` are the owners at the start."""
        over = self.data["gameOver"].text() or (FINISHED if self.final else "")
        at = sheets[-1].phase if sheets else None
        if over == "Drawn":
            return Result("draw", (), at)
        owned = Counter(self._holders(sheets, first).values()).most_common(2)
        tied = len(owned) > 1 and owned[0][1] == owned[1][1]
        if over not in ("Won", FINISHED) or not owned or tied:
            return Result()
        winner, centres = owned[0]
        if centres >= self.setting.victory:
            return Result("won", (winner,), at)
        if over == FINISHED:
            return Result()
        self.remark(1, f"won with too few centres; taken for conceded to {winner}")
        return Result("conceded", (winner,), at)

    def _holders(self, sheets: Sequence[PhaseSheet], first: Owners) -> Owners:
        """The owners at the end: those of the last chart, changed by a Fall after it."""
        owners = dict(first)
        for sheet in sheets:
            if sheet.owners is not None:
                owners = dict(sheet.owners)
            elif sheet.phase.season == "fall":
                owners |= {at: p for at, p in _landed(sheet) if at in self.setting.holdings}
        return owners

    def _left(self, sheet: PhaseSheet) -> list[Unit] | None:
        """The last units, without dislodged ones; None without any, or if two share a province."""
        lost = {(p.power, p.at) for p in sheet.results if Outcome.DISLODGED in p.outcomes}
        units = self._units(self.final[-1])[0] if self.final else None
        left = [unit for unit in units or () if (unit.power, unit.at) not in lost]
        apart = len({unit.at.province for unit in left}) == len(left)
        return left if left and apart else None

    def _sheet(self, raw: JsonNode) -> PhaseSheet:
        turn = raw["turn"].number()
        step = STEPS[raw["phase"].text()]
        season = "winter" if step == "adjustments" else ("spring", "fall")[turn % 2]
        year = self.variant.get("year", FIRST_YEAR) + turn // 2
        if season == "winter" and turn % 2 == 0:  # before the first moves of a game
            year -= 1
        sheet = PhaseSheet(Phase(year, season, step))
        for order in raw["orders"].list():
            if written := self._order(order, sheet.phase):
                sheet.orders.append(written)
                _keep_outcomes(order, written, sheet)
            else:
                sheet.notes.append(unread_note(json.dumps(order.value), 0))
                self._remark(order, "is not understood")
        for message in raw["messages"].list() if self.press else ():
            text = unescape(BREAK.sub("\n", message["message"].text()))
            sender = self._power(message["fromCountryID"])
            to = self._power(message["toCountryID"])
            sheet.notes.append(Note("press", text, sender, to or "all"))
        return sheet

    def _remark(self, node: JsonNode, message: str) -> None:
        """Report something about a part of the file: by its line if it is a row of a table, else by
        its path."""
        columns = {key: value for key, value in node.value.items() if key not in (FILE, LINE)}
        where = "this row" if node[LINE].given else node.way
        line = node[LINE].number(1)
        self.remark(line, f"{where} {message}", str(columns), node[FILE].text())

    def _name(self, number: JsonNode, of: str) -> str:
        """The site's name of a number among the `powers` or `places`; empty for 0 and others. Rows
        of tables may have names in place of numbers."""
        of_tables = self.data["tables"].given
        if of_tables and isinstance(number.value, str) and re.search(r"[^\W\d]", number.value):
            return number.value.strip()
        index = number.number()
        named = TABLES[self.variant[of]]
        return named[index] if 0 < index < len(named) else ""

    def _place(self, number: JsonNode) -> Location | None:
        return self.places.get(self._name(number, "places"))

    def _power(self, number: JsonNode) -> Power:
        return self.power_of(self._name(number, "powers"))

    def _is_nobody(self, number: JsonNode) -> bool:
        """Does the number of a power, or the name in its place, say that there is no owner?"""
        name = self._name(number, "powers")
        return name in NOBODY if name else not number.number()

    def _units(self, raw: JsonNode) -> tuple[list[Unit] | None, list[Unit] | None]:
        """The units of a phase, and those that retreat; None for both if one cannot be read."""
        on_board: list[Unit] = []
        retreating: list[Unit] = []
        nodes = list(raw["units"].list())
        for node in nodes:
            power = self._power(node["countryID"])
            at = self._place(node["terrID"])
            kind = KINDS.get((node["unitType"].text() or node["type"].text()).lower())
            if not power or at is None or kind is None:
                self._remark(node, "is not a unit")
            elif _says(node["retreating"]):
                retreating.append(Unit(power, kind, at))
            else:
                on_board.append(Unit(power, kind, at))
        if not nodes or len(on_board) + len(retreating) < len(nodes):
            return None, None
        return on_board or None, retreating

    def _owners(self, raw: JsonNode) -> dict[Code, Power] | None:
        """The owner of each centre; newer files list all places. None if there is no list, or one
        cannot be read."""
        if not raw["centers"].given:
            return None
        owners: dict[Code, Power] = {}
        readable = True
        centres = self.setting.centres
        for node in raw["centers"].list():
            at = self._place(node["terrID"])
            owner = self._power(node["countryID"])
            if at is None or not (owner or self._is_nobody(node["countryID"])):
                self._remark(node, "is not an owned centre")
                readable = False
            elif owner and at.province in centres and not at.coast:
                owners[at.province] = owner
        return owners if readable else None

    def _order(self, raw: JsonNode, phase: Phase) -> Written | None:
        """One order; None where it cannot be understood."""
        power = self._power(raw["countryID"])
        at = self._place(raw["terrID"])
        what = raw["type"].text()
        if power and what == "Wait":
            return Written(power, None, orders.Waive(), what)
        if not power or at is None:
            return None
        start = str(self._place(raw["fromTerrID"]) or "")
        to = str(self._place(raw["toTerrID"]) or "")
        via = " via convoy" if _says(raw["viaConvoy"]) else ""
        text = TABLES["orders"].get(what, "").format(at=at, start=start, to=to, via=via)
        order = ForeignOrders(self.setting, phase, power).parsed(text)
        if order is None:
            return None
        named = raw["unitType"].text()
        kind = KINDS.get(named.lower())
        if named and not kind:
            self._remark(raw, "has a unit of no known kind")
        words = filter(None, (named, at.upper(), what.lower(), start.upper(), to.upper()))
        return Written(power, UnitRef(at, kind), order.order, " ".join(words) + via)


def _order_texts(raw: JsonNode) -> set[tuple[str, ...]]:
    """The orders of a phase, each as the texts of its parts."""
    texts = set()
    for order in raw["orders"].list():
        texts.add(tuple(order[key].text() for key in ORDER_PARTS))
    return texts


def _says(node: JsonNode) -> bool | None:
    return SAYS.get(node.text().lower())


def _keep_outcomes(raw: JsonNode, written: Written, sheet: PhaseSheet) -> None:
    """Add the outcomes of an order to its sheet: whether it failed, and its unit was dislodged."""
    if written.unit is None or sheet.phase.step == "adjustments":
        return
    outcomes = set()
    success = _says(raw["success"])
    if success is False and type(written.order) is not orders.Hold:
        outcomes.add(Outcome.FAILED)
    if _says(raw["dislodged"]):
        outcomes.add(Outcome.DISLODGED)
    if outcomes or success is None:  # without any outcome nothing is known of it
        sheet.printed(written.issuer, written.unit.at, *outcomes, text=written.text)
    sheet.silent = sheet.phase.step == "movement"


def _landed(sheet: PhaseSheet) -> Iterator[tuple[Code, Power]]:
    """The provinces in which the units of a phase end, and their powers."""
    for w in sheet.orders:
        outcomes = sheet.said(w)
        end = w.home
        if isinstance(w.order, orders.Move | orders.Retreat) and Outcome.FAILED not in outcomes:
            end = w.order.to.province
        elif isinstance(w.order, orders.Disband | orders.Retreat):
            end = None
        if end and Outcome.DISLODGED not in outcomes:
            yield end, w.issuer


def read(document: TextFile, settings: Settings, press: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read.
    Raises ArchiveError where the file is not JSON."""

    def game(node: JsonNode, _: int, own: TextFile) -> Imported | None:
        data = _whole(node)
        if not data["phases"].value:
            return None
        variant = variant_of(data)
        return WebdiplomacyGame(data, settings(variant["judged_by"]), variant, press).read(own)

    return every(document, game)


def _whole(data: JsonNode) -> JsonNode:
    """The parts of a game combined into one mapping; other data as they are."""
    if data["phases"].given or not isinstance(data["history"].value, dict):
        return data
    parts: dict[str, Any] = {}
    for part in (data["game"], data["history"], data):
        parts |= {key: node.value for key, node in part.items() if node.given}
    return JsonNode(parts, data.name, data.way)


WEBDIP = Importer(
    "webdiplomacy",
    "webDiplomacy API JSON",
    lambda one: one.text.lstrip()[:1] in ("{", "[") and '"terrID"' in one.text,
    read,
)
