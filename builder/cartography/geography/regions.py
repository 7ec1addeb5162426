"""The regions into which lines cut a board, and the province each belongs to."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from shapely import STRtree
from shapely.geometry import Point, Polygon, box

from builder.cartography.drawing import OUTSIDE, DrawingPlan, ProvinceSite
from builder.cartography.geography.projection import Projection
from builder.cartography.path_data import GRID, on_grid

ISLE, CLOSED, STILL = "isle", "closed", "still"
# Areas and lengths in picture units: how large a scrap may be, how far a province's point may lie
# from its region, how large an island of no province may be; and how large an island may be, and
# how far from a province, to get its colour.
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
    """Gives every region to the province whose point lies in it, then the rest to neighbours."""

    def __init__(self, plan: DrawingPlan, projection: Projection, regions: list[Region]) -> None:
        self.plan, self.projection, self.regions = plan, projection, regions
        self.faults: list[str] = []
        self.tree = STRtree([region.shape for region in self.regions])

    def settle(self) -> list[str]:
        """Set the `of` of every region; returns all faults."""
        for site in self.plan.sites.values():
            self._claim_site(site)
        for place in self.plan.raw.get(CLOSED, ()):
            self._claim(CLOSED, place, dry=False)
        for key, owner in (("outside", OUTSIDE), (STILL, STILL)):
            for place in self.plan.raw.get(key, ()):
                region = self._find(owner, place, dry=owner == OUTSIDE)
                if region and not region.of:
                    region.of = owner
        self._join_scraps()
        self._name_islands()
        self._join_scraps()
        self.faults += self._unclaimed()
        return self.faults

    def _claim_site(self, site: ProvinceSite) -> None:
        for place in (site.at, *site.also):
            self._claim(site.code, place, dry=not site.sea)
        for place in site.inner:
            if region := self._claim(site.code, place, dry=False):
                region.inner = True

    def _unclaimed(self) -> Iterator[str]:
        """The faults of regions that no province has."""
        for region in self.regions:
            if not region.of or (region.of == ISLE and region.shape.area > LARGE_ISLE * GRID**2):
                x, y = (n / GRID for n in region.shape.representative_point().coords[0])
                lon, lat = self.projection.globe(x, y)
                element = "land" if region.dry else "water"
                yield f"{element} in no province at {x:.0f}, {y:.0f} ({lon:.2f}, {lat:.2f})"

    def _find(self, who: str, place: tuple[float, float], *, dry: bool) -> Region | None:
        """The land or water at a place; a fault if there is none within the frame."""
        point = on_grid(Point(self.projection(*place)))
        near = self.tree.query(point.buffer(NEAR * GRID))
        fitting = [self.regions[i] for i in sorted(near) if self.regions[i].dry == dry]
        found: Region | None = min(fitting, key=lambda f: f.shape.distance(point), default=None)
        if found is None or found.shape.distance(point) > NEAR * GRID:
            if on_grid(box(*self.projection.frame)).contains(point):
                element = "land" if dry else "water"
                self.faults.append(f"{who}: there is no {element} at {place}")
            return None
        return found

    def _claim(self, who: str, place: tuple[float, float], *, dry: bool) -> Region | None:
        """The land or water at a place, which is theirs from now on."""
        region = self._find(who, place, dry=dry)
        if region is not None:
            if region.of not in ("", who):
                self.faults.append(f"{region.of} and {who} claim the same piece")
            region.of = who
        return region

    def _join_scraps(self) -> None:
        """Give scraps of water and land between a border and the coast to a neighbour."""
        for region in self.regions:
            if region.of or region.shape.area > SCRAP * GRID**2:
                continue
            shared = [
                (other.dry, region.shape.boundary.intersection(other.shape.boundary).length, -i)
                for i in self.tree.query(region.shape, "intersects")
                if (other := self.regions[i]) is not region
                and other.of
                and (other.dry or not region.dry)
            ]
            dry, _, which = max((s for s in shared if s[1] > 0), default=(False, 0, 1))
            if which <= 0:
                region.of, region.dry = self.regions[-which].of, dry or region.dry

    def _name_islands(self) -> None:
        """Make small islands near a province its islets, and others islands of no province."""
        owned = [f for f in self.regions if f.dry and f.of not in ("", OUTSIDE)]
        for region in self.regions:
            if region.of or not region.dry:
                continue
            reach, near = min(
                ((region.shape.distance(f.shape), i) for i, f in enumerate(owned)),
                default=(math.inf, 0),
            )
            small = region.shape.area / GRID**2 < TINTED and reach < TINT_REACH * GRID
            region.of, region.islet = (owned[near].of, True) if small else (ISLE, False)
