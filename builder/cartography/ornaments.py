"""Signs and ornaments: centres, canals, crossings, the frame and the words in the cartouche."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from shapely.geometry import LineString

from builder.cartography import path_data, sheet_words, signs
from builder.cartography.drawing import Sign
from builder.cartography.geography import graticule, offboard
from builder.cartography.geography.board_geometry import ROW, BoardGeometry
from builder.cartography.layers import OUT, SHUT
from builder.cartography.letters import labels
from builder.cartography.letters.names import Name, Rect
from builder.cartography.path_data import rounded

INK, PAPER = "#2c3338", "#fbf8f0"
ACROSS = ((-14.0, 0.0), (14.0, 0.0))
SWATCH = '<path d="M-14-4h28v8h-28z" fill="{}" stroke="#475862" stroke-width=".8"/>'
KEY = {
    "centre": signs.places(signs.centre(0, 0, 1), 1),
    "build": signs.places(signs.build_place(0, 0, 1), 1),
    "canal": signs.canal("M-14 0h28", 1),
    "bar": '<path d="M-14 0h28" fill="none" stroke="#3d3831" stroke-width="1.4" '
    'stroke-dasharray="1.4 1.2"/>',
    "strait": signs.crossing(ACROSS, "A", 1),
    "passage": signs.crossing(ACROSS, "AF", 1),
    "meeting": signs.crossing(ACROSS, "AF", 1, ((-5, -6.5), (5, 6.5))),
    "sailing": signs.crossing(ACROSS, "F", 1),
    "ice": signs.frozen(signs.ice(0, 0, 7), 1),
    "closed": SWATCH.format(SHUT),
    "impassable": SWATCH.format(OUT),
}


def centres(ground: BoardGeometry) -> str:
    """Supply centres as ringed dots, build places as squares."""
    spots = ground.anchors
    drawn = "".join(signs.centre(x, y, ground.pen) for x, y in spots.centres.values())
    drawn += "".join(signs.build_place(x, y, ground.pen) for x, y in spots.builds.values())
    return f'<g id="centres">{signs.places(drawn, ground.pen)}</g>'


def canals(ground: BoardGeometry) -> str:
    """Canals, crossings, and ice on water that closes."""
    dug = "".join(course(ground, canal) for canal in ground.plan.canals)
    blue = f'<g transform="scale(.1)">{signs.canal(dug, ground.pen, 10)}</g>' if dug else ""
    over = "".join(
        signs.crossing(way(ground, c), c.units, ground.pen, met(ground, c))
        for c in ground.plan.crossings
    )
    crystals = "".join(
        signs.ice(*ground.projection(float(lon), float(lat)), float(size) * ground.pen)
        for spots in ground.plan.raw.get("ice", {}).values()
        for lon, lat, size in spots
    )
    ice = signs.frozen(crystals, ground.pen) if crystals else ""
    return f'<g id="canals">{ice}{blue}{over}</g>'


def way(ground: BoardGeometry, sign: Sign) -> list[tuple[float, float]]:
    """A sign's line in picture units."""
    return [ground.projection.token(token, ground.plan) for token in sign.tokens]


def met(ground: BoardGeometry, sign: Sign) -> list[tuple[float, float]] | None:
    """The fleets' way with which a crossing collides, in picture units."""
    return way(ground, replace(sign, tokens=sign.meets)) if sign.meets else None


def course(ground: BoardGeometry, canal: Sign) -> str:
    """A canal's whole course: its own line and the borders that it runs along."""
    own = LineString(rounded(way(ground, canal), 3)).simplify(0.2)
    borders = {frozenset(pair) for pair in canal.along}
    along = [s for s, faces in ground.sides.items() if {f.of for f in faces} in borders]
    return path_data.line(path_data.on_grid(own.coords)) + path_data.chains(along)


def frame(ground: BoardGeometry) -> str:
    """The neatlines, the graduation and the empty cartouche."""
    x0, y0, x1, y1 = ground.projection.frame
    rules = "".join(
        f'<rect x="{x0 - off:g}" y="{y0 - off:g}" width="{x1 - x0 + 2 * off:g}" '
        f'height="{y1 - y0 + 2 * off:g}" stroke-width="{width}"/>'
        for off, width in ((0, 0.9), (graticule.BAND, 0.7), (graticule.OUTER, 2.2))
    )
    return (
        f'<g id="frame"><g fill="none" stroke="{INK}">{rules}</g>'
        f"{graticule.scale(ground.projection)}{panel(sheet_words.cartouche(ground))}"
        f"{key(ground)}{offboard.channels(ground)}"
        f'<g fill="#5d564c">{labels.figures(ground)}</g></g>'
    )


def panel(rect: Rect) -> str:
    """A double-ruled panel on the sheet."""
    x, y, w, h = rect
    return (
        f'<g fill="{PAPER}" stroke="{INK}"><rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" '
        f'stroke-width="1"/><rect x="{x + 3.5:g}" y="{y + 3.5:g}" width="{w - 7:g}" '
        f'height="{h - 7:g}" stroke-width=".5"/></g>'
    )


def key(ground: BoardGeometry) -> str:
    """The panel that explains what is more than provinces and seas."""
    room = sheet_words.key(ground)
    if room is None:
        return ""
    return key_panel(
        room, {sign: KEY[sign] for sign in ground.signs}, sheet_words.key_lines(ground)
    )


def key_panel(room: Rect, drawn: Mapping[str, str], words: Iterable[Name], ink: str = INK) -> str:
    """Signs, each in a group with an id by which pages find it, and what they mean."""
    x, y, w, h = room
    rows = "".join(
        f'<g id="sign-{sign}" transform="translate({x + 26:g} {y + 6 + ROW * (i + 0.5):g})">'
        f"{shape}</g>"
        for i, (sign, shape) in enumerate(drawn.items())
    )
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{PAPER}" stroke="{ink}" '
        f'stroke-width=".8"/>{rows}<g fill="{ink}">{"".join(map(labels.setting, words))}</g>'
    )


def title(ground: BoardGeometry) -> str:
    """The board's own words in the cartouche."""
    words = "".join(labels.setting(name) for name in sheet_words.title(ground))
    return f'<g id="title" fill="{INK}">{words}</g>'
