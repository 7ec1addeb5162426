"""Boards of ring sectors: a wheel round a hub, and a ring whose spaces all touch."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from builder.cartography import markup, path_data
from builder.cartography.anchors import Anchors, dislodged_places
from builder.cartography.drawing import Point
from builder.cartography.letters.names import CurvedName, Name, Rect, Style, glyphs
from builder.cartography.map_sheet import metadata_json
from builder.cartography.path_data import Segment
from builder.cartography.rings.sectors import Sector, Wheel
from builder.cartography.title_and_key import MARGIN, ROW, sign_lines, title_lines
from builder.model.grouping import grouped

STRIP = 42
RING = 12.5  # the way round a wheel, in units


class WheelBoard:
    """A board of ring sectors, drawn by its `template`; `pen` is the factor for its signs."""

    pen = 1.0
    template = ""
    unit_depth = centre_depth = 0.0  # where these stand, in parts of a space's depth

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        self.variant, self.raw = variant, raw
        self.wheel = Wheel.of(raw)
        x, y, w, h = self.frame = raw["wheel"]["frame"]
        self.size = round(x + w) + MARGIN, round(y + h) + MARGIN + STRIP
        self.homes = raw["homelands"]
        self.outlines = {s.code: self.wheel.outline(s) for s in self.wheel.sectors}
        x, y, w, h = raw["cartouche"]
        self.cartouche: Rect = (self.frame[0] + x, self.frame[1] + y, w, h)
        self.labels = {s.code: self.name(s) for s in self.wheel.sectors}
        self.anchors = Anchors(
            units={s.code: self.unit_at(s) for s in self.wheel.sectors},
            centres={s.code: self.centre_at(s) for s in self.wheel.sectors if s.centre},
        )

    @property
    def signs(self) -> dict[str, str]:
        """The signs of the key, each with its meaning."""
        return {"centre": f"supply centre ({len(self.anchors.centres)})"}

    @property
    def key(self) -> Rect:
        """The panel for the key; by default below the title."""
        left, top, wide, high = self.cartouche
        x, y, w = left - self.frame[0], top - self.frame[1] + high, wide
        x, y, w = self.raw.get("key", (x, y, w))
        return self.frame[0] + x, self.frame[1] + y, w, ROW * len(self.signs) + 12

    def key_lines(self) -> list[Name]:
        """The words of the key."""
        return sign_lines(self.key, self.signs.values())

    @cached_property
    def segments(self) -> dict[Segment, list[Sector]]:
        """The provinces on either side of every segment."""
        return grouped(
            (min((a, b), (b, a)), sector)
            for sector in self.wheel.sectors
            for a, b in pairwise(self.outlines[sector.code])
            if a != b
        )

    def name(self, s: Sector) -> CurvedName:
        """The name of a space, along a ring."""
        raise NotImplementedError

    def unit_at(self, s: Sector) -> Point:
        """Where a unit stands."""
        return self.within(s, self.unit_depth)

    def centre_at(self, s: Sector) -> Point:
        """Where the supply centre is drawn."""
        return self.within(s, self.centre_depth)

    def within(self, s: Sector, part: float) -> Point:
        """A place in the middle of a space, at a part of its depth."""
        return self.wheel.at(s.middle, s.inner + (s.outer - s.inner) * part)

    def with_dislodged(self, balls: Mapping[str, tuple[float, float, float]]) -> Anchors:
        """The anchors with places of dislodged units.

        `balls` are the spaces off the wheel: x and y of the middle, and the radius.
        """
        shapes: dict[str, Any] = {c: Polygon(outline) for c, outline in self.outlines.items()}
        shapes |= {c: Spot(x * 10, y * 10).buffer(r * 10) for c, (x, y, r) in balls.items()}
        taken = [box for name in self.labels.values() for box in name.boxes()]
        aside = dislodged_places(self.anchors, shapes, taken, self.pen)
        return replace(self.anchors, dislodged=aside)

    def title_lines(self) -> list[Name]:
        """The board's own words."""
        return title_lines(self.cartouche, self.raw["title"], size=30.0, down=12.0, gap=21.0)

    def letters(self) -> list[tuple[str, str]]:
        """Every letter of the names, the title and the key, once: its id and its path."""
        names = (*self.labels.values(), *self.countries())
        return glyphs([*names, *self.title_lines(), *self.key_lines()])

    def countries(self) -> list[CurvedName]:
        """The names of the countries, if the map shows them."""
        return []

    def own_facts(self) -> Mapping[str, Any]:
        """The metadata that only this kind of ring board has."""
        return {}

    def metadata(self) -> str:
        """Where everything stands, as JSON for those who draw on the map (see `map_sheet.py`)."""
        _, height = self.size
        facts = {
            "variant": self.variant,
            "size": self.size,
            "frame": self.frame,
            "pen": self.pen,
            **vars(self.anchors),
            "crossings": [],
            "canals": [],
            "boxes": {},
            "labels": {code: {"box": name.boxes()} for code, name in self.labels.items()},
            "key": self.key,
            "signs": self.signs,
            "homes": self.homes,
            "cartouche": self.cartouche,
            "legend": (MARGIN, height - STRIP, self.size[0] - 2 * MARGIN, STRIP - 6),
        }
        return metadata_json({**facts, **self.own_facts()})

    def sheet(self) -> str:
        """The whole map.svg."""
        return markup.sheet(f"rings/{self.template}", board=self, RING=RING)


