"""A board cut into provinces, and the lines between them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import shapely
from shapely.geometry import Polygon

from builder.cartography.drawing import OUTSIDE, DrawingPlan
from builder.cartography.geography.regions import Region
from builder.cartography.path_data import Segment, merged, segments
from builder.model.grouping import grouped


@dataclass(frozen=True)
class BoardGeometry:
    """A board cut into regions, and the lines of its straits by name, in grid units."""

    plan: DrawingPlan
    regions: list[Region]
    straits: list[tuple[str, Any]]

    @cached_property
    def pieces(self) -> dict[str, list[Polygon]]:
        """The polygons of every province (and of OUT, isles and so on) except islets and inlets."""
        return grouped((r.of, r.shape) for r in self.regions if not r.islet and not r.inner)

    @cached_property
    def islets(self) -> dict[str, list[Polygon]]:
        """Islands that have a province's colour only."""
        return grouped((r.of, r.shape) for r in self.regions if r.islet)

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """Every province as one geometry of the grid."""
        return {of: merged(pieces) for of, pieces in self.pieces.items()}

    @cached_property
    def sides(self) -> dict[Segment, list[Region]]:
        """The regions on either side of every segment."""
        return grouped(
            (segment, region)
            for region in self.regions
            for ring in (region.shape.exterior, *region.shape.interiors)
            for segment in segments((round(x), round(y)) for x, y in ring.coords)
        )

    @cached_property
    def shores(self) -> set[str]:
        """The lands that touch a sea of the game, and those that a canal leads to."""
        seas = {site.code for site in self.plan.sites.values() if site.sea}
        touching = {
            one.of
            for regions in self.sides.values()
            for one in regions
            if not one.islet and any(other.of in seas for other in regions)
        }
        ports = {code for canal in self.plan.canals for pair in canal.joins for code in pair}
        return (touching | ports) - seas

    @cached_property
    def lines(self) -> dict[str, list[Segment]]:
        """The segments by kind: `sea`, `inner`, `frontier`, `coast`, `seam`, `strait <name>`.

        `inner` borders lie within a country, `frontier` lines between two, seams within a province.
        """
        found: dict[str, list[Segment]] = defaultdict(list)
        all_lines, straits = shapely.linestrings(list(self.sides)), dict[Segment, str]()
        for name, line in self.straits:
            within = shapely.contains(line.buffer(0.8), all_lines)
            straits |= {s: name for s, on in zip(self.sides, within, strict=True) if on}
        countries = {code: power for power, lands in self.plan.homelands.items() for code in lands}
        for segment, regions in self.sides.items():
            if segment in straits:
                found[f"strait {straits[segment]}"].append(segment)
            elif len(regions) == 2:
                found[_line_kind(regions[0], regions[1], countries)].append(segment)
        return found


def _line_kind(one: Region, two: Region, countries: Mapping[str, str]) -> str:
    if one.dry != two.dry:
        return "coast"
    if one.of == two.of:
        return "seam"
    if not one.dry:
        return "sea"
    both = {countries.get(region.of, region.of) for region in (one, two)}
    return "inner" if len(both) == 1 and OUTSIDE not in both else "frontier"
