"""The whole site as one ZIP file that opens from disk.

Links end in `index.html`, and the theme's search finds its index as a script, as it looks for it
there; our own shards are scripts anyhow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

FOLDER = re.compile(
    r'(<(?:a|form)\b[^>]*?\b(?:href|action)=")([^":?#]*/|(?:\.\./)*\.\.?(?=[?#"])|)((?:[?#][^"]*)?")'
)
STORED = {".png", ".woff2", ".webp"}
INDEX = "search/search_index.json"
ENGINE = "assets/engine/"  # runs from a server only
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def offline(html: str) -> str:
    """A page whose links to folders name their `index.html`."""

    def named(found: re.Match[str]) -> str:
        start, folder, end = found.groups()
        if not folder and not end.startswith("?"):
            return found[0]
        return f"{start}{folder}{'/' if folder.endswith('.') else ''}index.html{end}"

    return FOLDER.sub(named, html)


def write_bundle(place: Path, site: Path, paths: Iterable[str]) -> None:
    """Write the files of a site into a ZIP; the same site makes the same bytes."""
    with ZipFile(place, "w") as bundle:
        for path in sorted(p for p in paths if not p.startswith(ENGINE)):
            content = (site / path).read_bytes()
            if path.endswith(".html"):
                content = offline(content.decode()).encode()
            if path == INDEX:
                _put(bundle, "search/search_index.js", b"var __index = " + _named(content))
            _put(bundle, path, content)


def _named(index: bytes) -> bytes:
    """The theme's search index with the files that its folders stand for."""
    found = json.loads(index)
    for entry in found.get("docs", ()):
        folder, mark, anchor = entry["location"].partition("#")
        entry["location"] = f"{folder}index.html{mark}{anchor}"
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _put(bundle: ZipFile, path: str, content: bytes) -> None:
    info = ZipInfo(f"chancery/{path}", LONG_AGO)
    info.compress_type = ZIP_STORED if Path(path).suffix in STORED else ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    bundle.writestr(info, content)
