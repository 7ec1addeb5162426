"""Reads what a judge announces beside the orders: retreats, charts of centres, and the end.

The French Fleet in Tunis can retreat to North Africa.
The Austrian army in Serbia with no valid retreats was destroyed.
German A Holland can retreat to Ruhr.
Ownership of supply centers:
Austria:   Budapest, Greece, Serbia.
Austria:   3 Supply centers,  4 Units:  Removes  1 unit.  (* CD *)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from builder.imports.importer import PhaseSheet, Places
from builder.model.board import Code
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.model.names import Names
from builder.record import Note, Result

DRIVEN = re.compile(
    r"^(?:the\s+)?(?P<power>\w+)\s+(?:(?:army|fleet)\s+(?:in|on)\s++(?:the\s++)?|(?-i:[AF])\s++)"
    r"(?P<place>.+?)\s+"
    r"(?:can retreat to\s+(?P<refuges>.+)|(?:with no|was destroyed|has no retreats)\b.*)$",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\s+or\s+|,\s*")
ARTICLE = re.compile(r"^the\s+")
COUNT = re.compile(
    r"^(?P<centres>\d{1,3}) supply centers?, +\d+ units?(?:.*\(\*\s*+(?P<mark>[^*]*?)\s*\*\))?",
    re.IGNORECASE,
)
AWAY = {"cd": "in civil disorder", "abandoned": "abandoned"}
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


def charted(sheets: Mapping[Phase, PhaseSheet], phase: Phase) -> PhaseSheet | None:
    """The phase whose centres a chart shows: that which is told of, where the judge prints the
    whole board after every phase, else that after which centres change hands in its year."""
    own, fall = sheets.get(phase), Phase(phase.year, "fall", "movement")
    if phase.season == "spring" or (own is not None and own.after is not None):
        return own if own is not None and own.after is not None else None
    return sheets.get(fall._replace(step="retreats")) or sheets.get(fall)


def settle(sheets: Mapping[Phase, PhaseSheet]) -> None:
    """Drop the charts that were printed while retreats were still to come: where the judge goes on
    to these, or prints the whole board after every phase. A chart of retreats that nobody had to
    make is that of the movement."""
    for phase, sheet in sheets.items():
        later = sheets.get(phase._replace(step="retreats"))
        if phase.step != "movement":
            continue
        if any(p.options for p in sheet.results) and (later or sheet.after is not None):
            sheet.owners = sheet.counts = None
        elif later and not later.orders and not later.results:
            sheet.owners = later.owners if later.owners is not None else sheet.owners
            sheet.counts = later.counts if later.counts is not None else sheet.counts
            later.owners = later.counts = None


def counted(sheet: PhaseSheet, power: Power, count: re.Match[str]) -> None:
    """Keep how many centres a power has, and whether it is still played."""
    sheet.counts = {**(sheet.counts or {}), power: int(count["centres"])}
    away = AWAY.get((count["mark"] or "").lower())
    if away:
        sheet.notes.append(Note("notice", f"{power} is {away}."))


def centres(text: str, places: Places) -> Iterator[tuple[str, Code | None]]:
    """The centres of a line of the chart, each with its code; none for what is no place."""
    for name in text.rstrip(". ").split(","):
        at = places.get(name.strip())
        yield name, at.province if at else None


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
