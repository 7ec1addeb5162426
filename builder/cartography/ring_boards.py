"""Boards of ring sectors: a wheel round a hub, and a ring whose spaces all touch.

Provinces are sectors that share their lines exactly. Angles are degrees clockwise from the top,
radii in units of the wheel. Waves move the rings in and out; if each wave's count is a multiple of
three, a third of a turn leaves the wheel unchanged.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import shapely

from builder.cartography import path_data
from builder.cartography.drawing import Point
from builder.cartography.map_sheet import MapSheet
from builder.cartography.names import CurvedName, Style
from builder.cartography.path_data import GRID, line_kind
from builder.cartography.placement import Anchors, with_dislodged
from builder.model.grouping import grouped

STEPS = 10  # pieces of a line between two sectors
SWAY = 1.6  # of such a line
Ball = tuple[float, float, float]  # x and y of the middle, and the radius


class Sector(NamedTuple):
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
    """A board of ring sectors. `unit_depth` and `centre_depth` tell where these stand, in parts of
    a space's depth; `unit` is the length of the wheel's unit; `waves` are height, count and shift
    in degrees by radius."""

    heading = 30.0, 12.0, 21.0
    unit_depth = centre_depth = 0.0

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        wheel, (x, y, wide, high) = raw["wheel"], raw["cartouche"]
        super().__init__(variant, {"key": (x, y + high, wide), **raw}, wheel["frame"])
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
        sides = grouped(
            (segment, (s.code, not s.sea))
            for s in self.sectors
            for segment in path_data.segments(self.outlines[s.code])
        )
        self.lines = grouped((line_kind(by, self.homes), s) for s, by in sides.items())
        shores = (sides[segment] for segment in self.lines.get("coast", ()))
        self.shores = {code for both in shores for code, dry in both if dry}

    def settle(self, labels: Mapping[str, CurvedName], balls: Mapping[str, Ball]) -> None:
        """Put the names where they are, and find the places of units and centres. `balls` are the
        spaces off the wheel."""
        units, centres, shapes = {}, {}, dict[str, Any]()
        for s in self.sectors:
            shapes[s.code] = shapely.Polygon(self.outlines[s.code])
            unit, centre = (s.radius(part) for part in (self.unit_depth, self.centre_depth))
            units[s.code] = self.centre if s.disc else self.at(s.middle, unit)
            if s.centre:
                centres[s.code] = self.at(180, 1.3) if s.disc else self.at(s.middle, centre)
        for code, (x, y, r) in balls.items():
            units[code], centres[code] = (x, y - 0.05 * r), (x, y + 0.72 * r)
            shapes[code] = shapely.Point(x * GRID, y * GRID).buffer(r * GRID)
        self.signs = {"centre": f"supply centre ({len(centres)})"}
        self.labels, self.words = labels, [*labels.values()]
        self.rooms = {code: name.boxes() for code, name in labels.items()}
        self.anchors = with_dislodged(Anchors(units, centres=centres), shapes, self.rooms, self.pen)

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


# Radii in units of the wheel, angles in degrees: the sign of the way to the box and where it lies
# from the middle of its sea; the steps of that way round the wheel; where names stand in a space.
LAND_NAME, SEA_NAME, COUNTRY = Style("caps", 0.03), Style("italic", 0.05), Style("caps", 0.18)
SIGN, ARC = 10.55, 9.0
LAND_AT, SEA_AT, HOOK = 0.78, 0.72, -21.0


class RingBoard(WheelBoard):
    """Rings of homelands round a hub, seas round them, and one space off the wheel, the box. `ring`
    is the radius of the way to the box round the wheel, `landing` its last piece. The way from each
    sea that the box touches begins at its sign."""

    pen, template, ring = 1.25, "ring.svg", 12.5
    unit_depth, centre_depth = 0.45, 0.14

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.code, self.box = next(iter(raw["boxes"].items()))
        self.emblem, (angle, radius, size) = self.box["emblem"], self.box["at"]
        self.ball = x, y, r = *self.at(angle, radius), size * self.unit
        labels = {s.code: self._name(s) for s in self.sectors}
        name = CurvedName(self.box["name"], LAND_NAME, (x, y), 0.66 * r, 0.0, 17.0)
        self.settle({**labels, self.code: name}, {self.code: self.ball})
        self.signs["thread"] = f"way to {self.box['name']} by sea"
        self.countries = [self._country(power) for power in self.homes]
        self.words = [*self.words, *self.countries]
        leaves = ax, ay = self.at(angle, self.ring)
        part = (r + 7) / math.dist(leaves, (x, y))
        self.landing = leaves, (x + (ax - x) * part, y + (ay - y) * part)
        middles, ways = {s.code: s.middle for s in self.sectors}, {}
        for code in self.box["joins"]:
            start = middles[code] + HOOK
            turn = (angle - start + 180) % 360 - 180
            steps = math.ceil(abs(turn) / ARC)
            rim = (self.at(start + turn * i / steps, self.ring) for i in range(steps + 1))
            ways[code] = [self.at(start, SIGN), *rim]
        box = {"joins": self.box["joins"], "box": (x - r, y - r, 2 * r, 2 * r), "ways": ways}
        self.ways = {"crossings": [], "canals": [], "boxes": {self.code: box}}

    def _name(self, s: Sector) -> CurvedName:
        """The name of a space along its ring."""
        style, size, part = (SEA_NAME, 21.0, SEA_AT) if s.sea else (LAND_NAME, 18.5, LAND_AT)
        radius, angle = s.radius(part), s.middle
        if s.disc:
            radius, angle, size = 1.2, 0.0, 14.0
        return CurvedName(s.name, style, self.centre, radius * self.unit, angle, size)

    def _country(self, power: str) -> CurvedName:
        """The name of a country, beyond the seas before its homeland."""
        inland = [s for s in self.sectors if s.code in self.homes[power] and s.outer == 8]
        angle = sum(s.middle for s in inland) / len(inland)
        return CurvedName(power, COUNTRY, self.centre, 11.36 * self.unit, angle, 22.0)


NAME_AT, STAR_AT = 0.7, 0.93
NAMES, NAME_SIZE = Style("caps", 0.06), 30.0


class StarBoard(WheelBoard):
    """A ring of spaces that all touch; the drawing lists them clockwise."""

    pen, template = 1.5, "star.svg"
    unit_depth, centre_depth = 0.36, 0.12

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        labels = {
            s.code: CurvedName(
                s.name, NAMES, self.centre, s.radius(NAME_AT) * self.unit, s.middle, NAME_SIZE
            )
            for s in self.sectors
        }
        self.settle(labels, {})
        self.signs["way"] = "way between two spaces"
        crossings = [
            {"joins": (one.code, two.code), "units": "A", "line": chord}
            for one, two, chord in self.chords()
            if (one.end - two.start) % 360 and (two.end - one.start) % 360
        ]
        self.ways = {"crossings": crossings, "canals": [], "boxes": {}}

    def chords(self) -> Iterator[tuple[Sector, Sector, list[Point]]]:
        """Every two spaces, with the line that joins them."""
        for one, two in combinations(self.sectors, 2):
            yield one, two, [self.at(s.middle, s.inner * STAR_AT) for s in (one, two)]
