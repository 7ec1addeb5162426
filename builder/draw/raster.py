"""Pictures as PNG and PDF: a board is painted once, and each phase is painted on it."""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist
from typing import Any

from PIL import Image
from PIL.ImageColor import getrgb

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.drawing_tree import ParsedDrawing
from builder.draw.marks import (
    INK,
    OVER,
    PAPER,
    RED,
    UNDER,
    DrawnMark,
    Layer,
    PaintedPath,
    SymbolSet,
)  # fmt: skip
from builder.draw.pdf_page import pdf_of
from builder.draw.phase_map import PhaseMap, picture
from builder.errors import ArchiveError
from builder.model.grouping import grouped
from builder.model.results import Turn
from builder.model.setting import Setting

try:
    from builder.draw import canvas

    MISSING = ""
except (ImportError, OSError) as error:  # pragma: no cover - only without libcairo2
    MISSING = str(error).splitlines()[0]

WIDTH = 1200
THUMBNAIL = 384  # pixels, of a picture in a gallery
LEVEL = 5  # of packing a PNG: 2 % larger than with the usual one, which takes a third longer
QUALITY = 50  # of a thumbnail: a board of 75 spaces weighs 10 kB
FLAT = (PAPER, INK, RED, "#e6dfcd")
BLENDS = 16  # colours of a palette between the flat ones
SAMPLED = 2  # every second row and column shows the blends well enough
RARE = 2  # fewer of the sampled pixels than this count for no blend
APART = 18.95  # the least distance between a blend and a flat colour
COASTLINE = re.compile(r'<use xlink:href="#lands" stroke="(#[0-9a-f]{6})"[^>]*/>')
FILL = re.compile(r' fill="(#[0-9a-f]{6})"')
ADVICE = "PNG needs the Cairo library: install libcairo2 (on macOS: brew install cairo)"
RGB = tuple[int, int, int]
Keep = Callable[[str, Callable[[], bytes]], bytes]


class RasterUnavailableError(ArchiveError):
    """This machine cannot make PNGs; the message says what to install."""


def available() -> bool:
    """Can this machine make PNGs?"""
    return not MISSING


def require_cairo() -> None:
    """Raise RasterUnavailableError on a machine that cannot make PNGs."""
    if MISSING:
        raise RasterUnavailableError(f"{ADVICE} ({MISSING})")


def board_png(text: str, width: int = WIDTH) -> bytes:
    """A single SVG as a PNG in full colour; for many phases of one board use a BoardRaster."""
    require_cairo()
    return _png_of(canvas.painted(ParsedDrawing(text), width).image())


def pdf(text: str) -> bytes:
    """A single SVG as a PDF of one page; the same drawing always gives the same bytes."""
    return pdf_of(ParsedDrawing(text))


def make_now(_key: str, make: Callable[[], bytes]) -> bytes:
    """Keeps nothing."""
    return make()


