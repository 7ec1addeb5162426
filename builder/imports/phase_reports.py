"""What reports of phases say: the units that they name, the stretches without gaps, and results in
brackets after orders: `(*bounce*)`, `(*cut, dislodged*)`."""

import re
from collections.abc import Iterable

from builder.imports.foreign_game import PhaseSheet
from builder.imports.importer import KINDS
from builder.model.calendar import Calendar, Phase
from builder.model.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support
from builder.model.outcomes import Outcome
from builder.model.units import Unit

NEXT_ORDERS = "The position after each phase is the one that the orders of the next phase name."
OUTCOMES = {
    "bounce": Outcome.BOUNCED, "cut": Outcome.CUT, "void": Outcome.VOID,
    "no convoy": Outcome.NO_CONVOY, "dislodged": Outcome.DISLODGED,
    "blocked": Outcome.BOUNCED, "destroyed": Outcome.DESTROYED,
    "disrupted": Outcome.DISRUPTED, "disband": Outcome.DISBANDED, "fails": Outcome.FAILED,
}  # fmt: skip
DONE: dict[type, list[Outcome]] = {
    Move: [Outcome.MOVED], Support: [Outcome.GIVEN], Hold: [Outcome.HELD],
}  # fmt: skip
CARRIED_OUT: dict[type, list[Outcome]] = {
    Retreat: [Outcome.RETREATED], Disband: [Outcome.DISBANDED], Build: [Outcome.BUILT],
    Remove: [Outcome.REMOVED],
}  # fmt: skip
DONE_AS = DONE | CARRIED_OUT | {Convoy: [Outcome.CARRIED]}
TAGS = re.compile(r"\(\*\s*+(?P<tags>[^*]*?)\s*\*\)")


def named(sheet: PhaseSheet) -> list[Unit]:
    """The units that the report of a movement names: those on the board when it begins."""
    ordered = [(w.issuer, w.unit) for w in sheet.orders if w.unit]
    unordered = [p for p in sheet.results if Outcome.NO_ORDER in p.outcomes]
    units = [Unit(p, u.kind, u.at) for p, u in ordered if u.kind]
    return units + [
        Unit(p.power, KINDS[TAGS.sub("", p.text).split()[0].lower()], p.at)
        for p in unordered
        if p.power
    ]


def stretches(sheets: Iterable[PhaseSheet], calendar: Calendar) -> list[list[PhaseSheet]]:
    """The phases in order, cut where the report of a movement is missing between two."""
    found: list[list[PhaseSheet]] = []
    due: Phase | None = None
    for sheet in sorted(sheets, key=lambda s: calendar.rank(s.phase)):
        if due is None or calendar.rank(due) < calendar.rank(sheet.phase):
            found.append([])
        found[-1].append(sheet)
        due = movement_after(sheet.phase, calendar)
    return found


def movement_after(phase: Phase, calendar: Calendar) -> Phase:
    """The next phase in which units move."""
    due = calendar.next(phase)
    while due.step != "movement":
        due = calendar.next(due)
    return due


def tags(text: str) -> list[str]:
    """The results in brackets after an order."""
    return [t.strip() for m in TAGS.finditer(text) for t in m["tags"].lower().split(",")]
