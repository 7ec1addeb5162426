"""The regions into which lines cut a board, and the province each belongs to."""

import math
from dataclasses import dataclass

from shapely import STRtree, affinity
from shapely.geometry import Point, Polygon, box

from builder.cartography.drawing import OUTSIDE, DrawingPlan, ProvinceSite
from builder.cartography.geography.projection import Projection

GRID = 10
ISLE, CLOSED, STILL = "isle", "closed", "still"
SCRAP, NEAR, LARGE_ISLE = 30.0, 6.0, 400.0
TINTED, TINT_REACH = 180.0, 26.0


@dataclass(slots=True)
class Region:
    """One piece of a board cut by lines: its shape in grid units, whether it is land, and whose it
    is.

    `of` is a province, OUT, "isle" (an island in no province), "still" (water in no game) or
    "closed" (water barred to all); `islet` marks an island that bears a province's colour but
    counts for no adjacency, `inner` water enclosed by a province.
    """

    shape: Polygon
    dry: bool
    of: str = ""
    islet: bool = False
    inner: bool = False


class RegionClaims:
    """Gives every region to the province whose point lies in it, then the rest to a neighbour."""

    def __init__(self, plan: DrawingPlan, projection: Projection, faces: list[Region]) -> None:
        self.plan, self.projection, self.faces = plan, projection, faces
        self.faults: list[str] = []
        self.tree = STRtree([face.shape for face in self.faces])

    def settle(self) -> list[str]:
        """Give every face away; what is wrong is returned, fault by fault."""
        for site in self.plan.sites.values():
            self._claim_site(site)
        for place in self.plan.points(CLOSED):
            self._claim(CLOSED, self._find(CLOSED, place, dry=False))
        for key, owner in (("outside", OUTSIDE), (STILL, STILL)):
            for place in self.plan.points(key):
                face = self._find(owner, place, dry=owner == OUTSIDE)
                if face and not face.of:
                    face.of = owner
        self._join_scraps()
        self._name_islands()
        self._join_scraps()
        self.faults += [
            f"{'land' if f.dry else 'water'} in no province at {self._place(f)}"
            for f in self.faces
            if not f.of or (f.of == ISLE and f.shape.area > LARGE_ISLE * GRID**2)
        ]
        return self.faults

    def _claim_site(self, site: ProvinceSite) -> None:
        for place in (site.at, *site.also):
            self._claim(site.code, self._find(site.code, place, dry=not site.sea))
        for place in site.inner:
            face = self._find(site.code, place, dry=False)
            self._claim(site.code, face)
            if face:
                face.inner = True

    def _find(self, who: str, place: tuple[float, float], *, dry: bool) -> Region | None:
        point = affinity.scale(Point(self.projection(*place)), GRID, GRID, origin=(0, 0))
        near = self.tree.query(point.buffer(NEAR * GRID))
        fitting = [self.faces[i] for i in sorted(near) if self.faces[i].dry == dry]
        found: Region | None = min(fitting, key=lambda f: f.shape.distance(point), default=None)
        if found is None or found.shape.distance(point) > NEAR * GRID:
            if box(*(n * GRID for n in self.projection.frame)).contains(point):
                element = "land" if dry else "water"
                self.faults.append(f"{who}: there is no {element} at {place}")
            return None
        return found

    def _claim(self, who: str, face: Region | None) -> None:
        if face is None:
            return
        if face.of not in ("", who):
            self.faults.append(f"{face.of} and {who} claim the same piece")
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

    def _place(self, face: Region) -> str:
        x, y = (n / GRID for n in face.shape.representative_point().coords[0])
        lon, lat = self.projection.globe(x, y)
        return f"{x:.0f}, {y:.0f} ({lon:.2f}, {lat:.2f})"
