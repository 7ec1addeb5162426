"""The lower layers of a map: sea, provinces, frontiers, borders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from shapely.geometry import LineString

from builder.cartography import path_data
from builder.cartography.drawing import OUTSIDE
from builder.cartography.geography import graticule, offboard
from builder.cartography.geography.board_geometry import BoardGeometry
from builder.cartography.geography.regions import CLOSED, ISLE, STILL
from builder.cartography.letters.names import Rect
from builder.cartography.path_data import Segment, rounded

SEA, LAND, OUT, PAPER, SHUT = "#dbe6e8", "#f4eddb", "#e6dfcd", "#fbf8f0", "#b9b2a0"
COAST, FRONTIER, BORDER, SEA_BORDER, BAND = "#475862", "#3d3831", "#5d564c", "#71909d", "#7d7158"
WATER_LINES = (
    (150, "#cfdde1"),
    (136, SEA),
    (98, "#c6d7dc"),
    (86, "#d3e0e3"),
    (52, "#b9cdd4"),
    (42, "#c9d9dd"),
)


def sea(ground: BoardGeometry) -> str:
    """Paper, water, graticule, and the water-lining that follows every shore."""
    x0, y0, x1, y1 = ground.projection.frame
    width, height = ground.size
    lining = "".join(
        f'<use xlink:href="#lands" stroke="{colour}" stroke-width="{round(w * ground.pen)}"/>'
        for w, colour in (*WATER_LINES, (17, COAST))
    )
    return (
        f'<g id="sea"><rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<g clip-path="url(#window)"><rect x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" '
        f'height="{y1 - y0:g}" fill="{SEA}"/><g transform="scale(.1)">'
        f'<path d="{graticule.net(ground.projection)}" fill="none" stroke="#fff" '
        f'stroke-width="6" stroke-opacity=".6"/>'
        f'<g stroke-linejoin="round">{lining}</g></g></g></g>'
    )


def provinces(ground: BoardGeometry) -> str:
    """One shape for every province, and shapes without id for all that is no province."""
    plan = ground.plan
    touching = ground.shores
    waters, lands = "", ""
    for site in plan.sites.values():
        kind = "closed" if site.impassable else "sea" if site.sea else "land"
        if kind == "land" and site.code in touching:
            kind = "coast"
        d = path_data.area(face.shape for face in ground.pieces[site.code])
        islets = path_data.area(face.shape for face in ground.islets.get(site.code, ()))
        more = f' data-islets="{islets.count("M")}"' if islets else ""
        fill = f' fill="{OUT}"' if site.impassable else ""
        shape = (
            f'<path id="{site.code}" data-kind="{kind}"{more}{fill} d="{d}{islets}">'
            f"<title>{escape(site.name)}</title></path>"
        )
        waters, lands = (waters + shape, lands) if site.sea else (waters, lands + shape)
    for key, kind, fill in (
        (OUTSIDE, "outside", OUT),
        (ISLE, "isle", OUT),
        (CLOSED, "closed", SHUT),
        (STILL, "still", ""),
    ):
        if key in ground.pieces:
            d = path_data.area(face.shape for face in ground.pieces[key])
            colour = f' fill="{fill}"' if fill else ""
            shape = f'<path data-kind="{kind}"{colour} d="{d}"/>'
            wet = key in (CLOSED, STILL)
            waters, lands = (waters + shape, lands) if wet else (waters, lands + shape)
    waters += "".join(offboard.shape(ground, box) for box in plan.boxes)
    inner = [face.shape for face in ground.mosaic.faces if face.inner]
    if inner:
        waters += f'<path data-kind="inner" d="{path_data.area(inner)}"/>'
    return (
        f'<g id="provinces" transform="scale(.1)"><g id="seas" fill="none">{waters}</g>'
        f'<g id="lands" fill="{LAND}">{lands}</g></g>'
    )


def frontiers(ground: BoardGeometry) -> str:
    """The bands along the frontiers of the homelands, and the frontiers themselves."""
    pen = ground.pen
    return banded(ground.plan.homelands, (BAND, 110 * pen, ".34"), (FRONTIER, 15 * pen))


def banded(homelands: Iterable[str], band: tuple[str, float, str], line: tuple[str, float]) -> str:
    """Frontiers with a band along each; colours, widths and the opacity of the bands."""
    bands = "".join(
        f'<g data-home="{escape(power)}" clip-path="url(#soil-{n})" stroke="{band[0]}">'
        '<use xlink:href="#frontier"/></g>'
        for n, power in enumerate(homelands)
    )
    return (
        '<g id="frontiers" transform="scale(.1)" fill="none" stroke-linejoin="round">'
        f'<g stroke-width="{band[1]:.0f}" stroke-opacity="{band[2]}">{bands}</g>'
        f'<use xlink:href="#frontier" stroke="{line[0]}" stroke-width="{line[1]:.0f}"/></g>'
    )


def clips(
    frame: Rect, homelands: Mapping[str, Sequence[str]], frontier: Iterable[Segment], letters: str
) -> str:
    """The window of the map, the letters, the soil of every homeland and the line of frontiers."""
    x, y, w, h = frame
    soils = "".join(
        f'<clipPath id="soil-{n}">'
        + "".join(f'<use xlink:href="#{code}"/>' for code in lands)
        + "</clipPath>"
        for n, lands in enumerate(homelands.values())
    )
    window = f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>'
    line = f'<path id="frontier" d="{path_data.chains(frontier)}"/>'
    return f'<clipPath id="window">{window}</clipPath>{letters}{soils}{line}'


def borders(ground: BoardGeometry) -> str:
    """Lakes, borders within a country and at sea, and the straits."""
    pen = ground.pen
    lakes = "".join(lake(ground, ring) for ring in ground.plan.raw.get("lakes", {}).values())
    straits = "".join(
        f'<path data-strait="{escape(border.name)}" '
        f'd="{path_data.chains(ground.lines[f"strait {border.name}"])}"/>'
        for border in ground.plan.borders
        if border.kind == "straits"
    )
    return (
        '<g id="borders" transform="scale(.1)" fill="none" stroke-linejoin="round">'
        f'<path d="{lakes}" fill="{SEA}" stroke="#7d929b" stroke-width="5"/>'
        f'<path d="{path_data.chains(ground.lines["inner"])}" stroke="{BORDER}" '
        f'stroke-width="{6.5 * pen:.1f}"/>'
        f'<path d="{path_data.chains(ground.lines["sea"])}" stroke="{SEA_BORDER}" '
        f'stroke-width="{10 * pen:.0f}"/>'
        f'<g id="straits" stroke="{FRONTIER}" stroke-width="{14 * pen:.0f}" '
        f'stroke-dasharray="{14 * pen:.0f} {12 * pen:.0f}">{straits}</g></g>'
    )


def lake(ground: BoardGeometry, ring: str) -> str:
    """The outline of a lake, drawn for the eye only."""
    corners = [ground.projection.token(token, ground.plan) for token in ring.split()]
    shore = LineString(rounded([*corners, corners[0]], 3, closed=True)).simplify(0.15)
    return path_data.line(path_data.on_grid(shore.coords), closed=True)
