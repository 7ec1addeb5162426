"""A ring board with its places and names found, before the first line is written."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any

from builder.cartography.anchors import Anchors
from builder.cartography.drawing import Point
from builder.cartography.letters.curved_names import CurvedName
from builder.cartography.letters.names import Style
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector
from builder.cartography.rings.wheel_board import RING, WheelBoard

LAND_NAME, SEA_NAME, COUNTRY = Style("caps", 0.03), Style("italic", 0.05), Style("caps", 0.18)
SIGN, ARC = 10.55, 9.0
LAND_AT, SEA_AT, HOOK = 0.78, 0.72, -21.0


class RingBoard(WheelBoard):
    """Rings of homelands round a hub, seas round them, and one space off the wheel."""

    pen, template = 1.25, "ring.svg"
    unit_depth, centre_depth = 0.45, 0.14

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.code, self.box = next(iter(raw["boxes"].items()))
        angle, radius, size = map(float, self.box["at"])
        x, y = self.wheel.at(angle, radius)
        r = size * self.wheel.unit
        self.ball = x, y, r
        units = {**self.anchors.units, self.code: (x, y - 0.05 * r)}
        self.anchors = Anchors(units, {**self.anchors.centres, self.code: (x, y + 0.72 * r)}, {})
        name = CurvedName(self.box["name"], LAND_NAME, (x, y), 0.66 * r, 0.0, 17.0)
        self.labels[self.code] = name
        self.put_aside({self.code: self.ball})

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        return self.wheel.centre if s.disc else super().unit_at(s)

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        return self.wheel.at(180, 1.3) if s.disc else super().centre_at(s)

    def name(self, s: Sector) -> CurvedName:
        """The name of a space along its ring."""
        style, size, part = (SEA_NAME, 21.0, SEA_AT) if s.sea else (LAND_NAME, 18.5, LAND_AT)
        radius, angle = s.inner + (s.outer - s.inner) * part, s.middle
        if s.disc:
            radius, angle, size = 1.2, 0.0, 14.0
        return CurvedName(s.name, style, self.wheel.centre, radius * self.wheel.unit, angle, size)

    @property
    def signs(self) -> dict[str, str]:
        """The signs that the board uses, each with what it means."""
        return {**super().signs, "thread": f"way to {self.box['name']} by sea"}

    def countries(self) -> list[CurvedName]:
        """The names of the countries, beyond the seas before their homelands."""
        wheel, found = self.wheel, []
        for power, lands in self.homes.items():
            inland = [s for s in wheel.sectors if s.code in lands and s.outer == 8]
            angle = sum(s.middle for s in inland) / len(inland)
            found.append(CurvedName(power, COUNTRY, wheel.centre, 11.36 * wheel.unit, angle, 22.0))
        return found

    def names(self, sea: bool) -> list[CurvedName]:
        """The names of spaces at sea, or of those on land."""
        seas = {s.code for s in self.wheel.sectors if s.sea}
        return [name for code, name in self.labels.items() if (code in seas) == sea]

    def emblems(self) -> list[tuple[Point, float, str]]:
        """The emblem of each space: where, how large, its strokes."""
        units, (x, y, _) = self.anchors.units, self.ball
        marked = (s for s in self.wheel.sectors if s.emblem)
        found = [(units[s.code], 1.55 if s.disc else 1.9, s.emblem) for s in marked]
        return [*found, ((x, y - 2), 1.9, self.box["emblem"])]

    def hooks(self) -> dict[str, tuple[Point, Point]]:
        """Of each sea that the box touches: where it leaves the outer ring, and its sign."""
        seas = {s.code: s for s in self.wheel.sectors}
        at = {code: seas[code].middle + HOOK for code in self.box["joins"]}
        return {c: (self.wheel.at(a, RING), self.wheel.at(a, SIGN)) for c, a in at.items()}

    def landing(self) -> tuple[Point, Point]:
        """Where the way to the box leaves the outer ring, and where it ends."""
        (ax, ay), (x, y, r) = self.wheel.at(float(self.box["at"][0]), RING), self.ball
        part = (r + 7) / math.dist((ax, ay), (x, y))
        return (ax, ay), (x + (ax - x) * part, y + (ay - y) * part)

    def ways(self) -> dict[str, list[Point]]:
        """From each of these seas: past its sign and along the outer ring to the box."""
        goal, found = float(self.box["at"][0]), {}
        middles = {s.code: s.middle for s in self.wheel.sectors}
        for code, (_, sign) in self.hooks().items():
            angle = middles[code] + HOOK
            turn = (goal - angle + 180) % 360 - 180
            steps = math.ceil(abs(turn) / ARC)
            ring = (self.wheel.at(angle + turn * i / steps, RING) for i in range(steps + 1))
            found[code] = [sign, *ring]
        return found

    def own_facts(self) -> Mapping[str, Any]:
        """The metadata of the space off the wheel."""
        x, y, r = self.ball
        box = {"joins": self.box["joins"], "box": (x - r, y - r, 2 * r, 2 * r), "ways": self.ways()}
        return {"boxes": {self.code: box}}

    @property
    def shores(self) -> set[str]:
        """The lands with a coast."""
        pairs = (sides for sides in self.segments.values() if any(s.sea for s in sides))
        return {s.code for sides in pairs if len(sides) > 1 for s in sides if not s.sea}

    @cached_property
    def segments(self) -> dict[Segment, list[Sector]]:
        """The provinces on either side of every segment."""
        found: dict[Segment, list[Sector]] = {}
        for sector in self.wheel.sectors:
            for a, b in pairwise(self.outlines[sector.code]):
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
