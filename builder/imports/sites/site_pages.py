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
them. playdiplomacy may leave out the kinds of units (`Paris MOVE Burgundy -> resolved`); the
seasons to which its pages link are no headings. It prints a result for every order; webDiplomacy
only that an order failed or a unit was dislodged, so that an order without a mark was done.
"""

import html
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import ForeignGame, PhaseSheet
from builder.imports.importer import STANDARD, Imported, Importer, Remark, Settings, TextFile
from builder.imports.json_nodes import JsonNode
from builder.imports.patterns import RE
from builder.imports.phase_reports import DONE_AS, name_position
from builder.imports.sites.page_lines import page_lines
from builder.imports.sites.unit_kinds import units_with_kinds
from builder.imports.sites.webdiplomacy import variant_of
from builder.model.calendar import Phase, Step
from builder.model.outcomes import DRIVEN_OUT, Outcome
from builder.model.setting import Setting
from builder.model.units import Power, Unit
from builder.notation.headings import read_heading
from builder.notation.result_words import first_outcome
from builder.record import Source

SOURCE = "site pages"  # whose words for results they are
DONE_SOMEHOW = {Outcome.MOVED}  # of an order of any kind: `success`
SEASONS = "spring|summer|fall|autumn|winter"
SEASON = re.compile(
    rf"(?i)\b({SEASONS})\b\W+(\d{{4}}|\d{{1,3}}(?=\W*$))\b"
    r"|\b(\d{4})\W+(spring|fall)"
)
ADDRESS = re.compile(r"game_history\.php[^\s\"'<>]*|(?<![A-Za-z])game_id=[^\s\"'<>]*")
IN_ADDRESS = re.compile(r"(?<![A-Za-z])(game_id|gdate|phase)=([^\W_]+)")
LINK_TO_A_PHASE = re.compile(r"(?is)<a\b[^>]*\bgame_history\.php\?[^>]*>.*?</a\s*>")
ADDRESSED: dict[str, Step] = {"O": "movement", "R": "retreats", "B": "adjustments"}
FIRST_YEAR = 1901
SAVED_FROM = 2000  # letters at the beginning of a page, where a browser writes its address
VARIANT = re.compile(r"""class=["']?variant([A-Z]\w*)""")
STEP_HEADINGS = (
    "diplomacy", "retreats", "builds", "unit-placement", "unit placement", "adjustments",
)  # fmt: skip
STEPS = "(?:retreat|build|adjust|diplomacy|order|move)[a-z]*"
STEP = re.compile(rf"(?i)\b({STEPS})")
LONGEST_HEADING = 60
BULLET = re.compile(
    r"(?i)^(?:[•◦▪‣·∙●○■□*-]|o(?= (?:the|build|destroy|do not) )|\d{1,3}[.)])\s+(?=\w)"
)
STEP_OF: dict[str, Step] = {
    "retreat": "retreats", "disband": "retreats", "destroy": "adjustments",
}  # fmt: skip
PLAYDIP = re.compile(
    r"^(?P<unit>(?:army|fleet) \S.*?) (?P<verb>MOVE|HOLD|SUPPORT|CONVOY|RETREAT|DESTROY|DISBAND)\b"
    r"(?P<rest>.*)$|^(?P<build>BUILD) (?P<what>.+)$"
    r"|^(?P<built>(?:army|fleet) \S.*?) BUILD\b(?P<after>.*)$",
    re.IGNORECASE,
)
WITHOUT_KIND = re.compile(
    r"^(?P<unit>[^\W\d_][^:>]*?) (?P<verb>MOVE|HOLD|SUPPORT|CONVOY|RETREAT|DESTROY|DISBAND)\b"
    r"(?P<rest>.*->.*)$"
)
WAIVED = re.compile(r"(?i)^(?:build\s+)?waive[ds]?(?:\s+build)?\b[^>]*(?:->.*)?$")
ARROWS = str.maketrans(dict.fromkeys("→⇒➔➜⟶", "->"))
AFTER_POWER = re.compile(r"\s*(?:[(:,]|\s[-–—]\s)")  # between the name of a power and of its player
UNREAD_ORDER = re.compile(r"(?i)(?:the\s+)?(?:army|fleet)\s|[^\W\d_].*\b[A-Z]{4,}\b.*->\s*\w")
WEBDIP = re.compile(
    r"^(?:the )?(?P<kind>army|fleet) (?:at|in) (?P<at>\S.*?) "
    r"(?P<verb>moves?|holds?|supports? hold|supports? move|convoys?|retreats?|disbands?"
    r"|destroy(?:s|ed)?)\b(?P<rest>(?:[^()]|\(\w+ coast\))*)(?P<marks>(?:\([^()]*\) ?)*)\.?$"
    r"|^(?P<waived>do not use build order)\.?$"
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
    step to which its verb belongs, if it is not that of the page. `shorter` is the order if what is
    behind its last arrow is the unknown result, and no place."""

    text: str
    outcomes: frozenset[Outcome] | None
    step: Step | None = None
    shorter: str = ""


ReadPageOrder = Callable[[str], PageOrder | None]


def playdiplomacy_order(line: str) -> PageOrder | None:
    """The order of a line of playdiplomacy's history; None for another line."""
    text = " ".join(line.split())
    if WAIVED.match(text):
        return PageOrder("Waive", frozenset(), "adjustments")
    order = PLAYDIP.match(text)
    if order is None:
        without_kind = WITHOUT_KIND.match(text)
        return without_kind and _order_of_unit(without_kind)
    if order["unit"]:
        return _order_of_unit(order)
    built = order["what"] or f"{order['built']} {order['after']}"
    rest, outcomes, shorter = _without_result(built)
    return PageOrder(
        f"Build {rest}", outcomes, "adjustments", f"Build {shorter}" if shorter else ""
    )


def _order_of_unit(line: re.Match[str]) -> PageOrder:
    """The order of a line with a unit, a verb, and what is behind the verb."""
    unit, verb, behind = line.group("unit", "verb", "rest")
    rest, outcomes, shorter = _without_result(behind)
    order = _in_notation(unit, verb.upper(), rest)
    if outcomes is None and "->" in behind:
        names_a_place = verb.upper() in ("MOVE", "SUPPORT", "CONVOY", "RETREAT")
        return PageOrder(
            order if names_a_place else "",
            None,
            STEP_OF.get(verb.lower()[:7]),
            _in_notation(unit, verb.upper(), shorter),
        )
    return PageOrder(order, outcomes, STEP_OF.get(verb.lower()[:7]))


def _in_notation(unit: str, verb: str, rest: str) -> str:
    """An order in the notation of players."""
    rest = re.sub(r"^\s*(?:->|to\b)\s*", "", rest.strip(), flags=re.IGNORECASE)
    joined = re.sub(r"\s*->\s*|\s+to\s+(?!hold)", " - ", rest, flags=re.IGNORECASE)
    shapes = {
        "MOVE": f"{unit} - {joined}",
        "HOLD": f"{unit} H",
        "SUPPORT": f"{unit} S {joined}",
        "CONVOY": f"{unit} C {joined}",
        "RETREAT": f"{unit} R {joined}",
    }
    return shapes.get(verb, f"{unit} D")


def _without_result(text: str) -> tuple[str, frozenset[Outcome] | None, str]:
    """A text without the result behind its last arrow, and what that result says. If that is not
    known, it may be a place: then the whole text, None, and the text without it."""
    order, arrow, result = text.rpartition("->")
    outcome = first_outcome(result, SOURCE) if arrow else None
    if outcome is None:
        return text.strip(), None, order.strip()
    return order.strip(), frozenset({outcome} - DONE_SOMEHOW), ""


def webdiplomacy_order(line: str) -> PageOrder | None:
    """The order of a line of webDiplomacy's page of orders; None for another line."""
    order = WEBDIP.match(" ".join(line.replace(*EAST_COAST).split()))
    if order is None:
        return None
    if order["waived"]:
        return PageOrder("Waive", frozenset(), "adjustments")
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
            self.power = head.powers[0] if of_one_power else self._first_power(text)
            if order := self.reading(head.rest):
                self._order(line, head.rest, order)
        elif power := self._first_power(text):
            self.power = power
        elif self.sheet is not None and UNREAD_ORDER.match(text):
            shown = f"{self.power}: {text}" if self.power else text
            self.unread(self.sheet, line, shown, order=True, power=self.power)

    def _first_power(self, text: str) -> Power:
        """The power with whose name a line begins, before the name of its player; empty if it does
        not begin so."""
        return self.power_of(AFTER_POWER.split(text, maxsplit=1)[0])

    def opening(self, sheet: PhaseSheet) -> tuple[list[Unit], Remark | None]:
        """The units of a first phase as its orders name them, and a remark if their kinds are not
        printed."""
        units, uncertain = units_with_kinds(sheet.orders, self.setting, sheet.phase.season)
        if _prints_kinds(sheet):
            return units, None
        why = "the kinds of units are not printed; they are those that the orders show"
        if uncertain:
            why += ", and armies where that may be either"
        shown = ", ".join(str(unit) for unit in uncertain)
        return units, Remark(sheet.line or 1, why, shown)

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
        reader = ForeignOrders(self.setting, sheet.phase, self.power, line)
        written = reader.parsed(order.text)
        if written is None and order.shorter:
            written = reader.parsed(order.shorter)
            if written is not None:
                self.remark(line, "the result is not understood", text)
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
        step = order.step or "movement"
        if step == "adjustments" and not order.text.startswith("Build") and self._retreats(order):
            step = "retreats"
        return self._sheet_of_step(step, line) or self.sheet

    def _retreats(self, order: PageOrder) -> bool:
        """Is a unit that is taken off the board one that must retreat? playdiplomacy says DESTROY
        of both. It is one on a page of retreats, in Spring, or if it was driven out above."""
        assert self.heading is not None
        if self.heading.step == "retreats" or self.heading.season == "spring":
            return True
        moves = self.sheets.get(self.heading)
        winter = Phase(self.heading.year, "winter", "adjustments")
        written = ForeignOrders(self.setting, winter, self.power).parsed(order.text)
        return bool(moves and written and moves.said(written) & DRIVEN_OUT)

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
    if word.startswith("retreat"):
        return "retreats"
    return (
        "adjustments" if word.startswith(("build", "adjust")) or "placement" in text else "movement"
    )


def page_reader(title: str, reading: ReadPageOrder) -> Callable[..., Iterator[Imported]]:
    """A function that reads the game of a page, whose orders `reading` understands."""

    def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
        variant = _variant_of(document)
        page = SitePage(settings(variant), reading)
        if phase := phase_of_address(document) or phase_of_name(document):
            page.heading = phase
            page.sheet = page.sheet_of(phase)
        for number, line in page_lines(_without_links(document)):
            page.take(number, _plain_line(line))
        page.merge_reports()
        sheets = [sheet for sheet in page.in_order() if sheet.orders or sheet.notes]
        for sheet, later in pairwise(sheets):
            if later.phase.step == "movement" and _prints_kinds(later):
                name_position(sheet, later, page.unread_powers[later.phase])
                sheet.whole = False
        begins = not sheets or sheets[0].phase == page.setting.calendar.start
        start: list[Unit] = []
        guess = None
        if not begins and sheets[0].phase.step == "movement":
            start, guess = page.opening(sheets[0])
        game = game_of(document)
        imported = page.imported(
            document,
            sheets,
            id=f"{title}-{game}".lower() if game else document.stem,
            name=f"{title} {game}" if game else document.stem.replace("-", " ").capitalize(),
            variant=variant,
            source=Source(title=title, issues=game),
            words="one reason",
            start=tuple(start) or None,
        )
        if guess is not None:
            remarks = (*imported.remarks, guess)
            imported = imported._replace(remarks=remarks, guessed_start=guess)
        yield imported

    return read


def _prints_kinds(sheet: PhaseSheet) -> bool:
    """Are the kinds of all units printed in a phase?"""
    return all(w.unit.kind is not None for w in sheet.orders if w.unit is not None)


def _without_links(document: TextFile) -> str:
    """The text of a page without its links to the phases of the game, if it has a heading beside
    them or an address that says its phase."""
    text = LINK_TO_A_PHASE.sub(lambda link: "\n" * link[0].count("\n"), document.text)
    if text == document.text or phase_of_address(document) is not None:
        return text
    has_heading = any(page_phase(line) for _, line in page_lines(text))
    return text if has_heading else document.text


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
    before_page = LINK_TO_A_PHASE.sub("", document.text[:SAVED_FROM]).partition("<html")[0]
    for text in (before_page, document.base):
        saved = ADDRESS.search(text)
        parts = dict(IN_ADDRESS.findall(saved[0])) if saved else {}
        if "gdate" in parts:
            return parts
    return {}


def game_of(document: TextFile) -> str:
    """The number of the game of a page, if its address is known; or what the name of a file with a
    season has beside it, or the name of its folder (`our-game/01_spring_1901_orders.txt`)."""
    number = _address(document).get("game_id", "")
    if number or phase_of_name(document) is None:
        return number
    beside = [word for word in _name_words(document).split() if not _is_of_a_date(word)]
    folder = re.split(r"[!/\\]", document.folder)
    return "-".join(beside) or "".join(folder[-2:-1])


def _name_words(document: TextFile) -> str:
    """The words of a file's name, without its suffix."""
    return re.sub(r"[\W_]+", " ", document.base.rpartition(".")[0] or document.base)


def _is_of_a_date(word: str) -> bool:
    """Is a word of a file's name a number, a season or a step?"""
    return word.isdigit() or bool(re.fullmatch(rf"(?i){SEASONS}|{STEPS}", word))


def phase_of_name(document: TextFile) -> Phase | None:
    """The phase that the name of a file says; None without one."""
    return page_phase(_name_words(document))


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
    lines = [_plain_line(line) for _, line in page_lines(document.text[:200_000])]
    phase = phase_of_address(document) or phase_of_name(document)
    dated = phase is not None or any(map(page_phase, lines))
    return dated and any(map(reading, lines))


def _is_playdiplomacy(document: TextFile) -> bool:
    """Is there an order with a verb in capitals and a result behind an arrow? A page whose address
    says its phase may be one without orders."""
    if phase_of_address(document) is not None and RE.playdiplomacy.search(document.text):
        return True
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


def _plain_line(line: str) -> str:
    """A line without a bullet, with plain arrows; a copied text may have the letters of HTML."""
    return BULLET.sub("", html.unescape(line).translate(ARROWS))


def _shown(document: TextFile) -> str:
    return html.unescape(document.text).translate(ARROWS)


PLAYDIPLOMACY_PAGES = Importer(
    "playdiplomacy-pages", "history pages of playdiplomacy", _is_playdiplomacy,
    page_reader("playdiplomacy", playdiplomacy_order), game_of,
)  # fmt: skip
WEBDIPLOMACY_PAGES = Importer(
    "webdiplomacy-pages", "pages of orders of webDiplomacy", _is_webdiplomacy,
    page_reader("webDiplomacy", webdiplomacy_order),
)  # fmt: skip
