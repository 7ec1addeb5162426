"""Paints marks on a Cairo context, exactly as an SVG renderer paints their SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

from builder.draw.marks import Case, DrawnMark, Paint, PaintedPath, Shape
from builder.draw.palette import rgb
from builder.draw.png.path_steps import steps

CAPS = {False: 0, True: 1}
MITER_LIMIT = 4
PLACES = 4
Seal = tuple[Any, int, int]
KEPT = 2048


class MarkPainter:
    """A Cairo context (of the module `cairo` given) on which pictures are painted.

    Signs and words that were painted before are set down again. Each stands within an eighth
    of a pixel of where it should.
    """

    def __init__(self, cairo: Any, context: Any, case: Case, scale: float) -> None:
        self.cairo, self.context, self.case, self.scale = cairo, context, case, scale
        context.set_miter_limit(MITER_LIMIT)

    def layers(self, marks: Sequence[DrawnMark], names: Iterable[str]) -> None:
        """Paint some layers, bottom up."""
        for name in names:
            for mark in marks:
                if mark.layer == name:
                    self.mark(mark.shape)

    def mark(self, shape: Shape) -> None:
        """Paint a mark."""
        if isinstance(shape, PaintedPath):
            self.shape(shape, self.scale, 0.0, 0.0)
        else:
            self.stamp(self.case[shape.sign], shape)

    def words(self, marks: Sequence[DrawnMark]) -> None:
        """Paint words and the signs among them."""
        for mark in marks:
            if isinstance(mark.shape, PaintedPath):
                self.stamp((mark.shape._replace(x=0.0, y=0.0, scale=1.0),), mark.shape)
            else:
                self.mark(mark.shape)

    def shape(self, shape: PaintedPath, scale: float, x: float, y: float) -> None:
        """Paint a path that stands on a ground of its own place and scale."""
        x, y, grown = x + shape.x * scale, y + shape.y * scale, scale * shape.scale
        self.context.set_matrix(self.cairo.Matrix(grown, 0, 0, grown, x, y))
        self.cairo.cairo.cairo_append_path(self.context._pointer, outline(self.cairo, shape.d))
        self.brush(shape.paint)

    def stamp(self, sign: tuple[PaintedPath, ...], shape: Shape) -> None:
        """Set down a sign where a shape stands."""
        right, down = round(shape.x * self.scale * PLACES), round(shape.y * self.scale * PLACES)
        at = right % PLACES / PLACES, down % PLACES / PLACES
        surface, left, top = seal(self.cairo, sign, self.scale * shape.scale, *at)
        self.context.identity_matrix()
        self.context.set_source_surface(surface, right // PLACES + left, down // PLACES + top)
        self.context.paint()

    def brush(self, paint: Paint) -> None:
        """Fill and stroke the path that was laid down."""
        context = self.context
        grouped = bool(paint.fill and paint.stroke and paint.opacity < 1)
        alpha = 1.0 if grouped else paint.opacity
        if grouped:
            context.push_group()
        if paint.fill:
            context.set_source_rgba(*shares(paint.fill), alpha)
            context.fill_preserve()
        if paint.stroke:
            context.set_source_rgba(*shares(paint.stroke), alpha)
            context.set_line_width(paint.width)
            context.set_line_cap(CAPS[paint.round])
            context.set_line_join(CAPS[paint.round])
            context.set_dash(paint.dash)
            context.stroke_preserve()
        context.new_path()
        if grouped:
            context.pop_group_to_source()
            context.paint_with_alpha(paint.opacity)


@lru_cache(maxsize=KEPT)
def seal(cairo: Any, sign: tuple[PaintedPath, ...], scale: float, x: float, y: float) -> Seal:
    """A sign as a small surface, and how far its left upper corner lies from its place."""
    whole = cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, None)
    easel = MarkPainter(cairo, cairo.Context(whole), {}, scale)
    for trace in sign:
        easel.shape(trace, scale, x, y)
    left, top, wide, high = whole.ink_extents()
    corner = floor(left), floor(top)
    size = ceil(left + wide) - corner[0], ceil(top + high) - corner[1]
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, *size)
    context = cairo.Context(surface)
    context.set_source_surface(whole, -corner[0], -corner[1])
    context.paint()
    return surface, *corner


@lru_cache(maxsize=KEPT)
def outline(cairo: Any, d: str) -> Any:
    """Path data as a path of Cairo's own, kept for the next time."""
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
    draw = {
        "M": context.move_to,
        "L": context.line_to,
        "C": context.curve_to,
        "Z": context.close_path,
    }
    for kind, numbers in steps(d):
        draw[kind](*numbers)
    library = cairo.cairo
    return cairo.ffi.gc(library.cairo_copy_path(context._pointer), library.cairo_path_destroy)


@lru_cache(maxsize=256)
def shares(colour: str) -> tuple[float, float, float]:
    """`#rrggbb` as three shares of one."""
    r, g, b = rgb(colour)
    return r / 255, g / 255, b / 255
