"""Reads saved pages of Backstabbr by the variables of their scripts.

    <meta property="og:title" content="Test game (Spring 1901)">
    var unitsByPlayer = {"France": {"Bre": "F", "Spa": {"type": "F", "coast": "sc"}}, …};
    var territories = {"Par": "France", …};
    var orders = {"France": {"Par": {"type": "MOVE", "to": "Bur", "result": "FAILS",
                                     "result_reason": "Bounced"}}};

A page has one phase: its units before the orders, its orders and their results. The pages of one
game in a folder are put together by the name of the game.
"""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from builder.errors import ArchiveError
from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode
from builder.imports.phase_reports import DONE_AS
from builder.imports.plausibility import address
from builder.imports.sites.page_lines import json_of_script, script_variable
from builder.model.calendar import Phase
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.units import Code, Dislodged, Location, Power, Unit
from builder.notation.result_words import first_outcome
from builder.record import Source

SIGNS = re.compile(r"\b(?:var|let|const)\s+unitsByPlayer\b|\bwindow\.unitsByPlayer\b")
TITLE = re.compile(
    r"""<meta\b[^>]*og:title[^>]*content=["']([^"']*)|<title>([^<]*)""", re.IGNORECASE
)
DATE = re.compile(r"(?i)\b(spring|fall|autumn|winter)\s+(\d{4})")
SHAPES = {
    "MOVE": "{unit} - {to}",
    "HOLD": "{unit} H",
    "SUPPORT": "{unit} S {start}{goal}",
    "CONVOY": "{unit} C {start}{goal}",
    "RETREAT": "{unit} R {to}",
    "DISBAND": "{unit} D",
    "DESTROY": "{unit} D",
    "REMOVE": "{unit} D",
    "BUILD": "Build {unit}",
    "WAIVE": "Waive",
}
LATER = ("RETREAT", "DISBAND")
WINTER = ("BUILD", "DESTROY", "WAIVE", "REMOVE")


class BackstabbrPage(ForeignGame):
    """One page while it is read."""

    def variable(self, document: TextFile, name: str) -> JsonNode:
        """The value of a variable of the page's script; empty without one."""
        text = script_variable(document.text, name)
        why = ""
        for spelling in (text, json_of_script(text)) if text else ():
            try:
                return JsonNode(json.loads(spelling), document.name, name)
            except ValueError as error:
                why = f"the variable {name} is not JSON: {error}"
        if text:
            raise ArchiveError(f"{document.name}: {why}")
        return JsonNode(None, document.name, name)

    def read(self, document: TextFile) -> Imported:
        """The phase of the page as a record."""
        units = self._units(self.variable(document, "unitsByPlayer"))
        orders = self.variable(document, "orders")
        options = self.variable(document, "retreatOptions")
        phase = self._phase(document, orders)
        lost = _retreating(options)
        dislodged = [unit for unit in units if (unit.power, unit.at.province) in lost]
        sheet = PhaseSheet(phase)
        for nation, by_place in orders.items():
            power = self.power_of(nation)
            for place, order in by_place.items():
                self._order(sheet, power, place, order, units)
        there = [unit for unit in units if phase.step != "retreats" or unit not in dislodged]
        owners = self._owners(self.variable(document, "territories"))
        name = game_of(document) or document.stem
        usual = self.setting.start
        opens = phase == usual.phase and {*there} == {*usual.units}
        fallen = dislodged if phase.step == "retreats" else []
        return self.imported(
            document,
            [sheet],
            id=address(name),
            name=name,
            source=Source(title="Backstabbr"),
            words="pass-fail",
            start=None if opens else tuple(there),
            start_owners=None if opens or not owners else owners,
            start_dislodged=tuple(Dislodged(unit, None) for unit in fallen),
        )

    def _phase(self, document: TextFile, orders: JsonNode) -> Phase:
        """The season of the title, and the step that the kinds of its orders show."""
        date = DATE.search(title_of(document)) or DATE.search(document.base)
        if date is None:
            raise ArchiveError(f"{document.name}: neither title nor name of the page has a season")
        kinds: set[str] = set()
        for _, by_place in orders.items():
            kinds.update(order["type"].text().upper() for _, order in by_place.items())
        season = {"autumn": "fall"}.get(date[1].lower(), date[1].lower())
        year = int(date[2])
        if season == "winter" or kinds.intersection(WINTER):
            return Phase(year, "winter", "adjustments")
        retreats = bool(kinds) and kinds.issubset(LATER)
        return Phase(year, season, "retreats" if retreats else "movement")

    def _units(self, listed: JsonNode) -> list[Unit]:
        units: list[Unit] = []
        for nation, by_place in listed.items():
            power = self.power_of(nation)
            for place, what in by_place.items():
                unit = self._unit(power, place, what)
                if unit is None or not power:
                    self.remark(1, f"{what.way} is not a unit", f"{nation} {place}")
                else:
                    units.append(unit)
        return units

    def _unit(self, power: Power, place: str, what: JsonNode) -> Unit | None:
        """The unit of `"A"`, or of a mapping with its kind and coast."""
        coast = ""
        if isinstance(what.value, dict):
            coast = what["coast"].text()
            what = what["type"]
        at = self.places.get(f"{place}/{coast}" if coast else place)
        kind = KINDS.get(what.text().lower())
        return Unit(power, kind, at) if at and kind else None

    def _owners(self, listed: JsonNode) -> dict[Code, Power]:
        owners: dict[Code, Power] = {}
        for place, nation in listed.items():
            at = self.places.get(place)
            power = self.power_of(nation.text())
            if at and power and at.province in self.setting.centres:
                owners[at.province] = power
        return owners

    def _order(
        self, sheet: PhaseSheet, power: Power, place: str, order: JsonNode, units: list[Unit]
    ) -> None:
        at = self.places.get(place)
        here = [unit for unit in units if at and unit.at.province == at.province]
        kind = next((unit.kind for unit in here if unit.power == power), None)
        named = order["unit_type"].text() or order["unit"].text() or str(kind or "")
        start = _with_coast(order, "from")
        to = _with_coast(order, "to")
        what = order["type"].text().upper()
        text = SHAPES.get(what, "").format(
            unit=f"{named} {_with_coast(order, '', place)}".strip(),
            to=to,
            start=start or to,
            goal=f" - {to}" if start and to and start != to else "",
        )
        text += " via convoy" if order["via_convoy"].value or order["viaConvoy"].value else ""
        written = ForeignOrders(self.setting, sheet.phase, power).parsed(text) if text else None
        if written is None or not power:
            shown = f"{power}: {place} {json.dumps(order.value)}"
            self.unread(sheet, 0, shown, order=True, power=power)
            return
        self.add(sheet, written)
        outcomes = _outcomes(order, written)
        if written.unit is not None and outcomes:
            sheet.printed(power, written.unit.at, *outcomes, text=text)


