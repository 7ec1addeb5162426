"""The adjacency that a drawing shows, read off the shapes in the text of a map.svg alone.

Two lands that share a stretch of border are neighbours for armies. A land's shore is where it
shares segments with a sea; the unbroken stretches of a shore are its coasts. A fleet goes from a
sea to every coast and sea that it shares segments with, and from coast to coast where two shores
meet at one point of one sea. A strait parts the seas on its sides and joins the lands at its ends.
Crossings, canals and off-board boxes are signs; what they join is read from the metadata.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, NamedTuple
from xml.etree import ElementTree

from builder.cartography.drawing import Pair
from builder.cartography.path_data import GRID, Spot, SpotSegment, rings, segments
from builder.model.board import Board, Province
from builder.model.grouping import grouped

SVG = "{http://www.w3.org/2000/svg}"
LANDS = ("land", "coast")
SEA = "sea"
LEAST_CONTACT = 10.0
LEAST_SHORE = 30.0
Edges = set[tuple[str, str, str]]  # A or F, one end, the other


class ShownShape(NamedTuple):
    """One shape of the map: its code (empty if it is no province), its kind and its segments.
    `islets` are the segments of islands that have the province's colour only."""

    code: str
    kind: str
    segments: frozenset[SpotSegment]
    islets: frozenset[SpotSegment]


