"""Reads a judge's mail on one game, statement by statement."""

import re
from collections.abc import Iterator
from itertools import repeat
from typing import Literal

from builder.imports.corrections import ForeignOrders, near
from builder.imports.foreign_game import ANY_POWER, ForeignGame, PhaseSheet, unread_note
from builder.imports.importer import KINDS, SEASONS
from builder.imports.judge.statements import RE, Statement, ended
from builder.imports.phase_reports import CARRIED_OUT, DONE, TAGS, tags
from builder.model import orders
from builder.model.calendar import STEP_OF_WORD, Phase, Step
from builder.model.orders import Order, UnitRef, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.notation.result_words import dialect
from builder.record import Note, Printed, Result

AWAY = {"cd": "in civil disorder", "abandoned": "abandoned"}
SENT_IN_VAIN = frozenset({"reorder", "invalid"})
Mode = Literal["", "orders", "chart", "units", "standing", "press", "aside"]
HEADINGS: dict[str, Mode] = {
    "ownership of supply": "chart", "unit locations": "units", "the following units were": "orders",
}  # fmt: skip
OUTSIDE_MOVEMENT = {*CARRIED_OUT, orders.Waive}  # orders of retreats and adjustments
UnitAndOrder = tuple[UnitRef | None, Order | None]


