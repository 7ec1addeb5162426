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
from builder.draw.curves import Rect
from builder.draw.svg import steps
from builder.model.grouping import grouped

BOX = 46
# Of the graticule and the frame, in picture units and degrees.
BAND, OUTER = 5, 19
DEGREES = 5
HORIZON = math.cos(math.radians(56))
LEAST_BAR, LEAST_STEP = 5, 44
FIGURES = Style("italic", 0.0)


class GeographicBoard(MapSheet):
    """A board drawn by longitude and latitude; raises ArchiveError with every fault."""

    template = "sheet.svg"

    def __init__(self, maps: Path, variant: str) -> None:
        self.plan = plan = DrawingPlan(maps, variant)
        self.projection = plan.projection
        self.geometry = BoardGeometry(maps, plan)
        self.homes, self.pen = plan.homelands, plan.raw["view"].get("pen", 1.0)
        x0, y0, x1, y1 = self.projection.frame
        super().__init__(variant, plan.raw, (x0, y0, x1 - x0, y1 - y0), BOX * len(plan.boxes))
        self.signs = self._signs()
        self.surveyed = self._surveyed()
        self.labels = self._labels()
        self.rooms = {
            code: [Rect(*tenths(box)) for box in placement.boxes_of(lines)]
            for code, lines in self.labels.items()
        }
        self.anchors = self._anchors()
        self.figures, self.net = figures(self.projection), net(self.projection)
        self.graduation = graduation(self.projection)
        self.words = [*self.figures, *chain.from_iterable(self.labels.values())]
        self.ways = self._ways()
        self.spare = {
            code: {key: self.projection(*at) for key, at in spots.items()}
            for code, spots in self.raw.get("spare", {}).items()
        }

    def _signs(self) -> dict[str, str]:
        """The signs that the board uses, each with its meaning; `parts.svg` draws them by name."""
        plan, sites = self.plan, self.plan.sites.values()
        straits = any(border.kind == "straits" for border in plan.borders)
        plain = {crossing.units for crossing in plan.crossings if not crossing.meets}
        centres = sum(site.centre is not None for site in sites)
        used = (
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
        return {sign: words for sign, shown, words in used if shown}

    def box_room(self, code: str) -> Box:
        """The panel of an off-board space under the map: x, y, width, height."""
        x, y, wide, high = self.frame
        return x, y + high + MARGIN + BOX * [*self.plan.boxes].index(code), wide, BOX - 10

    def _ends(self, code: str) -> dict[str, list[Point]]:
        """The two ends of the channel to an off-board space from each sea that it joins. A channel
        begins in the middle of the sea's longest stretch along the foot of the map."""
        _, top, _, high = self.box_room(code)
        foot, found = self.projection.frame[3], {}
        for sea in self.plan.boxes[code]["joins"]:
            _, middle = max(
                (abs(bx - ax), (ax + bx) / 2 / GRID)
                for piece in self.geometry.pieces[sea]
                for (ax, ay), (bx, by) in pairwise(piece.exterior.coords)
                if ay == by == round(foot * GRID)
            )
            found[sea] = [(round(middle), foot - 8), (round(middle), top + high / 2)]
        return found

    def _surveyed(self) -> Anchors:
        """The places that the plan itself gives, in whole units as pictures use them."""

        def whole(at: Point) -> Point:
            x, y = self.projection(*at)
            return round(x), round(y)

        sites, units = self.plan.sites.values(), {}
        for site in sites:
            if not site.impassable:
                units[site.code] = whole(site.at)
                units |= {f"{site.code}/{coast}": whole(at) for coast, at in site.coasts.items()}
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
        afloat = code in self.geometry.shores and not site.coasts
        return placement.counter_area(("A", "F") if afloat else ("A",), self.pen)

    def _labels(self) -> dict[str, list[Name]]:
        """The names of provinces and coasts, placed; small ones are enlarged if there is room."""
        places, shapes, sites = self.surveyed, self.geometry.shapes, self.plan.sites
        panels = [self.cartouche, *([self.key] if self.key else ())]
        obstacles = Obstacles(
            counters={
                at: affinity.translate(self.counter_area(at), *spot)
                for at, spot in places.units.items()
            },
            dots=places.dots,
            frame=Rect(*self.projection.frame),
            panels=[Rect(x, y, x + w, y + h) for x, y, w, h in panels],
            shapes={c: s for c, s in shapes.items() if c in sites and not sites[c].sea},
            pen=self.pen,
        )
        found = fitted_names(dict(self._name_requests()), obstacles)
        for code in self.plan.boxes:
            found[code] += found.pop(f"{code} note")
        return found

    def _name_requests(self) -> Iterator[tuple[str, NameRequest]]:
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
        for code, box in self.plan.boxes.items():
            left, top, wide, high = self.box_room(code)
            for key, text, size, spacing, down in (
                (code, box["name"], 15.0, None, 0.34),
                (f"{code} note", box.get("note", ""), 11.5, 0.2, 0.75),
            ):
                label = Label(text, size=size / self.pen, spacing=spacing)
                spot = left + wide / 2, top + high * down
                yield key, NameRequest(label, spot, names.SEA, size, fixed=True)
        for canal in self.plan.canals:
            if canal.label and canal.label.at:
                spot = self.projection(*canal.label.at)
                yield canal.name, NameRequest(canal.label, spot, names.SEA, 9.0)

    def names_by_style(self) -> dict[str, list[Name]]:
        """The names on land, at sea, marks of coasts, and those of impassable land."""
        styles = {names.LAND: "land", names.SEA: "sea", names.COAST: "coast"}
        shut = {site.code for site in self.plan.sites.values() if site.impassable}
        return defaultdict(list) | grouped(
            ("impassable" if code in shut else styles[line.style], line)
            for code, lines in self.labels.items()
            for line in lines
        )

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
            borders, sides = {frozenset(pair) for pair in canal.along}, self.geometry.sides.items()
            along = [s for s, regions in sides if {r.of for r in regions} in borders]
            courses += path_data.line(on_grid(own).coords) + path_data.chains(along)
        return courses

    def _ways(self) -> Mapping[str, object]:
        """The metadata of crossings, straits, canals and off-board spaces."""
        plan, line = self.plan, self.plan.line
        straits = [b for b in plan.borders if b.kind == "straits"]
        return {
            "crossings": [
                {"joins": c.joins[0], "units": c.units, "line": line(c.tokens)}
                for c in plan.crossings
            ],
            "straits": [{"joins": b.sides, "line": line(b.tokens)} for b in straits],
            "canals": [
                {"name": c.name, "joins": c.joins, "line": line(c.tokens)} for c in plan.canals
            ],
            "boxes": {
                code: {"joins": b["joins"], "box": self.box_room(code), "ways": self._ends(code)}
                for code, b in plan.boxes.items()
            },
        }


def net(projection: Projection) -> str:
    """Every tenth meridian and every fifth parallel in the frame, as path data."""
    frame = shapely.box(*projection.frame).buffer(3)
    lines = [[(lon, lat / 2) for lat in range(-40, 161)] for lon in range(-180, 180, 10)]
    lines += [[(lon, lat) for lon in range(-180, 181, 2)] for lat in range(-10, 85, 5)]
    found = ""
    for places in lines:
        near = [projection(*p) for p in places if projection.turned(*p)[0] > HORIZON]
        if len(near) > 1:
            for part in shapely.get_parts(LineString(near).simplify(0.6).intersection(frame)):
                if part.length > 1:
                    found += path_data.line(on_grid(part).coords)
    return found


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
                bars += f"M{steps(x, y)}{'hv'[edge.axis]}{length}"
    return bars


def figures(projection: Projection) -> list[Name]:
    """The multiples of ten degrees in the margin, as words."""
    found = []
    for edge in _edges(projection):
        last = edge.start - LEAST_STEP
        for (_, before), (here, step) in pairwise(edge.marks(projection)):
            degree = max(before, step) * DEGREES
            if degree % 10:
                continue
            if edge.start + 14 < here < edge.end - 14 and here - last > LEAST_STEP:
                x, y = edge.at(here, (BAND + OUTER) / 2)
                text, turn = f"{abs(degree)}°", 90.0 * edge.out * edge.axis
                found.append(Name(text, FIGURES, x, y + 2.6, 8.5, 0.0, turn, (x, y)))
            last = here
    return found
