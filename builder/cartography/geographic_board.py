"""A board drawn by longitude and latitude: its names, signs, places, graticule and frame."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import shapely
from shapely import LineString, affinity

from builder.cartography import names, path_data, placement
from builder.cartography.drawing import MARGIN, DrawingPlan, Label, Point, Projection
from builder.cartography.map_sheet import MapSheet, tenths
from builder.cartography.names import Name, NameRequest, Style
from builder.cartography.path_data import GRID, on_grid, rounded
from builder.cartography.placement import Anchors, Obstacles, fitted_names
from builder.cartography.regions import CLOSED, BoardGeometry
from builder.draw.board_sheet import Box
from builder.draw.geometry.curves import Rect
from builder.draw.svg import steps

BOX_HEIGHT = 46  # of the panel of an off-board space, with the gap below it
# Of the graticule and the frame, in picture units and degrees.
BAND = 5
OUTER = 19
DEGREES = 5
HORIZON = math.cos(math.radians(56))
LEAST_BAR = 5
LEAST_STEP = 44
FIGURES = Style("italic", 0.0)


class GeographicBoard(MapSheet):
    """A board drawn by longitude and latitude; raises ArchiveError with every fault."""

    template = "sheet.svg"

    def __init__(self, maps: Path, variant: str) -> None:
        plan = DrawingPlan(maps, variant)
        self.plan = plan
        self.projection = plan.projection
        self.geometry = BoardGeometry(maps, plan)
        self.homes = plan.homelands
        self.pen = plan.raw["view"].get("pen", 1.0)
        x0, y0, x1, y1 = self.projection.frame
        room_below = BOX_HEIGHT * len(plan.boxes)
        super().__init__(variant, plan.raw, (x0, y0, x1 - x0, y1 - y0), room_below)
        self.signs = self._signs()
        self.surveyed = self._surveyed()
        self.labels = self._labels()
        self.rooms = {}
        for code, lines in self.labels.items():
            self.rooms[code] = [Rect(*tenths(box)) for box in placement.boxes_of(lines)]
        self.anchors = self._anchors()
        self.figures = figures(self.projection)
        self.net = net(self.projection)
        self.graduation = graduation(self.projection)
        self.words = [*self.figures, *chain.from_iterable(self.labels.values())]
        self.ways = self._ways()
        self.spare = {
            code: self._projected(places) for code, places in self.raw.get("spare", {}).items()
        }

    def _projected(self, places: Mapping[str, Point]) -> dict[str, Point]:
        """Places by longitude and latitude, as points of the picture."""
        return {key: self.projection(*at) for key, at in places.items()}

    def _signs(self) -> dict[str, str]:
        """The signs that the board uses, each with its meaning; `parts.svg` draws them by name."""
        plan = self.plan
        sites = plan.sites.values()
        straits = any(border.kind == "straits" for border in plan.borders)
        plain = {crossing.units for crossing in plan.crossings if not crossing.meets}
        centres = sum(site.centre is not None for site in sites)
        signs = (
            ("centre", True, f"supply centre ({centres})"),
            ("build", any(s.build for s in sites), "units are built here; no centre"),
            ("canal", plan.canals, "canal for fleets"),
            ("bar", straits, "strait that fleets do not pass"),
            ("strait", "A" in plain, "strait: only supports count"),
            ("passage", "AF" in plain, "passage, which nothing collides with"),
            ("meeting", any(c.meets for c in plan.crossings), "passage, and what it collides with"),
            ("sailing", "F" in plain, "passage for fleets"),
            ("ice", "ice" in plan.raw, "closed in Fall"),
            ("closed", plan.raw.get(CLOSED), "closed water"),
            ("impassable", any(s.impassable for s in sites), "impassable land"),
        )
        return {sign: words for sign, shown, words in signs if shown}

    def box_room(self, code: str) -> Box:
        """The panel of an off-board space under the map: x, y, width, height."""
        x, y, wide, high = self.frame
        place_in_order = list(self.plan.boxes).index(code)
        top = y + high + MARGIN + BOX_HEIGHT * place_in_order
        return x, top, wide, BOX_HEIGHT - 10

    def _ends(self, code: str) -> dict[str, list[Point]]:
        """The two ends of the channel to an off-board space from each sea that it joins. A channel
        begins in the middle of the sea's longest stretch along the foot of the map."""
        _, top, _, high = self.box_room(code)
        foot = self.projection.frame[3]
        ends: dict[str, list[Point]] = {}
        for sea in self.plan.boxes[code]["joins"]:
            middle = round(self._middle_at_foot(sea))
            ends[sea] = [(middle, foot - 8), (middle, top + high / 2)]
        return ends

    def _middle_at_foot(self, sea: str) -> float:
        """The middle of a sea's longest stretch along the foot of the map."""
        foot = round(self.projection.frame[3] * GRID)
        stretches: list[tuple[float, float]] = []  # length and middle
        for piece in self.geometry.pieces[sea]:
            for (ax, ay), (bx, by) in pairwise(piece.exterior.coords):
                if ay == by == foot:
                    stretches.append((abs(bx - ax), (ax + bx) / 2 / GRID))
        _, middle = max(stretches)
        return middle

    def _surveyed(self) -> Anchors:
        """The places that the plan itself gives, in whole units as pictures use them."""

        def whole(at: Point) -> Point:
            x, y = self.projection(*at)
            return round(x), round(y)

        sites = self.plan.sites.values()
        units: dict[str, Point] = {}
        for site in sites:
            if site.impassable:
                continue
            units[site.code] = whole(site.at)
            for coast, at in site.coasts.items():
                units[f"{site.code}/{coast}"] = whole(at)
        return Anchors(
            units=units,
            centres={s.code: whole(s.centre) for s in sites if s.centre},
            builds={s.code: whole(s.build) for s in sites if s.build},
        )

    def _anchors(self) -> Anchors:
        """Where units, centres and dislodged units stand."""
        shapes = {code: self.geometry.shapes[code] for code in self.plan.sites}
        units = dict(self.surveyed.units)
        for code in self.plan.boxes:
            left, top, wide, high = self.box_room(code)
            units[code] = (left + 0.27 * wide, top + high / 2)
            shapes[code] = on_grid(shapely.box(left, top, left + wide, top + high))
        areas = {at: self.counter_area(at) for at in units}
        places = self.surveyed._replace(units=units)
        places = places._replace(units=placement.settled_units(places, self.rooms, areas, self.pen))
        return placement.with_dislodged(places, shapes, self.rooms, self.pen)

    def counter_area(self, place: str) -> Any:
        """The area that the counters of all units cover that may stand in a place."""
        code, _, coast = place.partition("/")
        site = self.plan.sites.get(code)
        if site is None or site.sea or coast:
            return placement.counter_area(("F",), self.pen)
        fleets_too = code in self.geometry.shores and not site.coasts
        kinds = ("A", "F") if fleets_too else ("A",)
        return placement.counter_area(kinds, self.pen)

    def _labels(self) -> dict[str, list[Name]]:
        """The names of provinces and coasts, placed; small ones are enlarged if there is room."""
        places = self.surveyed
        shapes = self.geometry.shapes
        sites = self.plan.sites
        panels = [self.cartouche]
        if self.key:
            panels.append(self.key)
        obstacles = Obstacles(
            counters={
                at: affinity.translate(self.counter_area(at), *spot)
                for at, spot in places.units.items()
            },
            dots=places.dots,
            frame=Rect(*self.projection.frame),
            panels=[Rect(x, y, x + w, y + h) for x, y, w, h in panels],
            shapes={
                code: shape
                for code, shape in shapes.items()
                if code in sites and not sites[code].sea
            },
            pen=self.pen,
        )
        labels = fitted_names(dict(self._name_requests()), obstacles)
        for code in self.plan.boxes:
            labels[code] += labels.pop(f"{code} note")
        return labels

    def _name_requests(self) -> Iterator[tuple[str, NameRequest]]:
        yield from self._province_requests()
        yield from self._box_requests()
        for canal in self.plan.canals:
            if canal.label and canal.label.at:
                spot = self.projection(*canal.label.at)
                yield canal.name, NameRequest(canal.label, spot, names.SEA, 9.0)

    def _province_requests(self) -> Iterator[tuple[str, NameRequest]]:
        """The names of provinces, and the marks of their coasts."""
        for site in self.plan.sites.values():
            area = self.geometry.shapes[site.code].area / GRID**2 / self.pen**2
            sizes = names.SEA_SIZES if site.sea else names.LAND_SIZES
            spot = self.projection(*(site.label.at or site.at))
            style = names.SEA if site.sea else names.LAND
            size = next(size for limit, size in sizes if area < limit)
            yield site.code, NameRequest(site.label, spot, style, size)
            for coast, at in {**site.coasts, **site.coast_marks}.items():
                mark = NameRequest(Label(f"{coast}."), self.projection(*at), names.COAST, 9.0)
                yield f"{site.code}/{coast}", mark

    def _box_requests(self) -> Iterator[tuple[str, NameRequest]]:
        """The names of off-board spaces, each with a note below it."""
        for code, box in self.plan.boxes.items():
            left, top, wide, high = self.box_room(code)
            middle = left + wide / 2
            name = Label(box["name"], size=15.0 / self.pen)
            spot = middle, top + high * 0.34
            yield code, NameRequest(name, spot, names.SEA, 15.0, fixed=True)
            note = Label(box.get("note", ""), size=11.5 / self.pen, spacing=0.2)
            spot = middle, top + high * 0.75
            yield f"{code} note", NameRequest(note, spot, names.SEA, 11.5, fixed=True)

    def names_by_style(self) -> dict[str, list[Name]]:
        """The names on land, at sea, marks of coasts, and those of impassable land."""
        styles = {names.LAND: "land", names.SEA: "sea", names.COAST: "coast"}
        impassable = {site.code for site in self.plan.sites.values() if site.impassable}
        by_style: dict[str, list[Name]] = defaultdict(list)
        for code, lines in self.labels.items():
            for line in lines:
                style = "impassable" if code in impassable else styles[line.style]
                by_style[style].append(line)
        return by_style

    def lakes(self) -> str:
        """The outlines of lakes, which are no provinces."""
        outlines = ""
        for ring in self.raw.get("lakes", {}).values():
            corners = self.plan.line(ring.split())
            shore = LineString(rounded([*corners, corners[0]], 3, closed=True)).simplify(0.15)
            outlines += path_data.line(on_grid(shore).coords, closed=True)
        return outlines

    def canals(self) -> str:
        """The whole courses of canals: their own lines and the borders that they run along."""
        courses = ""
        for canal in self.plan.canals:
            own = LineString(rounded(self.plan.line(canal.tokens), 3)).simplify(0.2)
            courses += path_data.line(on_grid(own).coords)
            borders = {frozenset(pair) for pair in canal.along}
            along = []
            for segment, regions in self.geometry.sides.items():
                if {region.of for region in regions} in borders:
                    along.append(segment)
            courses += path_data.chains(along)
        return courses

    def _ways(self) -> Mapping[str, object]:
        """The metadata of crossings, straits, canals and off-board spaces."""
        line = self.plan.line
        crossings = []
        for crossing in self.plan.crossings:
            entry: dict[str, object] = {"joins": crossing.joins[0], "units": crossing.units}
            crossings.append({**entry, "line": line(crossing.tokens)})
        straits = []
        for border in self.plan.borders:
            if border.kind == "straits":
                straits.append({"joins": border.sides, "line": line(border.tokens)})
        canals = []
        for canal in self.plan.canals:
            entry = {"name": canal.name, "joins": canal.joins}
            canals.append({**entry, "line": line(canal.tokens)})
        boxes = {}
        for code, box in self.plan.boxes.items():
            entry = {"joins": box["joins"], "box": self.box_room(code)}
            boxes[code] = {**entry, "ways": self._ends(code)}
        return {"crossings": crossings, "straits": straits, "canals": canals, "boxes": boxes}


