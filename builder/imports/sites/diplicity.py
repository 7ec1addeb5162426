"""Reads games of diplicity, as its successor exports them and as the site's API gives them.

    {"variant": "Classical", "phases": [{"season": "Spring", "year": 1901, "type": "Movement",
      "orders": [{"nation": "France", "selected": ["par", "Move", "bur"],
                  "expected_resolution": "ErrBounce"}],
      "expected_state_after": {"units": [{"nation": "France", "type": "Army", "province": "par",
                                          "dislodged": false}],
                               "supply_centers": {"par": "France"}}}]}

The site's own API has `Properties` around each phase, with `Units`, `SCs`, `Orders` and
`Resolutions`. An order without a resolution has no printed result.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.errors import ArchiveError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet, PrintedPosition, played
from builder.imports.importer import KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.phase_reports import DONE_AS
from builder.model.calendar import Phase, Step
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power, Unit
from builder.notation.result_words import first_outcome
from builder.record import Source

STEPS: Mapping[str, Step] = {
    "movement": "movement", "retreat": "retreats", "retreats": "retreats",
    "adjustment": "adjustments", "adjustments": "adjustments",
}  # fmt: skip
VARIANTS = {
    "classical": STANDARD, "standard": STANDARD, "fleet rome": "fleet-rome", "pure": "pure",
    "hundred": "hundred", "ancient mediterranean": "ancmed", "chaos": "chaos",
    "build anywhere": "build-anywhere",
}  # fmt: skip


class DiplicityGame(ForeignGame):
    """One game while it is read."""

    def __init__(self, data: JsonNode, setting: Setting, variant: str) -> None:
        super().__init__(setting)
        self.data = data
        self.variant = variant

    def read(self, document: TextFile) -> Imported:
        """The game as a record."""
        sheets: list[PhaseSheet] = []
        first: PrintedPosition | None = None
        before: list[PrintedPosition | None] = []
        for raw in self.data["phases"].list():
            properties = raw["Properties"] if raw["Properties"].given else raw
            sheet = self._sheet(properties)
            if sheet is None:
                continue
            sheets.append(sheet)
            before.append(self._position_before(properties))
            first = first or before[0]
        for sheet, then in zip(sheets, before[1:], strict=False):
            if then is not None and sheet.after is None:
                sheet.after = then.units
                sheet.dislodged = then.dislodged
                sheet.owners = then.owners
        for sheet in sheets:
            if self.setting.calendar.next(sheet.phase).step == "retreats":
                sheet.owners = None if sheet.dislodged else sheet.owners
        usual = self.setting.start
        as_usual = first is not None and {*first.units} == {*usual.units}
        begins_elsewhere = first is not None and bool(first.units) and not as_usual
        return self.imported(
            document,
            played(sheets),
            id=self.data["id"].text() or self.data["name"].text() or document.stem,
            name=self.data["name"].text() or document.stem,
            variant=self.variant,
            source=Source(title="diplicity"),
            words="judge",
            start=tuple(first.units) if begins_elsewhere and first else None,
            start_owners=first.owners if begins_elsewhere and first and first.owners else None,
        )

    def _sheet(self, raw: JsonNode) -> PhaseSheet | None:
        season = _either(raw, "season", "Season").text().lower()
        step = STEPS.get(_either(raw, "type", "Type").text().lower())
        if step == "adjustments" and season != "year":  # `year`: its turns have years of their own
            season = "winter"
        phase = self.setting.calendar.get(f"{season} {_either(raw, 'year', 'Year').text()} {step}")
        if phase is None or step is None:
            self.remark(1, f"{raw.way} is not a phase", season)
            return None
        sheet = PhaseSheet(phase)
        resolutions = _resolutions(raw)
        for nation, parts, resolution in _orders(raw):
            province = parts[0].partition("/")[0].lower()
            self._order(sheet, nation, parts, resolution or resolutions.get(province, ""))
        after = raw["expected_state_after"]
        if after["units"].given:
            position = self._position(after)
            sheet.after = position.units
            sheet.dislodged = position.dislodged
            sheet.owners = position.owners
        return sheet

    def _position_before(self, raw: JsonNode) -> PrintedPosition | None:
        """The position with which a phase begins, if its file has it."""
        for key in ("state_before", "initial_state", "state"):
            if raw[key]["units"].given:
                return self._position(raw[key])
        return self._position(raw) if raw["Units"].given or raw["units"].given else None

    def _position(self, raw: JsonNode) -> PrintedPosition:
        position = PrintedPosition(owners={})
        for node in _either(raw, "units", "Units").list():
            about = node["Unit"] if node["Unit"].given else node
            unit = self._unit(about, _either(node, "province", "Province").text())
            if unit is None:
                self.remark(1, f"{node.way} is not a unit", str(node.value))
            elif node["dislodged"].value:
                position.dislodged.append(unit)
            else:
                position.units.append(unit)
        for node in raw["Dislodgeds"].list():
            unit = self._unit(node["Dislodged"], node["Province"].text())
            if unit:
                position.dislodged.append(unit)
        owners: dict[Any, Power] = {}
        for place, nation in _owners(_either(raw, "supply_centers", "SCs")):
            at = self.places.get(place)
            power = self.power_of(nation)
            if at and power:
                owners[at.province] = power
        position.owners = owners or None
        return position

    def _unit(self, about: JsonNode, place: str) -> Unit | None:
        power = self.power_of(_either(about, "nation", "Nation").text())
        kind = KINDS.get(_either(about, "type", "Type").text().lower())
        at = self.places.get(place)
        return Unit(power, kind, at) if power and kind and at else None

    def _order(self, sheet: PhaseSheet, nation: str, parts: list[str], resolution: str) -> None:
        power = self.power_of(nation)
        text = order_text(parts, sheet.phase)
        written = ForeignOrders(self.setting, sheet.phase, power).parsed(text) if text else None
        if written is None or not power:
            self.unread(sheet, 0, f"{nation}: {' '.join(parts)}", order=True, power=power)
            return
        self.add(sheet, written)
        if resolution and written.unit is not None:
            outcomes = _outcomes(resolution, written)
            sheet.printed(power, written.unit.at, *outcomes, text=f"{text}: {resolution}")


def order_text(parts: list[str], phase: Phase) -> str:
    """The order of `["nth", "Convoy", "lon", "nwy"]` in the notation of players."""
    at, what, *rest = [*parts, "", ""][: max(len(parts), 2)]
    target, goal = (*rest, "", "")[:2]
    aim = f" - {goal}" if goal and goal != target else ""
    shapes = {
        "Move": f"{at} R {target}" if phase.step == "retreats" else f"{at} - {target}",
        "MoveViaConvoy": f"{at} - {target} via convoy",
        "Hold": f"{at} H",
        "Support": f"{at} S {target}{aim}",
        "Convoy": f"{at} C {target}{aim}",
        "Build": f"Build {target} {at}",
        "Disband": f"{at} D",
        "Retreat": f"{at} R {target}",
    }
    return shapes.get(what, "")


def _either(raw: JsonNode, *keys: str) -> JsonNode:
    """The value of the first key that is there."""
    return next((raw[key] for key in keys if raw[key].given), raw[keys[0]])


def _orders(raw: JsonNode) -> Iterator[tuple[str, list[str], str]]:
    """Each order with its nation, its parts and its resolution, if that stands beside it."""
    orders = _either(raw, "orders", "Orders")
    if isinstance(orders.value, dict):
        for nation, by_place in orders.items():
            for place, words in by_place.items():
                yield nation, [place, *(word.text() for word in words.list())], ""
        return
    for order in orders.list():
        about = order["Properties"] if order["Properties"].given else order
        parts = [part.text() for part in _either(about, "selected", "Parts").list()]
        resolution = _either(about, "expected_resolution", "resolution", "Resolution")
        if isinstance(resolution.value, dict):
            resolution = _either(resolution, "status", "result")
        if parts:
            yield _either(about, "nation", "Nation").text(), parts, resolution.text()


def _resolutions(raw: JsonNode) -> dict[str, str]:
    """The site's resolutions by province."""
    resolutions = {}
    for each in raw["Resolutions"].list():
        province = each["Province"].text().partition("/")[0].lower()
        resolutions[province] = each["Resolution"].text()
    return resolutions


