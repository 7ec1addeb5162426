"""Reads where a dislodged unit can retreat, or that it was destroyed.

The French Fleet in Tunis can retreat to North Africa.
The Austrian army in Serbia with no valid retreats was destroyed.
German A Holland can retreat to Ruhr.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DRIVEN = re.compile(
    r"^(?:the\s+)?(?P<power>\w+)\s+(?:(?:army|fleet)\s+(?:in|on)\s++(?:the\s++)?|(?-i:[AF])\s++)"
    r"(?P<place>.+?)\s+"
    r"(?:can retreat to\s+(?P<refuges>.+)|(?:with no|was destroyed|has no retreats)\b.*)$",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\s+or\s+|,\s*")
ARTICLE = re.compile(r"^the\s+")


class DislodgedReport(NamedTuple):
    """A unit that was driven out, in the judge's names."""

    power: str
    place: str
    refuges: tuple[str, ...]


def driven_out(text: str) -> DislodgedReport | None:
    """What a statement says of such a unit; None where it speaks of something else."""
    found = DRIVEN.match(text)
    if found is None:
        return None
    named = BETWEEN.split(found["refuges"].rstrip(" .")) if found["refuges"] else ()
    return DislodgedReport(
        found["power"], found["place"], tuple(ARTICLE.sub("", n.strip()) for n in named)
    )
