"""Coast, borders and frame woven into faces, and every face given to the province it shows.

Everything from here on lies on the engraver's grid: whole tenths of a picture unit, so that what
is checked is, digit for digit, what is written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import shapely
from shapely import STRtree, affinity, prepared
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import linemerge, polygonize_full

from builder.cartography import coast
from builder.cartography.faults import DrawingError
from builder.cartography.plan import OUTSIDE, Border, Plan, Site
from builder.cartography.projection import Projection
from builder.cartography.strokes import rounded, wavering

GRID = 10
ISLE, CLOSED, STILL = "isle", "closed", "still"
WAVER = 0.07
SCRAP = 30.0
LOOSE_END = 2.5
NEAR = 6.0
LARGE_ISLE = 400.0
TINTED, TINT_REACH = 180.0, 26.0


@dataclass(slots=True)
class Face:
    """One piece of the mosaic: its shape in grid units, whether it is land, and whose it is.

    `of` is a province, OUT, "isle" (an island of nobody), "still" (water in no game) or "closed"
    (water barred to all); `islet` marks an island that bears a province's colour but counts for no
    adjacency, `inner` water enclosed by a province.
    """

    shape: Polygon
    dry: bool
    of: str = ""
    islet: bool = False
    inner: bool = False


@dataclass
class Mosaic:
    """A board cut into faces, and the strait lines (grid units) that close water to ships."""

    plan: Plan
    projection: Projection
    faces: list[Face]
    straits: list[tuple[Border, Any]]
    faults: list[str] = field(default_factory=list)


def build(maps: Path, plan: Plan, projection: Projection) -> Mosaic:
    """Cut the board that a plan describes; raises DrawingError with every fault found."""
    ground = coast.land(maps, plan, projection)
    banks = ground.buffer(0.2), ground.buffer(-0.2)
    lines = [(b, part) for b in plan.borders for part in drawn(b, plan, projection, *banks)]
    thin = plan.number("coast", "thin", 0.36)
    faces, loose = woven(ground, [line for _, line in lines], projection, thin)
    straits = [
        (b, affinity.scale(line, GRID, GRID, origin=(0, 0)))
        for b, line in lines
        if b.kind == "straits"
    ]
    mosaic = Mosaic(plan, projection, faces, straits)
    mosaic.faults += junction_faults(plan)
    mosaic.faults += [f"a line ends loose at {end}" for end in loose]
    _Claims(mosaic).settle()
    mosaic.faults += side_faults(mosaic, lines)
    if mosaic.faults:
        raise DrawingError(mosaic.faults)
    return mosaic


def drawn(
    border: Border, plan: Plan, projection: Projection, wide: Any, narrow: Any
) -> list[LineString]:
    """A border as lines in picture units, cut off just past the coast: land a little wider for
    borders on land, a little narrower for those at sea.
    """
    points = [projection.token(token, plan) for token in border.tokens]
    if border.kind == "land":
        points = wavering(points, " ".join(border.tokens), WAVER)
    line = LineString(rounded(points, 3 if border.kind == "sea" else 2))
    cut = line.intersection(wide) if border.kind == "land" else line.difference(narrow)
    least = 0.3 if border.kind == "straits" else 1
    return [part for part in getattr(cut, "geoms", [cut]) if part.length > least]


def woven(
    ground: Any, lines: list[LineString], projection: Projection, thin: float
) -> tuple[list[Face], list[tuple[int, int]]]:
    """Faces between coast, lines and frame, and where a line ends without meeting another."""
    frame = box(*projection.frame)
    net = shapely.union_all([ground.boundary, frame.boundary, *lines], grid_size=0.01)
    net = shapely.union_all([net.intersection(frame)], grid_size=0.01)
    arcs = [arc.simplify(thin) for arc in linemerge(list(net.geoms)).geoms]
    grid = affinity.scale(shapely.union_all(arcs), GRID, GRID, origin=(0, 0))
    shapes, _, dangles, _ = polygonize_full(shapely.union_all([grid], grid_size=1))
    land = prepared.prep(affinity.scale(ground, GRID, GRID, origin=(0, 0)))
    faces = [Face(s, land.contains(s.representative_point())) for s in shapes.geoms]
    faces.sort(key=lambda f: (-f.shape.area, f.shape.bounds))
    loose = [
        (round(d.coords[0][0] / GRID), round(d.coords[0][1] / GRID))
        for d in dangles.geoms
        if d.length > LOOSE_END * GRID
    ]
    return faces, loose


class _Claims:
    """Gives every face to the province whose point it holds, then settles what is left over."""

    def __init__(self, mosaic: Mosaic) -> None:
        self.mosaic, self.faces = mosaic, mosaic.faces
        self.tree = STRtree([face.shape for face in self.faces])

    def settle(self) -> None:
        for site in self.mosaic.plan.sites.values():
            self._claim_site(site)
        for place in self.mosaic.plan.points(CLOSED):
            self._claim(CLOSED, self._find(CLOSED, place, dry=False))
        for key, owner in (("outside", OUTSIDE), (STILL, STILL)):
            for place in self.mosaic.plan.points(key):
                face = self._find(owner, place, dry=owner == OUTSIDE)
                if face and not face.of:
                    face.of = owner
        self._join_scraps()
        self._name_islands()
        self._join_scraps()
        self.mosaic.faults += [
            f"{'land' if f.dry else 'water'} of nobody at {self._place(f)}"
            for f in self.faces
            if not f.of or (f.of == ISLE and f.shape.area > LARGE_ISLE * GRID**2)
        ]

    def _claim_site(self, site: Site) -> None:
        for place in (site.at, *site.also):
            self._claim(site.code, self._find(site.code, place, dry=not site.sea))
        for place in site.inner:
            face = self._find(site.code, place, dry=False)
            self._claim(site.code, face)
            if face:
                face.inner = True

    def _find(self, who: str, place: tuple[float, float], *, dry: bool) -> Face | None:
        point = affinity.scale(Point(self.mosaic.projection(*place)), GRID, GRID, origin=(0, 0))
        near = self.tree.query(point.buffer(NEAR * GRID))
        fitting = [self.faces[i] for i in sorted(near) if self.faces[i].dry == dry]
        found: Face | None = min(fitting, key=lambda f: f.shape.distance(point), default=None)
        if found is None or found.shape.distance(point) > NEAR * GRID:
            if box(*(n * GRID for n in self.mosaic.projection.frame)).contains(point):
                element = "land" if dry else "water"
                self.mosaic.faults.append(f"{who}: there is no {element} at {place}")
            return None
        return found

    def _claim(self, who: str, face: Face | None) -> None:
        if face is None:
            return
        if face.of not in ("", who):
            self.mosaic.faults.append(f"{face.of} and {who} claim the same piece")
        face.of = who

    def _join_scraps(self) -> None:
        """Give specks of water and land between a border and the coast to what they lie on."""
        for face in self.faces:
            if face.of or face.shape.area > SCRAP * GRID**2:
                continue
            shared = [
                (other.dry, face.shape.boundary.intersection(other.shape.boundary).length, -i)
                for i in self.tree.query(face.shape, "intersects")
                if (other := self.faces[i]) is not face and other.of and (other.dry or not face.dry)
            ]
            dry, _, which = max((s for s in shared if s[1] > 0), default=(False, 0, 1))
            if which <= 0:
                face.of, face.dry = self.faces[-which].of, dry or face.dry

    def _name_islands(self) -> None:
        owned = [f for f in self.faces if f.dry and f.of not in ("", OUTSIDE)]
        for face in self.faces:
            if face.of or not face.dry:
                continue
            area = face.shape.area / GRID**2
            face.of = ISLE
            reach, near = min(
                ((face.shape.distance(f.shape), i) for i, f in enumerate(owned)),
                default=(math.inf, 0),
            )
            if area < TINTED and reach < TINT_REACH * GRID:
                face.of, face.islet = owned[near].of, True

    def _place(self, face: Face) -> str:
        x, y = (n / GRID for n in face.shape.representative_point().coords[0])
        lon, lat = self.mosaic.projection.globe(x, y)
        return f"{x:.0f}, {y:.0f} ({lon:.2f}, {lat:.2f})"


def junction_faults(plan: Plan) -> list[str]:
    """A junction must bear the names of exactly the provinces whose borders meet there."""
    faults = []
    for name in plan.junctions:
        met = {side for b in plan.borders if name in b.tokens for side in b.sides}
        if met != set(name.split(".")):
            faults.append(f"junction {name}: met by the borders of {', '.join(sorted(met))}")
    return faults


def side_faults(mosaic: Mosaic, lines: list[tuple[Border, LineString]]) -> list[str]:
    """A border must lie between the two provinces that its entry names."""
    tree = STRtree([face.shape for face in mosaic.faces])
    x0, y0, x1, y1 = mosaic.projection.frame

    def owner(x: float, y: float) -> str:
        spot = Point(x * GRID, y * GRID)
        hits = [
            mosaic.faces[i]
            for i in sorted(tree.query(spot))
            if mosaic.faces[i].shape.contains(spot)
        ]
        return "" if not hits else OUTSIDE if hits[0].of == ISLE else hits[0].of

    faults = []
    for border, line in lines:
        if border.kind == "straits" or line.length < 6:
            continue
        for part in (0.25, 0.5, 0.75):
            before, after, here = (
                line.interpolate(part + step, normalized=True) for step in (-0.02, 0.02, 0)
            )
            if not (x0 + 4 < here.x < x1 - 4 and y0 + 4 < here.y < y1 - 4):
                continue
            dx, dy = after.x - before.x, after.y - before.y
            reach = 1.2 / math.hypot(dx, dy)
            found = {
                owner(here.x - dy * reach, here.y + dx * reach),
                owner(here.x + dy * reach, here.y - dx * reach),
            }
            if found != set(border.sides):
                faults.append(
                    f"the border {'-'.join(border.sides)} at {here.x:.0f}, {here.y:.0f} "
                    f"lies between {' and '.join(sorted(found))}"
                )
    return faults
