"""Parts of one game in several files, as judges' pages are, put together."""

from __future__ import annotations

from collections.abc import Iterable

from builder.formats.foreign.reading import Imported
from builder.model.calendar import Calendar, Phase
from builder.record import PhaseRecord


def merged(parts: Iterable[Imported], calendar: Calendar) -> list[Imported]:
    """The games of several files; parts with the same id and different phases are one game."""
    games: dict[str, Imported] = {}
    for part in parts:
        known = games.get(part.record.id)
        games[part.record.id] = _joined(known, part, calendar) if known else part
    return list(games.values())


def _joined(one: Imported, other: Imported, calendar: Calendar) -> Imported:
    parts = sorted((one, other), key=lambda part: _first(part, calendar))
    phases: dict[Phase, PhaseRecord] = {}
    for part in parts:
        for phase in part.record.phases:
            phases.setdefault(phase.phase, phase)
    early, late = parts[0].record, parts[1].record
    record = early._replace(
        phases=tuple(phases[p] for p in sorted(phases, key=calendar.rank)),
        rulings=(*early.rulings, *late.rulings),
        result=late.result,
    )
    return Imported(record, (*one.remarks, *other.remarks))


def _first(part: Imported, calendar: Calendar) -> tuple[int, int]:
    return calendar.rank(part.record.phases[0].phase) if part.record.phases else (0, 0)
