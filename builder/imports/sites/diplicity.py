"""Reads games of diplicity, as its successor exports them and as the site's API gives them.

    {"variant": "Classical", "outcome": {"type": "solo", "winners": ["France"]}, "phases": [
      {"ordinal": 1, "season": "Spring", "year": 1901, "type": "Movement",
       "orders": [{"nation": "France", "selected": ["mid", "Move", "spa", "spa/nc"],
                   "expected_resolution": "ErrBounce"}],
       "expected_state_after": {"units": [{"nation": "France", "type": "Army", "province": "par",
                                           "dislodged": false}],
                                "supply_centers": {"par": "France"}}}]}

The site's own API has lists of items, each with its content under `Properties`: the phases of a
game with `Units`, `SCs`, `Dislodgeds` and `Resolutions`, and the orders of one phase, with `Parts`.
Files of one game in a folder are read together:

    {"Name": "phases", "Properties": [{"Properties": {"PhaseOrdinal": 1, "Season": "Spring",
      "Units": [{"Province": "par", "Unit": {"Type": "Army", "Nation": "France"}}],
      "Resolutions": [{"Province": "par", "Resolution": "ErrBounce:mun"}]}}]}
    {"Name": "orders", "Properties": [{"Properties": {"PhaseOrdinal": 1, "Nation": "France",
      "Parts": ["par", "Move", "bur"]}}]}

A resolution says what became of an order, not whether the unit was driven out as well: that is in
the position afterwards. An order without a resolution has no printed result. Every season has
retreats; those without any dislodged unit are left out. Centres change hands after the retreats.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Literal

from builder.errors import ArchiveError
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import (
    ANY_POWER,
    ForeignGame,
    PhaseSheet,
    PrintedPosition,
    played,
)  # fmt: skip
from builder.imports.importer import KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode, every
from builder.imports.phase_reports import DONE_AS
from builder.imports.sites.diplicity_files import game_id, is_of_the_site, together
from builder.model.calendar import Phase, Step
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.notation.result_words import first_outcome
from builder.record import Note, Result, Source

STEPS: Mapping[str, Step] = {
    "movement": "movement", "retreat": "retreats", "retreats": "retreats",
    "adjustment": "adjustments", "adjustments": "adjustments",
}  # fmt: skip
VARIANTS = {
    "": STANDARD, "classical": STANDARD, "italy-germany": "germany-italy",
    "ancient-mediterranean": "ancmed",
}  # fmt: skip
UNIT_LISTS = {"units": "", "Units": "Unit", "Dislodgeds": "Dislodged"}
NOBODY = ("Neutral", "neutral")
OVER: Mapping[str, Literal["won", "draw"]] = {"solo": "won", "draw": "draw"}
CODES = {"hundred": {"not": "num", "nos": "nth"}}  # of the site where ours are others


class DiplicityGame(ForeignGame):
    """One game while it is read."""

    def __init__(self, data: JsonNode, setting: Setting, variant: str) -> None:
        super().__init__(setting)
        self.data = data
        self.variant = variant
        self.codes = CODES.get(variant, {})

    def read(self, document: TextFile) -> Imported:
        """The game as a record. Raises ArchiveError if its orders are missing."""
        raws = sorted((_properties(raw) for raw in _phases(self.data)), key=_ordinal)
        sheets: list[PhaseSheet] = []
        before: list[PrintedPosition | None] = []
        for raw in raws:
            sheet = self._sheet(raw)
            if sheet is not None:
                sheets.append(sheet)
                before.append(self._position_before(raw))
        for sheet, then in zip(sheets, before[1:], strict=False):
            if sheet.after is None:
                _keep_position(sheet, then)
        if sheets and not any(sheet.orders or sheet.notes for sheet in sheets):
            why = "the phases have no orders: put the files with the orders beside it in a folder"
            raise ArchiveError(f"{document.name}: {why}")
        first = before[0] if before else None
        usual = self.setting.start
        as_usual = first is not None and {*first.units} == {*usual.units}
        begins_elsewhere = first is not None and bool(first.units) and not as_usual
        if not _either(self.data, "variant", "Variant", "variant_id").given:
            self.remark(1, "no variant is named; taken for the standard game")
        number = _either(self.data["source"], "original_game_id_hash").text()
        self._leave_out_parts(sheets, first.units if begins_elsewhere and first else usual.units)
        phases = played(self._with_retreats(sheets))
        return self.imported(
            document,
            phases,
            id=f"diplicity-{number}" if number else self.data["id"].text() or document.stem,
            name=self.data["name"].text() or (f"diplicity {number}" if number else document.stem),
            variant=self.variant,
            source=Source(title="diplicity", issues=number),
            words="order only",
            result=self._result(phases),
            start=tuple(first.units) if begins_elsewhere and first else None,
            start_owners=first.owners if begins_elsewhere and first and first.owners else None,
        )

    def _leave_out_parts(self, sheets: Sequence[PhaseSheet], units: Sequence[Unit]) -> None:
        """Leave out positions that list less than half of the units before: parts of positions."""
        standing = len(units)
        for sheet in sheets:
            listed = len(sheet.after or ()) + len(sheet.dislodged or ())
            if sheet.after is None or not sheet.whole:
                continue
            if 2 * listed < standing:
                title = self.setting.calendar.title(sheet.phase)
                self.remark(1, f"a position of {listed} of {standing} units; not compared", title)
                sheet.after = None
                sheet.dislodged = None
                sheet.owners = None
            else:
                standing = listed

    def _with_retreats(self, sheets: Sequence[PhaseSheet]) -> list[PhaseSheet]:
        """The phases without retreats in which no unit is dislodged. The owners after such retreats
        are those after the moves before them."""
        phases: list[PhaseSheet] = []
        for sheet in sheets:
            moves = phases[-1] if phases and phases[-1].phase.step == "movement" else None
            if sheet.phase.step != "retreats" or moves is None:
                phases.append(sheet)
            elif sheet.orders or sheet.notes or moves.dislodged or moves.dislodged is None:
                moves.owners = None
                phases.append(sheet)
            else:
                moves.owners = sheet.owners
        for sheet, following in zip_longest(phases, phases[1:]):
            retreats_follow = following is not None and following.phase.step == "retreats"
            if sheet.phase.step == "movement" and sheet.dislodged and not retreats_follow:
                sheet.owners = None
        return phases

    def _result(self, phases: Sequence[PhaseSheet]) -> Result:
        """How the game ended, as its `outcome` says."""
        outcome = self.data["outcome"]
        kind = OVER.get(_either(outcome, "type").text().lower())
        winners = [self.power_of(_named(each)) for each in _either(outcome, "winners").list()]
        if kind is None or not all(winners) or not phases:
            return Result()
        return Result(kind, tuple(winners), phases[-1].phase)

    def _sheet(self, raw: JsonNode) -> PhaseSheet | None:
        season = _either(raw, "season", "Season").text().lower()
        step = STEPS.get(_either(raw, "type", "Type").text().lower())
        if step == "adjustments" and season != "year":  # `year`: its turns have years of their own
            season = "winter"
        year = _either(raw, "year", "Year").text()
        phase = self.setting.calendar.get(f"{season} {year} {step}") if step else None
        if phase is None:
            self.remark(1, f"{raw.way} is not a phase", f"{season} {year}".strip())
            return None
        sheet = PhaseSheet(phase)
        resolutions = _resolutions(raw)
        for nation, parts, resolution in _orders(raw):
            province = parts[0].partition("/")[0].lower()
            self._order(sheet, nation, parts, resolution or resolutions.get(province, ""))
        after = raw["expected_state_after"]
        if after["units"].given:
            _keep_position(sheet, self._position(after))
        return sheet

    def _position_before(self, raw: JsonNode) -> PrintedPosition | None:
        """The position with which a phase begins, if its file has it."""
        for key in ("state_before", "initial_state", "state"):
            if isinstance(raw[key].value, dict) and raw[key]["units"].given:
                return self._position(raw[key])
        return self._position(raw) if _either(raw, "units", "Units").given else None

    def _position(self, raw: JsonNode) -> PrintedPosition:
        position = PrintedPosition(owners={})
        for place, about, dislodged in _units(raw):
            unit = self._unit(about, place)
            if unit is None:
                shown = f"{place} {json.dumps(about.value)}"
                self.remark(1, f"{about.way} is not a unit", shown)
                power = self.power_of(_named(_either(about, "nation", "Nation")))
                position.unread.append((power, Note("not read", shown)))
            elif dislodged:
                position.dislodged.append(unit)
            else:
                position.units.append(unit)
        owners: dict[Code, Power] = {}
        for place, nation in _owners(_either(raw, "supply_centers", "SCs", "SupplyCenters")):
            at = self._place(place)
            power = self.power_of(nation)
            if at and power:
                owners[at.province] = power
            elif nation and nation not in NOBODY:
                self.remark(1, f"not a centre ({nation})", place)
                position.charted = False
        position.owners = owners or None
        return position

    def _unit(self, about: JsonNode, place: str) -> Unit | None:
        power = self.power_of(_named(_either(about, "nation", "Nation")))
        kind = KINDS.get(_either(about, "type", "Type").text().lower())
        at = self._place(place)
        return Unit(power, kind, at) if power and kind and at else None

    def _place(self, written: str) -> Location | None:
        return self.places.get(self._code(written))

    def _code(self, written: str) -> str:
        """A place in our code, with its coast; other words as they are."""
        code, slash, coast = written.partition("/")
        return self.codes.get(code.lower(), code) + slash + coast

    def _order(self, sheet: PhaseSheet, nation: str, parts: list[str], resolution: str) -> None:
        power = self.power_of(nation)
        text = order_text([self._code(part) for part in parts], sheet.phase)
        written = ForeignOrders(self.setting, sheet.phase, power).parsed(text) if text else None
        if written is None or not power:
            shown = f"{nation}: {' '.join(parts)}".removesuffix(": ")
            self.unread(sheet, 0, shown, order=True, power=power)
            return
        self.add(sheet, written)
        outcomes = _outcomes(resolution, written) if resolution else None
        if outcomes and written.unit is not None:
            sheet.printed(power, written.unit.at, *outcomes, text=f"{text}: {resolution}")


def _keep_position(sheet: PhaseSheet, position: PrintedPosition | None) -> None:
    """Keep the printed position after a phase, without powers of which a unit was not read."""
    if position is None:
        return
    sheet.notes += [note for _, note in position.unread]
    if ANY_POWER in position.unsure:
        return
    sheet.after = [unit for unit in position.units if unit.power not in position.unsure]
    sheet.whole = not position.unsure
    sheet.dislodged = None if position.unsure else position.dislodged
    sheet.owners = position.owners if position.charted and not position.unsure else None


def order_text(parts: Sequence[str], phase: Phase) -> str:
    """The order of `["nth", "Convoy", "lon", "nwy"]` in the notation of players; a coast may stand
    behind the province, as in `["mid", "Move", "spa", "spa/nc"]`."""
    at, what, target, goal, *_ = [*parts, "", "", "", ""]
    coast = goal if goal.partition("/")[0] in (target, at) else ""
    aim = f" - {goal}" if goal and goal != target else ""
    shapes = {
        "Move": f"{at} R {coast or target}"
        if phase.step == "retreats"
        else f"{at} - {coast or target}",
        "MoveViaConvoy": f"{at} - {coast or target} via convoy",
        "Hold": f"{at} H",
        "Support": f"{at} S {target}{aim}",
        "Convoy": f"{at} C {target}{aim}",
        "Build": f"Build {target} {coast or at}",
        "Disband": f"{at} D",
        "Retreat": f"{at} R {coast or target}",
    }
    return shapes.get(what, "")


def _either(raw: JsonNode, *keys: str) -> JsonNode:
    """The value of the first key that is there; an absent one if the value is no mapping."""
    if not isinstance(raw.value, dict):
        return JsonNode(None, raw.name, raw.way)
    return next((raw[key] for key in keys if raw[key].given), raw[keys[0]])


def _named(node: JsonNode) -> str:
    """The name of a nation or province, which may be a mapping with `id` and `name`."""
    if isinstance(node.value, dict):
        return _either(node, "id", "name").text()
    return node.text()


def _properties(raw: JsonNode) -> JsonNode:
    """The content of an item of the site's API; another value as it is."""
    properties = _either(raw, "Properties")
    return properties if properties.given else raw