def _owners(charted: JsonNode) -> Iterator[tuple[str, str]]:
    """The owned centres of a mapping, or of a list with places and owners."""
    if isinstance(charted.value, dict):
        yield from ((place, nation.text()) for place, nation in charted.items())
        return
    for each in charted.list():
        yield (
            _either(each, "province", "Province").text(),
            _either(each, "nation", "Owner", "owner").text(),
        )


def _outcomes(resolution: str, written: Written) -> set[Outcome]:
    if resolution in ("OK", "Succeeded", "success", "resolved"):
        return {*DONE_AS.get(type(written.order), ())}
    return {first_outcome(resolution, "diplicity") or Outcome.FAILED}


def recognises(document: TextFile) -> bool:
    """Is it JSON with phases and orders of selected parts, or of the site's API?"""
    text = document.text
    if text.lstrip()[:1] not in ("{", "[") or '"phases"' not in text.lower():
        return False
    return '"selected"' in text or ('"Properties"' in text and '"SCs"' in text)


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read."""

    def game(data: JsonNode, _: int, own: TextFile) -> Imported | None:
        if not data["phases"].value:
            return None
        name = data["variant"].text() or STANDARD
        variant = VARIANTS.get(name.lower(), name.lower())
        return DiplicityGame(data, settings(variant), variant).read(own)

    return every(document, game)


DIPLICITY = Importer("diplicity", "games of diplicity in JSON", recognises, read)
