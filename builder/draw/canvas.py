"""Paints our own SVG, and marks without any SVG, with Cairo.

Only what our drawings consist of is known: groups, paths, circles, rectangles, uses and clips,
with the attributes in `sheet_allowlist`. Path data is read once: a coast is stroked seven times
for the lines at sea, and reading it took most of the time of a general renderer.
"""

import io
import re
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from math import pi, radians
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.parsers import expat

import cairocffi
from PIL import Image
from PIL.ImageColor import getrgb

from builder.draw.geometry.path_commands import commands
from builder.draw.marks import PaintedPath

TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
UNSEEN = ("defs", "clipPath", "metadata", "title", "desc", "style")
CAPS = {"butt": cairocffi.LINE_CAP_BUTT, "round": cairocffi.LINE_CAP_ROUND}
JOINS = {"miter": cairocffi.LINE_JOIN_MITER, "round": cairocffi.LINE_JOIN_ROUND}
MITRE = 4.0  # as SVG has it; Cairo's own limit is 10
POINT = 0.75  # of a pixel: a PDF is measured in points
Colour = tuple[float, float, float]
library, ffi = cairocffi.cairo, cairocffi.ffi


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


class Canvas:
    """A Cairo surface to paint on, in the units of a drawing."""

    def __init__(self, surface: Any, scale: float = 1.0, origin: tuple[float, float] = (0, 0)):
        self.surface = surface
        self.context = cairocffi.Context(surface)
        self.context.set_miter_limit(MITRE)
        self.context.scale(scale, scale)
        self.context.translate(-origin[0], -origin[1])

    @classmethod
    def above(cls, ground: Any, scale: float) -> "Canvas":
        """A canvas with a surface as its ground, which stays as it is."""
        width, height = ground.get_width(), ground.get_height()
        board = cls(cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, width, height), scale)
        board.lay(ground)
        return board

    def image(self) -> Image.Image:
        """The pixels as a picture: in colour, or with transparency where the surface has it."""
        surface = self.surface
        surface.flush()
        has_alpha = surface.get_format() == cairocffi.FORMAT_ARGB32
        mode, raw = ("RGBA", "BGRa") if has_alpha else ("RGB", "BGRX")
        size = (surface.get_width(), surface.get_height())
        data = bytes(surface.get_data())
        return Image.frombuffer(mode, size, data, "raw", raw, surface.get_stride(), 1)

    def draw(self, drawing: ParsedDrawing, fills: Mapping[Any, str] = MappingProxyType({})) -> None:
        """Paint a whole drawing; `fills` are other colours of elements, by their ids."""
        self._named = drawing.named
        self._fills = fills
        for child in drawing.root.children:
            self._node(child, PaintStyle().within(drawing.root.attributes))

    def lay(self, surface: Any) -> None:
        """Lay another surface of the same size on this one."""
        self.context.save()
        self.context.identity_matrix()
        self.context.set_source_surface(surface)
        self.context.paint()
        self.context.restore()

    def draw_paths(self, paths: Iterable[PaintedPath]) -> None:
        """Paint paths in their order."""
        for path in paths:
            paint = path.paint
            ends = "round" if paint.round else ""
            style = PaintStyle(
                paint.fill or "none", paint.stroke or "none", paint.width, 1.0, paint.dash,
                ends or "butt", ends or "miter",
            )  # fmt: skip
            with self._inside(paint.opacity):
                self.context.translate(path.x, path.y)
                self.context.scale(path.scale, path.scale)
                self._append(path.d)
                self._paint(style)

    @contextmanager
    def _inside(self, opacity: float = 1.0) -> Any:
        """A block whose changes of the context end with it, painted with one opacity."""
        self.context.save()
        if opacity < 1:
            self.context.push_group()
        yield
        if opacity < 1:
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(opacity)
        self.context.restore()

    def _node(self, node: Node, style: PaintStyle) -> None:
        if node.tag in UNSEEN:
            return
        attributes = node.attributes
        if attributes:
            style = style.within(attributes)
        if attributes.get("id") in self._fills:
            style = style._replace(fill=self._fills[attributes["id"]])
        with self._inside(float(attributes.get("opacity", 1))):
            self._place(attributes)
            if node.tag == "g":
                for child in node.children:
                    self._node(child, style)
            elif node.tag == "use":
                self._use(attributes, style)
            else:
                self._shape(node)
                self._paint(style)

    def _use(self, attributes: Mapping[str, str], style: PaintStyle) -> None:
        """Paint another element at this place."""
        self.context.translate(*self._offset(attributes))
        if target := self._target(attributes):
            self._node(target, style)

    def _place(self, attributes: Mapping[str, str]) -> None:
        """Apply an element's transform, then its clip."""
        for kind, inner in TRANSFORM.findall(attributes.get("transform", "")):
            values = _numbers(inner)
            if kind == "translate":
                self.context.translate(values[0], values[1] if len(values) > 1 else 0)
            elif kind == "scale":
                self.context.scale(values[0], values[-1])
            else:
                around = values[1:] or (0, 0)
                self.context.translate(*around)
                self.context.rotate(radians(values[0]))
                self.context.translate(-around[0], -around[1])
        if clip := self._named_clip(attributes.get("clip-path", "")):
            self._outline(clip)
            self.context.clip()

    def _named_clip(self, reference: str) -> Node | None:
        return self._named.get(reference.removeprefix("url(#").removesuffix(")"))

    def _outline(self, node: Node) -> None:
        """Add the shapes of a clip to the path."""
        for child in node.children:
            self.context.save()
            self._place(child.attributes)
            if child.tag == "use":
                self.context.translate(*self._offset(child.attributes))
                target = self._target(child.attributes)
                if target is not None:
                    self._outline(Node("clipPath", {}, [target]))
            else:
                self._shape(child)
            self.context.restore()

    def _offset(self, attributes: Mapping[str, str]) -> tuple[float, float]:
        return float(attributes.get("x", 0)), float(attributes.get("y", 0))

    def _target(self, attributes: Mapping[str, str]) -> Node | None:
        address = attributes.get("href") or attributes.get("xlink:href") or ""
        return self._named.get(address.removeprefix("#"))

    def _shape(self, node: Node) -> None:
        """Add a shape to the path."""
        at = node.attributes
        if node.tag == "path":
            self._append(at["d"])
        elif node.tag == "rect":
            x, y = self._offset(at)
            self.context.rectangle(x, y, float(at["width"]), float(at["height"]))
        elif node.tag == "circle":
            self._ellipse(at, float(at["r"]), float(at["r"]))
        elif node.tag == "ellipse":
            self._ellipse(at, float(at["rx"]), float(at["ry"]))

    def _ellipse(self, at: Mapping[str, str], rx: float, ry: float) -> None:
        if not rx or not ry:
            return
        self.context.save()
        self.context.translate(float(at.get("cx", 0)), float(at.get("cy", 0)))
        self.context.scale(rx, ry)
        self.context.new_sub_path()
        self.context.arc(0, 0, 1, 0, 2 * pi)
        self.context.close_path()
        self.context.restore()

    def _append(self, data: str) -> None:
        library.cairo_append_path(self.context._pointer, _path(data))

    def _paint(self, style: PaintStyle) -> None:
        """Fill and stroke the path, and forget it."""
        context = self.context
        if style.fill != "none":
            context.set_source_rgb(*_rgb(style.fill))
            context.fill_preserve()
        if style.stroke != "none" and style.width > 0:
            context.set_source_rgba(*_rgb(style.stroke), style.opacity)
            context.set_line_width(style.width)
            context.set_dash(style.dash)
            context.set_line_cap(CAPS[style.cap])
            context.set_line_join(JOINS[style.join])
            context.stroke_preserve()
        context.new_path()


