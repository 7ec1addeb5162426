"""Reads the ownership and adjustment charts of a judge's report.

Ownership of supply centers:
Austria:   Budapest, Greece, Serbia.
Austria:   3 Supply centers,  4 Units:  Removes  1 unit.  (* CD *)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.imports.importer import PhaseSheet, Places
from builder.model.board import Code
from builder.model.calendar import Phase
from builder.model.kinds import Power
from builder.record import Note

COUNT = re.compile(
    r"^(?P<centres>\d{1,3}) supply centers?, +\d+ units?(?:.*\(\*\s*+(?P<mark>[^*]*?)\s*\*\))?",
    re.IGNORECASE,
)
AWAY = {"cd": "in civil disorder", "abandoned": "abandoned"}


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
