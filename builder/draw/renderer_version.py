"""The version of the renderer and its libraries; part of every PNG's cache key."""

import zlib
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

TOOLS = ("cairocffi", "cairosvg", "pillow")


def renderer_version() -> str:
    """A digest of the module and the versions of the libraries that make PNGs.

    Raises cairocffi's own error, an OSError, where there is no Cairo library.
    """
    found = blake2b(digest_size=8)
    found.update(Path(__file__).with_name("raster.py").read_bytes())
    cairo = import_module("cairocffi").cairo_version_string()
    tools = [*map(version, TOOLS), cairo, zlib.ZLIB_RUNTIME_VERSION]
    found.update(" ".join(tools).encode())
    return found.hexdigest()
