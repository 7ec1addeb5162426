"""The map.svg of a board whose spaces all touch: a ring of them round a star of ways.

The contract is that of `map_sheet`. Neighbours on the ring share a border; every other pair is
joined by a line of the star, which the metadata lists as a crossing for armies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import combinations, pairwise
from typing import Any

from shapely.geometry import Polygon

from builder.cartography import ornaments, path_data, signs
from builder.cartography.anchors import Anchors, step_aside
from builder.cartography.drawing import Point
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.labels import setting
from builder.cartography.letters.names import Name, Rect, Style, letter_id
from builder.cartography.map_sheet import sealed
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector, Wheel
from builder.cartography.sheet_words import LINE_SIZE, TEXT, TITLE, line

LAND, PAPER, HUB, INK, WAY = "#f4eddb", "#fbf8f0", "#efe6cf", "#2c3338", "#8a7a5c"
STRIP, MARGIN, PEN, NAME_SIZE = 42, 28, 1.5, 30.0
UNIT_AT, CENTRE_AT, NAME_AT, STAR_AT = 0.36, 0.12, 0.7, 0.93
NAMES = Style("caps", 0.06)


class StarBoard:
    """A ring of spaces being drawn, clockwise as the drawing lists them."""

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        self.variant, self.raw = variant, raw
        self.wheel = Wheel.of(raw)
        x, y, w, h = map(float, raw["wheel"]["frame"])
        self.frame: Rect = (x, y, w, h)
        self.size = round(x + w) + MARGIN, round(y + h) + MARGIN + STRIP
        self.homes = {power: tuple(lands) for power, lands in raw["homelands"].items()}
        sectors = self.wheel.sectors
        self.outlines = {s.code: self.wheel.outline(s) for s in sectors}
        self.anchors = Anchors(
            {s.code: self.within(s, UNIT_AT) for s in sectors},
            {s.code: self.within(s, CENTRE_AT) for s in sectors if s.centre},
            {},
        )
        self.labels = {s.code: self.name(s) for s in sectors}
        taken = [box for name in self.labels.values() for box in name.boxes()]
        shapes = {code: Polygon(outline) for code, outline in self.outlines.items()}
        step_aside(self.anchors, shapes, taken, PEN)

    def within(self, s: Sector, part: float) -> Point:
        """A place in the middle of a piece, at a part of its depth."""
        return self.wheel.at(s.middle, s.inner + (s.outer - s.inner) * part)

    def name(self, s: Sector) -> CurvedName:
        """The name of a space along its outer edge."""
        radius = (s.inner + (s.outer - s.inner) * NAME_AT) * self.wheel.unit
        return CurvedName(s.name, NAMES, self.wheel.centre, radius, s.middle, NAME_SIZE)

    def chords(self) -> Iterator[tuple[Sector, Sector, list[Point]]]:
        """Every two spaces, and the line of the star that joins them."""
        for one, two in combinations(self.wheel.sectors, 2):
            yield one, two, [self.wheel.at(s.middle, s.inner * STAR_AT) for s in (one, two)]

    def borders(self) -> set[Segment]:
        """The segments that two neighbours of the ring share."""
        seen: set[Segment] = set()
        shared: set[Segment] = set()
        for outline in self.outlines.values():
            for pair in pairwise([*outline, outline[0]]):
                segment = min(pair, pair[::-1])
                (shared if segment in seen else seen).add(segment)
        return {s for s in shared if s[0] != s[1]}

    def touch(self, one: Sector, two: Sector) -> bool:
        """Are they neighbours on the ring?"""
        return (one.end - two.start) % 360 == 0 or (two.end - one.start) % 360 == 0

    def cartouche(self) -> Rect:
        """The room for the title."""
        x, y, w, h = map(float, self.raw["cartouche"])
        return self.frame[0] + x, self.frame[1] + y, w, h

    def title(self) -> list[Name]:
        """The board's own words."""
        x, y, w, h = self.cartouche()
        head, *rest = self.raw["title"]
        top = y + h / 2 + 12 - 8 * len(rest)
        words = [
            line(said, TEXT, x + w / 2, top + 21 + 16 * i, LINE_SIZE) for i, said in enumerate(rest)
        ]
        return [line(head, TITLE, x + w / 2, top, 30), *words]


