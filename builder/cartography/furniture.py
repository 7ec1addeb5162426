"""Signs and ornaments: centres, canals, crossings, the frame and the words in the cartouche."""

from __future__ import annotations

from shapely.geometry import LineString

from builder.cartography import graticule, inscription, paths
from builder.cartography.ground import MARGIN, STRIP, Ground
from builder.cartography.plan import Box, Sign
from builder.cartography.strokes import rounded
from builder.draw.lettering import face

INK, PAPER, WATER = "#2c3338", "#fbf8f0", "#cfe3ea"
Rect = tuple[float, float, float, float]


def centres(ground: Ground) -> str:
    """Supply centres as ringed dots, build places as squares."""
    pen = ground.pen
    rings = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.6 * pen:.1f}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.1 * pen:.1f}" fill="{INK}"/>'
        for x, y in ground.anchors.centres.values()
    )
    squares = "".join(
        f'<rect x="{x - 3.6 * pen:.1f}" y="{y - 3.6 * pen:.1f}" width="{7.2 * pen:.1f}" '
        f'height="{7.2 * pen:.1f}"/><rect x="{x - pen:.1f}" y="{y - pen:.1f}" '
        f'width="{2 * pen:.1f}" height="{2 * pen:.1f}" fill="{INK}"/>'
        for x, y in ground.anchors.builds.values()
    )
    return (
        f'<g id="centres" fill="#fffdf6" stroke="{INK}" stroke-width="{0.9 * pen:.2f}">'
        f"{rings}{squares}</g>"
    )


def canals(ground: Ground) -> str:
    """Canals as blue lines, direct passages as dashes."""
    pen = ground.pen
    dug = "".join(course(ground, canal) for canal in ground.plan.canals)
    blue = "".join(
        f'<path d="{dug}" stroke="{colour}" stroke-width="{width * pen:.0f}"/>'
        for width, colour in ((50, PAPER), (36, "#3f6f8c"), (17, WATER))
        if dug
    )
    over = "".join(paths.line(paths.on_grid(way(ground, c))) for c in ground.plan.crossings)
    dashes = (
        f'<path d="{over}" stroke="{PAPER}" stroke-width="{44 * pen:.0f}"/>'
        f'<path d="{over}" stroke="#3d3831" stroke-width="{24 * pen:.0f}" '
        f'stroke-dasharray="{26 * pen:.0f} {20 * pen:.0f}" stroke-linecap="butt"/>'
        if over
        else ""
    )
    return (
        '<g id="canals" transform="scale(.1)" fill="none" stroke-linejoin="round" '
        f'stroke-linecap="round">{blue}{dashes}</g>'
    )


def way(ground: Ground, sign: Sign) -> list[tuple[float, float]]:
    """A sign's line in picture units."""
    return [ground.projection.token(token, ground.plan) for token in sign.tokens]


def course(ground: Ground, canal: Sign) -> str:
    """A canal's whole course: its own line and the borders that it runs along."""
    own = LineString(rounded(way(ground, canal), 3)).simplify(0.2)
    along = [segment for pair in canal.along for segment in ground.between(*pair)]
    return paths.line(paths.on_grid(own.coords)) + paths.chains(along)


def frame(ground: Ground) -> str:
    """The neatlines, the graduation and the empty cartouche."""
    x0, y0, x1, y1 = ground.projection.frame
    rules = "".join(
        f'<rect x="{x0 - off:g}" y="{y0 - off:g}" width="{x1 - x0 + 2 * off:g}" '
        f'height="{y1 - y0 + 2 * off:g}" stroke-width="{width}"/>'
        for off, width in ((0, 0.9), (graticule.BAND, 0.7), (graticule.OUTER, 2.2))
    )
    degrees = "".join(inscription.setting(n) for n in graticule.figures(ground.projection))
    return (
        f'<g id="frame"><g fill="none" stroke="{INK}">{rules}</g>'
        f"{graticule.scale(ground.projection)}{panel(cartouche(ground))}"
        f'<g fill="#5d564c">{degrees}</g></g>'
    )


def panel(rect: Rect) -> str:
    """A double-ruled panel on the sheet."""
    x, y, w, h = rect
    return (
        f'<g fill="{PAPER}" stroke="{INK}"><rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" '
        f'stroke-width="1"/><rect x="{x + 3.5:g}" y="{y + 3.5:g}" width="{w - 7:g}" '
        f'height="{h - 7:g}" stroke-width=".5"/></g>'
    )


def cartouche(ground: Ground) -> Rect:
    """The room for the title, set off from the corner of the map."""
    x, y, w, h = map(float, ground.plan.raw["cartouche"])
    return MARGIN + x, MARGIN + y, w, h


def legend(ground: Ground) -> Rect:
    """The strip under the map that a picture of a phase fills with its legend."""
    width, height = ground.size
    return MARGIN, height - STRIP, width - 2 * MARGIN, STRIP - 6


def title(ground: Ground) -> str:
    """The board's own words in the cartouche."""
    x, y, w, h = cartouche(ground)
    head, *rest = ground.plan.title
    top = y + h / 2 + (2 if rest else 8)
    lines = [face("caps").line(head, x + w / 2, top, 25, anchor="middle", tracking=0.07)]
    lines += [
        face("italic").line(words, x + w / 2, top + 20 + 16 * i, 13.5, anchor="middle")
        for i, words in enumerate(rest)
    ]
    return f'<g id="title">{"".join(line.svg(INK) for line in lines)}</g>'


def box(ground: Ground, _: Box) -> Rect:
    """The room of an off-board space under the map."""
    return legend(ground)
