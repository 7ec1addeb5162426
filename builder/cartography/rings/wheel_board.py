"""A board that is a wheel: provinces as ring sectors that share their lines exactly.

Angles are degrees clockwise from the top, radii in units of the wheel. Waves move the rings in
and out; if each wave's count is a multiple of three, a third of a turn leaves the wheel unchanged.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from builder.cartography import path_data
from builder.cartography.anchors import Anchors, with_dislodged
from builder.cartography.drawing import Point
from builder.cartography.letters.names import CurvedName
from builder.cartography.map_sheet import MapSheet
from builder.cartography.path_data import GRID, Segment
from builder.model.grouping import grouped

STEPS = 10  # pieces of a line between two sectors
SWAY = 1.6  # of such a line


@dataclass(frozen=True, slots=True)
class Sector:
    """A province of the wheel: between two radii and two angles, or a whole disc."""

    code: str
    name: str
    sea: bool
    centre: bool
    emblem: str
    inner: float
    outer: float
    start: float
    end: float

    @property
    def disc(self) -> bool:
        """Is it the hub?"""
        return self.inner == 0

    @property
    def middle(self) -> float:
        """The angle through its middle."""
        return (self.start + self.end) / 2

    def radius(self, part: float) -> float:
        """The radius at a part of its depth."""
        return self.inner + (self.outer - self.inner) * part


class WheelBoard(MapSheet):
    """A board of ring sectors.

    `unit_depth` and `centre_depth` tell where these stand, in parts of a space's depth; `unit` is
    the length of the wheel's unit; `waves` are height, count and shift in degrees by radius.
    """

    heading = 30.0, 12.0, 21.0
    unit_depth = centre_depth = 0.0

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        wheel = raw["wheel"]
        super().__init__(variant, raw, wheel["frame"])
        self.centre, self.unit, self.homes = wheel["centre"], wheel["unit"], raw["homelands"]
        self.waves: dict[float, list[tuple[float, float, float]]] = {
            float(radius): moves for radius, moves in wheel["waves"].items()
        }
        self.sectors = [
            Sector(
                code, entry["name"], kind == "sea", entry.get("centre") == "yes",
                entry.get("emblem", ""), *entry["ring"],
            )
            for kind in ("sea", "land")
            for code, entry in raw["provinces"][kind].items()
        ]  # fmt: skip
        self.outlines = {s.code: self.outline(s) for s in self.sectors}
        self.labels = {s.code: self.name(s) for s in self.sectors}

    def settle(self, balls: Mapping[str, tuple[float, float, float]]) -> None:
        """Find the places of units and centres.

        `balls` are the spaces off the wheel: x and y of the middle, and the radius.
        """
        units = {s.code: self.unit_at(s) for s in self.sectors}
        centres = {s.code: self.centre_at(s) for s in self.sectors if s.centre}
        shapes: dict[str, Any] = {c: Polygon(outline) for c, outline in self.outlines.items()}
        for code, (x, y, r) in balls.items():
            units[code], centres[code] = (x, y - 0.05 * r), (x, y + 0.72 * r)
            shapes[code] = Spot(x * GRID, y * GRID).buffer(r * GRID)
        self.signs = {"centre": f"supply centre ({len(centres)})"}
        self.rooms = {code: name.boxes() for code, name in self.labels.items()}
        self.anchors = with_dislodged(Anchors(units, centres=centres), shapes, self.rooms, self.pen)

    @cached_property
    def segments(self) -> dict[Segment, list[Sector]]:
        """The provinces on either side of every segment."""
        return grouped(
            (segment, sector)
            for sector in self.sectors
            for segment in path_data.segments(self.outlines[sector.code])
        )

    def name(self, s: Sector) -> CurvedName:
        """The name of a space, along a ring."""
        raise NotImplementedError

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        return self.at(s.middle, s.radius(self.unit_depth))

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        return self.at(s.middle, s.radius(self.centre_depth))

    def at(self, angle: float, radius: float) -> Point:
        """A place of the wheel in the picture."""
        x, y = self.centre
        turn = math.radians(angle)
        return x + radius * self.unit * math.sin(turn), y - radius * self.unit * math.cos(turn)

    def arc(self, ring: float, start: float, end: float) -> list[path_data.Spot]:
        """A stretch of a ring, clockwise."""
        angles = (a % 360 for a in range(round(start), round(end) + 1))
        return [self._spot(a, self._rim(ring, a)) for a in angles]

    def outline(self, sector: Sector) -> list[path_data.Spot]:
        """The closed outline of a province."""
        if sector.disc:
            return self.arc(sector.outer, 0, 360)
        outer, inner = (
            self.arc(ring, sector.start, sector.end) for ring in (sector.outer, sector.inner)
        )
        up, down = (self._spoke(sector, angle) for angle in (sector.start, sector.end))
        return [*outer[:-1], *down[:0:-1], *inner[:0:-1], *up]

    def _spoke(self, sector: Sector, angle: float) -> list[path_data.Spot]:
        """The line between two neighbours of a ring, outward, with a little sway."""
        low, high = self._rim(sector.inner, angle), self._rim(sector.outer, angle)
        return [
            self._spot(
                angle % 360 + SWAY * math.sin(math.tau * i / STEPS) * 5 / (low + high),
                low + (high - low) * i / STEPS,
            )
            for i in range(STEPS + 1)
        ]

    def _rim(self, ring: float, angle: float) -> float:
        """The radius of a ring at an angle, with its waves."""
        return ring + sum(
            height * math.sin(math.radians(count * angle + shift))
            for height, count, shift in self.waves.get(ring, ())
        )

    def _spot(self, angle: float, radius: float) -> path_data.Spot:
        """A place of the wheel on the grid of whole tenths."""
        x, y = self.at(angle, radius)
        return round(x * GRID), round(y * GRID)
