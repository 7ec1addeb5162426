"""The key to a board's own signs, in a panel on the map."""

from __future__ import annotations

from builder.cartography import sheet_words, signs
from builder.cartography.geography.board_geometry import ROW, BoardGeometry
from builder.cartography.letters import labels

INK, PAPER = "#2c3338", "#fbf8f0"
SHUT = '<path d="M-14-4h28v8h-28z" fill="#b9b2a0" stroke="#475862" stroke-width=".8"/>'
DRAWN = {
    "centre": signs.places(signs.centre(0, 0, 1), 1),
    "build": signs.places(signs.build_place(0, 0, 1), 1),
    "canal": signs.canal("M-14 0h28", 1),
    "strait": signs.crossing([(-14, 0), (14, 0)], "A", 1),
    "passage": signs.crossing([(-14, 0), (14, 0)], "AF", 1),
    "ice": signs.frozen(signs.ice(0, 0, 7), 1),
    "closed": SHUT,
}


def panel(ground: BoardGeometry) -> str:
    """A panel that explains what is more than provinces and seas; none on a plain board."""
    room = sheet_words.key(ground)
    if room is None:
        return ""
    x, y, w, h = room
    drawn = "".join(
        f'<g transform="translate({x + 26:g} {y + 6 + ROW * (i + 0.5):g})">{DRAWN[sign]}</g>'
        for i, (sign, _) in enumerate(ground.signs)
    )
    words = "".join(labels.setting(line) for line in sheet_words.key_lines(ground))
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width=".8"/>{drawn}<g fill="{INK}">{words}</g>'
    )
