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


def _sector(code: str, entry: Mapping[str, Any], *, sea: bool) -> Sector:
    """A province of a drawing; its `ring` are two radii and two angles."""
    inner, outer, start, end = entry["ring"]
    return Sector(
        code=code,
        name=entry["name"],
        sea=sea,
        centre=entry.get("centre") == "yes",
        emblem=entry.get("emblem", ""),
        inner=inner,
        outer=outer,
        start=start,
        end=end,
    )


class WheelBoard(MapSheet):
    """A board of ring sectors. `unit_depth` and `centre_depth` tell where these stand, in parts of
    a space's depth; `unit` is the length of the wheel's unit; `waves` are height, count and shift
    in degrees by radius."""

    heading = 30.0, 12.0, 21.0
    unit_depth = centre_depth = 0.0

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        wheel = raw["wheel"]
        x, y, wide, high = raw["cartouche"]
        super().__init__(variant, {"key": (x, y + high, wide), **raw}, wheel["frame"])
        self.centre: Point = wheel["centre"]
        self.unit: float = wheel["unit"]
        self.homes = raw["homelands"]
        self.waves: dict[float, list[tuple[float, float, float]]] = {
            float(radius): moves for radius, moves in wheel["waves"].items()
        }
        self.sectors: list[Sector] = []
        for element in ("sea", "land"):
            for code, entry in raw["provinces"][element].items():
                self.sectors.append(_sector(code, entry, sea=element == "sea"))
        self.outlines = {sector.code: self.outline(sector) for sector in self.sectors}
        sides: dict[path_data.SpotSegment, list[tuple[str, bool]]] = {}
        for sector in self.sectors:
            for segment in path_data.segments(self.outlines[sector.code]):
                sides.setdefault(segment, []).append((sector.code, not sector.sea))
        self.lines: dict[str, list[path_data.SpotSegment]] = {}
        for segment, provinces in sides.items():
            kind = line_kind(provinces, self.homes)
            self.lines.setdefault(kind, []).append(segment)
        self.shores: set[str] = set()
        for segment in self.lines.get("coast", ()):
            self.shores.update(code for code, is_land in sides[segment] if is_land)

    def settle(self, labels: Mapping[str, CurvedName], balls: Mapping[str, Ball]) -> None:
        """Put the names where they are, and find the places of units and centres. `balls` are the
        spaces off the wheel."""
        units: dict[str, Point] = {}
        centres: dict[str, Point] = {}
        shapes: dict[str, Any] = {}
        for sector in self.sectors:
            shapes[sector.code] = shapely.Polygon(self.outlines[sector.code])
            units[sector.code] = self._unit_place(sector)
            if sector.centre:
                centres[sector.code] = self._centre_place(sector)
        for code, (x, y, r) in balls.items():
            units[code] = (x, y - 0.05 * r)
            centres[code] = (x, y + 0.72 * r)
            shapes[code] = shapely.Point(x * GRID, y * GRID).buffer(r * GRID)
        self.signs = {"centre": f"supply centre ({len(centres)})"}
        self.labels = labels
        self.words = [*labels.values()]
        self.rooms = {code: name.boxes() for code, name in labels.items()}
        self.anchors = with_dislodged(Anchors(units, centres=centres), shapes, self.rooms, self.pen)

    def _unit_place(self, sector: Sector) -> Point:
        """Where a unit stands in a space."""
        if sector.disc:
            return self.centre
        return self.at(sector.middle, sector.radius(self.unit_depth))

    def _centre_place(self, sector: Sector) -> Point:
        """Where the dot of a supply centre lies in a space."""
        if sector.disc:
            return self.at(180, 1.3)
        return self.at(sector.middle, sector.radius(self.centre_depth))

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
        outer = self.arc(sector.outer, sector.start, sector.end)
        inner = self.arc(sector.inner, sector.start, sector.end)
        up = self._spoke(sector, sector.start)
        down = self._spoke(sector, sector.end)
        return [*outer[:-1], *down[:0:-1], *inner[:0:-1], *up]

    def _spoke(self, sector: Sector, angle: float) -> list[path_data.Spot]:
        """The line between two neighbours of a ring, outward, with a little sway."""
        low = self._rim(sector.inner, angle)
        high = self._rim(sector.outer, angle)
        spots = []
        for i in range(STEPS + 1):
            sway = SWAY * math.sin(math.tau * i / STEPS) * 5 / (low + high)
            radius = low + (high - low) * i / STEPS
            spots.append(self._spot(angle % 360 + sway, radius))
        return spots

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
LAND_NAME = Style("caps", 0.03)
SEA_NAME = Style("italic", 0.05)
COUNTRY = Style("caps", 0.18)
SIGN = 10.55
HOOK = -21.0
ARC = 9.0
LAND_AT = 0.78
SEA_AT = 0.72


