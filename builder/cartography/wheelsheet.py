"""The finished map.svg of a ring board; the contract is that of `sheet`."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from builder.cartography import cat, furniture, paths, signs
from builder.cartography.curved import CurvedName
from builder.cartography.inscription import setting
from builder.cartography.names import Name, Rect, Style
from builder.cartography.paths import Segment
from builder.cartography.sheet import sealed
from builder.cartography.wheel import MARGIN, PEN, STRIP, Board
from builder.cartography.wording import KEY_SIZE, LINE_SIZE, ROW, TEXT, TITLE, line
from builder.draw.lettering import face

LAND, SEA, PALE, SHORE = "#fbf0d6", "#a4cdc3", "#bfdfd5", "#4f7f77"
INK, BAND, GHOST, PAPER, BALL = "#4a2c1a", "#8a6a3c", "#c58a3e", "#fbf8f0", "#e9e1e6"
RIM, LINING = 11.0, ((62, "#93c1b6"), (50, "#b3d7cd"), (30, "#83b3a8"), (20, "#a4cdc3"))
COUNTRY = Style("caps", 0.18)


def write(variant: str, raw: Mapping[str, Any]) -> str:
    """The whole map.svg of a ring board."""
    board = Board(variant, raw)
    width, height = board.size
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(', '.join(raw['title']))}</title>",
        f'<metadata id="chancery">{escape(metadata(board), quote=False)}</metadata>',
        f"<defs>{definitions(board)}</defs>",
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


def metadata(board: Board) -> str:
    """What stands where, as JSON."""
    x, y, r = board.ball
    ball = (x - r, y - r, 2 * r, 2 * r)
    return sealed(
        {
            "variant": board.variant,
            "size": board.size,
            "frame": board.frame,
            "pen": PEN,
            "units": board.anchors.units,
            "dislodged": board.anchors.dislodged,
            "centres": board.anchors.centres,
            "builds": {},
            "crossings": [],
            "canals": [],
            "boxes": {board.code: {"joins": board.box["joins"], "box": ball}},
            "labels": {
                code: {"box": [box for one in lines for box in one.boxes()]}
                for code, lines in board.labels.items()
            },
            "key": key_room(board),
            "homes": board.homes,
            "cartouche": cartouche(board),
            "legend": (MARGIN, board.size[1] - STRIP, board.size[0] - 2 * MARGIN, STRIP - 6),
        }
    )


def cartouche(board: Board) -> Rect:
    """The room for the title."""
    x, y, w, h = map(float, board.raw["cartouche"])
    return board.frame[0] + x, board.frame[1] + y, w, h


def key_room(board: Board) -> Rect:
    """The room for the key."""
    x, y, w = map(float, board.raw["key"])
    return board.frame[0] + x, board.frame[1] + y, w, 2 * ROW + 12


def title_lines(board: Board) -> list[Name]:
    """The board's own words."""
    x, y, w, h = cartouche(board)
    head, *rest = board.raw["title"]
    lines = [line(head, TITLE, x + w / 2, y + h / 2 + 2, 30)]
    return lines + [
        line(words, TEXT, x + w / 2, y + h / 2 + 22 + 16 * i, LINE_SIZE)
        for i, words in enumerate(rest)
    ]


def key_lines(board: Board) -> list[Name]:
    """What the two signs of this board mean."""
    x, y, _, _ = key_room(board)
    words = (f"supply centre ({len(board.anchors.centres)})", f"way to {board.box['name']} by sea")
    lines = []
    for i, text in enumerate(words):
        wide = face(TEXT.face).width(text, KEY_SIZE, TEXT.tracking)
        lines.append(line(text, TEXT, x + 52 + wide / 2, y + 10 + ROW * (i + 0.5), KEY_SIZE))
    return lines


def countries(board: Board) -> list[CurvedName]:
    """The names of the three countries on the beast's brow and cheeks."""
    wheel = board.wheel
    found = []
    for power, lands in board.homes.items():
        inland = [s for s in wheel.sectors if s.code in lands and s.outer == 8]
        angle = sum(s.middle for s in inland) / len(inland)
        found.append(CurvedName(power, COUNTRY, wheel.centre, 11.36 * wheel.unit, angle, 22.0))
    return found


def definitions(board: Board) -> str:
    """The letters, the soil of the homelands, the line of the frontiers."""
    lines: list[Name | CurvedName] = [*title_lines(board), *key_lines(board), *countries(board)]
    lines += [one for names in board.labels.values() for one in names]
    used = {(one.style.face, letter): one.case for one in lines for letter in one.text}
    letters = "".join(
        f'<path id="{name[0]}{ord(letter):x}" d="{d}"/>'
        for (name, letter), case in sorted(used.items(), key=lambda item: item[0])
        if (d := case.glyphs[letter].path())
    )
    soils = "".join(
        f'<clipPath id="soil-{n}">'
        + "".join(f'<use xlink:href="#{code}"/>' for code in lands)
        + "</clipPath>"
        for n, lands in enumerate(board.homes.values())
    )
    frontier = paths.chains(board.lines("frontier"))
    x, y, w, h = board.frame
    window = f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>'
    return (
        f'<clipPath id="window">{window}</clipPath>{letters}{soils}'
        f'<path id="frontier" d="{frontier}"/>'
    )


