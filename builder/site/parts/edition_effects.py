"""The phases of a game that depend on the edition, in words for lists."""

from __future__ import annotations

from builder.playback.edition_sensitivity import shifts
from builder.playback.replaying import Replay

Row = tuple[str, str, str, str, str]


def shifted(replay: Replay) -> tuple[Row, ...]:
    """The phases of a game that would have ended otherwise: title, slug, edition, units."""
    calendar = replay.variant.setting.calendar
    return tuple(
        (
            calendar.title(s.phase),
            calendar.slug(s.phase),
            s.edition,
            ", ".join(f"{u.power} {u._replace(size=1)}" for u in s.played),
            ", ".join(f"{u.power} {u._replace(size=1)}" for u in s.otherwise),
        )
        for s in shifts(replay)
    )
