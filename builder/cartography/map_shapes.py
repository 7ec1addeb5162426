"""The shapes in the text of a map.svg, as segments between whole tenths of a unit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree

from builder.cartography.path_data import Segment, Spot
from builder.draw.svg import subpaths

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of the map: its code (empty if it is no province), its kind and its segments.

    `islets` are the segments of islands that have the province's colour only.
    """

    code: str
    kind: str
    segments: frozenset[Segment]
    islets: frozenset[Segment] = frozenset()


@dataclass(frozen=True, slots=True)
class Strait:
    """A line across water from shore to shore."""

    name: str
    segments: frozenset[Segment]


def provinces(root: ElementTree.Element, boxes: Iterable[str]) -> tuple[Shape, ...]:
    """All shapes of the `provinces` group except off-board boxes, which border on nothing."""
    group = next(g for g in root if g.get("id") == "provinces")
    paths = group.iter(f"{SVG}path")
    return tuple(_shape(path) for path in paths if path.get("id", "") not in boxes)


def straits(root: ElementTree.Element) -> tuple[Strait, ...]:
    """All strait lines."""
    return tuple(
        Strait(name, frozenset(_segments(rings(path.get("d", "")))))
        for path in root.iter(f"{SVG}path")
        if (name := path.get("data-strait"))
    )


def _shape(path: ElementTree.Element) -> Shape:
    found = list(rings(path.get("d", "")))
    islets = int(path.get("data-islets", "0"))
    main, extra = found[: len(found) - islets], found[len(found) - islets :]
    return Shape(
        path.get("id", ""),
        path.get("data-kind", ""),
        frozenset(_segments(main)),
        frozenset(_segments(extra)),
    )


def rings(d: str) -> Iterator[list[Spot]]:
    """The subpaths of path data, the closed ones back to their start."""
    return ([*corners, corners[0]] if closed else corners for corners, closed in subpaths(d))


def _segments(rings: Iterable[list[Spot]]) -> Iterator[Segment]:
    for ring in rings:
        for a, b in pairwise(ring):
            if a != b:
                yield (a, b) if a < b else (b, a)
