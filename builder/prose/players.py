"""Who played a power in a phase."""

from __future__ import annotations

from builder.errors import UnknownWordError
from builder.model.calendar import Calendar, Phase


def player_at(players: str, phase: Phase, calendar: Calendar) -> str:
    """Who plays in a phase, where a power had several: `Dwyer, Reynolds from Winter 1902`."""
    playing = "?"
    for part in players.split(","):
        name, _, since = part.strip().partition(" from ")
        if not since or _is_over(since, phase, calendar):
            playing = name
    return playing


def _is_over(since: str, phase: Phase, calendar: Calendar) -> bool:
    try:
        return calendar.rank(calendar.read(since)) <= calendar.rank(phase)
    except UnknownWordError:
        return True
