"""Pictures that people add, judged by their first bytes."""

from collections.abc import Callable
from pathlib import PurePosixPath

MOST_PIXELS = 40_000_000
HEAD = 65_536  # bytes in which a picture says how large it is
KINDS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WebP"}
# JPEG names its frame by C0 to CF; three of these markers mean something else.
JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
Size = tuple[int, int]


def picture_fault(name: str, content: bytes) -> str:
    """What is wrong with a picture whose file has this name; empty if nothing is.

    >>> picture_fault("map.png", b"<html>")
    'is not a PNG picture'
    """
    kind = KINDS[PurePosixPath(name).suffix.lower()]
    size = READERS[kind](content[:HEAD])
    if size is None:
        return f"is not a {kind} picture"
    width, height = size
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        return f"has {width:,} times {height:,} pixels; up to {most} million are published"
    return ""


def _png(head: bytes) -> Size | None:
    if not head.startswith(b"\x89PNG\r\n\x1a\n") or head[12:16] != b"IHDR" or len(head) < 24:
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _gif(head: bytes) -> Size | None:
    if not head.startswith((b"GIF87a", b"GIF89a")) or len(head) < 10:
        return None
    return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")


def _jpeg(head: bytes) -> Size | None:
    """The size in the first frame; before it stand segments, each with its length."""
    if not head.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        if head[at + 1] in JPEG_FRAMES:
            height = int.from_bytes(head[at + 5 : at + 7], "big")
            return int.from_bytes(head[at + 7 : at + 9], "big"), height
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def _webp(head: bytes) -> Size | None:
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP" or len(head) < 30:
        return None
    form = head[12:16]
    if form == b"VP8X":  # with animation, transparency or metadata
        width = int.from_bytes(head[24:27], "little") + 1
        return width, int.from_bytes(head[27:30], "little") + 1
    if form == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        width = int.from_bytes(head[26:28], "little") & 0x3FFF
        return width, int.from_bytes(head[28:30], "little") & 0x3FFF
    return None


READERS: dict[str, Callable[[bytes], Size | None]] = {
    "PNG": _png,
    "GIF": _gif,
    "JPEG": _jpeg,
    "WebP": _webp,
}
