"""A board whose spaces all touch: a ring of them round a star of ways.

Neighbours on the ring share a border; every other pair is
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
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector
from builder.cartography.rings.wheel_board import WheelBoard

NAME_SIZE = 30.0
NAME_AT, STAR_AT = 0.7, 0.93
NAMES = Style("caps", 0.06)


class StarBoard(WheelBoard):
    """A ring of spaces being drawn, clockwise as the drawing lists them."""

    pen, template = 1.5, "star.svg"
    unit_depth, centre_depth = 0.36, 0.12

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.put_aside({})

    @property
    def signs(self) -> dict[str, str]:
        """The signs that the board uses, each with what it means."""
        return {**super().signs, "way": "way between two spaces"}

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

    def rims(self) -> list[str]:
        """The inner and the outer edge of the ring, as path data."""
        ring = self.wheel.sectors[0]
        edges = (self.wheel.arc(radius, 0, 360) for radius in (ring.inner, ring.outer))
        return [path_data.line(edge, closed=True) for edge in edges]

    def own_facts(self) -> Mapping[str, Any]:
        """The ways between spaces that are no neighbours on the ring."""
        crossings = [
            {"joins": (one.code, two.code), "units": "A", "line": chord}
            for one, two, chord in self.chords()
            if (one.end - two.start) % 360 and (two.end - one.start) % 360
        ]
        return {"crossings": crossings}
