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
QUALITY = 50  # of a thumbnail: a board of 75 spaces weighs 10 kB
FLAT = (PAPER, INK, RED, "#e6dfcd")
BLENDS = 16  # colours of a palette between the flat ones
SAMPLED = 2  # every second row and column shows the blends well enough
RARE = 2  # fewer of the sampled pixels than this count for no blend
APART = 18.95  # the least distance between a blend and a flat colour
LINING = re.compile(r'href="#lands" stroke="(#[0-9a-f]{6})"')
SEA = re.compile(r'<rect[^>]*? fill="(#[0-9a-f]{6})"/>')
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


def _piece_png(text: str, width: int) -> bytes:
    """A piece of a board for the cache: packed quickly, because only we read it."""
    file = io.BytesIO()
    canvas.painted(ParsedDrawing(text), width).image().save(file, "PNG", compress_level=1)
    return file.getvalue()


def pdf(text: str) -> bytes:
    """A single SVG as a PDF of one page; the same drawing always gives the same bytes."""
    return pdf_of(ParsedDrawing(text))


def make_now(_key: str, make: Callable[[], bytes]) -> bytes:
    """Keeps nothing."""
    return make()


class BoardRaster:
    """A board set up for pictures `width` pixels wide. `keep(key, make)` returns a PNG that
    `make` makes if it is not in a cache. Raises RasterUnavailableError without Cairo."""

    def __init__(
        self, sheet: BoardSheet, setting: Setting, width: int = WIDTH, keep: Keep = make_now
    ) -> None:
        require_cairo()
        self.sheet = sheet
        self.setting = setting
        self.width = width
        self.keep = keep
        self.sea = self._piece(sheet.layers["sea"])
        self.provinces = ParsedDrawing(self._whole(sheet.layers["provinces"]))
        self.above = self._piece(sheet.above(setting))
        self.names = self._piece(sheet.over())
        self.palette, self.numbers = self._palette()

    def png(self, drawn: PhaseMap) -> bytes:
        """A picture as a PNG in the colours that all pictures of the board share."""
        few = self.paint(drawn).quantize(palette=self.palette, dither=Image.Dither.NONE)
        few = few.point(self.numbers)
        few.putpalette(self.palette.getpalette() or [])
        return _png_of(few)

    def thumbnail(self, drawn: PhaseMap) -> bytes:
        """A small picture as WebP."""
        painted = self.paint(drawn)
        height = round(painted.height * THUMBNAIL / painted.width)
        file = io.BytesIO()
        small = painted.resize((THUMBNAIL, height), Image.Resampling.LANCZOS)
        small.save(file, "WEBP", quality=QUALITY, method=6)
        return file.getvalue()

    def paint(self, drawn: PhaseMap) -> Image.Image:
        """A picture in full colour."""
        board = canvas.Canvas.above(self.sea, self.width / self.sheet.width)
        marks = drawn.marks + drawn.cartouche + drawn.legend
        board.draw(self.provinces, drawn.tints)
        board.lay(self.above)
        board.draw_paths(_paths(marks, UNDER, drawn.symbols))
        board.lay(self.names)
        board.draw_paths(_paths(marks, OVER, drawn.symbols))
        return board.image()

    def _palette(self) -> tuple[Image.Image, Sequence[int]]:
        """The palette: the board's flat colours, and the blends between them at the start.

        With so few colours the faint lines along the coasts would become specks of others. So
        each has a number of its own, and the second result, a number for every number, gives it
        the sea's. Both are kept as one PNG: its pixels are the numbers.
        """
        nations: list[str] = []
        for nation in self.setting.nations:
            nations += filter(None, (nation.tint, nation.ink))
        sea = SEA.findall(self.sheet.layers["sea"])
        flat = list(dict.fromkeys((*FLAT, self.sheet.plain, *sea, *nations)))
        faint = [c for c in LINING.findall(self.sheet.layers["sea"])[:-1] if c not in flat]

        def make() -> bytes:
            numbers = Image.new("P", (256, 1))
            numbers.putdata(_numbers(len(flat), len(faint), flat.index(sea[-1])))
            colours = b"".join(bytes(getrgb(colour)) for colour in (*flat, *faint))
            numbers.putpalette(colours + self._blends(flat))
            return _png_of(numbers)

        board = "".join(self.sheet.layers.values())
        palette = Image.open(io.BytesIO(self.keep(f"palette {flat} {self.width} {board}", make)))
        return palette, list(palette.tobytes())

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
        flat_colours = [getrgb(colour) for colour in flat]
        often = [colour for count, colour in counted if count >= RARE]
        others = [colour for colour in often if _nearest(colour, flat_colours) > APART]
        rest = Image.new("RGB", (len(others), 1))
        rest.putdata(others)
        return bytes((rest.quantize(BLENDS).getpalette() or [])[: 3 * BLENDS])

    def _piece(self, body: str) -> Any:
        """A piece of the board as a surface; it may refer to the sheet's definitions and shapes."""
        text = self._whole(body)
        made = self.keep(f"{self.width} {text}", lambda: _piece_png(text, self.width))
        return canvas.surface_from_png(made)

    def _whole(self, body: str) -> str:
        size = svg.points(self.sheet.width, self.sheet.height)
        shapes = "" if 'id="provinces"' in body else self.sheet.layers["provinces"]
        defs = f"<defs>{self.sheet.defs}{shapes}</defs>"
        return f'<svg {svg.HEAD} viewBox="0 0 {size}">{defs}{body}</svg>'


def _png_of(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _nearest(colour: RGB, others: Iterable[tuple[int, ...]]) -> float:
    """How far a colour is from the nearest of others."""
    return min(dist(colour, other) for other in others)


def _numbers(flat: int, faint: int, sea: int) -> list[int]:
    """The number in place of each number of the palette: faint lines have that of the sea."""
    numbers = list(range(256))
    for line in range(flat, flat + faint):
        numbers[line] = sea
    return numbers


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