def _with_coast(order: JsonNode, key: str, place: str = "") -> str:
    """A place of an order, with its coast: `{"to": "Spa", "to_coast": "nc"}`."""
    coast = order[f"{key}_coast" if key else "coast"].text()
    value = order[key] if key else JsonNode(place, order.name)
    if isinstance(value.value, dict):
        coast = value["coast"].text()
        value = value["territory"]
    return f"{value.text()}/{coast}" if coast else value.text()


def _outcomes(order: JsonNode, written: Written) -> set[Outcome]:
    """What the page says of an order; empty if it has no result."""
    result = order["result"].text().upper()
    reason = order["result_reason"].text().lower()
    outcomes = {Outcome.DISLODGED} if order["dislodged"].value else set[Outcome]()
    if result.startswith("SUCCE"):
        return outcomes or set(DONE_AS.get(type(written.order), ()))
    named = _reason_outcome(reason)
    if named is not None:
        return outcomes | {named}
    if reason:
        outcomes |= plain_outcomes(reason) or frozenset()
    if result.startswith("FAIL"):
        outcomes.add(Outcome.FAILED)
    return outcomes


def _reason_outcome(reason: str) -> Outcome | None:
    """The outcome that the first known words of a reason name."""
    for word in re.finditer(r"\w+", reason):
        outcome = first_outcome(reason[word.start() :], "backstabbr")
        if outcome is not None:
            return outcome
    return None


def _retreating(options: JsonNode) -> set[tuple[Any, Any]]:
    """The powers and provinces of the units that have places to retreat to."""
    units = set()
    for nation, by_place in options.items() if isinstance(options.value, dict) else ():
        if isinstance(by_place.value, dict):
            units |= {(nation, Location(place).province) for place, _ in by_place.items()}
    return units


def title_of(document: TextFile) -> str:
    """The title of a page, with its season in brackets."""
    titles = [html.unescape(m[1] or m[2] or "") for m in TITLE.finditer(document.text)]
    return next((title for title in titles if DATE.search(title)), titles[0] if titles else "")


def game_of(document: TextFile) -> str:
    """The name of the game of a page: its title without season and site."""
    name = re.sub(r"\s*\([^()]*\d{4}[^()]*\)\s*$", "", title_of(document).strip())
    return re.sub(r"\s*[-–|]\s*Backstabbr.*$", "", name, flags=re.IGNORECASE).strip()


def recognises(document: TextFile) -> bool:
    """Does a script of the page list units by player?"""
    return SIGNS.search(document.text) is not None


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
    """The phase of a page."""
    yield BackstabbrPage(settings(STANDARD)).read(document)


BACKSTABBR = Importer("backstabbr", "saved pages of Backstabbr", recognises, read, game_of)
