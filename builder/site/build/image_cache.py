"""The cache of pictures, by the hash of their drawing."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from builder.archive import Archive
from builder.draw.board_sheet import read_sheet
from builder.executors import Workers, usable_cores
from builder.provided import map_file
from builder.site.artifacts import Job, PdfRequest, digest
from builder.site.build.build_cache import ContentStore

FEW = 6  # pictures for which nobody is called to help
RENDERER = Path(__file__).parents[2] / "draw" / "raster.py"
TOOLS = ("cairocffi", "cairosvg", "pillow")


def renderer_version() -> str:
    """A digest of `draw/raster` and the versions of the libraries that make PNGs. Raises
    cairocffi's own error, an OSError, where there is no Cairo library."""
    found = blake2b(RENDERER.read_bytes(), digest_size=8)
    cairo = import_module("cairocffi").cairo_version_string()
    found.update(" ".join([*map(version, TOOLS), cairo, zlib.ZLIB_RUNTIME_VERSION]).encode())
    return found.hexdigest()


_root, _store = Path(), ContentStore(Path())


def set_up(root: Path, store: Path) -> None:
    """Tell this process in which archive the boards are, and where pictures are kept."""
    global _root, _store
    _root, _store = root, ContentStore(store)


def raster() -> Any:
    """The module that makes PNGs; it takes long to load."""
    return import_module("builder.draw.raster")


def all_rendered(
    jobs: Mapping[str, Job], progress: Callable[[str, int, int], None]
) -> Iterator[tuple[str, bytes]]:
    """Pictures by their paths; several processes render them if there are many."""
    count = min(usable_cores(), len(jobs) // FEW + 1)
    with Workers(count, set_up, _root, _store.folder) as workers:
        made = workers.map(rendered, jobs.values())
        for done, found in enumerate(zip(jobs, made, strict=True), start=1):
            yield found
            progress("pictures", done, len(jobs))


def rendered(job: Job) -> bytes:
    """A picture, rendered now if it is missing or damaged."""
    return _kept(_name(job), partial(render, job))


def render(job: Job) -> bytes:
    """A picture as a PNG or a PDF."""
    if isinstance(job, PdfRequest):
        return bytes(raster().pdf(job.svg))
    return bytes(_board(job.variant).png(job.picture))


def _name(job: Job) -> str:
    return f"{job.key[:2]}/{job.key}.{'pdf' if isinstance(job, PdfRequest) else 'png'}"


@cache
def _board(variant: str) -> Any:
    archive = Archive(_root)
    found = archive.variant(variant)
    drawing = map_file(archive.maps_folder, found.drawing or variant, "map.svg")
    return raster().BoardRaster(read_sheet(drawing), found.setting, keep=_piece)


def _piece(svg: str, make: Callable[[str], bytes]) -> bytes:
    """A piece of a board: rendered once for all workers and all builds."""
    return _kept(f"boards/{digest(svg)}.png", partial(make, svg))


def _kept(name: str, make: Callable[[], bytes]) -> bytes:
    content = _store.get(name)
    if content is None:
        content = make()
        _store.put(name, content)
    return content
