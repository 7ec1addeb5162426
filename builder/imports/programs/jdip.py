"""Reads saved games of jDip: of 1.7 in XML (`FORMAT_1_0`), and the objects that its releases write.

A turn has the position with which it begins, the orders, and a list of results. Each order has
`SUCCESS`, `FAILURE` with a reason, `DISLODGED` or `VALIDATION_FAILURE`; an order that only has
words (`TEXT`) was not used. A unit without an order, or with an illegal one, gets another order
instead, whose results are those of the unit. Phases without anything to do are left out. Reasons
are in the language of the program: English, German and Dutch ones are known.
"""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Any

from builder.errors import ArchiveError, UnknownWordError
from builder.formats.game.printed_results import plain_outcomes
from builder.imports.corrections import ForeignOrders
from builder.imports.foreign_game import (
    ANY_POWER,
    ForeignGame,
    PhaseSheet,
    PrintedPosition,
)  # fmt: skip
from builder.imports.importer import KINDS, STANDARD, Imported, Importer, Settings, TextFile
from builder.imports.phase_reports import DONE_AS, named
from builder.imports.plausibility import address
from builder.imports.programs.jdip_objects import WORLD, world_of_objects
from builder.imports.programs.jdip_turns import (
    NOBODY,
    JdipOrder,
    JdipResult,
    JdipTurn,
    JdipUnit,
    JdipWorld,
    world_of,
)  # fmt: skip
from builder.imports.programs.xml_nodes import parsed_xml
from builder.model.calendar import Phase, Step
from builder.model.orders import Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Dislodged, Location, Power, Unit
from builder.notation.result_words import first_outcome
from builder.record import Note, Result, Source

HEAD = 4_000  # letters among which the root element begins
ROOT = re.compile(
    r"(?>\s+|<\?(?>[^>]*)>|<!--(?>.*?-->)|<!(?>[^>\[]*)(?>\[.*?\])?\s*>)*+<(\w+)", re.DOTALL
)
SEASONS = {
    "spring": "spring", "frühling": "spring", "printemps": "spring", "lente": "spring",
    "fall": "fall", "autumn": "fall", "herbst": "fall", "automne": "fall", "herfst": "fall",
    "winter": "winter",
}  # fmt: skip
STEPS: dict[str, Step] = {
    "movement": "movement", "move": "movement", "moves": "movement", "m": "movement",
    "bewegung": "movement", "mouvement": "movement", "": "movement", "diplomacy": "movement",
    "retreat": "retreats", "retreats": "retreats", "r": "retreats", "rückzug": "retreats",
    "retraite": "retreats", "terugtrekking": "retreats",
    "adjustment": "adjustments", "adjustments": "adjustments", "a": "adjustments",
    "build": "adjustments", "builds": "adjustments", "b": "adjustments",
    "anpassung": "adjustments", "ajustement": "adjustments", "bouwfase": "adjustments",
}  # fmt: skip
VARIANTS = {
    "": STANDARD, "standard-[no-units]": STANDARD, "datc_standard": STANDARD,
    "ancient-mediterranean": "ancmed", "hundred3-v2-[h32]": "hundred", "datc_chaos": "chaos",
    "datc_loeb9": "loeb9",
}  # fmt: skip
CODES = {"1900": {"gbo": "bot", "gly": "lyo", "nws": "nwg"}}  # of the program where ours are others
UNIT_WORDS = 2  # of a unit, as in `F stp/sc`
WORD = re.compile(r"\w+")
WALKS = {"via_fallback_to_land": "yes"}  # the program lets an army walk that no fleet carries
REMOVAL = {"removal": "home_steps"}  # its removals count all borders; see `_house`
ANY_OWNED = "any-owned"
BUILDS_ABROAD = (ANY_OWNED, "any-if-home-owned")  # values of the option for builds
BUILDS_ANYWHERE = {STANDARD: "build-anywhere"}  # the variant with builds in any owned centre
UNJUDGED = ("wings-enabled", "any-if-home-owned")  # values of options by which we do not judge
FORM_OUTCOMES = {
    "bounced": Outcome.BOUNCED, "dependent": Outcome.BOUNCED, "dislodged": Outcome.DISLODGED,
}  # fmt: skip
NO_RESULT = ("TEXT", "CONVOY_PATH_TAKEN", "SUBSTITUTED")
EDITED = "game.edited"
BY_HAND = "the position of this phase was changed by hand in the program"
SUCCESSES = ("SUCCESS", "SUCCEEDED", "SUCCEEDS", "SUCCESSFUL", "TRUE", "OK", "YES")
FAILURES = ("FAILURE", "FAILED", "FAILS", "FAIL", "FALSE", "NO")
INVALID = ("VALIDATION_FAILURE", "VALIDATION FAILURE", "ILLEGAL", "INVALID")


