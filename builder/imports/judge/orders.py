"""Reads one order of a judge's report: `Army Paris SUPPORT Army Brest`."""

from __future__ import annotations

import re

from builder.errors import ArchiveError
from builder.imports.corrections import guessed
from builder.imports.importer import KINDS, Places
from builder.imports.result_tags import OUTCOMES, tags
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import (
    Build,
    Disband,
    Order,
    Remove,
    UnitRef,
    Waive,
    Written,
)
from builder.model.outcomes import Outcome
from builder.model.setting import Setting
from builder.notation.notation import parse_order

SENT_IN_VAIN = frozenset({"reorder", "invalid"})
ADJUSTS = re.compile(
    r"^(?P<default>defaults?,?\s*)?(?P<verb>builds?|removes?|removing|building)\s+"
    r"(?:(?:an?\s+|the\s+)?(?P<kind>army|fleet)\s+(?:in|on)\s+(?:the\s+)?|(?P<letter>[AF])\s+)"
    r"(?P<place>.+?)\.?$",
    re.IGNORECASE,
)
MOST_WAIVED = 99  # builds of one power
WAIVED = re.compile(r"build\S* waived|waives|builds? pending|unused", re.IGNORECASE)
UNORDERED = re.compile(
    r"^(?P<unit>.+?)\s*,\s*no (?:orders? processed|moves? received)\.?"
    r"\s*(?:\(disband\)|, disbanding)?\.?$",
    re.IGNORECASE,
)
FOREIGN = re.compile(r"(\s(?:SUPPORT|CONVOY)\s+)\w+\s+(?=(?:Army|Fleet)\s)")
SENTENCE = re.compile(r"(?<!\bSt)\.\s")
DISBANDS = re.compile(r"^(?P<unit>.+?)\s+disband(?:s|ed)?\.?$", re.IGNORECASE)
UNIT = re.compile(r"^(?P<kind>army|fleet|[AF])\s+(?P<place>.+?)\.?$", re.IGNORECASE)
VERB = re.compile(r"\s(->|SUPPORT|CONVOY|HOLD)(?:\s|$)")
Read = tuple[UnitRef | None, Order | None]


def results(text: str) -> tuple[list[Outcome], list[str]]:
    """What they say, and those that are not known."""
    found = tags(text)
    return [OUTCOMES[t] for t in found if t in OUTCOMES], [t for t in found if t not in OUTCOMES]


class JudgeOrderReader:
    """Reads what a judge prints of single orders."""

    def __init__(self, setting: Setting, places: Places) -> None:
        self.setting, self.places = setting, places

    def read(self, text: str, power: Power, phase: Phase) -> Read | None:
        """The unit and its order; no order for a unit that had none, None if not understood."""
        return self._adjustment(text) or self._written(text, power, phase)

    def _adjustment(self, text: str) -> Read | None:
        found = ADJUSTS.match(text)
        at = self.places.get(found["place"]) if found else None
        if found is None or at is None:
            return None
        kind = KINDS[(found["kind"] or found["letter"]).lower()]
        if found["default"]:
            return UnitRef(at, kind), Remove(at)
        order = Build(kind, at) if found["verb"].lower().startswith("build") else Remove(at)
        return UnitRef(at, kind), order

    def _written(self, text: str, power: Power, phase: Phase) -> Read | None:
        if missing := UNORDERED.match(text):
            unit = self.unit(missing["unit"])
            return (unit, None) if unit else None
        if gone := DISBANDS.match(text):
            unit = self.unit(gone["unit"])
            return (unit, Disband()) if unit else None
        try:
            written = parse_order(text.replace(" -> ", " - "), self.setting, phase, power)
        except ArchiveError:
            return None
        return written.unit, written.order

    def guessed(self, text: str, power: Power, phase: Phase) -> tuple[Read, str] | None:
        """An order of which something had to be left out, and what: what stands behind its full
        stop, or the name of a power that there is not; or a slip of the pen."""
        first = SENTENCE.split(text, maxsplit=1)[0]
        for shorter, left_out in (
            (first, "what follows is left out"),
            (FOREIGN.sub(r"\1", first), "read without the name of the other power"),
        ):
            if shorter != text and (found := self.read(shorter, power, phase)):
                return found, left_out
        if not VERB.search(text):
            return None
        guess = guessed(text.replace(" -> ", " - "), self.setting, phase, power)
        return ((guess[0].unit, guess[0].order), guess[1]) if guess else None

    def unit_first(self, text: str) -> UnitRef | None:
        """The unit of an order that says what to do, if not in a way that could be read."""
        subject, verb, _ = VERB.split(text, maxsplit=1) if VERB.search(text) else (text, "", "")
        return self.unit(subject.strip()) if verb else None

    def unit(self, text: str) -> UnitRef | None:
        """`Army Paris`, `F Spain(sc)`; None for anything else."""
        found = UNIT.match(text)
        at = self.places.get(found["place"]) if found else None
        return UnitRef(at, KINDS[found["kind"].lower()]) if found and at else None

    def waived(self, text: str, power: Power, line: int) -> list[Written]:
        """Builds that were not used; none where the text speaks of something else, or of more than
        there are centres."""
        if not WAIVED.search(text):
            return []
        number = re.match(r"(\d+)", text)
        count = min(int(number[1][:9]), MOST_WAIVED) if number else 1
        possible = count <= len(self.setting.centres)
        return [Written(power, None, Waive(), text, line)] * count if possible else []
