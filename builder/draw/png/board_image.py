"""A board rastered once; its provinces change colour without redrawing.

The colour of a land shines through all that is drawn over it in proportion to how much of it is
seen, which is known from the board with black and with white lands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageFilter

from builder.draw.png.painter import shares
from builder.model.board import Code

Area = tuple[int, int, int, int]
SOME = [0] + [255] * 255
PIXELS = "BGRX"
ALIGNED = 4


class LandMap:
    """Which land each point of a picture belongs to."""

    def __init__(self, greys: Image.Image, lands: Sequence[Code]) -> None:
        """Take a picture in which each land is as grey as its number, counted from 1."""
        index = greys.point([v if v <= len(lands) else 0 for v in range(256)])
        spread = index.filter(ImageFilter.MaxFilter(3))
        self.index = Image.composite(index, spread, index.point(SOME))
        self.number = {code: number for number, code in enumerate(lands, 1)}
        self.areas = {c: aligned(self._of(c, self.index).getbbox()) for c in lands}

    def mask(self, code: Code) -> Image.Image:
        """The points of a land within its area."""
        return self._of(code, self.index.crop(self.areas[code]))

    def _of(self, code: Code, index: Image.Image) -> Image.Image:
        own = self.number[code]
        return index.point([255 if v == own else 0 for v in range(256)])


def aligned(area: Area | None) -> Area | None:
    """An area as wide as Cairo wants masks to be."""
    if area is None:
        return None
    left, top, right, bottom = area
    return left, top, right + (left - right) % ALIGNED, bottom


class LandMask(NamedTuple):
    """A land as masks of Cairo: which points are its own, and how much is seen of its colour."""

    own: Any
    seen: Any
    left: int
    top: int


class BoardImage:
    """A board without names, as last tinted: the pixels of a Cairo surface."""

    def __init__(
        self, cairo: Any, black: Image.Image, white: Image.Image, plain: str, atlas: LandMap
    ) -> None:
        self.cairo, self.plain = cairo, plain
        seen = ImageChops.subtract(white, black)
        light = ImageChops.multiply(seen, Image.new("RGB", seen.size, plain))
        form = cairo.FORMAT_RGB24
        self.pixels = bytearray(ImageChops.add(black, light).tobytes("raw", PIXELS))
        self.surface = self._over(self.pixels, form, black.size)
        self.black = self._over(bytearray(black.tobytes("raw", PIXELS)), form, black.size)
        self.patches = {
            code: self._patch(atlas.mask(code), seen.getchannel("G"), area)
            for code, area in atlas.areas.items()
            if area is not None
        }
        self.colours = dict.fromkeys(self.patches, "")
        self.tinted({})

    def tinted(self, tints: Mapping[Code, str]) -> bytearray:
        """The board with its lands in these colours, as pixels that are not to be changed."""
        context = self.cairo.Context(self.surface)
        for code, patch in self.patches.items():
            colour = tints.get(code, self.plain)
            if colour != self.colours[code]:
                self.colours[code] = colour
                self._paint(context, patch, colour)
        self.surface.flush()
        return self.pixels

    def _paint(self, context: Any, patch: LandMask, colour: str) -> None:
        """Let a land be black and then lay its light over it."""
        context.set_operator(self.cairo.OPERATOR_OVER)
        context.set_source_surface(self.black)
        context.mask_surface(patch.own, patch.left, patch.top)
        context.set_operator(self.cairo.OPERATOR_ADD)
        context.set_source_rgb(*shares(colour))
        context.mask_surface(patch.seen, patch.left, patch.top)

    def _patch(self, own: Image.Image, seen: Image.Image, area: Area) -> LandMask:
        light = ImageChops.multiply(own, seen.crop(area))
        form = self.cairo.FORMAT_A8
        mine, shown = (self._over(bytearray(m.tobytes()), form, m.size) for m in (own, light))
        return LandMask(mine, shown, *area[:2])

    def _over(self, data: bytearray, form: int, size: tuple[int, int]) -> Any:
        stride = self.cairo.ImageSurface.format_stride_for_width(form, size[0])
        return self.cairo.ImageSurface.create_for_data(data, form, *size, stride=stride)