@lru_cache(maxsize=16384)
def _path(data: str) -> Any:
    """Path data as Cairo keeps it, which it can add to a path at once."""
    scratch = cairocffi.Context(cairocffi.RecordingSurface(cairocffi.CONTENT_ALPHA, None))
    pointer = scratch._pointer
    calls = {
        "M": library.cairo_move_to,
        "L": library.cairo_line_to,
        "C": library.cairo_curve_to,
        "Z": library.cairo_close_path,
    }
    for letter, numbers in commands(data):
        calls[letter](pointer, *numbers)
    return ffi.gc(library.cairo_copy_path(pointer), library.cairo_path_destroy)


@lru_cache(maxsize=512)
def _rgb(colour: str) -> Colour:
    red, green, blue = getrgb(colour)[:3]
    return red / 255, green / 255, blue / 255


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in NUMBER.findall(text))


def painted(drawing: ParsedDrawing, width: int) -> Canvas:
    """A drawing on a canvas of so many pixels, transparent where nothing is drawn."""
    across, down = drawing.size
    scale = width / across
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, width, round(down * scale))
    canvas = Canvas(surface, scale, drawing.origin)
    canvas.draw(drawing)
    return canvas


def surface_from_png(content: bytes) -> Any:
    """A PNG as a surface."""
    return cairocffi.ImageSurface.create_from_png(io.BytesIO(content))


def pdf_of(drawing: ParsedDrawing) -> bytes:
    """A drawing as a PDF of one page. It has no date, which Cairo would write in local time."""
    file = io.BytesIO()
    width, height = drawing.size
    surface = cairocffi.PDFSurface(file, width * POINT, height * POINT)
    surface.set_metadata(cairocffi.PDF_METADATA_CREATE_DATE, "")
    Canvas(surface, POINT, drawing.origin).draw(drawing)
    surface.finish()
    return file.getvalue()