def _phases(data: JsonNode) -> Iterator[JsonNode]:
    """The phases of a game, of the site's list of them, or one alone."""
    listed = _either(data, "phases", "Properties")
    if isinstance(listed.value, list):
        yield from listed.list()
    elif isinstance(listed.value, dict) or _either(data, "season", "Season").given:
        yield listed if listed.given else data


def _ordinal(raw: JsonNode) -> int:
    return _either(raw, "ordinal", "PhaseOrdinal").number()


def _orders(raw: JsonNode) -> Iterator[tuple[str, list[str], str]]:
    """Each order with its nation, its parts and its resolution, if that stands beside it."""
    orders = _either(raw, "orders", "Orders")
    if isinstance(orders.value, dict) and not orders["Properties"].given:
        for nation, by_place in orders.items():
            for place, words in by_place.items():
                parts = [word.text() for word in words.list()]
                yield nation, parts if parts[:1] == [place] else [place, *parts], ""
        return
    listed = orders["Properties"] if isinstance(orders.value, dict) else orders
    for order in map(_properties, listed.list()):
        parts = [part.text() for part in _either(order, "selected", "Parts", "parts").list()]
        resolution = _either(order, "expected_resolution", "resolution", "Resolution")
        if isinstance(resolution.value, dict):
            resolution = _either(resolution, "status", "result")
        if parts:
            yield _named(_either(order, "nation", "Nation")), parts, resolution.text()


