"""A game of a foreign source while it is read: its board, its phases and the remarks on it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.imports.importer import KINDS, STANDARD, Imported, Remark, TextFile
from builder.imports.patterns import RE
from builder.model.calendar import Phase
from builder.model.orders import Move, Written
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.model.units import Code, Location, Power, Unit
from builder.record import NOT_UNDERSTOOD, Note, PhaseRecord, Printed, Record

TALK = 6  # a text with more words for each word of an order is no order
ANY_POWER = Power("")  # among powers with unread lines: a line that may be of any power


@dataclass
class PrintedPosition:
    """The position before a phase, as printed; `owners` are None without a chart of centres,
    `refuges` the retreats of dislodged units, if listed. `unread` are the lines of it that were not
    read, each with its power; `charted` says that the owners are whole."""

    units: list[Unit] = field(default_factory=list)
    dislodged: list[Unit] = field(default_factory=list)
    owners: dict[Code, Power] | None = field(default_factory=dict)
    refuges: dict[Unit, frozenset[Code]] = field(default_factory=dict)
    unread: list[tuple[Power, Note]] = field(default_factory=list)
    charted: bool = True

    @property
    def unsure(self) -> set[Power]:
        """The powers of which a unit or a centre may be missing."""
        return {power for power, _ in self.unread}


@dataclass
class PhaseSheet:
    """One phase while it is read."""

    phase: Phase
    orders: list[Written] = field(default_factory=list)
    results: list[Printed] = field(default_factory=list)
    silent: bool = False
    after: list[Unit] | None = None
    whole: bool = True
    dislodged: list[Unit] | None = None
    owners: dict[Code, Power] | None = None
    counts: dict[Power, int] | None = None
    notes: list[Note] = field(default_factory=list)
    source: str = ""
    nmr: list[Power] = field(default_factory=list)
    standby: dict[Power, str] = field(default_factory=dict)
    line: int = 0

    def printed(
        self,
        power: Power | None,
        at: Location,
        *outcomes: Outcome,
        options: Sequence[Location] | None = None,
        text: str = "",
        line: int = 0,
    ) -> None:
        """Keep the printed outcomes of one unit's order, with those that it has already. A unit
        with places to retreat to was dislodged, even if that is not printed as well."""
        places = None if options is None else tuple(options)
        all_outcomes = frozenset(outcomes)
        if places and Outcome.DESTROYED not in all_outcomes:
            all_outcomes |= {Outcome.DISLODGED}
        for index, earlier in enumerate(self.results):
            if earlier.at == at and earlier.power == power:
                self.results[index] = earlier._replace(
                    outcomes=earlier.outcomes | all_outcomes,
                    options=earlier.options if places is None else places,
                    text=earlier.text or text,
                )
                return
        self.results.append(Printed(power, at, all_outcomes, places, text, line))

    def said(self, written: Written) -> frozenset[Outcome]:
        """The printed outcomes of an order's unit."""
        key = (written.issuer, written.home)
        printed = (p.outcomes for p in self.results if (p.power, p.at.province) == key)
        return frozenset().union(*printed)

    def arrivals(self) -> list[Code]:
        """The provinces that units entered, according to the printed results of a movement."""
        moves = [(w, w.order.to) for w in self.orders if isinstance(w.order, Move)]
        return [to.province for w, to in moves if Outcome.MOVED in self.said(w)]

    def orders_shown(self) -> str:
        """The orders as written, each with its power."""
        return "; ".join(f"{w.issuer}: {w.text}" for w in self.orders)

    def infer(self, text: str, line: int) -> None:
        """Note that something was inferred from the orders at a line, 0 if that is not known."""
        self.notes.append(Note("inferred", text, source=f"line {line}" if line else ""))

    def finish(self) -> PhaseRecord:
        """The phase as a record."""
        listed = {name: tuple(v) for name, v in vars(self).items() if isinstance(v, list)}
        return PhaseRecord(**vars(self) | listed)


def unread_note(text: str, line: int, order: bool = False) -> Note:
    """The note on a line that cannot be read: `not read` for an order, else a mere notice."""
    if not order and len(RE.orderly.findall(text)) * TALK < len(text.split()):
        return Note(
            "notice", f"{NOT_UNDERSTOOD}{text.strip()}", source=f"line {line}" if line else ""
        )
    return Note("not read", text.strip(), source=f"line {line}" if line else "")


def played(sheets: Sequence[PhaseSheet]) -> Sequence[PhaseSheet]:
    """The phases without a last one that has no orders and only shows where the game stopped; its
    press is kept with the phase before, if there is one."""
    if not sheets:
        return sheets
    *before, last = sheets
    if last.orders or any(n.kind != "press" or not before for n in last.notes):
        return sheets
    for sheet in before[-1:]:
        sheet.notes += last.notes
    return before


