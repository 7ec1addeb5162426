"""Reads pages of orders of playdiplomacy and of webDiplomacy, or text that was copied from them.

    Spring 1901 - orders                                   Spring, 1901
    France:                                                France
    Army Paris MOVE -> Burgundy -> bounced with Munich     The army at Paris move to Gascony. (fail)
    Fleet Brest MOVE Mid-Atlantic Ocean -> resolved        The fleet at Brest move to Picardy.
    Army Marseilles SUPPORT Army Paris to Burgundy         The army at Ruhr support move to
      -> resolved                                            Burgundy from Munich.

A page has one season or several. playdiplomacy has a page for each phase, whose address says which:
`phase` is O, R or B, `gdate` counts the seasons from 0. The pages of one game in a folder are put
together. Where the first is not the beginning of the game, its units stand where their orders name
them. playdiplomacy prints a result for every order; webDiplomacy only that an order failed or a
unit was dislodged, so that an order without a mark was done.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.json_nodes import JsonNode
from builder.imports.phase_reports import DONE_AS, name_position, named
from builder.imports.sites.page_lines import page_lines
from builder.imports.sites.webdiplomacy import variant_of
from builder.model.calendar import Phase, Step
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Power
from builder.notation.headings import read_heading
from builder.notation.result_words import first_outcome
from builder.record import Source

SOURCE = "site pages"  # whose words for results they are
DONE_SOMEHOW = {Outcome.MOVED}  # of an order of any kind: `success`
SEASON = re.compile(
    r"(?i)\b(spring|summer|fall|autumn|winter)\b\W+(\d{4}|\d{1,3}(?=\W*$))\b"
    r"|\b(\d{4})\W+(spring|fall)"
)
ADDRESS = re.compile(r"game_history\.php[^\s\"'<>]*")
IN_ADDRESS = re.compile(r"\b(game_id|gdate|phase)=(\w+)")
ADDRESSED: dict[str, Step] = {"O": "movement", "R": "retreats", "B": "adjustments"}
FIRST_YEAR = 1901
SAVED_FROM = 2000  # letters at the beginning of a page, where a browser writes its address
VARIANT = re.compile(r"""class=["']?variant([A-Z]\w*)""")
STEP_HEADINGS = (
    "diplomacy", "retreats", "builds", "unit-placement", "unit placement", "adjustments",
)  # fmt: skip
STEP = re.compile(r"(?i)\b(retreat|build|adjust|diplomacy|order|move)")
LONGEST_HEADING = 60
STEP_OF: dict[str, Step] = {
    "retreat": "retreats", "disband": "retreats", "destroy": "adjustments",
}  # fmt: skip
PLAYDIP = re.compile(
    r"^(?P<unit>(?:army|fleet) \S.*?) (?P<verb>MOVE|HOLD|SUPPORT|CONVOY|RETREAT|DESTROY|DISBAND)\b"
    r"(?P<rest>.*)$|^(?P<build>BUILD) (?P<what>.+)$"
    r"|^(?P<built>(?:army|fleet) \S.*?) BUILD\b(?P<after>.*)$",
    re.IGNORECASE,
)
WEBDIP = re.compile(
    r"^(?:the )?(?P<kind>army|fleet) (?:at|in) (?P<at>\S.*?) "
    r"(?P<verb>moves?|holds?|supports? hold|supports? move|convoys?|retreats?|disbands?"
    r"|destroy(?:s|ed)?)\b(?P<rest>(?:[^()]|\(\w+ coast\))*)(?P<marks>(?:\([^()]*\) ?)*)\.?$"
    r"|^build (?:an? )?(?P<built>army|fleet) (?:at|in) (?P<where>.+?)\.?$"
    r"|^destroy (?:the )?(?P<gone>unit|army|fleet) (?:at|in) (?P<there>.+?)\.?$",
    re.IGNORECASE,
)
EAST_COAST = ("Bulgaria (North Coast)", "Bulgaria (East Coast)")  # the site's name, and ours
TO_FROM = re.compile(
    r"^\s*(?:to\s+)?(?P<to>.+?)(?:\s+from\s+(?P<start>.+?))?(?P<via>\s+via\s+convoy)?$"
)