class Drawing:
    """The shapes of a map.svg and the segments of its straits, with its metadata. Off-board boxes,
    which border on nothing, are no shapes."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.facts: Mapping[str, Any] = json.loads(root.findtext(f"{SVG}metadata") or "{}")
        group = next(g for g in root if g.get("id") == "provinces")
        self.shapes: list[ShownShape] = []
        for path in group.iter(f"{SVG}path"):
            code = path.get("id", "")
            if code in self.facts["boxes"]:
                continue
            outlines = list(rings(path.get("d", "")))
            first_islet = len(outlines) - int(path.get("data-islets", "0"))
            main = frozenset(segments(*outlines[:first_islet]))
            islets = frozenset(segments(*outlines[first_islet:]))
            self.shapes.append(ShownShape(code, path.get("data-kind", ""), main, islets))
        drawn = (p.get("d", "") for p in root.iter(f"{SVG}path") if p.get("data-strait"))
        self.straits = [frozenset(segments(*rings(d))) for d in drawn]

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each province is: land, coast, sea or closed."""
        return {shape.code: shape.kind for shape in self.shapes if shape.code}

    @cached_property
    def meetings(self) -> dict[SpotSegment, list[ShownShape]]:
        """The shapes on either side of every segment."""
        shapes_beside: dict[SpotSegment, list[ShownShape]] = {}
        for shape in self.shapes:
            for segment in shape.segments | shape.islets:
                shapes_beside.setdefault(segment, []).append(shape)
        return shapes_beside

    @cached_property
    def borders(self) -> list[tuple[SpotSegment, ShownShape, ShownShape]]:
        """The segments between two provinces, of land and sea the land first."""
        borders = []
        for segment, shapes in self.meetings.items():
            provinces = [s for s in shapes if s.kind in (*LANDS, SEA) and segment not in s.islets]
            provinces.sort(key=lambda shape: shape.kind == SEA)
            if len(shapes) == len(provinces) == 2:
                borders.append((segment, provinces[0], provinces[1]))
        return borders

    @cached_property
    def contacts(self) -> dict[Pair, float]:
        """The length of the border of two lands or of two seas, in tenths of a unit."""
        barred = frozenset[SpotSegment]().union(*self.straits)
        lengths: dict[Pair, float] = defaultdict(float)
        for segment, one, two in self.borders:
            if segment not in barred and (one.kind == SEA) == (two.kind == SEA):
                lengths[_pair(one.code, two.code)] += math.dist(*segment)
        return lengths

    @cached_property
    def coasts(self) -> dict[str, list[dict[SpotSegment, str]]]:
        """The unbroken stretches of shore of every location that a fleet may enter. A stretch is
        its segments, each with the sea beyond."""
        coasts: dict[str, list[dict[SpotSegment, str]]] = defaultdict(list)
        shores = grouped(
            (land.code, (segment, sea.code))
            for segment, land, sea in self.borders
            if land.kind != SEA and sea.kind == SEA
        )
        for land, shore in shores.items():
            anchors = {
                place: (x * GRID, y * GRID)
                for place, (x, y) in self.facts["units"].items()
                if place.startswith(f"{land}/")
            }
            for stretch in _stretches(dict(shore)):
                if sum(math.dist(*segment) for segment in stretch) >= LEAST_SHORE:
                    coasts[_nearest(anchors, stretch) or land].append(stretch)
        return coasts

    @cached_property
    def waters(self) -> dict[Spot, dict[str, set[str]]]:
        """The seas at every end of a segment of shore, by the location that is there."""
        seas: dict[Spot, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for place, stretches in self.coasts.items():
            for stretch in stretches:
                for (start, end), sea in stretch.items():
                    seas[start][place].add(sea)
                    seas[end][place].add(sea)
        return seas

    def armies(self) -> set[Pair]:
        """The pairs of lands between which armies can move, as drawn."""
        return self._touching(*LANDS) | {pair for pair, _ in self._strait_ends()}

    def fleets(self) -> set[Pair]:
        """The pairs of locations between which fleets can move, as drawn."""
        joined = self._touching(SEA) | {pair for pair, wet in self._strait_ends() if wet}
        for ends in self.waters.values():
            for place, seas in ends.items():
                joined.update(_pair(place, sea) for sea in seas)
            for one, two in combinations(ends, 2):
                if one.partition("/")[0] != two.partition("/")[0] and ends[one] & ends[two]:
                    joined.add(_pair(one, two))
        return joined

    def _touching(self, *kinds: str) -> set[Pair]:
        """The neighbours of these kinds that share a border."""
        long = (pair for pair, length in self.contacts.items() if length > LEAST_CONTACT)
        return {pair for pair in long if self.kinds[pair[0]] in kinds}

    def _strait_ends(self) -> Iterator[tuple[Pair, bool]]:
        """The two lands at the ends of each strait, and whether they lie on one sea."""
        for strait in self.straits:
            times = Counter(chain.from_iterable(strait))
            ends = sorted(spot for spot, count in times.items() if count == 1)
            near = self.waters[ends[0]]
            far = self.waters[ends[-1]]
            for one, two in product(near, far):
                pair = _pair(one.partition("/")[0], two.partition("/")[0])
                if pair[0] != pair[1]:
                    yield pair, bool(near[one] & far[two])

    def differences(self, board: Board) -> list[str]:
        """Everything in which the drawing and a board differ, one sentence each."""
        drawn = {("A", *pair) for pair in self.armies()} | {("F", *pair) for pair in self.fleets()}
        drawn = drawn.union(*self.signed().values())
        declared = _declared_ways(board)
        texts = [f"the map shows no way {kind} {a}-{b}" for kind, a, b in sorted(declared - drawn)]
        texts += [f"the board has no way {kind} {a}-{b}" for kind, a, b in sorted(drawn - declared)]
        provinces = board.provinces.values()
        facts = self.facts
        spaces = {code for code, kind in self.kinds.items() if kind != "closed"} | {*facts["boxes"]}
        centres = [province for province in provinces if province.centre]
        sites = [province for province in provinces if province.builds and not province.centre]
        texts += _differing_places("space", spaces, provinces)
        texts += _differing_places("centre", facts["centres"], centres)
        texts += _differing_places("place to build", facts["builds"], sites)
        return texts

    def signed(self) -> dict[str, Edges]:
        """What crossings, canals and boxes join, by these names."""
        crossings: Edges = set()
        for crossing in self.facts["crossings"]:
            pair = _pair(*crossing["joins"])
            crossings.update((unit, *pair) for unit in crossing["units"])
        canals: Edges = set()
        for canal in self.facts["canals"]:
            canals.update(("F", *_pair(*pair)) for pair in canal["joins"])
        boxes: Edges = set()
        for code, box in self.facts["boxes"].items():
            boxes.update(("F", *_pair(code, sea)) for sea in box["joins"])
        return {"crossings": crossings, "canals": canals, "boxes": boxes}


def _declared_ways(board: Board) -> Edges:
    """The ways of armies and fleets that a board declares."""
    edges: Edges = set()
    for start, ends in board.ways.items():
        for end, ways in ends.items():
            pair = _pair(str(start), str(end))
            for way in ways:
                edges.update((kind, *pair) for kind in way.kinds & {"A", "F"})
    return edges


def _differing_places(
    word: str, drawn: Iterable[str], provinces: Iterable[Province]
) -> Iterator[str]:
    """The places of one sort that only the map or only the board has."""
    codes_drawn = set(drawn)
    codes = {str(province.code) for province in provinces}
    for code in sorted(codes - codes_drawn):
        yield f"the map shows no {word} in {code}"
    for code in sorted(codes_drawn - codes):
        yield f"the board has no {word} in {code}"


def _nearest(anchors: Mapping[str, Spot], stretch: Mapping[SpotSegment, str]) -> str:
    """The coast whose unit is nearest to a stretch of shore; empty if the land has one coast."""

    def distance(place: str) -> float:
        return min(math.dist(anchors[place], start) for start, _ in stretch)

    return min(anchors, key=distance, default="")


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)


def _stretches(shore: Mapping[SpotSegment, str]) -> list[dict[SpotSegment, str]]:
    """A shore cut into its unbroken stretches."""
    segments_at: dict[Spot, list[SpotSegment]] = defaultdict(list)
    for start, end in shore:
        segments_at[start].append((start, end))
        segments_at[end].append((start, end))
    rest = dict(shore)
    stretches = []
    while rest:
        stretch: dict[SpotSegment, str] = {}
        queue = [min(rest)]
        while queue:
            segment = queue.pop()
            if segment in rest:
                stretch[segment] = rest.pop(segment)
                start, end = segment
                queue += segments_at[start]
                queue += segments_at[end]
        stretches.append(stretch)
    return stretches