class ForeignGame:
    """One game while it is read. Anything that is not understood, or guessed, gets a remark.
    `twice` are pairs of reports of one phase. `press` says whether press is wanted. `unread_powers`
    are, by phase, the powers of which an order was not read."""

    def __init__(self, setting: Setting, press: bool = False) -> None:
        self.setting = setting
        self.places = setting.board
        self.press = press
        self.sheets: dict[Phase, PhaseSheet] = {}
        self.twice: list[tuple[PhaseSheet, PhaseSheet]] = []
        self.remarks: list[Remark] = []
        self.unread_powers: defaultdict[Phase, set[Power]] = defaultdict(set)

    def remark(self, line: int, message: str, excerpt: str = "", file: str = "") -> None:
        """Report something about a line of the source, in which `file` of several."""
        self.remarks.append(Remark(line, message, excerpt, file))

    def unread(
        self,
        sheet: PhaseSheet,
        line: int,
        text: str,
        order: bool = False,
        power: Power = ANY_POWER,
        file: str = "",
    ) -> None:
        """Keep a text that cannot be read as a note of its phase, and report it."""
        note = unread_note(text, line, order)
        sheet.notes.append(note)
        if note.kind == "not read":
            self.unread_powers[sheet.phase].add(power)
        self.remark(line, "not understood", text, file)

    def add(self, sheet: PhaseSheet, order: Written) -> bool:
        """Add an order to its phase, but not the same one again; the halves of a doubled unit may
        have different ones. If it is not the first for its unit, report that and return False."""
        home = order.home
        unit = (order.issuer, order.unit)
        there = [w for w in sheet.orders if w.home == home and w.unit is not None]
        others = [w.order for w in there if (w.issuer, w.unit) == unit]
        again = order.order in others
        if not again:
            sheet.orders.append(order)
        second = bool(others) and not (order.unit and order.unit.doubled)
        if again or second:
            odd = "the same order again: counted once" if again else "a second order for the unit"
            self.remark(order.line, odd, order.text)
        return not (again or second)

    def sheet_of(self, phase: Phase, line: int = 0) -> PhaseSheet:
        """The sheet of a phase, a new one if there is none yet."""
        return self.sheets.setdefault(phase, PhaseSheet(phase, line=line))

    def begin(self, phase: Phase, line: int) -> PhaseSheet:
        """The sheet for a report of a phase, a new one if an earlier report has orders."""
        earlier = self.sheets.get(phase)
        if earlier is not None and earlier.orders:
            self.sheets[phase] = PhaseSheet(phase, line=line)
            self.twice.append((earlier, self.sheets[phase]))
        return self.sheet_of(phase, line)

    def in_order(self) -> list[PhaseSheet]:
        """The sheets by date."""
        return sorted(self.sheets.values(), key=lambda s: self.setting.calendar.rank(s.phase))

    def linked(
        self, sheets: Sequence[PhaseSheet], before: Sequence[PrintedPosition | None]
    ) -> Sequence[PhaseSheet]:
        """The phases, each with the position before the next phase as its printed result.

        `before` are the positions before the phases; one more is that at the end. Before retreats
        owners are left out, since centres change hands after them. A last phase with neither a
        result nor orders is left out.
        """
        for sheet, position in zip(sheets, before, strict=False):
            sheet.notes += [note for _, note in position.unread] if position else []
        following: Sequence[PhaseSheet | None] = [*sheets[1:], None]
        for sheet, after, then in zip(sheets, before[1:], following, strict=False):
            if after is None:
                continue
            unsure = after.unsure
            if ANY_POWER in unsure:
                continue
            sheet.after = [unit for unit in after.units if unit.power not in unsure]
            if unsure:
                sheet.whole = False
                continue
            sheet.dislodged = after.dislodged
            if after.charted and (then is None or then.phase.step != "retreats"):
                sheet.owners = after.owners
        return sheets if len(before) > len(sheets) else played(sheets)

    def merge_reports(self) -> None:
        """Keep one report of each phase: of two the later if it is as long, and if no later phase
        was reported between them. Different orders of the other are kept in a note."""
        rank = self.setting.calendar.rank
        for first, again in self.twice:
            between = [s for s in self.sheets.values() if first.line < s.line < again.line]
            passed = any(rank(s.phase) > rank(first.phase) for s in between)
            valid = again
            invalid = first
            which = "later"
            if passed or len(again.orders) < len(first.orders):
                valid = first
                invalid = again
                which = "first"
                self.sheets[first.phase] = first
            first_orders = {(w.unit, w.order) for w in first.orders}
            other_orders = {(w.unit, w.order) for w in again.orders}
            if other_orders and other_orders != first_orders:
                self.remark(again.line, f"reported twice: the {which} report counts")
                valid.notes.append(Note("gm", f"Another report has: {invalid.orders_shown()}."))

    def power_of(self, name: str) -> Power:
        """The power of a name; empty for an unknown one."""
        return Power(self.setting.power_names.get(name) or "")

    def read_unit(self, power: Power, text: str) -> Unit | None:
        """The unit of `F STP/SC`; None if the text is not a unit."""
        kind, _, where = text.strip().partition(" ")
        at = self.places.get(where.strip())
        return Unit(power, KINDS[kind.lower()], at) if at and kind.lower() in KINDS else None

    def imported(
        self, document: TextFile, sheets: Iterable[PhaseSheet], number: int = 1, **values: Any
    ) -> Imported:
        """The game of these phases, named like its document, with unknown players and with other
        `values` of its record; or one of its parts without a gap. The first part has the remarks,
        the others have their number in the id."""
        record = Record(
            id=document.stem,
            name=document.stem,
            variant=STANDARD,
            phases=tuple(sheet.finish() for sheet in sheets),
            players=dict.fromkeys(self.setting.powers, "?"),
            path=document.name,
        )._replace(**values)
        if number == 1:
            return Imported(record, tuple(self.remarks))
        return Imported(record._replace(id=f"{record.id}-{number}"))
