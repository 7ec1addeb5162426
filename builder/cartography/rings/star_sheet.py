"""The map.svg of a board whose spaces all touch: a ring of them round a star of ways.

The contract is that of `map_sheet`. Neighbours on the ring share a border; every other pair is
joined by a line of the star, which the metadata lists as a crossing for armies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from builder.cartography import path_data
from builder.cartography.drawing import Point
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Style
from builder.cartography.markup import PARTS
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector
from builder.cartography.rings.wheel_board import WheelBoard

LAND, PAPER, HUB, INK, WAY = "#f4eddb", "#fbf8f0", "#efe6cf", "#2c3338", "#8a7a5c"
WAY_SIGN = f'<path d="M-14 0h28" fill="none" stroke="{WAY}" stroke-width="1.6"/>'
NAME_SIZE = 30.0
UNIT_AT, CENTRE_AT, NAME_AT, STAR_AT = 0.36, 0.12, 0.7, 0.93
NAMES = Style("caps", 0.06)


class StarBoard(WheelBoard):
    """A ring of spaces being drawn, clockwise as the drawing lists them."""

    pen = 1.5

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.put_aside({})

    @property
    def signs(self) -> dict[str, str]:
        """The signs that the board uses, each with what it means."""
        return {**super().signs, "way": "way between two spaces"}

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        return self.within(s, UNIT_AT)

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        return self.within(s, CENTRE_AT)

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


def write(variant: str, raw: Mapping[str, Any]) -> str:
    """The whole map.svg of a ring with a star in it."""
    star = StarBoard(variant, raw)
    width, height = star.size
    dots = "".join(PARTS.centre(a, b, star.pen) for a, b in star.anchors.centres.values())
    names = "".join(name.svg() for name in star.labels.values())
    groups = [
        f'<g id="sea"><rect width="{width}" height="{height}" fill="{PAPER}"/></g>',
        provinces(star),
        '<g id="frontiers" transform="scale(.1)"></g>',
        borders(star),
        f'<g id="canals">{ways(star)}</g>',
        f'<g id="centres">{PARTS.places(dots, star.pen)}</g>',
        f'<g id="labels"><g fill="#33302a">{names}</g></g>',
        f'<g id="frame">{star.frame_rules(INK, ((0, 0.9), (10, 0.7), (14, 2.2)))}'
        f"{star.panels({'way': WAY_SIGN}, INK)}</g>",
        star.title(INK),
    ]
    crossings = [
        {"joins": (one.code, two.code), "units": "A", "line": chord}
        for one, two, chord in star.chords()
        if not star.touch(one, two)
    ]
    return star.sheet(star.letters(), groups, crossings=crossings)


def provinces(star: StarBoard) -> str:
    """The pieces of the ring, what lies around them and the hub, which are no spaces."""
    lands = "".join(star.shape(s, "land") for s in star.wheel.sectors)
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