class Mail(ForeignGame):
    """Takes in statements; each belongs to the last heading, in the `mode` of the last subheading.

    A report is `standing` if it shows the position before a phase; its charts are in `charts`.
    `owners` is the chart that the next lines belong to. `planned` are phases of which only the
    orders as sent in are reported; if results are known already, the mode is "aside". `statement`
    is the present one, `undated` are orders before the first heading.
    """

    def __init__(self, setting: Setting, press: bool) -> None:
        super().__init__(setting, press)
        self.charts: dict[Phase, dict[Code, Power]] = {}
        self.planned: set[Phase] = set()
        self.name = ""
        self.boardman = ""
        self.phase: Phase | None = None
        self.mode: Mode = ""
        self.standing = False
        self.owners: dict[Code, Power] | None = None
        self.result = Result()
        self.statement = Statement(0, "")
        self.undated: list[Statement] = []

    def take(self, statement: Statement, quoted: bool = False) -> None:
        """Take in one statement; `quoted` if a player's message quotes it."""
        self.statement = statement
        if quoted:
            self.mode = "press"
            self.standing = False
            self._press()
        elif head := RE.mail_header.match(statement.text):
            self._header(head["text"])
        elif head := RE.phase_heading.match(statement.text):
            self._open(head)
        elif self.phase is not None:
            self._within(statement.text, self.phase)
        elif self._is_order_of_power(statement.text):
            self.undated.append(statement)

    def _is_order_of_power(self, text: str) -> bool:
        """Is it an order behind a power's name, as in `France: Army Paris HOLD.`?"""
        party = RE.party.match(text)
        if party is None or not self.power_of(party["power"]):
            return False
        return RE.orderly.match(party["text"]) is not None

    def close(self) -> None:
        """End the mail. Phases with orders as sent in, and no results, are left out if there are
        other phases."""
        self._settle()
        for sheet in self.in_order()[:1]:
            for statement in self.undated:
                self.unread(sheet, statement.line, statement.text, order=True)
        for sheet in self.sheets.values():
            sheet.results = [*_carried(sheet)]
        has_others = self.planned < self.sheets.keys()
        for phase in sorted(self.planned) if has_others else ():
            sheet = self.sheets.pop(phase)
            why = "orders that were sent in, without results: left out"
            self.remark(sheet.line, why, self.setting.calendar.title(phase))

    def _header(self, text: str) -> None:
        """`:: Judge: NONE  Game: sample  Variant: Standard`; it ends the press before."""
        if self.mode == "press":
            self.mode = "orders"
        if game := RE.game.search(text):
            self.name = self.name or game[1].lower()
        if number := re.search(r"\bBoardman:\s*(\w+)", text):
            self.boardman = number[1]

    def _open(self, head: re.Match[str]) -> None:
        """`Movement results for Fall of 1901.`, or `Status of the movement phase for Fall of 1901.`
        of a position before a phase."""
        season = near(head["season"], SEASONS)
        if season != head["season"].lower():
            guess = f"read as {season}" if season else "not a season"
            self.remark(self.statement.line, f"{guess}: {head['season']!r}", head[0])
        self.phase = Phase(int(head["year"]), SEASONS[season], "movement") if season else None
        if self.phase is None:
            return
        self.name = named_in(head) or self.name
        if head["standing"]:
            self.mode = "standing"
            self.standing = True
            words = head["standing"].lower().split()[2:]
            steps = [STEP_OF_WORD[word] for word in words if word in STEP_OF_WORD]
            self.phase = _of_step(self.phase, steps[0] if steps else "movement")
        else:
            step = STEP_OF_WORD[(head["what"] or "movement").lower()]
            planned = step == "movement" and head["sort"] == "orders"
            self._turn(self.phase, step, planned)

    def _turn(self, date: Phase, step: Step, planned: bool = False) -> None:
        """Begin the report of a phase; orders as sent in are replaced by those with results."""
        phase = self.phase = _of_step(date, step)
        unsure = phase in self.planned
        aside = planned and phase in self.sheets and not unsure
        self.mode = "aside" if aside else "orders"
        self.standing = False
        if aside:
            return
        if unsure:
            del self.sheets[phase]
        self.begin(phase, self.statement.line)
        if planned:
            self.planned.add(phase)
        else:
            self.planned.discard(phase)

    def _within(self, text: str, phase: Phase) -> None:
        """Take in a statement below the heading of a phase."""
        if step := RE.step.match(text):
            self._turn(phase, STEP_OF_WORD[step[1].lower()])
        elif heading := next((h for h in HEADINGS if text.lower().startswith(h)), None):
            self._headed(HEADINGS[heading], phase)
        elif self.mode == "press" or RE.press.match(text):
            self.mode = "press"
            self.standing = False
            self._press()
        else:
            self._report(text, phase, self.sheets.get(phase))

    def _headed(self, part: Mode, phase: Phase) -> None:
        """Begin a part of a report: a chart of centres, a list of units, orders."""
        if self.mode == "aside":
            return
        if part != "chart":
            self.mode = "standing" if self.standing else part
            return
        self.mode = "chart"
        self.owners = None
        sheet = self._charted(phase)
        if self.standing:
            self.owners = {}
            self.charts[phase] = self.owners
        elif sheet is not None:
            self.owners = {}
            sheet.owners = self.owners

    def _report(self, text: str, phase: Phase, sheet: PhaseSheet | None) -> None:
        """Take in a statement of a report: one of a power, a dislodged unit, the end of the game,
        an order that nobody gave, or press."""
        party = RE.party.match(text)
        power = self._power_of(party, sheet) if party else None
        if party and power is not None:
            grammar = ForeignOrders(self.setting, phase, power, self.statement.line)
            self._party(grammar, party["text"])
        elif dislodged := RE.driven_out.match(text):
            if sheet and self.mode not in ("standing", "aside"):
                self._dislodged(dislodged, sheet)
        elif result := ended(text, phase, self.setting.power_names):
            self.result = result
        elif sheet and self.mode in ("orders", "chart") and self._is_order(text):
            self._not_understood(sheet)  # of no power
        else:
            self._press()

    def _press(self) -> None:
        """Keep what players write to one another, if that is wanted."""
        if self.press and self.phase in self.sheets:
            self.sheets[self.phase].notes.append(Note("press", self.statement.text))
        ends = self.statement.text.lower().startswith("end of message")
        if self.phase and self.mode == "press" and ends:
            self.mode = "orders"

    def _not_understood(self, sheet: PhaseSheet, power: Power = ANY_POWER) -> None:
        self.unread(sheet, self.statement.line, self.statement.text, power=power)

    def _guess(self, message: str) -> None:
        self.remark(self.statement.line, message, self.statement.text)

    def _power_of(self, party: re.Match[str], sheet: PhaseSheet | None) -> Power | None:
        """The power whose order, centres or count a line gives; an empty one for unowned centres,
        None for other lines. Its name may be misspelt before what judges report of powers."""
        name = party["power"]
        if self.power_of(name) or name.lower() == "unowned":
            return self.power_of(name)
        orderly = self.mode == "chart" or RE.orderly.match(party["text"])
        if orderly and (meant := near(name, self.setting.power_names.known)):
            self._guess(f"{name!r} read as {self.power_of(meant)}")
            return self.power_of(meant)
        if orderly and sheet:
            self._not_understood(sheet)
        return None

    def _party(self, grammar: ForeignOrders, text: str) -> None:
        """Take in what is printed behind a power's name: its player, the number of its centres,
        the centres, its units or an order."""
        sheet = self.sheets.get(grammar.phase)
        power = grammar.power
        if self.mode in ("standing", "aside") or RE.player.match(text):
            return
        if count := RE.count.match(text):
            self._count(power, text, count, grammar.phase)
        elif self.mode == "chart" and not RE.adjusts.match(text):
            self._owned(power, text)
        elif sheet is None or (self.mode == "units" and self._stand(power, text, sheet)):
            return
        elif power:
            self._order(grammar, text, sheet)
        else:
            self._not_understood(sheet)

    def _count(self, power: Power, text: str, count: re.Match[str], phase: Phase) -> None:
        """`4 Supply centers,  2 Units:  Builds   2 units.`"""
        if self.standing:
            return
        self.mode = "orders"
        sheet = self._charted(phase)
        if "VICTORY" in text.upper():
            self.result = Result("won", (power,), phase)
        if sheet is not None:
            sheet.counts = {**(sheet.counts or {}), power: int(count["centres"])}
            if away := AWAY.get((count["mark"] or "").lower()):
                sheet.notes.append(Note("notice", f"{power} is {away}."))

    def _owned(self, power: Power, text: str) -> None:
        """A line of the chart of centres; unowned centres have an empty power."""
        for name in text.rstrip(". ").split(","):
            at = self.places.get(name.strip())
            if at is None:
                self.remark(self.statement.line, "not a centre", name)
            elif power and self.owners is not None:
                other = self.owners.get(at.province, power)
                self.owners[at.province] = power
                if other != power:
                    both = f"{at.province} is listed under {other} and {power}"
                    self.remark(self.statement.line, both)

    def _stand(self, power: Power, text: str, sheet: PhaseSheet) -> bool:
        """`A Budapest, F Greece.`, without units that must retreat; False if these are no units."""
        names = text.rstrip(". ").split(",")
        readings = (self.read_unit(power, name) for name in names)
        units = [unit for unit in readings if unit]
        if not power or len(units) < len(names):
            return False
        waiting = set()
        if sheet.phase.step == "movement":
            lost = [p for p in sheet.results if Outcome.DISLODGED in p.outcomes]
            waiting = {(printed.power, printed.at) for printed in lost}
        on_board = [unit for unit in units if (power, unit.at) not in waiting]
        sheet.after = [*(sheet.after or ()), *on_board]
        return True

    def _charted(self, phase: Phase) -> PhaseSheet | None:
        """The phase whose centres a chart shows: `phase` itself if the judge prints the whole board
        after every phase, else the one after which centres change hands in that year."""
        own = self.sheets.get(phase)
        fall = Phase(phase.year, "fall", "movement")
        if own is not None and own.after is not None:
            return own
        if phase.season == "spring":
            return None
        return self.sheets.get(fall._replace(step="retreats")) or self.sheets.get(fall)

    def _settle(self) -> None:
        """Drop charts printed before the retreats of a movement, if a report of these or a whole
        board follows. The chart of a retreat phase without retreats is that of the movement."""
        for sheet in self.sheets.values():
            if sheet.phase.step != "movement":
                continue
            retreats = self.sheets.get(sheet.phase._replace(step="retreats"))
            someone_retreats = any(printed.options for printed in sheet.results)
            if someone_retreats and (retreats or sheet.after is not None):
                sheet.owners = None
                sheet.counts = None
            elif retreats and not (retreats.orders or retreats.results):
                _take_chart(sheet, retreats)

    def _order(self, grammar: ForeignOrders, text: str, sheet: PhaseSheet) -> None:
        """An order and its result; one that was only sent in has none."""
        bare = " ".join(TAGS.sub("", text).split()).rstrip(". ")
        if SENT_IN_VAIN & {*tags(text)}:
            sheet.notes.append(Note("notice", f"{grammar.power}: {text}"))
            return
        reading = self._read(bare, grammar) or self._guessed(bare, grammar)
        if reading is None:
            self._no_order(grammar, bare, sheet)
            return
        unit, order = reading
        moving = sheet.phase.step == "movement"
        if order is not None and moving == (type(order) in OUTSIDE_MOVEMENT):
            self._not_understood(sheet, grammar.power)
            return
        line = self.statement.line
        if order is not None:
            self.add(sheet, Written(grammar.power, unit, order, bare, line))
        outcomes = self._outcomes(text, order, grammar.phase)
        if unit is not None and outcomes:
            sheet.printed(grammar.power, unit.at, *outcomes, text=text, line=line)

    def _outcomes(self, text: str, order: Order | None, phase: Phase) -> list[Outcome]:
        """The outcomes in an order's marks, or those that it has without any."""
        marks = tags(text)
        moving = phase.step == "movement"
        outcome_of = dialect("judge")
        unknown = [mark for mark in marks if mark not in outcome_of]
        for mark in unknown:
            self.remark(self.statement.line, f"unknown result {mark!r}")
        outcomes = [outcome_of[mark] for mark in marks if mark in outcome_of]
        if order is None:
            outcomes.append(Outcome.NO_ORDER if moving else Outcome.DISBANDED)
        elif not (outcomes or phase in self.planned or unknown or RE.broken_mark.search(text)):
            outcomes += (DONE if moving else CARRIED_OUT).get(type(order), [])
        return outcomes

    def _no_order(self, grammar: ForeignOrders, bare: str, sheet: PhaseSheet) -> None:
        """A line that is not an order: unused builds, a proxy, or one that is not understood."""
        power = grammar.power
        line = grammar.line
        text = self.statement.text
        unused = RE.waived.match(bare)
        unit = self._unit_before_verb(bare)
        number = int(unused["many"] or 1) if unused else 0
        waived = 0 < number <= len(self.setting.centres)
        if waived:
            waive = Written(power, None, orders.Waive(), bare, line)
            sheet.orders += repeat(waive, number)
            if RE.sentence.search(bare):
                self._guess("what follows is left out")
        if unit:
            ref = UnitRef(unit.at, unit.kind)
            sheet.orders.append(Written(power, ref, orders.Hold(), bare, line))
            if RE.tells_a_result.search(text):
                sheet.notes.append(unread_note(text, line, order=True))
            else:
                sheet.notes.append(Note("notice", f"Read as a hold: {text}"))
            self._guess("read as a hold")
        elif RE.proxy.search(bare):
            sheet.notes.append(Note("notice", f"{power}: {bare}"))
        elif not waived:
            self.unread(sheet, line, text, order=True, power=power)

    def _dislodged(self, unit: re.Match[str], sheet: PhaseSheet) -> None:
        """`The French Army in Munich can retreat to Tyrolia or Bohemia.`"""
        at = self.places.get(unit["place"])
        power = self.power_of(unit["power"])
        if at is None or not power:
            self._not_understood(sheet, power)
            return
        options: list[Location] = []
        refuges = (unit["refuges"] or "").rstrip(" .")
        for place in RE.between_places.split(refuges) if refuges else ():
            name = RE.article.sub("", place.strip())
            refuge = self.places.get(name)
            if refuge:
                options.append(refuge)
            else:
                self.remark(self.statement.line, "not a place", name)
        sheet.printed(power, at, Outcome.DISLODGED, options=options, line=self.statement.line)

    def _read(self, text: str, grammar: ForeignOrders) -> UnitAndOrder | None:
        """The unit and its order, which is None for a unit without one; None if not understood."""
        adjusts = RE.adjusts.match(text)
        unordered = RE.unordered.match(text)
        if adjusts and (at := self.places.get(adjusts["place"])):
            kind = KINDS[(adjusts["kind"] or adjusts["letter"]).lower()]
            builds = not adjusts["default"] and adjusts["verb"].lower().startswith("build")
            order = orders.Build(kind, at) if builds else orders.Remove(at)
            return UnitRef(at, kind), order
        if unordered and (unit := self.read_unit(grammar.power, unordered["unit"])):
            return UnitRef(unit.at, unit.kind), None
        written = grammar.parsed(text.replace(" -> ", " - "))
        return (written.unit, written.order) if written else None

    def _guessed(self, text: str, grammar: ForeignOrders) -> UnitAndOrder | None:
        """An order of which something is left out or corrected, which is reported: words after its
        full stop, the name of an unknown power, or a slip."""
        first = RE.sentence.split(text, maxsplit=1)[0]
        own = RE.foreign.sub(r"\1", first)
        guesses = {first: "what follows is left out"}
        guesses.setdefault(own, "read without the name of the other power")
        guesses.pop(text, None)
        for shorter, left_out in guesses.items():
            reading = self._read(shorter, grammar)
            if reading is not None:
                self._guess(left_out)
                return reading
        guess = RE.verb.search(text) and grammar.guessed(text.replace(" -> ", " - "))
        if not guess:
            return None
        self._guess(guess.guess)
        return guess.written.unit, guess.written.order

    def _is_order(self, text: str) -> bool:
        """Does a line tell an order or a result, or a power's centres, though not as judges do?"""
        bare = text.rstrip(". ")
        last = bare.rpartition(": ")[2]
        if self.mode == "chart" and self.places.get(last.partition(",")[0].strip()):
            return True
        units = map(self._unit_before_verb, (bare, bare.partition(" ")[2], last))
        return any(units) or RE.reports.search(bare) is not None

    def _unit_before_verb(self, text: str) -> Unit | None:
        """The unit before the verb of an order that could not be read."""
        verb = RE.verb.search(text)
        return self.read_unit(Power(""), text[: verb.start()]) if verb else None