class PageOrder(NamedTuple):
    """An order of a page in the notation of players; its outcomes, None if it has no mark; and the
    step to which its verb belongs, if it is not that of the page."""

    text: str
    outcomes: frozenset[Outcome] | None
    step: Step | None = None


ReadPageOrder = Callable[[str], PageOrder | None]


def playdiplomacy_order(line: str) -> PageOrder | None:
    """The order of a line of playdiplomacy's history; None for another line."""
    order = PLAYDIP.match(" ".join(line.split()))
    if order is None:
        return None
    rest, outcomes = _without_result(order["rest"] or order["what"] or order["after"] or "")
    if order["build"]:
        return PageOrder(f"Build {rest}", outcomes, "adjustments")
    if order["built"]:
        return PageOrder(f"Build {order['built']}", outcomes, "adjustments")
    unit = order["unit"]
    verb = order["verb"].upper()
    rest = re.sub(r"^\s*(?:->|to\b)\s*", "", rest.strip(), flags=re.IGNORECASE)
    joined = re.sub(r"\s*->\s*|\s+to\s+(?!hold)", " - ", rest, flags=re.IGNORECASE)
    shapes = {
        "MOVE": f"{unit} - {joined}",
        "HOLD": f"{unit} H",
        "SUPPORT": f"{unit} S {joined}",
        "CONVOY": f"{unit} C {joined}",
        "RETREAT": f"{unit} R {joined}",
    }
    return PageOrder(shapes.get(verb, f"{unit} D"), outcomes, STEP_OF.get(verb.lower()[:7]))


def _without_result(text: str) -> tuple[str, frozenset[Outcome] | None]:
    """A text without the result behind its last arrow, and what that result says."""
    order, arrow, result = text.rpartition("->")
    outcome = first_outcome(result, SOURCE) if arrow else None
    if outcome is None:
        return text.strip(), None
    return order.strip(), frozenset({outcome} - DONE_SOMEHOW)


def webdiplomacy_order(line: str) -> PageOrder | None:
    """The order of a line of webDiplomacy's page of orders; None for another line."""
    order = WEBDIP.match(" ".join(line.replace(*EAST_COAST).split()))
    if order is None:
        return None
    if order["built"]:
        return PageOrder(f"Build {order['built']} {order['where']}", frozenset(), "adjustments")
    if order["gone"]:
        kind = "" if order["gone"].lower() == "unit" else f"{order['gone']} "
        return PageOrder(f"Remove {kind}{order['there']}", frozenset(), "adjustments")
    unit = f"{order['kind']} {order['at']}"
    verb = order["verb"].lower()
    ends = TO_FROM.match(order["rest"].strip(" ."))
    to = (ends["to"] if ends else "") or ""
    start = ends["start"] if ends else None
    via = " via convoy" if ends and ends["via"] else ""
    helped = f"{start} - {to}" if start else to
    shapes = {
        "move": f"{unit} - {to}{via}",
        "hold": f"{unit} H",
        "support": f"{unit} S {helped}",
        "convoy": f"{unit} C {helped}",
        "retreat": f"{unit} R {to}",
    }
    shape = next((text for word, text in shapes.items() if verb.startswith(word)), f"{unit} D")
    return PageOrder(shape, _marks(order["marks"] or ""), STEP_OF.get(verb[:7]))


def _marks(text: str) -> frozenset[Outcome]:
    """The outcomes of marks in brackets: `(fail)`, `(dislodged)`."""
    outcomes = set[Outcome]()
    for mark in re.findall(r"\(([^()]*)\)", text.lower()):
        outcome = first_outcome(mark, SOURCE)
        if outcome is not None:
            outcomes |= {outcome} - DONE_SOMEHOW
        else:
            outcomes |= plain_outcomes(mark.strip()) or {Outcome.FAILED}
    return frozenset(outcomes)


