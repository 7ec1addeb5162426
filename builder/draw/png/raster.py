"""Pictures as PNG: a board is rastered once, then every phase is painted on it in a few
hundredths of a second and looks as if the whole SVG had been rastered."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from builder.draw import captions
from builder.draw.board_sheet import BoardSheet
from builder.draw.marks import INK, OVER, PAPER, SEAL, UNDER, DrawnMark
from builder.draw.palette import RGB, flat, gap, likened, of, palette, rgb
from builder.draw.phase_map import PhaseMap, bands
from builder.draw.png.board_image import PIXELS, BoardImage, LandMap
from builder.draw.png.painter import MarkPainter
from builder.draw.scene import Scene
from builder.draw.svg import HEAD, points
from builder.errors import ArchiveError
from builder.model.board import Code
from builder.model.kinds import Power
from builder.model.setting import Setting

DATED = re.compile(rb"(/CreationDate|/ModDate) \(D:\d{14}")
try:
    import cairocffi
    import cairosvg

    MISSING = ""
except (ImportError, OSError) as error:  # pragma: no cover - only without libcairo2
    MISSING = str(error).splitlines()[0]

WIDTH = 1200
COLOURS = 28
ENCODINGS = ((1, zlib.Z_RLE), (4, zlib.Z_FILTERED), (7, zlib.Z_FILTERED))
LARGEST = 109_700  # bytes; runs of one colour take half the time of a search for repetitions
FLAT = (PAPER, INK, SEAL, "#e6dfcd")
SEA = re.compile(r'<rect[^>]*? fill="(#[0-9a-f]{6})"/>')
COAST, FAINT = re.compile(r'href="#lands" stroke="(#[0-9a-f]{6})"'), 2500
ADVICE = "PNG needs the Cairo library: install libcairo2 (on macOS: brew install cairo)"
SHAPE = re.compile(r'<path id="(\w+)"(?: data-[a-z]+="[^"]*")* d="([^"]*)"')
USE = re.compile(r'<use (?:xlink:)?href="#(\w+)"([^>]*?)/>')
REFERENCE = re.compile(r'href="#|url\(#')
SHIFT = re.compile(r' ([xy])="([^"]*)"')
Waters = tuple[tuple[Code, str], ...]
Keep = Callable[[str, Callable[[str], bytes]], bytes]


class RasterUnavailableError(ArchiveError):
    """This machine cannot make PNGs; says what to install."""


def available() -> bool:
    """Can this machine make PNGs?"""
    return not MISSING


def require_cairo() -> None:
    """Raises RasterUnavailableError on a machine that cannot make PNGs."""
    if MISSING:
        raise RasterUnavailableError(f"{ADVICE} ({MISSING})")


def board_png(svg: str, width: int = WIDTH) -> bytes:
    """A single SVG as a PNG in full colour; for many of one board a BoardRaster is far faster."""
    require_cairo()
    png: bytes = cairosvg.svg2png(bytestring=inlined(svg, svg).encode(), output_width=width)
    return png


def pdf(svg: str) -> bytes:
    """A single SVG as a PDF of one page, sharp at every size; the same bytes on any day."""
    require_cairo()
    page: bytes = cairosvg.svg2pdf(bytestring=inlined(svg, svg).encode())
    return DATED.sub(rb"\1 (D:20000101000000", page)


class BoardRaster:
    """A board set up for printing pictures `width` pixels wide.

    `keep(svg, make)` may know a piece of the board as PNG already, and need not `make` it.
    Raises RasterUnavailableError without the library.
    """

    def __init__(
        self, sheet: BoardSheet, setting: Setting, width: int = WIDTH, keep: Keep | None = None
    ) -> None:
        require_cairo()
        self.sheet, self.setting, self.keep = sheet, setting, keep
        self.scale = width / sheet.width
        self.size = (width, int(sheet.height * self.scale))
        self.lands = [Code(c) for c in sorted(sheet.shapes - sheet.seas)]
        self.above = self._raster(sheet.above(bands(setting)))
        self.names = self._raster(sheet.over())
        self.atlas = self._atlas()
        self.grounds: dict[Waters, BoardImage] = {}
        proof = self._proof()
        self.palette = self._palette(proof)
        sea, lines = self._waterlines()
        self.mirrored = of([(b, g, r) for r, g, b in (*self.palette, *lines)])
        self.numbers = likened(self.palette, lines, sea)

    def print(self, picture: PhaseMap) -> bytes:
        """A picture as a PNG with a fixed palette.

        Cairo's pixels have blue first and are read as if it were red, with a palette to match:
        so they need not be rearranged.
        """
        image = Image.frombytes("RGB", self.size, self._painted(picture), "raw", "RGBX")
        image = image.quantize(palette=self.mirrored, dither=Image.Dither.NONE)
        image = Image.frombytes("P", self.size, image.tobytes().translate(self.numbers))
        image.putpalette(flat(self.palette))
        return encoded(image)

    def paint(self, picture: PhaseMap) -> Image.Image:
        """A picture in full colour."""
        return Image.frombuffer("RGB", self.size, self._painted(picture), "raw", PIXELS, 0, 1)

    def _painted(self, picture: PhaseMap) -> bytearray:
        data = bytearray(self._ground(picture.tints).tinted(picture.tints))
        surface = self._surface(data)
        context = cairocffi.Context(surface)
        easel = MarkPainter(cairocffi, context, picture.case, self.scale)
        easel.layers(picture.marks, UNDER)
        lay(context, self.names)
        easel.layers(picture.marks, OVER)
        easel.words(picture.words)
        surface.flush()
        return data

    def _ground(self, tints: Mapping[Code, str]) -> BoardImage:
        """The board with some of its waters in colours of their own."""
        waters = tuple(sorted((c, t) for c, t in tints.items() if c in self.sheet.seas))
        if waters not in self.grounds:
            sea = self._raster(self.sheet.below())
            black, white = (self._stacked(sea, fill, waters) for fill in ("#000000", "#ffffff"))
            self.grounds[waters] = BoardImage(cairocffi, black, white, self.sheet.plain, self.atlas)
        return self.grounds[waters]

    def _stacked(self, sea: Any, colour: str, waters: Waters) -> Image.Image:
        fills = dict.fromkeys(self.lands, colour) | dict(waters)
        surface = self._surface(bytearray(4 * self.size[0] * self.size[1]))
        context = cairocffi.Context(surface)
        for layer in (sea, self._raster(self.sheet.tinted(fills)), self.above):
            lay(context, layer)
        return opaque(surface)

    def _atlas(self) -> LandMap:
        greys = {c: f"#{i:02x}{i:02x}{i:02x}" for i, c in enumerate(self.lands, 1)}
        layer = self.sheet.tinted(greys).replace("<path", '<path shape-rendering="crispEdges"')
        return LandMap(opaque(self._raster(layer)).getchannel("R"), self.lands)

    def _proof(self) -> PhaseMap:
        """A picture that has all the colours of this board's pictures."""
        scene = Scene(self.sheet, self.setting)
        names, places = sorted(scene.signs), list(self.sheet.units.values())
        for i in range(max(len(names), len(places))):
            scene.stamp("units", names[i % len(names)], places[i % len(places)])
        room = self.sheet.cartouche
        words = captions.cartouche(room, "Proof", "Proof") if room else []
        nations = [n.tint for n in self.setting.nations if n.tint] or [self.sheet.plain]
        tints = {c: nations[i % len(nations)] for i, c in enumerate(self.lands)}
        for power, soil in self.sheet.homes.items():
            tints |= dict.fromkeys(soil, scene.nation(Power(power)).tint)
        marks = tuple(DrawnMark("signs", w) for w in words)
        return PhaseMap(tuple(scene.marks), marks, tints, scene.signs)

    def _palette(self, proof: PhaseMap) -> list[RGB]:
        """The colours of this board's pictures: what each needs, and what the proof has most."""
        nations = [n.tint for n in self.setting.nations if n.tint]
        inks = [n.ink for n in self.setting.nations if n.ink]
        sea = SEA.findall(self.sheet.below())
        return palette(self.paint(proof), (*FLAT, self.sheet.plain, *sea, *nations, *inks), COLOURS)

    def _waterlines(self) -> tuple[RGB, list[RGB]]:
        """The colour of the sea, and those of the faint lines along its coasts.

        With so few colours the lines would be specks of other colours, so they are left out.
        """
        below = self.sheet.below()
        sea = rgb(SEA.findall(below)[-1])
        lines = dict.fromkeys(rgb(c) for c in COAST.findall(below))
        return sea, [c for c in lines if c not in self.palette and gap(c, sea) < FAINT]

    def _surface(self, data: bytearray) -> Any:
        return cairocffi.ImageSurface.create_for_data(
            data, cairocffi.FORMAT_RGB24, *self.size, stride=4 * self.size[0]
        )

    def _raster(self, body: str) -> Any:
        """A piece of drawing as a Cairo surface."""
        w, h = points(self.sheet.width), points(self.sheet.height)
        shapes = self.sheet.layers["provinces"]
        body = inlined(body, self.sheet.defs + shapes)
        defs = ""
        if REFERENCE.search(body):
            more = "" if 'id="provinces"' in body else shapes
            defs = f"<defs>{inlined(self.sheet.defs, self.sheet.defs + shapes)}{more}</defs>"
        text = f'<svg {HEAD} viewBox="0 0 {w} {h}">{defs}{body}</svg>'
        png = self.keep(text, self._rastered) if self.keep else self._rastered(text)
        return cairocffi.ImageSurface.create_from_png(io.BytesIO(png))

    def _rastered(self, svg: str) -> bytes:
        png: bytes = cairosvg.svg2png(bytestring=svg.encode(), output_width=self.size[0])
        return png


