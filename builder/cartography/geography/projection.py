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

    def facing(self, lon: float, lat: float) -> float:
        """The cosine of the angle between a place and the view's centre."""
        turn, high = math.radians(lon) - self.centre[0], math.radians(lat)
        level = math.cos(self.centre[1]) * math.cos(high) * math.cos(turn)
        return math.sin(self.centre[1]) * math.sin(high) + level

    def __call__(self, lon: float, lat: float) -> Point:
        """The point of the picture for a longitude and latitude in degrees."""
        turn, high = math.radians(lon) - self.centre[0], math.radians(lat)
        sin0, cos0 = math.sin(self.centre[1]), math.cos(self.centre[1])
        k = math.sqrt(2 / max(1e-9, 1 + self.facing(lon, lat)))
        x = k * math.cos(high) * math.sin(turn)
        y = k * (cos0 * math.sin(high) - sin0 * math.cos(high) * math.cos(turn))
        r = math.hypot(x, y)
        if r:
            eased = self.ease * math.atan(r / self.ease) / r
            x, y = x * eased, y * eased
        # rounded, because the last digits differ from machine to machine
        return (
            round(self.origin[0] + x * self.scale, 6),
            round(self.origin[1] - y * self.scale, 6),
        )

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
