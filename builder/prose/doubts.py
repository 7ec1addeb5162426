"""What was not read of a phase, in a sentence."""

from __future__ import annotations

from builder.playback.doubts import Doubt

SENTENCES = {
    "line": "not understood{where}: {text}",
    "crowded": "reading in doubt{where}: {text}; nothing is compared",
    "lost": "reading in doubt{where}: {text} of {power} are missing in the printed position, and"
    " nothing took them away; nothing is compared",
    "chart": "reading in doubt{where}: the chart does not add up for {power} ({text});"
    " nothing is compared",
    "gap": "{text} is not told, and what is printed rests on it",
    "absent": "reading in doubt{where}: no such unit of {power} is on the board: {text}",
}


def doubt_text(doubt: Doubt) -> str:
    """`reading in doubt, line 38: A Mun and A Boh in Mun; nothing is compared`."""
    where = f", {doubt.source}" if doubt.source else ""
    power = doubt.power or "the source"
    return SENTENCES[doubt.why].format(text=doubt.text, power=power, where=where)