def sea(board: Board) -> str:
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
        f'<g clip-path="url(#window)">{cat.sunburst(wheel, board.frame)}</g>'
        f"{cat.behind(wheel)}{thread}{cat.paws(wheel)}"
        f'<circle cx="{x:g}" cy="{y:g}" r="{RIM * wheel.unit:.1f}" fill="{SEA}"/>{rings}'
        f'<g transform="scale(.1)" stroke-linejoin="round">{lining}</g>'
        f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="{r + 7:.1f}" fill="{SEA}" stroke="{INK}" '
        f'stroke-width="3"/></g>'
    )


def provinces(board: Board) -> str:
    """One shape for every province, and the sky around the wheel."""
    wheel = board.wheel
    waters, lands = "", ""
    shores = {s.code for sides in board.segments.values() if len(sides) > 1 for s in sides
              if any(o.sea for o in sides) and not s.sea}  # fmt: skip
    for s in wheel.sectors:
        kind = "sea" if s.sea else "coast" if s.code in shores else "land"
        shape = (
            f'<path id="{s.code}" data-kind="{kind}" '
            f'd="{paths.line(wheel.outline(s), closed=True)}">'
            f"<title>{escape(s.name)}</title></path>"
        )
        waters, lands = (waters + shape, lands) if s.sea else (waters, lands + shape)
    x, y, r = (round(n * 10) for n in board.ball)
    lands += (
        f'<path id="{board.code}" data-kind="coast" fill="{BALL}" '
        f'd="M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z">'
        f"<title>{escape(board.box['name'])}</title></path>"
    )
    left, top, wide, high = (round(n * 10) for n in board.frame)
    sky = f"M{left} {top}l{wide} 0 0 {high}-{wide} 0z" + paths.chains(board.lines("rim"))
    waters += f'<path data-kind="outside" d="{sky}"/>'
    return (
        f'<g id="provinces" transform="scale(.1)"><g id="seas" fill="none">{waters}</g>'
        f'<g id="lands" fill="{LAND}">{lands}</g></g>'
    )


def frontiers(board: Board) -> str:
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


def borders(board: Board) -> str:
    """Emblems, borders, shore and rim."""

    def drawn(segments: list[Segment], colour: str, width: int, dash: str = "") -> str:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        return (
            f'<path d="{paths.chains(segments)}" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        )

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


def _emblems(board: Board) -> list[tuple[float, float, float, str]]:
    found = [
        (*board.anchors.units[s.code], 1.55 if s.disc else 1.9, s.emblem)
        for s in board.wheel.sectors
        if s.emblem
    ]
    x, y, _ = board.ball
    return [*found, (x, y - 2, 1.9, board.box["emblem"])]


def channels(board: Board) -> str:
    """Where the thread of the off-board space leads into a sea."""
    wheel = board.wheel
    found = cat.yarn(*board.ball)
    for angle in board.hooks().values():
        (ax, ay), (bx, by) = wheel.at(angle, 12.5), wheel.at(angle, 10.55)
        found += (
            f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#fff9ea" stroke-width="5"/>'
            f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#b3476d" stroke-width="2.6"/>'
            + hook(bx, by)
        )
    angle = float(board.box["at"][0])
    (ax, ay), (x, y, r) = wheel.at(angle, 12.5), board.ball
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


def centres(board: Board) -> str:
    """The supply centres."""
    drawn = "".join(signs.centre(x, y, PEN) for x, y in board.anchors.centres.values())
    return signs.places(drawn, PEN)


def labels(board: Board) -> str:
    """The names along their rings, and the countries' on the beast."""
    sea_names = {s.code for s in board.wheel.sectors if s.sea}
    lands = "".join(n.svg() for c, ns in board.labels.items() if c not in sea_names for n in ns)
    waters = "".join(n.svg() for c, ns in board.labels.items() if c in sea_names for n in ns)
    lords = "".join(name.svg() for name in countries(board))
    return (
        f'<g id="labels"><g fill="{INK}">{lands}</g><g fill="#27504a">{waters}</g>'
        f'<g fill="#fff3d9">{lords}</g></g>'
    )


def frame(board: Board) -> str:
    """Rules round the picture, the cartouche and the key."""
    x, y, w, h = board.frame
    kx, ky, kw, kh = key_room(board)
    rules = "".join(
        f'<rect x="{x - off:g}" y="{y - off:g}" width="{w + 2 * off:g}" height="{h + 2 * off:g}" '
        f'stroke-width="{width}"/>'
        for off, width in ((0, 3), (6, 1.2), (13, 5))
    )
    words = "".join(setting(one) for one in key_lines(board))
    return (
        f'<g id="frame"><g fill="none" stroke="{INK}">{rules}</g>'
        f"{furniture.panel(cartouche(board))}"
        f'<rect x="{kx:g}" y="{ky:g}" width="{kw:g}" height="{kh:g}" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width=".8"/>'
        f'<g transform="translate({kx + 26:g} {ky + 6 + ROW / 2:g})">'
        f"{signs.places(signs.centre(0, 0, PEN), PEN)}</g>"
        f"{hook(kx + 26, ky + 6 + 1.5 * ROW)}"
        f'<g fill="{INK}">{words}</g></g>'
    )


def title(board: Board) -> str:
    """The words in the cartouche."""
    words = "".join(setting(one) for one in title_lines(board))
    return f'<g id="title" fill="{INK}">{words}</g>'
