"""A board cut into provinces, with its lines, names and the places of units and centres."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import box as rectangle

from builder.cartography import anchors, title_and_key
from builder.cartography.anchors import Anchors
from builder.cartography.drawing import OUTSIDE, Box, DrawingPlan, Label, Point, read
from builder.cartography.geography.polygons import RegionMosaic, region_mosaic
from builder.cartography.geography.projection import Projection
from builder.cartography.geography.regions import GRID, Region
from builder.cartography.letters import names
from builder.cartography.letters.name_sizes import NameRequest, Obstacles, fitted
from builder.cartography.letters.names import Name, Rect
from builder.cartography.path_data import Segment, merged
from builder.cartography.title_and_key import MARGIN
from builder.model.grouping import grouped

STRIP, BOX = 42, 46


@dataclass(frozen=True)
class BoardGeometry:
    """A board cut into provinces, with its lines, names and the places of units and centres."""

    plan: DrawingPlan
    projection: Projection
    mosaic: RegionMosaic

    @classmethod
    def of(cls, maps: Path, variant: str) -> BoardGeometry:
        """The geometry of the board of `maps/<variant>/drawing.yaml`; raises DrawingError."""
        plan = read(maps, variant)
        projection = Projection.of(plan, MARGIN)
        return cls(plan, projection, region_mosaic(maps, plan, projection))

    @property
    def pen(self) -> float:
        """The factor for signs of fixed size (1 on the standard board)."""
        return self.plan.number("view", "pen", 1.0)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the picture, with its margins and the strip for a legend."""
        _, _, x1, y1 = self.projection.frame
        boxes = BOX * len(self.plan.boxes)
        return round(x1) + MARGIN, round(y1) + MARGIN + boxes + STRIP

    @cached_property
    def pieces(self) -> dict[str, list[Region]]:
        """The regions of every province (and of OUT, isles and so on) except islets and inlets."""
        return grouped((r.of, r) for r in self.mosaic.regions if not r.islet and not r.inner)

    @cached_property
    def islets(self) -> dict[str, list[Region]]:
        """Islands that have a province's colour only."""
        return grouped((r.of, r) for r in self.mosaic.regions if r.islet)

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """Every province as one geometry of the grid."""
        return {of: merged(r.shape for r in regions) for of, regions in self.pieces.items()}

    @cached_property
    def sides(self) -> dict[Segment, list[Region]]:
        """The regions on either side of every segment."""
        return grouped(
            (min((a, b), (b, a)), region)
            for region in self.mosaic.regions
            for ring in (region.shape.exterior, *region.shape.interiors)
            for a, b in pairwise([(round(x), round(y)) for x, y in ring.coords])
        )

    @cached_property
    def shores(self) -> set[str]:
        """The lands that touch a sea of the game, and those that a canal leads to."""
        seas = {site.code for site in self.plan.sites.values() if site.sea}
        return {
            one.of
            for regions in self.sides.values()
            for one in regions
            if not one.islet and any(other.of in seas for other in regions)
        } - seas | (self.plan.ports - seas)

    @cached_property
    def lines(self) -> dict[str, list[Segment]]:
        """The segments by kind: `sea`, `inner`, `frontier`, `coast`, `seam`, `strait <name>`.

        `inner` borders lie within a country, `frontier` lines between two, seams within a province.
        """
        found: dict[str, list[Segment]] = defaultdict(list)
        straits = self._strait_segments()
        for segment, regions in self.sides.items():
            if segment in straits:
                found[f"strait {straits[segment]}"].append(segment)
            elif len(regions) == 2:
                found[self._line_kind(*regions)].append(segment)
        return found

    def _strait_segments(self) -> dict[Segment, str]:
        """The segments that lie on a strait's line, each with the strait's name."""
        segments = list(self.sides)
        lines, found = shapely.linestrings(segments), dict[Segment, str]()
        for border, line in self.mosaic.straits:
            within = shapely.contains(line.buffer(0.8), lines)
            found |= {s: border.name for s, on in zip(segments, within, strict=True) if on}
        return found

    def _line_kind(self, one: Region, two: Region) -> str:
        if one.dry != two.dry:
            return "coast"
        if one.of == two.of:
            return "seam"
        if not one.dry:
            return "sea"
        countries = [self.plan.home_of(region.of) or region.of for region in (one, two)]
        same = countries[0] == countries[1] and OUTSIDE not in countries
        return "inner" if same else "frontier"

    @cached_property
    def labels(self) -> dict[str, list[Name]]:
        """The names of provinces and coasts, placed; small ones are enlarged if there is room."""
        places = anchors.survey(self.plan, self.projection)
        seas = {site.code for site in self.plan.sites.values() if site.sea}
        obstacles = Obstacles(
            units={at: (spot, self.counter_area(at)) for at, spot in places.units.items()},
            dots=[*places.centres.values(), *places.builds.values()],
            frame=self.projection.frame,
            panels=[(x, y, x + w, y + h) for x, y, w, h in self.panels],
            shapes={c: s for c, s in self.shapes.items() if c in self.plan.sites and c not in seas},
            pen=self.pen,
        )
        found = fitted(dict(self._name_requests()), obstacles)
        for box in self.plan.boxes:
            found[box.code] += found.pop(f"{box.code} note")
        return found

    def counter_area(self, place: str) -> Any:
        """The area that the counters of all units cover that may stand in a place."""
        code, _, coast = place.partition("/")
        site = self.plan.sites.get(code)
        if site is None or site.sea or coast:
            return anchors.counter_area(("F",), self.pen)
        afloat = code in self.shores and not site.coasts
        return anchors.counter_area(("A", "F") if afloat else ("A",), self.pen)

    def _name_requests(self) -> Iterator[tuple[str, NameRequest]]:
        for site in self.plan.sites.values():
            area = self.shapes[site.code].area / GRID**2 / self.pen**2
            sizes = names.SEA_SIZES if site.sea else names.LAND_SIZES
            spot = self.projection(*(site.label.at or site.at))
            style = names.SEA if site.sea else names.LAND
            size = next(size for limit, size in sizes if area < limit)
            yield site.code, NameRequest(site.label, spot, style, size)
            marks = {**site.coasts, **site.coast_marks}
            for coast, at in marks.items():
                mark = NameRequest(Label(f"{coast}."), self.projection(*at), names.COAST, 9.0)
                yield f"{site.code}/{coast}", mark
        for box in self.plan.boxes:
            yield from self._box_names(box)
        for canal in self.plan.canals:
            if canal.label and canal.label.at:
                spot = self.projection(*canal.label.at)
                yield canal.name, NameRequest(canal.label, spot, names.SEA, 9.0)

    @property
    def panels(self) -> list[Rect]:
        """The panels for the title and, if the drawing has one, for the key."""
        return title_and_key.panels(self.plan)

    def box_room(self, box: Box) -> tuple[float, float, float, float]:
        """The panel of an off-board space under the map: x, y, width, height."""
        x0, _, x1, y1 = self.projection.frame
        top = y1 + MARGIN + BOX * self.plan.boxes.index(box)
        return x0, top, x1 - x0, BOX - 10

    def line_through(self, tokens: Iterable[str]) -> list[Point]:
        """The line through some tokens of the plan, in picture units."""
        return [self.projection.token(token, self.plan) for token in tokens]

    def _box_names(self, box: Box) -> Iterator[tuple[str, NameRequest]]:
        left, top, wide, high = self.box_room(box)
        for code, text, size, spacing, down in (
            (box.code, box.name, 15.0, None, 0.34),
            (f"{box.code} note", box.note, 11.5, 0.2, 0.75),
        ):
            label = Label(text, size=size / self.pen, spacing=spacing)
            spot = left + wide / 2, top + high * down
            yield code, NameRequest(label, spot, names.SEA, size, fixed=True)

    @cached_property
    def anchors(self) -> Anchors:
        """Where units, centres and dislodged units stand."""
        places = anchors.survey(self.plan, self.projection)
        shapes = {code: self.shapes[code] for code in self.plan.sites}
        units = dict(places.units)
        for box in self.plan.boxes:
            left, top, wide, high = self.box_room(box)
            units[box.code] = (left + 0.27 * wide, top + high / 2)
            corners = (left, top, left + wide, top + high)
            shapes[box.code] = rectangle(*(n * GRID for n in corners))
        rooms = names.label_boxes(self.labels)
        areas = {at: self.counter_area(at) for at in units}
        places = replace(places, units=units)
        places = replace(places, units=anchors.settled_units(places, rooms, areas, self.pen))
        taken = [box for boxes in rooms.values() for box in boxes]
        aside = anchors.dislodged_places(places, shapes, taken, self.pen)
        return replace(places, dislodged=aside)