class BoardRaster:
    """A board set up for pictures `width` pixels wide. `keep(key, make)` returns bytes that `make`
    makes if they are not in a cache. Raises RasterUnavailableError without Cairo."""

    def __init__(
        self, sheet: BoardSheet, setting: Setting, width: int = WIDTH, keep: Keep = make_now
    ) -> None:
        require_cairo()
        self.sheet = sheet
        self.setting = setting
        self.width = width
        self.keep = keep
        self._last: tuple[PhaseMap, Image.Image] | None = None
        self.sea = self._piece(plain_waters(sheet.layers["sea"]))
        self.provinces = ParsedDrawing(self._whole(sheet.layers["provinces"]))
        self.above = self._piece(sheet.above(setting))
        self.names = self._piece(sheet.over())
        self.palette = self._palette()

    def png(self, drawn: PhaseMap) -> bytes:
        """A picture as a PNG in the colours that all pictures of the board share."""
        return _png_of(self.paint(drawn).quantize(palette=self.palette, dither=Image.Dither.NONE))

    def thumbnail(self, drawn: PhaseMap) -> bytes:
        """A small picture as WebP."""
        painted = self.paint(drawn)
        height = round(painted.height * THUMBNAIL / painted.width)
        file = io.BytesIO()
        small = painted.resize((THUMBNAIL, height), Image.Resampling.HAMMING)
        small.save(file, "WEBP", quality=QUALITY, method=5)
        return file.getvalue()

    def paint(self, drawn: PhaseMap) -> Image.Image:
        """A picture in full colour. The last one is kept: its thumbnail is made of it, too."""
        if self._last is not None and self._last[0] is drawn:
            return self._last[1]
        self._last = None  # goes before another is painted
        painted = self._painted(drawn)
        self._last = (drawn, painted)
        return painted

    def _painted(self, drawn: PhaseMap) -> Image.Image:
        board = canvas.Canvas.above(self.sea, self.width / self.sheet.width)
        marks = drawn.marks + drawn.cartouche + drawn.legend
        board.draw(self.provinces, drawn.tints)
        board.lay(self.above)
        board.draw_paths(_paths(marks, UNDER, drawn.symbols))
        board.lay(self.names)
        board.draw_paths(_paths(marks, OVER, drawn.symbols))
        return board.image()

    def _palette(self) -> Image.Image:
        """A picture with the palette: the board's flat colours, and the blends between them at the
        start."""
        nations: list[str] = []
        for nation in self.setting.nations:
            nations += filter(None, (nation.tint, nation.ink))
        sea = waters(self.sheet.layers["sea"])
        flat = list(dict.fromkeys((*FLAT, self.sheet.plain, sea, *nations)))

        def make() -> bytes:
            return b"".join(bytes(getrgb(colour)) for colour in flat) + self._blends(flat)

        board = "".join(self.sheet.layers.values())
        palette = Image.new("P", (1, 1))
        palette.putpalette(self.keep(f"palette {flat} {self.width} {board}", make))
        return palette

    def _blends(self, flat: Iterable[str]) -> bytes:
        """The colours between the flat ones that are most often seen at the start."""
        start = self.setting.start
        still = Turn(start, start)
        shown = self.paint(picture(self.sheet, self.setting, still, title="A", subtitle="A"))
        shown = shown.resize(
            (shown.width // SAMPLED, shown.height // SAMPLED), Image.Resampling.NEAREST
        )
        # A table for so many colours is laid out at once: for all that there are, in 200 MB.
        most = shown.width * shown.height
        counted: list[tuple[int, RGB]] = shown.getcolors(most) or []  # type: ignore[assignment]
        often = [colour for count, colour in counted if count >= RARE]
        flat_colours = [getrgb(colour) for colour in flat]
        others = [colour for colour in often if _is_apart(colour, flat_colours)]
        rest = Image.new("RGB", (len(others), 1))
        rest.putdata(others)
        return bytes((rest.quantize(BLENDS).getpalette() or [])[: 3 * BLENDS])

    def _piece(self, body: str) -> Any:
        """A piece of the board as a surface; it may refer to the sheet's definitions and shapes."""
        text = self._whole(body)
        painted: list[Any] = []

        def make() -> bytes:
            painted.append(canvas.painted(ParsedDrawing(text), self.width).surface)
            return canvas.packed(painted[0])

        content = self.keep(f"{self.width} {text}", make)
        if painted:
            return painted[0]
        height = round(self.sheet.height * self.width / self.sheet.width)
        return canvas.unpacked(content, self.width, height)

    def _whole(self, body: str) -> str:
        size = svg.points(self.sheet.width, self.sheet.height)
        shapes = "" if 'id="provinces"' in body else self.sheet.layers["provinces"]
        defs = f"<defs>{self.sheet.defs}{shapes}</defs>"
        return f'<svg {svg.HEAD} viewBox="0 0 {size}">{defs}{body}</svg>'


def _png_of(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def _is_apart(colour: RGB, others: Iterable[tuple[int, ...]]) -> bool:
    """Is a colour far enough from all others to count for a blend?"""
    return all(dist(colour, other) > APART for other in others)


def waters(sea: str) -> str:
    """The colour of the sea: the last that its layer fills below the lines along the coasts."""
    fills = FILL.findall(COASTLINE.split(sea)[0])
    return fills[-1] if fills else PAPER


def plain_waters(sea: str) -> str:
    """The layer of the sea without the faint lines along the coasts, which in the few colours of a
    PNG would become specks of others. Their strip of water stays: it covers the waves there."""
    lines = list(COASTLINE.finditer(sea))
    if len(lines) < 2:
        return sea
    widest = lines[0]
    coast = lines[-1]
    strip = widest[0].replace(widest[1], waters(sea))
    between = COASTLINE.sub("", sea[widest.end() : coast.start()])
    return sea[: widest.start()] + strip + between + sea[coast.start() :]


def _paths(
    marks: Iterable[DrawnMark], layers: Sequence[Layer], symbols: SymbolSet
) -> Iterator[PaintedPath]:
    """The marks of some layers as paths, bottom up; words are outlines."""
    by_layer = grouped((mark.layer, mark.shape) for mark in marks)
    for layer in layers:
        for shape in by_layer.get(layer, ()):
            if isinstance(shape, PaintedPath):
                yield shape.outlined()
            else:
                for path in symbols[shape.sign]:
                    yield path.moved(shape.x, shape.y, shape.scale)