def _resolutions(raw: JsonNode) -> dict[str, str]:
    """The resolutions of a phase by province, from a list or a mapping."""
    listed = _either(raw, "Resolutions", "resolutions")
    resolutions = {}
    if isinstance(listed.value, dict):
        for place, resolution in listed.items():
            resolutions[place.partition("/")[0].lower()] = resolution.text()
        return resolutions
    for each in listed.list():
        province = _either(each, "Province", "province").text().partition("/")[0].lower()
        resolutions[province] = _either(each, "Resolution", "resolution", "result").text()
    return resolutions


def _units(raw: JsonNode) -> Iterator[tuple[str, JsonNode, bool]]:
    """The place of each unit, what it is, and whether it is dislodged."""
    for key, inner in UNIT_LISTS.items():
        listed = raw[key]
        if isinstance(listed.value, dict):
            for place, about in listed.items():
                yield place, about, key == "Dislodgeds"
            continue
        for node in listed.list():
            about = _either(node, inner, "Unit")
            place = _named(_either(node, "province", "Province"))
            driven_out = key == "Dislodgeds" or bool(_either(node, "dislodged").value)
            yield place, about if isinstance(about.value, dict) else node, driven_out


def _owners(charted: JsonNode) -> Iterator[tuple[str, str]]:
    """The owned centres of a mapping, or of a list with places and owners."""
    if isinstance(charted.value, dict):
        yield from ((place, nation.text()) for place, nation in charted.items())
        return
    for each in charted.list():
        yield (
            _named(_either(each, "province", "Province")),
            _named(_either(each, "nation", "Owner", "owner")),
        )