def write(variant: str, raw: Mapping[str, Any]) -> str:
    """The whole map.svg of a ring with a star in it."""
    star = StarBoard(variant, raw)
    width, height = star.size
    x, y, w, h = star.frame
    rules = "".join(
        f'<rect x="{x - off:g}" y="{y - off:g}" width="{w + 2 * off:g}" height="{h + 2 * off:g}" '
        f'stroke-width="{wide}"/>'
        for off, wide in ((0, 0.9), (10, 0.7), (14, 2.2))
    )
    dots = "".join(signs.centre(a, b, PEN) for a, b in star.anchors.centres.values())
    names = "".join(name.svg() for name in star.labels.values())
    title = "".join(map(setting, star.title()))
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(', '.join(raw['title']))}</title>",
        f'<metadata id="chancery">{escape(metadata(star), quote=False)}</metadata>',
        f"<defs>{letters(star)}</defs>",
        f'<g id="sea"><rect width="{width}" height="{height}" fill="{PAPER}"/></g>',
        provinces(star),
        '<g id="frontiers" transform="scale(.1)"></g>',
        borders(star),
        f'<g id="canals">{ways(star)}</g>',
        f'<g id="centres">{signs.places(dots, PEN)}</g>',
        f'<g id="labels"><g fill="#33302a">{names}</g></g>',
        f'<g id="frame"><g fill="none" stroke="{INK}">{rules}</g>'
        f"{ornaments.panel(star.cartouche())}</g>",
        f'<g id="title" fill="{INK}">{title}</g>',
        "</svg>",
    ]
    return "\n".join(body) + "\n"


def provinces(star: StarBoard) -> str:
    """The pieces of the ring, what lies around them and the hub, which are no spaces."""
    lands = "".join(
        f'<path id="{s.code}" data-kind="land" '
        f'd="{path_data.line(star.outlines[s.code], closed=True)}">'
        f"<title>{escape(s.name)}</title></path>"
        for s in star.wheel.sectors
    )
    ring = star.wheel.sectors[0]
    left, top, wide, high = (round(n * 10) for n in star.frame)
    rim = path_data.line(star.wheel.arc(ring.outer, 0, 360), closed=True)
    hub = path_data.line(star.wheel.arc(ring.inner, 0, 360), closed=True)
    frame = f"M{left} {top}l{wide} 0 0 {high}-{wide} 0z"
    return (
        f'<g id="provinces" transform="scale(.1)"><g id="seas" fill="none">'
        f'<path data-kind="outside" d="{frame}{rim}"/></g>'
        f'<path data-kind="outside" fill="{HUB}" d="{hub}"/>'
        f'<g id="lands" fill="{LAND}">{lands}</g></g>'
    )


def borders(star: StarBoard) -> str:
    """The lines between neighbours, and the two rims."""
    ring = star.wheel.sectors[0]
    rims = "".join(
        path_data.line(star.wheel.arc(radius, 0, 360), closed=True)
        for radius in (ring.inner, ring.outer)
    )
    return (
        f'<g id="borders" fill="none" stroke="{INK}" stroke-linejoin="round">'
        f'<g transform="scale(.1)"><path d="{path_data.chains(star.borders())}" stroke-width="16"/>'
        f'<path d="{rims}" stroke-width="24"/></g></g>'
    )


def ways(star: StarBoard) -> str:
    """The lines of the star."""
    d = "".join(f"M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}" for _, _, ((a, b), (x, y)) in star.chords())
    return f'<path d="{d}" fill="none" stroke="{WAY}" stroke-width="1.6" stroke-linecap="round"/>'


def letters(star: StarBoard) -> str:
    """Every letter of the names and the title, cut once."""
    lines: list[Name | CurvedName] = [*star.labels.values(), *star.title()]
    used = {(one.style.face, letter): one.case for one in lines for letter in one.text}
    return "".join(
        f'<path id="{letter_id(name, letter)}" d="{d}"/>'
        for (name, letter), case in sorted(used.items(), key=lambda item: item[0])
        if (d := case.glyphs[letter].path())
    )


def metadata(star: StarBoard) -> str:
    """What stands where, as JSON."""
    return sealed(
        {
            "variant": star.variant,
            "size": star.size,
            "frame": star.frame,
            "pen": PEN,
            "units": star.anchors.units,
            "dislodged": star.anchors.dislodged,
            "centres": star.anchors.centres,
            "builds": {},
            "crossings": [
                {"joins": (one.code, two.code), "units": "A", "line": chord}
                for one, two, chord in star.chords()
                if not star.touch(one, two)
            ],
            "canals": [],
            "boxes": {},
            "labels": {code: {"box": name.boxes()} for code, name in star.labels.items()},
            "key": None,
            "homes": star.homes,
            "cartouche": star.cartouche(),
            "legend": (MARGIN, star.size[1] - STRIP, star.size[0] - 2 * MARGIN, STRIP - 6),
        }
    )
