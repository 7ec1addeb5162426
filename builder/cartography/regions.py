"""Coast, borders and frame cut a board into regions, each given to the province it shows.

All coordinates of regions are rounded to a grid of whole tenths of a picture unit, so the checks
see exactly what is written.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, compress
from pathlib import Path
from typing import Any

import shapely
from shapely import LinearRing, LineString, Point, Polygon, STRtree, affinity, box, prepared
from shapely.ops import linemerge, polygonize_full

from builder.cartography import drawing, path_data
from builder.cartography.drawing import OUTSIDE, Border, DrawingPlan
from builder.cartography.path_data import GRID, SpotSegment, line_kind, on_grid, rounded
from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.provided import map_file

ISLE = "isle"
CLOSED = "closed"
STILL = "still"
# Areas and lengths in picture units.
LARGEST_SCRAP = 30.0
NEAR = 6.0  # how far a province's point may lie from its region
LARGEST_ISLE = 400.0  # an island of no province
LARGEST_ISLET = 180.0  # an island with the colour of a province
ISLET_REACH = 26.0  # how far such an island may lie from its province
LOOSE_END = 2.5  # the longest line that may end without meeting another
LEAST_BORDER = 6  # shorter pieces of a border are not checked
CHECKED_AT = (0.25, 0.5, 0.75)
BLEED = 60  # of the coast beyond the frame
LEAST_LAKE = 12
SMALL_ISLAND = 60
SMALL_TOLERANCE = 0.5
SWELL_REACH = 6  # how near an island to be enlarged must be


@dataclass(slots=True)
class Region:
    """One piece of a board cut by lines: its shape in grid units, and whether it is land.

    `of` is a province, OUT, "isle" (an island in no province), "still" (water in no game) or
    "closed" (water barred to all); `islet` marks an island that bears a province's colour but
    counts for no adjacency, `inner` water enclosed by a province.
    """

    shape: Polygon
    dry: bool
    of: str = ""
    islet: bool = False
    inner: bool = False


class BoardGeometry:
    """A board cut into regions; raises ArchiveError with every fault of its plan."""

    def __init__(self, maps: Path, plan: DrawingPlan) -> None:
        self.plan = plan
        self.projection = plan.projection
        land = land_around(maps, plan)
        self.lines_drawn = self._lines_drawn(land)
        self.faults = list(self._wrong_junctions())
        self.regions = self._cut(land)
        self.tree = STRtree([region.shape for region in self.regions])
        self._settle()
        self.faults += [*self._unclaimed(), *self._wrong_borders()]
        if self.faults:
            raise ArchiveError("\n".join(self.faults))

    def _lines_drawn(self, land: Any) -> list[tuple[Border, LineString]]:
        """The lines of every border, cut off at the coast."""
        wide = land.buffer(0.2)
        narrow = land.buffer(-0.2)
        lines: list[tuple[Border, LineString]] = []
        for border in self.plan.borders:
            lines += [(border, part) for part in self._parts(border, wide, narrow)]
        return lines

    def _wrong_junctions(self) -> Iterator[str]:
        """The faults of junctions at which other provinces meet than their names say."""
        for name in self.plan.junctions:
            meeting: set[str] = set()
            for border in self.plan.borders:
                if name in border.tokens:
                    meeting.update(border.sides)
            if meeting != set(name.split(".")):
                yield f"junction {name}: met by the borders of {', '.join(sorted(meeting))}"

    def _parts(self, border: Border, wide: Any, narrow: Any) -> list[LineString]:
        """A border as lines in picture units, cut off just past the coast. `wide` is all land and a
        little more, for borders on land; `narrow` a little less, for others."""
        points = self.plan.line(border.tokens)
        if border.kind == "land":
            points = path_data.wavering(points, " ".join(border.tokens))
        line = LineString(rounded(points, 3 if border.kind == "sea" else 2))
        cut = line.intersection(wide) if border.kind == "land" else line.difference(narrow)
        least = 0.3 if border.kind == "straits" else 1
        return [part for part in shapely.get_parts(cut) if part.length > least]

    def _cut(self, land: Any) -> list[Region]:
        """The regions between coast, lines and frame, the largest first."""
        frame = box(*self.projection.frame)
        lines = [line for _, line in self.lines_drawn]
        net = shapely.union_all([land.boundary, frame.boundary, *lines], grid_size=0.01)
        net = shapely.union_all([net.intersection(frame)], grid_size=0.01)
        thin = self.plan.coast["thin"]
        arcs = [arc.simplify(thin) for arc in linemerge(list(net.geoms)).geoms]
        grid = on_grid(shapely.union_all(arcs))
        shapes, _, dangles, _ = polygonize_full(shapely.union_all([grid], grid_size=1))
        for dangle in dangles.geoms:
            if dangle.length > LOOSE_END * GRID:
                end = tuple(round(n / GRID) for n in dangle.coords[0])
                self.faults.append(f"a line ends loose at {end}")
        on_land = prepared.prep(on_grid(land))
        regions = []
        for shape in shapes.geoms:
            regions.append(Region(shape, on_land.contains(shape.representative_point())))
        return sorted(regions, key=lambda region: (-region.shape.area, region.shape.bounds))

    def _settle(self) -> None:
        """Give every region to the province whose point lies in it, then the rest to neighbours."""
        for site in self.plan.sites.values():
            self._claim(site.code, (site.at, *site.also), dry=not site.sea)
            for region in self._claim(site.code, site.inner, dry=False):
                region.inner = True
        self._claim(CLOSED, self.plan.raw.get(CLOSED, ()), dry=False)
        for key, owner in (("outside", OUTSIDE), (STILL, STILL)):
            for region in self._at(owner, self.plan.raw.get(key, ()), dry=owner == OUTSIDE):
                region.of = region.of or owner
        self._join_scraps()
        self._name_islands()
        self._join_scraps()

    def _at(self, who: str, places: Iterable[drawing.Point], *, dry: bool) -> Iterator[Region]:
        """The land or water at some places; a fault where there is none within the frame."""
        for place in places:
            point = on_grid(Point(self.projection(*place)))
            near = sorted(self.tree.query(point, "dwithin", NEAR * GRID))
            fitting = [self.regions[i] for i in near if self.regions[i].dry == dry]
            if fitting:
                yield min(fitting, key=lambda f: f.shape.distance(point))
            elif on_grid(box(*self.projection.frame)).contains(point):
                element = "land" if dry else "water"
                self.faults.append(f"{who}: there is no {element} at {place}")

    def _claim(self, who: str, places: Iterable[drawing.Point], *, dry: bool) -> list[Region]:
        """The land or water at some places, which is theirs from now on."""
        claimed = []
        for region in self._at(who, places, dry=dry):
            if region.of not in ("", who):
                self.faults.append(f"{region.of} and {who} claim the same piece")
            region.of = who
            claimed.append(region)
        return claimed

    def _join_scraps(self) -> None:
        """Give scraps of water and land between a border and the coast to a neighbour."""
        for region in self.regions:
            if region.of or region.shape.area > LARGEST_SCRAP * GRID**2:
                continue
            edge = region.shape.boundary
            borders: list[tuple[bool, float, str]] = []
            for i in sorted(self.tree.query(region.shape, "intersects")):
                other = self.regions[i]
                length = edge.intersection(other.shape.boundary).length
                if length and other.of and (other.dry or not region.dry):
                    borders.append((other.dry, length, other.of))
            if borders:
                dry, _, owner = max(borders, key=lambda border: border[:2])
                region.of = owner
                region.dry = dry or region.dry

    def _name_islands(self) -> None:
        """Make small islands near a province its islets, and others islands of no province."""
        owned = [region for region in self.regions if region.dry and region.of not in ("", OUTSIDE)]
        tree = STRtree([region.shape for region in owned])
        for region in self.regions:
            if not region.dry or region.of:
                continue
            small = region.shape.area / GRID**2 < LARGEST_ISLET
            nearest = tree.query_nearest(region.shape, ISLET_REACH * GRID) if small else ()
            region.islet = len(nearest) > 0
            region.of = owned[min(nearest)].of if region.islet else ISLE

    def _unclaimed(self) -> Iterator[str]:
        """The faults of regions that no province has."""
        for region in self.regions:
            large_isle = region.of == ISLE and region.shape.area > LARGEST_ISLE * GRID**2
            if not region.of or large_isle:
                x, y = (n / GRID for n in region.shape.representative_point().coords[0])
                lon, lat = self.projection.globe(x, y)
                element = "land" if region.dry else "water"
                yield f"{element} in no province at {x:.0f}, {y:.0f} ({lon:.2f}, {lat:.2f})"

    def _wrong_borders(self) -> Iterator[str]:
        """The faults of borders that do not lie between the provinces that their entries name."""
        x0, y0, x1, y1 = self.projection.frame
        for border, line in self.lines_drawn:
            if border.kind == "straits" or line.length < LEAST_BORDER:
                continue
            for share in CHECKED_AT:
                here = line.interpolate(share, normalized=True)
                inside = x0 + 4 < here.x < x1 - 4 and y0 + 4 < here.y < y1 - 4
                owners = self._owners_beside(line, share)
                if inside and owners != set(border.sides):
                    yield (
                        f"the border {'-'.join(border.sides)} at {here.x:.0f}, {here.y:.0f} lies "
                        f"between {' and '.join(sorted(owners))}"
                    )

    def _owners_beside(self, line: LineString, share: float) -> set[str]:
        """The provinces on the two sides of a line, at a share of its length."""
        before = line.interpolate(share - 0.02, normalized=True)
        here = line.interpolate(share, normalized=True)
        after = line.interpolate(share + 0.02, normalized=True)
        dx = after.x - before.x
        dy = after.y - before.y
        reach = 1.2 / math.hypot(dx, dy)
        left = self._owner(here.x - dy * reach, here.y + dx * reach)
        right = self._owner(here.x + dy * reach, here.y - dx * reach)
        return {left, right}

    def _owner(self, x: float, y: float) -> str:
        """The province at a point of the picture; OUT on islands of nobody."""
        first = min(self.tree.query(Point(x * GRID, y * GRID), "within"), default=None)
        of = self.regions[first].of if first is not None else ""
        return OUTSIDE if of == ISLE else of

    @cached_property
    def pieces(self) -> dict[str, list[Polygon]]:
        """The polygons of every province (and of OUT, isles and so on) except islets and inlets."""
        return grouped((r.of, r.shape) for r in self.regions if not r.islet and not r.inner)

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """Every province as one geometry of the grid."""
        joined = {of: shapely.union_all(pieces) for of, pieces in self.pieces.items()}
        return {of: shapely.normalize(shape) for of, shape in joined.items()}

    @cached_property
    def sides(self) -> dict[SpotSegment, list[Region]]:
        """The regions on either side of every segment."""
        sides: dict[SpotSegment, list[Region]] = {}
        for region in self.regions:
            for ring in (region.shape.exterior, *region.shape.interiors):
                spots = [(round(x), round(y)) for x, y in ring.coords]
                for segment in path_data.segments(spots):
                    sides.setdefault(segment, []).append(region)
        return sides

    @cached_property
    def shores(self) -> set[str]:
        """The lands that touch a sea of the game, and those that a canal leads to."""
        seas = {site.code for site in self.plan.sites.values() if site.sea}
        shores: set[str] = set()
        for regions in self.sides.values():
            if any(region.of in seas for region in regions):
                shores.update(region.of for region in regions if not region.islet)
        for canal in self.plan.canals:
            for ports in canal.joins:
                shores.update(ports)
        return shores - seas

    @cached_property
    def lines(self) -> dict[str, list[SpotSegment]]:
        """The segments by kind, as `line_kind` tells it or `strait <name>`."""
        straits = self._strait_segments()
        by_kind: dict[str, list[SpotSegment]] = defaultdict(list)
        for segment, regions in self.sides.items():
            kind = straits.get(segment)
            if kind is None:
                sides = [(region.of, region.dry) for region in regions]
                kind = line_kind(sides, self.plan.homelands)
            by_kind[kind].append(segment)
        return by_kind

    def _strait_segments(self) -> dict[SpotSegment, str]:
        """The segments that lie along a strait, each with `strait <name>`."""
        drawn = shapely.linestrings(list(self.sides))
        straits: dict[SpotSegment, str] = {}
        for border, line in self.lines_drawn:
            if border.kind == "straits":
                within = shapely.contains(on_grid(line).buffer(0.8), drawn)
                straits |= dict.fromkeys(compress(self.sides, within), f"strait {border.name}")
        return straits


def land_around(maps: Path, plan: DrawingPlan) -> Any:
    """All land in and a little around the frame, as one (multi)polygon in picture units. Raises
    ArchiveError if the plan enlarges an island that is not there."""
    projection = plan.projection
    window = box(*projection.frame).buffer(BLEED, join_style="mitre")
    islands = _islands(maps, plan, window)
    for lon, lat, factor in plan.raw.get("swell", ()):
        place = Point(projection(lon, lat))
        nearest = min(range(len(islands)), key=lambda i: islands[i].distance(place))
        if islands[nearest].distance(place) > SWELL_REACH:
            raise ArchiveError(f"swell: there is no island at {lon}, {lat}")
        islands[nearest] = affinity.scale(islands[nearest], factor, factor)
    smooth = []
    for island in islands:
        if island.area >= plan.coast["least"]:
            large = island.area > SMALL_ISLAND
            smooth.append(_smooth(island, plan.coast["tolerance"] if large else SMALL_TOLERANCE))
    land = shapely.union_all(smooth).intersection(window)
    for ring in plan.raw.get("fill", ()):
        corners = plan.line(ring.split())
        land = land.union(Polygon(rounded([*corners, corners[0]], 2, closed=True)))
    return land.intersection(window)


def _islands(maps: Path, plan: DrawingPlan, window: Polygon) -> list[Polygon]:
    """The polygons of the coast file in a window, except those wholly west of a meridian."""
    coast = json.loads(map_file(maps, "coast", "land.json").read_text(encoding="utf-8"))
    islands: list[Polygon] = []
    for rings in coast["polygons"]:
        outline, *holes = (_places(ring, coast["unit"]) for ring in rings)
        if max(lon for lon, _ in outline) <= plan.coast["west"]:
            continue
        fine = Polygon(outline, holes).segmentize(1.0)  # the projection curves long edges
        drawn = shapely.transform(fine, lambda places: [plan.projection(*at) for at in places])
        parts = shapely.get_parts(drawn.buffer(0).intersection(window))
        islands += [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]
    return islands


def _places(ring: Sequence[int], unit: float) -> list[drawing.Point]:
    """The longitudes and latitudes of a ring of the coast file: a start and steps, two numbers for
    each point, in parts of a degree."""
    longitudes = accumulate(ring[::2])
    latitudes = accumulate(ring[1::2])
    return [(lon * unit, lat * unit) for lon, lat in zip(longitudes, latitudes, strict=True)]


def _smooth(island: Polygon, tolerance: float) -> Any:
    """An island with its outline thinned and rounded, and its smallest holes filled."""

    def ring(line: Any) -> list[drawing.Point]:
        return rounded(LinearRing(line).simplify(tolerance).coords, 2, closed=True)

    holes = [ring(hole) for hole in island.interiors if Polygon(hole).area > LEAST_LAKE]
    return Polygon(ring(island.exterior), holes).buffer(0)