def net(projection: Projection) -> str:
    """Every tenth meridian and every fifth parallel in the frame, as path data."""
    frame = shapely.box(*projection.frame).buffer(3)
    data = ""
    for places in (*_meridians(), *_parallels()):
        near = [projection(*place) for place in places if projection.turned(*place)[0] > HORIZON]
        if len(near) < 2:
            continue
        line = LineString(near).simplify(0.6)
        for part in shapely.get_parts(line.intersection(frame)):
            if part.length > 1:
                data += path_data.line(on_grid(part).coords)
    return data


def _meridians() -> Iterator[list[Point]]:
    """Every tenth meridian, as longitudes and latitudes."""
    for lon in range(-180, 180, 10):
        yield [(lon, lat / 2) for lat in range(-40, 161)]


def _parallels() -> Iterator[list[Point]]:
    """Every fifth parallel, as longitudes and latitudes."""
    for lat in range(-10, 85, 5):
        yield [(lon, lat) for lon in range(-180, 181, 2)]


class Edge(NamedTuple):
    """One edge of the frame. `axis` is 0 if it is level and 1 if upright, `start` and `end` are its
    ends along that axis, `level` is its place on the other; `out` is -1 or 1, the way outward."""

    axis: int
    start: float
    end: float
    level: float
    out: int

    def at(self, along: float, off: float = 0.0) -> Point:
        """A point of the edge, or `off` units outside of it."""
        across = self.level + self.out * off
        return (along, across) if self.axis == 0 else (across, along)

    def marks(self, projection: Projection) -> Iterator[tuple[float, int]]:
        """Where each stretch of five degrees begins on the edge, and its number."""

        def stretch(along: float) -> int:
            return math.floor(projection.globe(*self.at(along))[self.axis] / DEGREES)

        places = (self.start + step for step in range(round(self.end - self.start) + 1))
        return ((next(same), number) for number, same in groupby(places, key=stretch))


