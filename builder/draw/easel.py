"""Paints marks on a Cairo context, exactly as an SVG renderer would paint their SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

from builder.draw.canvas import steps
from builder.draw.marks import Case, Mark, Paint, Shape, Stamp
from builder.draw.palette import rgb

CAPS = {False: 0, True: 1}
MITER_LIMIT = 4
PLACES = 4
Seal = tuple[Any, int, int]
Seals = dict[tuple[str, float, int, int], Seal]


class Easel:
    """A Cairo context (of the module `cairo` given) on which pictures are painted.

    `seals` are the signs of the case that were painted before, to be set down again: each with
    how far its left upper corner lies from its place. A sign stands within an eighth of a
    pixel of where it should.
    """

    def __init__(self, cairo: Any, context: Any, case: Case, scale: float, seals: Seals) -> None:
        self.cairo, self.context, self.case, self.scale = cairo, context, case, scale
        self.seals = seals
        context.set_miter_limit(MITER_LIMIT)

    def layers(self, marks: Sequence[Mark], names: Iterable[str]) -> None:
        """Paint some layers, bottom up."""
        for name in names:
            for mark in marks:
                if mark.layer == name:
                    self.shape(mark.shape, self.scale, 0.0, 0.0)

    def shape(self, shape: Shape, scale: float, x: float, y: float) -> None:
        """Paint a shape that stands on a ground of its own place and scale."""
        x, y, grown = x + shape.x * scale, y + shape.y * scale, scale * shape.scale
        if isinstance(shape, Stamp):
            self.stamp(shape.sign, grown, x, y)
            return
        self.context.set_matrix(self.cairo.Matrix(grown, 0, 0, grown, x, y))
        self.cairo.cairo.cairo_append_path(self.context._pointer, outline(self.cairo, shape.d))
        self.brush(shape.paint)

    def stamp(self, sign: str, scale: float, x: float, y: float) -> None:
        """Set down a sign of the case."""
        right, down = round(x * PLACES), round(y * PLACES)
        key = sign, scale, right % PLACES, down % PLACES
        if key not in self.seals:
            self.seals[key] = self.seal(sign, scale, key[2] / PLACES, key[3] / PLACES)
        surface, left, top = self.seals[key]
        self.context.identity_matrix()
        self.context.set_source_surface(surface, right // PLACES + left, down // PLACES + top)
        self.context.paint()

    def seal(self, sign: str, scale: float, x: float, y: float) -> Seal:
        """A sign as a small surface of its own."""
        whole = self.cairo.RecordingSurface(self.cairo.CONTENT_COLOR_ALPHA, None)
        easel = Easel(self.cairo, self.cairo.Context(whole), self.case, scale, self.seals)
        for trace in self.case[sign]:
            easel.shape(trace, scale, x, y)
        left, top, wide, high = whole.ink_extents()
        corner = floor(left), floor(top)
        size = ceil(left + wide) - corner[0], ceil(top + high) - corner[1]
        surface = self.cairo.ImageSurface(self.cairo.FORMAT_ARGB32, *size)
        context = self.cairo.Context(surface)
        context.set_source_surface(whole, -corner[0], -corner[1])
        context.paint()
        return surface, *corner

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


@lru_cache(maxsize=2048)
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
