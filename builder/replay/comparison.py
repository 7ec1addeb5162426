"""One thing that a source prints, beside what we find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from builder.model.board import Location
from builder.model.findings import Action
from builder.model.kinds import Power
from builder.model.orders import Written
from builder.model.position import Fate

Verdict = Literal["agrees", "differs", "ruled", "not recorded"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that the source prints, laid beside what we compute.

    `subject` is the order, unit, position or chart; `recorded` and `computed` are short words;
    `why` says in one sentence what the difference rests on where no order explains it, and
    `action` or `written` the order that does; `ruling` and `source` are the game master's.
    `refuges` are the retreats of a dislodged unit, as printed and as computed.
    """

    subject: str
    recorded: str
    computed: str
    verdict: Verdict
    why: str = ""
    ruling: str = ""
    source: str = ""
    action: Action | None = None
    written: Written | None = None
    fate: Fate | None = None
    power: Power | None = None
    at: Location | None = None
    refuges: tuple[frozenset[Location], frozenset[Location]] | None = None