def _edges(projection: Projection) -> list[Edge]:
    x0, y0, x1, y1 = projection.frame
    level = [Edge(0, x0, x1, y0, -1), Edge(0, x0, x1, y1, 1)]
    return [*level, Edge(1, y0, y1, x0, -1), Edge(1, y0, y1, x1, 1)]


def graduation(projection: Projection) -> str:
    """Every other stretch of five degrees along the frame, as path data: the black bars."""
    bars = ""
    for edge in _edges(projection):
        for (here, step), (there, _) in pairwise([*edge.marks(projection), (edge.end, 0)]):
            if step % 2 and there - here > LEAST_BAR:
                x, y = (round(n * GRID) for n in edge.at(here, BAND / 2))
                length = round(there * GRID) - round(here * GRID)
                direction = "h" if edge.axis == 0 else "v"
                bars += f"M{steps(x, y)}{direction}{length}"
    return bars


def figures(projection: Projection) -> list[Name]:
    """The multiples of ten degrees in the margin, as words."""
    words = []
    for edge in _edges(projection):
        last = edge.start - LEAST_STEP
        for (_, before), (here, step) in pairwise(edge.marks(projection)):
            degree = max(before, step) * DEGREES
            if degree % 10:
                continue
            if edge.start + 14 < here < edge.end - 14 and here - last > LEAST_STEP:
                x, y = edge.at(here, (BAND + OUTER) / 2)
                turn = 90.0 * edge.out * edge.axis
                words.append(Name(f"{abs(degree)}°", FIGURES, x, y + 2.6, 8.5, 0.0, turn, (x, y)))
            last = here
    return words
