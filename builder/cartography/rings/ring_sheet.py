"""The finished map.svg of a ring board; the contract is that of `sheet`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from builder.cartography import ornaments, path_data, signs
from builder.cartography.geography.board_geometry import ROW
from builder.cartography.letters.labels import setting
from builder.cartography.path_data import Segment
from builder.cartography.rings import cat_figure, ring_words
from builder.cartography.rings.ring_board import PEN, RING, SIGN, RingBoard

LAND, SEA, PALE, SHORE = "#fbf0d6", "#a4cdc3", "#bfdfd5", "#4f7f77"
INK, BAND, GHOST, PAPER, BALL = "#4a2c1a", "#8a6a3c", "#c58a3e", "#fbf8f0", "#e9e1e6"
RIM, LINING = 11.0, ((62, "#93c1b6"), (50, "#b3d7cd"), (30, "#83b3a8"), (20, "#a4cdc3"))


def write(variant: str, raw: Mapping[str, Any]) -> str:
    """The whole map.svg of a ring board."""
    board = RingBoard(variant, raw)
    width, height = board.size
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(', '.join(raw['title']))}</title>",
        f'<metadata id="chancery">{escape(ring_words.metadata(board), quote=False)}</metadata>',
        f"<defs>{ring_words.definitions(board)}</defs>",
        sea(board),
        provinces(board),
        frontiers(board),
        borders(board),
        f'<g id="canals">{channels(board)}</g>',
        f'<g id="centres">{centres(board)}</g>',
        labels(board),
        frame(board),
        title(board),
        "</svg>",
    ]
    return "\n".join(body) + "\n"


def sea(board: RingBoard) -> str:
    """Sky, beast and water."""
    wheel = board.wheel
    width, height = board.size
    x, y = wheel.centre
    rings = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * wheel.unit:.1f}" fill="none" stroke="{PALE}" '
        f'stroke-width="1.4" stroke-dasharray="{dash}"/>'
        for r, dash in ((8.75, "14 9"), (9.2, "5 12"), (10.72, "20 8"))
    )
    lining = "".join(
        f'<use xlink:href="#lands" stroke="{colour}" stroke-width="{w * 2}"/>'
        for w, colour in LINING
    )
    bx, by, r = board.ball
    thread = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{12.5 * wheel.unit:.1f}" fill="none" stroke="#fff9ea" '
        f'stroke-width="5"/><circle cx="{x:g}" cy="{y:g}" r="{12.5 * wheel.unit:.1f}" fill="none" '
        f'stroke="#b3476d" stroke-width="2.6" stroke-dasharray="9 4"/>'
    )
    return (
        f'<g id="sea"><rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<g clip-path="url(#window)">{cat_figure.sunburst(wheel, board.frame)}</g>'
        f"{cat_figure.behind(wheel)}{thread}{cat_figure.paws(wheel)}"
        f'<circle cx="{x:g}" cy="{y:g}" r="{RIM * wheel.unit:.1f}" fill="{SEA}"/>{rings}'
        f'<g transform="scale(.1)" stroke-linejoin="round">{lining}</g>'
        f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="{r + 7:.1f}" fill="{SEA}" stroke="{INK}" '
        f'stroke-width="3"/></g>'
    )


def provinces(board: RingBoard) -> str:
    """One shape for every province, and the sky around the wheel."""
    wheel = board.wheel
    waters, lands = "", ""
    shores = {s.code for sides in board.segments.values() if len(sides) > 1 for s in sides
              if any(o.sea for o in sides) and not s.sea}  # fmt: skip
    for s in wheel.sectors:
        kind = "sea" if s.sea else "coast" if s.code in shores else "land"
        shape = (
            f'<path id="{s.code}" data-kind="{kind}" '
            f'd="{path_data.line(wheel.outline(s), closed=True)}">'
            f"<title>{escape(s.name)}</title></path>"
        )
        waters, lands = (waters + shape, lands) if s.sea else (waters, lands + shape)
    x, y, r = (round(n * 10) for n in board.ball)
    lands += (
        f'<g fill="{BALL}"><path id="{board.code}" data-kind="coast" '
        f'd="M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z">'
        f"<title>{escape(board.box['name'])}</title></path></g>"
    )
    left, top, wide, high = (round(n * 10) for n in board.frame)
    sky = f"M{left} {top}l{wide} 0 0 {high}-{wide} 0z" + path_data.chains(board.lines("rim"))
    waters += f'<path data-kind="outside" d="{sky}"/>'
    return (
        f'<g id="provinces" transform="scale(.1)"><g id="seas" fill="none">{waters}</g>'
        f'<g id="lands" fill="{LAND}">{lands}</g></g>'
    )


def frontiers(board: RingBoard) -> str:
    """The bands along the frontiers of the three countries, and the frontiers."""
    bands = "".join(
        f'<g data-home="{escape(power)}" clip-path="url(#soil-{n})" stroke="{BAND}">'
        '<use xlink:href="#frontier"/></g>'
        for n, power in enumerate(board.homes)
    )
    return (
        '<g id="frontiers" transform="scale(.1)" fill="none" stroke-linejoin="round">'
        f'<g stroke-width="150" stroke-opacity=".36">{bands}</g>'
        f'<use xlink:href="#frontier" stroke="{INK}" stroke-width="30"/></g>'
    )


def borders(board: RingBoard) -> str:
    """Emblems, borders, shore and rim."""

    def drawn(segments: list[Segment], colour: str, width: int, dash: str = "") -> str:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        line = path_data.chains(segments)
        return f'<path d="{line}" stroke="{colour}" stroke-width="{width}"{dashes}/>'

    emblems = "".join(
        f'<path transform="translate({x:.1f} {y:.1f}) scale({size})" d="{d}"/>'
        for x, y, size, d in _emblems(board)
    )
    return (
        f'<g id="borders" fill="none" stroke-linejoin="round"><g stroke="{GHOST}" '
        f'stroke-width="1.1" stroke-opacity=".55" stroke-linecap="round">{emblems}</g>'
        '<g transform="scale(.1)" stroke-linecap="round">'
        + drawn(board.lines("sea"), SHORE, 20, "70 60")
        + drawn(board.lines("inner"), INK, 14)
        + drawn(board.lines("coast"), INK, 26)
        + drawn(board.lines("rim"), INK, 34)
        + "</g></g>"
    )


def _emblems(board: RingBoard) -> list[tuple[float, float, float, str]]:
    found = [
        (*board.anchors.units[s.code], 1.55 if s.disc else 1.9, s.emblem)
        for s in board.wheel.sectors
        if s.emblem
    ]
    x, y, _ = board.ball
    return [*found, (x, y - 2, 1.9, board.box["emblem"])]


def channels(board: RingBoard) -> str:
    """Where the thread of the off-board space leads into a sea."""
    wheel = board.wheel
    found = cat_figure.yarn(*board.ball)
    for angle in board.hooks().values():
        (ax, ay), (bx, by) = wheel.at(angle, RING), wheel.at(angle, SIGN)
        found += (
            f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#fff9ea" stroke-width="5"/>'
            f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#b3476d" stroke-width="2.6"/>'
            + hook(bx, by)
        )
    angle = float(board.box["at"][0])
    (ax, ay), (x, y, r) = wheel.at(angle, RING), board.ball
    far = ((ax - x) ** 2 + (ay - y) ** 2) ** 0.5
    bx, by = x + (ax - x) * (r + 7) / far, y + (ay - y) * (r + 7) / far
    return (
        found + f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#b3476d" '
        'stroke-width="2.6"/>'
    )


def hook(x: float, y: float) -> str:
    """The sign of the way to Mercury: its own, in a ring."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8.4" fill="#fff9ea" stroke="#b3476d" '
        f'stroke-width="2"/><path transform="translate({x:.1f} {y:.1f}) scale(.5)" '
        f'd="M-4.5-3a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M0 1.5v9M-4 6.5h8M-5-11.5'
        f'a5 4 0 0 0 10 0" fill="none" stroke="#7a2648" stroke-width="2.4"/>'
    )