def _outcomes(resolution: str, written: Written) -> set[Outcome]:
    """What a resolution says, which may name the other unit as well: `ErrBounce:mun`."""
    if resolution in ("OK", "Succeeded", "success", "resolved"):
        return {*DONE_AS.get(type(written.order), ())}
    return {first_outcome(resolution.partition(":")[0], "diplicity") or Outcome.FAILED}


def recognises(document: TextFile) -> bool:
    """Is it JSON with phases and orders of selected parts, or of the site's API?"""
    text = document.text
    if text.lstrip()[:1] not in ("{", "["):
        return False
    return is_of_the_site(text) or ('"selected"' in text and '"phases"' in text)


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported | ArchiveError]:
    """Every game of the file, or the error that keeps it from being read."""

    def game(data: JsonNode, _: int, own: TextFile) -> Imported | None:
        if not any(True for _ in _phases(data)):
            return None
        name = _named(_either(data, "variant", "Variant", "variant_id"))
        slug = "-".join(re.findall(r"[a-z0-9]+", name.lower().replace(" vs ", " ")))
        variant = VARIANTS.get(slug, slug)
        return DiplicityGame(data, settings(variant), variant).read(own)

    return every(together(document), game)


DIPLICITY = Importer(
    "diplicity", "games of diplicity in JSON", recognises, read, game_id, joined=True
)