# Radii in units of the wheel, angles in degrees: the sign of the way to the box and where it lies
# from the middle of its sea; the steps of that way round the wheel; where names stand in a space.
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
        angle, radius, size = self.box["at"]
        x, y = self.wheel.at(angle, radius)
        r = size * self.wheel.unit
        self.ball = x, y, r
        units = {**self.anchors.units, self.code: (x, y - 0.05 * r)}
        centres = {**self.anchors.centres, self.code: (x, y + 0.72 * r)}
        self.anchors = Anchors(units, centres=centres)
        name = CurvedName(self.box["name"], LAND_NAME, (x, y), 0.66 * r, 0.0, 17.0)
        self.labels[self.code] = name
        self.anchors = self.with_dislodged({self.code: self.ball})

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
        """The signs of the key, each with its meaning."""
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
        """The emblem of each space: its place, size and path data."""
        units, (x, y, _) = self.anchors.units, self.ball
        marked = (s for s in self.wheel.sectors if s.emblem)
        found = [(units[s.code], 1.55 if s.disc else 1.9, s.emblem) for s in marked]
        return [*found, ((x, y - 2), 1.9, self.box["emblem"])]

    def hooks(self) -> dict[str, tuple[Point, Point]]:
        """For each sea that the box touches, where the way leaves the outer ring, and its sign."""
        seas = {s.code: s for s in self.wheel.sectors}
        at = {code: seas[code].middle + HOOK for code in self.box["joins"]}
        return {c: (self.wheel.at(a, RING), self.wheel.at(a, SIGN)) for c, a in at.items()}

    def landing(self) -> tuple[Point, Point]:
        """Where the way to the box leaves the outer ring, and where it ends."""
        (ax, ay), (x, y, r) = self.wheel.at(self.box["at"][0], RING), self.ball
        part = (r + 7) / math.dist((ax, ay), (x, y))
        return (ax, ay), (x + (ax - x) * part, y + (ay - y) * part)

    def ways(self) -> dict[str, list[Point]]:
        """The way from each of these seas past its sign and along the outer ring to the box."""
        goal, found = self.box["at"][0], {}
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


NAME_SIZE = 30.0
NAME_AT, STAR_AT = 0.7, 0.93
NAMES = Style("caps", 0.06)


class StarBoard(WheelBoard):
    """A ring of spaces that all touch; the drawing lists them clockwise."""

    pen, template = 1.5, "star.svg"
    unit_depth, centre_depth = 0.36, 0.12

    def __init__(self, variant: str, raw: Mapping[str, Any]) -> None:
        super().__init__(variant, raw)
        self.anchors = self.with_dislodged({})

    @property
    def signs(self) -> dict[str, str]:
        """The signs of the key, each with its meaning."""
        return {**super().signs, "way": "way between two spaces"}

    def name(self, s: Sector) -> CurvedName:
        """The name of a space along its outer edge."""
        radius = (s.inner + (s.outer - s.inner) * NAME_AT) * self.wheel.unit
        return CurvedName(s.name, NAMES, self.wheel.centre, radius, s.middle, NAME_SIZE)

    def chords(self) -> Iterator[tuple[Sector, Sector, list[Point]]]:
        """Every two spaces, with the line that joins them."""
        for one, two in combinations(self.wheel.sectors, 2):
            yield one, two, [self.wheel.at(s.middle, s.inner * STAR_AT) for s in (one, two)]

    def borders(self) -> set[Segment]:
        """The segments that two neighbours of the ring share."""
        return {segment for segment, sides in self.segments.items() if len(sides) == 2}

    def rims(self) -> list[str]:
        """The inner and the outer edge of the ring, as path data."""
        ring = self.wheel.sectors[0]
        edges = (self.wheel.arc(radius, 0, 360) for radius in (ring.inner, ring.outer))
        return [path_data.line(edge, closed=True) for edge in edges]

    def own_facts(self) -> Mapping[str, Any]:
        """The crossings between spaces that are no neighbours on the ring."""
        crossings = [
            {"joins": (one.code, two.code), "units": "A", "line": chord}
            for one, two, chord in self.chords()
            if (one.end - two.start) % 360 and (two.end - one.start) % 360
        ]
        return {"crossings": crossings}