class JdipGame(ForeignGame):
    """One game while it is read."""

    def __init__(self, world: JdipWorld, setting: Setting, variant: str) -> None:
        super().__init__(setting)
        self.world = world
        self.variant = variant
        self.codes = CODES.get(variant, {})

    def read(self, document: TextFile) -> Imported:
        """The game as a record. Raises ArchiveError if it has no turn."""
        turns = [(self._phase(turn), turn) for turn in self.world.turns]
        dated = [(phase, turn) for phase, turn in turns if phase is not None]
        dated.sort(key=lambda pair: self.setting.calendar.rank(pair[0]))
        if not dated:
            raise ArchiveError(f"{document.name}: the game has no turn that can be read")
        sheets: list[PhaseSheet] = []
        positions: list[PrintedPosition | None] = []
        for phase, turn in dated:
            if phase in self.sheets:
                self.remark(turn.line, "a phase that is there twice; read once", str(phase))
                continue
            position = self._position(turn)
            sheets.append(self._sheet(phase, turn))
            positions.append(position)
        self._note_options()
        phases = self.linked(sheets, positions)
        last = dated[-1][1]
        name = self.world.name or document.stem
        return self.imported(
            document,
            phases,
            id=address(name),
            name=name,
            variant=self.variant,
            source=Source(title="jDip", issues=self.world.number),
            house=self._house(),
            words="jdip",
            players=self._players(),
            result=self._end(phases, positions[-1], last),
            **self._start(sheets[0], positions[0]),
        )

    def power_of(self, name: str) -> Power:
        """The power of a name; of a power of Chaos by its home, as in `A-Ank`."""
        power = super().power_of(name)
        home = self.places.get(name.partition("-")[2])
        if power or home is None:
            return power
        return super().power_of(self.places.provinces[home.province].name)

    def _phase(self, turn: JdipTurn) -> Phase | None:
        """The phase of a turn; its adjustments belong to the fall."""
        season = SEASONS.get(turn.season.lower(), "")
        step = STEPS.get(turn.step.lower())
        if season == "winter" and not turn.step:
            step = "adjustments"
        if step == "adjustments":
            season = "winter"
        year = turn.year.strip()
        title = f"{season} {year} {step}" if turn.season else turn.step
        phase = self.setting.calendar.get(title) if not turn.season or (season and step) else None
        if phase is None:
            shown = f"{turn.season} {turn.year} {turn.step}"
            self.remark(turn.line, "not a phase; left out with its orders", shown)
        return phase

    def _start(self, sheet: PhaseSheet, position: PrintedPosition | None) -> dict[str, Any]:
        """The position at the start, for the record, unless it is the usual one. Without any, a
        game that begins later takes its units from its first orders."""
        usual = self.setting.start
        if position is None:
            begins = sheet.phase == usual.phase or sheet.phase.step != "movement"
            return {} if begins else {"start": tuple(named(sheet))}
        as_usual = {*position.units} == {*usual.units} and position.owners == dict(usual.owners)
        if sheet.phase == usual.phase and as_usual:
            return {}
        return {
            "start": tuple(position.units),
            "start_owners": position.owners or None,
            "start_dislodged": tuple(Dislodged(unit, None) for unit in position.dislodged),
        }

    def _house(self) -> dict[str, str]:
        """The rules of the program. Where builds are not for home centres only, removals count the
        way to any owned centre, as the edition of 2023 does."""
        abroad = any(value.endswith(BUILDS_ABROAD) for value in self.world.options.values())
        return WALKS if abroad else WALKS | REMOVAL

    def _players(self) -> dict[Power, str]:
        players = dict.fromkeys(self.setting.powers, "?")
        for nation, name in self.world.players.items():
            power = self.power_of(nation)
            if power:
                players[power] = name
        return players

    def _end(
        self, phases: Sequence[PhaseSheet], position: PrintedPosition | None, last: JdipTurn
    ) -> Result:
        """The winner, if the last position is that of a game that is over."""
        owners = list((position.owners or {}).values()) if position else []
        for power in self.setting.powers if last.is_ended and phases else ():
            if owners.count(power) >= self.setting.victory:
                return Result("won", (power,), phases[-1].phase)
        return Result()

    def _note_options(self) -> None:
        """Report rules of the program by which we do not judge."""
        for option, value in self.world.options.items():
            if value.endswith(UNJUDGED):
                self.remark(1, "a rule by which we do not judge", f"{option} = {value}")
        centres = self.world.centres_to_win
        if centres and centres != self.setting.victory:
            self.remark(1, f"{centres} centres win this game; with us {self.setting.victory}")

    def _position(self, turn: JdipTurn) -> PrintedPosition | None:
        """The position with which a turn begins; None if the file has none of it."""
        if not turn.units and turn.owners is None:
            return None
        position = PrintedPosition(owners={})
        for unit in turn.units:
            self._add_unit(position, unit)
        owners: dict[Code, Power] = {}
        for place, nation in (turn.owners or {}).items():
            at = self.places.get(self._in_our_codes(place))
            power = self.power_of(nation)
            if at and power:
                owners[at.province] = power
            elif at is None or nation.lower() not in NOBODY:
                self.remark(turn.line, "not a centre of a power", f"{place} {nation}")
                position.charted = False
        position.owners = None if turn.owners is None else owners
        return position

    def _add_unit(self, position: PrintedPosition, unit: JdipUnit) -> None:
        at = self.places.get(self._in_our_codes(unit.place))
        power = self.power_of(unit.power)
        kind = KINDS.get(unit.kind.lower())
        if at is None or kind is None or not power:
            shown = f"{unit.power}: {unit.kind} {unit.place}"
            self.remark(unit.line, "not a unit", shown)
            note = Note("not read", shown, source=f"line {unit.line}")
            position.unread.append((power or ANY_POWER, note))
        else:
            units = position.dislodged if unit.is_dislodged else position.units
            units.append(Unit(power, kind, at))

    def _sheet(self, phase: Phase, turn: JdipTurn) -> PhaseSheet:
        """The orders of a turn with their results."""
        sheet = self.sheet_of(phase, turn.line)
        for line, shown in turn.oddities:
            self.unread(sheet, line, shown, order=True)
        if any(EDITED in result.message for result in turn.results):
            sheet.notes.append(Note("notice", BY_HAND))
            self.remark(turn.line, BY_HAND, self.setting.calendar.title(phase))
        orders = self._orders(sheet, turn)
        instead = self._orders_instead(sheet, turn, orders)
        keys = {order.key for order in turn.orders}
        for result in turn.results:
            written = orders.get(result.order) or instead.get(result.order)
            if written is not None:
                self._result(sheet, written, result, is_instead=result.order in instead)
            elif result.order and result.order not in keys:
                self.remark(result.line, "a result of no order", result.order)
        return sheet

    def _orders(self, sheet: PhaseSheet, turn: JdipTurn) -> dict[str, Written]:
        """The orders of a turn by their keys, without those that another one replaced."""
        orders: dict[str, Written] = {}
        unused = _unused(turn)
        for order in turn.orders:
            written = self._written(sheet, order)
            if written is None:
                continue
            if order.key in unused and _is_replaced(order, turn, unused):
                sheet.notes.append(Note("notice", f"replaced by another order: {order.shown}"))
                self.remark(order.line, "replaced by another order; left out", order.shown)
                continue
            self.add(sheet, written)
            orders[order.key] = written
            if order.key in unused and sheet.phase.step == "adjustments" and written.unit:
                sheet.printed(written.issuer, written.unit.at, Outcome.FAILED, text=order.shown)
        return orders

    def _written(self, sheet: PhaseSheet, order: JdipOrder) -> Written | None:
        """An order as we read it; None for one that cannot be read, which is reported."""
        power = self.power_of(order.power)
        text = "Waive" if order.text.lower().startswith("waive") else order.text
        written = self._parsed(sheet, order._replace(text=text))
        if written is None:
            self.unread(sheet, order.line, order.shown, order=True, power=power or ANY_POWER)
        return written

    def _parsed(self, sheet: PhaseSheet, order: JdipOrder) -> Written | None:
        """The order of a text; None if it cannot be read, or only names a unit."""
        power = self.power_of(order.power)
        words = order.text.split()
        # more words are an order, also those of `F swe -> den`, which are the letters of Sweden
        names_a_unit = len(words) == UNIT_WORDS and self.read_unit(power, order.text) is not None
        if not power or not words or names_a_unit:
            return None
        text = self._in_our_codes(order.text)
        return ForeignOrders(self.setting, sheet.phase, power, order.line).parsed(text)

    def _in_our_codes(self, text: str) -> str:
        """A text with our codes of provinces where the program has others."""
        return WORD.sub(lambda word: self.codes.get(word[0].lower(), word[0]), text)

    def _orders_instead(
        self, sheet: PhaseSheet, turn: JdipTurn, orders: dict[str, Written]
    ) -> dict[str, Written]:
        """The written orders by the keys of those that were judged instead. A unit without an order
        has only one of these."""
        instead: dict[str, Written] = {}
        for result in turn.results:
            if result.substitute is None:
                continue
            written = orders.get(result.order)
            if not result.order:
                written = self._parsed(sheet, result.substitute)
            if written is None:
                continue
            instead[result.substitute.key] = written
            if not result.order and sheet.phase.step == "movement":
                self._print(sheet, written, {Outcome.NO_ORDER}, result)
        return instead

    def _result(
        self, sheet: PhaseSheet, written: Written, result: JdipResult, is_instead: bool
    ) -> None:
        """Keep what a result says of an order. Of one that was judged instead it counts only that
        the unit was dislodged: that it held follows."""
        outcomes = _outcomes(result, written)
        if outcomes is None:
            words = f"{result.category} {result.message}".strip()
            self.remark(result.line, f"unknown result {words!r}", written.text)
        elif not is_instead or Outcome.DISLODGED in outcomes:
            self._print(sheet, written, outcomes, result)

    def _print(
        self, sheet: PhaseSheet, written: Written, outcomes: Set[Outcome], result: JdipResult
    ) -> None:
        if written.unit is not None and outcomes:
            words = result.message or result.category.lower().replace("_", " ")
            sheet.printed(
                written.issuer,
                written.unit.at,
                *outcomes,
                options=self._locations(result.retreats),
                text=f"{written.text}: {words}",
                line=result.line,
            )

    def _locations(self, places: tuple[str, ...] | None) -> list[Location] | None:
        """The places of a list; None if there is none, or if one of them is not known."""
        if places is None:
            return None
        locations = [self.places.get(self._in_our_codes(place)) for place in places]
        on_board = [location for location in locations if location is not None]
        return on_board if len(on_board) == len(locations) else None