class RingBoard(WheelBoard):
    """Rings of homelands round a hub, seas round them, and one space off the wheel, the box. `ring`
    is the radius of the way to the box round the wheel, `landing` its last piece. The way from each
    sea that the box touches begins at its sign."""

    pen = 1.25
    template = "ring.svg"
    ring = 12.5
    unit_depth = 0.45
    centre_depth = 0.14

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.code, self.box = next(iter(raw["boxes"].items()))
        self.emblem = self.box["emblem"]
        angle, radius, size = self.box["at"]
        x, y = self.at(angle, radius)
        r = size * self.unit
        self.ball = (x, y, r)
        labels = {s.code: self._name(s) for s in self.sectors}
        name = CurvedName(self.box["name"], LAND_NAME, (x, y), 0.66 * r, 0.0, 17.0)
        self.settle({**labels, self.code: name}, {self.code: self.ball})
        self.signs["thread"] = f"way to {self.box['name']} by sea"
        self.countries = [self._country(power) for power in self.homes]
        self.words = [*self.words, *self.countries]
        turning_in = self.at(angle, self.ring)
        share = (r + 7) / math.dist(turning_in, (x, y))
        ashore = (x + (turning_in[0] - x) * share, y + (turning_in[1] - y) * share)
        self.landing = turning_in, ashore
        box = {
            "joins": self.box["joins"],
            "box": (x - r, y - r, 2 * r, 2 * r),
            "ways": {s.code: self._way(s.middle, angle) for s in self._seas_of_the_box()},
        }
        self.ways = {"crossings": [], "canals": [], "boxes": {self.code: box}}

    def _seas_of_the_box(self) -> list[Sector]:
        """The spaces that the box touches, in the order in which the drawing names them."""
        by_code = {sector.code: sector for sector in self.sectors}
        return [by_code[code] for code in self.box["joins"]]

    def _way(self, middle: float, angle: float) -> list[Point]:
        """The way round the wheel from a sea, whose middle is at an angle, to the box."""
        start = middle + HOOK
        turn = (angle - start + 180) % 360 - 180
        steps = math.ceil(abs(turn) / ARC)
        way = [self.at(start, SIGN)]
        for i in range(steps + 1):
            way.append(self.at(start + turn * i / steps, self.ring))
        return way

    def _name(self, s: Sector) -> CurvedName:
        """The name of a space along its ring."""
        style = SEA_NAME if s.sea else LAND_NAME
        if s.disc:
            return CurvedName(s.name, style, self.centre, 1.2 * self.unit, 0.0, 14.0)
        size = 21.0 if s.sea else 18.5
        radius = s.radius(SEA_AT if s.sea else LAND_AT)
        return CurvedName(s.name, style, self.centre, radius * self.unit, s.middle, size)

    def _country(self, power: str) -> CurvedName:
        """The name of a country, beyond the seas before its homeland."""
        inland = [s for s in self.sectors if s.code in self.homes[power] and s.outer == 8]
        angle = sum(s.middle for s in inland) / len(inland)
        return CurvedName(power, COUNTRY, self.centre, 11.36 * self.unit, angle, 22.0)


NAME_AT = 0.7
STAR_AT = 0.93
NAMES = Style("caps", 0.06)
NAME_SIZE = 30.0


class StarBoard(WheelBoard):
    """A ring of spaces that all touch; the drawing lists them clockwise."""

    pen = 1.5
    template = "star.svg"
    unit_depth = 0.36
    centre_depth = 0.12

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        labels = {}
        for s in self.sectors:
            radius = s.radius(NAME_AT) * self.unit
            labels[s.code] = CurvedName(s.name, NAMES, self.centre, radius, s.middle, NAME_SIZE)
        self.settle(labels, {})
        self.signs["way"] = "way between two spaces"
        crossings = []
        for one, two, chord in self.chords():
            apart = (one.end - two.start) % 360 and (two.end - one.start) % 360
            if apart:
                crossings.append({"joins": (one.code, two.code), "units": "A", "line": chord})
        self.ways = {"crossings": crossings, "canals": [], "boxes": {}}

    def chords(self) -> Iterator[tuple[Sector, Sector, list[Point]]]:
        """Every two spaces, with the line that joins them."""
        for one, two in combinations(self.sectors, 2):
            yield one, two, [self.at(s.middle, s.inner * STAR_AT) for s in (one, two)]