def encoded(image: Image.Image) -> bytes:
    """A picture as PNG: in the quickest way that makes it small enough, or the last."""
    file = io.BytesIO()
    for level, strategy in ENCODINGS:
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=level, compress_type=strategy)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()


def lay(context: Any, surface: Any) -> None:
    """Lay a surface over what is painted."""
    context.identity_matrix()
    context.set_source_surface(surface)
    context.paint()


def inlined(body: str, drawing: str) -> str:
    """A piece of a drawing with its letters and shapes in place of references to them.

    CairoSVG searches the whole file for each reference, and names have hundreds of letters.
    """
    shapes = dict(SHAPE.findall(drawing))

    def place(found: re.Match[str]) -> str:
        if found[1] not in shapes:
            return found[0]
        shift = dict(SHIFT.findall(found[2]))
        moved = f' transform="translate({shift.get("x", 0)} {shift.get("y", 0)})"' if shift else ""
        return f'<path d="{shapes[found[1]]}"{SHIFT.sub("", found[2])}{moved}/>'

    return USE.sub(place, body)


def opaque(surface: Any) -> Image.Image:
    """A Cairo surface as a picture without transparency."""
    surface.flush()
    size = surface.get_width(), surface.get_height()
    data = bytes(surface.get_data())
    return Image.frombuffer("RGB", size, data, "raw", PIXELS, surface.get_stride(), 1)