class SitePage(ForeignGame):
    """Pages of one game while they are read line by line."""

    def __init__(self, setting: Setting, reading: ReadPageOrder) -> None:
        super().__init__(setting)
        self.reading = reading
        self.heading: Phase | None = None  # of the season
        self.sheet: PhaseSheet | None = None
        self.power = Power("")

    def take(self, line: int, text: str) -> None:
        """Take in one line: the heading of a phase or of a power, an order, or other words."""
        if phase := page_phase(text):
            self.heading = phase
            self.sheet = self.begin(phase, line)
            self.power = Power("")
        elif order := self.reading(text):
            self._order(line, text, order)
        elif text.lower().strip(" :.") in STEP_HEADINGS:
            self.sheet = self._sheet_of_step(_step_of(text.lower()), line)
        elif head := read_heading(text, self.setting):
            of_one_power = head.understood and len(head.powers) == 1
            self.power = head.powers[0] if of_one_power else Power("")
            if order := self.reading(head.rest):
                self._order(line, head.rest, order)
        elif self.sheet is not None and re.match(r"(?i)(?:the\s+)?(?:army|fleet)\s", text):
            shown = f"{self.power}: {text}" if self.power else text
            self.unread(self.sheet, line, shown, order=True, power=self.power)

    def _sheet_of_step(self, step: Step, line: int) -> PhaseSheet | None:
        """The sheet of a step of the season above, which a page shows under its own heading, once
        for all powers or for each."""
        if self.heading is None or self.heading.step == step:
            return self.sheet_of(self.heading, line) if self.heading else self.sheet
        season = "winter" if step == "adjustments" else self.heading.season
        phase = self.setting.calendar.get(f"{season} {self.heading.year} {step}")
        return self.sheet_of(phase, line) if phase else self.sheet

    def _order(self, line: int, text: str, order: PageOrder) -> None:
        if self.sheet is None:
            self.remark(line, "no season is named before", text)
            return
        sheet = self._sheet_for(order, line)
        written = ForeignOrders(self.setting, sheet.phase, self.power, line).parsed(order.text)
        if written is None or not self.power:
            shown = f"{self.power}: {text}" if self.power else text
            self.unread(sheet, line, shown, order=True, power=self.power)
            return
        self.add(sheet, written)
        if written.unit is not None and order.outcomes is not None:
            outcomes = order.outcomes or DONE_AS.get(type(written.order), [])
            sheet.printed(self.power, written.unit.at, *outcomes, text=text, line=line)

    def _sheet_for(self, order: PageOrder, line: int) -> PhaseSheet:
        """The sheet of the phase to which an order belongs: a page of a season may show its
        retreats and builds below its moves."""
        assert self.sheet is not None
        assert self.heading is not None
        if self.heading.step == "adjustments" or (order.step is None and not self._beside_moves()):
            return self.sheet
        return self._sheet_of_step(order.step or "movement", line) or self.sheet

    def _beside_moves(self) -> bool:
        """Are there moves in the season whose retreats or builds are being read?"""
        return self.heading is not None and self.heading.step == "movement"


def page_phase(text: str) -> Phase | None:
    """The phase of a line that is the heading of a season; None for another line."""
    date = SEASON.search(text)
    if date is None or len(text) > LONGEST_HEADING:
        return None
    season = (date[1] or date[4]).lower()
    year = int(date[2] or date[3])
    step = _step_of(text.lower())
    season = {"autumn": "fall", "summer": "spring"}.get(season, season)
    if season == "winter" or step == "adjustments":
        return Phase(year, "winter", "adjustments")
    return Phase(year, season, step)


def _step_of(text: str) -> Step:
    heading = STEP.search(text)
    word = heading[1].lower() if heading else ""
    if word == "retreat":
        return "retreats"
    return "adjustments" if word in ("build", "adjust") or "placement" in text else "movement"


