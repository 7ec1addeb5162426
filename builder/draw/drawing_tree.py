"""A drawing as a tree, and the walk through it that paints it, whatever it is painted with.

Only what our drawings consist of is known: groups, paths, circles, rectangles, uses and clips,
with the attributes in `sheet_allowlist`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.parsers import expat

TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
UNSEEN = ("defs", "clipPath", "metadata", "title", "desc", "style")
PAINT = {
    "fill", "stroke", "stroke-width", "stroke-opacity",
    "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
}  # fmt: skip
PLACING = {"opacity", "transform", "clip-path"}
MITRE = 4.0  # the limit of SVG; Cairo and PDF have 10


@dataclass
class Node:
    """An element of a drawing."""

    tag: str
    attributes: Mapping[str, str]
    children: list["Node"] = field(default_factory=list)


class PaintStyle(NamedTuple):
    """The inherited attributes of paint."""

    fill: str = "black"
    stroke: str = "none"
    width: float = 1.0
    opacity: float = 1.0  # of strokes
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"

    def within(self, attributes: Mapping[str, str]) -> "PaintStyle":
        """The style of an element that has these attributes."""
        if PAINT.isdisjoint(attributes):
            return self
        dash = attributes.get("stroke-dasharray")
        return PaintStyle(
            attributes.get("fill", self.fill),
            attributes.get("stroke", self.stroke),
            float(attributes.get("stroke-width", self.width)),
            float(attributes.get("stroke-opacity", self.opacity)),
            self.dash if dash is None else _numbers(dash),
            attributes.get("stroke-linecap", self.cap),
            attributes.get("stroke-linejoin", self.join),
        )


class ParsedDrawing:
    """A parsed SVG text; `origin` is its upper left corner, `size` its width
    and height, in its own units."""

    def __init__(self, text: str) -> None:
        self.named: dict[str, Node] = {}
        self.root = self._parsed(text)
        left, top, width, height = _numbers(self.root.attributes["viewBox"])
        self.origin = (left, top)
        self.size = (width, height)

    def _parsed(self, text: str) -> Node:
        top = Node("", {})
        within = [top]

        def begin(tag: str, attributes: dict[str, str]) -> None:
            node = Node(tag, attributes)
            within[-1].children.append(node)
            within.append(node)
            if "id" in attributes:
                self.named[attributes["id"]] = node

        def end(_: str) -> None:
            within.pop()

        parser = expat.ParserCreate()
        parser.StartElementHandler = begin
        parser.EndElementHandler = end
        parser.Parse(text.encode(), True)
        return top.children[0]


class Painter(ABC):
    """Paints drawings: the walk through the tree, on top of a few strokes of a brush."""

    @abstractmethod
    def inside(self, opacity: float = 1.0) -> AbstractContextManager[None]:
        """A block whose transforms and clips end with it, painted with one opacity."""

    @abstractmethod
    def translate(self, x: float, y: float) -> None:
        """Move the origin of the coordinates."""

    @abstractmethod
    def scale(self, x: float, y: float) -> None:
        """Enlarge the coordinates."""

    @abstractmethod
    def rotate(self, angle: float) -> None:
        """Turn the coordinates by an angle in degrees."""

    @abstractmethod
    def clip(self) -> None:
        """Paint only within the path from now on, and forget the path."""

    @abstractmethod
    def append(self, data: str) -> None:
        """Add path data to the path."""

    @abstractmethod
    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Add a rectangle to the path."""

    @abstractmethod
    def ellipse(self, x: float, y: float, rx: float, ry: float) -> None:
        """Add an ellipse to the path."""

    @abstractmethod
    def paint(self, style: PaintStyle) -> None:
        """Fill and stroke the path, and forget it."""

    def draw(self, drawing: ParsedDrawing, fills: Mapping[Any, str] = MappingProxyType({})) -> None:
        """Paint a whole drawing; `fills` are other colours of elements, by their ids."""
        self._named = drawing.named
        self._fills = fills
        for child in drawing.root.children:
            self._node(child, PaintStyle().within(drawing.root.attributes))

    def _node(self, node: Node, style: PaintStyle) -> None:
        if node.tag in UNSEEN:
            return
        attributes = node.attributes
        style = style.within(attributes)
        if attributes.get("id") in self._fills:
            style = style._replace(fill=self._fills[attributes["id"]])
        if node.tag != "use" and PLACING.isdisjoint(attributes):
            self._paint_node(node, style)
            return
        with self.inside(float(attributes.get("opacity", 1))):
            self._place(attributes)
            self._paint_node(node, style)

    def _paint_node(self, node: Node, style: PaintStyle) -> None:
        """Paint an element at the place that is already chosen."""
        if node.tag == "g":
            for child in node.children:
                self._node(child, style)
        elif node.tag == "use":
            self._use(node.attributes, style)
        else:
            self._shape(node)
            self.paint(style)

    def _use(self, attributes: Mapping[str, str], style: PaintStyle) -> None:
        """Paint another element at this place."""
        self.translate(*self._offset(attributes))
        if target := self._target(attributes):
            self._node(target, style)

    def _place(self, attributes: Mapping[str, str]) -> None:
        """Apply an element's transform, then its clip."""
        transform = attributes.get("transform")
        for kind, values in _transforms(transform) if transform else ():
            if kind == "translate":
                self.translate(values[0], values[1] if len(values) > 1 else 0)
            elif kind == "scale":
                self.scale(values[0], values[-1])
            else:
                around = values[1:] or (0, 0)
                self.translate(*around)
                self.rotate(values[0])
                self.translate(-around[0], -around[1])
        clip = self._named_clip(attributes["clip-path"]) if "clip-path" in attributes else None
        if clip:
            self._outline(clip)
            self.clip()

    def _named_clip(self, reference: str) -> Node | None:
        return self._named.get(reference.removeprefix("url(#").removesuffix(")"))

    def _outline(self, node: Node) -> None:
        """Add the shapes of a clip to the path."""
        for child in node.children:
            with self.inside():
                self._place(child.attributes)
                if child.tag == "use":
                    self.translate(*self._offset(child.attributes))
                    target = self._target(child.attributes)
                    if target is not None:
                        self._outline(Node("clipPath", {}, [target]))
                else:
                    self._shape(child)

    def _offset(self, attributes: Mapping[str, str]) -> tuple[float, float]:
        return float(attributes.get("x", 0)), float(attributes.get("y", 0))

    def _target(self, attributes: Mapping[str, str]) -> Node | None:
        address = attributes.get("href") or attributes.get("xlink:href") or ""
        return self._named.get(address.removeprefix("#"))

    def _shape(self, node: Node) -> None:
        """Add a shape to the path."""
        at = node.attributes
        if node.tag == "path":
            self.append(at["d"])
        elif node.tag == "rect":
            x, y = self._offset(at)
            self.rectangle(x, y, float(at["width"]), float(at["height"]))
        elif node.tag == "circle":
            self._ellipse(at, float(at["r"]), float(at["r"]))
        elif node.tag == "ellipse":
            self._ellipse(at, float(at["rx"]), float(at["ry"]))

    def _ellipse(self, at: Mapping[str, str], rx: float, ry: float) -> None:
        if rx and ry:
            self.ellipse(float(at.get("cx", 0)), float(at.get("cy", 0)), rx, ry)


@lru_cache(maxsize=4096)
def _transforms(text: str) -> Sequence[tuple[str, tuple[float, ...]]]:
    """The kind and the numbers of each transform."""
    return [(kind, _numbers(inner)) for kind, inner in TRANSFORM.findall(text)]


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in NUMBER.findall(text))
