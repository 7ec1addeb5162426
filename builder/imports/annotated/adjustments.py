"""Reads the builds and removals of a power: `B F Ank, A Con`, `R F Lvn (defaults)`, `waive`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.imports.corrections import beginning, guessed
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.orders import Waive, Written
from builder.model.setting import Setting

ADJUSTS = re.compile(
    r"^(?:(?P<verb>builds?|b|removes?|r)\s+)?(?:an?\s+(?=army|fleet))?"
    r"(?P<unit>(?:A|F|Army|Fleet)\s.+)",
    re.IGNORECASE,
)
DEFAULT = re.compile(r"\s*\(default\w*\)", re.IGNORECASE)
WAIVED = re.compile(
    r"^(?:(?P<many>\d{1,2})\s+)?(?:waive[sd]?|unusable|unused|pending)\b", re.IGNORECASE
)


def is_adjustment(text: str) -> bool:
    """Does a line begin as a build, a removal or a build that is not used does?"""
    return bool(ADJUSTS.match(text) or WAIVED.match(text))


def adjustments(
    text: str, setting: Setting, phase: Phase, power: Power, line: int
) -> Iterator[Written | tuple[str, str]]:
    """The orders, and the remarks on the others: why, and the words."""
    verb, rest = "", text
    while rest:
        first, _, others = rest.partition(",")
        piece = first.strip()
        found = ADJUSTS.match(DEFAULT.sub("", piece))
        verb = ((found["verb"] or verb)[:1] if found else verb).upper()
        if waived := WAIVED.match(piece):
            for _ in range(int(waived["many"] or 1)):
                yield Written(power, None, Waive(), piece, line)
        elif found and verb:
            act = "Build" if verb == "B" else "Remove"
            yield from _adjusted(f"{act} {{}}", found["unit"], setting, phase, power, line)
        else:
            yield "left out", rest
            return
        rest = others.strip()


def _adjusted(
    act: str, unit: str, setting: Setting, phase: Phase, power: Power, line: int
) -> Iterator[Written | tuple[str, str]]:
    """A build or removal of as many words as can be read, else as it was most likely meant."""
    if found := beginning(act, unit, setting, phase, power, line):
        yield found[0]
        if found[1]:
            yield "left out", found[1]
        return
    text = act.format(unit)
    guess = guessed(text, setting, phase, power, line)
    if guess is not None:
        yield guess[0]
    yield (guess[1] if guess else "not understood"), text
