"""Reads how a judge reports the end of a game."""

from __future__ import annotations

import re
from typing import Literal

from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.names import Names
from builder.record import Result

OVER = re.compile(
    r"^(?:diplomacy\s+|the\s+|this\s+)*(?:game|draw|concession|victory)\b|^\w+\s+(?:has\s+won|wins)\b",
    re.IGNORECASE,
)
DRAWN = re.compile(r"\b(?:declared|ended|ends|is|was|as|in)\s+a\s+(?:\S+\s+)?draw\b", re.IGNORECASE)
CONCEDED = re.compile(r"\b(?:conceded|concession)\s+to\s+(?P<power>\w+)", re.IGNORECASE)
WON = re.compile(
    r"\b(?:won\s+by|victory\s+(?:by|for|goes\s+to))\s+(?P<power>\w+)"
    r"|^(?P<first>\w+)\s+(?:has\s+won|wins)\b",
    re.IGNORECASE,
)


def ended(text: str, phase: Phase, powers: Names) -> Result | None:
    """The result of a game that a statement tells of; None where it tells of none."""
    if not OVER.search(text):
        return None
    if gone := CONCEDED.search(text):
        return _for("conceded", gone["power"], phase, powers)
    if won := WON.search(text):
        return _for("won", won["power"] or won["first"], phase, powers)
    if drawn := DRAWN.search(text):
        named = (powers.get(word) for word in re.findall(r"\w+", text[drawn.end() :]))
        return Result("draw", tuple(Power(p) for p in named if p), phase)
    return None


def _for(kind: Literal["won", "conceded"], name: str, phase: Phase, powers: Names) -> Result | None:
    power = powers.get(name)
    return Result(kind, (Power(power),), phase) if power else None
