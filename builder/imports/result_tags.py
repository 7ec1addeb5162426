"""Results that reports print in brackets behind an order: `(*bounce*)`, `(*cut, dislodged*)`."""

from __future__ import annotations

import re

from builder.model.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support
from builder.model.outcomes import Outcome

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
ABSENT = re.compile(
    r"(\b(?:NMR|NRR|NBR|no orders received)\b|^(?i:no (?:orders|moves)(?: received)?)"
    r"(?=\W*$|[!.:;,]\W*(?:[AF]|Army|Fleet)\s))"
)


def tags(text: str) -> list[str]:
    """The results in brackets behind an order."""
    return [t.strip() for m in TAGS.finditer(text) for t in m["tags"].lower().split(",")]
