"""A board that is a wheel: provinces as ring sectors that share their lines exactly.

Angles are degrees clockwise from the top, radii in units of the wheel. Waves move the rings in
and out; if each wave's count is a multiple of three, a third of a turn leaves the wheel unchanged.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.cartography.drawing import Point
from builder.cartography.path_data import Spot

STEPS = 10  # pieces of a line between two sectors
SWAY = 1.6  # of such a line


@dataclass(frozen=True, slots=True)
class Sector:
    """A province of the wheel: between two radii and two angles, or a whole disc."""

    code: str
    name: str
    sea: bool
    inner: float
    outer: float
    start: int
    end: int
    centre: bool = False
    emblem: str = ""

    @property
    def disc(self) -> bool:
        """Is it the hub?"""
        return self.inner == 0

    @property
    def middle(self) -> float:
        """The angle through its middle."""
        return (self.start + self.end) / 2


@dataclass(frozen=True)
class Wheel:
    """The geometry of a ring board; `waves` are height, count and shift in degrees by radius."""

    centre: Point
    unit: float
    waves: Mapping[float, tuple[tuple[float, float, float], ...]]
    sectors: tuple[Sector, ...]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Wheel:
        """Read the wheel of a drawing.yaml."""
        wheel = raw["wheel"]
        waves = {float(radius): moves for radius, moves in wheel["waves"].items()}
        sectors = tuple(
            _sector(code, entry, sea=kind == "sea")
            for kind in ("sea", "land")
            for code, entry in raw["provinces"][kind].items()
        )
        return cls(wheel["centre"], wheel["unit"], waves, sectors)

    def at(self, angle: float, radius: float) -> Point:
        """A place of the wheel in the picture."""
        turn = math.radians(angle)
        return (
            self.centre[0] + radius * self.unit * math.sin(turn),
            self.centre[1] - radius * self.unit * math.cos(turn),
        )

    def rim(self, ring: float, angle: float) -> float:
        """The radius of a ring at an angle, with its waves."""
        return ring + sum(
            height * math.sin(math.radians(count * angle + shift))
            for height, count, shift in self.waves.get(ring, ())
        )

    def spot(self, angle: float, radius: float) -> Spot:
        """A place of the wheel on the grid of whole tenths."""
        x, y = self.at(angle, radius)
        return round(x * 10), round(y * 10)

    def arc(self, ring: float, start: float, end: float) -> list[Spot]:
        """A stretch of a ring, clockwise."""
        angles = range(round(start), round(end) + 1)
        return [self.spot(a % 360, self.rim(ring, a % 360)) for a in angles]

    def spoke(self, sector: Sector, angle: int) -> list[Spot]:
        """The line between two neighbours of a ring, outward, with a little sway."""
        low, high = self.rim(sector.inner, angle), self.rim(sector.outer, angle)
        return [
            self.spot(
                angle % 360 + SWAY * math.sin(math.tau * i / STEPS) * 5 / (low + high),
                low + (high - low) * i / STEPS,
            )
            for i in range(STEPS + 1)
        ]

    def outline(self, sector: Sector) -> list[Spot]:
        """The closed outline of a province."""
        if sector.disc:
            return self.arc(sector.outer, 0, 360)
        outer = self.arc(sector.outer, sector.start, sector.end)
        inner = self.arc(sector.inner, sector.start, sector.end)
        down = self.spoke(sector, sector.end)[::-1]
        up = self.spoke(sector, sector.start)
        return [*outer[:-1], *down[:-1], *inner[::-1][:-1], *up]


def _sector(code: str, entry: Mapping[str, Any], *, sea: bool) -> Sector:
    inner, outer, start, end = entry["ring"]
    centre, emblem = entry.get("centre") == "yes", entry.get("emblem", "")
    return Sector(
        code, entry["name"], sea, inner, outer, int(start), int(end), centre, emblem
    )  # fmt: skip
