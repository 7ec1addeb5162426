"""The ground of a picture: a board rastered once whose lands change colour without redrawing.

The colour of a land shines through all that is drawn over it in proportion to how much of it is
seen, which is known from the board with black and with white lands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageChops, ImageFilter

from builder.model.board import Code

Area = tuple[int, int, int, int]
SOME = [0] + [255] * 255
PIXELS = "BGRX"


class Atlas:
    """Which land each point of a picture belongs to."""

    def __init__(self, greys: Image.Image, lands: Sequence[Code]) -> None:
        """Take a picture in which each land is as grey as its number, counted from 1."""
        index = greys.point([v if v <= len(lands) else 0 for v in range(256)])
        spread = index.filter(ImageFilter.MaxFilter(3))
        self.index = Image.composite(index, spread, index.point(SOME))
        self.number = {code: number for number, code in enumerate(lands, 1)}
        self.areas: dict[Code, Area | None] = {c: self._of(c, self.index).getbbox() for c in lands}

    def mask(self, code: Code) -> Image.Image:
        """The points of a land within its area."""
        return self._of(code, self.index.crop(self.areas[code]))

    def _of(self, code: Code, index: Image.Image) -> Image.Image:
        own = self.number[code]
        return index.point([255 if v == own else 0 for v in range(256)])


class Ground:
    """A board without names, as last tinted: the pixels of a Cairo surface."""

    def __init__(
        self, cairo: Any, black: Image.Image, white: Image.Image, plain: str, atlas: Atlas
    ) -> None:
        self.cairo, self.black, self.seen = cairo, black, ImageChops.subtract(white, black)
        self.plain, self.atlas = plain, atlas
        self.colours = dict.fromkeys(atlas.number, plain)
        whole = ImageChops.add(black, self._light(self.seen, plain))
        self.pixels = bytearray(whole.tobytes("raw", PIXELS))
        self.surface = self._over(self.pixels, cairo.FORMAT_RGB24, whole.size)

    def tinted(self, tints: Mapping[Code, str]) -> bytearray:
        """The board with its lands in these colours, as pixels that are not to be changed."""
        changed = {c: tints.get(c, self.plain) for c in self.colours}
        changed = {c: colour for c, colour in changed.items() if colour != self.colours[c]}
        context = self.cairo.Context(self.surface)
        for code, colour in changed.items():
            self._paint(context, code, colour)
        self.surface.flush()
        return self.pixels

    def _paint(self, context: Any, code: Code, colour: str) -> None:
        self.colours[code] = colour
        area = self.atlas.areas[code]
        if area is not None:
            light = self._light(self.seen.crop(area), colour)
            painted = ImageChops.add(self.black.crop(area), light)
            land = Image.new("RGBA", painted.size)
            land.paste(painted, mask=self.atlas.mask(code))
            data = bytearray(land.tobytes("raw", "BGRA"))
            patch = self._over(data, self.cairo.FORMAT_ARGB32, land.size)
            context.set_source_surface(patch, *area[:2])
            context.paint()

    def _over(self, data: bytearray, form: int, size: tuple[int, int]) -> Any:
        return self.cairo.ImageSurface.create_for_data(data, form, *size, stride=4 * size[0])

    @staticmethod
    def _light(seen: Image.Image, colour: str) -> Image.Image:
        return ImageChops.multiply(seen, Image.new("RGB", seen.size, colour))