def _unused(turn: JdipTurn) -> set[str]:
    """The keys of orders of a judged turn of which no result says what became of them."""
    decisive = {r.order for r in turn.results if r.category.upper() not in NO_RESULT}
    replaced = {r.order for r in turn.results if r.substitute is not None}
    if not turn.is_resolved or not decisive - {""}:
        return set()
    return {order.key for order in turn.orders} - decisive - replaced


def _is_replaced(order: JdipOrder, turn: JdipTurn, unused: Set[str]) -> bool:
    """Was another order for the same unit judged?"""
    unit = _unit_of(order.text)
    others = [o for o in turn.orders if o.power == order.power and o.key not in unused]
    return bool(unit) and any(_unit_of(other.text) == unit for other in others)


def _unit_of(text: str) -> str:
    """The unit with which the text of an order begins, as it is written there."""
    return " ".join(text.lower().split()[:2])


def _outcomes(result: JdipResult, written: Written) -> set[Outcome] | None:
    """What a result says of an order, nothing if it only has words; None for an unknown one."""
    category = result.category.upper()
    if category in NO_RESULT:
        return set()
    if category in SUCCESSES:
        return set(DONE_AS.get(type(written.order), ()))
    if category in INVALID:
        return {Outcome.VOID}
    for form, outcome in FORM_OUTCOMES.items():
        if result.form.lower().startswith(form):
            return {outcome}
    reason = first_outcome(result.message, "jdip") if result.message else None
    if category in FAILURES:
        return {reason or Outcome.FAILED}
    return _outcomes_of_words(result.category, reason)


