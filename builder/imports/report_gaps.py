"""Finds where the reports of a game break off and go on later."""

from __future__ import annotations

from collections.abc import Iterable

from builder.imports.importer import PhaseSheet
from builder.model.calendar import Calendar, Phase


def stretches(sheets: Iterable[PhaseSheet], calendar: Calendar) -> list[list[PhaseSheet]]:
    """The phases in order, parted where the report of a movement is missing between two."""
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
