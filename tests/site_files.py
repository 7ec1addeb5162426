"""The files of a built site, and how those of two builds differ."""

from __future__ import annotations

from pathlib import Path

GONE = (b"This page has moved", b"This page is not built now")  # pages of earlier builds
ALWAYS_OTHER = {"SHA256SUMS"}  # it lists those pages


def files(site: Path) -> dict[str, bytes]:
    """The files of a site by their paths, without those that are left of pages that are gone."""
    contents: dict[str, bytes] = {}
    for place in site.rglob("*"):
        if place.is_file():
            content = place.read_bytes()
            if not any(words in content for words in GONE):
                contents[place.relative_to(site).as_posix()] = content
    return {path: content for path, content in contents.items() if path not in ALWAYS_OTHER}


def difference(incremental: dict[str, bytes], whole: dict[str, bytes]) -> list[str]:
    """The paths of files that differ."""
    paths = incremental.keys() | whole.keys()
    return sorted(path for path in paths if incremental.get(path) != whole.get(path))
