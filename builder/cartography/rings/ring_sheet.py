"""The finished map.svg of a ring board; the contract is that of `map_sheet`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from builder.cartography import path_data
from builder.cartography.drawing import Point
from builder.cartography.markup import PARTS
from builder.cartography.path_data import Segment
from builder.cartography.rings.ring_board import RING, SIGN, RingBoard

LAND, SEA, PALE, SHORE = "#fbf0d6", "#a4cdc3", "#bfdfd5", "#4f7f77"
INK, BAND, GHOST, PAPER, BALL = "#4a2c1a", "#8a6a3c", "#c58a3e", "#fbf8f0", "#e9e1e6"
PAINTED = {
    "stroke": "stroke", "width": "stroke-width", "dash": "stroke-dasharray",
    "opacity": "stroke-opacity",
}  # fmt: skip
RIM, LINING = 11.0, ((62, "#93c1b6"), (50, "#b3d7cd"), (30, "#83b3a8"), (20, "#a4cdc3"))


def write(variant: str, raw: Mapping[str, Any]) -> str:
    """The whole map.svg of a ring board."""
    board = RingBoard(variant, raw)
    x, y, r = board.ball
    ball = {"joins": board.box["joins"], "box": (x - r, y - r, 2 * r, 2 * r), "ways": board.ways()}
    groups = [
        sea(board),
        provinces(board),
        PARTS.banded(board.homes, (BAND, 150, ".36"), (INK, 30)),
        borders(board),
        f'<g id="canals">{channels(board)}</g>',
        f'<g id="centres">{centres(board)}</g>',
        labels(board),
        frame(board),
        board.title(INK),
    ]
    letters = board.letters(board.countries())
    defs = PARTS.clips(board.frame, board.homes, board.lines("frontier"), letters)
    return board.sheet(defs, groups, boxes={board.code: ball})


def sea(board: RingBoard) -> str:
    """The artwork behind the wheel, and water."""
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
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{RING * wheel.unit:.1f}" fill="none" '
    thread = (
        f'{circle}stroke="#fff9ea" stroke-width="5"/>'
        f'{circle}stroke="#b3476d" stroke-width="2.6" stroke-dasharray="9 4"/>'
    )
    return (
        f'<g id="sea"><rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<g clip-path="url(#window)">{artwork(board, "below")}</g>{thread}'
        f"{artwork(board, 'above')}"
        f'<circle cx="{x:g}" cy="{y:g}" r="{RIM * wheel.unit:.1f}" fill="{SEA}"/>{rings}'
        f'<g transform="scale(.1)" stroke-linejoin="round">{lining}</g>'
        f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="{r + 7:.1f}" fill="{SEA}" stroke="{INK}" '
        f'stroke-width="3"/></g>'
    )


def artwork(board: RingBoard, where: str) -> str:
    """What the drawing paints beside the board, in picture units: `below` the way to the box,
    `above` it, or in the `box`."""
    drawn = []
    for shape in board.raw.get("artwork", {}).get(where, ()):
        painted = {"d": shape["d"], "fill": shape.get("fill", "none")}
        painted |= {name: shape[key] for key, name in PAINTED.items() if key in shape}
        if shape.get("round") == "yes":
            painted["stroke-linecap"] = "round"
        drawn.append("".join(f' {name}="{escape(value)}"' for name, value in painted.items()))
    paths = "".join(f"<path{attributes}/>" for attributes in drawn)
    return f'<g stroke-linejoin="round">{paths}</g>'


def provinces(board: RingBoard) -> str:
    """One shape for every province, and the sky around the wheel."""
    waters, lands = "", ""
    shores = {s.code for sides in board.segments.values() if len(sides) > 1 for s in sides
              if any(o.sea for o in sides) and not s.sea}  # fmt: skip
    for s in board.wheel.sectors:
        kind = "sea" if s.sea else "coast" if s.code in shores else "land"
        shape = board.shape(s, kind)
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


def borders(board: RingBoard) -> str:
    """Emblems, borders, shore and rim."""

    def drawn(segments: list[Segment], colour: str, width: int, dash: str = "") -> str:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        line = path_data.chains(segments)
        return f'<path d="{line}" stroke="{colour}" stroke-width="{width}"{dashes}/>'

    emblems = "".join(
        f'<path transform="translate({x:.1f} {y:.1f}) scale({size})" d="{escape(d)}"/>'
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
    found = artwork(board, "box")
    for angle in board.hooks().values():
        a, b = wheel.at(angle, RING), wheel.at(angle, SIGN)
        found += thread(a, b, "#fff9ea", 5) + thread(a, b, "#b3476d", 2.6) + hook(board, *b)
    (ax, ay), (x, y, r) = wheel.at(float(board.box["at"][0]), RING), board.ball
    far = ((ax - x) ** 2 + (ay - y) ** 2) ** 0.5
    end = x + (ax - x) * (r + 7) / far, y + (ay - y) * (r + 7) / far
    return found + thread((ax, ay), end, "#b3476d", 2.6)


def thread(a: Point, b: Point, colour: str, width: float) -> str:
    """A straight piece of the way to the off-board space."""
    return (
        f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" stroke="{colour}" '
        f'stroke-width="{width:g}"/>'
    )


def hook(board: RingBoard, x: float, y: float) -> str:
    """The sign of the way to the off-board space: its emblem, in a ring."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8.4" fill="#fff9ea" stroke="#b3476d" '
        f'stroke-width="2"/><path transform="translate({x:.1f} {y:.1f}) scale(.5)" '
        f'd="{escape(board.box["emblem"])}" fill="none" stroke="#7a2648" stroke-width="2.4"/>'
    )


def centres(board: RingBoard) -> str:
    """The supply centres."""
    drawn = "".join(PARTS.centre(x, y, board.pen) for x, y in board.anchors.centres.values())
    return str(PARTS.places(drawn, board.pen))


def labels(board: RingBoard) -> str:
    """The names along their rings, and the countries'."""
    seas = {s.code for s in board.wheel.sectors if s.sea}
    lands = "".join(n.svg() for c, n in board.labels.items() if c not in seas)
    waters = "".join(n.svg() for c, n in board.labels.items() if c in seas)
    lords = "".join(name.svg() for name in board.countries())
    return (
        f'<g id="labels"><g fill="{INK}">{lands}</g><g fill="#27504a">{waters}</g>'
        f'<g fill="#fff3d9">{lords}</g></g>'
    )


def frame(board: RingBoard) -> str:
    """Rules round the picture, the cartouche and the key."""
    return (
        f'<g id="frame">{board.frame_rules(INK, ((0, 3), (6, 1.2), (13, 5)))}'
        f"{board.panels({'thread': hook(board, 0, 0)}, INK)}</g>"
    )
