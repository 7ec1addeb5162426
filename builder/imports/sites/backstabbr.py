"""Reads saved pages of Backstabbr by the variables of their scripts.

    <meta property="og:title" content="Test game (Spring 1901)">
    var unitsByPlayer = {"France": {"Bre": "F", "Spa": {"type": "F", "coast": "sc"}}, …};
    var territories = {"Par": "France", …};
    var orders = {"France": {"Par": {"type": "MOVE", "to": "Bur", "result": "FAILS",
                                     "result_reason": "Bounced", "retreat": "Gas"}}};

A page has one season: its units and owners before the orders, its orders and their results. The
order of a unit that was driven out has its retreat, or null if it disbanded. A page of Winter may
have the units that were built already. The pages of one game in a folder are put together by the
name of the game.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping

from builder.errors import ArchiveError
from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode
from builder.imports.phase_reports import DONE_AS
from builder.imports.plausibility import address
from builder.imports.sites.page_lines import page_source, script_line, script_value
from builder.model.calendar import Phase
from builder.model.orders import Build, Disband, Retreat, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.units import Code, Dislodged, Power, Unit
from builder.notation.result_words import first_outcome
from builder.record import Result, Source

SIGNS = re.compile(r"\b(?:var|let|const)\s+unitsByPlayer\b|\bwindow\.unitsByPlayer\b")
META = re.compile(r"<meta\b[^>]*\bog:title\b[^>]*>", re.IGNORECASE)
CONTENT = re.compile(r"""\bcontent=(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
TITLE = re.compile(r"<title>([^<]*)", re.IGNORECASE)
OTHER_TEXTS = re.compile(
    r"""<[^>]*\bid=["']?(?:history_current_season|map-season)\b[^>]*>([^<]*)"""
    r"|saved from url=\S*?/(\d{4}/(?:spring|fall|winter))\b",
    re.IGNORECASE,
)
SEASONS = "spring|fall|autumn|winter"
IN_BRACKETS = re.compile(rf"(?i)\(\s*({SEASONS})[\s,]+(\d{{4}})[^()]*\)\s*(?:[-–|].*)?$")
DATE = re.compile(rf"(?i)\b({SEASONS})[\W_]*(\d{{4}})|(?<!\d)(\d{{4}})[\W_]*({SEASONS})")
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
FINISHED = ("COMPLETE", "FINISHED", "ENDED", "GAME_OVER")
VARIABLES = ("unitsByPlayer", "territories", "retreatOptions", "orders", "stage")


class BackstabbrPage(ForeignGame):
    """One page while it is read."""

    def read(self, document: TextFile) -> Imported:
        """The phases of the page as a record."""
        self.page = {name: _variable(document, name) for name in VARIABLES}
        self.line_of = {name: script_line(page_source(document.text), name) for name in VARIABLES}
        units = self._units(self.page["unitsByPlayer"])
        phase = self._phase(document, self.page["orders"])
        sheet = self.sheet_of(phase)
        for nation, by_place in self.page["orders"].items():
            for place, order in by_place.items() if isinstance(by_place.value, dict) else ():
                self._order(sheet, self.power_of(nation), place, order, units)
        fallen = self._retreating(units) if phase.step == "retreats" else []
        there = [unit for unit in units if unit not in fallen]
        if phase.step == "adjustments":
            there = self._before_builds(sheet, there)
        owners = self._owners(self.page["territories"])
        name = game_of(document) or document.stem
        usual = self.setting.start
        opens = phase == usual.phase and {*there} == {*usual.units}
        return self.imported(
            document,
            self.in_order(),
            id=address(name),
            name=name,
            source=Source(title="Backstabbr"),
            words="one reason",
            result=self._result(owners, phase),
            start=None if opens else tuple(there),
            start_owners=None if opens or not owners else owners,
            start_dislodged=tuple(Dislodged(unit, None) for unit in fallen),
        )

    def _phase(self, document: TextFile, orders: JsonNode) -> Phase:
        """The season of the page, and the step that the kinds of its orders show."""
        date = season_of(document)
        if date is None:
            raise ArchiveError(f"{document.name}: neither title nor name of the page has a season")
        season, year = date
        kinds: set[str] = set()
        for _, by_place in orders.items():
            for _, order in by_place.items() if isinstance(by_place.value, dict) else ():
                kinds.add(_text(order, "type").upper())
        if season == "winter" or kinds.intersection(WINTER):
            return Phase(year, "winter", "adjustments")
        retreats = bool(kinds) and kinds.issubset(LATER)
        return Phase(year, season, "retreats" if retreats else "movement")

    def _units(self, listed: JsonNode) -> list[Unit]:
        units: list[Unit] = []
        for nation, by_place in listed.items():
            power = self.power_of(nation)
            for place, what in by_place.items() if isinstance(by_place.value, dict) else ():
                unit = self._unit(power, place, what)
                if unit is None or not power:
                    line = self.line_of["unitsByPlayer"]
                    self.remark(line, f"{what.way} is not a unit", f"{nation} {place}")
                else:
                    units.append(unit)
        return units

    def _unit(self, power: Power, place: str, what: JsonNode) -> Unit | None:
        """The unit of `"A"`, or of a mapping with its kind and coast."""
        coast = _text(what, "coast")
        at = self.places.get(f"{place}/{coast}" if coast else place)
        kind = KINDS.get(_kind(what))
        return Unit(power, kind, at) if at and kind else None

    def _retreating(self, units: list[Unit]) -> list[Unit]:
        """The units that have places to retreat to or retreats, of those in the same place."""
        lost: set[tuple[str, str]] = set()
        for place, listed in _mapping(self.page["retreatOptions"]):
            if isinstance(listed.value, dict):
                lost.update((self.power_of(place), self._code(code)) for code, _ in listed.items())
            else:
                powers = {unit.power for unit in units if unit.at.province == self._code(place)}
                if len(powers) == 1:
                    lost.add((powers.pop(), self._code(place)))
        for sheet in self.sheets.values():
            lost.update((w.issuer, w.home or "") for w in sheet.orders)
        return [unit for unit in units if (unit.power, unit.at.province) in lost]

    def _code(self, place: str) -> str:
        at = self.places.get(place)
        return at.province if at else ""

    def _before_builds(self, sheet: PhaseSheet, units: list[Unit]) -> list[Unit]:
        """The units before the builds of a page, which may list the new ones already."""
        built = {
            (w.issuer, w.order.at.province) for w in sheet.orders if isinstance(w.order, Build)
        }
        before = [unit for unit in units if (unit.power, unit.at.province) not in built]
        if len(before) < len(units):
            sheet.after = units
        return before

    def _owners(self, listed: JsonNode) -> dict[Code, Power]:
        owners: dict[Code, Power] = {}
        for place, nation in listed.items():
            at = self.places.get(place)
            power = self.power_of(nation.text()) if isinstance(nation.value, str) else Power("")
            if at and power and at.province in self.setting.centres:
                owners[at.province] = power
        return owners

    def _result(self, owners: Mapping[Code, Power], phase: Phase) -> Result:
        """The winner of a game that is over, if a power owns enough centres."""
        stage = self.page["stage"].value
        for power in self.setting.powers if stage in FINISHED else ():
            if list(owners.values()).count(power) >= self.setting.victory:
                return Result("won", (power,), phase)
        return Result()

    def _order(
        self, sheet: PhaseSheet, power: Power, place: str, order: JsonNode, units: list[Unit]
    ) -> None:
        unit = next(
            (u for u in units if (u.power, u.at.province) == (power, self._code(place))), None
        )
        kind = _kind(order["unit_type"]) or _kind(order["unit"]) or (unit.kind if unit else "")
        coast = _text(order, "coast") or _text(order["unit"], "coast")
        start = _with_coast(order, "from")
        to = _with_coast(order, "to")
        text = SHAPES.get(_text(order, "type").upper(), "").format(
            unit=f"{kind} {place}{'/' if coast else ''}{coast}".strip(),
            to=to,
            start=start or to,
            goal=f" - {to}" if start and to and start != to else "",
        )
        text += " via convoy" if order["via_convoy"].value or order["viaConvoy"].value else ""
        written = ForeignOrders(self.setting, sheet.phase, power).parsed(text) if text else None
        if written is None or not power:
            whose = f"{power}: {place}" if power else order.way
            shown = f"{whose} {json.dumps(order.value)}"
            self.unread(sheet, self.line_of["orders"], shown, order=True, power=power)
            return
        self.add(sheet, written)
        outcomes = _outcomes(order, written)
        if sheet.phase.step == "movement" and "retreat" in order.value and written.unit:
            outcomes |= {Outcome.DISLODGED}
            at = written.unit._replace(at=unit.at) if unit else written.unit
            self._retreat(sheet, power, at, order)
        if written.unit is not None and outcomes:
            sheet.printed(power, written.unit.at, *outcomes, text=text)

    def _retreat(self, moves: PhaseSheet, power: Power, unit: UnitRef, order: JsonNode) -> None:
        """The retreat of an order whose unit was driven out; without a place it disbanded."""
        sheet = self.sheet_of(moves.phase._replace(step="retreats"))
        chosen = order["retreat"]
        goal = _with_coast(order, "retreat")
        if isinstance(chosen.value, dict) and chosen["to"].given:
            goal = _with_coast(chosen, "to")
        to = self.places.get(goal)
        text = f"{unit.kind or ''} {unit.at} {f'R {goal}' if goal else 'D'}".strip()
        if goal and to is None:
            line = self.line_of["orders"]
            self.unread(sheet, line, f"{power}: {text}", order=True, power=power)
            return
        written = Written(power, unit, Retreat(to) if to else Disband(), text)
        self.add(sheet, written)
        outcomes = _outcomes(chosen, written) if isinstance(chosen.value, dict) else set()
        if outcomes:
            sheet.printed(power, unit.at, *outcomes, text=text)


def _variable(document: TextFile, name: str) -> JsonNode:
    """The value of a variable of the page's script; an absent one if it has none."""
    try:
        return JsonNode(script_value(page_source(document.text), name), document.name, name)
    except ValueError as error:
        raise ArchiveError(f"{document.name}: the variable {name} is not JSON: {error}") from error


def _mapping(node: JsonNode) -> Iterator[tuple[str, JsonNode]]:
    """The members of a mapping; none of another value."""
    return node.items() if isinstance(node.value, dict) else iter(())


def _text(node: JsonNode, key: str) -> str:
    """The text of a key of a mapping; empty if either is something else."""
    value = node.value.get(key) if isinstance(node.value, dict) else None
    return value if isinstance(value, str) else ""


def _kind(node: JsonNode) -> str:
    """The kind of a unit, in lower case: `"A"`, or the type of a mapping."""
    return (node.value if isinstance(node.value, str) else _text(node, "type")).lower()


def _with_coast(order: JsonNode, key: str) -> str:
    """A place of an order, with its coast: `{"to": "Spa", "to_coast": "nc"}`."""
    coast = _text(order, f"{key}_coast")
    place = _text(order, key)
    if isinstance(order[key].value, dict):
        coast = _text(order[key], "coast")
        place = _text(order[key], "territory") or _text(order[key], "province")
    return f"{place}/{coast}" if place and coast else place


def _outcomes(order: JsonNode, written: Written) -> set[Outcome]:
    """What the page says of an order; empty if it has no result."""
    result = _text(order, "result").upper()
    reason = _text(order, "result_reason").lower()
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


def season_of(document: TextFile) -> tuple[str, int] | None:
    """The season and year of a page: in brackets behind its title, in the page, in the address from
    which it was saved, in the name of its file and folder, or elsewhere in its title."""
    title = title_of(document)
    date = IN_BRACKETS.search(title)
    texts = [match[1] or match[2] for match in OTHER_TEXTS.finditer(page_source(document.text))]
    path = "/".join(re.split(r"[!/\\]", document.name)[-2:])
    for text in () if date else (*texts, path, title):
        date = date or DATE.search(text)
    if date is None:
        return None
    parts = [part for part in date.groups() if part]
    year = next(int(part) for part in parts if part.isdigit())
    season = next(part.lower() for part in parts if not part.isdigit())
    return {"autumn": "fall"}.get(season, season), year


def title_of(document: TextFile) -> str:
    """The title of a page, with its season in brackets."""
    text = page_source(document.text)
    titles: list[str] = []
    for meta in META.finditer(text):
        content = CONTENT.search(meta[0])
        titles.append(content[1] or content[2] or "" if content else "")
    titles += [title[1] for title in TITLE.finditer(text)]
    titles = [html.unescape(title).strip() for title in titles]
    return next((title for title in titles if DATE.search(title)), titles[0] if titles else "")


def game_of(document: TextFile) -> str:
    """The name of the game of a page: its title without season and site."""
    name = re.sub(r"\s*[-–|]\s*Backstabbr.*$", "", title_of(document), flags=re.IGNORECASE)
    name = IN_BRACKETS.sub("", name)
    return re.sub(r"^Game:\s*", "", name, flags=re.IGNORECASE).strip()


def recognises(document: TextFile) -> bool:
    """Does a script of the page list units by player?"""
    return SIGNS.search(document.text) is not None


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
    """The phases of a page."""
    yield BackstabbrPage(settings(STANDARD)).read(document)


BACKSTABBR = Importer("backstabbr", "saved pages of Backstabbr", recognises, read, game_of)
