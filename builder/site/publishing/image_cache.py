"""The cache of pictures, by the hash of their drawing.

Small pictures of the boards that come with the program are in the package: thumbnails and palettes,
which cost most time by the byte. `tests/site/publishing/test_shipped_pictures.py` draws them again.
"""

import ctypes
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.provided import map_file
from builder.site.artifacts import Job, PdfRequest, PngRequest, ThumbnailRequest, digest
from builder.site.publishing.build_keys import installed_packages
from builder.site.publishing.content_store import SIGNATURES, ContentStore

DRAW = Path(__file__).parents[2] / "draw"
RENDERER = (
    "raster.py", "canvas.py", "drawing_tree.py", "pdf_page.py", "geometry/path_commands.py",
)  # fmt: skip
SHIPPED = Path(__file__).with_name("pictures")
BOARDS = 1  # is set up at a time, of 20 MB; a board comes back from its pieces in 40 ms
SUFFIXES = {PngRequest: "png", PdfRequest: "pdf", ThumbnailRequest: "webp"}
LIBRARIES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
TOOLS = ("cairocffi-", "pillow-")  # how the names of packages with their versions begin


def renderer_version() -> str:
    """A digest of the modules that paint and the versions of the libraries that make PNGs; empty
    where there is no Cairo library."""
    cairo = cairo_version()
    if not cairo:
        return ""
    checksum = _painting_modules()
    tools = [name for name in installed_packages() if name.lower().startswith(TOOLS)]
    checksum.update(" ".join([*tools, cairo, zlib.ZLIB_RUNTIME_VERSION]).encode())
    return checksum.hexdigest()


@cache
def shipped_pictures() -> ContentStore:
    """The pictures in the package that were made by the modules as they are now."""
    return ContentStore(SHIPPED / _painting_modules().hexdigest())


def _painting_modules() -> blake2b:
    """A digest of the modules that paint."""
    return blake2b(b"".join((DRAW / name).read_bytes() for name in RENDERER), digest_size=8)


def cairo_version() -> str:
    """The version of the Cairo library; empty where there is none. The library is asked itself,
    because the package cairocffi takes a third of a build without changes to load."""
    for name in LIBRARIES:
        with suppress(OSError, AttributeError):
            version_string = ctypes.CDLL(name).cairo_version_string
            version_string.restype = ctypes.c_char_p
            return str(version_string().decode())
    with suppress(OSError):
        return str(import_module("cairocffi").cairo_version_string())
    return ""


def raster() -> Any:
    """The module that makes PNGs; it takes long to load."""
    return import_module("builder.draw.raster")


@dataclass(frozen=True)
class ImageCache:
    """Pictures of an archive's boards, kept in a store; several processes may use it. Those that
    are `shipped` need not be made."""

    archive: Archive
    store: ContentStore
    shipped: ContentStore = field(default_factory=shipped_pictures)

    def rendered(self, job: Job) -> bytes:
        """A picture, rendered now if it is missing or damaged."""
        suffix = SUFFIXES[type(job)]
        return self._kept(f"{job.key[:2]}/{job.key}.{suffix}", partial(self.render, job))

    def all_rendered(self, jobs: Iterable[Job]) -> list[bytes]:
        """Several pictures."""
        return [self.rendered(job) for job in jobs]

    def render(self, job: Job) -> bytes:
        """A picture as a PNG, a PDF or a WebP."""
        if isinstance(job, PdfRequest):
            return bytes(raster().pdf(job.svg))
        board = _board(self, job.variant)
        if isinstance(job, ThumbnailRequest):
            return bytes(board.thumbnail(job.picture))
        return bytes(board.png(job.picture))

    def piece(self, key: str, make: Callable[[], bytes]) -> bytes:
        """A piece of a board: made once for all workers and all builds."""
        signature = SIGNATURES["piece"]
        piece = self._kept(f"boards/{digest(key)}.piece", lambda: signature + make())
        return piece[len(signature) :]

    def _kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The content under a name. What is shipped comes first, so that a picture does not depend
        on what the store kept from earlier versions."""
        shipped = self.shipped.get(name)
        return self.store.kept(name, make) if shipped is None else shipped


@lru_cache(maxsize=BOARDS)
def _board(images: ImageCache, name: str) -> Any:
    _board.cache_clear()  # the last board goes before another is set up
    variant = images.archive.variant(name)
    drawing = map_file(images.archive.maps_folder, variant.drawing or name, "map.svg")
    return raster().BoardRaster(read_sheet(drawing), variant.setting, keep=images.piece)
