"""A ring board with its places and names found, before the first line is written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from builder.cartography.anchors import Anchors, step_aside
from builder.cartography.drawing import Point
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Rect, Style
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector, Wheel

STRIP, MARGIN, PEN = 42, 28, 1.25
LAND_NAME, SEA_NAME = Style("caps", 0.03), Style("italic", 0.05)
RING, SIGN, ARC = 12.5, 10.55, 9.0
UNIT_AT, CENTRE_AT, LAND_AT, SEA_AT, HOOK = 0.45, 0.14, 0.78, 0.72, -21.0


class RingBoard:
    """A ring board being drawn."""

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        self.variant, self.raw = variant, raw
        self.wheel = Wheel.of(raw)
        x, y, w, h = map(float, raw["wheel"]["frame"])
        self.frame: Rect = (x, y, w, h)
        self.homes = {power: tuple(lands) for power, lands in raw["homelands"].items()}
        self.code, self.box = next(iter(raw["boxes"].items()))
        angle, radius, size = map(float, self.box["at"])
        self.ball = (*self.wheel.at(angle, radius), size * self.wheel.unit)
        self.anchors = self._anchors()
        self.labels = self._labels()
        self._put_aside()

    def _within(self, s: Sector, part: float) -> tuple[float, float]:
        return self.wheel.at(s.middle, s.inner + (s.outer - s.inner) * part)

    def _anchors(self) -> Anchors:
        wheel, (x, y, r) = self.wheel, self.ball
        units = {
            s.code: wheel.centre if s.disc else self._within(s, UNIT_AT) for s in wheel.sectors
        }
        centres: dict[str, Point] = {
            s.code: wheel.at(180, 1.3) if s.disc else self._within(s, CENTRE_AT)
            for s in wheel.sectors
            if s.centre
        }
        units[self.code] = (x, y - 0.05 * r)
        centres[self.code] = (x, y + 0.72 * r)
        return Anchors(units, centres, {})

    def _labels(self) -> dict[str, list[CurvedName]]:
        wheel, found = self.wheel, {}
        for s in wheel.sectors:
            style, size, part = (SEA_NAME, 21.0, SEA_AT) if s.sea else (LAND_NAME, 18.5, LAND_AT)
            radius, angle = s.inner + (s.outer - s.inner) * part, s.middle
            if s.disc:
                radius, angle, size = 1.2, 0.0, 14.0
            found[s.code] = [
                CurvedName(s.name, style, wheel.centre, radius * wheel.unit, angle, size)
            ]
        x, y, r = self.ball
        found[self.code] = [CurvedName(self.box["name"], LAND_NAME, (x, y), 0.66 * r, 0.0, 17.0)]
        return found

    def _put_aside(self) -> None:
        shapes: dict[str, Any] = {
            s.code: Polygon(self.wheel.outline(s)) for s in self.wheel.sectors
        }
        x, y, r = self.ball
        shapes[self.code] = Spot(x * 10, y * 10).buffer(r * 10)
        taken = [box for lines in self.labels.values() for one in lines for box in one.boxes()]
        step_aside(self.anchors, shapes, taken, PEN)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        x, y, w, h = self.frame
        return round(x + w) + MARGIN, round(y + h) + MARGIN + STRIP

    def hooks(self) -> dict[str, float]:
        """The angle at which each sea that the box touches bears its sign."""
        seas = {s.code: s for s in self.wheel.sectors}
        return {code: seas[code].middle + HOOK for code in self.box["joins"]}

    def ways(self) -> dict[str, list[Point]]:
        """From each of these seas: past its sign and along the outer ring to the box."""
        goal, found = float(self.box["at"][0]), {}
        for code, angle in self.hooks().items():
            turn = (goal - angle + 180) % 360 - 180
            steps = math.ceil(abs(turn) / ARC)
            ring = (self.wheel.at(angle + turn * i / steps, RING) for i in range(steps + 1))
            found[code] = [self.wheel.at(angle, SIGN), *ring]
        return found

    @cached_property
    def segments(self) -> dict[Segment, list[Sector]]:
        """The provinces on either side of every segment."""
        found: dict[Segment, list[Sector]] = {}
        for sector in self.wheel.sectors:
            for a, b in pairwise(self.wheel.outline(sector)):
                if a != b:
                    found.setdefault(min((a, b), (b, a)), []).append(sector)
        return found

    def country(self, sector: Sector) -> str:
        """The power whose homeland a province is, else the province itself."""
        return next((p for p, lands in self.homes.items() if sector.code in lands), sector.code)

    def lines(self, kind: str) -> list[Segment]:
        """The segments of `sea` borders, `inner` borders, `frontier`s, the `coast` or the `rim`."""
        return [s for s, sides in self.segments.items() if self._rank(sides) == kind]

    def _rank(self, sides: list[Sector]) -> str:
        if len(sides) == 1:
            return "rim"
        one, two = sides
        if one.sea != two.sea:
            return "coast"
        if one.sea:
            return "sea"
        return "inner" if self.country(one) == self.country(two) else "frontier"
