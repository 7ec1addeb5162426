"""Pictures as PNG and PDF: CairoSVG renders a board once, and each phase is laid over it."""

import io
import re
from collections.abc import Callable, Mapping
from math import dist
from typing import Any

from PIL import Image, ImageChops, ImageFilter
from PIL.ImageColor import getrgb

from builder.draw import svg
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import INK, OVER, PAPER, RED, UNDER, DrawnMark, PaintedPath, SymbolSet
from builder.draw.phase_map import PhaseMap, picture
from builder.errors import ArchiveError
from builder.model.results import Turn
from builder.model.setting import Setting
from builder.model.units import Code

try:
    import cairosvg
    from cairocffi import PDF_METADATA_CREATE_DATE
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface, PNGSurface

    MISSING = ""
except (ImportError, OSError) as error:  # pragma: no cover - only without libcairo2
    MISSING = str(error).splitlines()[0]

WIDTH = 1200
FLAT = (PAPER, INK, RED, "#e6dfcd")
BLENDS = 16  # colours of a palette between the flat ones
RARE = 4  # fewer pixels than this count for no blend
APART = 18.95  # the least distance between a blend and a flat colour
LINING = re.compile(r'href="#lands" stroke="(#[0-9a-f]{6})"')
SEA = re.compile(r'<rect[^>]*? fill="(#[0-9a-f]{6})"/>')
ADVICE = "PNG needs the Cairo library: install libcairo2 (on macOS: brew install cairo)"
SHAPE = re.compile(r'<path id="(\w+)"(?: data-[a-z]+="[^"]*")* d="([^"]*)"')
USE = re.compile(r'<use (?:xlink:)?href="#(\w+)"([^>]*?)/>')
SHIFT = re.compile(r' ([xy])="([^"]*)"')
RGB = tuple[int, int, int]
Waters = tuple[tuple[Code, str], ...]
Keep = Callable[[str, Callable[[str], bytes]], bytes]


class RasterUnavailableError(ArchiveError):
    """This machine cannot make PNGs; the message says what to install."""


def available() -> bool:
    """Can this machine make PNGs?"""
    return not MISSING


def require_cairo() -> None:
    """Raise RasterUnavailableError on a machine that cannot make PNGs."""
    if MISSING:
        raise RasterUnavailableError(f"{ADVICE} ({MISSING})")


def board_png(drawing: str, width: int = WIDTH) -> bytes:
    """A single SVG as a PNG in full colour; for many phases of one board use a BoardRaster."""
    require_cairo()
    text = inlined(drawing, drawing).encode()
    return bytes(cairosvg.svg2png(bytestring=text, output_width=width))


