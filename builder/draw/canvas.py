"""Paints our own SVG, and marks without any SVG, with Cairo.

Path data is read once: a coast is stroked seven times for the lines at sea, and reading it took
most of the time of a general renderer.
"""

import zlib
from collections.abc import Iterable
from contextlib import contextmanager
from functools import lru_cache
from math import pi, radians
from typing import Any

import cairocffi
from PIL import Image
from PIL.ImageColor import getrgb

from builder.draw.drawing_tree import MITRE, Painter, PaintStyle, ParsedDrawing
from builder.draw.geometry.path_commands import commands
from builder.draw.marks import PaintedPath

CAPS = {"butt": cairocffi.LINE_CAP_BUTT, "round": cairocffi.LINE_CAP_ROUND}
JOINS = {"miter": cairocffi.LINE_JOIN_MITER, "round": cairocffi.LINE_JOIN_ROUND}
Colour = tuple[float, float, float]
library = cairocffi.cairo
ffi = cairocffi.ffi


class Canvas(Painter):
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
        width = ground.get_width()
        height = ground.get_height()
        board = cls(cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, width, height), scale)
        board.context.set_source_rgb(1, 1, 1)  # shines through the ground's last row of pixels
        board.context.paint()
        board.lay(ground)
        return board

    def image(self) -> Image.Image:
        """The pixels as a picture: in colour, or with transparency where the surface has it."""
        surface = self.surface
        surface.flush()
        has_alpha = surface.get_format() == cairocffi.FORMAT_ARGB32
        mode, raw = ("RGBA", "BGRa") if has_alpha else ("RGB", "BGRX")
        size = (surface.get_width(), surface.get_height())
        return Image.frombytes(mode, size, surface.get_data(), "raw", raw, surface.get_stride(), 1)

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
            with self.inside(paint.opacity):
                self.context.translate(path.x, path.y)
                self.context.scale(path.scale, path.scale)
                self.append(path.d)
                self.paint(style)

    @contextmanager
    def inside(self, opacity: float = 1.0) -> Any:
        """A block whose changes of the context end with it, painted with one opacity."""
        self.context.save()
        if opacity < 1:
            self.context.push_group()
        yield
        if opacity < 1:
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(opacity)
        self.context.restore()

    def translate(self, x: float, y: float) -> None:
        """Move the origin of the coordinates."""
        self.context.translate(x, y)

    def scale(self, x: float, y: float) -> None:
        """Enlarge the coordinates."""
        self.context.scale(x, y)

    def rotate(self, angle: float) -> None:
        """Turn the coordinates by an angle in degrees."""
        self.context.rotate(radians(angle))

    def clip(self) -> None:
        """Paint only within the path from now on, and forget the path."""
        self.context.clip()

    def rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Add a rectangle to the path."""
        self.context.rectangle(x, y, width, height)

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> None:
        """Add an ellipse to the path."""
        self.context.save()
        self.context.translate(x, y)
        self.context.scale(rx, ry)
        self.context.new_sub_path()
        self.context.arc(0, 0, 1, 0, 2 * pi)
        self.context.close_path()
        self.context.restore()

    def append(self, data: str) -> None:
        """Add path data to the path."""
        library.cairo_append_path(self.context._pointer, _path(data))

    def paint(self, style: PaintStyle) -> None:
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


def painted(drawing: ParsedDrawing, width: int) -> Canvas:
    """A drawing on a canvas of so many pixels, transparent where nothing is drawn."""
    across, down = drawing.size
    scale = width / across
    canvas = Canvas(_transparent(width, round(down * scale)), scale, drawing.origin)
    canvas.draw(drawing)
    return canvas


def packed(surface: Any) -> bytes:
    """The pixels of a surface for the cache, packed quickly: only `unpacked` reads them."""
    surface.flush()
    return zlib.compress(surface.get_data(), 1)


def unpacked(content: bytes, width: int, height: int) -> Any:
    """A surface from its packed pixels. Raises ValueError if they are more or fewer."""
    surface = _transparent(width, height)
    pixels = surface.get_data()
    pixels[:] = zlib.decompressobj().decompress(content, len(pixels))
    surface.mark_dirty()
    return surface


def _transparent(width: int, height: int) -> Any:
    return cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, width, height)
