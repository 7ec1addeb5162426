"""From longitude and latitude to the sheet.

An oblique azimuthal equal-area projection about the view's centre. Then the radius is eased,
r' = a atan(r / a), which shows the crowded middle of the board larger than its rim.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

Point = tuple[float, float]


class Projection(NamedTuple):
    """The view of one board; `frame` (x0, y0, x1, y1) is its window in picture units."""

    centre: Point
    ease: float
    scale: float
    origin: Point
    frame: tuple[float, float, float, float]

    @classmethod
    def of(cls, view: Mapping[str, Any], margin: float) -> Self:
        """The projection that a drawing's `view` asks for, its window set off by `margin`."""
        x0, y0, x1, y1 = view["frame"]
        width, (lon, lat) = view["width"], view["centre"]
        scale = width / (x1 - x0)
        height = round((y1 - y0) * scale)
        return cls(
            (math.radians(lon), math.radians(lat)),
            view["ease"],
            scale,
            (margin - x0 * scale, margin + y1 * scale),
            (margin, margin, margin + width, margin + height),
        )

    def turned(self, lon: float, lat: float) -> tuple[float, float, float]:
        """A place on the unit sphere, seen from the view's centre: towards it, east, north."""
        turn, high = math.radians(lon) - self.centre[0], math.radians(lat)
        sin0, cos0 = math.sin(self.centre[1]), math.cos(self.centre[1])
        level, up = math.cos(high) * math.cos(turn), math.sin(high)
        return sin0 * up + cos0 * level, math.cos(high) * math.sin(turn), cos0 * up - sin0 * level

    def __call__(self, lon: float, lat: float) -> Point:
        """The point of the picture for a longitude and latitude in degrees."""
        facing, *sides = self.turned(lon, lat)
        x, y = (math.sqrt(2 / max(1e-9, 1 + facing)) * side for side in sides)
        r = math.hypot(x, y)
        scale = self.scale * self.ease * math.atan(r / self.ease) / r if r else 0.0
        # rounded, because the last digits differ from machine to machine
        return round(self.origin[0] + x * scale, 6), round(self.origin[1] - y * scale, 6)

    def globe(self, x: float, y: float) -> Point:
        """The longitude and latitude, in degrees, of a point of the picture."""
        x, y = (x - self.origin[0]) / self.scale, (self.origin[1] - y) / self.scale
        eased = math.hypot(x, y)
        if not eased:
            return math.degrees(self.centre[0]), math.degrees(self.centre[1])
        r = self.ease * math.tan(min(eased / self.ease, 1.5))
        x, y = x * r / eased, y * r / eased
        arc = 2 * math.asin(min(1.0, r / 2))
        sin0, cos0 = math.sin(self.centre[1]), math.cos(self.centre[1])
        lat = math.asin(math.cos(arc) * sin0 + y * math.sin(arc) * cos0 / r)
        lon = self.centre[0] + math.atan2(
            x * math.sin(arc), r * cos0 * math.cos(arc) - y * sin0 * math.sin(arc)
        )
        return math.degrees(lon), math.degrees(lat)