def _outcomes_of_words(category: str, reason: Outcome | None) -> set[Outcome] | None:
    """What a word says that the program does not write, with the outcome of its reason."""
    outcome = first_outcome(category, "jdip") if category else None
    outcomes = {each for each in (outcome, reason) if each is not None}
    return outcomes or set(plain_outcomes(category) or ()) or None


def recognises(document: TextFile) -> bool:
    """Is its root element that of a saved game?"""
    root = ROOT.match(document.text, 0, HEAD) if "<" in document.text[:HEAD] else None
    if root is None:
        return False
    if root[1] == "jsx":
        return WORLD in document.text[:HEAD]
    return root[1] == "game" and ("<turn" in document.text or "<variant" in document.text)


def variant_of(world: JdipWorld) -> str:
    """The variant that judges a game: that of its name, with builds anywhere if the game has
    that rule and the variant has not."""
    name = "-".join(world.variant.lower().split())
    variant = VARIANTS.get(name, name)
    if any(value.endswith(ANY_OWNED) for value in world.options.values()):
        return BUILDS_ANYWHERE.get(variant, variant)
    return variant


def read(document: TextFile, settings: Settings, _: bool) -> Iterator[Imported]:
    """The game of a file. Raises ArchiveError where it is no XML, with line and column."""
    root = parsed_xml(document)
    world = world_of_objects(root, document) if root.name == "jsx" else world_of(root)
    variant = variant_of(world)
    try:
        setting = settings(variant)
    except UnknownWordError as error:
        raise ArchiveError(f"{document.name}: {error}") from error
    yield JdipGame(world, setting, variant).read(document)


JDIP = Importer("jdip", "saved game of jDip", recognises, read)