def pdf(drawing: str) -> bytes:
    """A single SVG as a PDF of one page; the same drawing always gives the same bytes."""
    require_cairo()

    class Undated(PDFSurface):  # type: ignore[misc]
        """A PDF without a date; Cairo would write today's in the local time zone."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            made, *size = super()._create_surface(width, height)
            made.set_metadata(PDF_METADATA_CREATE_DATE, "")
            return made, *size

    return bytes(Undated.convert(bytestring=inlined(drawing, drawing).encode()))


class BoardRaster:
    """A board set up for pictures `width` pixels wide. `keep(svg, make)` returns the PNG of a piece
    of it, made by `make` if it is not in a cache. Raises RasterUnavailableError without Cairo."""

    def __init__(
        self, sheet: BoardSheet, setting: Setting, width: int = WIDTH, keep: Keep | None = None
    ) -> None:
        require_cairo()
        self.sheet, self.setting, self.width, self.keep = sheet, setting, width, keep
        self.lands = sorted(c for c, kind in sheet.shapes.items() if kind != "sea")
        self.names = self._rendered(sheet.over())
        self.owner = self._land_numbers()
        self.grounds: dict[Waters, tuple[Image.Image, Image.Image]] = {}
        self.palette, self.numbers = self._palette()

    def png(self, drawn: PhaseMap) -> bytes:
        """A picture as a PNG in the colours that all pictures of the board share."""
        few = self.paint(drawn).quantize(palette=self.palette, dither=Image.Dither.NONE)
        few = few.point(self.numbers)
        few.putpalette(self.palette.getpalette() or [])
        file = io.BytesIO()
        few.save(file, "PNG")
        return file.getvalue()

    def _palette(self) -> tuple[Image.Image, list[int]]:
        """The palette: the board's flat colours, and the blends between them at the start.

        With so few colours the faint lines along the coasts would become specks of others. So
        each has a number of its own, and the second result, a number for every number, gives it
        the sea's.
        """
        nations = [c for n in self.setting.nations for c in (n.tint, n.ink) if c]
        sea = SEA.findall(self.sheet.layers["sea"])
        flat = list(dict.fromkeys((*FLAT, self.sheet.plain, *sea, *nations)))
        faint = [c for c in LINING.findall(self.sheet.layers["sea"])[:-1] if c not in flat]
        start = self.setting.start
        still = Turn(start, start)
        shown = self.paint(picture(self.sheet, self.setting, still, title="A", subtitle="A"))
        counted: list[tuple[int, RGB]] = shown.getcolors(1 << 24) or []  # type: ignore[assignment]
        known = [getrgb(colour) for colour in flat]
        often = [colour for count, colour in counted if count >= RARE]
        others = [c for c in often if min(dist(c, other) for other in known) > APART]
        rest = Image.new("RGB", (len(others), 1))
        rest.putdata(others)
        blends = bytes((rest.quantize(BLENDS).getpalette() or [])[: 3 * BLENDS])
        palette = Image.new("P", (1, 1))
        palette.putpalette(b"".join(bytes(getrgb(c)) for c in (*flat, *faint)) + blends)
        numbers = list(range(256))
        numbers[len(flat) : len(flat) + len(faint)] = [flat.index(sea[-1])] * len(faint)
        return palette, numbers

    def paint(self, drawn: PhaseMap) -> Image.Image:
        """A picture in full colour."""
        image = self._tinted(drawn.tints)
        all_marks = drawn.marks + drawn.cartouche + drawn.legend
        marks = [p for m in all_marks for p in _paths(m, drawn.symbols)]
        under, over = (self._overlay(svg.layers(marks, names)) for names in (UNDER, OVER))
        for layer in (under, self.names, over):
            image.paste(layer, mask=layer)
        return image

    def _overlay(self, body: str) -> Image.Image:
        """A drawing on a transparent ground, taken from Cairo's surface without making a PNG."""
        tree = Tree(bytestring=self._whole(body))
        surface = PNGSurface(tree, None, 96, output_width=self.width).cairo
        data, stride = bytes(surface.get_data()), surface.get_stride()
        return Image.frombuffer("RGBA", self.names.size, data, "raw", "BGRa", stride, 1)

    def _tinted(self, tints: Mapping[Code, str]) -> Image.Image:
        """The board with its provinces in these colours. What is drawn over a land lets some of its
        colour through: as much as the boards with white and with black lands differ."""
        sheet = self.sheet
        waters = tuple(sorted((c, t) for c, t in tints.items() if sheet.shapes.get(c) == "sea"))
        if waters not in self.grounds:
            fills = (dict.fromkeys(self.lands, c) | dict(waters) for c in ("#000000", "#ffffff"))
            below, above = sheet.layers["sea"], sheet.above(self.setting)
            drawn = (self._rendered(below + sheet.tinted(fill) + above) for fill in fills)
            black, white = (ground.convert("RGB") for ground in drawn)
            self.grounds[waters] = black, ImageChops.subtract(white, black)
        black, seen = self.grounds[waters]
        colours = self.owner.copy()
        lands = (Code(""), *self.lands)
        colours.putpalette(b"".join(bytes(getrgb(tints.get(c, sheet.plain))) for c in lands))
        return ImageChops.add(black, ImageChops.multiply(seen, colours.convert("RGB")))

    def _land_numbers(self) -> Image.Image:
        """For each pixel the number of its land, counted from 1; 0 where there is none."""
        greys = {c: f"#{i:02x}{i:02x}{i:02x}" for i, c in enumerate(self.lands, 1)}
        drawn = self.sheet.tinted(greys).replace("<path", '<path shape-rendering="crispEdges"')
        red = self._rendered(drawn).convert("RGB").getchannel("R")
        number = red.point([v if v <= len(self.lands) else 0 for v in range(256)])
        spread = number.filter(ImageFilter.MaxFilter(3))
        return Image.composite(number, spread, number.point([0] + [255] * 255))

    def _rendered(self, body: str) -> Image.Image:
        """A piece of the board as an image; it may refer to the sheet's definitions and shapes."""
        shapes = self.sheet.layers["provinces"]
        known = self.sheet.defs + shapes
        more = "" if 'id="provinces"' in body else shapes
        text = f"<defs>{inlined(self.sheet.defs, known)}{more}</defs>{inlined(body, known)}"
        png = self.keep(text, self._png) if self.keep else self._png(text)
        return Image.open(io.BytesIO(png)).convert("RGBA")

    def _png(self, body: str) -> bytes:
        return bytes(cairosvg.svg2png(bytestring=self._whole(body), output_width=self.width))

    def _whole(self, body: str) -> bytes:
        size = svg.points(self.sheet.width, self.sheet.height)
        return f'<svg {svg.HEAD} viewBox="0 0 {size}">{body}</svg>'.encode()


def _paths(mark: DrawnMark, symbols: SymbolSet) -> list[DrawnMark]:
    """A mark as paths alone: CairoSVG takes long to look up signs, and has no font for words."""
    shape = mark.shape
    if isinstance(shape, PaintedPath):
        return [mark.outlined()]
    placed = (path.moved(shape.x, shape.y, shape.scale) for path in symbols[shape.sign])
    return [mark._replace(shape=path) for path in placed]


def inlined(body: str, drawing: str) -> str:
    """A piece of a drawing, with the paths that it refers to in place of the references. CairoSVG
    searches the whole file for each reference, and names have hundreds of letters."""
    shapes = dict(SHAPE.findall(drawing))

    def place(found: re.Match[str]) -> str:
        if found[1] not in shapes:
            return found[0]
        shift = dict(SHIFT.findall(found[2]))
        moved = f' transform="translate({shift.get("x", 0)} {shift.get("y", 0)})"' if shift else ""
        return f'<path d="{shapes[found[1]]}"{SHIFT.sub("", found[2])}{moved}/>'

    return USE.sub(place, body)