def page_reader(title: str, reading: ReadPageOrder) -> Callable[..., Iterator[Imported]]:
    """A function that reads the game of a page, whose orders `reading` understands."""

    def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
        variant = _variant_of(document)
        page = SitePage(settings(variant), reading)
        if phase := phase_of_address(document):
            page.heading = phase
            page.sheet = page.sheet_of(phase)
        for number, line in page_lines(document.text):
            page.take(number, line)
        page.merge_reports()
        sheets = [sheet for sheet in page.in_order() if sheet.orders or sheet.notes]
        for sheet, later in pairwise(sheets):
            if later.phase.step == "movement":
                name_position(sheet, later, page.unread_powers[later.phase])
                sheet.whole = False
        begins = not sheets or sheets[0].phase == page.setting.calendar.start
        without_units = begins or sheets[0].phase.step != "movement"
        game = game_of(document)
        yield page.imported(
            document,
            sheets,
            id=f"{title}-{game}".lower() if game else document.stem,
            name=f"{title} {game}" if game else document.stem.replace("-", " ").capitalize(),
            variant=variant,
            source=Source(title=title, issues=game),
            words="one reason",
            start=None if without_units else tuple(named(sheets[0])),
        )

    return read


def _variant_of(document: TextFile) -> str:
    """The variant by the class that webDiplomacy gives its page of orders; the standard game for
    other pages. Raises UnknownWordError for a variant that is not played here."""
    named = VARIANT.search(document.text)
    if named is None:
        return STANDARD
    about = {"variant": named[1]}
    judged_by: str = variant_of(JsonNode(about, document.name))["judged_by"]
    return judged_by


def _address(document: TextFile) -> dict[str, str]:
    """The parts of playdiplomacy's address from which a page was saved, as a browser notes it in
    its first lines, or as the name of its file has it."""
    before_page = document.text[:SAVED_FROM].partition("<html")[0]
    for text in (before_page, document.base):
        saved = ADDRESS.search(text)
        parts = dict(IN_ADDRESS.findall(saved[0])) if saved else {}
        if "gdate" in parts:
            return parts
    return {}


def game_of(document: TextFile) -> str:
    """The number of the game of a page, if its address is known."""
    return _address(document).get("game_id", "")


def phase_of_address(document: TextFile) -> Phase | None:
    """The phase of a page by its address; None without one."""
    parts = _address(document)
    step = ADDRESSED.get(parts.get("phase", "").upper())
    if step is None or not parts.get("gdate", "").isdigit():
        return None
    turn = int(parts["gdate"])
    season = "winter" if step == "adjustments" else ("spring", "fall")[turn % 2]
    return Phase(FIRST_YEAR + turn // 2, season, step)


def _is_page(document: TextFile, reading: ReadPageOrder) -> bool:
    """Has a page, or a copied text, the heading of a season, or an address that names it, and an
    order of the site?"""
    lines = [line for _, line in page_lines(document.text[:200_000])]
    dated = any(map(page_phase, lines)) or phase_of_address(document) is not None
    return dated and any(map(reading, lines))


def _is_playdiplomacy(document: TextFile) -> bool:
    """Is there an order with a verb in capitals and a result behind an arrow?"""
    sign = re.search(
        r"\b(?:MOVE|HOLD|SUPPORT|CONVOY|RETREAT|BUILD|DESTROY|DISBAND)\b.*->\s*[A-Za-z]",
        _shown(document),
    )
    return sign is not None and _is_page(document, playdiplomacy_order)


def _is_webdiplomacy(document: TextFile) -> bool:
    """Is there an order in words, as in `The army at Paris move to Burgundy.`?"""
    return re.search(r"(?i)\bthe (?:army|fleet) at \w", document.text) is not None and _is_page(
        document, webdiplomacy_order
    )


def _shown(document: TextFile) -> str:
    return document.text.replace("-&gt;", "->")


PLAYDIPLOMACY_PAGES = Importer(
    "playdiplomacy-pages", "history pages of playdiplomacy", _is_playdiplomacy,
    page_reader("playdiplomacy", playdiplomacy_order), game_of,
)  # fmt: skip
WEBDIPLOMACY_PAGES = Importer(
    "webdiplomacy-pages", "pages of orders of webDiplomacy", _is_webdiplomacy,
    page_reader("webDiplomacy", webdiplomacy_order),
)  # fmt: skip
