"""The ground of a picture: a board rastered once whose lands change colour without redrawing.

The colour of a land shines through all that is drawn over it in proportion to how much of it is
seen, which is known from the board with black and with white lands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        self.areas: dict[Code, Area | None] = {c: self._of(c).getbbox() for c in lands}

    def mask(self, code: Code) -> Image.Image:
        """The points of a land within its area."""
        return self._of(code).crop(self.areas[code])

    def _of(self, code: Code) -> Image.Image:
        own = self.number[code]
        return self.index.point([255 if v == own else 0 for v in range(256)])


class Ground:
    """A board without names, as last tinted."""

    def __init__(self, black: Image.Image, white: Image.Image, plain: str, atlas: Atlas) -> None:
        self.black, self.seen = black, ImageChops.subtract(white, black)
        self.plain, self.atlas = plain, atlas
        self.colours = dict.fromkeys(atlas.number, plain)
        self.picture = ImageChops.add(black, self._light(self.seen, plain))
        self._pixels = b""

    def tinted(self, tints: Mapping[Code, str]) -> bytes:
        """The board with its lands in these colours, as pixels that Cairo can paint on."""
        for code, old in list(self.colours.items()):
            colour = tints.get(code, self.plain)
            if colour != old:
                self._paint(code, colour)
                self._pixels = b""
        self._pixels = self._pixels or self.picture.tobytes("raw", PIXELS)
        return self._pixels

    def _paint(self, code: Code, colour: str) -> None:
        self.colours[code] = colour
        area = self.atlas.areas[code]
        if area is not None:
            light = self._light(self.seen.crop(area), colour)
            painted = ImageChops.add(self.black.crop(area), light)
            self.picture.paste(painted, area, self.atlas.mask(code))

    @staticmethod
    def _light(seen: Image.Image, colour: str) -> Image.Image:
        return ImageChops.multiply(seen, Image.new("RGB", seen.size, colour))