def centres(board: RingBoard) -> str:
    """The supply centres."""
    drawn = "".join(signs.centre(x, y, PEN) for x, y in board.anchors.centres.values())
    return signs.places(drawn, PEN)


def labels(board: RingBoard) -> str:
    """The names along their rings, and the countries' on the beast."""
    sea_names = {s.code for s in board.wheel.sectors if s.sea}
    lands = "".join(n.svg() for c, ns in board.labels.items() if c not in sea_names for n in ns)
    waters = "".join(n.svg() for c, ns in board.labels.items() if c in sea_names for n in ns)
    lords = "".join(name.svg() for name in ring_words.countries(board))
    return (
        f'<g id="labels"><g fill="{INK}">{lands}</g><g fill="#27504a">{waters}</g>'
        f'<g fill="#fff3d9">{lords}</g></g>'
    )


def frame(board: RingBoard) -> str:
    """Rules round the picture, the cartouche and the key."""
    x, y, w, h = board.frame
    kx, ky, kw, kh = ring_words.key_room(board)
    rules = "".join(
        f'<rect x="{x - off:g}" y="{y - off:g}" width="{w + 2 * off:g}" height="{h + 2 * off:g}" '
        f'stroke-width="{width}"/>'
        for off, width in ((0, 3), (6, 1.2), (13, 5))
    )
    words = "".join(setting(one) for one in ring_words.key_lines(board))
    return (
        f'<g id="frame"><g fill="none" stroke="{INK}">{rules}</g>'
        f"{ornaments.panel(ring_words.cartouche(board))}"
        f'<rect x="{kx:g}" y="{ky:g}" width="{kw:g}" height="{kh:g}" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width=".8"/>'
        f'<g transform="translate({kx + 26:g} {ky + 6 + ROW / 2:g})">'
        f"{signs.places(signs.centre(0, 0, PEN), PEN)}</g>"
        f"{hook(kx + 26, ky + 6 + 1.5 * ROW)}"
        f'<g fill="{INK}">{words}</g></g>'
    )


def title(board: RingBoard) -> str:
    """The words in the cartouche."""
    words = "".join(setting(one) for one in ring_words.title_lines(board))
    return f'<g id="title" fill="{INK}">{words}</g>'