def _carried(sheet: PhaseSheet) -> Iterator[Printed]:
    """The results, with those of supports for an army whose convoy failed corrected. Some judges
    mark such a support `no convoy` if the convoy was disrupted: it was given. Or they mark it
    `void` if there was no convoy: that says nothing about the support."""
    not_convoyed = set()
    for written in sheet.orders:
        if isinstance(written.order, orders.Move) and Outcome.NO_CONVOY in sheet.said(written):
            not_convoyed.add((written.home, written.order.to.province))
    supports = [w for w in sheet.orders if isinstance(w.order, orders.Support)]
    vain = {(w.issuer, w.home) for w in supports if orders.helped(w.order) in not_convoyed}
    for printed in sheet.results:
        helps = (printed.power, printed.at.province) in vain
        if helps and printed.outcomes == {Outcome.NO_CONVOY}:
            yield printed._replace(outcomes=frozenset({Outcome.GIVEN}))
        elif not (helps and printed.outcomes == {Outcome.VOID}):
            yield printed


def _take_chart(sheet: PhaseSheet, other: PhaseSheet) -> None:
    """Give the chart of another phase, if there is one, to a phase."""
    if other.owners is not None:
        sheet.owners = other.owners
    if other.counts is not None:
        sheet.counts = other.counts
    other.owners = None
    other.counts = None


def _of_step(phase: Phase, step: Step) -> Phase:
    if step == "adjustments":
        return Phase(phase.year, "winter", step)
    return Phase(phase.year, "fall" if phase.season == "winter" else phase.season, step)


def named_in(head: re.Match[str]) -> str:
    """The game that a heading names."""
    return (head["game"] or head["named"] or head["titled"] or "").lower()
