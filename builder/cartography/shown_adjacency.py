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
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple
from xml.etree import ElementTree

from builder.cartography.drawing import Pair
from builder.cartography.path_data import GRID, Segment, Spot, rings, segments
from builder.model.board import Board
from builder.model.grouping import grouped

SVG = "{http://www.w3.org/2000/svg}"
LANDS, SEA = ("land", "coast"), "sea"
LEAST_CONTACT = 10.0
LEAST_SHORE = 30.0
Edges = set[tuple[str, str, str]]  # A or F, one end, the other


class Shape(NamedTuple):
    """One shape of the map: its code (empty if it is no province), its kind and its segments.
    `islets` are the segments of islands that have the province's colour only."""

    code: str
    kind: str
    segments: frozenset[Segment]
    islets: frozenset[Segment]


class Drawing:
    """The shapes of a map.svg and the segments of its straits, with its metadata. Off-board boxes,
    which border on nothing, are no shapes."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self.facts: Mapping[str, Any] = json.loads(root.findtext(f"{SVG}metadata") or "{}")
        group = next(g for g in root if g.get("id") == "provinces")
        self.shapes: list[Shape] = []
        for path in group.iter(f"{SVG}path"):
            code, found = path.get("id", ""), [*rings(path.get("d", ""))]
            if code not in self.facts["boxes"]:
                main = len(found) - int(path.get("data-islets", "0"))
                both = frozenset(segments(*found[:main])), frozenset(segments(*found[main:]))
                self.shapes.append(Shape(code, path.get("data-kind", ""), *both))
        drawn = (p.get("d", "") for p in root.iter(f"{SVG}path") if p.get("data-strait"))
        self.straits = [frozenset(segments(*rings(d))) for d in drawn]

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each province is: land, coast, sea or closed."""
        return {shape.code: shape.kind for shape in self.shapes if shape.code}

    @cached_property
    def meetings(self) -> dict[Segment, list[Shape]]:
        """The shapes on either side of every segment."""
        return grouped((s, shape) for shape in self.shapes for s in shape.segments | shape.islets)

    @cached_property
    def borders(self) -> list[tuple[Segment, Shape, Shape]]:
        """The segments between two provinces, of land and sea the land first."""
        found = []
        for segment, shapes in self.meetings.items():
            counted = (s for s in shapes if s.kind in (*LANDS, SEA) and segment not in s.islets)
            both = sorted(counted, key=lambda s: s.kind == SEA)
            if len(shapes) == len(both) == 2:
                found.append((segment, both[0], both[1]))
        return found

    @cached_property
    def contacts(self) -> dict[Pair, float]:
        """The length of the border of two lands or of two seas, in tenths of a unit."""
        barred = frozenset[Segment]().union(*self.straits)
        found: dict[Pair, float] = defaultdict(float)
        for segment, one, two in self.borders:
            if segment not in barred and (one.kind == SEA) == (two.kind == SEA):
                found[_pair(one.code, two.code)] += math.dist(*segment)
        return found

    @cached_property
    def coasts(self) -> dict[str, list[dict[Segment, str]]]:
        """The unbroken stretches of shore of every location that a fleet may enter. A stretch is
        its segments, each with the sea beyond."""
        found: dict[str, list[dict[Segment, str]]] = defaultdict(list)
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
                ends = [start for start, _ in stretch]
                near = min(
                    anchors, key=lambda a: min(math.dist(anchors[a], e) for e in ends), default=land
                )
                if sum(math.dist(*s) for s in stretch) >= LEAST_SHORE:
                    found[near].append(stretch)
        return found

    @cached_property
    def waters(self) -> dict[Spot, dict[str, set[str]]]:
        """The seas at every end of a segment of shore, by the location that is there."""
        found: dict[Spot, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for place, stretches in self.coasts.items():
            for segment, sea in (both for stretch in stretches for both in stretch.items()):
                for spot in segment:
                    found[spot][place].add(sea)
        return found

    def armies(self) -> set[Pair]:
        """The pairs of lands between which armies can move, as drawn."""
        return self._touching(*LANDS) | {pair for pair, _ in self._strait_ends()}

    def fleets(self) -> set[Pair]:
        """The pairs of locations between which fleets can move, as drawn."""
        joined = self._touching(SEA) | {pair for pair, wet in self._strait_ends() if wet}
        for ends in self.waters.values():
            joined |= {_pair(place, sea) for place, seas in ends.items() for sea in seas}
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
            times = Counter(spot for segment in strait for spot in segment)
            banks = [self.waters[spot] for spot in sorted(s for s, n in times.items() if n == 1)]
            for one, two in ((a, b) for a in banks[0] for b in banks[-1]):
                pair = _pair(one.partition("/")[0], two.partition("/")[0])
                if pair[0] != pair[1]:
                    yield pair, bool(banks[0][one] & banks[-1][two])

    def differences(self, board: Board) -> list[str]:
        """Everything in which the drawing and a board differ, one sentence each."""
        shown = {("A", *e) for e in self.armies()} | {("F", *e) for e in self.fleets()}
        shown = shown.union(*self.signed().values())
        meant = {
            (kind, *_pair(str(start), str(end)))
            for start, ends in board.ways.items()
            for end, ways in ends.items()
            for way in ways
            for kind in way.kinds & {"A", "F"}
        }
        found = [f"the map shows no way {kind} {a}-{b}" for kind, a, b in sorted(meant - shown)]
        found += [f"the board has no way {kind} {a}-{b}" for kind, a, b in sorted(shown - meant)]
        provinces, facts = board.provinces.values(), self.facts
        spaces = {code for code, kind in self.kinds.items() if kind != "closed"} | {*facts["boxes"]}
        sites = (p for p in provinces if p.builds and not p.centre)
        for word, drawn, said in (
            ("space", spaces, provinces),
            ("centre", facts["centres"], (p for p in provinces if p.centre)),
            ("place to build", facts["builds"], sites),
        ):
            codes = {str(p.code) for p in said}
            found += [f"the map shows no {word} in {code}" for code in sorted(codes - {*drawn})]
            found += [f"the board has no {word} in {code}" for code in sorted({*drawn} - codes)]
        return found

    def signed(self) -> dict[str, Edges]:
        """What crossings, canals and boxes join, by these names."""
        crossings, canals, boxes = (self.facts[key] for key in ("crossings", "canals", "boxes"))
        return {
            "crossings": {(unit, *_pair(*c["joins"])) for c in crossings for unit in c["units"]},
            "canals": {("F", *_pair(*pair)) for c in canals for pair in c["joins"]},
            "boxes": {("F", *_pair(code, sea)) for code in boxes for sea in boxes[code]["joins"]},
        }


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)


def _stretches(shore: Mapping[Segment, str]) -> list[dict[Segment, str]]:
    """A shore cut into its unbroken stretches."""
    at = grouped((spot, segment) for segment in shore for spot in segment)
    unseen, found = dict(shore), []
    while unseen:
        stretch, queue = dict[Segment, str](), [min(unseen)]
        while queue:
            segment = queue.pop()
            if segment in unseen:
                stretch[segment] = unseen.pop(segment)
                queue += (s for spot in segment for s in at[spot])
        found.append(stretch)
    return found
