"""The adjacency that a drawing shows, read off the shapes in the text of a map.svg alone.

Two lands that share a stretch of border are neighbours for armies. A land's shore is where it
shares segments with a sea; the unbroken stretches of a shore are its coasts. A fleet goes from a
sea to every coast and sea that it shares segments with, and from coast to coast where two shores
meet at one point of one sea. A strait parts the seas on its sides and joins the lands at its ends.
Crossings, canals and off-board boxes are signs; what they join is read from the metadata.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

from builder.cartography.map_shapes import SVG, Shape, Strait, provinces, straits
from builder.cartography.path_data import Segment, Spot
from builder.model.board import Board
from builder.model.grouping import grouped

LANDS, SEA = ("land", "coast"), "sea"
LEAST_CONTACT = 10.0
LEAST_SHORE = 30.0

Pair = tuple[str, str]


@dataclass(frozen=True)
class Drawing:
    """The shapes and straits of a map.svg, with its metadata, and what follows from them."""

    shapes: tuple[Shape, ...]
    straits: tuple[Strait, ...]
    facts: Mapping[str, Any]

    @classmethod
    def read(cls, svg: str) -> Drawing:
        """Read the text of a map.svg."""
        root = ElementTree.fromstring(svg)
        facts = json.loads(root.findtext(f"{SVG}metadata") or "{}")
        return cls(provinces(root, facts["boxes"]), straits(root), facts)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each province is: land, coast, sea or closed."""
        return {shape.code: shape.kind for shape in self.shapes if shape.code}

    @cached_property
    def meetings(self) -> dict[Segment, list[Shape]]:
        """The shapes on either side of every segment."""
        return grouped((s, shape) for shape in self.shapes for s in shape.segments | shape.islets)

    def faults(self) -> list[str]:
        """Segments that do not lie between exactly two shapes or on the frame."""
        x, y, w, h = (n * 10 for n in self.facts["frame"])
        edges = ((0, x), (0, x + w), (1, y), (1, y + h))
        return [
            f"{segment} bounds {len(shapes)} shapes"
            for segment, shapes in self.meetings.items()
            if len(shapes) != 2
            and not (
                len(shapes) == 1 and any(segment[0][i] == at == segment[1][i] for i, at in edges)
            )
        ]

    @cached_property
    def contacts(self) -> dict[Pair, float]:
        """The length of the border of two lands or of two seas, in tenths of a unit."""
        barred = {segment for strait in self.straits for segment in strait.segments}
        found: dict[Pair, float] = defaultdict(float)
        for segment, shapes in self.meetings.items():
            if segment in barred or not self._both_count(segment, shapes):
                continue
            one, two = sorted(shape.code for shape in shapes)
            if (self.kinds[one] == SEA) == (self.kinds[two] == SEA):
                found[one, two] += math.dist(*segment)
        return found

    def _both_count(self, segment: Segment, shapes: list[Shape]) -> bool:
        return len(shapes) == 2 and all(
            shape.kind in (*LANDS, SEA) and segment not in shape.islets for shape in shapes
        )

    @cached_property
    def shores(self) -> dict[str, dict[Segment, str]]:
        """The shore of every land: its segments, each with the sea beyond."""
        found: dict[str, dict[Segment, str]] = defaultdict(dict)
        for segment, shapes in self.meetings.items():
            if self._both_count(segment, shapes):
                land, sea = sorted(shapes, key=lambda s: s.kind == SEA)
                if land.kind in LANDS and sea.kind == SEA:
                    found[land.code][segment] = sea.code
        return found

    @cached_property
    def coasts(self) -> dict[str, list[dict[Segment, str]]]:
        """The unbroken stretches of shore of every location that a fleet may enter."""
        found: dict[str, list[dict[Segment, str]]] = defaultdict(list)
        for land, shore in self.shores.items():
            anchors = {
                place: (x * 10, y * 10)
                for place, (x, y) in self.facts["units"].items()
                if place.startswith(f"{land}/")
            }
            for stretch in _stretches(shore):
                if sum(math.dist(*s) for s in stretch) >= LEAST_SHORE:
                    found[_nearest(stretch, anchors) if anchors else land].append(stretch)
        return found

    def _touching(self, *kinds: str) -> set[Pair]:
        """The neighbours of these kinds that share a border."""
        found = {pair for pair, length in self.contacts.items() if length > LEAST_CONTACT}
        return {pair for pair in found if self.kinds[pair[0]] in kinds}

    def armies(self) -> set[Pair]:
        """The pairs of lands between which armies can move, as drawn."""
        return self._touching(*LANDS) | {pair for pair, _ in self._strait_ends()}

    def fleets(self) -> set[Pair]:
        """The pairs of locations between which fleets can move, as drawn."""
        joined = self._touching(SEA)
        at: dict[Spot, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for place, stretches in self.coasts.items():
            for stretch in stretches:
                for segment, sea in stretch.items():
                    joined.add(_pair(place, sea))
                    for spot in segment:
                        at[spot][place].add(sea)
        for ends in at.values():
            for one, two in combinations(ends, 2):
                if one.partition("/")[0] != two.partition("/")[0] and ends[one] & ends[two]:
                    joined.add(_pair(one, two))
        return joined | {pair for pair, wet in self._strait_ends() if wet}

    def _strait_ends(self) -> Iterator[tuple[Pair, bool]]:
        """The two lands at the ends of each strait, and whether they lie on one sea."""
        by_spot: dict[Spot, set[tuple[str, str]]] = defaultdict(set)
        for land, shore in self.shores.items():
            for segment, sea in shore.items():
                for spot in segment:
                    by_spot[spot].add((land, sea))
        for strait in self.straits:
            times = Counter(spot for segment in strait.segments for spot in segment)
            banks = [by_spot[spot] for spot in sorted(spot for spot, n in times.items() if n == 1)]
            for (one, sea), (two, other) in ((a, b) for a in banks[0] for b in banks[-1]):
                if one != two:
                    yield _pair(one, two), sea == other

    def differences(self, board: Board) -> list[str]:
        """Everything in which the drawing and a board differ, one sentence each."""
        shown = {("A", *e) for e in self.armies()} | {("F", *e) for e in self.fleets()}
        shown = shown.union(*self.signed().values())
        found = [
            f"{where} {kind} {one}-{two}"
            for where, edges in (
                ("the map shows no way", board_edges(board) - shown),
                ("the board has no way", shown - board_edges(board)),
            )
            for kind, one, two in sorted(edges)
        ]
        provinces = board.provinces.values()
        for word, drawn, meant in (
            ("space", {c for c, kind in self.kinds.items() if kind != "closed"}
             | set(self.facts["boxes"]), {str(p.code) for p in provinces}),
            ("centre", set(self.facts["centres"]), {str(p.code) for p in provinces if p.centre}),
            ("place to build", set(self.facts["builds"]),
             {str(p.code) for p in provinces if p.builds and not p.centre}),
        ):  # fmt: skip
            found += [f"the map shows no {word} in {code}" for code in sorted(meant - drawn)]
            found += [f"the board has no {word} in {code}" for code in sorted(drawn - meant)]
        return found

    def signed(self) -> dict[str, set[tuple[str, str, str]]]:
        """What crossings, canals and boxes join, by these names: (A or F, one end, the other)."""
        return {
            "crossings": {
                (unit, *_pair(*c["joins"])) for c in self.facts["crossings"] for unit in c["units"]
            },
            "canals": {("F", *_pair(*pair)) for c in self.facts["canals"] for pair in c["joins"]},
            "boxes": {
                ("F", *_pair(code, sea))
                for code, box in self.facts["boxes"].items()
                for sea in box["joins"]
            },
        }


def board_edges(board: Board) -> set[tuple[str, str, str]]:
    """Every declared way of armies and fleets: (A or F, one end, the other)."""
    return {
        (kind, *_pair(str(start), str(end)))
        for start, ends in board.ways.items()
        for end, ways in ends.items()
        for way in ways
        for kind in way.kinds & {"A", "F"}
    }


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)


def _stretches(shore: Mapping[Segment, str]) -> list[dict[Segment, str]]:
    """A shore cut into its unbroken stretches."""
    at = grouped((spot, segment) for segment in shore for spot in segment)
    unseen, found = set(shore), []
    while unseen:
        queue, stretch = [min(unseen)], {}
        unseen.discard(queue[0])
        while queue:
            segment = queue.pop()
            stretch[segment] = shore[segment]
            onward = {s for spot in segment for s in at[spot]} & unseen
            unseen -= onward
            queue += sorted(onward)
        found.append(stretch)
    return found


def _nearest(stretch: Mapping[Segment, str], anchors: Mapping[str, tuple[float, float]]) -> str:
    return min(anchors, key=lambda a: min(math.dist(anchors[a], s[0]) for s in stretch))
